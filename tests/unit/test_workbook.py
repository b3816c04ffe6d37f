"""Sheets of Excel workbooks: values as stored, units of formats, merged cells, sheets to choose from."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from factcheck.commands.spreadsheets.table_file import ReadingOptions, TableFile, read_table_file
from factcheck.commands.spreadsheets.workbook import unit_of_format
from factcheck.errors import FactcheckError


@pytest.fixture
def read(tmp_path: Path):
    def read(workbook: Workbook, sheet: str | None = None) -> TableFile:
        workbook.save(tmp_path / "data.xlsx")
        return read_table_file(tmp_path / "data.xlsx", ReadingOptions(sheet))

    return read


def workbook_of(*rows: object) -> Workbook:
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    return workbook


def test_values_have_the_types_that_they_are_stored_with(read) -> None:
    file = read(
        workbook_of(
            ["n", "big", "price", "new", "day", "moment", "at", "code", "note"],
            [1, 3_000_000_000, 0.1 + 0.2, True, date(2024, 2, 29), datetime(2024, 2, 29, 7, 5), time(7, 5), "007", "a"],
            [-2, 5, 1e-7, False, date(2024, 3, 1), datetime(2024, 3, 1), time(8), "12", None],
        )
    )
    assert [column.sql_type for column in file.columns] == [
        "integer",
        "bigint",
        "numeric",
        "boolean",
        "date",
        "timestamp",
        "text",
        "text",
        "text",
    ]
    assert list(file.records()) == [
        ["1", "3000000000", "0.3", "true", "2024-02-29", "2024-02-29 07:05:00", "07:05:00", "007", "a"],
        ["-2", "5", "0.0000001", "false", "2024-03-01", "2024-03-01 00:00:00", "08:00:00", "12", None],
    ]
    assert (file.source.description, file.notices) == ('sheet "Sheet"', ())


@pytest.mark.parametrize(
    ("number_format", "unit"),
    [
        ("General", ""),
        ("0%", "%"),
        ("0.00%;[Red]-0.00%", "%"),
        ('"$"#,##0.00', "$"),
        ("$#,##0_);($#,##0)", "$"),
        ("[$€-407]#,##0.00", "€"),
        ('#,##0.00\\ "€"', "€"),
        ("#,##0.00 [$CHF]", "CHF"),
        ('_-* #,##0.00 "kr"_-;-* #,##0.00 "kr"_-', "kr"),
        ('0.0 "kg"', ""),
        ('0 "% of all"', ""),
        ("#,##0.00", ""),
        ("[$-409]0.00", ""),
    ],
)
def test_units_are_those_of_the_cells_formats(number_format: str, unit: str) -> None:
    assert unit_of_format(number_format) == unit


def test_shares_are_loaded_as_they_are_shown(read) -> None:
    workbook = workbook_of(["k", "share", "price"], ["x", 0.455, 2], ["y", 1, 3.5])
    for row in workbook.active.iter_rows(min_row=2):
        row[1].number_format, row[2].number_format = "0.0%", '"$"0.00'
    file = read(workbook)
    assert list(file.records()) == [["x", "45.5", "2"], ["y", "100", "3.5"]]
    assert [column.comment for column in file.columns] == [None, "in percent (%)", "in dollars ($)"]
    assert file.notices == ("column share: shown with %", "column price: shown with $")


def test_a_currency_in_some_formats_of_a_column_is_that_of_all_but_a_percentage_is_not(read) -> None:
    workbook = workbook_of(["k", "price", "share"], ["x", 2, 0.5], ["y", 3.5, 4], ["z", 0, 0])
    workbook.active["B2"].number_format, workbook.active["C2"].number_format = '"$"0.00', "0%"
    file = read(workbook)
    assert list(file.records()) == [["x", "2", "50%"], ["y", "3.5", "4"], ["z", "0", "0"]]
    assert [column.comment for column in file.columns] == [None, "in dollars ($)", None]
    assert file.notices[1] == 'column share: stays text: 1 "%" and 1 nothing beside its numbers'


def test_stored_numbers_are_not_read_as_other_columns_are_written(read) -> None:
    """The point of a stored number is a decimal point, whatever texts beside it are like."""
    file = read(workbook_of(["weight", "price"], [1.234, "12,50"], [2.5, "1.100,00"]))
    assert [column.sql_type for column in file.columns] == ["numeric", "numeric"]
    assert list(file.records()) == [["1.234", "12.50"], ["2.5", "1100.00"]]
    mixed = read(workbook_of(["k", "weight"], ["x", 1.234], ["y", "12,5"]))
    assert list(mixed.records()) == [["x", "1.234"], ["y", "12.5"]]


def test_errors_in_cells_are_no_values(read) -> None:
    file = read(workbook_of(["k", "n"], ["x", 5], ["y", "#DIV/0!"], ["z", "#N/A"]))
    assert [record[1] for record in file.records()] == ["5", None, None]
    assert "read as NULL" in file.notices[0]


def test_a_title_and_notes_are_left_out_and_a_frame_of_empty_cells(read) -> None:
    workbook = workbook_of(
        [],
        [None, "Sales by month"],
        [],
        [None, "month", "units"],
        [None, "May", 402],
        [None, "June", 100],
        [None, "Total", 502],
        [],
        [None, "Source: tills"],
    )
    workbook.active.merge_cells("B2:C2")
    file = read(workbook)
    assert [column.name for column in file.columns] == ["month", "units"]
    assert list(file.records()) == [["May", "402"], ["June", "100"]]
    assert file.notices == (
        'above the headings left out: "Sales by month"',
        'below the table left out: "Total 502", "Source: tills"',
    )


def test_headings_that_span_columns_are_joined_with_those_below(read) -> None:
    workbook = workbook_of(
        ["Sales report"],
        ["region", 2022, None, 2023, None],
        [None, "Q1", "Q2", "Q1", "Q2"],
        ["North", 1, 2, 3, 4],
        ["South", 5, 6, 7, 8],
    )
    for cells in ("A1:E1", "A2:A3", "B2:C2", "D2:E2"):
        workbook.active.merge_cells(cells)
    file = read(workbook)
    assert [column.name for column in file.columns] == ["region", "2022 Q1", "2022 Q2", "2023 Q1", "2023 Q2"]
    assert list(file.records()) == [["North", "1", "2", "3", "4"], ["South", "5", "6", "7", "8"]]
    assert file.notices == (
        'above the headings left out: "Sales report"',
        "headings of several rows joined, as some stand above several columns",
    )


def test_merged_cells_of_rows_are_filled_down(read) -> None:
    workbook = workbook_of(["region", "city", "n"], ["North", "York", 1], [None, "Hull", 2], ["South", "Bath", 3])
    workbook.active.merge_cells("A2:A3")
    file = read(workbook)
    assert [record[0] for record in file.records()] == ["North", "North", "South"]
    assert file.notices == ("1 merged cell filled down",)


def test_the_first_visible_sheet_with_values_is_loaded_and_others_are_told(read) -> None:
    workbook = Workbook()
    hidden = workbook.create_sheet("Secret")
    hidden.append(["h"])
    hidden.append([9])
    hidden.sheet_state = "hidden"
    for name, value in (("May", 1), ("June", 2)):
        workbook.create_sheet(name).append(["n"])
        workbook[name].append([value])
    file = read(workbook)
    assert (list(file.records()), file.source.description) == ([["1"]], 'sheet "May"')
    assert file.notices == ('other sheets not loaded: "June"; choose one with --sheet',)
    assert list(read(workbook, "June").records()) == [["2"]]
    assert list(read(workbook, "2").records()) == [["9"]]
    with pytest.raises(FactcheckError, match='no sheet "July"') as caught:
        read(workbook, "July")
    assert caught.value.detail == 'Its sheets are "Sheet", "Secret", "May", "June".'


def test_formulas_without_a_result_are_told(read) -> None:
    file = read(workbook_of(["n", "double"], [1, "=A2*2"], [2, "=A3*2"]))
    assert list(file.records()) == [["1", None], ["2", None]]
    assert file.notices[0].startswith("2 formulas have no stored result and read as NULL")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.xls", b"x", "in a format that is not read"),
        ("a.ods", b"x", "in a format that is not read"),
        ("a.xlsx", b"no zip", "not readable as a workbook"),
        ("a.xlsx", None, "cannot read file"),
        ("a.csv", b"n\n1\n", "has no sheets"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(FactcheckError, match=message) as caught:
        read_table_file(tmp_path / name, ReadingOptions(sheet="1"))
    assert caught.value.hint or caught.value.detail


def test_an_empty_workbook_is_told(read) -> None:
    with pytest.raises(FactcheckError, match="is empty"):
        read(Workbook())


@given(
    st.lists(st.decimals(min_value=-(10**9), max_value=10**9, places=3), min_size=1, max_size=10),
    st.sampled_from(["General", "0.00", '"$"#,##0.00', "#,##0.00 [$€-407]"]),
)
def test_stored_numbers_come_back_as_they_were(tmp_path_factory, numbers, number_format: str) -> None:
    workbook = workbook_of(["k", "v"], *(["x", float(number)] for number in numbers))
    for row in workbook.active.iter_rows(min_row=2):
        row[1].number_format = number_format
    path = tmp_path_factory.getbasetemp() / "numbers.xlsx"
    workbook.save(path)
    file = read_table_file(path)
    assert [Decimal(record[1] or "") for record in file.records()] == numbers
