"""The last days of periods of a series: where something ended a month, and how it changed from one end to the next."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module", autouse=True)
def prices(admin, analyst_name):
    """A price for each working day of three years, and sales of which some have the same day."""
    admin.execute(f"""
        CREATE TABLE public.prices AS
        SELECT day::date AS day, round((900 + 200 * sin(n / 40.0) + n * 0.31)::numeric, 2) AS price,
               1000 + n * 37 % 911 AS volume
        FROM generate_series('2021-01-01'::timestamp, '2023-12-31', '1 day') WITH ORDINALITY AS days (day, n)
        WHERE extract(isodow FROM day) < 6;
        CREATE TABLE public.sales AS SELECT day, price FROM public.prices CROSS JOIN generate_series(1, 2);
        GRANT SELECT ON public.prices, public.sales TO {analyst_name};
        SELECT factcheck.add_table('public.prices', data_set => 'exchange'), factcheck.add_table('public.sales');
    """)


def last_price(admin, before):
    [(price,)] = admin.execute("SELECT price FROM prices WHERE day < %s::date ORDER BY day DESC LIMIT 1", [before])
    return price


def check(analyst, text):
    return analyst.execute(
        "SELECT verdict::text, found_value, query FROM fact_check(%s, data_set => 'exchange') ORDER BY claim_no", [text]
    ).fetchall()


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("The price ended May 2022 at {}.", "2022-06-01"),
        ("At the end of 2021 the price stood at {}.", "2022-01-01"),
        ("The price finished the third quarter of 2023 at {}.", "2023-10-01"),
    ],
)
def test_what_ended_a_period_is_told_of_its_last_day(admin, analyst, text, before):
    price = last_price(admin, before)
    [(verdict, found, query)] = check(analyst, text.format(price))
    assert (verdict, found) == ("supported", price)
    assert "BETWEEN" in query
    [(verdict, *_)] = check(analyst, text.format(price + 61))
    assert verdict != "supported"


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("The price rose by {}% in 2022.", "2022-01-01", "2023-01-01"),
        ("In the first quarter of 2021 the price gained {}%.", None, "2021-04-01"),
        ("The price changed a lot: it rose by {}% in February 2023.", "2023-02-01", "2023-03-01"),
    ],
)
def test_a_change_over_a_period_begins_with_the_day_before_it(admin, analyst, text, start, end):
    if start is None:  # nothing is known of the day before the first
        assert check(analyst, text.format("3.1"))[0][0] != "supported"
        return
    before, after = last_price(admin, start), last_price(admin, end)
    change = round(100 * (after - before) / before, 1)
    text = text if change > 0 else text.replace("rose", "fell")
    [(verdict, found, query)] = check(analyst, text.format(abs(change)))
    assert verdict == "supported"
    assert round(abs(Decimal(found)), 1) == abs(change)
    assert query.count("BETWEEN") == 2


def test_days_that_several_rows_have_close_nothing(analyst):
    queries = analyst.execute(
        "SELECT a->>'query' FROM fact_check('The price of sales ended May 2022 at 1,012.', '{sales}'::regclass[],"
        " top_k => 100) AS c, jsonb_array_elements(c.alternatives) AS a"
    ).fetchall()
    assert queries
    assert not [query for (query,) in queries if "2022-05-31' AND '2022-05-31" in query]
