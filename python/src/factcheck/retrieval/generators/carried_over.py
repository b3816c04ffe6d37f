"""Limits of the sentences before that a claim goes on about: "12 towns have over 50,000 people. Their rent is 600"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.negations import OTHERS, others
from factcheck.retrieval.generators.signs import sign_predicates
from factcheck.retrieval.generators.thresholds import band_predicates, threshold_predicates
from factcheck.retrieval.generators.two_columns import two_columns
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

_GENERATE = (threshold_predicates, band_predicates, sign_predicates, two_columns, others)
_FARTHER = 0.8
"""What is left of the weight of a limit for each sentence between."""
_LESS_LIKELY = 0.3
"""What is left of it where words stand nearer to the number that say the contrary: "they earn 20, the others 16"."""
_OF_THE_CLAIM = 0.3
"""What is left of the score of a column by the claim's own words."""
_THESE = frozenset("they them their these those".split())
_OPPOSITE: Mapping[Comparison, Comparison] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def carried_over(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns as the sentences before do that the claim goes on about, or to what they leave: "the rest"."""
    passage = own_passage(cue)
    if passage is None:
        return
    of_others, of_these = _shares(passage)
    made: list[tuple[Predicate, Seen]] = []
    for distance, before in enumerate(cue.words.carried):
        further = (replace(each.passage, is_own=False) for each in cue.words.carried[distance + 1 :])
        words = ClaimWords((before.passage, *further), before.conditions, before.numbers, times=cue.words.times)
        there = replace(cue, words=words, column_scores=_scores(before.passage, cue))
        weight = _FARTHER**distance
        for generate in _GENERATE:
            for predicate, seen in generate(there):
                made.append((predicate, _weighed(seen, weight * of_these)))
                if of_others:
                    made.append((_contrary(predicate), _weighed(seen, weight * of_others)))
        if made:
            break
    yield from sorted(made, key=lambda each: -each[1].score)


def _scores(passage: Passage, cue: PredicateCue) -> Mapping[int, float]:
    """Return the scores of columns by the words of a sentence before, and less of those that the claim has.

    What the claim names itself is what it states: "they charge 15,249" is not about those who charge a lot.
    """
    scores = {number: _OF_THE_CLAIM * score for number, score in cue.column_scores.items()}
    for token, weight in zip(passage.tokens, passage.weights, strict=True):
        for form in {token.text.lower(), token.lemma.lower()} if weight > 0 else ():
            for number, score in cue.columns_named_by.get(form, {}).items():
                scores[number] = max(scores.get(number, 0.0), weight * score)
    return scores


def _shares(passage: Passage) -> tuple[float, float]:
    """Return how likely a claim is about what a sentence before leaves out, and how likely about what it restricts to.

    The nearest word before the number tells, "the others" or "they", or else the first one behind it.
    """
    rest = [min(passage.within(*found.span())) for found in OTHERS.finditer(passage.text)]
    if not rest:
        return 0.0, 1.0
    first = min(passage.own, default=0)
    before = [index for index, token in enumerate(passage.tokens[:first]) if token.text.lower() in _THESE]
    others_before = [index for index in rest if index < first]
    is_nearer = max(others_before) > max(before, default=-1) if others_before else not before
    return (1.0, _LESS_LIKELY) if is_nearer else (_LESS_LIKELY, 1.0)


def _contrary(predicate: Predicate) -> Predicate:
    if isinstance(predicate, Compare):
        return replace(predicate, comparison=_OPPOSITE[predicate.comparison])
    return predicate.predicate if isinstance(predicate, Not) else Not(predicate)


def _weighed(seen: Seen, share: float) -> Seen:
    return Seen(share * seen.score, {**seen.parts, "carried": share})
