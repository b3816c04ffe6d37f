"""A check from the prepared document to its rows: the steps in order, nothing else."""

from __future__ import annotations

from typing import Any

from factcheck.claim_results import values_of
from factcheck.interpretation import Interpretation, interpret
from factcheck.model.verdicts import judge
from factcheck.port import Database
from factcheck.preparation import PreparedCheck
from factcheck.rows import claim_row


def evaluate(check: PreparedCheck, database: Database) -> list[dict[str, Any]]:
    """Second step: interpret the claims by what the data say, and judge every one; one row a claim."""
    return judged(check, interpret(check, database), database)


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
