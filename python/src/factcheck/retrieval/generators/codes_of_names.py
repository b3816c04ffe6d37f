"""Values that are codes made from names: "Salt Lake City" for SLC, "Denver" for DEN, "San Francisco" for SFO."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import named_values
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_WORD = re.compile(r"[^\W\d_]+")
_LONGEST_NAME = 5
_BEGINNING = 3
"""Letters by which a name of one word is found: with two most fit by chance."""

_SPREAD = 0.5
"""Evidence of a code whose letters stand somewhere in the name, in their order, relative to one that begins so."""

_OF_TIME = frozenset(
    "january february march april may june july august september october november december"
    " monday tuesday wednesday thursday friday saturday sunday".split()
)


def codes_of_names(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of codes to those that the proper names of the claim's sentences are shortened to.

    A name that several codes fit equally well may mean each; one that a value of a column has in full means none.
    """
    columns = {column.column_id: column for column in cue.columns}
    best: dict[Predicate, Seen] = {}
    for passage in cue.words.passages if cue.codes else ():
        named = [
            range(value.first, value.last + 1)
            for value in named_values(cue, passage)
            # of "San Diego" the first word is no code of a column, though one may be written so
            if value.predicate.column.is_text and value.predicate.column.column_id not in cue.codes
        ]
        taken = passage.own.union(*named)
        for name in _names(passage.tokens, taken):
            for number, codes in cue.codes.items():
                for predicate, seen in _found(cue, passage, name, columns[number], codes):
                    if predicate not in best or best[predicate].score < seen.score:
                        best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def _found(
    cue: PredicateCue, passage: Passage, name: range, column: Column, codes: Collection[str]
) -> Iterator[tuple[Predicate, Seen]]:
    """Yield the codes of a column that the longest beginning of a name has which has any."""
    for end in range(name.stop, name.start, -1):
        words = [word.upper() for at in range(name.start, end) for word in _WORD.findall(passage.tokens[at].text)]
        for fitting, share in codes_for(words, codes) if words else ():
            weight = share * max(passage.weights[at] for at in range(name.start, end))
            seen = cue.seen("terms", weight, column)
            is_sure = share == 1.0 and len(fitting) == 1
            parts = {
                **seen.parts,
                "covered": 1.0,
                "said": float(passage.is_own and is_sure),
                "words": float(len(words)),
                "at": float(name.start),
            }
            yield from ((Equals(column, code), Seen(seen.score, parts)) for code in fitting if weight)
            return


def codes_for(words: Sequence[str], codes: Collection[str]) -> Iterator[tuple[list[str], float]]:
    """Yield the codes that some words in capitals are shortened to, the ways that say most first, with how much."""
    joined = "".join(words)
    begins = [code for code in codes if len(code) >= (_BEGINNING if len(words) == 1 else 2) and _is_of(code, words)]
    if begins:
        yield sorted(begins), 1.0
    initials = "".join(word[0] for word in words)
    longer = [code for code in codes if len(code) >= _BEGINNING and code.startswith(initials)]
    if spread := [code for code in longer if _is_within(code, joined) or (len(words) > 1 and code[:-1] == initials)]:
        yield sorted(spread), _SPREAD


def _is_of(code: str, words: Sequence[str]) -> bool:
    """Tell whether a code is made of beginnings of all the words: SLC, and STL of "St. Louis"."""
    if not words:
        return not code
    return any(
        code.startswith(words[0][:length]) and _is_of(code[length:], words[1:])
        for length in range(1, len(code) + 1)
        if length <= len(words[0])
    )


def _is_within(code: str, name: str) -> bool:
    """Tell whether the letters of a code stand in a name in their order."""
    letters = iter(name)
    return all(letter in letters for letter in code)


def _names(tokens: Sequence[Token], taken: Collection[int]) -> Iterator[range]:
    """Yield the proper names of a sentence: its tokens that are names, side by side."""
    first = None
    for at in range(len(tokens) + 1):
        is_part = at < len(tokens) and at not in taken and _is_name(tokens[at])
        if is_part and first is None:
            first = at
        elif not is_part and first is not None:
            yield range(first, min(at, first + _LONGEST_NAME))
            first = None


def _is_name(token: Token) -> bool:
    word = token.text
    is_proper = token.tag.startswith("NNP") and word[0].isupper() and not (word.isupper() and len(word) > 1)
    return is_proper and word.lower() not in _OF_TIME
