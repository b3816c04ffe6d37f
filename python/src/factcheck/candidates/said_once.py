"""Which columns the same words of a sentence restrict: either may be meant, but not both."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from itertools import combinations, permutations
from typing import TypeGuard

from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import LIMIT, Relevance, Seen

_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


def columns_said_once(relevance: Relevance, words: Sequence[str] = ()) -> frozenset[frozenset[int]]:
    """Return pairs of columns, by number, whose likeliest restriction is one that the same words say.

    ``words`` are those of the claim's sentence, in lower case.

    In "customers from Brazil" the country of the customer may be meant, or that of the bill, but not both.  Codes that
    look alike may stand for different words: F for "women" and for "failed".  "More than two hours" is a limit of one
    column, whichever it is; where a sentence has several limits, each may be another column's.  "In 1977" is a time of
    one column, and "lost" compares one pair of columns, in one direction.  "Germany" is a country, or the code for it.
    """
    likeliest: dict[int, tuple[Predicate, Seen]] = {}
    limits: dict[int, set[float]] = {}
    for predicate, seen in relevance.predicates:
        column = predicate.column.column_id
        if column not in likeliest or seen.score > likeliest[column][1].score:
            likeliest[column] = (predicate, seen)
        if LIMIT in seen.parts:
            limits.setdefault(column, set()).add(seen.parts[LIMIT])
    columns: dict[Hashable, list[int]] = {}
    for column, (predicate, seen) in likeliest.items():
        if LIMIT in seen.parts and len(limits[column]) == 1:
            columns.setdefault((LIMIT, seen.parts[LIMIT]), []).append(column)
        elif isinstance(predicate, Equals) and predicate.column.is_text and seen.is_said:
            columns.setdefault((predicate.literal.casefold(), seen.parts.get("at")), []).append(column)
        elif (said := _time(predicate)) is not None:
            columns.setdefault(said, []).append(column)
    others = _further_values(relevance)
    said_once = frozenset(
        frozenset(pair)
        for alike in columns.values()
        for pair in combinations(alike, 2)
        if others.get(pair[0], frozenset()) == others.get(pair[1], frozenset())
    )
    either_way = _compared_either_way(predicate for predicate, _ in relevance.predicates)
    return said_once | either_way | _named_and_coded(relevance, words)


def values_of_other_columns(relevance: Relevance) -> frozenset[Predicate]:
    """Return values whose words name one of a column with fewer, where their own column has one that no other has.

    "Two dogs were named Puppy" is about dogs, of which none need be called Dog, since their name is said as well.
    """
    said = _values_said(relevance)
    left_out: set[Predicate] = set()
    for (one, values), (other, others) in permutations(said.items(), 2):
        shared = values.keys() & others.keys()
        if shared < values.keys() and relevance.values.get(other, 0) < relevance.values.get(one, 0):
            left_out.update(values[literal] for literal in shared)
    return frozenset(left_out)


def _values_said(relevance: Relevance) -> dict[int, dict[str, Predicate]]:
    """Return the values of text that the sentence has in full, by column and in lower case."""
    said: dict[int, dict[str, Predicate]] = {}
    for predicate, seen in relevance.predicates:
        if isinstance(predicate, Equals) and predicate.column.is_text and seen.is_said:
            said.setdefault(predicate.column.column_id, {})[predicate.literal.casefold()] = predicate
    return said


def _further_values(relevance: Relevance) -> dict[int, frozenset[str]]:
    """Return the values of columns of which the sentence has several: "a dog named Puppy" has two of a name's."""
    said = _values_said(relevance)
    return {column: frozenset(literals) for column, literals in said.items() if len(literals) > 1}


def _named_and_coded(relevance: Relevance, words: Sequence[str]) -> frozenset[frozenset[int]]:
    """Return pairs of columns of which one has as a name, or a code, what the other has as another one."""
    literals: dict[str, dict[int, set[str]]] = {}
    for predicate, seen in relevance.predicates:
        if isinstance(predicate, Equals) and predicate.column.is_text and seen.is_said:
            literal = predicate.literal.casefold()
            first, length = int(seen.parts.get("at", -1)), int(seen.parts.get("words", 1))
            phrase = literal if first < 0 else " ".join(words[first : first + length])
            literals.setdefault(phrase, {}).setdefault(predicate.column.column_id, set()).add(literal)
    return frozenset(
        frozenset((one, other))
        for by_column in literals.values()
        for one, other in combinations(by_column, 2)
        if by_column[one].isdisjoint(by_column[other])
    )


def _time(predicate: Predicate) -> Hashable | None:
    """Return the time that a predicate restricts its column to; the same for a year of days and of whole numbers."""
    match predicate:
        case Period(start=start, end=end):
            return ("time", start, end)
        case DatePart(part=part, first=first, last=last):
            return ("time", part, first, last)
        case Equals(column=column, literal=literal) if column.is_integer and _YEAR.fullmatch(literal):
            return ("time", f"{literal}-01-01", f"{int(literal) + 1}-01-01")
    return None


def _compared_either_way(predicates: Iterable[Predicate]) -> frozenset[frozenset[int]]:
    """Return the pairs of columns of which each may be the greater one."""
    pairs = {(each.column.column_id, each.other.column_id) for each in predicates if _is_greater(each)}
    return frozenset(frozenset(pair) for pair in pairs if pair[::-1] in pairs)


def _is_greater(predicate: Predicate) -> TypeGuard[ColumnCompare]:
    return isinstance(predicate, ColumnCompare) and predicate.comparison == ">"
