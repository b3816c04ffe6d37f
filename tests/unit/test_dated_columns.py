"""Which columns say days, told by how their values are written."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.dated_columns import dated_columns


def ways(name: str, values: list[str] | None) -> list[str]:
    """Return the ways in which a column of whole numbers says days, given some of its values."""
    column = Column(1, 1, name, name, "integer", "N", None)
    samples = {} if values is None else {1: values}
    return [dated.way for dated in dated_columns([Table(1, "sale", "shop.sale", None, (column,))], samples)]


@pytest.mark.parametrize("values", [["20190531", "20190601", "20181231"], [], None])
def test_whole_numbers_called_a_day_may_be_days(values: list[str] | None) -> None:
    assert ways("order_day", values) == ["digits"]


@pytest.mark.parametrize("values", [[str(day) for day in range(1, 32)], ["20191531", "20190600"]])
def test_whole_numbers_that_are_no_days_are_not_read_as_days(values: list[str]) -> None:
    assert ways("day", values) == []


def test_whole_numbers_called_otherwise_are_no_days() -> None:
    assert ways("amount", ["20190531"]) == []


@pytest.mark.parametrize(("values", "expected"), [(["20190531", "20190601"], ["digits"]), (["12", "31"], []), ([], [])])
def test_whole_numbers_of_something_that_happened_are_days_where_rows_show_it(values, expected):
    assert ways("received", values) == expected


@pytest.mark.parametrize(("forms", "expected"), [((), [""]), (("clock:::",), [])])
def test_a_span_of_time_is_no_time_of_day(forms, expected):
    column = Column(1, 1, "lap", "lap", "text", "S", None, number_forms=forms)
    table = Table(1, "race", "track.race", None, (column,))
    assert [dated.way for dated in dated_columns([table], {1: ["4:19", "5:02", "12:30"]})] == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1/31/2023", "2/28/2023"], True),
        (["1/31/2023 11:10:00 PM", "2/28/2023 01:20:00 AM"], False),
        (["Jan 2023", "Feb 2023"], False),
    ],
)
def test_days_between_texts_are_told_where_these_are_whole_days(values, expected):
    column = Column(1, 1, "closed", "closed", "text", "S", None)
    [dated] = dated_columns([Table(1, "request", "city.request", None, (column,))], {1: values})
    assert dated.has_whole_days is expected
