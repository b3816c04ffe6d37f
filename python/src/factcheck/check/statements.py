"""The stage that judges statements without a number: their readings, what these give, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.candidates.statements.measures import is_open
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.readings import StatementCue, StatementRelevance, readings_of
from factcheck.candidates.statements.words_of_measures import attribute_of
from factcheck.check.prepare import PreparedCheck
from factcheck.claims.keywords import Keyword
from factcheck.claims.statements.phrases import StatementWords, statement_words
from factcheck.claims.statements.statement import StatementClaim
from factcheck.evaluation.statement_results import StatementEvaluation, StatementResult
from factcheck.inference.verdicts import Judgement, Reading, Verdict
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness
from factcheck.retrieval.retrieve import retrieve
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext
from factcheck.weights.weights import WEIGHTS

_ATTRIBUTE = 0.8
"""Weight of a noun for what an adjective measures, beside the words that stand there."""
_REST = 0.1
"""Weight of the other words of the sentence where none says what is measured."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement with its verdict; ``results`` are those of its readings, in their order."""

    statement: StatementClaim
    judgement: Judgement
    results: tuple[StatementResult, ...]


def judge_statements(check: PreparedCheck, relations: Relations, context: CheckContext) -> tuple[JudgedStatement, ...]:
    """Judge the statements of a check."""
    if not check.statements or not check.tables:
        return ()
    with context.stage("statements"):
        words = _words(check)
        found = _retrieved(check, words, context)
        evaluation = StatementEvaluation(context.database)
        readings: dict[int, Sequence[StatementReading]] = {}
        judged = []
        for statement, said, relevance in zip(check.statements, words, found, strict=True):
            checkpoint()
            before = _before(statement, readings)
            cue = StatementCue(statement.assertion, said, relevance, relations)
            listed = readings_of(cue, before)
            readings[statement.start] = listed
            judged.append(_judged(statement, listed, evaluation.results(listed), check.options.top_k))
    return tuple(judged)


def _before(
    statement: StatementClaim, readings: Mapping[int, Sequence[StatementReading]]
) -> tuple[StatementReading, ...]:
    """Return the readings of the two statements before one, the nearer ones first."""
    near = statement.before
    far = near.before if near is not None else None
    return tuple(reading for each in (near, far) if each is not None for reading in readings[each.start])


def _words(check: PreparedCheck) -> list[StatementWords]:
    stated: dict[tuple[int, int], set[int]] = {}
    for claim in check.claims:
        stated.setdefault((claim.paragraph, claim.sentence), set()).update(claim.tokens)
    return [
        statement_words(statement, check.parsed.parses, stated.get((statement.paragraph, statement.sentence), set()))
        for statement in check.statements
    ]


def _retrieved(
    check: PreparedCheck, words: Sequence[StatementWords], context: CheckContext
) -> list[StatementRelevance]:
    """Retrieve for each phrase of each statement, all in one look-up."""
    lists: list[tuple[Keyword, ...]] = []
    for statement, said in zip(check.statements, words, strict=True):
        attributes, _ = attribute_of(statement.assertion.dimension)
        measured = (
            *(keyword for keyword in said.measured.keywords() if not keyword.word.isdigit()),
            *(Keyword(noun, noun, _ATTRIBUTE) for noun in attributes),
            *(said.rest.keywords(_REST) if is_open(said.measured.forms, statement.assertion.dimension) else ()),
        )
        phrases = (*said.owners, said.joined, *said.others)
        sentence = (*said.before.keywords(), *said.after.keywords())
        lists += [*(phrase.keywords() for phrase in phrases), measured, sentence]
    relevance = iter(retrieve(lists, check.tables, context.database, context.settings))
    return [
        StatementRelevance(
            tuple(next(relevance) for _ in said.owners),
            next(relevance),
            tuple(next(relevance) for _ in said.others),
            next(relevance),
            next(relevance),
        )
        for said in words
    ]


def _closeness(result: StatementResult) -> Closeness:
    return Closeness.AGREES if result.holds else Closeness.FAR


def _judged(
    statement: StatementClaim, readings: Sequence[StatementReading], results: Sequence[StatementResult], top_k: int
) -> JudgedStatement:
    """Judge a statement by its readings that have a result: where those that agree settle it."""
    usable = [(reading, result) for reading, result in zip(readings, results, strict=True) if result.value is not None]
    total = sum(reading.weight * (1 + reading.unnamed * WEIGHTS.statement.unnamed) for reading, _ in usable)
    if not usable or total <= 0:
        return JudgedStatement(statement, Judgement(Verdict.NOT_ENOUGH_INFO, 0.5, ()), ())
    ranked = sorted(usable, key=lambda pair: -pair[0].weight)
    shown = tuple(
        Reading(reading.query, result.value, reading.weight / total, _closeness(result)) for reading, result in ranked
    )
    agreeing = sum(reading.probability for reading in shown if reading.matches)
    contradicting = sum(reading.probability for reading in shown if not reading.matches)
    p_correct = min(max(agreeing + (1 - agreeing - contradicting) / 2, 0.0), 1.0)
    verdict = Verdict.NOT_ENOUGH_INFO
    if shown[0].matches and agreeing >= WEIGHTS.statement.settled:
        verdict = Verdict.SUPPORTED
    elif not shown[0].matches and contradicting >= WEIGHTS.statement.contradicted:
        verdict = Verdict.REFUTED
    kept = shown[:top_k]
    return JudgedStatement(
        statement, Judgement(verdict, p_correct, kept), tuple(result for _, result in ranked[:top_k])
    )
