"""Predicates that no value of the index stands for, made for cues in the text by generators.

A generator has a name and the most predicates that it may make for a claim; it gets what is known of the claim, and
yields predicates with what was seen of each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.carried_over import carried_over
from factcheck.retrieval.generators.closing_days import closing_days
from factcheck.retrieval.generators.codes_of_names import codes_of_names
from factcheck.retrieval.generators.counted_off import counted_off
from factcheck.retrieval.generators.deadlines import deadlines
from factcheck.retrieval.generators.denied_verbs import times_done
from factcheck.retrieval.generators.directions import directions
from factcheck.retrieval.generators.either_column import either_column, either_outcome
from factcheck.retrieval.generators.ends_of_changes import ends_of_changes
from factcheck.retrieval.generators.flag_sets import flag_sets
from factcheck.retrieval.generators.former_latter import former_values
from factcheck.retrieval.generators.full_marks import full_marks
from factcheck.retrieval.generators.gains import gains
from factcheck.retrieval.generators.given_values import given_values
from factcheck.retrieval.generators.initials import initials
from factcheck.retrieval.generators.latest_time import latest_time
from factcheck.retrieval.generators.listed_entries import is_part_of_lists, listed_entries
from factcheck.retrieval.generators.measured_values import measured_values
from factcheck.retrieval.generators.missing_values import missing_values
from factcheck.retrieval.generators.named_bands import named_bands
from factcheck.retrieval.generators.named_days import names_a_day
from factcheck.retrieval.generators.negations import negations
from factcheck.retrieval.generators.numbered_values import numbered_values
from factcheck.retrieval.generators.other_endings import other_endings
from factcheck.retrieval.generators.other_names import other_names
from factcheck.retrieval.generators.other_sides import other_sides
from factcheck.retrieval.generators.outcomes import outcomes
from factcheck.retrieval.generators.pass_marks import pass_marks
from factcheck.retrieval.generators.prices_asked import prices_asked
from factcheck.retrieval.generators.row_measures import row_measures
from factcheck.retrieval.generators.series_reached import series_reached
from factcheck.retrieval.generators.several_values import several_values
from factcheck.retrieval.generators.shortened_words import shortened_words
from factcheck.retrieval.generators.sides import sides
from factcheck.retrieval.generators.signs import sign_predicates
from factcheck.retrieval.generators.small_words import small_words
from factcheck.retrieval.generators.spaced_otherwise import spaced_otherwise
from factcheck.retrieval.generators.spans_as_values import opening_spans, spans_as_values
from factcheck.retrieval.generators.split_years import split_years
from factcheck.retrieval.generators.text_parts import text_parts
from factcheck.retrieval.generators.thresholds import band_predicates, threshold_predicates
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.generators.top_places import top_places
from factcheck.retrieval.generators.two_columns import two_columns
from factcheck.retrieval.generators.unknown_entries import unknown_entries
from factcheck.retrieval.generators.unsaid_levels import unsaid_levels
from factcheck.retrieval.generators.unsaid_states import unsaid_states
from factcheck.retrieval.generators.value_categories import value_categories
from factcheck.retrieval.generators.values_before import values_before
from factcheck.retrieval.generators.values_stated import values_stated
from factcheck.retrieval.generators.verbs_as_values import verbs_as_values
from factcheck.retrieval.generators.yes_and_no import yes_and_no
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen


@dataclass(frozen=True, slots=True)
class PredicateGenerator:
    """A generator of predicates, of which a claim has at most ``most``."""

    name: str
    most: int
    generate: Callable[[PredicateCue], Iterable[tuple[Predicate, Seen]]]


GENERATORS: tuple[PredicateGenerator, ...] = (
    PredicateGenerator("thresholds", 8, threshold_predicates),
    PredicateGenerator("bands", 4, band_predicates),
    PredicateGenerator("carried over", 6, carried_over),
    PredicateGenerator("top places", 3, top_places),
    PredicateGenerator("signs", 6, sign_predicates),
    PredicateGenerator("deadlines", 2, deadlines),
    PredicateGenerator("times done", 4, times_done),
    PredicateGenerator("full marks", 3, full_marks),
    PredicateGenerator("times", 16, time_predicates),
    PredicateGenerator("split years", 4, split_years),
    PredicateGenerator("closing days", 4, closing_days),
    PredicateGenerator("latest time", 2, latest_time),
    PredicateGenerator("ends of changes", 2, ends_of_changes),
    PredicateGenerator("unsaid levels", 16, unsaid_levels),
    PredicateGenerator("counted off", 4, counted_off),
    PredicateGenerator("numbered values", 8, numbered_values),
    PredicateGenerator("values with a unit", 4, measured_values),
    PredicateGenerator("spans as values", 4, spans_as_values),
    PredicateGenerator("opening spans", 3, opening_spans),
    PredicateGenerator("other names", 8, other_names),
    PredicateGenerator("yes and no", 4, yes_and_no),
    PredicateGenerator("initials", 4, initials),
    PredicateGenerator("codes of names", 8, codes_of_names),
    PredicateGenerator("shortened words", 4, shortened_words),
    PredicateGenerator("other endings", 2, other_endings),
    PredicateGenerator("spaced otherwise", 4, spaced_otherwise),
    PredicateGenerator("small words", 4, small_words),
    PredicateGenerator("several values", 4, several_values),
    PredicateGenerator("values named before", 2, values_before),
    PredicateGenerator("former and latter", 2, former_values),
    PredicateGenerator("negations", 4, negations),
    PredicateGenerator("other sides", 3, other_sides),
    PredicateGenerator("missing values", 4, missing_values),
    PredicateGenerator("unknown entries", 2, unknown_entries),
    PredicateGenerator("unsaid states", 3, unsaid_states),
    PredicateGenerator("series reached", 2, series_reached),
    PredicateGenerator("parts of text", 6, text_parts),
    PredicateGenerator("entries of lists", 6, listed_entries),
    PredicateGenerator("two columns", 2, two_columns),
    PredicateGenerator("prices asked", 2, prices_asked),
    PredicateGenerator("sides", 6, sides),
    PredicateGenerator("either column", 2, either_column),
    PredicateGenerator("either outcome", 2, either_outcome),
    PredicateGenerator("gains", 3, gains),
    PredicateGenerator("values stated", 4, values_stated),
    PredicateGenerator("values given", 4, given_values),
    PredicateGenerator("row measures", 4, row_measures),
    PredicateGenerator("sets of flags", 2, flag_sets),
    PredicateGenerator("values of a category", 4, value_categories),
    PredicateGenerator("bands named", 4, named_bands),
    PredicateGenerator("verbs as values", 4, verbs_as_values),
    PredicateGenerator("directions", 4, directions),
    PredicateGenerator("outcomes", 2, outcomes),
    PredicateGenerator("pass marks", 12, pass_marks),
)
"""All generators, in the order in which predicates of equal scores go."""


_AS_BOUND = 0.5
"""Share of the weight of a value's words from which the same year, as the end of a period, is what is meant."""


_LIMITS = frozenset({"<", "<=", ">", ">="})
_LONGEST_MARK = 4


def _bounds(predicate: Predicate) -> tuple[str, ...]:
    match predicate:
        case Compare():
            return (predicate.bound,)
        case Between():
            return predicate.low, predicate.high
    return ()


def _has_unsaid_sign(literal: str, cue: PredicateCue) -> bool:
    """Tell whether a short value ends in a sign that the text does not write: "grade B" is no B+."""
    if len(literal) > _LONGEST_MARK or not literal.endswith(("+", "-")) or not literal[0].isalpha():
        return False
    return bool(cue.words.passages) and not any(literal in passage.text for passage in cue.words.passages)


def _without_superlatives(cue: PredicateCue) -> PredicateCue:
    """Return a cue without values that its words name as superlatives only: "the highest" is no high priority."""
    tokens = [token for passage in cue.words.passages for token in passage.tokens]
    raised = {token.lemma.lower() for token in tokens if token.tag in {"JJS", "RBS"}}
    if not raised:
        return cue
    raised.difference_update(token.text.lower() for token in tokens)
    named = [
        (predicate, seen)
        for predicate, seen in cue.named
        if not isinstance(predicate, Equals) or predicate.literal.lower() not in raised
    ]
    return replace(cue, named=named)


def with_generated(cue: PredicateCue) -> tuple[tuple[Predicate, Seen], ...]:
    """Return the predicates that a claim names, and what the generators make for it; each once, as it scores best.

    A single day is meant where a day is named, not where its year or its weekday is; a threshold is no value, nor
    is a year that ends a period, but where only a sentence nearby says so: "by 2009 there were 53", "40 in 2009".
    """
    cue = _without_superlatives(cue)
    generated = [pair for each in GENERATORS for pair in islice(each.generate(cue), each.most)]
    bounds: dict[tuple[Column, str], float] = {}
    for predicate, seen in generated:
        for bound in _bounds(predicate):
            score = seen.parts.get("time", math.inf)
            bounds[predicate.column, bound] = max(bounds.get((predicate.column, bound), 0.0), score)
    is_any_meant = cue.words.one_phrase or names_a_day(cue.words.passages)
    dated = set() if is_any_meant else {each.column for each in cue.dated if each.has_day}
    limits = {f"{number.value:f}" for number in cue.words.conditions if number.comparison in _LIMITS}
    limits -= {f"{number.value:f}" for number in cue.words.numbers if number.comparison not in _LIMITS}
    best: dict[Predicate, Seen] = {}
    for predicate, seen in cue.named:
        is_single = isinstance(predicate, Equals) and not predicate.column.is_integer
        limit = bounds.get((predicate.column, predicate.literal), 0.0) if isinstance(predicate, Equals) else 0.0
        is_bound = limit > 0 and limit >= _AS_BOUND * seen.parts.get("terms", seen.score)
        is_other_sign = isinstance(predicate, Equals) and _has_unsaid_sign(predicate.literal, cue)
        is_limit = isinstance(predicate, Equals) and predicate.column.is_integer and predicate.literal in limits
        if (
            not is_bound
            and not is_limit
            and not is_other_sign
            and not is_part_of_lists(predicate, cue)
            and not (is_single and predicate.column in dated and cue.words.passages)
        ):
            best[predicate] = seen
    for predicate, seen in generated:
        if predicate not in best or best[predicate].score < seen.score:
            best[predicate] = seen
    return tuple(best.items())
