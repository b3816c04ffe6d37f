"""Months and quarters compared as businesses do: year on year, with the one before, to date, and the best of all."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def orders(admin, analyst_name):
    """Orders of three years, and tickets with days of their own."""
    admin.execute(f"""
        CREATE TABLE public.shop_order AS
        SELECT n AS order_id, round((20 + n * 37 % 400 + n * 0.05)::numeric, 2) AS amount,
               date '2021-01-01' + (n * n * 3 + n * 11) % 1095 AS ordered,
               CASE WHEN n % 7 < 3 THEN 'North' WHEN n % 11 < 6 THEN 'South' ELSE 'West' END AS region
        FROM generate_series(1, 4000) AS n;
        CREATE TABLE public.ticket AS
        SELECT n AS ticket_id, date '2021-01-04' + n * 97 % 1080 AS opened,
               date '2021-01-09' + n * 97 % 1080 AS resolved
        FROM generate_series(1, 900) AS n;
        GRANT SELECT ON public.shop_order, public.ticket TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'shop') FROM unnest('{{shop_order, ticket}}'::regclass[]) AS t;
    """)


def check(analyst, text, number):
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, data_set => 'shop') WHERE claim_text = %s",
        [text, number],
    ).fetchall()
    return rows[0] if rows else None


def change(admin, measure, period, before):
    [(result,)] = admin.execute(
        f"SELECT round(100.0 * ({measure} FILTER (WHERE ordered <@ %s::daterange)"
        f" / ({measure} FILTER (WHERE ordered <@ %s::daterange))::numeric - 1), 1) FROM shop_order",
        [period, before],
    )
    return result


MAY, MAY_BEFORE, APRIL = "[2023-05-01,2023-06-01)", "[2022-05-01,2022-06-01)", "[2023-04-01,2023-05-01)"
THIRD, SECOND, THIRD_BEFORE = "[2022-07-01,2022-10-01)", "[2022-04-01,2022-07-01)", "[2021-07-01,2021-10-01)"


@pytest.mark.parametrize(
    ("text", "measure", "period", "before"),
    [
        ("In May 2023 the order amount {} {}% year-over-year.", "sum(amount)", MAY, MAY_BEFORE),
        ("Order amounts {} {}% YoY in May 2023.", "sum(amount)", MAY, MAY_BEFORE),
        ("The number of orders in May 2023 {} by {}% year on year.", "count(*)", MAY, MAY_BEFORE),
        ("In May 2023 the total amount {} {}% month on month.", "sum(amount)", MAY, APRIL),
        ("In Q3 2022 the total amount {} {}% quarter on quarter.", "sum(amount)", THIRD, SECOND),
        ("In Q3 2022 the total amount {} {}% year on year.", "sum(amount)", THIRD, THIRD_BEFORE),
    ],
)
def test_a_period_is_compared_with_the_one_that_is_said(admin, analyst, text, measure, period, before):
    value = change(admin, measure, period, before)
    moved, number = "grew" if value > 0 else "fell", f"{abs(value)}%"
    verdict, said = check(analyst, text.format(moved, abs(value)), number)
    assert verdict == "supported"
    assert said.startswith("by how many per cent ")


@pytest.mark.parametrize(
    ("text", "now", "before"),
    [
        ("In 2023 the number of orders went to {} from {}.", "[2023-01-01,2024-01-01)", "[2022-01-01,2023-01-01)"),
        ("There were {} orders in 2023, up from {}.", "[2023-01-01,2024-01-01)", "[2022-01-01,2023-01-01)"),
        ("In May 2023 the number of orders went to {} from {}.", MAY, APRIL),
        ("There were {} orders in May 2023. That was up from {}.", MAY, APRIL),
    ],
)
def test_what_changed_in_a_period_was_as_it_had_been_in_the_one_before(admin, analyst, text, now, before):
    [counts] = admin.execute(
        "SELECT count(*) FILTER (WHERE ordered <@ %s::daterange), count(*) FILTER (WHERE ordered <@ %s::daterange)"
        " FROM shop_order",
        [now, before],
    )
    text = text.format(*counts)
    assert [check(analyst, text, str(count))[0] for count in counts] == ["supported", "supported"]
    wrong = counts[1] - 7
    assert check(analyst, text.replace(f"from {counts[1]}", f"from {wrong}"), str(wrong))[0] != "supported"


def test_a_year_to_date_begins_with_the_year(admin, analyst):
    [(amount,)] = admin.execute(
        "SELECT sum(amount) FROM shop_order WHERE ordered BETWEEN '2023-01-01' AND '2023-06-30'"
    )
    for text in (
        "Year to date, the order amount was ${} in June 2023.",
        "The year-to-date order amount was ${} in June 2023.",
    ):
        verdict, said = check(analyst, text.format(f"{amount:,}"), f"${amount:,}")
        assert (verdict, said) == (
            "supported",
            "the total of amount in shop_order where ordered is from January 2023 to June 2023",
        )


@pytest.mark.parametrize(
    ("text", "part", "measure"),
    [
        ("The busiest month had {} orders.", "month", "count(*)"),
        ("The best quarter had an order amount of ${}.", "quarter", "sum(amount)"),
    ],
)
def test_the_best_month_is_one_of_one_year(admin, analyst, text, part, measure):
    [(best,)] = admin.execute(
        f"SELECT max(n) FROM (SELECT {measure} AS n FROM shop_order GROUP BY date_trunc('{part}', ordered)) AS each"
    )
    number = f"{best:,}"
    verdict, said = check(analyst, text.format(number), f"${number}" if "$" in text else number)
    assert verdict == "supported"
    assert said.startswith(f"the largest, over all {part}s, each of one year, of ordered, of ")


def test_points_lie_between_the_shares_of_two_values(admin, analyst):
    """The shares are of all rows: no row is of both regions."""
    [(points,)] = admin.execute(
        "SELECT round(100.0 * (count(*) FILTER (WHERE region = 'North') - count(*) FILTER (WHERE region = 'South'))"
        " / count(*), 1) FROM shop_order"
    )
    text = "The North's share of orders is {} percentage points higher than the South's."
    assert check(analyst, text.format(points), f"{points} percentage points")[0] == "supported"
    wrong = points + 4
    assert check(analyst, text.format(wrong), f"{wrong} percentage points")[0] == "refuted"
