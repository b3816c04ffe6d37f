"""Where Citus has the rows of tables, and what a check has to mind about that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from factcheck.port import Database
from factcheck.sqltext import integer_array

_DISTRIBUTED, _SINGLE_SHARD, _LOCAL = "distributed", "single-shard", "local"


@dataclass(frozen=True, slots=True)
class Placement:
    """Where the rows of a table are.

    ``kind`` is distributed (by the column ``column``), single-shard, reference (on every node) or local.  Rows of
    tables of one ``colocation`` that are equal in these columns are on the same node; it is None of views.
    """

    kind: str
    colocation: int | None = None
    column: str | None = None

    @property
    def is_remote(self) -> bool:
        """Whether rows are on some nodes only, to which a query has to go."""
        return self.kind in {_DISTRIBUTED, _SINGLE_SHARD}

    @property
    def has_own_snapshots(self) -> bool:
        """Whether each query may see another snapshot than the one before it."""
        return self.kind != _LOCAL


class Placed(Protocol):
    """A table, as far as it matters here."""

    @property
    def sql_name(self) -> str:
        """The name as SQL spells it."""

    @property
    def placement(self) -> Placement | None:
        """Where its rows are; None where Citus does not manage it."""


def placements(database: Database, table_ids: Iterable[int]) -> dict[int, Placement]:
    """Return where Citus has the rows of those of some added tables that it manages, by their numbers."""
    rows = database.query_again(f"SELECT p.* FROM factcheck._placements({integer_array(table_ids)}) AS p")
    return {row["table_id"]: Placement(row["kind"], row["colocation"], row["column_name"]) for row in rows}


def warn_of_snapshots(tables: Sequence[Placed], database: Database) -> None:
    """Warn where the queries of a check may see different states of a table: each has a snapshot of its own there."""
    names = [table.sql_name for table in tables if table.placement is not None and table.placement.has_own_snapshots]
    if not names:
        return
    [row] = database.query("SELECT current_setting('transaction_isolation') AS isolation")
    if row["isolation"] in {"read committed", "read uncommitted"}:
        database.warning(
            "numbers of this check may come from different moments",
            detail=f"Citus has the rows of {', '.join(names)}: below REPEATABLE READ each query sees its own snapshot.",
            hint="Check in a transaction: BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY.",
        )


def can_be_joined(one: Placed, own_columns: Sequence[str], other: Placed, other_columns: Sequence[str]) -> bool:
    """Tell whether the nodes can join the rows of one table with their partners in another, each by itself."""
    left, right = one.placement, other.placement
    if right is None or not right.is_remote:
        return True
    if left is None or left.kind != right.kind or left.colocation is None or left.colocation != right.colocation:
        return False
    pairs = list[tuple[str | None, str | None]](zip(own_columns, other_columns, strict=True))
    return left.kind == _SINGLE_SHARD or (left.column, right.column) in pairs
