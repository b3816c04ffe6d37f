"""Values that are a verb which the index leaves out as a small word: "they own" and "owners" for Own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms

_SMALL_VERBS = frozenset({"own"})
_DOERS = {"owner": "own", "homeowner": "own"}


def verbs_as_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to such a verb where the sentences have it, or a word for who does so."""
    best: dict[Predicate, Seen] = {}
    for column in cue.columns if cue.words.passages else ():
        verbs = _verbs(tuple(cue.values.get(column.column_id, ()))) if column.is_text else {}
        for passage in cue.words.passages if verbs else ():
            for at, value in _named(passage, verbs):
                least = WEIGHTS.predicate.least_named if passage.is_own else 0.0
                seen = cue.seen("terms", max(passage.weights[at], least), column)
                parts = {"covered": 1.0, "said": float(passage.is_own), "words": 1.0, "at": float(at)}
                predicate = Equals(column, value)
                if predicate not in best or best[predicate].score < seen.score:
                    best[predicate] = Seen(seen.score, {**seen.parts, **parts})
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


@lru_cache(maxsize=256)
def _verbs(values: tuple[str, ...]) -> Mapping[str, str]:
    """Return the values that are one of the verbs in any form, by the verb."""
    words = ((value, {*base_forms(value.lower()), value.lower()}) for value in values if value.isalpha())
    return {verb: value for value, forms in words for verb in forms & _SMALL_VERBS}


def _named(passage: Passage, verbs: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the tokens of a sentence that are a verb among values, or a word for who does so, with the value."""
    for at, token in enumerate(passage.tokens):
        lemma = token.lemma.lower()
        verb = lemma if _is_verb(passage, at) else _DOERS.get(lemma, "")
        if verb in verbs and at not in passage.own:
            yield at, verbs[verb]


def _is_verb(passage: Passage, at: int) -> bool:
    """Tell whether a token is a verb: also an "own" without "their", which is often read as an adjective."""
    tag = passage.tokens[at].tag
    return tag.startswith("VB") or (tag == "JJ" and at > 0 and passage.tokens[at - 1].tag not in {"PRP$", "POS"})
