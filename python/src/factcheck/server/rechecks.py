"""Stored verdicts renewed."""

from __future__ import annotations

import json
from decimal import Decimal
from math import inf
from time import monotonic
from typing import Any

from factcheck.errors.catalogue import time_budget_not_positive
from factcheck.port import Database
from factcheck.runtime.time_budget import TimeLimit
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force
from factcheck.stored.claims import stored_claims
from factcheck.stored.recheck import Rechecked
from factcheck.stored.run import recheck_all

_UNREADABLE = "See what has become of the tables that the text was checked by, or check it again with factcheck.verify."


@entry_point
def rejudge(database: Database, claims: str, time_budget: float | None) -> dict[str, Any]:
    """Run the readings of stored claims and judge the claims anew; ``time_budget`` in seconds."""
    if time_budget is not None and time_budget <= 0:
        raise time_budget_not_positive()
    limit = TimeLimit(monotonic() + (inf if time_budget is None else time_budget))
    settings = settings_in_force(database)
    given = stored_claims(json.loads(claims, parse_float=Decimal))
    with hint_for_errors(_UNREADABLE):
        return {"claims": [_row(each) for each in recheck_all(given, database, settings, limit)]}


def _row(rechecked: Rechecked) -> dict[str, Any]:
    best = rechecked.readings[0] if rechecked.readings else None
    return {
        "claim_no": rechecked.claim.claim_no,
        "verdict": rechecked.verdict.value,
        "p_correct": rechecked.p_correct,
        "found_value": best.value if best else None,
        "matches": best.matches if best else None,
        "has_turned": best is not None and best.matches is not rechecked.claim.readings[0].matches,
        "message": rechecked.message,
        "readings": [{"rank": each.rank, "value": each.value, "matches": each.matches} for each in rechecked.readings],
    }
