"""Labelled queries: queries of the program, with what a reading of SQL depends on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from factcheck.catalogue.schema import Column
from factcheck.queries.query import Query


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold of a column's values for a reading to be right."""

    column: Column
    holds: Literal["has no NULL", "is 0 or 1"]


@dataclass(frozen=True, slots=True)
class LabelledQuery:
    """A reading of labelled SQL: its value is ``times`` the result of ``query``, where ``only_if`` holds."""

    query: Query
    only_if: Condition | None = None
    times: int = 1
