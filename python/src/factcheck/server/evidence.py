"""Sources of passages, searches in them, and claims that are checked against them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from time import monotonic
from typing import Any

from factcheck.check.options import require_text
from factcheck.documents.document import read_document
from factcheck.errors.catalogue.arguments import time_budget_not_positive
from factcheck.errors.catalogue.evidence import (
    around_out_of_range,
    bm25_out_of_range,
    k_out_of_range,
    no_source_named,
    search_mode_not_known,
)
from factcheck.evidence.answer import answer, claim_row, message, unanswered_row
from factcheck.evidence.claims import Span, TextClaim, paragraphs_that_state, text_claims
from factcheck.evidence.embed import embed_source as give_embeddings
from factcheck.evidence.refresh import refresh_source as bring_up_to_date
from factcheck.evidence.search import MODES, SourceSearch
from factcheck.evidence.sources import read_bodies, read_sources, readable_sources
from factcheck.evidence.tuning import RECALL_AT
from factcheck.evidence.tuning import tune_bm25 as try_parameters
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.time_budget import NO_LIMIT, TimeLimit, tell_time_is_up
from factcheck.server.entry import entry_point, hint_for_errors
from factcheck.server.memory import settings_in_force
from factcheck.server.session import session
from factcheck.weights.evidence import shipped_evidence_weights

_MOST_PASSAGES = 1_000
_HIGHEST_K1 = 5
_MOST_JUDGED = 20
_NEAREST = 3
"""Passages that a claim which numbers leave open is shown with."""

_AROUND = 600
_MOST_AROUND = 100_000

_UNREADABLE = "Name sources that can be read, or take out others with factcheck.remove_source."


@entry_point
def refresh_source(database: Database, name: str, is_anew: bool) -> dict[str, Any]:
    """Bring the index of a source up to date."""
    with hint_for_errors(_UNREADABLE):
        return asdict(bring_up_to_date(database, name, is_anew))


@entry_point
def embed_source(database: Database, name: str, most: int | None) -> dict[str, Any]:
    """Give embeddings to the passages of a source, to ``most`` of them at most."""
    with hint_for_errors(_UNREADABLE):
        return {"passages": give_embeddings(database, name, most)}


@entry_point
def tune_bm25(database: Database, source: str, labelled: str, k1: list[float], b: list[float]) -> dict[str, Any]:
    """Try parameters of BM25 on labelled claims."""
    if not k1 or not b or any(not 0 <= each <= _HIGHEST_K1 for each in k1) or any(not 0 <= each <= 1 for each in b):
        raise bm25_out_of_range(_HIGHEST_K1)
    [known] = read_sources(database, [source])
    with hint_for_errors(_UNREADABLE):
        tuned = try_parameters(database, known, labelled, k1, b)
    return {
        "tuned": [
            {
                "k1": each.k1,
                "b": each.b,
                **{f"recall_{k}": recall for k, recall in zip(RECALL_AT, each.recalls, strict=True)},
            }
            for each in tuned
        ]
    }


@entry_point
def search(
    database: Database, claim: str, source: str, k: int, mode: str | None, seconds: float | None
) -> dict[str, Any]:
    """Return the passages of a source that are about a claim."""
    if not 1 <= k <= _MOST_PASSAGES:
        raise k_out_of_range(k, _MOST_PASSAGES)
    if mode is not None and mode not in MODES:
        raise search_mode_not_known(mode, MODES)
    limit = _limit(seconds)
    [known] = read_sources(database, [source])
    with hint_for_errors(_UNREADABLE):
        passages = SourceSearch(database, known, _unindexed_rows(database), limit).best(claim, k, mode)
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


@entry_point
def check_evidence(database: Database, claim: str, source: str, k: int, seconds: float | None) -> dict[str, Any]:
    """Judge one claim by the passages of a source."""
    if not 1 <= k <= _MOST_JUDGED:
        raise k_out_of_range(k, _MOST_JUDGED)
    limit = _limit(seconds)
    with hint_for_errors(_UNREADABLE):
        answered = answer(_opened(database, [source], limit), claim, shipped_evidence_weights(), k, limit)
    return {
        "verdict": answered.verdict,
        "p_correct": answered.p_correct,
        "probabilities": answered.judged.probabilities,
        "message": message(answered),
        "evidence": answered.alternatives,
    }


@entry_point
def add_evidence(
    database: Database,
    document: str,
    sources: list[str | None],
    rows: str,
    top_k: int | None,
    seconds: float | None,
) -> dict[str, Any]:
    """Answer by passages what numbers did not: other sentences that state something, and claims left open.

    ``rows`` are those of a check.  Sentences that become claims are numbered after them, so that a claim has the same
    number with sources and without.  Once the ``seconds`` are over, no more passages are looked for.
    """
    names = [name for name in sources if name is not None]
    if not names or len(names) < len(sources):
        raise no_source_named()
    settings = settings_in_force(database)
    require_text(document, settings)
    checked = json.loads(rows)
    limit = NO_LIMIT if seconds is None else TimeLimit(monotonic() + seconds)
    searches = _opened(database, names, limit)
    models = shipped_evidence_weights()
    count = min(top_k or _MOST_JUDGED, _MOST_JUDGED)
    added: list[dict[str, Any]] = []
    context: dict[int, dict[str, Any]] = {}
    unanswered: list[int] = []
    with hint_for_errors(_UNREADABLE):
        for row in checked:
            checkpoint()
            if row["verdict"] == "not_enough_info" and not limit.is_over:
                near = answer(searches, row["sentence"], models, min(count, _NEAREST), limit)
                context[row["claim_no"]] = {"alternatives": near.alternatives, "columns": near.columns}
        for number, claim in enumerate(_claims(document, checked, settings.document_claims), len(checked) + 1):
            checkpoint()
            if limit.is_over:
                unanswered.append(number)
                added.append({"row": unanswered_row(number, claim, document), "columns": []})
                continue
            answered = answer(searches, claim.text, models, count, limit)
            added.append({"row": claim_row(number, claim, document, answered), "columns": answered.columns})
    if unanswered:
        tell_time_is_up(f"passages were looked for up to claim {unanswered[0] - 1}", database)
    return {"added": added, "context": context}


@entry_point
def passage_contexts(database: Database, claims: str) -> dict[str, Any]:
    """Return the passages that the notes of a page show as their sources have them now, with what stands around them.

    Those of sources that the caller may not read are left out, and so are those whose text has changed.
    """
    from factcheck.markup.passages import context_of, shown_passages  # noqa: PLC0415

    said = {
        place: str(passage.get("description"))
        for claim in json.loads(claims)
        for place, passage in shown_passages(claim)
    }
    contexts = []
    with hint_for_errors(_UNREADABLE):
        for source in readable_sources(database, [place.source for place in said]):
            places = [place for place in said if place.source == source.name]
            bodies = read_bodies(database, source, {place.key for place in places})
            for place in places:
                context = context_of(place, bodies.get(place.key, ""), _AROUND)
                if context is not None and context.text == said[place]:
                    contexts.append(asdict(context))
    return {"contexts": contexts}


@entry_point
def passage_context(database: Database, source: str, key: str, start: int, length: int, around: int) -> dict[str, Any]:
    """Return some characters of a row of a source as they are now, with what stands around them."""
    from factcheck.markup.passages import Place, context_of  # noqa: PLC0415

    if not 0 <= around <= _MOST_AROUND:
        raise around_out_of_range(around, _MOST_AROUND)
    [known] = read_sources(database, [source])
    with hint_for_errors(_UNREADABLE):
        body = read_bodies(database, known, [key]).get(key, "")
    context = context_of(Place(source, key, start, length), body, around)
    return {"context": None if context is None else asdict(context)}


def _unindexed_rows(database: Database) -> Callable[[], int]:
    """Return how to ask for the setting, which a search of an index does without."""
    return lambda: settings_in_force(database).unindexed_rows


def _limit(seconds: float | None) -> TimeLimit:
    """Return when a call has to end; raise ``FactcheckError`` for a time that is none."""
    if seconds is None:
        return NO_LIMIT
    if seconds <= 0:
        raise time_budget_not_positive()
    return TimeLimit(monotonic() + seconds)


def _opened(database: Database, names: list[str], limit: TimeLimit) -> list[SourceSearch]:
    rows = _unindexed_rows(database)
    return [SourceSearch(database, source, rows, limit) for source in read_sources(database, names)]


def _claims(document: str, rows: list[dict[str, Any]], most: int) -> list[TextClaim]:
    """Return the sentences that become claims, besides those of the rows, at most ``most`` in all."""
    read = read_document(document)
    stating = set(paragraphs_that_state(read))
    texts = [each.text if index in stating else "" for index, each in enumerate(read.paragraphs)]
    taken = [Span(row["claim_start"], row["claim_start"] + row["claim_length"]) for row in rows]
    return text_claims(read, session.parser.parse(texts), taken)[: max(most - len(rows), 0)]
