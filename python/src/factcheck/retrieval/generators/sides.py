"""Columns of two sides of one row, of which one wins or leads: "home wins", "the Reds led", "ended in a draw"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import names_an_identifier, split_identifier

_AHEAD = frozenset("win victory lead ahead beat outscore outpoll defeat triumph prevail".split())
_BEHIND = frozenset("lose loss trail behind defeated beaten".split())
_LEVEL = frozenset("draw tie tied level drawn".split())
_CALLED = {
    "home": {"home", "host", "hosts", "hosting"},
    "away": {"away", "visitor", "visitors", "visiting", "guest", "guests"},
    "visitor": {"visitor", "visitors", "visiting", "away", "guest", "guests"},
}
"""What texts call a side, beside its name."""

_MOST = 4
"""Pairs of columns that a claim may compare so."""


def sides(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare numbers that two columns have of the two sides of a row, where the sentence says which one wins.

    Names of such columns differ in one word, the side: ``home_goals`` and ``away_goals``.
    """
    passage = own_passage(cue)
    said = None if passage is None else _said(passage)
    if passage is None or said is None:
        return
    word, place = said
    weight = passage.weights[place]
    for table in cue.tables if weight else ():
        for one, other in _pairs(table, passage, is_level=word in _LEVEL):
            greater, less = (other, one) if word in _BEHIND else (one, other)
            seen = cue.seen("two columns", weight, one)
            parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "at": float(place)}
            yield ColumnCompare(greater, "=" if word in _LEVEL else ">", less), Seen(seen.score, parts)


def _said(passage: Passage) -> tuple[str, int] | None:
    """Return the word that says how it ends, with its place; None without one."""
    for index, token in enumerate(passage.tokens):
        if token.dependency in {"compound", "amod", "nmod"}:  # "lead times"
            continue
        for form in (token.text.lower(), token.lemma.lower()):
            if form in _BEHIND or form in _AHEAD or form in _LEVEL:
                return form, index
    return None


def _pairs(table: Table, passage: Passage, *, is_level: bool) -> list[tuple[Column, Column]]:
    """Return columns of two sides: that of the first is named, or no side is where both are level."""
    words = {form for token in passage.tokens for form in (token.text.lower(), token.lemma.lower())}
    pairs = []
    for alike in columns_alike(table).values():
        named = [side for side in alike if not _CALLED.get(side, {side}).isdisjoint(words)]
        if is_level and len(alike) == 2:
            pairs += list(combinations(alike.values(), 2))
        for side in named[:1]:
            others = named[1:] or [each for each in alike if each != side]
            pairs += [(alike[side], alike[other]) for other in others]
    return pairs[:_MOST]


def columns_alike(table: Table) -> Mapping[tuple[str, ...], dict[str, Column]]:
    """Return the columns of numbers whose names differ in one word, by that word."""
    groups: dict[tuple[str, ...], dict[str, Column]] = {}
    for column in table.columns:
        is_amount = column.is_numeric and not names_an_identifier(column.name)
        words = split_identifier(column.name) if is_amount else []
        for at, word in enumerate(words):
            if len(words) > 1 and word.isalpha():
                groups.setdefault((*words[:at], "", *words[at + 1 :]), {})[word] = column
    return {rest: alike for rest, alike in groups.items() if len(alike) > 1}
