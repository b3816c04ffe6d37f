"""Columns of two sides of one row, of which one wins or leads: "home wins", "the Reds led", "ended in a draw"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.number_context import SUBJECT
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.measure_words import PARTS_OF_A_WHOLE
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import names_an_identifier, split_identifier

_AHEAD = frozenset("win victory lead ahead beat outscore outpoll defeat triumph prevail".split())
_BEHIND = frozenset("lose loss trail behind defeated beaten".split())
_LEVEL = frozenset("draw tie tied level drawn".split())
_OUTCOMES = _AHEAD | _BEHIND | _LEVEL | {"won", "wins", "lost", "losses", "draws"}
CALLED = {
    "home": {"home", "host", "hosts", "hosting"},
    "away": {"away", "visitor", "visitors", "visiting", "guest", "guests"},
    "visitor": {"visitor", "visitors", "visiting", "away", "guest", "guests"},
}
"""What texts call a side, beside its name."""

_MOST = 6
"""Pairs of columns that a claim may compare so."""

_ENDS_A_CLAUSE = frozenset({",", ";", ":", "and", "but", "while", "whereas"})
_NOT_SAID_HERE = 0.6
"""What is left of the weight of a pair whose side the claim's own clause does not name."""

_NO_SIDE_NAMED = 0.3
_SHARE = re.compile(r"%|\bper\s?cent\b", re.IGNORECASE)
_REACH = 4
"""Words between a side and the word that says how it ends, that included: "Remain came out ahead"."""
_NO_SIDE = frozenset("undecided other others none neither blank blanks invalid abstain abstained unknown total".split())
"""Columns of what takes no side."""
_PRONOUNS = frozenset({"he", "she", "they"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """A word that says how it ends, at a place of a sentence."""

    word: str
    place: int
    weight: float

    @property
    def comparison(self) -> Literal[">", "<", "="]:
        """How the amount of the side that it is said of compares with the other's."""
        return "=" if self.word in _LEVEL else "<" if self.word in _BEHIND else ">"


def sides(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare numbers that two columns have of the two sides of a row, where the text says which one wins.

    Names of such columns differ in one word, the side: ``home_goals`` and ``away_goals``.  The clause of the claim says
    how it ends, or one before it: "the hosts won 52% of all games, the visitors 22%".  A table with a column that the
    same word names, such as ``wins``, says itself what was won.
    """
    passage = own_passage(cue)
    outcome = None if passage is None else outcome_told(cue.words.passages, passage)
    if passage is None or outcome is None:
        return
    named = cue.columns_named_by.get(outcome.word, {})
    scored = [
        (pair, outcome.weight * share)
        for table in cue.tables
        if named.keys().isdisjoint(column.column_id for column in table.columns)
        for pair, share in _pairs(table, passage, cue, is_level=outcome.word in _LEVEL)
    ]
    for (one, other), weight in sorted(scored, key=lambda each: -each[1])[:_MOST]:
        greater, less = (other, one) if outcome.word in _BEHIND else (one, other)
        seen = cue.seen("two columns", weight, one)
        parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "at": float(outcome.place)}
        yield ColumnCompare(greater, "=" if outcome.word in _LEVEL else ">", less), Seen(seen.score, parts)


def outcome_told(passages: Sequence[Passage], own: Passage) -> Outcome | None:
    """Return what the claim's clause says of how it ends, or else the nearest words before; None without any.

    Sentences before may say it of a share, "in 1990 it was only 40%"; an amount may be one of anything.
    """
    here = list(_outcomes(own))
    own_clause = clause_of(own)
    within = [each for each in here if each.place in own_clause]
    before = [each for each in here if each.place < own_clause.start]
    if said := within or before[-1:] or here:
        return max(said, key=lambda each: each.weight)
    if not _SHARE.search(own.text):
        return None
    return next((each for passage in passages if not passage.is_own for each in _outcomes(passage)), None)


def _outcomes(passage: Passage) -> Iterator[Outcome]:
    """Yield the words of a sentence that say how it ends."""
    for index, token in enumerate(passage.tokens):
        if token.dependency in {"compound", "amod", "nmod"} or _is_early(passage, index):  # "lead times"
            continue
        forms = (token.text.lower(), token.lemma.lower())
        known = next((form for form in forms if form in _BEHIND or form in _AHEAD or form in _LEVEL), None)
        if known is None and forms[0] == "front" and index and passage.tokens[index - 1].text.lower() == "in":
            known = "ahead"
        if known is None and forms[1] == "heat" and index and passage.tokens[index - 1].text.lower() == "dead":
            known = "tie"
        if known is not None and passage.weights[index]:
            yield Outcome(known, index, passage.weights[index])


def _is_early(passage: Passage, index: int) -> bool:
    """Recognise "ahead of schedule", "ahead of time": what is early is not before another one."""
    words = [token.text.lower() for token in passage.tokens[index : index + 4]]
    return words[:2] == ["ahead", "of"] and bool({"schedule", "time", "plan", "timetable"} & set(words[2:]))


def clause_of(passage: Passage) -> range:
    """Return the places of the claim's own clause, as far as commas and conjunctions tell."""
    if not passage.own:
        return range(len(passage.tokens))
    ends = [index for index, token in enumerate(passage.tokens) if token.text.lower() in _ENDS_A_CLAUSE]
    first = max((index for index in ends if index < min(passage.own)), default=-1) + 1
    last = min((index for index in ends if index > max(passage.own)), default=len(passage.tokens))
    return range(first, last)


def _pairs(
    table: Table, own: Passage, cue: PredicateCue, *, is_level: bool
) -> Iterator[tuple[tuple[Column, Column], float]]:
    """Yield columns of two sides, the one that the text names first, with how well it says so.

    The claim's clause names the side, or its sentence; where only other sentences do, as where a pronoun stands for
    one, either may be meant.  No side is named where both are level.
    """
    clause = clause_of(own)
    by_clause = _words(own.tokens[index] for index in clause)
    is_pronoun = any(own.tokens[index].text.lower() in _PRONOUNS for index in clause)
    by_sentence = by_clause if is_pronoun else _words(own.tokens)
    nearby = _words(token for passage in cue.words.passages for token in passage.tokens)
    document = frozenset(cue.columns_named_by)
    groups = {**columns_alike(table), ("",): _single_words(table, cue.words.passages, nearby | document)}
    for rest, alike in groups.items():
        if not _OUTCOMES.isdisjoint(rest) or len(alike) < 2:  # "win_by_runs" says itself how much it was won by
            continue
        if is_level and len(alike) == 2:
            one, other = alike.values()
            yield (one, other), 1.0
            continue
        near = _named(alike, nearby)
        near = near if len(near) > 1 else _named(alike, document)
        for words, share in ((by_clause, 1.0), (by_sentence, _NOT_SAID_HERE)):
            if named := _named(alike, words):
                others = named[1:] or [side for side in near if side not in named] or alike.keys() - named
                yield from (((alike[named[0]], alike[other]), share) for other in sorted(others))
                break
        else:
            if len(near) > 1:
                yield from (((alike[one], alike[other]), _NOT_SAID_HERE) for one, other in permutations(near, 2))
            elif near or frozenset(alike) in PARTS_OF_A_WHOLE:
                share = _NOT_SAID_HERE if near else _NO_SIDE_NAMED
                yield from ((pair, share) for pair in permutations(alike.values(), 2))


def _single_words(table: Table, passages: Sequence[Passage], known: frozenset[str]) -> dict[str, Column]:
    """Return the columns of numbers that are called what the text calls sides, in one word: ``yes`` and ``no``.

    A side stands before the word that says how it ends, in one of the sentences; so does the other one, or it is named
    near it.
    """
    single = {
        words[0]: column
        for column in table.columns
        if column.is_numeric and len(words := split_identifier(column.name)) == 1 and words[0] in known
    }
    is_vote = "yes" in single
    single = {
        word: column
        for word, column in single.items()
        if word not in _OUTCOMES | _NO_SIDE
        and (not names_an_identifier(column.name) or (is_vote and word == "no"))  # no number, beside a yes
    }
    sides_named = [word for passage in passages for word in _before_outcomes(passage) if word in single]
    if not sides_named:
        return {}
    type_name = single[sides_named[0]].type_name
    near = {token.text.lower() for passage in passages for token in passage.tokens}
    others = {word for parts in PARTS_OF_A_WHOLE if not parts.isdisjoint(sides_named) for word in parts}
    several = set(sides_named) if len(set(sides_named)) > 1 else near | others | {sides_named[0]}
    return {word: each for word, each in single.items() if word in several and each.type_name == type_name}


def _before_outcomes(passage: Passage) -> Iterator[str]:
    """Yield the words for what may be ahead: subjects, names and what stands right before the word that says so."""
    for outcome in _outcomes(passage):
        if passage.tokens[outcome.place].tag.startswith("NN") and outcome.word not in _LEVEL | {"ahead"}:
            continue  # "its lead was 7 points"
        for index in range(outcome.place - 1, max(outcome.place - 1 - _REACH, -1), -1):
            token = passage.tokens[index]
            if token.text.lower() in _ENDS_A_CLAUSE:
                break
            is_name = index > 0 and token.text[0].isupper()
            head = passage.tokens[token.head] if token.head < len(passage.tokens) else token  # a phrase is cut off
            is_subject = not {token.dependency, head.dependency}.isdisjoint(SUBJECT)
            if is_name or is_subject or index == outcome.place - 1:
                yield token.text.lower()


def _named(sides_of_row: Iterable[str], words: frozenset[str]) -> list[str]:
    """Return the sides that some words name."""
    return [side for side in sides_of_row if not CALLED.get(side, {side}).isdisjoint(words)]


def _words(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset(form for token in tokens for form in (token.text.lower(), token.lemma.lower()))


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
