"""Claims about how many flags of a row are set, as an analyst sees them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def members(admin, analyst_name):
    """Members of a club with a flag for each of four courses, one of them sometimes unknown."""
    admin.execute(f"""
        CREATE TABLE public.member (
            branch text, joined integer, took_course1 integer, took_course2 integer, took_course3 integer,
            took_course4 integer);
        INSERT INTO public.member
        SELECT (ARRAY['North', 'South'])[1 + g % 2], 1990 + g % 30, (g % 7 = 0)::integer, (g % 5 = 1)::integer,
               (g % 11 < 2)::integer, (g % 13 = 3)::integer
        FROM generate_series(1, 400) AS g;
        GRANT SELECT ON public.member TO {analyst_name};
        SELECT factcheck.add_table('member');
    """)


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("{} members took at least one course.", "> 0"),
        ("{} members took none of the courses.", "= 0"),
        ("{} members took more than one course.", "> 1"),
        ("{} members took exactly two courses.", "= 2"),
    ],
)
def test_rows_are_counted_by_how_many_flags_are_set(admin, analyst, members, sentence, condition):
    total = "took_course1 + took_course2 + took_course3 + took_course4"
    [(count,)] = admin.execute(f"SELECT count(*) FROM member WHERE {total} {condition}")
    check = "SELECT verdict FROM fact_check(%s, tables => '{member}') WHERE claim_text ~ '\\d'"
    assert analyst.execute(check, [sentence.format(count)]).fetchall() == [("supported",)]
    assert analyst.execute(check, [sentence.format(count + 23)]).fetchall() != [("supported",)]
