"""Seasons and fiscal years in a column of text are compared in their order, and a comparison is no share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def loans(admin, analyst_name):
    """What a library lent in three fiscal years, by readers' class."""
    admin.execute(f"""
        CREATE TABLE public.lending AS
        SELECT n AS lending_no, (ARRAY['FY02-03', 'FY03-04', 'FY04-05'])[1 + n % 3] AS fiscal_year,
               CASE WHEN n % 8 = 0 THEN 'Senior' WHEN n % 5 < 2 THEN 'Juvenile' ELSE 'Adult' END AS reader_class,
               180 + n * 37 % 90 + (n % 3) * 21 AS loans
        FROM generate_series(1, 240) AS n;
        GRANT SELECT ON public.lending TO {analyst_name};
        SELECT factcheck.add_table('public.lending');
    """)


def check(analyst, text, number):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => ARRAY['lending'::regclass])"
        " WHERE claim_text = %s",
        [text, number],
    ).fetchone()


def growth(admin):
    [(value,)] = admin.execute(
        "SELECT round(100.0 * sum(loans) FILTER (WHERE fiscal_year = 'FY04-05')"
        " / sum(loans) FILTER (WHERE fiscal_year = 'FY03-04') - 100, 1) FROM lending"
    )
    return value


@pytest.mark.parametrize(
    "text",
    [
        "The total loans increased by {}% over the previous year.",
        "This year, the total loans rose {}% from the previous fiscal year.",
    ],
)
def test_the_year_before_is_what_is_compared_with(admin, analyst, text):
    verdict, description = check(analyst, text.format(growth(admin)), f"{growth(admin)}%")
    assert verdict == "supported"
    assert description == (
        "by how many per cent the total of loans in lending where fiscal year is 'FY04-05' is more than "
        "the total of loans in lending where fiscal year is 'FY03-04'"
    )
    wrong = growth(admin) + 23
    assert check(analyst, text.format(wrong), f"{wrong}%")[0] != "supported"


def test_a_share_that_happens_to_be_as_much_is_not_how_much_more(admin, analyst):
    [(share,)] = admin.execute("SELECT round(100.0 * avg((reader_class = 'Senior')::int), 1) FROM lending")
    assert check(analyst, f"Seniors were {share}% of the rows.", f"{share}%")[0] == "supported"
    assert check(analyst, f"Seniors borrowed {share}% more.", f"{share}%")[0] != "supported"
