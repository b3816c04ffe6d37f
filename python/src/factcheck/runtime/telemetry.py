"""How long the stages of a check take."""

from __future__ import annotations

from time import monotonic

from factcheck.port import Database


def tell_time(stage: str, since: float, database: Database) -> float:
    """Tell in a debug message how long a stage took, and return the present time of the monotonic clock."""
    now = monotonic()
    database.debug(f"stage {stage}: {now - since:.6f} s")
    return now
