"""CSV files with more than a table: lines above the headings and below the rows, headings that are data."""

from __future__ import annotations

import pytest
from support.csv_files import types

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
