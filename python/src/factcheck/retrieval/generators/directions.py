"""Answers that say which way something went: "earned more" for Increased, "spent less" for Decreased."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS

_UP = frozenset("up more higher better increase rise grow gain improve".split())
_DOWN = frozenset("down less lower worse fewer decrease fall drop decline shrink lose reduce worsen".split())
_FORMS = {
    form: word
    for word, forms in {
        "increase": "increased increasing increases",
        "rise": "rose risen rising rises",
        "grow": "grew grown growing grows",
        "gain": "gained gains",
        "improve": "improved improves",
        "decrease": "decreased decreasing decreases",
        "fall": "fell fallen falling falls",
        "drop": "dropped drops",
        "decline": "declined declines",
        "shrink": "shrank shrunk",
        "lose": "lost",
        "reduce": "reduced",
        "worsen": "worsened",
    }.items()
    for form in forms.split()
}
_MOST_VALUES = 8
_REACH = 2


def directions(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns whose values say what went up and what down to the way that a verb of the sentence goes.

    Of several such columns those are meant that the claim's words name best; none where they name none.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    answers = {number: both for number, values in cue.values.items() if (both := _ways(values))}
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


def _ways(values: Sequence[str]) -> Mapping[bool, str]:
    """Return the values for what went up (True) and down of a column that has few and one of each; else nothing."""
    if len(values) > _MOST_VALUES:
        return {}
    words = {value: _FORMS.get(value.lower(), value.lower()) for value in values}
    ways = {is_up: [v for v, word in words.items() if word in said] for is_up, said in ((True, _UP), (False, _DOWN))}
    return {is_up: of_one[0] for is_up, of_one in ways.items()} if all(len(each) == 1 for each in ways.values()) else {}


def _said(passage: Passage) -> Iterator[tuple[int, bool]]:
    """Yield the tokens that say which way something went: behind their verb, "earned more", or verbs by themselves."""
    for at, token in enumerate(passage.tokens):
        word = token.text.lower()
        base = _FORMS.get(word, token.lemma.lower() if token.tag.startswith("VB") else word)
        is_up, is_down = base in _UP, base in _DOWN
        if at in passage.own or not (is_up or is_down):
            continue
        is_behind_verb = any(each.tag.startswith("VB") for each in passage.tokens[max(at - _REACH, 0) : at])
        is_compared = at + 1 < len(passage.tokens) and passage.tokens[at + 1].tag in {"JJ", "RB", "CD"}
        if token.tag.startswith("VB") or (is_behind_verb and not is_compared):
            yield at, is_up
