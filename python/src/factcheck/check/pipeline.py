"""The last step of a check: from the interpretation of its claims to rows."""

from __future__ import annotations

from typing import Any

from factcheck.check.interpret import Interpretation
from factcheck.check.prepare import PreparedCheck
from factcheck.check.rows import claim_row
from factcheck.evaluation.claim_results import values_of
from factcheck.inference.verdicts import judge
from factcheck.port import Database


def judged(check: PreparedCheck, found: Interpretation, database: Database) -> list[dict[str, Any]]:
    """The rows of a check, one a claim, as its interpretation has it."""
    rows = []
    best = [[likely.candidate for likely in posterior.best] for posterior in found.posteriors]
    values = values_of(found.results, best, database.checkpoint)
    for place, claim in enumerate(check.claims):
        database.checkpoint()
        posterior = found.posteriors[place]
        judgement = judge(posterior, values[place], check.settings, is_sure=place not in found.unsure)
        rows.append(claim_row(check.parsed.paper.source, claim, judgement, posterior.is_certified))
    return rows
