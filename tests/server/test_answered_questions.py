"""Surveys: who answered a question, and shares of those whom a clause tells."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def survey(admin, analyst_name):
    """200 members, of whom 180 said where they row; 120 hold a pass."""
    admin.execute(f"""
        CREATE TABLE public.member_survey AS
        SELECT n AS respondent_id,
               CASE WHEN n % 10 > 0 THEN (ARRAY['Sea', 'Lake', 'River'])[1 + n % 3] END AS "Where do you row?",
               CASE WHEN n % 5 < 3 THEN (ARRAY['Adult', 'Junior'])[1 + n % 2] ELSE 'None' END AS pass
        FROM generate_series(1, 200) AS n;
        GRANT SELECT ON public.member_survey TO {analyst_name};
        SELECT factcheck.add_table('public.member_survey');
    """)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("<h2>Where do you row?</h2><p>180 respondents answered this question.</p>", "supported"),
        ("<h2>Where do you row?</h2><p>There were 180 responses to this question.</p>", "supported"),
        ("Pass holders make up 60% of the respondents.", "supported"),
        ("36% of respondents who live abroad have an adult pass.", "not_enough_info"),
        ("36% of respondents have an adult pass.", "refuted"),
        ("30% of respondents who live abroad have an adult pass.", "not_enough_info"),
        ("30% of respondents have an adult pass.", "supported"),
        ("30% of those who live abroad have an adult pass.", "not_enough_info"),
        ("36% of revenue came from respondents with an adult pass.", "not_enough_info"),
    ],
)
def test_who_is_asked_and_who_answers(analyst, survey, text, verdict):
    asked = "SELECT verdict::text FROM fact_check(%s, tables => '{member_survey}')"
    [row] = analyst.execute(asked, [text]).fetchall()
    assert row == (verdict,)
