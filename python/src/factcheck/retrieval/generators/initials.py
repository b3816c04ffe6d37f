"""Values and the initials of their words: "human resources" for HR, "ICU" for Intensive Care Unit, "Atlas 5" for A5.

Initials that are a small word as well, such as IT, are told from it by their capitals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_SMALL = frozenset({"and", "of", "the", "for", "&", "in", "on", "to", "-"})
_CODE = re.compile(r"[A-Z](?:&?[A-Z]){1,4}")
_SMALL_CODE = re.compile(r"[b-df-hj-np-tv-z]{2,4}")
_NUMBERED_CODE = re.compile(r"[A-Z]{1,3}\d{1,4}")
_WORD = re.compile(r"[^\W\d_]+|&")
_NAMING = ("NN", "JJ", "VBG")
_DONE = ("VBN", "VBD")
_UNCOUNTED = frozenset("a an the its their his her our your my & -".split())
_BETWEEN = _SMALL | _UNCOUNTED | {"under", "from", "at", "by", "with"}
_UNIT = "U"
"""What stands behind initials and is left out in a text: "intensive care" is the ICU."""
_LONGEST_GAP = 2
_WORDS_BY_CHANCE = 2
_SMALL_WORDS = frozenset("it us me he we am is be do no so up or in at on to an as by if of all who are can".split())
"""Words that are no keywords, and which codes in capitals may look like: IT, US."""
_BESIDE = 3
"""Tokens on each side of such a code as heavy as which it is."""


def initials(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to those that the claim's sentences give the initials of, or spell out."""
    best: dict[Predicate, Seen] = {}
    for column in cue.columns if cue.words.passages else ():
        if not column.is_text or column.column_id in cue.other_names:
            continue
        codes, numbered, names = _codes_and_names(tuple(cue.values.get(column.column_id, ())))
        for passage in cue.words.passages if codes or names or numbered else ():
            found = (
                _spelt_out(passage, codes),
                _abbreviated(passage, names),
                _numbered(passage, numbered),
                _in_capitals(passage, codes),
            )
            for value, first, last in chain.from_iterable(found):
                predicate, seen = _seen(cue, passage, column, value, range(first, last + 1))
                if seen.score > 0 and (predicate not in best or best[predicate].score < seen.score):
                    best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def initials_of(words: Sequence[str]) -> str:
    """Return the initials of words in capitals, without those of small words."""
    return "".join(word[0].upper() for word in words if word.lower() not in _SMALL)


@lru_cache(maxsize=128)
def _codes_and_names(values: tuple[str, ...]) -> tuple[Mapping[str, str], Collection[str], Mapping[str, str]]:
    """Return the codes of a column, those with a number, and its values of several words by their initials, once."""
    short = [value for value in values if _CODE.fullmatch(value) or _SMALL_CODE.fullmatch(value)]
    codes = {value.replace("&", "").upper(): value for value in short}
    return codes, frozenset(filter(_NUMBERED_CODE.fullmatch, values)), _by_initials(values)


def _by_initials(values: Sequence[str]) -> Mapping[str, str]:
    """Return the values of several words by their initials, as far as these tell them apart."""
    names: dict[str, str | None] = {}
    for value in values:
        words = _WORD.findall(value)
        if len(words) > 1 and (short := initials_of(words)) and len(short) > 1:
            names[short] = None if short in names else value
    return {short: value for short, value in names.items() if value is not None}


def _abbreviated(passage: Passage, names: Mapping[str, str]) -> Iterator[tuple[str, int, int]]:
    """Yield the values whose initials stand in a sentence in capitals, with the first and the last token."""
    for index, token in enumerate(passage.tokens):
        short = token.text.replace("&", "")  # "R&D" for Research_Development
        if short in names and _CODE.fullmatch(token.text):
            yield names[short], index, index


def _numbered(passage: Passage, codes: Collection[str]) -> Iterator[tuple[str, int, int]]:
    """Yield the codes that are the capitals of a name and the number behind it: "PlayStation 2" is PS2."""
    for index, token in enumerate(passage.tokens[1:] if codes else (), 1):
        name = passage.tokens[index - 1]
        short = "".join(filter(str.isupper, name.text)) + token.text
        if short in codes and name.tag.startswith("NN") and index not in passage.own:
            yield short, index - 1, index


def _in_capitals(passage: Passage, codes: Mapping[str, str]) -> Iterator[tuple[str, int, int]]:
    """Yield the codes that are small words but for their capitals, in a sentence that has other letters: "IT"."""
    is_shouted = passage.text.isupper()
    for index, token in enumerate(passage.tokens):
        if codes.get(token.text) == token.text and not is_shouted and token.text.lower() in _SMALL_WORDS:
            yield token.text, index, index


def _spelt_out(passage: Passage, codes: Mapping[str, str]) -> Iterator[tuple[str, int, int]]:
    """Yield the codes that the words of one phrase have as their initials, with the first and the last token."""
    tokens = passage.tokens
    naming = [
        index
        for index, token in enumerate(tokens)
        if token.tag.startswith((*_NAMING, *_DONE)) and token.text[0].isalpha()
    ]
    for at, first in enumerate(naming):
        is_done = tokens[first].tag in _DONE
        short = with_small = tokens[first].text[0].upper()
        for before, index in zip(naming[at:], naming[at + 1 :], strict=False):
            between = [token.text.lower() for token in tokens[before + 1 : index]]
            if len(between) > _LONGEST_GAP or not _BETWEEN.issuperset(between):
                break
            letter = tokens[index].text[0].upper()
            short += letter
            with_small += "".join(word[0].upper() for word in between if word not in _UNCOUNTED) + letter
            fitting = dict.fromkeys(each for each in (short, with_small, short + _UNIT) if each in codes)
            for code in fitting if not passage.own.intersection(range(first, index + 1)) else ():
                if not is_done or len(code) > _WORDS_BY_CHANCE:
                    yield codes[code], first, index
            if not any(code.startswith((short, with_small)) for code in codes):
                break


def _seen(cue: PredicateCue, passage: Passage, column: Column, value: str, places: range) -> tuple[Predicate, Seen]:
    weight = max(passage.weights[index] for index in places)
    if not weight and value.lower() in _SMALL_WORDS:  # no keyword; it weighs as much as the words beside it
        weight = max(passage.weights[max(places[0] - _BESIDE, 0) : places[-1] + _BESIDE + 1])
    seen = cue.seen("terms", weight, column)
    # two words in small letters may begin like a code by chance
    is_sure = len(places) != _WORDS_BY_CHANCE or all(passage.tokens[index].text[0].isupper() for index in places)
    said = float(passage.is_own and is_sure)
    parts = {**seen.parts, "covered": 1.0, "said": said, "words": float(len(places)), "at": float(places[0])}
    return Equals(column, value), Seen(seen.score if weight else 0.0, parts)
