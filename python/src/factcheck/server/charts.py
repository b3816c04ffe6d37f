"""Charts of verdicts and facts, and what renders them in the server."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from factcheck.port import Database
from factcheck.server.entry import entry_point


@entry_point
def draw_verdict(_database: Database, claim: str) -> dict[str, Any]:
    """Return the chart of a row of ``fact_check``; None where there is nothing to draw."""
    from factcheck.charts.of_verdict import verdict_chart  # noqa: PLC0415 - a check does without it

    return {"chart": verdict_chart(json.loads(claim, parse_float=Decimal))}
