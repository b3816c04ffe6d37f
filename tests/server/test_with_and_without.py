"""What something adds, or costs, is the difference between what has it and what has not."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    """Cottages with a garage or without, and calves whose cows were ill or not."""
    admin.execute(f"""
        CREATE TABLE public.cottage AS
        SELECT g AS cottage_no, 90000 + g * 7919 % 61000 + g % 2 * 23000 AS price, g % 2 AS garage,
               (ARRAY['north', 'south', 'west'])[1 + g % 3] AS side
        FROM generate_series(1, 300) AS g;
        CREATE TABLE public.calf AS
        SELECT g AS calf_no, 31000 + g * 37 % 4001 - CASE WHEN g % 5 = 0 THEN 2300 ELSE 0 END AS grams,
               CASE WHEN g % 5 = 0 THEN 'yes' ELSE 'no' END AS fever
        FROM generate_series(1, 410) AS g;
        CREATE TABLE public.member AS
        SELECT g AS member_id, (ARRAY['Yes', 'No', 'No locker'])[1 + g % 3] AS sauna_pass,
               CASE WHEN g % 5 < 2 THEN 'Yes' ELSE 'No' END AS late_fee,
               CASE WHEN g % 7 < 2 OR g % 6 = 1 OR g % 5 = 0 THEN 'Yes' ELSE 'No' END AS churn, 20 + g % 11 AS visits
        FROM generate_series(1, 420) AS g;
        GRANT SELECT ON public.cottage, public.calf, public.member TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{cottage, calf, member}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def difference(session, table, measure, having):
    query = (
        f"SELECT avg({measure}) FILTER (WHERE {having}) - avg({measure}) FILTER (WHERE NOT {having}) AS d FROM {table}"
    )
    return round(session.execute(query).fetchone()["d"])


def readings(session, table, text, stated):
    rows = session.execute("SELECT * FROM fact_check(%s, ARRAY[%s]::regclass[])", [text, table]).fetchall()
    row = next(row for row in rows if row["claim_text"] == stated)
    found = [(row["found_value"], row["description"])]
    return [*found, *((each["value"], each["description"]) for each in row["alternatives"])]


def are_compared(found, measure, value):
    return any(
        f"the average of {measure}" in words and " less the average of " in words and round(float(each)) == value
        for each, words in found
        if each is not None
    )


def test_what_something_adds_is_told_beside_what_has_it_not(session):
    value = difference(session, "cottage", "price", "garage = 1")
    found = readings(
        session, "cottage", f"A garage adds ${value:,} to the price of a cottage on average.", f"${value:,}"
    )
    assert are_compared(found, "price", value)


def test_what_something_costs_may_be_less(session):
    value = -difference(session, "calf", "grams", "fever = 'yes'")
    found = readings(session, "calf", f"Fever cost a calf {value:,} grams on average.", f"{value:,}")
    assert are_compared(found, "grams", value)


def test_a_comparative_at_the_end_leaves_out_the_other(session):
    value = difference(session, "cottage", "price", "garage = 1")
    text = f"Cottages with a garage have an average price that is ${value:,} higher."
    assert are_compared(readings(session, "cottage", text, f"${value:,}"), "price", value)


@pytest.mark.parametrize(
    "text",
    [
        "Cottages with a garage have an average price of ${:,}.",
        "Every third cottage, with a garage, has a price of ${:,}.",
    ],
)
def test_a_plain_average_is_no_difference(session, text):
    value = difference(session, "cottage", "price", "garage = 1")
    found = readings(session, "cottage", text.format(value), f"${value:,}")
    assert not any(" less the average of " in words for _, words in found)


@pytest.mark.parametrize(
    ("subject", "verb", "sign"),
    [("sauna pass", "reduces", 1), ("sauna pass", "cuts", 1), ("late fee", "increases", -1)],
)
def test_what_changes_a_rate_is_told_beside_those_without_it(session, subject, verb, sign):
    rate = "100 * avg((churn = 'Yes')::int) FILTER (WHERE {} = '{}')"
    column = subject.replace(" ", "_")
    query = f"SELECT {rate.format(column, 'No')} - {rate.format(column, 'Yes')} AS d FROM public.member"
    value = round(sign * session.execute(query).fetchone()["d"], 1)
    stated = f"{value} percentage points"
    found = readings(session, "member", f"A {subject} {verb} churn by {stated}.", stated)
    assert any(
        words.count(f"{subject} is") == 2 and " less " in words and round(each, 1) == value
        for each, words in found
        if each is not None
    )
