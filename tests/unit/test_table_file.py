"""CSV files as people publish them: encodings, separators, headings, types; what is left out, and what is told."""

from __future__ import annotations

import csv
import re
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.commands.spreadsheets.encodings import decode_text
from factcheck.commands.spreadsheets.names import column_names, table_name
from factcheck.commands.spreadsheets.table_file import ReadingOptions, TableFile, read_table_file
from factcheck.errors import FactcheckError


@pytest.fixture
def read(tmp_path: Path):
    def read(content: str | bytes, **options: object) -> TableFile:
        path = tmp_path / "data.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_table_file(path, ReadingOptions(**options))

    return read


def types(file: TableFile) -> list[str]:
    return [column.sql_type for column in file.columns]


@pytest.mark.parametrize(
    ("values", "sql_type"),
    [
        (["1", "-20", "+3"], "integer"),
        (["2147483647"], "integer"),
        (["1", "2147483648"], "bigint"),
        (["-9223372036854775808"], "bigint"),
        (["9223372036854775808"], "numeric"),
        (["9" * 5000], "numeric"),
        (["1", "2.50"], "numeric"),
        ([".5", "-1e-3", "3."], "numeric"),
        (["0", "1", "0"], "integer"),
        (["t", "f"], "text"),
        (["True", "FALSE", "true"], "boolean"),
        (["True", "1"], "text"),
        (["00501", "10001"], "text"),
        (["-01"], "text"),
        (["007.5"], "text"),
        (["1,204"], "text"),
        (["12", "n/a"], "integer"),
        (["NaN"], "text"),
        (["2024-02-29", "2024/3/1"], "date"),
        (["2023-02-29"], "text"),
        (["2024-01-31", "2024-01-31 7:05"], "timestamp"),
        (["2024-01-31T23:59:59.25"], "timestamp"),
        (["2024-01-31 25:00"], "text"),
        (["31/12/2024", "1/2/2024"], "date"),
        (["12/31/2024", "1/2/2024 8:00"], "timestamp"),
        (["31/12/2024", "12/31/2024"], "text"),
        (["1/2/2024", "3/4/2024"], "text"),
        (["2024-01-31", "31/12/2024"], "text"),
        (["", " "], "text"),
        (["٣"], "text"),
    ],
)
def test_a_type_holds_for_all_values(read, values: list[str], sql_type: str) -> None:
    rows = "".join(f'x,"{value}"\n' for value in [*values, ""])
    assert types(read("k,v\n" + rows))[1] == sql_type


def test_values_lose_padding_and_empty_ones_are_null(read) -> None:
    file = read("a,b,c\n 1 , x y ,\n2,,   \n")
    assert types(file) == ["integer", "text", "text"]
    assert list(file.records()) == [["1", "x y", None], ["2", None, None]]


def test_local_dates_are_handed_over_in_iso_order(read) -> None:
    day_first = read("d\n31/12/2024\n1/2/2024 8:00\n")
    assert [row[0] for row in day_first.records()] == ["2024-12-31", "2024-2-1 8:00"]
    month_first = read("d\n12/31/2024\n1/2/2024\n")
    assert [row[0] for row in month_first.records()] == ["2024-12-31", "2024-1-2"]


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("a;Größe\n1;2\n".encode("utf-8-sig"), "utf-8-sig"),
        ("a;Größe\n1;2\n".encode(), "utf-8"),
        ("a;Größe\n1;2\n".encode("utf-16"), "utf-16"),
        ("a;Größe\n1;2\n".encode("cp1252"), "cp1252"),
        ("a;Größe\n1;\x81\n".encode("latin-1"), "latin-1"),
    ],
)
def test_encodings(read, content: bytes, encoding: str) -> None:
    file = read(content)
    assert file.source.encoding == encoding
    assert [column.name for column in file.columns] == ["a", "Größe"]


def test_an_encoding_is_decided_on_the_whole_file(read) -> None:
    content = b"a,b\n" + b"1,plain\n" * 300_000 + b"1,caf\xe9\n"
    file = read(content)
    assert file.source.encoding == "cp1252"
    assert file.rows == 300_001


def test_a_document_decodes_alike() -> None:
    assert decode_text(b"\xef\xbb\xbfab") == "ab"
    assert decode_text("naïve".encode("cp1252")) == "naïve"
    assert decode_text(b"\x81") == "\x81"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_line_ends_and_separators(read, end: str, separator: str) -> None:
    rows = [["name", "note"], ["x", '"one, two; three\n| four\t"'], ["y", ""]]
    file = read(end.join(separator.join(row) for row in rows) + end)
    assert file.source.separator == separator
    assert list(file.records()) == [["x", "one, two; three\n| four"], ["y", None]]


def test_commas_inside_the_values_do_not_win_over_semicolons(read) -> None:
    file = read("name;price\n" + "".join(f"a, b, c {n};1,5\n" for n in range(50)))
    assert file.source.separator == ";"
    assert len(file.columns) == 2


def test_one_column_needs_no_separator(read) -> None:
    file = read("value\n1\n2\n")
    assert types(file) == ["integer"]


def test_ragged_rows_lose_nothing(read) -> None:
    file = read("a,b\n1\n2,3,4\n5,6,,\n")
    assert [column.name for column in file.columns] == ["a", "b", "column_3"]
    assert list(file.records()) == [
        ["1", None, None],
        ["2", "3", "4"],
        ["5", "6", None],
    ]
    assert file.ragged_rows == 2


def test_headings_become_usable_names() -> None:
    long = "ü" * 40
    names = column_names(["a", "", "a", " ", "ctid", long, long, "column_2"])
    assert names[:5] == ["a", "column_2", "a_2", "column_4", "ctid_2"]
    assert names[5] == "ü" * 31
    assert names[6] == "ü" * 30 + "_2"
    assert names[7] == "column_2_2"


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))))
def test_names_are_always_valid(headings: list[str]) -> None:
    names = column_names(headings)
    assert len(set(names)) == len(headings)
    assert all(name and len(name.encode()) <= 63 for name in names)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("Sales - May.2024.csv", "sales___may_2024"),
        ("ABC.csv", "abc"),
        ("é" * 50 + ".csv", "é" * 31),
    ],
)
def test_tables_are_named_after_their_files(file: str, name: str) -> None:
    assert table_name(Path(file)) == name


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "is empty"), (b"a,b\n\0,1\n", "is not a text file")],
)
def test_files_that_are_no_csv_are_told(read, content: bytes, message: str) -> None:
    with pytest.raises(FactcheckError, match=message):
        read(content)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FactcheckError, match="cannot read file") as caught:
        read_table_file(tmp_path / "none.csv")
    assert caught.value.detail == "No such file or directory."


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


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["1,234"], "stays text: a comma may set off thousands or decimals; say which with --decimal"),
        (["$1,234", "$5"], "stays text: a comma may set off thousands or decimals; say which with --decimal"),
        (["3/4/2023", "5/6/2023"], "stays text: day and month may stand in either order; say which with --dates"),
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


PREAMBLE = "Sales report\nPeriod:,May 2024\n\n"
BODY = "month,units,price,note\nApril,312,1.50,a\nMay,402,1.75,b\nJune,100,2.00,\n"


@pytest.mark.parametrize("preamble", [PREAMBLE, "Sales report,,,\nPeriod:,May 2024,,\n,,,\n", "Sales report\n"])
def test_lines_above_the_headings_are_left_out_and_told(read, preamble: str) -> None:
    file = read(preamble + BODY)
    assert [column.name for column in file.columns] == ["month", "units", "price", "note"]
    assert types(file) == ["text", "integer", "numeric", "text"]
    assert (file.rows, file.ragged_rows) == (3, 0)
    assert file.notices[0].startswith('above the headings left out: "Sales report"')


@pytest.mark.parametrize(
    ("footer", "told"),
    [
        ("\nSource: the shop\n", '"Source: the shop"'),
        (",,,\nas sent in,,,\n", '"as sent in"'),
        ("* without returns\n", '"* without returns"'),
        ("Total,814,,\n", '"Total 814"'),
        ("Total:,814,5.25,\n\nSource: the shop\n", '"Total: 814 5.25", "Source: the shop"'),
        (
            "All numbers are those of the tills as they were closed in the evening\n",
            '"All numbers are those of the tills',
        ),
    ],
)
def test_lines_below_the_table_are_left_out_and_told(read, footer: str, told: str) -> None:
    file = read(BODY + footer)
    assert (file.rows, file.ragged_rows, types(file)) == (3, 0, ["text", "integer", "numeric", "text"])
    assert len(list(file.records())) == 3
    [notice] = file.notices
    assert notice.startswith(f"below the table left out: {told}")


@pytest.mark.parametrize(
    "last",
    ["July\n", "July,,,\n", "2024\n", "Total,99,1.00,x\n", "Source,5,5.00,\n", "Total\n\nAugust,5,1.00,c\n"],
)
def test_rows_that_may_be_data_are_kept(read, last: str) -> None:
    file = read(BODY + last)
    assert len(list(file.records())) == file.rows == 3 + len(last.split())
    assert [notice for notice in file.notices if "left out" in notice] == []


@pytest.mark.parametrize(
    "content",
    [
        ",value\nx,5\ny,6\n",
        ",name\nx,Ann\ny,Bob\n",
        "name,,\nAnn,York,tea\nBob,Hull,coffee\n",
        "name\nAnn,York\nBob,Hull\n",
        "2019,2020\n5,6\n7,8\n",
        "value\n1\n2\n",
        "a,b\n1\n2,3,4\n5,6,,\n",
        "id\n",
    ],
)
def test_the_first_row_has_the_headings_unless_others_surely_do(read, content: str) -> None:
    file = read(content)
    first = content.splitlines()[0].split(",")
    assert [column.heading for column in file.columns][: len(first)] == first
    assert file.notices == ()


def test_as_written_nothing_is_left_out_or_read_otherwise(read) -> None:
    content = "Sales report,,\nprice,share,n\n$5,45%,n/a\n,,\nTotal,9,9\nSource: x\n"
    file = read(content, as_written=True)
    assert [column.heading for column in file.columns] == ["Sales report", "", ""]
    assert types(file) == ["text", "text", "text"]
    assert list(file.records()) == [
        ["price", "share", "n"],
        ["$5", "45%", "n/a"],
        [None, None, None],
        ["Total", "9", "9"],
        ["Source: x", None, None],
    ]
    assert file.notices == ()


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


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30), min_size=1, max_size=8
    )
)
def test_any_texts_are_read_without_an_error(tmp_path_factory, values) -> None:
    path = tmp_path_factory.getbasetemp() / "texts.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([["k", "v"], *(["x", value] for value in values)])
    file = read_table_file(path)
    for record in file.records():
        assert len(record) == len(file.columns)
    if len(file.columns) == 2 and file.columns[1].sql_type == "text" and not file.notices:
        assert [record[1] or "" for record in file.records()] == [value.strip() for value in values]
