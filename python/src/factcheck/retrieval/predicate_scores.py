"""Which predicates a claim's words retrieve, and what was seen of each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.how_named import IN_FULL
from factcheck.retrieval.literal_sources import ColumnLiterals, LiteralSources
from factcheck.retrieval.relevance import UNNAMED, Seen
from factcheck.settings import Settings
from factcheck.text_index.literal_collection import LiteralCollection, ScoredLiteral
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_CODE_BEFORE = re.compile(r"^\d{1,2}\s?[_:.=)-]\s?(?=[^\W\d])")
FLAG_PAIRS = (("1", "0"), ("1", "-1"), ("true", "false"), ("yes", "no"), ("y", "n"), ("t", "f"))
SAYING_YES = frozenset(yes for yes, _ in FLAG_PAIRS)

_NO_ANSWERS = frozenset(
    {"undecided", "unsure", "not sure", "maybe", "perhaps", "unknown", "don't know", "do not know", "dont know"}
    | {"n/a", "na", "no answer", "not applicable", "refused", "partially", "partly", "missing", "not stated"}
)
"""What a flag may say beside yes and no."""

_MOSTLY = 0.6
"""The same from which a value with more words of the sentence is what that names, and a shorter one is not."""

_SHORTENED = 0.4
"""Share of a value's words, by rarity, that stands for the whole of it where it was named in full before."""

_MOST_VALUES = 20
"""Values of a column of which some may be meant that nothing names."""

_LEAST_NAMED = 0.05
"""Relevance from which a claim names a column: any column of numbers has a little."""

_LARGEST_SMALL = 20
"""Largest of the whole numbers of a column whose values are looked at though nothing names them."""

_MOST_OF_FIGURES = 10
"""Columns of whole numbers of which the figures of a claim may be values, those that its words name best."""

_SAID_BY_CODES = frozenset({"flag", "answer"})
_BEYOND = 5
"""One fifth as many as are retrieved come behind these: flags and answers that found no place, and again as many
small whole numbers that nothing names."""

_FEW_VALUES = 10
"""Values of a text column of which any may be meant in words that nothing here knows, as "lifetime" for "indef"."""


@dataclass(frozen=True, slots=True)
class ScoredPredicate:
    """A predicate before its literal is read; ``rank`` orders those of one column that score alike.

    ``column`` is the column's index among all, which unlike its number does not tell when it was added.
    """

    seen: Seen
    rank: int
    column: int
    column_id: int
    fragment_no: int


def score_predicates(
    terms: Mapping[str, float],
    column_scores: Mapping[int, float],
    flag_scores: Mapping[int, float],
    collection: LiteralCollection,
    few: Mapping[int, ColumnLiterals],
    settings: Settings,
    said: Collection[str] = frozenset(),
    codes: Mapping[int, Mapping[int, Seen]] = MappingProxyType({}),
    figures: Collection[int] = frozenset(),
) -> list[ScoredPredicate]:
    """Return the best predicates of a claim, as many in all and of a column that it names as the settings allow.

    ``few`` are the columns with few values, ``flag_scores`` those of them that say yes or no.  ``said`` are the terms
    of the claim's own sentence; ``codes`` is what its words say of codes, by column and literal.  ``figures`` are the
    columns of whole numbers.
    """
    weights = WEIGHTS.predicate
    index = {number: at for at, number in enumerate(collection.columns)}
    of_columns = [weights.column_share * column_scores.get(number, 0.0) for number in collection.columns]
    best = collection.best(
        terms,
        np.array(of_columns),
        settings.predicates_per_column,
        settings.predicates_per_claim + _MOST_OF_FIGURES,
        weights.uncovered,
        said,
        np.array([1.0 if number in figures else weights.named_in_full for number in collection.columns]),
    )
    mostly: dict[int, list[ScoredLiteral]] = {}
    for literal in best:
        if literal.said >= _MOSTLY:
            mostly.setdefault(literal.column, []).append(literal)
    known: dict[int, dict[int, Seen]] = {}
    for literal in best:
        number = collection.columns[literal.column]
        parts = _parts(literal, mostly.get(literal.column, ()), of_columns[literal.column])
        known.setdefault(number, {})[literal.fragment_no] = Seen(literal.score, parts)
    scored = [
        ScoredPredicate(seen, rank, index[number], number, fragment_no)
        for number, literals in known.items()
        if number not in few
        for rank, (fragment_no, seen) in enumerate(literals.items())
    ]
    for number, source in few.items():
        literals = known.get(number, {}) | _flags_seen(source, flag_scores.get(number, 0.0))
        for fragment_no, seen in codes.get(number, {}).items():
            if fragment_no not in literals or literals[fragment_no].score < seen.score:
                literals[fragment_no] = seen
        scored += [ScoredPredicate(s, rank, index[number], number, f) for rank, (f, s) in enumerate(literals.items())]
        room = settings.predicates_per_column - len(literals)
        score = weights.uncovered_value * column_scores.get(number, 0.0)
        scored += _unnamed(source, literals, score, room, index[number])
    scored.sort(key=lambda one: (-one.seen.score * _gain(one, figures), one.rank, one.column, one.fragment_no))
    return _chosen(scored, figures, settings.predicates_per_claim)


def _gain(one: ScoredPredicate, figures: Collection[int]) -> float:
    """Return how many times more a predicate will score because the sentence has all words of its value."""
    is_said = one.column_id not in figures and one.seen.is_said
    return WEIGHTS.predicate.named_in_full if is_said else 1.0


def _chosen(scored: Sequence[ScoredPredicate], figures: Collection[int], most: int) -> list[ScoredPredicate]:
    """Return the best predicates, those that score best first.

    A figure may be a value of many columns, which leave room for what the words of the claim name.  Small whole numbers
    that nothing names take no room of others.
    """
    chosen: list[ScoredPredicate] = []
    crowded_out: list[ScoredPredicate] = []
    unnamed: list[ScoredPredicate] = []
    of_figures = 0
    for one in scored:
        is_figure = one.column_id in figures and "terms" in one.seen.parts
        of_figures += is_figure
        if one.column_id in figures and UNNAMED in one.seen.parts:
            unnamed.append(one)
        elif len(chosen) < most and not (is_figure and of_figures > _MOST_OF_FIGURES):
            chosen.append(one)
        elif not _SAID_BY_CODES.isdisjoint(one.seen.parts):
            crowded_out.append(one)
    beyond = most // _BEYOND
    return [*chosen, *crowded_out[:beyond], *unnamed[:beyond]]


def _parts(literal: ScoredLiteral, mostly: Sequence[ScoredLiteral], of_column: float) -> dict[str, float]:
    """Return what a literal's score is made of.

    ``mostly`` are the literals of the column that the sentence says for the most part.  One with fewer words than one
    that shares some is not what the sentence names, and nor is one that it says in part where it says others.
    """
    is_in_full = literal.said >= IN_FULL
    is_longest = all(
        other.words <= literal.words or (is_in_full and literal.said_terms.isdisjoint(other.said_terms))
        for other in mostly
    )
    return {
        "terms": literal.terms,
        "covered": literal.covered,
        "said": literal.said if is_longest else 0.0,
        "words": float(literal.words if is_longest else 0),
        "here": literal.said,
        "column": of_column,
    }


def without_code(value: str) -> str:
    """Return the label of a value that has a code before it: "yes" of "1_yes" and of "1: yes"."""
    return _CODE_BEFORE.sub("", value)


def flag_values(source: ColumnLiterals) -> dict[int, bool]:
    """Tell whether it says yes of each of a flag's values that are answers; of a column that is no flag return nothing.

    A flag may have values for no answer, such as "undecided", where it has both answers.
    """
    values = {without_code(source.by_number[number].lower()): number for number in source.most_frequent}
    for positive, negative in FLAG_PAIRS:
        answers = values.keys() & {positive, negative}
        if answers and (len(values) == len(answers) or (len(answers) == 2 and values.keys() - answers <= _NO_ANSWERS)):
            return {values[value]: value == positive for value in sorted(answers)}
    return {}


def _flags_seen(source: ColumnLiterals, score: float) -> dict[int, Seen]:
    """Return what was seen of a flag's values, which say nothing themselves: their column's name is what is said."""
    if score <= 0:
        return {}
    negative = WEIGHTS.predicate.negative_share * score
    return {
        number: Seen(score if is_yes else negative, {"flag": score}) for number, is_yes in flag_values(source).items()
    }


def _unnamed(
    source: ColumnLiterals, known: Collection[int], score: float, room: int, column: int
) -> list[ScoredPredicate]:
    """Return values that the claim does not name, of a column with few that it may name.

    Of a column of text with very few any may be meant; of small whole numbers, such as how many there are of something,
    only where the claim names the column.
    """
    is_named = score >= WEIGHTS.predicate.uncovered_value * _LEAST_NAMED
    is_meant = source.column.is_text or (is_named and _are_small(source))
    if len(source.most_frequent) > _MOST_VALUES or not is_meant:
        return []
    are_few = source.column.is_text and len(source.most_frequent) <= _FEW_VALUES
    floor = WEIGHTS.predicate.unnamed if are_few else 0.0
    number = source.column.column_id
    rest = [fragment for fragment in source.most_frequent if fragment not in known]
    scores = [max(score if rank < room else 0.0, floor) for rank in range(len(rest))]
    return [
        ScoredPredicate(Seen(s, {UNNAMED: s}), rank, column, number, fragment)
        for rank, (fragment, s) in enumerate(zip(rest, scores, strict=True))
        if s > 0
    ]


def _are_small(source: ColumnLiterals) -> bool:
    """Tell whether all values of a column are small whole numbers that name nothing, as amounts with few are not."""
    values = [source.by_number[number] for number in source.most_frequent]
    is_named_by = source.column.is_integer and not names_an_identifier(source.column.name)
    digits = [value.removeprefix("-") for value in values]
    return is_named_by and all(each.isdecimal() and int(each) <= _LARGEST_SMALL for each in digits)


def with_names_known(claims: Sequence[Sequence[ScoredPredicate]]) -> list[list[ScoredPredicate]]:
    """Return the predicates of claims in the order of the text, a name that was given in full before counting as whole.

    "Beatrix Voss", named once, may be "Voss" from then on: where a sentence has most of a value by the rarity of
    its words, and no value of the column in full.
    """
    known: set[tuple[int, int]] = set()
    completed = []
    for predicates in claims:
        whole = {each.column_id for each in predicates if each.seen.is_said}
        completed.append(
            [
                _completed(each)
                if (each.column_id, each.fragment_no) in known and each.column_id not in whole
                else each
                for each in predicates
            ]
        )
        known |= {
            (each.column_id, each.fragment_no)
            for each in predicates
            if each.seen.is_said and each.seen.parts["words"] > 1
        }
    return completed


def _completed(predicate: ScoredPredicate) -> ScoredPredicate:
    parts = predicate.seen.parts
    if parts.get("said", 0.0) < _SHORTENED:
        return predicate
    seen = Seen(parts["terms"] + parts["column"], {**parts, "covered": 1.0, "said": 1.0})
    return replace(predicate, seen=seen)


def named_predicates(scored: Iterable[ScoredPredicate], sources: LiteralSources) -> tuple[tuple[Predicate, Seen], ...]:
    """Return predicates with the literals that were read for them."""
    predicates: list[tuple[Predicate, Seen]] = []
    for one in scored:
        source = sources.columns[one.column_id]
        literal = source.by_number.get(one.fragment_no)
        # a refresh that ended just now may have taken it away
        if literal is not None and not _is_heading(literal, source.column):
            predicates.append((Equals(source.column, literal), one.seen))
    return tuple(predicates)


def _is_heading(literal: str, column: Column) -> bool:
    """Tell whether a value among numbers is the heading of its column, which files put one below the other repeat."""
    return bool(column.number_forms) and split_identifier(literal) == split_identifier(column.name)


def named_frequencies(scored: Iterable[ScoredPredicate], sources: LiteralSources) -> dict[Predicate, int]:
    """Return how many rows have the literal of each predicate that was read, as far as that is known."""
    frequencies: dict[Predicate, int] = {}
    for one in scored:
        source = sources.columns[one.column_id]
        literal, frequency = source.by_number.get(one.fragment_no), source.frequencies.get(one.fragment_no)
        if literal is not None and frequency is not None:
            frequencies[Equals(source.column, literal)] = frequency
    return frequencies
