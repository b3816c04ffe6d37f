"""What reports of tickets and campaigns say: hours for each, cost-per-click, refund rates, the highest of all."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    """Repairs in steps that take seconds, posters that were paid for, and voyages of which some were refunded."""
    admin.execute(f"""
        CREATE TABLE public.repair AS
        SELECT 'R' || lpad((1 + g % 311)::text, 4, '0') AS repair_id,
               (ARRAY['High', 'Low', 'Medium'])[1 + g % 3] AS urgency,
               (ARRAY['Hull', 'Mast', 'Sail'])[1 + g * g % 7 % 3] AS part, 9000 + g * 7919 % 190001 AS effort_seconds,
               (g * g % 11 = 0 OR (g * g % 7 % 3 = 1 AND g % 4 = 0))::integer AS error
        FROM generate_series(1, 2011) AS g;
        CREATE TABLE public.poster AS
        SELECT (ARRAY['Quay', 'Market', 'Station'])[1 + g % 3] AS spot, 40 + g * 37 % 301 AS cost,
               300 + g * 71 % 4001 AS clicks
        FROM generate_series(1, 90) AS g;
        CREATE TABLE public.voyage AS
        SELECT g AS voyage_id, date '2020-01-01' + g % 700 AS booked_on,
               (ARRAY['Heron', 'Egret', 'Stork'])[1 + g % 3] AS ship,
               CASE WHEN g * g % 13 < 3 THEN date '2020-03-01' + g % 700 END AS refund_ts,
               CASE WHEN g % 9 > 1 THEN 20 + g % 31 END AS tide
        FROM generate_series(1, 1900) AS g;
        GRANT SELECT ON public.repair, public.poster, public.voyage TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{repair, poster, voyage}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def checked(session, table: str, text: str, stated: str) -> tuple[str, str]:
    """Return the verdict of a number, and the query that it is read as."""
    rows = session.execute("SELECT * FROM fact_check(%s, ARRAY[%s]::regclass[])", [text, table]).fetchall()
    row = next(row for row in rows if row["claim_text"] == stated)
    return row["verdict"], row["description"]


def result(session, query: str) -> str:
    [row] = session.execute(f"SELECT {query} AS value").fetchall()
    return str(row["value"])


HOURS = "(SELECT round(sum(effort_seconds) / 3600.0 / count(DISTINCT repair_id)) FROM repair{})"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("The average effort for each repair was {} hours.", ""),
        ("On average, mast repairs took an effort of {} hours per repair.", " WHERE part = 'Mast'"),
    ],
)
def test_what_each_thing_takes_is_told_in_another_unit(session, text, condition):
    hours = result(session, HOURS.format(condition))
    verdict, description = checked(session, "repair", text.format(hours), hours)
    assert verdict == "supported"
    assert "divided by the number of different values of repair id" in description
    more = str(int(hours) + 90)
    assert checked(session, "repair", text.format(more), more)[0] != "supported"


def test_a_hyphen_joins_what_an_amount_is_divided_by(session):
    cost = result(session, "(SELECT round(sum(cost)::numeric / sum(clicks), 3) FROM poster WHERE spot = 'Quay')")
    verdict, description = checked(session, "poster", f"The quay has a cost-per-click of ${cost}.", f"${cost}")
    assert verdict == "supported"
    assert "divided by the total of clicks" in description


def test_the_rate_of_what_happened_is_of_those_that_have_a_time_of_it(session):
    share = "(SELECT round(100.0 * count(refund_ts) / count(*), 1) FROM voyage WHERE ship = 'Egret')"
    rate = result(session, share)
    verdict, description = checked(session, "voyage", f"The Egret had a refund rate of {rate}%.", f"{rate}%")
    assert verdict == "supported"
    assert "refund ts is known" in description


def test_values_are_missing_of_what_the_heading_names(session):
    count = result(session, "(SELECT count(*) FROM voyage WHERE tide IS NULL)")
    text = f"## Tide\n\nThere are {count} missing values."
    assert checked(session, "voyage", text, count) == (
        "supported",
        "the number of rows in voyage where tide is missing",
    )


def test_the_highest_is_no_value_that_is_high(session):
    shares = "(SELECT round(100.0 * sum(error) / count(*), 1) FROM repair WHERE part {} 'Mast')"
    of_masts, of_others = (result(session, shares.format(sign)) for sign in ("=", "<>"))
    text = f"Mast was the part that had the highest error rate at {of_masts}% while others were at {of_others}%."
    verdict, description = checked(session, "repair", text, f"{of_others}%")
    assert "urgency" not in description
    assert verdict == "supported"


def test_numbers_averaged_by_a_kind_are_divided(session):
    count = result(session, "(SELECT round(1.0 * count(*) / count(DISTINCT ship), 1) FROM voyage)")
    verdict, description = checked(session, "voyage", f"The average number of voyages by ship is {count}.", count)
    assert "divided by the number of different values of ship" in description
    assert verdict == "supported"
