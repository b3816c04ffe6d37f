"""One part of the merged query: what it selects from the coded rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Column


class TooManyGroupsError(Exception):
    """A query met far more groups than a sample of the rows had let expect."""


@dataclass(frozen=True, slots=True)
class Part:
    """A query for one row: ``outputs`` by name, from a source over the relation ``coded``.

    The values x0, x1, … of that relation are those of ``columns``; a part that ``is_summary`` summarizes them.  Of more
    groups than ``most``, if that is given, one more is asked for, which tells that there are too many.
    """

    columns: tuple[Column, ...]
    outputs: Mapping[str, str]
    source: str
    is_summary: bool = False
    most: int | None = None

    def sql(self, condition: str | None) -> str:
        """Write the query, to be run where ``coded`` is known; ``condition`` is asked of every group."""
        outputs = ",\n       ".join(f"{value} AS {name}" for name, value in self.outputs.items())
        groups = (
            self.source if self.most is None else f"(SELECT * FROM {self.source} LIMIT {self.most + 1}) AS first_groups"
        )
        return f"SELECT {outputs}\nFROM {groups}{where(condition)}"


def where(condition: str | None) -> str:
    """Return a WHERE clause after a blank, nothing without a condition."""
    return f" WHERE {condition}" if condition else ""


def key_names(keys: Sequence[Sequence[int]]) -> list[str]:
    """Return the names of the keys of coded rows."""
    return [f"k{number}" for number in range(len(keys))]
