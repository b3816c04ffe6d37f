"""What samples of columns tell: the few numbers of columns of decimals, and letters before the figures of codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.sampled_values import levels_of_columns, prefixes_of_codes

STARS = Column(1, 1, "stars", "stars", "numeric", "N", None)
FARE = Column(2, 1, "fare", "fare", "double precision", "N", None)
GUESTS = Column(3, 1, "guests", "guests", "integer", "N", None)
ROOMS = Table(1, "room", "harbour.room", None, (STARS, FARE, GUESTS))


class _Rows:
    """Answers each query with the same rows, and keeps it."""

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        self.rows = rows
        self.queries: list[str] = []

    def query(self, sql: str) -> Sequence[dict[str, Any]]:
        """Keep the query."""
        self.queries.append(sql)
        return self.rows

    def notice(self, message: str, detail: str = "", hint: str = "") -> None:
        """Tell no one."""


def test_levels_are_in_ascending_order_and_each_is_frequent():
    often = {"number": 1, "levels": ["10", "0.5", "9"], "filled": 90}
    rarely = {"number": 2, "levels": ["1.25", "2.5"], "filled": 4}
    database = _Rows([often, rarely])
    assert levels_of_columns(database, [ROOMS]) == {1: ("0.5", "9", "10")}
    assert "guests" not in database.queries[0]


def test_only_the_rows_of_indexed_tables_are_read():
    database = _Rows([])
    view = Table(2, "room_view", "harbour.room_view", None, (STARS,), is_indexed=False)
    assert levels_of_columns(database, [view]) == {}
    assert database.queries == []


def test_letters_before_figures_are_those_of_all_codes():
    samples = {
        1: ["z95823", "z95608", "z95815"],
        2: ["a123", "b123", "c123"],
        3: ["north", "z123", "z124"],
        4: ["z123"],
    }
    assert prefixes_of_codes(samples) == {1: ("z", 5)}
