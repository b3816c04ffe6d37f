"""Answers that say which way something went: "earned more" for Increased, "spent less" for Decreased."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from factcheck.claims.passage import Passage
from factcheck.claims.statements.cues import FALLING, RISING
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms

_UP = RISING.union({"up", "more", "higher", "better", "rose", "risen"})
_DOWN = FALLING.union({"down", "less", "lower", "worse", "fewer", "lose", "reduce", "shrank", "shrunk"})
_MOST_VALUES = 8
_REACH = 2


def directions(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns whose values say what went up and what down to the way that a verb of the sentence goes.

    Of several such columns those are meant that the claim's words name best; none where they name none.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    answers = {number: both for number, values in cue.values.items() if (both := _ways(tuple(values)))}
    scores = {c: cue.column_scores.get(c.column_id, 0.0) for c in cue.columns if c.column_id in answers}
    best = max(scores.values(), default=0.0)
    for column, score in scores.items():
        if score <= 0 or score <= best / 2:
            continue
        for at, is_up in _said(passage):
            value = answers[column.column_id][is_up]
            seen = cue.seen("terms", max(passage.weights[at], WEIGHTS.predicate.least_named), column)
            parts = {"covered": 1.0, "said": 1.0, "words": 1.0, "at": float(at)}
            yield Equals(column, value), Seen(seen.score, {**seen.parts, **parts})


@lru_cache(maxsize=256)
def _ways(values: tuple[str, ...]) -> Mapping[bool, str]:
    """Return the values for what went up (True) and down of a column that has few and one of each; else nothing."""
    if len(values) > _MOST_VALUES:
        return {}
    ways = [(way, value) for value in values if (way := _way(value)) is not None]
    return dict(ways) if sorted(way for way, _ in ways) == [False, True] else {}


def _way(word: str) -> bool | None:
    """Tell whether a word, in any form, says that something went up (True) or down; None for any other."""
    forms = base_forms(word.lower())
    return True if not _UP.isdisjoint(forms) else False if not _DOWN.isdisjoint(forms) else None


def _said(passage: Passage) -> Iterator[tuple[int, bool]]:
    """Yield the tokens that say which way something went: behind their verb, "earned more", or verbs by themselves."""
    for at, token in enumerate(passage.tokens):
        is_up = _way(token.lemma if token.tag.startswith("VB") else token.text)
        if at in passage.own or is_up is None:
            continue
        is_behind_verb = any(each.tag.startswith("VB") for each in passage.tokens[max(at - _REACH, 0) : at])
        is_compared = at + 1 < len(passage.tokens) and passage.tokens[at + 1].tag in {"JJ", "RB", "CD"}
        if token.tag.startswith("VB") or (is_behind_verb and not is_compared):
            yield at, is_up
