"""CSV files as people publish them: encodings, separators, names and types of columns; what is told of other files."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.csv_files import types

from factcheck.commands.spreadsheets.names import column_names, table_name
from factcheck.commands.spreadsheets.table_file import read_table_file
from factcheck.documents.encodings import decode_text
from factcheck.errors import FactcheckError


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
    content = b"a,b\n" + b"1,plain\n" * 60_000 + b"1,caf\xe9\n"
    file = read(content)
    assert file.source.encoding == "cp1252"
    assert file.rows == 60_001


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
