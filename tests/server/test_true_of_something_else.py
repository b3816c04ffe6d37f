"""A number that is true of something else than its sentence says is not supported."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def sales(admin, analyst_name):
    """Sales by region, product and way of payment, in numbers that tell all of them apart."""
    admin.execute(f"""
        CREATE TABLE public.sale AS
        SELECT n AS sale_id,
               CASE WHEN n % 20 < 9 THEN 'North' WHEN n % 20 < 14 THEN 'South' WHEN n % 20 < 18 THEN 'East' ELSE 'West'
               END AS region,
               CASE WHEN (n * 3 + n / 7) % 10 < 5 THEN 'bike' WHEN (n * 3 + n / 7) % 10 < 8 THEN 'tent' ELSE 'boot'
               END AS product,
               (CASE WHEN n % 20 < 9 THEN 80 WHEN n % 20 < 14 THEN 120 ELSE 45 END + n * 37 % 50 * (1 + n % 3))
                   AS price,
               CASE WHEN n % 3 = 0 THEN 'cash' ELSE 'card' END AS payment
        FROM generate_series(1, 1751) AS n;
        GRANT SELECT ON public.sale TO {analyst_name};
        SELECT factcheck.add_table('public.sale');
    """)


def verdict(analyst, sentence, sql):
    """Check a sentence whose number is the result of a query."""
    [number] = analyst.execute(f"SELECT {sql} FROM public.sale".encode()).fetchone()
    document = f"The shop recorded 1,751 sales. {sentence.format(f'{round(number, 1):,}')}"
    rows = analyst.execute(
        "SELECT verdict::text FROM fact_check(%s, ARRAY['public.sale'::regclass]) WHERE claimed_value IS NOT NULL",
        [document],
    ).fetchall()
    assert rows[0] == ("supported",)
    return rows[-1][0]


AVERAGE, MEDIAN = "avg(price)", "percentile_cont(0.5) WITHIN GROUP (ORDER BY price)::numeric"
NORTH = "count(*) FILTER (WHERE region = 'North')"


@pytest.mark.parametrize(
    ("sentence", "sql"),
    [
        ("The average price was {}.", AVERAGE),
        ("The median price was {}.", MEDIAN),
        ("The North had {} sales.", NORTH),
        ("The North sold {} bikes.", "count(*) FILTER (WHERE region = 'North' AND product = 'bike')"),
        ("The highest price in the West was {}.", "max(price) FILTER (WHERE region = 'West')"),
        ("{} sales were paid in cash.", "count(*) FILTER (WHERE payment = 'cash')"),
    ],
)
def test_what_a_sentence_says_is_supported(analyst, sales, sentence, sql):
    assert verdict(analyst, sentence, sql) == "supported"


@pytest.mark.parametrize(
    ("sentence", "sql"),
    [
        ("The median price was {}.", AVERAGE),
        ("The average price was {}.", MEDIAN),
        ("The South had {} sales.", NORTH),
        ("The North sold {} bikes.", NORTH),
        ("The highest price in the West was {}.", "max(price)"),
        ("{} sales were paid in cash.", NORTH),
        ("The average price in the West was {}.", "avg(price) FILTER (WHERE region = 'East')"),
    ],
)
def test_what_is_true_of_something_else_is_not(analyst, sales, sentence, sql):
    assert verdict(analyst, sentence, sql) != "supported"
