"""Which rows a statement is about: those that have the values which the rest of its clause names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.owners import Owner, is_other_word, tokens_of, without_stops
from factcheck.catalogue.schema import Column
from factcheck.claims.statements.phrases import Said
from factcheck.claims.statements.statement import StatementKind
from factcheck.nlp.parser import Token
from factcheck.queries.group_members import year_of, year_period
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_RESTRICTED, _UNRESTRICTED = 0.97, 0.03
_WORD = re.compile(r"\w+")
_LONGEST_CODE = 3
_MOST_TIMES = 2
_LATEST = 0.6
"""How likely the last year is meant, beside all years, where a statement tells no time and its text tells of that."""
_MEASURED = 0.5
"""Score from which words name the column that is measured."""
_ANSWERS = [["yes"], ["no"]]
"""Values that the words do not name which say or deny something: "no city is as busy"."""
_ANY_OTHER = re.compile(r"\b(?:any|every|all|each|no)\s(?:of\sthe\s)?others?\b", re.IGNORECASE)
"""What is compared with everything else, which is no value Other."""
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


def restrictions(
    cue: StatementCue, apart: frozenset[int], owners: Sequence[Predicate], *phrases: tuple[Said, Relevance]
) -> list[tuple[tuple[Predicate, ...], float]]:
    """Return the rows that may be meant: those of all values that the rest of the sentence names in full, or all."""
    chosen: dict[int, Owner] = {}
    measured = {word for column in _measured_columns(cue) for word in tokens_of(" ".join(split_identifier(column)))}
    measured &= cue.words.measured.forms
    owned = [set(tokens_of(owner.literal)) for owner in owners if isinstance(owner, Equals)]
    for said, relevance in phrases or ((cue.words.rest, cue.relevance.rest),):
        for predicate, score, _ in named_in(said, relevance):
            column = predicate.column.column_id
            if predicate.column.is_numeric and not is_told(predicate, said):
                continue
            named = set(tokens_of(predicate.literal))
            if named and any(named <= words for words in owned):
                continue
            if _is_code(predicate.literal) and predicate.literal not in _WORD.findall(without_stops(said.text)):
                continue
            if named and named <= measured and not predicate.column.is_numeric:
                continue
            if column not in apart and (column not in chosen or chosen[column].score < score):
                chosen[column] = Owner(predicate, score)
    if not phrases:
        for owner in _counted(cue, apart, measured):
            chosen.setdefault(owner.predicate.column.column_id, owner)
    members = [] if phrases else list(_called_after(cue, apart))
    if members:
        return [((owner.predicate,), 1 / len(members)) for owner in members]  # nobody else is meant
    times = [] if phrases else _times_said(cue, apart.union(chosen), owners)
    if not chosen and not times:
        before = [((year,), 1.0) for year in _years_before(cue, apart, owners)]
        return [((), 1.0), *(before or _latest_years(cue, apart))]
    return restricted_to(
        tuple(owner.predicate for owner in sorted(chosen.values(), key=lambda each: -each.score)[:2]), times
    )


def restricted_to(
    predicates: tuple[Predicate, ...], times: Sequence[Predicate] = ()
) -> list[tuple[tuple[Predicate, ...], float]]:
    """Return the rows that fulfil all of some predicates, and one of the times, and less likely those that do not."""
    combinations: list[tuple[tuple[Predicate, ...], float]] = [((), 1.0)]
    if predicates:
        combinations = [(predicates, _RESTRICTED), ((), _UNRESTRICTED)]
    if len(predicates) > 1:
        combinations += [((predicate,), _UNRESTRICTED) for predicate in predicates]
    if not times:
        return combinations
    return [
        *(((*named, time), likely * _RESTRICTED) for named, likely in combinations for time in times),
        *((named, likely * _UNRESTRICTED) for named, likely in combinations),
    ]


def _times_said(cue: StatementCue, apart: frozenset[int], owners: Sequence[Predicate]) -> Sequence[Predicate]:
    """Return the times that the rest of the clause names, one for each column of dates where it names but one there.

    A column of dates that tells the owners apart may be restricted to years where they are months, weekdays or hours.
    """
    by_column: dict[int, list[Period | DatePart | Equals]] = {}
    owned = {_time(owner) for owner in owners}
    for predicate, seen in cue.relevance.rest.predicates:
        if _time(predicate) in owned - {None}:
            continue  # "most on Friday" of rides by when they start is not about those that end on one
        is_numbered = isinstance(predicate, Equals) and predicate.column.is_integer and "time" in seen.parts
        if isinstance(predicate, Period | DatePart) or (isinstance(predicate, Equals) and is_numbered):
            by_column.setdefault(predicate.column.column_id, []).append(predicate)
    are_cycles = all(isinstance(owner, DatePart) for owner in owners)
    times: list[Predicate] = []
    for column, named in by_column.items():
        is_free = column not in apart or (are_cycles and isinstance(named[0], Period))
        if len(named) == 1 and is_free:
            times.append(named[0])
    return times[:_MOST_TIMES]


def _time(predicate: Predicate) -> tuple[object, ...] | None:
    """Return the time that a restriction of dates tells, whichever column it is of; None for any other one."""
    if isinstance(predicate, DatePart):
        return predicate.part, predicate.first, predicate.last
    return (predicate.start, predicate.end) if isinstance(predicate, Period) else None


def name_raised(cue: StatementCue) -> Token | None:
    """Return the name whose extreme is meant, as "Heron" is that of "the best-paid Heron"; None for common nouns."""
    names = (t for t in cue.words.measured.tokens if t.tag in {"NNP", "NNPS"} and t.text.istitle())
    return next((t for t in names if t.dependency in {"nsubj", "attr"} and t.start > _start(cue)), None)


def _start(cue: StatementCue) -> int:
    return cue.words.sentence[cue.assertion.cue[0]].start


def _called_after(cue: StatementCue, apart: frozenset[int]) -> Iterator[Owner]:
    """Yield the rows of the one value of a column that ends with the name of a member: "the Heron" is a Hull Heron."""
    name = name_raised(cue)
    if name is None:
        return
    by_column: dict[int, list[Equals]] = {}
    for predicate, _ in cue.relevance.measured.predicates:
        literal = tokens_of(predicate.literal) if isinstance(predicate, Equals) and predicate.column.is_text else []
        is_free = predicate.column.column_id not in apart
        if isinstance(predicate, Equals) and literal and is_free and stem(literal[-1]) == stem(name.text.lower()):
            by_column.setdefault(predicate.column.column_id, []).append(predicate)
    yield from (Owner(values[0], 1.0) for values in by_column.values() if len(values) == 1)


def _counted(cue: StatementCue, apart: frozenset[int], measured: set[str]) -> Iterator[Owner]:
    """Yield the rows of a value whose plural says what is counted: "thefts rose" is about rows of the value Theft.

    So does a plural that both sides of a comparison have: "male lawyers" and "female lawyers" are those who are Lawyer.
    ``measured`` are the words that name columns of numbers.
    """
    plurals = _plurals(cue.words.measured) - {stem(word) for word in measured}
    sides = (*cue.words.owners[:1], *cue.words.others[:1])
    is_of_both = cue.assertion.kind is StatementKind.COMPARISON and len(sides) == 2
    shared = _plurals(sides[0]) & _plurals(sides[1]) if is_of_both else set()
    for predicate, _ in (*cue.relevance.measured.predicates, *(cue.relevance.owners[0].predicates if shared else ())):
        if not isinstance(predicate, Equals) or not predicate.column.is_text or predicate.column.column_id in apart:
            continue
        literal = tokens_of(predicate.literal)
        if len(literal) == 1 and stem(literal[0]) in plurals | shared and len(literal[0]) > _LONGEST_CODE:
            yield Owner(predicate, 1.0)


def _plurals(said: Said) -> set[str]:
    return {stem(token.text) for token in said.tokens if token.tag in {"NNS", "NNPS"}}


def _years_before(cue: StatementCue, apart: frozenset[int], owners: Sequence[Predicate]) -> Iterator[Predicate]:
    """Yield the year that was named before, of a column of dates or years that tells no group apart by its years.

    "In 2019 a new hall was opened. May was the busiest month" may be about May of that year, or of all years.
    """
    if cue.year is None or any(year_of(each) is not None for each in owners if isinstance(each, Period)):
        return
    for table in cue.tables:
        for column in table.columns:
            if column.is_date or column.is_timestamp:
                yield year_period(column, cue.year)
            elif column.column_id not in apart and _is_year(column):
                yield Equals(column, str(cue.year))


def _latest_years(cue: StatementCue, apart: frozenset[int]) -> Iterator[tuple[tuple[Predicate, ...], float]]:
    """Yield the last year of a table, where the text names it or tells of the present, and how likely it is meant."""
    for predicate, seen in cue.relevance.rest.predicates:
        if "latest" in seen.parts and predicate.column.column_id not in apart:
            yield (predicate,), _LATEST


def _is_year(column: Column) -> bool:
    return column.is_integer and "year" in split_identifier(column.name)


def _measured_columns(cue: StatementCue) -> Iterator[str]:
    """Yield the names of the columns of numbers that what is measured names."""
    scores = cue.relevance.measured.columns
    for table in cue.tables:
        for column in table.columns:
            if column.is_numeric and scores.get(column.column_id, 0.0) >= _MEASURED:
                yield column.name


def _is_code(literal: str) -> bool:
    """Recognise a code such as "PER", which the word "per" does not mean."""
    return literal.isupper() and len(literal) <= _LONGEST_CODE


def is_told(predicate: Equals, said: Said) -> bool:
    """Tell whether a number is a value rather than how many: a year, or beside the name of its column."""
    words = set(split_identifier(predicate.column.name))
    return bool(YEAR.fullmatch(predicate.literal)) or not words.isdisjoint(said.forms)


def _is_labelled(predicate: Equals, text: str) -> bool:
    """Recognise "branch A": a value that is a word without meaning elsewhere, behind the name of its column."""
    name = " ".join(split_identifier(predicate.column.name))
    pattern = rf"\b(?i:{re.escape(name)}) {re.escape(predicate.literal)}(?!\w)"
    return bool(predicate.literal) and re.search(pattern, text) is not None


def named_in(said: Said, relevance: Relevance) -> Iterator[tuple[Equals, float, str]]:
    """Yield the values that a text names word by word, with their length and their words."""
    text = f" {' '.join(tokens_of(said.text))} "
    for predicate, _ in relevance.predicates:
        if isinstance(predicate, Equals):
            wanted = tokens_of(predicate.literal)
            if wanted in _ANSWERS or (wanted == ["other"] and _ANY_OTHER.search(said.text)):
                continue
            if not wanted and _is_labelled(predicate, said.text):
                yield predicate, len(predicate.literal), predicate.literal
            if wanted and f" {' '.join(wanted)} " in text:
                name = " ".join(wanted)
                if len(wanted) > 1 or not is_other_word(predicate, said.text, relevance):
                    yield predicate, len(name), name
