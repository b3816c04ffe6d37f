"""How much what is told at two times grew: scores before and after a course, and totals of last week and of this."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def courses(admin, analyst_name):
    """Marks before and after courses, and members of clubs in two weeks."""
    admin.execute(f"""
        CREATE TABLE public.training AS
        SELECT n AS trainee_no, (ARRAY['First Aid', 'Welding', 'Bookkeeping'])[1 + n % 3] AS course,
               30 + n * 37 % 40 AS pre_test_score, 55 + n * 53 % 45 AS post_test_score
        FROM generate_series(1, 150) AS n;
        CREATE TABLE public.club AS
        SELECT n AS club_no, 1500 + n * 37 % 900 AS total_last_week, 1530 + n * 37 % 900 + n % 11 AS total_this_week
        FROM generate_series(1, 80) AS n;
        GRANT SELECT ON public.training, public.club TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'courses') FROM unnest('{{training, club}}'::regclass[]) AS t;
    """)


def check(analyst, text, number):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, data_set => 'courses') WHERE claim_text = %s",
        [text, number],
    ).fetchone()


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (
            "In Welding, their performance improved by {}%.",
            "pre_test_score, post_test_score FROM training WHERE course = 'Welding'",
        ),
        ("Test scores rose by {}% overall.", "pre_test_score, post_test_score FROM training"),
        ("That is a growth in total members of {}% in a week.", "total_last_week, total_this_week FROM club"),
    ],
)
def test_averages_at_two_times_are_compared(admin, analyst, text, change):
    [(value,)] = admin.execute(f"SELECT round(100.0 * sum(b) / sum(a) - 100, 1) FROM (SELECT {change}) AS t (a, b)")
    verdict, description = check(analyst, text.format(value), f"{value}%")
    assert verdict == "supported"
    assert description.startswith("by how many per cent the average of ")
    assert check(analyst, text.format(value + 8), f"{value + 8}%")[0] != "supported"
