"""What a statement without a number measures: the latest of several years, no rates and flags, what a number shows."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.district (
            name text, pop_growth_rate numeric, injury_rate_1990 numeric, injury_rate_2018 numeric
        );
        INSERT INTO public.district VALUES
            ('Alder', 9.5, 300, 12), ('Birch', 2.1, 120, 88), ('Cedar', 4.4, 210, 41), ('Elder', 1.2, 90, 17);
        CREATE TABLE public.tenant (
            tenant_id integer, churn text, parking text, heating text, paperless_billing integer,
            monthly_charges numeric
        );
        INSERT INTO public.tenant
        SELECT i, CASE WHEN i % 4 = 0 THEN 'Yes' ELSE 'No' END,
               CASE WHEN i % 3 = 0 OR i % 8 = 0 THEN 'Yes' ELSE 'No' END,
               (ARRAY['Gas', 'Gas', 'Oil', 'Wood'])[1 + i % 4], CASE WHEN i % 4 = 1 THEN 1 ELSE 0 END,
               600 + CASE WHEN i % 4 = 0 THEN 200 ELSE 0 END + i % 7
        FROM generate_series(1, 400) AS i;
        CREATE TABLE public.ticket AS
        SELECT date '2023-06-01' + g % 61 AS sold_on, CASE WHEN g % 61 < 30 THEN 14 ELSE 11 END + g % 3 AS price
        FROM generate_series(1, 900) AS g;
        INSERT INTO public.ticket SELECT date '2023-07-05' + g % 20, 10 + g % 2 FROM generate_series(1, 500) AS g;
        GRANT SELECT ON public.district, public.tenant, public.ticket TO {analyst_name};
        SELECT factcheck.add_table('public.district'), factcheck.add_table('public.tenant'),
            factcheck.add_table('public.ticket');
    """)


def rows(analyst, document):
    query = "SELECT claimed_value IS NULL, verdict::text, description FROM fact_check(%s)"
    return analyst.execute(query, [document]).fetchall()


def verdicts(analyst, document):
    return [verdict for is_statement, verdict, _ in rows(analyst, document) if is_statement]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The injury rate is highest in Birch.", "The injury rate is highest in Alder."),
        ("In 1990 the injury rate was highest in Alder.", "In 1990 the injury rate was highest in Birch."),
        ("Churned tenants had higher charges.", "Churned tenants had lower charges."),
        ("Gas is the worst heating with a churn rate of 50%.", "Oil is the worst heating with a churn rate of 50%."),
        ("Ticket revenue peaked in July.", "Ticket revenue peaked in June."),
        ("June had the highest average ticket price.", "July had the highest average ticket price."),
    ],
)
def test_a_statement_is_judged_by_what_its_words_measure(analyst, tables, right, wrong):
    assert (verdicts(analyst, right), verdicts(analyst, wrong)) == (["supported"], ["refuted"])


@pytest.mark.parametrize("text", ["Oil tenants complain more often than wood tenants.", "Oil leads with 5,310 visits."])
def test_what_no_column_tells_of_is_not_decided(analyst, tables, text):
    assert verdicts(analyst, text) == ["not_enough_info"]


@pytest.mark.parametrize(
    ("document", "verdict"),
    [
        ("Fewer than half of the tenants who churned (33%) had no parking.", "supported"),
        ("More than half of the tenants who churned (33%) had no parking.", "refuted"),
    ],
)
def test_a_percentage_in_brackets_says_how_large_the_part_is(analyst, tables, document, verdict):
    assert verdicts(analyst, document) == [verdict]


def test_nothing_is_missing_where_a_column_says_no(analyst, tables):
    [(_, verdict, description)] = rows(analyst, "Tenants without parking churn at 14.2%.")
    assert verdict == "supported"
    assert description == "of the rows in tenant where parking is 'No', the percentage where churn is 'Yes'"


def test_more_than_anybody_asks_for_the_largest_value(analyst, tables):
    found = rows(analyst, "In 1990 nobody had a higher injury rate than Alder, with 300.")
    [(_, verdict, description)] = [row for row in found if not row[0]]
    assert verdict == "supported"
    assert description.startswith("the largest value of injury rate 1990")
