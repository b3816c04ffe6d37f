"""Facts by day beside a calendar, in lakhs and crores, as writers of dashboards tell them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Calls of twelve months, in each of two towns, and a calendar that says which were before and after the merger."""
    admin.execute("""
        CREATE TABLE public.dim_date AS
        SELECT make_date(2021, g, 1) AS date, CASE WHEN g <= 6 THEN 'Before 5G' ELSE 'After 5G' END AS "before/after_5g"
        FROM generate_series(1, 12) AS g;
        CREATE TABLE public.fact_calls AS
        SELECT make_date(2021, m, 1) AS date, 'Town ' || t AS town, 3.5 + m % 5 + t AS users_lakhs,
               40.25 + m * 7 % 11 + 2 * t AS revenue_crores
        FROM generate_series(1, 12) AS m, generate_series(1, 2) AS t
    """)
    for name in ("dim_date", "fact_calls"):
        admin.execute(f"GRANT SELECT ON public.{name} TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


def told(analyst, document):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, description FROM fact_check(%s, '{public.dim_date, public.fact_calls}')"
        " WHERE claimed_value IS NOT NULL",
        [document],
    )
    return {text: rest for text, *rest in rows}


def sums(admin, column):
    """Return the totals of the months before and after."""
    return admin.execute(f"""
        SELECT sum({column}) FILTER (WHERE d."before/after_5g" = 'Before 5G'),
               sum({column}) FILTER (WHERE d."before/after_5g" = 'After 5G')
        FROM public.fact_calls f JOIN public.dim_date d USING (date)
    """).fetchone()


def test_a_day_is_the_key_of_a_calendar(admin, tables):
    joins = admin.execute(
        "SELECT from_columns::text, to_columns::text FROM factcheck.data_join WHERE source = 'inferred'"
        " AND from_table = (SELECT table_id FROM factcheck.data_table WHERE relation = 'public.fact_calls'::regclass)"
    ).fetchall()
    assert joins == [("{date}", "{date}")]


def test_amounts_in_crores_of_what_only_the_calendar_says(admin, analyst, tables):
    before, after = sums(admin, "revenue_crores")
    document = "Before 5G, revenue was {:.3f} bn and after 5G {:.3f} bn."
    found = told(analyst, document.format(before / 100, after / 100))
    assert [verdict for verdict, _ in found.values()] == ["supported", "supported"], found
    assert all("5G" in description for _, description in found.values()), found
    found = told(analyst, document.format(before / 100, after / 80))
    assert [verdict for verdict, _ in found.values()] == ["supported", "refuted"], found


def test_an_arrow_leads_from_one_to_the_other(admin, analyst, tables):
    before, after = sums(admin, "users_lakhs")
    document = "Users changed after 5G: {:.2f}M → {:.2f}M ({:+.2f}%)"
    found = told(analyst, document.format(before / 10, after / 10, 100 * (after - before) / before))
    assert [verdict for verdict, _ in found.values()] == ["supported"] * 3, found
    assert list(found.values())[-1][1].startswith("by how many per cent the total of users lakhs"), found
