"""The rows of ``factcheck.explain`` on what a claim may mean: its readings, each with the factors of its posterior."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod
from typing import Any

from factcheck.catalogue.derived import DerivedColumn, qualified_sql
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.check.interpret import Interpretation
from factcheck.check.judge import JudgedCheck
from factcheck.check.messages import Missing, describe_reading, message
from factcheck.inference.document_prior import Prior
from factcheck.inference.factors import Factor, ReadingFactors, factors_of
from factcheck.inference.reranking import RANKING_MEANINGS, RerankedClaim, posterior_weight
from factcheck.inference.verdict_features import MEANINGS as VERDICT_MEANINGS
from factcheck.inference.verdicts import Judgement, Reading
from factcheck.numbers.closeness import MEANINGS, Closeness
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.fragment_search import FoundFragment, FragmentKind
from factcheck.weights.reranking import RerankingWeights
from factcheck.weights.verdicts import VerdictWeights

Row = dict[str, Any]
"""One row of ``factcheck.explain``; what does not apply to its part is left out."""


_READ_ALIKE = "hardly any of the other claims that are read alike agrees, which adds so much to the log-odds"


def row(part: str, rank: int, item: str, claim_no: int | None, reason: str, score: float | None = None) -> Row:
    """Make a row with the columns that all parts have."""
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
    """Return the document prior of a fragment."""
    if fragment.function is not None:
        return prior.of_function(fragment.function)
    if fragment.column is None:
        return prior.of_column(-fragment.table.table_id) if fragment.table else 1.0
    column = fragment.column.column_id
    return prior.of_column(column) if fragment.predicate is None else prior.of_restriction(column)


def model_rows(index: int, judged: JudgedCheck) -> list[Row]:
    """Return the readings of a claim, likeliest first, each with its factors; all candidates; the verdict."""
    interpretation = judged.interpretation
    check, posterior, judgement = interpretation.check, interpretation.posteriors[index], judged.judgements[index]
    claim = check.claims[index]
    claim_no = claim.claim_no
    tables = {table.table_id: table for table in check.tables}
    view = interpretation.scoped.spanned.view(index)
    space, prior = interpretation.spaces[index], interpretation.inference.prior
    rows = []
    for rank, (likely, reading) in enumerate(zip(posterior.best, judgement.readings, strict=False), 1):
        factors = factors_of(likely, space, posterior, prior, view, check.settings.weights.readings)
        rows.append(_reading(rank, claim_no, reading, factors, MEANINGS[likely.closeness]))
        rows += _factors(rank, claim_no, factors, tables)
        rows += _ranking(rank, claim_no, interpretation.reranked[index], check.settings.weights.reranking)
    rows.append(_candidates(index, interpretation))
    rows += _verdict_features(judged.features[index], judgement, claim_no, check.settings.weights.verdicts)
    if shared := judged.shared[index]:
        rows.append(row("meant", 1, "read_alike_wrong", claim_no, _READ_ALIKE, shared))
    told = message(claim.number, judgement, posterior.is_certified, Missing.of(judged.read[index]))
    verdict = row("verdict", 1, judgement.verdict.value, claim_no, told)
    return [*rows, {**verdict, "posterior": judgement.p_correct}]


def _verdict_features(
    features: Mapping[str, float], judgement: Judgement, claim_no: int, fitted: VerdictWeights
) -> Iterable[Row]:
    """Yield a row for whether the likeliest reading is what is meant, and one for each feature that tells."""
    if not judgement.readings:
        return
    weights = fitted.of(agrees=judgement.readings[0].matches)
    meant = row("meant", 1, "the first reading", claim_no, "how likely it is what is meant, and not something else")
    yield {**meant, "posterior": judgement.p_meant}
    for name, weight in weights.features.items():
        reason = f"{VERDICT_MEANINGS[name]}: {features[name]:.3g}, which adds so much to the log-odds"
        yield row("meant", 1, name, claim_no, reason, weight * features[name])


def _reading(rank: int, claim_no: int, reading: Reading, factors: ReadingFactors, closeness: str) -> Row:
    return {
        **row("reading", rank, reading.query.sql(), claim_no, f"{describe_reading(reading)}, which {closeness}"),
        "score": prod(fragment.relevance for fragment in factors.fragments) * factors.share,
        "prior": prod(fragment.prior for fragment in factors.fragments),
        "evidence": factors.evidence,
        "posterior": reading.probability,
        "value": reading.value,
    }


def _factors(rank: int, claim_no: int, factors: ReadingFactors, tables: dict[int, Table]) -> Iterable[Row]:
    """Yield a row for each fragment with those of its features, and one where conditions share predicates' weight."""
    for kind, factor in [
        ("aggregation function", factors.function),
        ("aggregation column", factors.column),
        *(("predicate", factor) for factor in factors.predicates),
        *(("no single fragment", factor) for factor in factors.others),
    ]:
        item = _item(factor, tables)
        yield {**row("factor", rank, item, claim_no, kind, factor.relevance), "prior": factor.prior}
        for each in factor.contributions:
            yield row("feature", rank, item, claim_no, f"{each.name}: {each.meaning}", each.factor)
    if factors.share < 1:
        reason = f"one of {round(1 / factors.share)} conditions that these predicates allow, all equally likely"
        yield row("factor", rank, "condition", claim_no, reason, factors.share)


def _ranking(rank: int, claim_no: int, claim: RerankedClaim, weights: RerankingWeights) -> Iterable[Row]:
    """Yield a row for the posterior of a reading before it was ordered anew, and one for each feature that did that."""
    if rank > len(claim.features):
        return
    features, probability = claim.features[rank - 1], claim.probabilities[rank - 1]
    reason = "what the factors make of it, whose logarithm counts so many times"
    posterior = row("ranking", rank, "posterior", claim_no, reason, posterior_weight(claim.trust, weights))
    yield {**posterior, "posterior": probability}
    for name, weight in weights.features.items():
        if claim.trust and features[name]:
            reason = f"{RANKING_MEANINGS[name]}: {features[name]:.3g}, which adds so much to a logarithm"
            yield row("ranking", rank, name, claim_no, reason, claim.trust * weight * features[name])


def _item(factor: Factor, tables: dict[int, Table]) -> str:
    """Return a factor's fragment as SQL says it."""
    match factor.fragment:
        case AggregationFunction() as function:
            return function.name
        case Table() as table:
            return FoundFragment(FragmentKind.COLUMN, factor.relevance, (), table=table).sql
        case DerivedColumn() | TextNumber() as column:
            return qualified_sql(column, tables.values())
        case Column() as column:
            table = tables[column.table_id]
            return FoundFragment(FragmentKind.COLUMN, factor.relevance, (), table=table, column=column).sql
        case Predicate() as predicate:
            table, column = tables[predicate.column.table_id], predicate.column
            kind = FragmentKind.PREDICATE
            return FoundFragment(kind, factor.relevance, (), None, table, column, predicate).sql
        case str() as text:
            return text


def _candidates(index: int, interpretation: Interpretation) -> Row:
    """Return all candidates together: how many match, the sum that is compared, the probability of those that match."""
    claim_no = interpretation.check.claims[index].claim_no
    space, posterior = interpretation.spaces[index], interpretation.posteriors[index]
    matches = interpretation.results[index].matches.matching
    left_out = "none left out is" if posterior.is_certified else "one left out may be"
    reason = (
        f"evaluated: {space.size(interpretation.scopes[index]):,}, matching: {matches:,};"
        f" {left_out} more likely than the first reading"
    )
    return {
        **row("candidates", 1, f"{space.size():,} candidate queries", claim_no, reason, posterior.normaliser),
        "evidence": posterior.evidence[Closeness.AGREES],
        "posterior": posterior.p_matching,
    }
