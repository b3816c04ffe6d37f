"""How many flags of a row are set: "accepted at least one campaign" over accepted_1 to accepted_5."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from factcheck.catalogue.expressions import sum_of
from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.queries.predicates.compare import Comparison
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.denied_verbs import is_flag
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_FEWEST, _MOST = 3, 30
"""Columns of a set."""

_SMALL = {word: value for word, value in CARDINALS.items() if 0 < value <= _MOST}
_NUMBER = rf"(?P<number>\d{{1,2}}|{any_of(_SMALL)})"
_PHRASES: tuple[tuple[re.Pattern[str], Comparison | None, int], ...] = (
    (re.compile(r"\b(?:none|not\s(?:a\ssingle|any|even\sone)|no\s(?=\w+s\b))\b", re.IGNORECASE), "<", 1),
    (re.compile(r"n['’]t\s(?:\w+\s){0,3}any\b", re.IGNORECASE), "<", 1),
    (re.compile(rf"\b(?:at\sleast|no\sfewer\sthan)\s{_NUMBER}\b", re.IGNORECASE), ">=", 0),
    (re.compile(rf"\b{_NUMBER}\sor\smore\b", re.IGNORECASE), ">=", 0),
    (re.compile(rf"\bmore\sthan\s{_NUMBER}\b", re.IGNORECASE), ">", 0),
    (re.compile(rf"\b(?:at\smost|no\smore\sthan)\s{_NUMBER}\b", re.IGNORECASE), "<=", 0),
    (re.compile(rf"\b(?:exactly|only|just|precisely)\s{_NUMBER}\b", re.IGNORECASE), None, 0),
    (re.compile(r"\b(?:several|multiple)\b", re.IGNORECASE), ">", 1),
    (re.compile(r"\b(?:any|some)\b", re.IGNORECASE), ">=", 1),
)
"""Phrases that say how many, with how the sum of the flags compares, "is" where nothing does, and with what.

A number of the phrase stands for the last; the first phrase that a sentence has counts.
"""
_ALL = re.compile(rf"\ball\s(?:(?:of\s)?the(?:se)?\s)?(?:{_NUMBER}\b)?", re.IGNORECASE)


def flag_sets(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare how many flags of a set are set with what a sentence says of the set, named by what its columns share."""
    passage = own_passage(cue)
    if passage is None:
        return
    for members in _sets(cue):
        weight = _weight(passage, members, cue)
        said = _said(passage, len(members)) if weight else None
        if said is None:
            continue
        comparison, bound = said
        score = weight * WEIGHTS.predicate.threshold
        parts = {"column": score, "covered": 1.0, "said": 1.0, "words": 2.0}
        yield ExpressionCompare(members[0], sum_of(members), comparison or "=", str(bound)), Seen(score, parts)


def _said(passage: Passage, size: int) -> tuple[Comparison | None, int] | None:
    """Return how many flags of a row a sentence says, None where it says nothing; not by the number that is claimed."""
    for phrase, comparison, bound in _PHRASES:
        for found in phrase.finditer(passage.text):
            if passage.own.isdisjoint(passage.within(*found.span())):
                told = found.groupdict().get("number")
                return comparison, bound if told is None else _value(told)
    found_all = _ALL.search(passage.text)
    if found_all is None or not passage.own.isdisjoint(passage.within(*found_all.span())):
        return None
    told = found_all["number"]
    return (None, size) if told is None or _value(told) == size else None


def _value(told: str) -> int:
    return int(told) if told.isdecimal() else int(_SMALL[told.lower()])


def _weight(passage: Passage, members: Sequence[Column], cue: PredicateCue) -> float:
    """Return the weight of the word that names all columns of a set alike; 0 without one."""
    numbers = {column.column_id for column in members}
    return max(
        (
            weight
            for token, weight in zip(passage.tokens, passage.weights, strict=True)
            for form in {token.text.lower(), token.lemma.lower()}
            if numbers <= set(cue.columns_named_by.get(form, ())) or numbers <= set(cue.called.get(form, ()))
        ),
        default=0.0,
    )


def _sets(cue: PredicateCue) -> Iterator[tuple[Column, ...]]:
    """Yield flags of a table whose names share all but a number, or else the first or the last word."""
    for table in cue.tables:
        flags = [column for column in table.columns if column.is_numeric and is_flag(cue, column)]
        groups: dict[tuple[str, ...], list[Column]] = {}
        for column in flags:
            words = split_identifier(column.name)
            of_series = tuple(word for word in words if not word.isdecimal())
            keys = {of_series} if len(of_series) < len(words) else {(words[0], ""), ("", words[-1])}
            for key in keys if len(words) > 1 else ():
                groups.setdefault(key, []).append(column)
        yield from (tuple(members) for members in groups.values() if _FEWEST <= len(members) <= _MOST)
