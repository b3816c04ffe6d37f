"""The stage that retrieves query fragments for the claims of a check."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.check.prepare import PreparedCheck
from factcheck.claims.keywords import all_passages
from factcheck.retrieval.predicate_cue import ClaimWords
from factcheck.retrieval.relevance import Relevance
from factcheck.retrieval.retrieve import retrieve
from factcheck.runtime.context import CheckContext
from factcheck.runtime.time_budget import RETRIEVAL_ENDS


@dataclass(frozen=True, slots=True)
class RetrievedCheck:
    """The claims of a check with what their words find among the fragments."""

    check: PreparedCheck
    relevance: tuple[Relevance, ...]


def retrieve_fragments(check: PreparedCheck, context: CheckContext) -> RetrievedCheck:
    """Retrieve the fragments of each claim (Algorithm 1)."""
    limit = context.budget.until(RETRIEVAL_ENDS)
    with context.stage("retrieval"):
        passages = all_passages(check.claims, check.parsed.document, check.parsed.parses)
        words = [ClaimWords(p, c.conditions, c.numbers) for c, p in zip(check.claims, passages, strict=True)]
        relevance = retrieve(check.keywords, check.tables, context.database, context.settings, limit, words)
    return RetrievedCheck(check, tuple(relevance))
