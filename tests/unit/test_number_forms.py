"""Numbers inside text: in which form a column writes them, what is read, and that nothing else is taken for one."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.derived import qualified_sql
from factcheck.catalogue.number_forms import number_forms, read_form
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.text_index.number_forms import is_called_a_span


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        (["$163M", "$1.2B", "$12.5K", "-"], [163_000_000, 1_200_000_000, 12_500, None]),
        (["42.3%", "5%", "N/A", "-3.1%"], ["42.3", 5, None, "-3.1"]),
        (["1,204", "17", "(1,234)"], [1204, 17, -1234]),
        (["€12.50", "€3"], ["12.50", 3]),
        (["3.5 million litres", "300,000 litres"], [3_500_000, 300_000]),
        (["12 €", "7.20 €"], [12, "7.20"]),
        (["1h 35m", "45m", "2 hours"], [95, 45, 120]),
        (["102 min", "95 mins"], [102, 95]),
        (["5 m", "7 m"], [5, 7]),
        (["4.5K", "300"], [4500, 300]),
        (["1st", "2nd", "11th"], [1, 2, 11]),
        (["19.15 (129)", "3.7 (25)"], [129, 25]),
        (["66 + 70 = 136", "70 + 70 = 140"], [136, 140]),
        (["4/5", "3/5"], [4, 3]),
        (["450", "1204", "n/a", "17"], [450, 1204, None, 17]),
        (["visitors", "450", "1204", "17.5"], [None, 450, 1204, "17.5"]),
        (["₲ 450", "₲ 1,204"], [450, 1204]),
        (["USD 450", "USD 1,204.50"], [450, "1204.50"]),
        (["450 EUR", "1,204 EUR"], [450, 1204]),
        (["1.2k", "340"], [1200, 340]),
        (["500+", "1,000+"], [500, 1000]),
        (["1.204,50", "17,00", "-"], ["1204.50", 17, None]),
        (["17,5 %", "3,2 %"], ["17.5", "3.2"]),
        (["1 204,50", "17,00"], ["1204.50", 17]),
        (["12.5", "7", "103"], ["12.5", 7, 103]),
        (["24:30", "0:45"], ["24.5", "0.75"]),
    ],
)
def test_the_number_of_each_text(values, numbers):
    [form] = number_forms(values)
    assert [form.value(value) for value in values] == [None if n is None else Decimal(n) for n in numbers]


@pytest.mark.parametrize("values", [["w 26 - 20", "l 10 - 56"], ["26 : 20 (3 : 4)", "10 : 56"], ["26–20", "10 to 56"]])
def test_two_numbers_of_each_text(values):
    first, second = number_forms(values)
    assert [first.value(value) for value in values] == [26, 10]
    assert [second.value(value) for value in values] == [20, 56]


@pytest.mark.parametrize(
    "values",
    [
        ["02134", "10115"],  # postal codes
        ["02134", "10115", "80331", "unknown"],
        ["12", "7", "103"],
        ["38", "40", "S", "XL"],
        ["7", "n/a"],
        ["1983 - 87", "1990 - 94"],
        ["2010/11", "2011/12"],
        ["FY03-04", "FY04-05"],
        ["5:00", "13:15"],
        ["1/2", "3/4"],
        ["2:11:45.5", "2:12:01"],
        ["2006-09-12", "2001-10-02"],
        ["555-1234", "555-9999"],
        ["4 July", "5 July"],
        ["12 kg", "3 litres", "7 metres"],
        ["$12", "€3", "£4"],
        ["12 Main Street", "7 Elm Road"],
        ["version 2", "version 3"],
        ["-", "N/A"],
        ["$3", "$3"],
        [],
    ],
)
def test_what_is_no_number(values):
    assert number_forms(values) == ()


def test_a_few_odd_values_do_not_matter():
    values = [f"{n} kg" for n in range(19)]
    [form] = number_forms([*values, "about a ton"])
    assert form.value("about a ton") is None
    assert number_forms([*values[:8], "light", "heavy"]) == ()


@given(
    st.sampled_from(
        [
            ["$1M", "$2K"],
            ["1h", "2m"],
            ["1 - 2", "3 - 4"],
            ["-1%", "2%"],
            ["1,5", "2,5"],
            ["24:30", "25:45"],
            ["1+", "2+"],
        ]
    ),
    st.text(max_size=40),
)
def test_no_text_raises_an_error(values, text):
    for form in number_forms(values):
        value = form.value(text)
        assert value is None or value.is_finite()


@given(st.text(max_size=30))
def test_a_kept_form_is_read_or_passed_over(text):
    form = read_form(text)
    assert form is None or read_form(form.text) == form


def test_forms_are_kept_as_they_are():
    for values in (
        ["$1.5M", "$20K"],
        ["(3)", "1,000"],
        ["1h", "2h 5m"],
        ["1 - 2", "3 - 4"],
        ["-1,5+", "2,5"],
        ["24:30", "25:45"],
    ):
        for form in number_forms(values):
            assert read_form(form.text) == form


def test_the_numbers_are_a_column_of_the_table():
    text = Column(7, 1, "weight", "weight", "text", "S", None, number_forms=("amount:kg::",))
    table = Table(1, "parcel", "public.parcel", None, (text,))
    _, weight = all_columns(table)
    assert weight.is_numeric
    assert weight.is_exact
    assert weight.name == "weight"
    assert "substring(public.parcel.weight, " in qualified_sql(weight, [table])
    assert all_columns(table)[1] == weight


def test_numbers_read_otherwise_are_another_column():
    def number(form):
        text = Column(7, 1, "weight", "weight", "text", "S", None, number_forms=(form,))
        return all_columns(Table(1, "parcel", "public.parcel", None, (text,)))[1]

    assert number("amount:kg::").column_id != number("amount:g::").column_id


def test_columns_are_the_same_where_all_that_is_known_of_them_is():
    one = Column(1, 1, "height", "height", "text", "S", None, number_forms=("amount",))
    assert one == replace(one)
    assert len({one, replace(one)}) == 1
    assert one != replace(one, unit="cm")
    assert one != replace(one, column_id=2)
    assert all_columns(Table(1, "tree", "public.tree", None, (one,)))[0] is one


@pytest.mark.parametrize(("name", "is_span"), [("duration", True), ("lap time", True), ("departure", False)])
def test_the_name_tells_a_span_of_time_from_a_time_of_day(name, is_span):
    forms = number_forms(["4:30", "12:45", "1:02:30"], is_span=is_called_a_span(name))
    assert [[form.value(value) for value in ("4:30", "1:02:30")] for form in forms] == (
        [[Decimal("4.5"), Decimal("62.5")]] if is_span else []
    )


def test_many_numbers_of_any_length_are_amounts():
    assert number_forms([str(number) for number in range(90, 120)])
    assert not number_forms([str(number) for number in range(10_000, 10_030)])


@pytest.mark.parametrize(
    ("values", "is_span"),
    [
        ([f"02:{minute:02}:{minute * 7 % 60:02}" for minute in range(3, 59)], True),
        ([f"{hour:02}:{hour * 2}:{hour * 7 % 60:02}" for hour in range(5, 24)], False),
        ([f"09:{minute:02}:00" for minute in range(59)], False),
        (["02:10:11", "02:11:12"], False),
    ],
)
def test_clocks_to_the_second_that_lie_close_together_are_results(values, is_span):
    assert [form.kind.value for form in number_forms(values)] == (["clock"] if is_span else [])
