"""The two numbers that a comparison is between: "women (7.0) are more sceptical than men (6.5)", "men do better: …"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from factcheck.candidates.statements.columns import is_time
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.owners import owners_of, tokens_of
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.words_of_measures import counts, is_size, names_meant
from factcheck.catalogue.schema import Column
from factcheck.claims.statements.phrases import Said
from factcheck.claims.statements.statement import Phrase
from factcheck.nlp.parser import Token
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.retrieval.relevance import Relevance
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import have_word_alike

_APART = frozenset("; although though while whereas but because since then".split())
"""What begins another thought: numbers behind it are not those that are compared."""
_RELATIVE = frozenset("which who that whose where".split())
_AGAINST = frozenset("against versus vs vs. v to than compared".split())
_LETTERS_ALIKE = 4
"""Letters that names of columns of one kind begin with, at least: percchild and percelderly."""
_NAMED = 0.5
"""Score of what shares a word with a phrase."""
_NEAR = 4
"""Tokens from those with whom is compared to the numbers of both, at most."""


@dataclass(frozen=True, slots=True)
class _Side:
    """A number that is compared: the query that gives it, and the restrictions that this has and the other has not."""

    query: Query
    own: frozenset[Predicate]


def pairs_told(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield the reading by which a comparison is one of two numbers of its sentence, whose queries differ in one thing.

    The first number is that of whom the statement is about, unless words say that it is the other one's.
    """
    assertion = cue.assertion
    sides = _pair(cue, (*assertion.cue, *(index for owner in assertion.owners for index in owner)))
    if sides is None or _is_of_no_rows(sides[0].query, assertion.dimension):
        return
    left, right = sides
    if _is_turned(left, right, cue):
        left, right = right, left
    yield StatementReading(
        Difference(left.query, right.query),
        WEIGHTS.statement.beside,
        is_greatest=cue.is_greatest_of(left.query.column),
        is_told=True,
        times=cue.assertion.times,
    )


def changes_told(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield the reading by which a change is one between two numbers of its sentence that are told of two times."""
    assertion = cue.assertion
    sides = _pair(cue, assertion.cue)
    times = [_time(side) for side in sides] if sides is not None else []
    if sides is None or None in times or times[0] == times[1]:
        return
    earlier, later = sorted(sides, key=lambda side: _time(side) or "")
    yield StatementReading(
        Difference(later.query, earlier.query),
        WEIGHTS.statement.beside,
        is_greatest=assertion.is_greatest,
        is_change=True,
        is_told=True,
        times=assertion.times,
    )


def _time(side: _Side) -> str | None:
    """Return when the time begins that a number's query has of its own, as text that compares; None without one."""
    [predicate] = side.own or [None]
    if isinstance(predicate, Period):
        return predicate.start
    if isinstance(predicate, DatePart):
        return f"{predicate.first:04d}"
    is_year = isinstance(predicate, Equals) and is_time(predicate.column) and predicate.literal.isdigit()
    return f"{int(predicate.literal):04d}" if isinstance(predicate, Equals) and is_year else None


def _is_of_no_rows(query: Query, dimension: str) -> bool:
    """Tell whether numbers of rows say nothing of what an adjective measures: 72 films are no less crowded than 14."""
    is_of_rows = query.function in (COUNT, COUNT_DISTINCT)
    return is_of_rows and not counts(dimension) and bool(names_meant(dimension)) and not is_size(dimension)


def _pair(cue: StatementCue, begins: Phrase) -> tuple[_Side, _Side] | None:
    """Return the first two numbers, behind the first of some words, that measure the same of two."""
    sentence = cue.words.sentence
    begin = min(sentence[index].start for index in begins)
    numbers = sorted(zip(cue.stated_at, cue.beside, strict=True), key=lambda each: each[0])
    for at, ((first, one), (second, other)) in enumerate(pairwise(numbers)):
        differing = _differing(one, other) if first > begin else None
        if differing is None or _is_another_thought(begin, first, second, cue) or _is_of_others(first, cue):
            continue
        further = [query for start, query in numbers[at + 2 :] if _differing(one, query) is not None]
        if further and not _are_against(first, second, sentence):
            return None  # "women and others spend more, $4 and $5, than men with $3"
        return _Side(one, differing[0]), _Side(other, differing[1])
    return None


def _is_another_thought(begin: int, first: int, second: int, cue: StatementCue) -> bool:
    """Tell whether numbers belong to another clause than whom the statement is about, or to one that tells of him."""
    said = cue.words.sentence[cue.assertion.cue[0]].start
    between = [token for token in cue.words.sentence if begin < token.start < second]
    is_aside = any(token.text.lower() in _RELATIVE and token.start < min(first, said) for token in between)
    return is_aside or any(token.text.lower() in _APART for token in between)


def _is_of_others(first: int, cue: StatementCue) -> bool:
    """Tell whether the first number stands far behind those with whom is compared: it is one of theirs."""
    ends = [token.end for said in cue.words.others for token in said.tokens]
    if not ends or first < max(ends):
        return False
    between = [token.text for token in cue.words.sentence if max(ends) <= token.start < first]
    return len(between) > _NEAR and ":" not in between


def _are_against(first: int, second: int, sentence: Sequence[Token]) -> bool:
    """Tell whether words set one number against another one."""
    return any(first < token.start < second and token.text.lower() in _AGAINST for token in sentence)


def _differing(one: Query, other: Query) -> tuple[frozenset[Predicate], frozenset[Predicate]] | None:
    """Return the predicates that each of two queries has alone where they compare the same of two; None for others.

    They are of one column, or only one of both has any; without any, two columns are compared.
    """
    parts, others = one.operands(), other.operands()
    if type(one) is not type(other) or not parts or len(parts) != len(others):
        return None
    pairs = list(zip(parts, others, strict=True))
    if any(a.function is not b.function for a, b in pairs):
        return None
    alone = frozenset(p for a, b in pairs for p in set(a.predicates) - set(b.predicates))
    alone_too = frozenset(p for a, b in pairs for p in set(b.predicates) - set(a.predicates))
    if any(a.column != b.column for a, b in pairs):
        are_alike = all(_are_alike(a.column, b.column) for a, b in pairs)
        return (alone, alone_too) if are_alike and not (alone or alone_too) else None
    are_of_one = len({predicate.column for predicate in (*alone, *alone_too)}) == 1
    return (alone, alone_too) if are_of_one and max(len(alone), len(alone_too)) == 1 else None


def _are_alike(one: Column | None, other: Column | None) -> bool:
    """Tell whether two columns are of one kind by their names, as perc_children and perc_elderly are."""
    if one is None or other is None:
        return one == other
    begin = one.name[:_LETTERS_ALIKE].lower()
    words, others = (set(split_identifier(column.name)) for column in (one, other))
    return not words.isdisjoint(others) or (len(begin) == _LETTERS_ALIKE and other.name.lower().startswith(begin))


def _is_turned(left: _Side, right: _Side, cue: StatementCue) -> bool:
    """Tell whether words say that the first number is that of the others: "a rate of 3 for men, 4 for women"."""
    named, named_too = (
        _named(side, zip(cue.words.owners, cue.relevance.owners, strict=True), cue) for side in (left, right)
    )
    others, others_too = (
        _named(side, zip(cue.words.others, cue.relevance.others, strict=True), cue) for side in (left, right)
    )
    is_second = named_too > named and (named_too > others_too or not named)
    return is_second or (others > others_too and named <= named_too)


def _named(side: _Side, phrases: Iterable[tuple[Said, Relevance]], cue: StatementCue) -> float:
    """Return how well phrases name what a number's query has of its own."""
    return max(
        (max(_word_shared(said, side), _as_owner(said, relevance, side, cue)) for said, relevance in phrases),
        default=0.0,
    )


def _as_owner(said: Said, relevance: Relevance, side: _Side, cue: StatementCue) -> float:
    owners = owners_of(said.text, relevance, cue.tables)
    return max((owner.score for owner in owners if owner.predicate in side.own), default=0.0)


def _word_shared(said: Said, side: _Side) -> float:
    """Return how well a word of a phrase is one of the names of what a number's query has of its own."""
    words = [word for word in tokens_of(said.text) if word.isalpha()]
    names = [name for predicate in side.own for name in tokens_of(predicate.words(""))]
    if not side.own and side.query.column is not None:
        names = split_identifier(side.query.column.name)
    return _NAMED * have_word_alike(words, names)
