"""Spans of time that are values of columns: "ran for 12 months", "a two-year lease", "three years (924)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import HYPHENS
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import LIMIT, Seen
from factcheck.units.unit import UNITS, Unit, conversion
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_MOST_YEARS, _MONTHS_OF_YEAR = 100, 12
_YEARS = re.compile(r"\byears?\b", re.IGNORECASE)
_OF_TIME = frozenset({"time", "calendar"})
_CALLED = frozenset("term terms time duration durations period tenure length age span maturity".split())
"""Words in names of columns that say how long something lasts, in whichever unit."""

_BEFORE = frozenset({"for", "of", "with", "at"})
_LASTING = frozenset("last run take span cover stay serve spend".split())
"""Verbs before a span that something lasts."""

_COUNTED_BEHIND = frozenset({"(", ":"})
"""What stands between a span and how many things have it: "three years (924)", "12 months: 9"."""

_SUMMED_UP = frozenset(
    "average mean median total sum maximum minimum combined most least record course space matter".split()
)
"""Words before a span that is a result, or one of all things together."""

_NOT_BEFORE = frozenset("in within after over during every each last past first next previous another".split())
_NO_SPAN_OF_EACH = frozenset("ago later earlier before after old in running straight of left remaining to into".split())
_NO_KIND = frozenset("average mean median total high low period window change trend forecast".split())
"""Nouns behind "three-year" that are no things of that term."""

_OPENING = re.compile(
    r"\b(?:in|within|during|over|after)\s(?:the(?:ir)?|his|her|its|our|your)\s(?:very\s)?first\s(?P<number>\w+)\s?"
    r"(?:days?|weeks?|months?|years?)\b(?!\s(?:of|in)\s(?:the\s)?(?:year|[12]\d{3}|q[1-4]))",
    re.IGNORECASE,
)
_REACH = 3
_READ_ANYWAY = frozenset({None, "part of a compound word"})


@dataclass(frozen=True, slots=True)
class _Span:
    """A span of time that a sentence says, at a token."""

    value: Decimal
    unit: Unit
    at: int


def spans_as_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of whole numbers that say how long something lasts to a span that states no result.

    Where nothing tells the unit of a column, a span is told in the only unit in which it is one of the values: "three
    years" is 36 where these are 12, 24 and 36.
    """
    passage = own_passage(cue)
    columns = [column for column in cue.columns if _says_how_long(column)] if passage is not None else []
    if passage is None or not passage.own or not columns:
        return
    made: dict[Predicate, Seen] = {}
    for span in _spans(cue, passage):
        literals = {column: _literal(cue, column, span) for column in columns}
        having = [column for column in columns if literals[column] is not None]
        named = [column for column in having if cue.column_scores.get(column.column_id, 0.0) > 0]
        for column in named or (having if len(having) == 1 else []):
            weight = max(passage.weights[max(span.at - 1, 0) : span.at + _REACH])
            seen = cue.seen("terms", weight, column)
            parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0, "at": float(span.at)}
            made[Equals(column, str(literals[column]))] = Seen(seen.score, parts)
    yield from sorted(made.items(), key=lambda pair: -pair[1].score)


def opening_spans(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns that say how long something lasts to what ends early: "46 % left in the first 8 months".

    No span of the calendar is meant: "in the first 8 months of 2019".
    """
    passage = own_passage(cue)
    found = [] if passage is None else list(_OPENING.finditer(passage.text))
    columns = [column for column in cue.columns if _says_how_long(column)] if found else []
    if passage is None:
        return
    for number in cue.words.numbers if columns else ():
        places = passage.tokens_of(number)
        opening = next((each for each in found if places and each.start("number") == passage.start_of(places[0])), None)
        unit, _ = _unit_behind(passage, places[-1]) if opening is not None else (None, 0)
        if unit is None or not passage.own.isdisjoint(places) or not number.is_integer:
            continue
        span = _Span(number.value, unit, places[0])
        weight = max(passage.weights[max(span.at - 2, 0) : span.at + _REACH])
        for column in columns:
            if (literal := _literal(cue, column, span)) is not None:
                score = weight * WEIGHTS.predicate.threshold
                parts = {"column": score, "covered": 1.0, "said": 1.0, "words": 1.0, LIMIT: float(span.at)}
                yield Compare(column, "<=", literal), Seen(score, parts)


def figures_of_spans(number: Number, passages: Sequence[Passage]) -> frozenset[str]:
    """Return the figures that a number of a sentence about years is in months, where it may be a span."""
    text = " ".join(passage.text for passage in passages if passage.is_own)
    is_span = number.is_integer and 0 < number.value <= _MOST_YEARS and _YEARS.search(text) is not None
    return frozenset({f"{number.value * _MONTHS_OF_YEAR:f}"}) if is_span else frozenset()


def _says_how_long(column: Column) -> bool:
    """Tell whether a column has whole numbers, and a unit of time or a name that says how long something lasts."""
    if not column.is_integer or names_an_identifier(column.name):
        return False
    unit = unit_of(column)
    if unit is not None:
        return unit.unit is not None and unit.unit.dimension in _OF_TIME
    return not _CALLED.isdisjoint(split_identifier(column.name))


def _literal(cue: PredicateCue, column: Column, span: _Span) -> str | None:
    """Return the value of a column that a span is, in its unit or in the only one that makes it a value.

    A column whose few values are known has a span as it is written rather than in another unit.
    """
    unit = unit_of(column)
    known = unit.unit if unit is not None else None
    if known is not None:
        told = conversion(span.unit, known)(span.value) if known.dimension == span.unit.dimension else None
        return f"{told:f}" if told is not None and _has(cue, column, f"{told:f}") else None
    written = f"{span.value:f}"
    if column.column_id in cue.values and _has(cue, column, written):
        return written
    units = [each for each in UNITS.by_name.values() if each.dimension == span.unit.dimension]
    told_in = {written, *(f"{conversion(span.unit, each)(span.value):f}" for each in units)}
    possible = [figure for figure in told_in if _has(cue, column, figure)]
    return possible[0] if len(possible) == 1 else None


def _has(cue: PredicateCue, column: Column, figure: str) -> bool:
    values = cue.values.get(column.column_id)
    return column.column_id in cue.columns_with.get(figure, ()) if values is None else figure in values


def _spans(cue: PredicateCue, passage: Passage) -> Iterator[_Span]:
    """Yield the spans of a sentence that tell which things are meant: no results, and no times of the calendar."""
    unit: Unit | None = None
    for number in cue.words.numbers:
        places = passage.tokens_of(number)
        if not places or not _may_be_span(number) or not passage.own.isdisjoint(places):
            continue
        stated, last = _unit_behind(passage, places[-1])
        is_listed = stated is None and unit is not None and _is_counted_behind(passage, places[-1])
        unit = stated or unit
        is_meant = is_listed if stated is None else _tells_which(passage, places[0], last)
        if unit is not None and is_meant:
            yield _Span(number.value, unit, places[0])


def _may_be_span(number: Number) -> bool:
    is_plain = number.unit == "plain" and number.comparison == "=" and number.scale == 1 and number.high is None
    return is_plain and number.is_integer and number.reason in _READ_ANYWAY


def _unit_behind(passage: Passage, at: int) -> tuple[Unit | None, int]:
    """Return the unit of time behind a number, with its place: "12 months", "two-year"."""
    behind = at + 1
    while behind < len(passage.tokens) and passage.tokens[behind].text in HYPHENS:
        behind += 1
    word = passage.tokens[behind].text.lower() if behind < len(passage.tokens) else ""
    units = [unit for unit in UNITS.by_word.get(word, ()) if unit.dimension in _OF_TIME]
    return (units[0], behind) if len(units) == 1 else (None, at)


def _tells_which(passage: Passage, first: int, last: int) -> bool:
    """Tell whether a span is how long each thing lasts: "for 12 months", "12-month leases", "12 months (9)"."""
    words = [token.text.lower() for token in passage.tokens]
    following = words[last + 1] if last + 1 < len(words) else ""
    if following in _NO_SPAN_OF_EACH or not _SUMMED_UP.isdisjoint(words[max(first - _REACH, 0) : first]):
        return False
    if words[last - 1] in HYPHENS:
        is_of_noun = last + 1 < len(words) and passage.tokens[last + 1].tag.startswith("NN")
        return is_of_noun and following not in _NO_KIND
    before = passage.tokens[first - 1] if first else None
    is_of_each = before is not None and (before.text.lower() in _BEFORE or before.lemma.lower() in _LASTING)
    is_of_each = is_of_each and (first > 1 or words[0] != "for")  # "For two years the bank lent nothing"
    is_of_all = before is not None and before.text.lower() in _NOT_BEFORE
    return is_of_each or (_is_counted_behind(passage, last) and not is_of_all)


def _is_counted_behind(passage: Passage, last: int) -> bool:
    """Tell whether the claim's number stands right behind a span, as how many have it: "three years (924)"."""
    own, words = min(passage.own), [token.text.lower() for token in passage.tokens]
    return own - 2 == last and words[last + 1] in _COUNTED_BEHIND
