"""Every kind of predicate means the same to the server and to Python: random values of the types that it takes."""

from __future__ import annotations

import json
import random
from itertools import combinations, permutations

import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.expressions import Operation
from factcheck.catalogue.schema import read_tables
from factcheck.catalogue.written_days import hour_of, hour_sql, quick_hour_sql
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.either_equals import EitherEquals
from factcheck.queries.predicates.either_outcome import EitherOutcome
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.has_entries import HasEntries
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.kept import KINDS, as_list, from_list
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.ordered_values import has_order
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.text_contains import TextContains

# Each value has one spelling: Python compares texts, while to the server 3.30 is 3.3, -0 is 0, and 'a ' is 'a' as
# char(5).  Capital letters are plain ones: which others have a small one depends on the server's locale.
VALUES = {
    "integer": ["20210304", "0", "-1", "7", "8", "12", "-2147483648", "2147483647"],
    "smallint": ["0", "-1", "7", "32767", "-32768"],
    "bigint": ["0", "7", "9007199254740993", "9223372036854775807", "-9223372036854775808"],
    "numeric": ["NaN", "Infinity", "-Infinity", "0", "0.1", "3.3", "-3.3", "1" + "0" * 30, "0." + "0" * 19 + "1"],
    "numeric(8, 2)": ["NaN", "0.00", "3.30", "-3.30", "100000.01"],
    "double precision": ["NaN", "Infinity", "-Infinity", "0", "0.1", "3.3", "-3.3", "1e-300", "1.7e+308", "1e+22"],
    "real": ["NaN", "Infinity", "-Infinity", "0", "0.1", "3.3", "-3.3", "1e-30", "3.4e+38", "1.6777216e+07"],
    "date": [
        "infinity",
        "-infinity",
        "0044-03-15 BC",
        "0001-02-29 BC",
        "0001-01-01",
        "0999-12-31",
        "2000-02-29",
        "2021-03-04",
        "2021-03-07",
        "9999-12-31",
        "10000-01-31",
        "5874897-12-31",
        "4713-01-01 BC",
    ],
    "text": [
        "",
        " ",
        "Tea",
        "TEA",
        "green tea",
        "it's",
        '"q"',
        "back\\slash",
        "\\",
        "100%",
        "a_b",
        "axb",
        "two\nlines",
        "ünïcödé",
        "表",
        "E'",
        "NULL",
        "$1",
        "{}",
    ],
    "text COLLATE public.no_case": ["Tea", "it's", "a b"],
    "varchar(9)": ["", "Tea", "%s", "%", "it''s"],
    "char(5)": ["", "Tea", "a b", "100%"],
    "timestamp without time zone": [
        "infinity",
        "-infinity",
        "0044-03-15 10:00:00 BC",
        "2020-12-31 23:59:59.999",
        "2021-01-01 00:00:00",
        "2021-05-31 05:30:00",
        "2021-06-01 21:00:00",
        "2021-06-05 12:00:00",
        "10000-01-31 04:00:00",
    ],
    "timestamp with time zone": [
        "infinity",
        "2020-12-31 23:30:00+00",
        "2021-05-31 22:30:00+00",
        "2021-06-01 04:00:00+00",
    ],
    "time without time zone": ["00:00:00", "04:59:59", "17:00:00", "23:30:00"],
    "boolean": ["true", "false"],
    "public.drink": ["it's tea", "Tea", "100%"],
    "public.hot_drink": ["Tea", "100%"],
    "public.few": ["1", "2", "3"],
    "interval": ["1 day", "02:00:00", "-1 years"],
    "uuid": ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
}
BOUNDS = {
    "integer": ["7.5", "-0.5", "3000000000", "-1" + "0" * 30],
    "smallint": ["7.5", "40000"],
    "bigint": ["0.5", "9223372036854775808"],
    "numeric": ["3.3000000001", "1" + "0" * 31],
    "double precision": [
        "3.3000000001",
        "0.30000000000000004",
        "1" + "0" * 400,
        "-1" + "0" * 400,
        "0." + "0" * 400 + "1",
    ],
    "real": ["3.3000001", "0.2", "16777217", "1" + "0" * 40, "-1" + "0" * 400, "0." + "0" * 50 + "1"],
    "date": ["2021-03-05", "0045-01-01 BC", "10000-02-01"],
}
WRITTEN = {
    "year-month-day": ["2021-03-04", "2021-3-7 17:45", "2020-02-30", "2021-06-05T23:10:00", "2021.12.31"],
    "month/day/year": ["03/04/2021", "12/31/2020 05:00", "2/30/2020"],
    "day/month/year": ["04/03/2021", "31-12-2020 9:15"],
    "month/day/two digits": ["3/4/21", "12/31/69", "1/1/70"],
    "day/month/two digits": ["4/3/21", "31/12/69 20:00"],
    "month name day year": ["March 4, 2021", "sept. 30, 2020", "MAY 1 1999"],
    "day month name year": ["4 March 2021", "30-Sep-2020"],
    "day month name two digits": ["4-Mar-21", "30-SEP-70"],
    "month name year": ["March 2021", "Sep-2020"],
    "year-month": ["2021-03", "2020/12"],
    "year quarter": ["2021 Q3", "2020Q4", "2021-q1"],
    "quarter year": ["Q3 2021", "q4 2020", "Q1-2021", "Q2'2021"],
    "year month day": ["20210304", "20201231"],
}
NO_DAYS = ["", "n/a", "2021", "0000-01-01", "2021-13-01", "99/99/9999", "1:5", "25:00", "Marching 4, 2021", "12:30 PM"]
VALUES |= {"public.written": [*(text for texts in WRITTEN.values() for text in texts), *NO_DAYS, "17:05:00", "7:30 "]}
PARTS = {
    "quarter": [(1, 1), (4, 4)],
    "month": [(2, 2), (3, 5), (11, 2)],
    "isodow": [*((day, day) for day in range(1, 8)), (6, 7), (1, 5)],
    "hour": [(5, 5), (17, 20), (21, 4), (0, 23)],
}
PERIODS = [
    ("2021-01-01", "2022-01-01"),
    ("2021-03-01", "2021-04-01"),
    ("2021-03-04", "2021-03-05"),
    ("2020-10-01", "2021-06-01"),
    ("2021-03-05", None),
    (None, "2021-01-01"),
    ("0001-01-01", None),
]
TEXTS = ["tea", "TEA", "%", "_", "\\", "'", '"', "", " ", "ü", "表", "\n", "it's", "E'", "e t"]


@pytest.fixture(scope="module")
def columns(admin):
    """Add a table with a column of each type, which holds each value and NULL; return its columns by type."""
    admin.execute("""
        CREATE TYPE public.drink AS ENUM ('it''s tea', 'Tea', '100%');
        CREATE DOMAIN public.hot_drink AS public.drink;
        CREATE COLLATION public.no_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
        CREATE DOMAIN public.written AS text;
        CREATE DOMAIN public.few AS integer CHECK (value < 9);
    """)
    fields = ", ".join(f"c{index} {kind}" for index, kind in enumerate(VALUES))
    admin.execute(f"CREATE TABLE public.sample ({fields})")
    for index, values in enumerate(VALUES.values()):
        for value in [*values, None]:
            admin.execute(f"INSERT INTO public.sample (c{index}) VALUES (%s)", [value])
    admin.execute("SELECT factcheck.add_table('public.sample')")
    [table] = read_tables(PsycopgDatabase(admin), ["sample"])
    return dict(zip(VALUES, table.columns, strict=True))


def bounds_of(column, kind):
    """Return values of a column and numbers between them, as far as they can be bounds."""
    return [value for value in VALUES[kind] if not value.endswith("y") or not column.is_integer] + BOUNDS.get(kind, [])


def plain_predicates(column, kind, chance):
    """Return predicates of every kind that a column takes, but for negations."""
    literals = [*VALUES[kind], *{"text": ["none", "tea'"], "integer": ["5"]}.get(kind, [])]
    predicates = [IsNull(column), *(Equals(column, literal) for literal in literals)]
    pairs = [sorted(chance.sample(literals, 2)) for _ in range(6)] + [sorted(literals)]
    predicates += [OneOf(column, tuple(pair)) for pair in pairs]
    if has_order(column):
        bounds = bounds_of(column, kind)
        predicates += [Compare(column, each, bound) for each in ("<", "<=", ">", ">=") for bound in bounds]
        predicates += [Between(column, *chance.sample(bounds, 2), is_below=at % 2 == 1) for at in range(20)]
        predicates += [Between(column, bound, bound) for bound in bounds]
    for way in ways_of(column, kind):
        has_day = bool(way) or not (column.is_time or column.is_text)
        predicates += [Period(column, *ends, way) for ends in PERIODS if has_day]
        for part, values in PARTS.items():
            has_part = has_day if part != "hour" else not (column.is_date or column.is_integer)
            predicates += [DatePart(column, part, *ends, way) for ends in values if has_part]
    if column.is_text:
        predicates += [TextContains(column, text, at_start) for text in TEXTS for at_start in (False, True)]
        predicates += [HasEntries(column, sign, (text,)) for text in TEXTS if text for sign in (" ", ", ", "e")]
    return predicates


def ways_of(column, kind):
    """Return the ways in which a column may say days or hours; the empty one is that of its type."""
    if kind == "public.written":
        return [*WRITTEN, ""]
    if kind == "integer":
        return ["digits"]
    return [""] if column.is_date or column.is_timestamp or column.is_time else []


def predicates_of(column, kind):
    """Return different predicates of every kind that a column takes.

    Nothing is negated twice.
    """
    plain = list(dict.fromkeys(plain_predicates(column, kind, random.Random(kind))))
    return [*plain, *(Not(predicate) for predicate in plain)]


def truth(admin, column, predicates):
    """Return for each row the value as the server prints it, and which predicates hold of it."""
    conditions = ", ".join(f"({predicate.sql(column.sql_name)}) IS TRUE" for predicate in predicates)
    query = f"SELECT {column.sql_name}::text, {conditions} FROM public.sample"
    return [(row[0], row[1:]) for row in admin.execute(query.encode()).fetchall()]


@pytest.mark.parametrize("kind", VALUES)
def test_a_predicate_includes_what_it_selects(admin, columns, kind):
    column = columns[kind]
    predicates = predicates_of(column, kind)
    wrong = [
        (predicate, value, is_selected)
        for value, selected in truth(admin, column, predicates)
        for predicate, is_selected in zip(predicates, selected, strict=True)
        if predicate.includes(value) is not is_selected
    ]
    assert wrong == []


@pytest.mark.parametrize("kind", VALUES)
def test_predicates_that_exclude_one_another_have_no_value_in_common(admin, columns, kind):
    column = columns[kind]
    predicates = predicates_of(column, kind)
    rows = [selected for _, selected in truth(admin, column, predicates)]
    both = {(a, b) for row in rows for a, b in permutations([index for index, holds in enumerate(row) if holds], 2)}
    assert [(predicates[a], predicates[b]) for a, b in sorted(both) if predicates[a].excludes(predicates[b])] == []


@pytest.mark.parametrize("kind", VALUES)
def test_a_predicate_is_kept_as_a_list_and_told_apart_by_its_key(columns, kind):
    column = columns[kind]
    predicates = predicates_of(column, kind)
    for predicate in predicates:
        assert from_list(json.loads(json.dumps(as_list(predicate))), column, {}) == predicate
    keys = [predicate.sort_key for predicate in predicates]
    assert len(set(keys)) == len(predicates)
    assert sorted(keys)


def test_every_kind_is_drawn(columns):
    drawn = {type(predicate) for kind, column in columns.items() for predicate in predicates_of(column, kind)}
    assert drawn == set(KINDS) - {ColumnCompare, EitherEquals, EitherOutcome, ExpressionCompare}


def test_some_predicates_of_every_kind_with_an_order_exclude_one_another(columns):
    pairs = list(combinations(predicates_of(columns["integer"], "integer"), 2))
    excluding = {type(one) for one, other in pairs if one.excludes(other)}
    assert excluding >= {Equals, OneOf, Between, Compare, IsNull}


def test_either_of_two_columns_has_a_value(admin, columns):
    one, other = columns["integer"], columns["bigint"]
    either = EitherEquals(one, other, "77")
    pairs = "unnest('{77,1,5,NULL,77}'::integer[], '{1,77,6,77,NULL}'::bigint[]) AS s"
    names = f"s ({one.sql_name}, {other.sql_name})"
    query = f"SELECT count(*) FROM {pairs.removesuffix('s')}{names} WHERE {either.sql(f's.{one.sql_name}')}"
    assert admin.execute(query.encode()).fetchone() == (4,)
    known = {column.column_id: column for column in columns.values()}
    assert from_list(json.loads(json.dumps(as_list(either))), one, known) == either


def test_two_columns_are_compared_as_the_server_does_and_kept(admin, columns):
    one, other, elsewhere = columns["integer"], columns["bigint"], columns["text"]
    admin.execute(
        f"INSERT INTO public.sample ({one.sql_name}, {other.sql_name})"
        " SELECT a, b FROM unnest('{1,2,3,NULL,NULL}'::integer[], '{1,1,4,1,NULL}'::bigint[]) AS pair (a, b)"
    )
    pair = f"SELECT count(*) FROM public.sample AS s WHERE {one.sql_name} + {other.sql_name} < 9 AND "
    known = {column.column_id: column for column in columns.values()}
    for comparison, count in ((">", 1), ("=", 1)):
        predicate = ColumnCompare(one, comparison, other)
        for condition, rows in ((predicate, count), (Not(predicate), 3 - count)):
            assert admin.execute((pair + condition.sql(f"s.{one.sql_name}")).encode()).fetchone() == (rows,)
            assert from_list(json.loads(json.dumps(as_list(condition))), one, known) == condition
    kept = as_list(ColumnCompare(one, ">", other))
    for changed in ({}, known | {other.column_id: elsewhere}):
        with pytest.raises(LookupError):
            from_list(kept, one, changed)


def test_sums_are_compared_as_the_server_does_and_kept(admin, columns):
    one, other, elsewhere = columns["integer"], columns["bigint"], columns["text"]
    admin.execute("DELETE FROM public.sample")
    admin.execute(
        f"INSERT INTO public.sample ({one.sql_name}, {other.sql_name})"
        " SELECT a, b FROM unnest('{1,2,3,NULL,4}'::integer[], '{1,1,4,1,NULL}'::bigint[]) AS pair (a, b)"
    )
    known = {column.column_id: column for column in columns.values()}
    for comparison, count in ((">", 1), (">=", 2), ("=", 1), ("<=", 2), ("<", 1)):
        predicate = ExpressionCompare(one, Operation("+", one, other), comparison, "3")
        for condition, rows in ((predicate, count), (Not(predicate), 3 - count)):
            query = f"SELECT count(*) FROM public.sample AS s WHERE {condition.sql(f's.{one.sql_name}')}"
            assert admin.execute(query.encode()).fetchone() == (rows,)
            assert from_list(json.loads(json.dumps(as_list(condition))), one, known) == condition
    kept = as_list(ExpressionCompare(one, Operation("+", one, other), ">", "3"))
    for changed in ({}, known | {other.column_id: elsewhere}):
        with pytest.raises(LookupError):
            from_list(kept, one, changed)
    with pytest.raises(LookupError):
        from_list([*kept[:-1], "3 OR true"], one, known)


TIMES = [
    *("00:00", "09:30", "23:59", "24:00", "12:60", "9:30", "9:5", "12:30:15", "12:30:60", "12:30:15.5", "12:3"),
    *("12:30 PM", "12:30pm", "12:30:15 am", "2021-03-04 10:30", "2021-03-04T10:30:00", "x 11:15", "x11:15", "1:230"),
    *("", "12:30:15:20", "12:30\n", "12:30:15\nx", " 12:30", "12:30 ", "12:30-14:00", "１２:30"),
]
"""Texts that say an hour, and some that nearly do."""


def test_the_hour_of_very_many_rows_is_that_of_one(admin):
    quick, plain = quick_hour_sql("v.value"), hour_sql("v.value")
    rows = admin.execute(f"SELECT {quick}, {plain} FROM unnest(%s::text[]) AS v (value)", [TIMES]).fetchall()
    assert rows == [(hour, hour) for hour in map(hour_of, TIMES)]
    assert {9, 10, 12, 23, None} <= {hour for hour, _ in rows}
