"""Which rows of a table are looked at first, before all of them are read."""

from __future__ import annotations

LEAST_ROWS = 1_000
"""A sample of fewer rows tells nothing."""

SAMPLED_ROWS = 20_000
_ROWS_READ_EACH = 10
"""Rows that are read for each one that is kept: rows of one page are often alike."""


def sample_clause(rows: int, sampled: int = SAMPLED_ROWS) -> str:
    """Write the TABLESAMPLE clause that reads enough pages of a table of so many rows, the same ones each time.

    ``sampled`` is how many rows are kept.
    """
    share = min(100.0, 100.0 * sampled * _ROWS_READ_EACH / max(rows, 1))
    return f" TABLESAMPLE SYSTEM ({share:.6f}) REPEATABLE (0)"


def sample_condition() -> str:
    """Write the condition that keeps some of the rows of these pages."""
    return f"hashtid(ctid) % {_ROWS_READ_EACH} = 0"
