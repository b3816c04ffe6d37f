"""Values that are verbs: "they own" and "owners" for Own, "renters" for Rent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import base_forms

_NOT_INDEXED = frozenset({"own", "do", "have", "need", "can", "will", "be"})
"""Verbs that the index leaves out as small words."""

_AUXILIARY = frozenset({"aux", "auxpass", "cop"})
_DOER = ("er", "or")
_SHORTEST = 3


def verbs_as_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to one that is a verb which the sentences have, or a word for who does so."""
    best: dict[Predicate, Seen] = {}
    for column in cue.columns if cue.words.passages else ():
        verbs = _verbs(cue.values.get(column.column_id, ())) if column.is_text else {}
        for passage in cue.words.passages if verbs else ():
            for at, value in _named(passage, verbs):
                seen = cue.seen("terms", passage.weights[at], column)
                parts = {"covered": 1.0, "said": float(passage.is_own), "words": 1.0, "at": float(at)}
                predicate = Equals(column, value)
                if predicate not in best or best[predicate].score < seen.score:
                    best[predicate] = Seen(seen.score, {**seen.parts, **parts})
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def _verbs(values: Sequence[str]) -> Mapping[str, str]:
    """Return the values of one word, by its base forms in lower case."""
    words = [value for value in values if value.isalpha() and len(value) >= _SHORTEST]
    return {form: value for value in words for form in (*base_forms(value.lower()), value.lower())}


def _named(passage: Passage, verbs: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    for at, token in enumerate(passage.tokens):
        is_small = _is_small_verb(passage, at)
        if at in passage.own or (passage.weights[at] <= 0 and not is_small):
            continue
        for form in (token.lemma.lower(),) if is_small else _done_by(token):
            if form in verbs:
                yield at, verbs[form]
                break


def _is_small_verb(passage: Passage, at: int) -> bool:
    """Tell whether a token is one of these verbs: also an "own" without "their", often read as an adjective."""
    token = passage.tokens[at]
    is_verb = token.tag.startswith("VB") and token.dependency not in _AUXILIARY
    is_owner_before = at > 0 and passage.tokens[at - 1].tag in {"PRP$", "POS"}
    return token.lemma.lower() in _NOT_INDEXED and (is_verb or (token.tag == "JJ" and not is_owner_before))


def _done_by(token: Token) -> Iterator[str]:
    """Yield the verbs for what those do whom a noun names: "rent" for renters, "smoke" for smokers."""
    word = token.lemma.lower()
    if not token.tag.startswith("NN") or not word.endswith(_DOER) or len(word) < _SHORTEST + len(_DOER[0]):
        return
    stem = word[: -len(_DOER[0])]
    yield from (stem, f"{stem}e")
    if stem[-1] == stem[-2]:
        yield stem[:-1]
