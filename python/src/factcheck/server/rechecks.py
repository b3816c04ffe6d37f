"""Stored verdicts renewed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from math import inf
from time import monotonic
from typing import Any

from factcheck.catalogue.locked_tables import keep_from_altering, require_still_trusted
from factcheck.errors.catalogue.arguments import time_budget_not_positive
from factcheck.port import Database
from factcheck.runtime.time_budget import TimeLimit
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force
from factcheck.server.session import session
from factcheck.settings import Settings
from factcheck.stored.claims import StoredClaims, read_stored_claims
from factcheck.stored.recheck import Outcome, Rechecked
from factcheck.stored.run import recheck_all

_UNREADABLE = "See what has become of the tables that the text was checked by, or check it again with factcheck.verify."


@dataclass(frozen=True, slots=True)
class _PreparedRecheck:
    """Stored claims that wait to be judged again, and by when."""

    stored: StoredClaims
    settings: Settings
    limit: TimeLimit


@entry_point
def prepare_recheck(database: Database, claims: str, time_budget: float | None) -> dict[str, Any]:
    """Make the readings of stored claims again, and keep their tables as they are; ``time_budget`` in seconds."""
    if time_budget is not None and time_budget <= 0:
        raise time_budget_not_positive()
    limit = TimeLimit(monotonic() + (inf if time_budget is None else time_budget))
    with hint_for_errors(_UNREADABLE):
        stored = read_stored_claims(json.loads(claims, parse_float=Decimal), database)
        if stored.tables:
            keep_from_altering(database, stored.tables)
    return {"token": session.begin(_PreparedRecheck(stored, settings_in_force(database), limit), database)}


@entry_point
def rejudge(database: Database, token: str) -> dict[str, Any]:
    """Run the readings of stored claims and judge the claims anew."""
    recheck, _ = session.take(token, _PreparedRecheck, database)
    with hint_for_errors(_UNREADABLE):
        require_still_trusted(database, recheck.stored.tables)
        judged = recheck_all(recheck.stored, database, recheck.settings, recheck.limit)
        return {"claims": [_row(each) for each in judged]}


def _row(rechecked: Rechecked) -> dict[str, Any]:
    """Return what is stored of a claim; where all is as the check said, no more than the SQL if it is written anew."""
    row: dict[str, Any] = {"claim_no": rechecked.claim.claim_no, "is_as_checked": rechecked.is_as_checked}
    if rechecked.is_as_checked:
        [outcome] = rechecked.outcomes
        is_named_alike = outcome.reading.sql == rechecked.claim.query
        return row if is_named_alike else row | {"message": rechecked.message} | _read(outcome)
    row |= {
        "verdict": rechecked.verdict.value,
        "p_correct": rechecked.p_correct,
        "needs_others": rechecked.needs_others,
        "message": rechecked.message,
        "others": [_found(each) for each in rechecked.outcomes[1:]],
    }
    return row | _found(rechecked.outcomes[0]) if rechecked.outcomes else row


def _found(outcome: Outcome) -> dict[str, Any]:
    return {
        "rank": outcome.reading.rank,
        "found_value": outcome.value,
        "matches": outcome.matches,
        **_read(outcome),
    }


def _read(outcome: Outcome) -> dict[str, str | None]:
    return {"query": outcome.reading.sql, "description": outcome.query.words()}
