"""How much likelier something is than of all others, and points between two percentages."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def clubs(admin, analyst_name):
    """Members of a club, some of whom quit, and the share of votes of a country's parties in two years."""
    admin.execute(f"""
        CREATE TABLE public.clubber (age integer, branch text, quit text);
        INSERT INTO public.clubber
        SELECT 18 + g * 7 % 50, (ARRAY['North', 'South'])[1 + g % 2],
               CASE WHEN (18 + g * 7 % 50 < 30 AND g % 3 = 0) OR g % 11 = 0 THEN 'Yes' ELSE 'No' END
        FROM generate_series(1, 600) AS g;
        CREATE TABLE public.jobless (country text, year integer, unemployment numeric);
        INSERT INTO public.jobless
        SELECT country, year, round(4 + at * 1.37 + (year - 2009) * 0.93 + (year * at) % 5 * 0.21, 1)
        FROM unnest(ARRAY['Peru', 'Chile', 'Kenya', 'Ghana']) WITH ORDINALITY AS c (country, at),
             generate_series(2010, 2015) AS year;
        GRANT SELECT ON public.clubber, public.jobless TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{clubber, jobless}}'::regclass[]) AS t;
    """)


def verdicts(analyst, table, sentence):
    check = "SELECT verdict::text FROM fact_check(%s, tables => ARRAY[%s]::regclass[]) WHERE claim_text ~ '^[0-9]'"
    return {verdict for (verdict,) in analyst.execute(check, [sentence, table]).fetchall()}


def test_chances_are_shares_and_the_others_are_all_others(admin, analyst, clubs):
    [(times,)] = admin.execute("""
        SELECT round(avg(has_quit) FILTER (WHERE age < 30) / avg(has_quit) FILTER (WHERE age >= 30), 1)
        FROM clubber, LATERAL (SELECT (quit = 'Yes')::integer AS has_quit) AS told""")
    sentence = "Members under 30 were {} times as likely to quit as older ones."
    assert verdicts(analyst, "clubber", sentence.format(times)) == {"supported"}
    assert "supported" not in verdicts(analyst, "clubber", sentence.format(times + 2))


def test_points_lie_between_two_percentages(admin, analyst, clubs):
    [(before, after)] = admin.execute("""
        SELECT max(unemployment) FILTER (WHERE year = 2012), max(unemployment) FILTER (WHERE year = 2013)
        FROM jobless WHERE country = 'Chile'""")
    [(average,)] = admin.execute("SELECT round(avg(unemployment), 1) FROM jobless WHERE country = 'Chile'")
    sentence = "Unemployment in Chile rose by {} percentage points from 2012 to 2013."
    assert after > before
    assert verdicts(analyst, "jobless", sentence.format(after - before)) == {"supported"}
    assert "supported" not in verdicts(analyst, "jobless", sentence.format(average))
