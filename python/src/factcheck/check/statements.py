"""The stage that judges statements without a number: their readings, what these give, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.candidates.derived_measures import with_derived_measures
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.readings import readings_of
from factcheck.check.counted_measures import counted_measures
from factcheck.check.span import SpannedCheck
from factcheck.check.stated_values import TELLING_DIGITS, digits, numbers_beside, with_numbers_beside
from factcheck.claims.statements.statement import PLACING, StatementClaim
from factcheck.evaluation.cubes import Cubes
from factcheck.evaluation.query_results import QueryResults
from factcheck.evaluation.statement_results import StatementEvaluation, StatementResult
from factcheck.inference.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.closeness import Closeness
from factcheck.queries.group_members import year_of
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.query import Query
from factcheck.runtime.checkpoints import checkpoint, with_checkpoints
from factcheck.runtime.context import CheckContext
from factcheck.weights.weights import WEIGHTS

_OF_OTHER_KINDS = 30
"""Times that one column is greater than another from which they are hardly of one kind."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with its verdict; ``results`` are those of its readings, in their order."""

    statement: StatementClaim
    judgement: Judgement
    results: tuple[StatementResult, ...]


def judge_statements(
    spanned: SpannedCheck, judgements: Sequence[Judgement], cubes: Cubes, context: CheckContext
) -> tuple[JudgedStatement, ...]:
    """Judge the statements of a check, given the judgements of its claims about numbers.

    The data are asked once for all of them, as far as the ``cubes`` of the claims do not tell already.
    """
    check, relations = spanned.retrieved.check, spanned.relations
    if not check.statements or not check.tables:
        return ()
    with context.stage("statements"):
        stated = _stated(spanned, judgements)
        totals = counted_measures(check, judgements)
        readings: dict[int, Sequence[StatementReading]] = {}
        listed: list[tuple[StatementClaim, Sequence[StatementReading]]] = []
        for retrieved in spanned.retrieved.statements:
            checkpoint()
            statement, relevance = retrieved.statement, retrieved.relevance
            before = _before(statement, readings)
            measured = with_derived_measures(relevance.measured, relations, spanned.measures)
            known = replace(relevance, measured=measured)
            counted = totals.of(retrieved.words.measured.forms)
            beside, told = (stated.get((statement.paragraph, statement.sentence - back), []) for back in (0, 1))
            cue = StatementCue(
                statement.assertion,
                retrieved.words,
                known,
                relations,
                statement.year,
                counted,
                totals.usual,
                tuple(query for _, query in beside),
                tuple(start for start, _ in beside),
                tuple(query for _, query in told),
            )
            readings[statement.start] = readings_of(cue, before)
            listed.append((statement, readings[statement.start]))
        evaluation = StatementEvaluation(
            cubes.rows, QueryResults(relations, context.database, cubes.covering, cubes.rows)
        )
        evaluation.ask([reading for _, of_statement in listed for reading in of_statement])
        numbers = numbers_beside(check.claims)
        judged = []
        for statement, of_statement in with_checkpoints(listed, 1):
            answering, results = _answering(of_statement, evaluation.results(of_statement))
            stating = numbers.get((statement.paragraph, statement.sentence), ())
            weighed = with_numbers_beside(answering, results, statement, stating, context.settings)
            judged.append(_judged(statement, weighed, results, check.options.top_k))
        return tuple(judged)


def _stated(
    spanned: SpannedCheck, judgements: Sequence[Judgement]
) -> Mapping[tuple[int, int], Sequence[tuple[int, Query]]]:
    """Return where numbers begin that are supported, and their queries, by the paragraph and sentence of these.

    A number of many digits that the likeliest reading gives tells what is measured, whatever else may be meant.
    """
    stated: dict[tuple[int, int], list[tuple[int, Query]]] = {}
    for claim, judgement in zip(spanned.retrieved.check.claims, judgements, strict=True):
        if not judgement.readings:
            continue
        is_telling = judgement.readings[0].matches and digits(claim.number) >= TELLING_DIGITS
        if judgement.verdict is Verdict.SUPPORTED or is_telling:
            stated.setdefault((claim.paragraph, claim.sentence), []).append(
                (claim.number.start, judgement.readings[0].query)
            )
    return stated


def _before(
    statement: StatementClaim, readings: Mapping[int, Sequence[StatementReading]]
) -> tuple[StatementReading, ...]:
    """Return the readings of the two statements before one, the nearer ones first; what follows one follows that."""
    near = statement.before
    if statement.assertion.follows or statement.assertion.is_same_period:
        return tuple(readings[near.start]) if near is not None else ()
    far = near.before if near is not None else None
    placing = (each for each in (near, far) if each is not None and each.assertion.kind in PLACING)
    return tuple(reading for each in placing for reading in readings[each.start])


def _answering(
    readings: Sequence[StatementReading], results: Sequence[StatementResult]
) -> tuple[Sequence[StatementReading], Sequence[StatementResult]]:
    """Return readings with their results, without those that count only where what is asked first tells nothing.

    Where that tells nothing, guesses have nothing beside them that they could be a doubt about.  Those by which
    somebody is at a place behind the first are unsure then: columns that go together put one there by chance.
    """
    pairs = list(zip(readings, results, strict=True))
    if any(result.value is not None for reading, result in pairs if not (reading.is_guess or reading.is_instead)):
        pairs = [(reading, result) for reading, result in pairs if not reading.is_instead]
    else:
        least = WEIGHTS.statement.unknown_measure
        pairs = [
            (replace(each, doubt=max(each.doubt, least)) if each.is_guess and each.first > 1 else each, result)
            for each, result in pairs
        ]
    return [reading for reading, _ in pairs], [result for _, result in pairs]


def _closeness(reading: StatementReading, result: StatementResult, statement: StatementClaim) -> Closeness:
    is_open = reading.may_be_turned or (reading.is_wide and _are_of_many_kinds(result))
    if result.is_unclear or (is_open and not result.holds):
        return Closeness.CLOSE
    return Closeness.AGREES if result.holds is not statement.assertion.is_negated else Closeness.FAR


def _are_of_many_kinds(result: StatementResult) -> bool:
    """Tell whether columns are compared some of which have far larger values: bids beside marks."""
    values = [abs(each.value) for each in (*result.owners, *result.others) if each.value]
    return bool(values) and max(values) > _OF_OTHER_KINDS * min(values)


def _are_rows_named(reading: StatementReading, statement: StatementClaim) -> bool:
    """Tell whether a statement has all values and years that restrict a reading as they are written."""
    values = [p.literal for p in reading.query.selection.predicates if isinstance(p, Equals)]
    years = [year_of(p) for p in reading.query.selection.predicates if isinstance(p, Period)]
    named = [*values, *(str(year) for year in years if year is not None)]
    return all(each in statement.sentence_text for each in named)


def _masses(sources: Sequence[StatementReading], readings: Sequence[Reading]) -> tuple[float, float]:
    """Return the probability of readings that agree with a statement, and of those that contradict it.

    A guess that says otherwise than the likeliest reading is a doubt about that, as what is not listed is.  So is a
    place from the other end: a wrong place is hardly ever the right one from either.
    """
    agreeing = contradicting = 0.0
    for source, reading in zip(sources, readings, strict=True):
        if (source.is_guess or source.is_turned) and reading.matches is not readings[0].matches:
            continue
        agreeing += reading.probability if reading.matches else 0.0
        contradicting += reading.probability if reading.closeness is Closeness.FAR else 0.0
    return agreeing, contradicting


def _judged(
    statement: StatementClaim, readings: Sequence[StatementReading], results: Sequence[StatementResult], top_k: int
) -> JudgedStatement:
    """Judge a statement by its readings that have a result, if those that agree settle it; the others leave a doubt."""
    usable = [(reading, result) for reading, result in zip(readings, results, strict=True) if result.value is not None]
    empty = sum(
        reading.weight
        for reading, result in zip(readings, results, strict=True)
        if result.value is None and not result.is_tie and _are_rows_named(reading, statement)
    )
    total = sum(reading.weight * (1 + reading.doubt) for reading, _ in usable) + WEIGHTS.statement.empty * empty
    if not usable or total <= 0:
        return JudgedStatement(statement, Judgement(Verdict.NOT_ENOUGH_INFO, 0.5, ()), ())
    ranked = sorted(usable, key=lambda pair: -pair[0].weight)
    shown = tuple(
        Reading(reading.query, result.value, reading.weight / total, _closeness(reading, result, statement))
        for reading, result in ranked
    )
    agreeing, contradicting = _masses([source for source, _ in ranked], shown)
    p_correct = min(max(agreeing + (1 - agreeing - contradicting) / 2, 0.0), 1.0)
    verdict = Verdict.NOT_ENOUGH_INFO
    if shown[0].matches and p_correct >= WEIGHTS.statement.settled:
        verdict = Verdict.SUPPORTED
    elif not shown[0].matches and p_correct <= WEIGHTS.statement.contradicted:
        verdict = Verdict.REFUTED
    kept = shown[:top_k]
    return JudgedStatement(
        statement, Judgement(verdict, p_correct, kept), tuple(result for _, result in ranked[:top_k])
    )
