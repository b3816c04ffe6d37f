"""Readings that people put together of fragments, or give as a query of their own."""

from __future__ import annotations

import psycopg
import pytest
from support.decided_trips import rows


def test_a_reading_is_put_together_of_fragments(trips):
    table = trips.name.removeprefix("public.")
    predicates = [
        f"{table}.end_city is 'York'",
        f"{table}.hours > 5",
        f"{table}.start_city <> Leeds",
    ]
    moved = trips.call(
        "correct",
        3,
        "claim_no, new_value",
        function="count",
        column_name=f"{table}.*",
        predicates=predicates,
    )
    expected = rows(
        trips.admin,
        f"SELECT count(*) FROM {trips.name} WHERE end_city = 'York' AND hours > 5 AND start_city <> 'Leeds'",
    )[0][0]
    assert (3, expected) in moved
    assert rows(trips.analyst, trips.claims("query")[2][0]) == [(expected,)]
    share = trips.call(
        "correct", 3, "claim_no, new_value", function="conditional_probability", column_name=f"{table}.*",
        predicates=[f"{table}.end_city = York"], condition=[f"{table}.hours <= 3"],
    )  # fmt: skip
    assert rows(trips.admin, f"SELECT 100.0 * avg((end_city = 'York')::int)::float8 FROM {trips.name} WHERE hours <= 3"
                )[0][0] == pytest.approx(float(dict(share)[3]))  # fmt: skip
    trips.admin.execute(f"DELETE FROM {trips.name} WHERE end_city = 'York'")
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    assert trips.claims("decision, found_value")[2] == ("corrected", 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"function": "mean", "column_name": "{table}.hours"},
            'function "mean" is not known',
        ),
        (
            {"function": "avg", "column_name": "{table}.days"},
            r'column "\w+.days" is not known',
        ),
        (
            {"function": "avg", "column_name": "{table}.end_city"},
            "these fragments make no query",
        ),
        (
            {"function": "count", "column_name": "{table}.hours"},
            "these fragments make no query",
        ),
        (
            {"function": "percentage", "column_name": "{table}.*"},
            "these fragments make no query",
        ),
        (
            {
                "function": "count",
                "column_name": "{table}.*",
                "predicates": ["{table}.hours = many"],
            },
            "not understood",
        ),
        (
            {
                "function": "count",
                "column_name": "{table}.*",
                "predicates": ["in York; DROP TABLE x"],
            },
            "not understood",
        ),
        ({"function": None, "column_name": None}, 'function "" is not known'),
    ],
)
def test_fragments_that_make_no_query_are_told(trips, options, message):
    table = trips.name.removeprefix("public.")

    def named(value):
        return [named(part) for part in value] if isinstance(value, list) else value and value.format(table=table)

    given = {name: named(value) for name, value in options.items()}
    with pytest.raises(psycopg.Error, match=message) as caught:
        trips.call("correct", 3, **given)
    assert caught.value.diag.message_hint
    assert trips.claims("decision") == [(None,)] * 4


def test_a_query_of_ones_own_is_what_is_meant(trips):
    query = f"SELECT count(*) - 6 FROM {trips.name} WHERE end_city = 'Hull' -- the last six were called off"
    moved = trips.call("correct", 4, "claim_no, new_verdict, new_value, message", query=query)
    assert moved[0] == (
        4,
        "supported",
        9,
        "The data agree: the query that was given says 9.",
    )
    trips.call("confirm", 1)  # another decision leaves it
    assert trips.claims("decision, verdict, found_value, query, is_stale")[3] == (
        "corrected",
        "supported",
        9,
        query,
        False,
    )
    trips.admin.execute(f"INSERT INTO {trips.name} VALUES (61, 'Bath', 'Hull', 1)")
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    assert trips.claims("decision, verdict")[3] == ("corrected", "not_enough_info")
    assert trips.call("correct", 4, "new_verdict, new_value", query=query)[0] == (
        "refuted",
        10,
    )
    trips.call("undo_correction", 4)
    trips.call("undo_correction", 4)
    assert trips.claims("decision")[3] == (None,)


def test_a_query_of_ones_own_that_the_program_can_read_holds_from_then_on(trips):
    own = f"select COUNT(1) from {trips.name} t where t.end_city in ('Hull') and t.hours > 3"
    moved = trips.call("correct", 4, "claim_no, new_reading, new_value", query=own)
    [(expected,)] = rows(trips.admin, own)
    table = trips.name.removeprefix("public.")
    assert moved[-1] == (
        4,
        f"the number of rows in {table} where end city is 'Hull' and hours is above 3",
        expected,
    )
    shown = "SELECT query, message FROM fact_check(%s, tables => ARRAY[%s::regclass])"
    [query, message] = rows(trips.analyst, shown, "There were 8 trips for Hull.", trips.name)[0]
    assert rows(trips.analyst, query) == [(expected,)]
    assert "was decided" in message
    trips.admin.execute(f"INSERT INTO {trips.name} VALUES (61, 'Bath', 'Hull', 4)")
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    assert trips.claims("decision, found_value")[3] == ("corrected", expected + 1)


def test_what_a_query_is_read_as_gives_what_it_gives(trips):
    trips.admin.execute(f"UPDATE {trips.name} SET hours = NULL WHERE trip_id > 50")
    own = f"SELECT count(*) FILTER (WHERE hours > 3) * 1.0 / nullif(count(hours), 0) FROM {trips.name}"
    moved = trips.call("correct", 4, "new_value", query=own)
    assert float(moved[0][0]) == pytest.approx(float(rows(trips.admin, own)[0][0]))
    unread = f"SELECT count(*) FROM (SELECT hours FROM {trips.name} LIMIT 7) AS part"
    assert trips.call("correct", 4, "new_reading, new_value", query=unread)[0] == (
        "the result of a query that was given",
        7,
    )


@pytest.mark.parametrize("query", ["", "SELECT count(*) FROM {table}; SELECT 1", "SET work_mem = '1MB'", None])
def test_what_is_not_one_select_is_told_so(trips, query):
    with pytest.raises(psycopg.errors.InvalidParameterValue) as caught:
        trips.call("correct", 4, query=query and query.format(table=trips.name))
    assert caught.value.diag.message_detail == "It is not one SELECT."


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT 9; DELETE FROM {table}", "cannot be the reading"),
        ("DELETE FROM {table} RETURNING 9", "cannot be the reading"),
        (
            "WITH gone AS (DELETE FROM {table} RETURNING 1) SELECT count(*) FROM gone",
            "cannot be the reading",
        ),
        ("SELECT 9", "cannot be the reading"),
        ("SELECT end_city FROM {table} LIMIT 1", "cannot be the reading"),
        ("SELECT hours, hours FROM {table} LIMIT 1", "cannot be the reading"),
        ("SELECT count(*) FROM nowhere", "cannot be the reading"),
        ("SELECT count(*) FROM public.not_added", "cannot be the reading"),
        ("SELECT trip_id INTO public.kept FROM {table}", "cannot be the reading"),
        ("EXPLAIN ANALYZE SELECT count(*) FROM {table}", "cannot be the reading"),
        ("COMMIT", "cannot be the reading"),
        ("SELECT hours FROM {table}", "gives no number, or several"),
        ("SELECT hours FROM {table} WHERE false", "gives no number, or several"),
        ("SELECT max(hours) FROM {table} WHERE false", "gives no number, or several"),
        (
            "SELECT count(*) FROM {table} a, {table} b, {table} c, {table} d, {table} e",
            "would cost too much",
        ),
        ("SELECT hours FROM {table} WHERE trip_id = 1 FOR UPDATE", "."),
        (None, "cannot be the reading"),
    ],
)
def test_what_is_no_reading_is_refused_and_nothing_happens(trips, query, message):
    before = rows(trips.admin, f"SELECT count(*) FROM {trips.name}")
    trips.admin.execute(
        "CREATE TABLE IF NOT EXISTS public.not_added (a integer); GRANT SELECT ON public.not_added TO PUBLIC"
    )
    with pytest.raises(psycopg.Error, match=message) as caught:
        trips.call("correct", 4, query=query and query.format(table=trips.name))
    assert caught.value.diag.message_hint or message == "."
    assert rows(trips.admin, f"SELECT count(*) FROM {trips.name}") == before
    assert trips.claims("decision") == [(None,)] * 4
    assert rows(
        trips.analyst,
        "SELECT to_regclass('pg_temp.factcheck_query_of_ones_own'), to_regclass('public.kept')",
    ) == [(None, None)]
