"""Weights that a site has fitted."""

from __future__ import annotations

from typing import Any

from factcheck.inference.known_weights import require_known
from factcheck.port import Database
from factcheck.server.entry import entry_point


@entry_point
def check_weights(_database: Database, kind: str | None, weights: str | None) -> dict[str, Any]:
    """Look through weights that a site wants to take."""
    require_known(kind, weights)
    return {}
