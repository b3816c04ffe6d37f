"""The rows of ``factcheck.explain`` on what a claim may mean: its readings, each with the factors of its posterior."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

from factcheck.catalogue.schema import Column, Table
from factcheck.check.interpret import Interpretation
from factcheck.check.messages import describe_reading, message
from factcheck.check.prepare import PreparedCheck
from factcheck.evaluation.claim_results import values_of
from factcheck.inference.document_prior import Prior
from factcheck.inference.factors import Factor, ReadingFactors, factors_of
from factcheck.inference.posterior import Posterior
from factcheck.inference.verdicts import Reading, judge
from factcheck.queries.fragments import Function, Predicate
from factcheck.queries.sql import query_text
from factcheck.retrieval.fragment_search import FoundFragment, FragmentKind

Row = dict[str, Any]
"""One row of ``factcheck.explain``; what does not apply to its part is left out."""


def row(part: str, rank: int, item: str, claim_no: int | None, reason: str, score: float | None = None) -> Row:
    """A row with the columns that every part has."""
    return {
        "part": part,
        "rank": rank,
        "item": item,
        "claim_no": claim_no,
        "is_claim": claim_no is not None,
        "reason": reason,
        "score": score,
    }


def prior_of(fragment: FoundFragment, prior: Prior) -> float:
    """What the document prior says of a fragment."""
    if fragment.function is not None:
        return prior.functions[fragment.function]
    if fragment.column is None:
        return prior.aggregated[-fragment.table.table_id] if fragment.table else 1.0
    column = fragment.column.column_id
    return prior.aggregated[column] if fragment.literal is None else prior.restricted[column]


def model_rows(claim_no: int, check: PreparedCheck, found: Interpretation) -> list[Row]:
    """The readings of a claim, likeliest first, each followed by its factors; all candidates; the verdict."""
    place = claim_no - 1
    posterior = found.posteriors[place]
    best = [likely.candidate for likely in posterior.best]
    [values] = values_of([found.results[place]], [best], lambda: None)
    judgement = judge(posterior, values, check.settings, is_sure=place not in found.unsure)
    tables = {table.table_id: table for table in check.tables}
    rows = []
    for rank, (likely, reading) in enumerate(zip(posterior.best, judgement.readings, strict=True), 1):
        factors = factors_of(likely, found.spaces[place], posterior, found.prior)
        rows.append(_reading(rank, claim_no, reading, factors))
        rows += _factors(rank, claim_no, factors, tables)
    rows.append(_candidates(claim_no, found, posterior))
    told = message(check.claims[place].number, judgement, posterior.is_certified)
    verdict = row("verdict", 1, judgement.verdict.value, claim_no, told)
    return [*rows, {**verdict, "posterior": judgement.p_correct}]


def _reading(rank: int, claim_no: int, reading: Reading, factors: ReadingFactors) -> Row:
    fragments = (factors.function, factors.column, *factors.predicates)
    agrees = "which matches" if reading.matches else "which does not match"
    return {
        **row("reading", rank, query_text(reading.candidate), claim_no, f"{describe_reading(reading)}, {agrees}"),
        "score": prod(fragment.relevance for fragment in fragments) * factors.share,
        "prior": prod(fragment.prior for fragment in fragments),
        "evidence": factors.evidence,
        "posterior": reading.probability,
        "value": reading.value,
    }


def _factors(rank: int, claim_no: int, factors: ReadingFactors, tables: dict[int, Table]) -> Iterable[Row]:
    """A row for each fragment, and one where several conditions share the weight of their predicates."""
    for kind, factor in [
        ("aggregation function", factors.function),
        ("aggregation column", factors.column),
        *(("predicate", factor) for factor in factors.predicates),
    ]:
        item = _named(factor, tables).sql
        yield {**row("factor", rank, item, claim_no, kind, factor.relevance), "prior": factor.prior}
    if factors.share < 1:
        reason = f"one of {round(1 / factors.share)} conditions that these predicates allow, all equally likely"
        yield row("factor", rank, "condition", claim_no, reason, factors.share)


def _named(factor: Factor, tables: dict[int, Table]) -> FoundFragment:
    """A factor's fragment as one that was found, which knows how SQL says it."""
    match factor.fragment:
        case Function() as function:
            return FoundFragment(FragmentKind.FUNCTION, factor.relevance, (), function=function)
        case Table() as table:
            return FoundFragment(FragmentKind.COLUMN, factor.relevance, (), table=table)
        case Column() as column:
            return FoundFragment(
                FragmentKind.COLUMN, factor.relevance, (), table=tables[column.table_id], column=column
            )
        case Predicate(column, literal):
            return FoundFragment(
                FragmentKind.PREDICATE,
                factor.relevance,
                (),
                table=tables[column.table_id],
                column=column,
                literal=literal,
            )


def _candidates(claim_no: int, found: Interpretation, posterior: Posterior) -> Row:
    """All candidates together: how many match, the sum of what is compared, and the probability of those that match."""
    place = claim_no - 1
    space = found.spaces[place]
    matches = len(found.results[place].matches.aggregate)
    left_out = "none left out is" if posterior.is_certified else "one left out may be"
    reason = (
        f"evaluated: {space.size(found.scopes[place]):,}, matching: {matches:,};"
        f" {left_out} more likely than the first reading"
    )
    return {
        **row("candidates", 1, f"{space.size():,} candidate queries", claim_no, reason, posterior.normaliser),
        "evidence": posterior.p_match,
        "posterior": posterior.p_matching,
    }
