"""Sources of passages, searches in them, and claims that are checked against them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from factcheck.errors.catalogue.evidence import k_out_of_range, search_mode_not_known
from factcheck.evidence.refresh import refresh_source as bring_up_to_date
from factcheck.evidence.search import MODES, SourceSearch
from factcheck.evidence.sources import read_sources
from factcheck.port import Database
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force

_MOST_PASSAGES = 1_000
_UNREADABLE = "Name sources that can be read, or take out others with factcheck.remove_source."


@entry_point
def refresh_source(database: Database, name: str, is_anew: bool) -> dict[str, Any]:
    """Bring the index of a source up to date."""
    with hint_for_errors(_UNREADABLE):
        return asdict(bring_up_to_date(database, name, is_anew))


@entry_point
def search(database: Database, claim: str, source: str, k: int, mode: str) -> dict[str, Any]:
    """Return the passages of a source that are about a claim."""
    if not 1 <= k <= _MOST_PASSAGES:
        raise k_out_of_range(k, _MOST_PASSAGES)
    if mode not in MODES:
        raise search_mode_not_known(mode, MODES)
    [known] = read_sources(database, [source])
    with hint_for_errors(_UNREADABLE):
        passages = SourceSearch(database, known, settings_in_force(database)).best(claim, k, mode)
    return {
        "passages": [
            {
                "rank": each.rank,
                "passage": each.text,
                "score": each.score,
                "matched_terms": list(each.terms),
                "source_key": each.key,
            }
            for each in passages
        ]
    }
