"""Arithmetic over columns: what it reads, its type, its SQL, its words, and when two expressions mean the same."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from factcheck.catalogue.derived import derived, qualified_sql
from factcheck.catalogue.expressions import (
    Call,
    Constant,
    DaysBetween,
    HoursBetween,
    Operation,
    YearOf,
    as_list,
    columns_of,
    from_list,
    is_strict,
    sql_of,
    type_of,
    words_of,
)
from factcheck.catalogue.schema import Column, Table


def column(number, name, type_name, table=1):
    return Column(number, table, name, name, type_name, "N", None)


SMALL = column(1, "quantity", "smallint")
WHOLE = column(2, "price", "integer")
BIG = column(3, "views", "bigint")
DECIMAL = column(4, "cost", "numeric(8,2)")
DOUBLE = column(5, "rate", "double precision")
TEXT = column(9, "title", "text")
OPENED = column(10, "opened", "date")
CLOSED = column(11, "closed", "timestamp without time zone")
SEEN = column(12, "seen", "timestamp with time zone")
ONE = Constant(Decimal(1))


def sql(expression):
    return sql_of(expression, lambda one: one.sql_name)


@pytest.mark.parametrize(
    ("expression", "text", "type_name"),
    [
        (Operation("*", SMALL, WHOLE), "quantity::bigint * price", "bigint"),
        (Operation("*", WHOLE, Operation("*", WHOLE, WHOLE)), "price * (price::numeric * price)", "numeric"),
        (Operation("*", Operation("*", WHOLE, WHOLE), DOUBLE), "price::numeric * price * rate::numeric", "numeric"),
        (Operation("*", WHOLE, Operation("*", BIG, DECIMAL)), "price * (views * cost)", "numeric"),
        (Operation("+", BIG, BIG), "views::numeric + views", "numeric"),
        (Operation("*", SMALL, DECIMAL), "quantity * cost", "numeric"),
        (Operation("*", DOUBLE, DOUBLE), "rate::numeric * rate::numeric", "numeric"),
        (Operation("/", SMALL, WHOLE), "quantity::numeric / nullif(price, 0)", "numeric"),
        (Operation("-", DECIMAL, Operation("-", WHOLE, ONE)), "cost - (price::numeric - 1)", "numeric"),
        (Operation("*", Operation("-", ONE, DOUBLE), WHOLE), "(1 - rate::numeric) * price", "numeric"),
        (Call("coalesce", (WHOLE, ONE)), "coalesce(price::bigint, 1::bigint)", "bigint"),
        (Call("round", (WHOLE,)), "round(price::numeric)", "numeric"),
        (
            DaysBetween(OPENED, CLOSED),
            "CASE WHEN isfinite(closed) AND isfinite(opened) THEN (closed::date - opened)::bigint END",
            "bigint",
        ),
        (YearOf(OPENED), "(CASE WHEN isfinite(opened) THEN extract(year FROM opened) END)::bigint", "bigint"),
        (
            Operation("-", WHOLE, YearOf(SEEN)),
            "price - (CASE WHEN isfinite(seen) THEN extract(year FROM (seen AT TIME ZONE 'UTC')) END)::bigint",
            "bigint",
        ),
    ],
)
def test_sql_is_worked_out_in_a_type_that_holds_all_results(expression, text, type_name):
    written = sql(expression)
    assert written == text
    assert type_of(expression) == type_name


def test_the_order_of_factors_and_summands_does_not_matter():
    one = Operation("*", Operation("*", SMALL, WHOLE), DECIMAL)
    other = Operation("*", DECIMAL, Operation("*", WHOLE, SMALL))
    assert derived(one, 1) == derived(other, 1)
    assert derived(Operation("-", SMALL, WHOLE), 1) != derived(Operation("-", WHOLE, SMALL), 1)
    assert derived(Operation("/", SMALL, WHOLE), 1) != derived(Operation("/", WHOLE, SMALL), 1)


def column_of(table_id, column_id, type_name):
    """The column with these numbers, as it is now."""
    columns = {
        (each.table_id, each.column_id, each.type_name): each for each in (WHOLE, DECIMAL, TEXT, OPENED, CLOSED, SEEN)
    }
    return columns[table_id, column_id, type_name]


def test_an_expression_is_kept_and_read_again():
    expression = Operation("-", Call("abs", (WHOLE,)), Operation("/", DECIMAL, Constant(Decimal("0.50"))))
    assert from_list(json.loads(json.dumps(as_list(expression))), column_of) == expression
    days = DaysBetween(OPENED, CLOSED)
    assert from_list(json.loads(json.dumps(as_list(days))), column_of) == days
    year = YearOf(SEEN)
    assert from_list(json.loads(json.dumps(as_list(year))), column_of) == year


@pytest.mark.parametrize(
    "kept",
    [
        ["column", 1, 1, "smallint"],
        ["column", 1, 4, "text"],
        ["column", 1, 9, "text"],
        ["column", "1", 2, "integer"],
        ["pg_sleep", ["number", "1"]],
        ["+", ["number", "1"]],
        ["abs", ["number", "1"], ["number", "1"]],
        ["days", ["column", 1, 10, "date"], ["column", 1, 2, "integer"]],
        ["days", ["column", 1, 10, "date"], ["column", 1, 12, "timestamp with time zone"]],
        ["days", ["column", 1, 10, "date"]],
        ["year", ["column", 1, 2, "integer"], ""],
        ["year", ["column", 1, 10, "date"], "year-month-day"],
        ["year", ["column", 1, 9, "text"], "any way"],
        ["year", ["column", 1, 10, "date"]],
        ["number", "1); DROP TABLE t; --"],
        ["number", "NaN"],
        ["number", 1],
        ["; --", ["number", "1"], ["number", "1"]],
        [],
        "price",
        None,
    ],
)
def test_what_is_no_expression_over_known_columns_of_numbers_is_not_read(kept):
    with pytest.raises(LookupError):
        from_list(kept, column_of)


def test_words_say_what_is_done_first():
    margin = Operation("*", SMALL, Operation("-", WHOLE, DECIMAL))
    assert words_of(margin, lambda one: one.name) == "quantity times (price minus cost)"
    total = Operation("+", Operation("+", SMALL, WHOLE), DECIMAL)
    assert words_of(total, lambda one: one.name) == "quantity plus price plus cost"


def test_days_are_said_from_the_earlier_date_to_the_later():
    assert words_of(DaysBetween(OPENED, CLOSED), lambda one: one.name) == "the days from opened to closed"


def test_the_year_of_a_day_is_said():
    assert words_of(Operation("-", WHOLE, YearOf(OPENED)), lambda one: one.name) == "price minus the year of opened"


def test_only_functions_that_give_values_for_null_are_not_strict():
    assert is_strict(Operation("*", SMALL, Call("abs", (WHOLE,))))
    assert not is_strict(Operation("*", SMALL, Call("coalesce", (WHOLE, ONE))))


def test_a_derived_column_names_tables_where_it_has_to():
    lines, products = (
        Table(number, name, f"public.{name}", None, ()) for number, name in ((1, "lines"), (2, "products"))
    )
    price = column(7, "price", "numeric", table=2)
    revenue = derived(Operation("*", SMALL, price), 1)
    assert qualified_sql(revenue, [lines, products]) == "public.lines.quantity * public.products.price"
    assert revenue.table_ids == {1, 2}
    assert columns_of(revenue.formula) == (SMALL, price)


def test_hours_lie_between_times_of_one_kind():
    opened, closed = (
        Column(number, 1, name, name, "timestamp without time zone", "D", None)
        for number, name in ((1, "opened_at"), (2, "closed_at"))
    )
    hours = HoursBetween(opened, closed)
    assert words_of(hours, lambda column: column.name) == "the hours from opened_at to closed_at"
    assert type_of(hours) == "numeric"
    known = {1: opened, 2: closed}
    assert from_list(as_list(hours), lambda _table, number, _type: known[number]) == hours
    day = Column(2, 1, "closed_on", "closed_on", "date", "D", None)
    with pytest.raises(LookupError):
        from_list(as_list(hours), lambda _table, number, _type: {1: opened, 2: day}[number])
