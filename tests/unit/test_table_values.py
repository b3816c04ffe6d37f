"""Values of CSV files as people write them: amounts, shares, dates; what may be read in two ways stays as it is."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.csv_files import types

from factcheck.commands.spreadsheets.table_file import read_table_file


def column(read, *values: str, **options: object):
    """The reading of a column of these values beside a column of names, and its values as PostgreSQL gets them."""
    rows = "".join(f'x{number};"{value}"\n' for number, value in enumerate(values))
    file = read("k;v\n" + rows, **options)
    return file.columns[1], [record[1] for record in file.records()], list(file.notices)


@pytest.mark.parametrize(
    ("values", "sql_type", "read_as", "comment", "told"),
    [
        (
            ["$1,234.50", "$2.00"],
            "numeric",
            ["1234.50", "2.00"],
            "in dollars ($)",
            "$ removed, thousands commas removed",
        ),
        (["-$5", "$-7", "($1,000.50)"], "numeric", ["-5", "-7", "-1000.50"], "in dollars ($)", None),
        (["$5", "$ -"], "integer", ["5", "0"], "in dollars ($)", "$ removed, dashes read as 0"),
        (["1.234,50 €", "0,99 €"], "numeric", ["1234.50", "0.99"], "in euros (€)", None),
        (["CHF 1'234.50", "CHF 7.00"], "numeric", ["1234.50", "7.00"], "in CHF", None),
        (["R$ 1.234.567", "R$ 2,5"], "numeric", ["1234567", "2.5"], "in R$", None),
        (["45%", "7 %", "-3%"], "integer", ["45", "7", "-3"], "in percent (%)", "% removed"),
        (["12,5 %", "1.100,25 %"], "numeric", ["12.5", "1100.25"], "in percent (%)", None),
        (["3,5", "12,25"], "numeric", ["3.5", "12.25"], None, "decimal commas read as points"),
        (["1,234", "1,234,567"], "integer", ["1234", "1234567"], None, "thousands commas removed"),
        (["1,234", "12.5"], "numeric", ["1234", "12.5"], None, "thousands commas removed"),
        (["1.234", "1.234.567"], "integer", ["1234", "1234567"], None, "thousands points removed"),
        (["1 234", "1 234 567"], "integer", ["1234", "1234567"], None, "thousands spaces removed"),
        (
            ["1\u202f234,5", "7"],
            "numeric",
            ["1234.5", "7"],
            None,
            "thousands spaces removed, decimal commas read as points",
        ),
        (["12,34,567", "1,000"], "integer", ["1234567", "1000"], None, "thousands commas removed"),
        (["1,234,567,890,123"], "bigint", ["1234567890123"], None, "thousands commas removed"),
        (["−5", "+3"], "integer", ["-5", "+3"], None, "minus signs read as hyphens"),
        (["$5", "0"], "integer", ["5", "0"], "in dollars ($)", "$ removed"),
        (["01.03.2023", "02.04.2023"], "date", ["2023-03-01", "2023-04-02"], None, "dates read with the day first"),
        (
            ["2024-03-01T10:00:00Z", "2024-03-01 12:30+02:00"],
            "timestamp with time zone",
            ["2024-03-01T10:00:00Z", "2024-03-01 12:30+02:00"],
            None,
            "times with a zone, such as +02:00, read as of UTC",
        ),
        (["4", "n/a", "-", "N/A"], "integer", ["4", None, None, None], None, None),
        (["2024-01-31", "NA"], "date", ["2024-01-31", None], None, '1 value "NA" read as NULL'),
        (["true", "#N/A"], "boolean", ["true", None], None, '1 value "#N/A" read as NULL'),
    ],
)
def test_what_is_written_for_people_is_read(read, values, sql_type, read_as, comment, told) -> None:
    found, records, notices = column(read, *values)
    assert (found.sql_type, records, found.comment) == (sql_type, read_as, comment)
    assert notices
    if told is not None:
        assert notices == [f"column v: {told}"]


@pytest.mark.parametrize("zone", ["Z", "z", "+00:00", "+00", "-0000"])
def test_times_of_utc_are_read_without_more_words(read, zone) -> None:
    found, records, notices = column(read, f"2024-03-01T10:00:00.1234567{zone}")
    assert (found.sql_type, records) == ("timestamp with time zone", [f"2024-03-01T10:00:00.1234567{zone}"])
    assert notices == []


@pytest.mark.parametrize("value", ["2024-03-01T10:00+15:00", "2024-03-01T10:00+2", "2024-03-01T10:00ZZ", "2024-03-01Z"])
def test_what_is_no_zone_makes_no_time(read, value) -> None:
    assert column(read, value)[0].sql_type == "text"


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["1,234"], "stays text: a comma may set off thousands or decimals; say which with --decimal"),
        (["$1,234", "$5"], "stays text: a comma may set off thousands or decimals; say which with --decimal"),
        (["3/4/2023", "5/6/2023"], "stays text: day and month may stand in either order; say which with --dates"),
        (["2024-03-01T10:00Z", "2024-03-01"], "stays text: 1 of 2 times are without a time zone"),
        (["$5", "€5"], 'stays text: 1 "$" and 1 "€" beside its numbers'),
        (["45%", "0.3"], 'stays text: 1 "%" and 1 nothing beside its numbers'),
        (["1,234.50", "1.234,50"], "stays text: its numbers are written in different ways"),
        ([*"123456789", "10", "see note"], 'stays text: 1 of 11 values are no numbers, such as "see note"'),
        (["555 123 456", "555 987 654"], None),
        (["12.345.678", "98.765.432"], None),
        (["192.168.100.200"], None),
        (["1.2.3"], None),
        (["00501", *"123456789", "10"], None),
        (["1,2,3", "1,2"], None),
        (["n/a", "NA"], None),
        (["Paris", "n/a"], None),
        (["5)", "(5"], None),
        (["--5"], None),
        (["$5€"], None),
        (["1e5%"], None),
        (["31.12.2023", "12.31.2023"], None),
        (["5" * 100 + ",5"], None),
    ],
)
def test_what_may_be_read_in_two_ways_stays_as_it_is(read, values, told) -> None:
    found, records, notices = column(read, *values)
    assert (found.sql_type, found.comment, records) == ("text", None, values)
    assert notices == ([] if told is None else [f"column v: {told}"])


def test_other_columns_decide_what_one_leaves_open(read) -> None:
    english = read('people;price;born\n"1,234";"$1,234.50";3/4/2023\n"2,000";"$2.00";3/25/2023\n')
    assert types(english) == ["integer", "numeric", "date"]
    assert next(iter(english.records())) == ["1234", "1234.50", "2023-3-4"]
    assert english.notices[0] == "column people: thousands commas removed, as other columns show"
    german = read("people;price;weight\n1.234;1,50;1,234\n2.000;2,00;2,345\n")
    assert types(german) == ["integer", "numeric", "numeric"]
    assert next(iter(german.records())) == ["1234", "1.50", "1.234"]


def test_columns_of_dates_decide_for_each_other(read) -> None:
    file = read("ordered,shipped\n3/4/2023,3/25/2023\n5/6/2023,5/7/2023\n")
    assert next(iter(file.records())) == ["2023-3-4", "2023-3-25"]
    assert file.notices[0] == "column ordered: dates read with the month first, as other columns show"


def test_columns_that_contradict_each_other_decide_nothing(read) -> None:
    file = read('a;b;c\n"1,234";"1,234.50";"1.234,50"\n')
    assert types(file) == ["text", "numeric", "numeric"]
    dates = read("a;b;c\n3/4/2023;25/4/2023;4/25/2023\n")
    assert types(dates) == ["text", "date", "date"]


def test_points_stay_decimals_where_nothing_else_is_known(read) -> None:
    file = read("a\n1.234\n2.500\n")
    assert (types(file), list(file.records()), file.notices) == (["numeric"], [["1.234"], ["2.500"]], ())


def test_lists_of_codes_are_no_decimals(read) -> None:
    file = read('codes;price\n"1,2";1.50\n"2,3";2.25\n')
    assert types(file) == ["text", "numeric"]
    assert "--decimal" in file.notices[0]


@pytest.mark.parametrize(
    ("option", "values", "read_as"),
    [
        ({"decimal": "."}, ["1,234", "$"], None),
        ({"decimal": "."}, ["1,234"], ["1234"]),
        ({"decimal": ","}, ["1,234"], ["1.234"]),
        ({"decimal": ","}, ["12.50"], ["12.50"]),
        ({"date_order": "day first"}, ["3/4/2023"], ["2023-4-3"]),
        ({"date_order": "month first"}, ["3/4/2023"], ["2023-3-4"]),
        ({"date_order": "month first"}, ["25/4/2023"], ["2023-4-25"]),
    ],
)
def test_options_decide_what_is_left_open_and_nothing_else(read, option, values, read_as) -> None:
    found, records, _ = column(read, *values, **option)
    assert records == (values if read_as is None else read_as)
    assert (found.sql_type == "text") == (read_as is None)


FORMS = {
    "english": (",", "."),
    "german": (".", ","),
    "swiss": ("'", "."),
    "french": ("\u202f", ","),
    "si": ("\u00a0", "."),
}


def written(number: Decimal, group: str, point: str) -> str:
    return f"{number:,f}".translate({ord(","): group, ord("."): point})


@given(
    st.lists(st.decimals(min_value=-(10**12), max_value=10**12, places=2), min_size=1, max_size=20),
    st.sampled_from(sorted(FORMS)),
    st.sampled_from(["{}", "{} %", "${}", "€ {}", "{} EUR", "{} kr"]),
)
def test_amounts_come_back_as_they_were(tmp_path_factory, numbers, form: str, unit: str) -> None:
    path = tmp_path_factory.getbasetemp() / "amounts.csv"
    values = [unit.format(written(number, *FORMS[form])) for number in numbers]
    path.write_text("k;v\n" + "".join(f'x;"{value}"\n' for value in values), "utf-8")
    file = read_table_file(path)
    assert file.columns[1].sql_type == "numeric"
    assert [Decimal(record[1] or "") for record in file.records()] == numbers


@given(st.lists(st.integers(-(10**15), 10**15), min_size=1, max_size=20), st.sampled_from(sorted(FORMS)))
def test_whole_numbers_come_back_or_stay_as_they_are_written(tmp_path_factory, numbers, form: str) -> None:
    path = tmp_path_factory.getbasetemp() / "numbers.csv"
    values = [written(Decimal(number), *FORMS[form]) for number in numbers]
    path.write_text("k;v\n" + "".join(f'x;"{value}"\n' for value in values), "utf-8")
    file = read_table_file(path)
    records = [record[1] or "" for record in file.records()]
    if file.columns[1].sql_type == "text":
        assert records == values
    elif file.columns[1].sql_type == "numeric" and form == "german":
        assert records == values  # 1.234 and nothing that tells
    else:
        assert list(map(int, records)) == numbers


@given(
    st.lists(st.dates(date(1000, 1, 1), date(9999, 12, 31)), min_size=1, max_size=10),
    st.sampled_from(["%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y/%m/%d"]),
)
def test_dates_come_back_or_stay_as_they_are_written(tmp_path_factory, days, form: str) -> None:
    path = tmp_path_factory.getbasetemp() / "dates.csv"
    values = [day.strftime(form) for day in days]
    path.write_text("k;v\n" + "".join(f"x;{value}\n" for value in values), "utf-8")
    file = read_table_file(path)
    records = [record[1] or "" for record in file.records()]
    if file.columns[1].sql_type == "date":
        parts = [[int(part) for part in re.split("[-/]", record)] for record in records]
        assert [date(*part) for part in parts] == days
    else:
        assert records == values
        assert form[0:2] in {"%d", "%m"}
        assert "." not in form
