"""The stages that span the candidates of the claims, and pick those that are evaluated first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from factcheck.candidates.assumed_units import (
    columns_in_doubt,
    limits_in_doubt,
    told_by_kind,
    with_assumed_limits,
    with_assumed_units,
)
from factcheck.candidates.build import candidate_space
from factcheck.candidates.candidate_space import CandidateSpace, derived_columns
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.derived_measures import with_derived_columns
from factcheck.candidates.extremes_asked import with_extremes_asked
from factcheck.candidates.named_dimensions import with_columns_of_dimension
from factcheck.candidates.percent_of import with_shares_asked
from factcheck.candidates.repeated_partners import without_repeated_partners
from factcheck.candidates.scope import ScopeBuilder, single_valued
from factcheck.candidates.space import ProductPart, Scope
from factcheck.candidates.tables_apart import with_rows_of_main_table
from factcheck.candidates.tables_of_a_kind import TablesOfAKind
from factcheck.candidates.weighted_space import Marginals
from factcheck.catalogue.schema import Column
from factcheck.check.prepare import PreparedCheck
from factcheck.check.retrieve import RANGES_SHARE, RetrievedCheck, ranges_in_time
from factcheck.evaluation.row_sample import few_valued
from factcheck.evaluation.unsaid_marks import with_clear_mark, without_marks
from factcheck.evaluation.unsaid_outcomes import with_unsaid_outcome
from factcheck.inference.document_prior import PriorExponents, uniform_prior, weigh
from factcheck.joins.graph import Join
from factcheck.joins.measures import DeclaredMeasure, read_measures
from factcheck.joins.relation_sets import Relations
from factcheck.joins.said_roles import roles_said
from factcheck.joins.store import joins_that_hold
from factcheck.numbers.mentions import Number
from factcheck.numbers.single_units import single_unit_limits
from factcheck.retrieval.assumed_factors import factors_of
from factcheck.retrieval.column_ranges import ColumnRange
from factcheck.retrieval.relevance import Relevance
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext
from factcheck.runtime.progress import report_progress
from factcheck.runtime.time_budget import OutOfTimeError, tell_time_is_up

_WEIGHING_SHARE = 0.25
"""How much of the time left weighing the claims may take."""

AFTERWARDS = 2.5
"""How many times as long as weighing the claims inference and rows take about."""

_FIRST_PACE = 500_000
"""The cost, in rows read, of the first scope for each second that is left: a small part of what it can be."""


@dataclass(frozen=True, slots=True)
class SpannedCheck:
    """The claims of a check with their candidates.

    ``relevance`` has what their words find, measures that follow from several columns among it; ``measures`` are those
    that are declared.
    ``marginals`` are those of the claims' weights under the uniform prior; working them out took ``seconds``.
    """

    retrieved: RetrievedCheck
    relevance: tuple[Relevance, ...]
    joins: tuple[Join, ...]
    relations: Relations
    measures: Sequence[DeclaredMeasure]
    spaces: tuple[CandidateSpace, ...]
    marginals: tuple[Marginals, ...]
    seconds: float

    def view(self, index: int) -> ClaimView:
        """Return what features see of a claim."""
        check = self.retrieved.check
        return ClaimView(check.claims[index].number, self.relevance[index], _words(check, index))


def _words(check: PreparedCheck, index: int) -> ClaimWords:
    claim = check.claims[index]
    tokens = check.parsed.parses[claim.paragraph][claim.sentence].tokens
    return ClaimWords(tokens, claim.tokens, check.keywords[index], claim.conditions)


@dataclass(frozen=True, slots=True)
class ScopedCheck:
    """The claims of a check with the candidates that are evaluated first, which ``builder`` has picked."""

    spanned: SpannedCheck
    builder: ScopeBuilder
    scopes: tuple[Scope, ...]


def span_candidates(retrieved: RetrievedCheck, context: CheckContext) -> SpannedCheck:
    """Make the candidates of each claim, and weigh them before the data are asked.

    Where a time budget is too short for all claims, the last ones get spaces without any candidate.
    """
    check, settings = retrieved.check, context.settings
    with context.stage("joins"):
        joins = joins_that_hold(context.database, check.tables)
        relations = Relations(check.tables, joins, roles_said(joins, _words_of_text(check)))
        measures = read_measures(context.database, relations)
    with context.stage("span"):
        nothing = CandidateSpace(ProductPart((), (), np.zeros(0), relations, settings.max_predicates))
        spaces: list[CandidateSpace] = []
        marginals = []
        started, most = monotonic(), _WEIGHING_SHARE * context.budget.until(1).left
        all_words = tuple(_words(check, index) for index in range(len(check.claims)))
        kinds = TablesOfAKind(check.tables)
        found = [
            with_rows_of_main_table(kinds.with_table_named(each, words), check.tables, joins)
            for each, words in zip(_with_outcome(retrieved, relations, context), all_words, strict=True)
        ]
        with_measures = [
            _with_measures(
                claim.number, without_repeated_partners(relevance, check.tables, joins), words, relations, measures
            )
            for claim, relevance, words in zip(check.claims, found, all_words, strict=True)
        ]
        all_relevance = tuple(_with_units(check, with_measures, relations, context))
        learned = settings.weights.readings
        for index, (claim, relevance, words) in enumerate(zip(check.claims, all_relevance, all_words, strict=True)):
            checkpoint()
            report_progress("candidates", index, "claims", len(check.claims))
            is_over = index > 0 and monotonic() - started > most
            spaces.append(
                nothing
                if is_over
                else candidate_space(claim.number, relevance, relations, settings, words, learned=learned)
            )
        prior = uniform_prior(check.tables, derived_columns(spaces), PriorExponents.of(learned))
        for index in range(len(spaces)):
            checkpoint()
            if index > 0 and monotonic() - started > most:
                spaces[index] = nothing
            marginals.append(weigh(spaces[index], prior).marginals())
        if done := sum(space is nothing for space in spaces):
            tell_time_is_up(f"{len(spaces) - done} of {len(spaces)} claims interpreted", context.database)
    return SpannedCheck(
        retrieved, all_relevance, joins, relations, measures, tuple(spaces), tuple(marginals), monotonic() - started
    )


def _words_of_text(check: PreparedCheck) -> Iterator[str]:
    sentences = (sentence for of_paragraph in check.parsed.parses for sentence in of_paragraph)
    return (token.text.lower() for sentence in sentences for token in sentence.tokens)


def _with_measures(
    number: Number, relevance: Relevance, words: ClaimWords, relations: Relations, measures: Sequence[DeclaredMeasure]
) -> Relevance:
    """Return what a claim's words find, with the measures and functions that they ask for."""
    relevance = with_columns_of_dimension(number, relevance, relations)
    relevance = with_derived_columns(number, relevance, relations, measures, words)
    return with_extremes_asked(with_shares_asked(number, relevance, words, relations), words)


def _with_units(
    check: PreparedCheck, all_relevance: Sequence[Relevance], relations: Relations, context: CheckContext
) -> Iterator[Relevance]:
    """Yield what the words of each claim find, with columns in units that only the text tells."""
    is_told = any(factors_of(claim.number) for claim in check.claims)
    doubtful = [
        columns_in_doubt(claim.number, relevance, relations, is_told=is_told)
        for claim, relevance in zip(check.claims, all_relevance, strict=True)
    ]
    all_limits = [
        (*claim.conditions, *claim.numbers, *(limit.number for limit in single_unit_limits(claim.sentence_text)))
        for claim in check.claims
    ]
    compared = [limits_in_doubt(limits, relevance) for limits, relevance in zip(all_limits, all_relevance, strict=True)]
    known = all_relevance[0].ranges if all_relevance else {}
    ranges = _ranges(_all_of((*doubtful, *compared)), known, relations, context)
    told = told_by_kind([claim.number for claim in check.claims], _all_of(doubtful), ranges)
    for claim, relevance, columns, limits in zip(check.claims, all_relevance, doubtful, all_limits, strict=True):
        in_units = with_assumed_units(claim.number, relevance, columns, ranges, told[claim.number.unit == "currency"])
        yield with_assumed_limits(limits, in_units, ranges)


def _with_outcome(retrieved: RetrievedCheck, relations: Relations, context: CheckContext) -> Sequence[Relevance]:
    """Return what the claims' words find with the outcome that no word names, and the mark that one passes with.

    Without them where there is no time to look.
    """
    numbers = [claim.number for claim in retrieved.check.claims]
    try:
        with context.budget.until(RANGES_SHARE).in_force():
            known = with_clear_mark(numbers, retrieved.relevance, relations, context.settings, context.database)
            return with_unsaid_outcome(numbers, known, relations, context.settings, context.database)
    except OutOfTimeError:
        return without_marks(retrieved.relevance)


def _all_of(several: Iterable[Iterable[Column]]) -> dict[Column, None]:
    """Return the columns of several claims, each once."""
    return dict.fromkeys(column for columns in several for column in columns)


def _ranges(
    columns: Iterable[Column], known: Mapping[int, ColumnRange], relations: Relations, context: CheckContext
) -> Mapping[int, ColumnRange]:
    """Return the ranges of columns, with those that retrieval did not ask for: those of numbers inside text."""
    stored = {column for table in relations.tables for column in table.columns}
    unknown = sorted(set(columns) - stored, key=lambda column: column.column_id)
    return {**known, **ranges_in_time(relations.tables, unknown, context)}


def pick_scope(spanned: SpannedCheck, context: CheckContext) -> ScopedCheck:
    """Pick the candidates to evaluate first (Algorithm 1, function PickScope)."""
    with context.stage("scope"):
        few = few_valued(spanned.relations, single_valued(spanned.spaces), context.database)
        builder = ScopeBuilder(spanned.spaces, spanned.relations, context.settings, few)
        scopes = builder.pick(spanned.marginals, _affordable_cost(spanned, context))
    return ScopedCheck(spanned, builder, tuple(scopes))


def _affordable_cost(spanned: SpannedCheck, context: CheckContext) -> float:
    """Return what the first scope may cost."""
    most = context.settings.scope_cost
    if not context.budget.is_limited:
        return most
    left = context.budget.until(1).left - AFTERWARDS * spanned.seconds
    return min(most, max(_FIRST_PACE * left, 0.0))
