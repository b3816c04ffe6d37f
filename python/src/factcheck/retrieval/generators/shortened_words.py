"""Values that are words without their vowels: "bottom" for BTM, "manager" for MNGR."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_CODE = re.compile(r"[^\W\d_][^\W\d_aeiou]{2,7}", re.IGNORECASE)
_VOWELS = re.compile("[aeiou]")
_SHORTEST_WORD = 5
_NAMING = ("NN", "JJ", "VB", "RB")


def shortened_words(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to those that are words of the claim's sentences without their vowels."""
    best: dict[Predicate, Seen] = {}
    for column in cue.columns if cue.words.passages else ():
        values = cue.values.get(column.column_id, ()) if column.is_text else ()
        codes = _by_skeleton(tuple(values))
        for passage in cue.words.passages if codes else ():
            for at, code in _named(passage, codes):
                seen = cue.seen("terms", passage.weights[at], column)
                parts = {"covered": 1.0, "said": float(passage.is_own), "words": 1.0, "at": float(at)}
                predicate, seen = Equals(column, code), Seen(seen.score, {**seen.parts, **parts})
                if predicate not in best or best[predicate].score < seen.score:
                    best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def skeleton(word: str) -> str:
    """Return a word as it is shortened: its first letter and its consonants, doubled ones once.

    >>> skeleton("bottom"), skeleton("apartment"), skeleton("yards")
    ('btm', 'aprtmnt', 'yrds')
    """
    lower = word.lower()
    rest = _VOWELS.sub("", lower[1:])
    return "".join(letter for letter, _ in groupby(lower[:1] + rest))


@lru_cache(maxsize=256)
def _by_skeleton(values: tuple[str, ...]) -> Mapping[str, str]:
    """Return the values that have no vowel but at the beginning, by these letters in lower case."""
    return {value.lower(): value for value in values if _CODE.fullmatch(value)}


def _named(passage: Passage, codes: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield the tokens of a sentence that values are shortened from, with the value; those that state a number none."""
    for at, token in enumerate(passage.tokens):
        is_word = token.tag.startswith(_NAMING) and len(token.text) >= _SHORTEST_WORD and passage.weights[at] > 0
        for form in dict.fromkeys((token.text.lower(), token.lemma.lower())) if is_word else ():
            code = codes.get(skeleton(form))
            if code is not None and code.lower() != form:
                yield at, code
                break
