"""Finds what a text says is a kind of what, by sixteen patterns of words.

The patterns are those that answer the question what something is.  A *frame* is the words of a pattern; between it and
the category up to four words may stand ("is a large brown C"), which is the match's gap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from factcheck.categories.text.phrases import singular, singular_phrase

DEFINITION_HEAD = 0
PATTERNS = {
    DEFINITION_HEAD: "the first noun of A's definition",
    1: "A is a C",
    2: "A is a kind of C",
    3: "A is one of the Cs",
    4: "A is C",
    5: "As are Cs",
    6: "Cs such as A",
    7: "such Cs as A",
    8: "Cs including A",
    9: "Cs, especially A",
    10: "A and other Cs",
    11: "A or other Cs",
    12: "A, a C",
    13: "C of A",
    14: "C called A",
    15: "Cs like A",
    16: "the C A",
}
PATTERN_COUNT = 16
LARGEST_GAP = 4

_LONGEST_CATEGORY, _LONGEST_INSTANCE, _LONGEST_LIST = 3, 4, 6
_RUN = LARGEST_GAP + _LONGEST_CATEGORY
_TOKEN = re.compile(r"[^\W_]+(?:'[a-z]+)?|[,;:.()!?]", re.UNICODE)
_ARTICLES = frozenset("a an the any some".split())
_KINDS = frozenset("type kind sort form species variety genus name member class".split())
_KINDS |= {word + "s" for word in _KINDS}
_STOPS = frozenset(
    ", ; : . ( ) ! ? a an the any some this that these those its their his her our your my it he she they we you i"
    " of in on at by for from with without to into onto as than over under between among during through against"
    " and or but nor not no so if when where while because which who whom whose what how"
    " is was are were be been being am has have had having do does did can could may might will would shall should must"
    " such other each every all both either neither one there here also very more most especially particularly notably"
    " including include includes called named known like used usually often esp etc about after before".split()
)


class Found(NamedTuple):
    """One match: an instance, its category, the number of the pattern, and the words between frame and category."""

    instance: str
    category: str
    pattern: int
    gap: int


@dataclass(frozen=True, slots=True)
class NounList:
    """Which words are nouns first of all, and which are known as something else; others are taken for nouns."""

    nouns: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def has(self, word: str) -> bool:
        """Tell whether a word may be the last of a noun phrase."""
        if word in self.nouns:
            return True
        if word in self.others:
            return False
        if word.isdigit():
            return False
        base = singular(word)
        if base != word:
            return base in self.nouns or base not in self.others
        return not word.endswith(("ed", "ing", "ly", "ous", "ish", "al", "ic", "ive"))


class _Text:
    """The tokens of a text, as written and in lower case."""

    def __init__(self, text: str, nouns: NounList) -> None:
        self.written: list[str] = _TOKEN.findall(text)
        self.lower = [token.lower() for token in self.written]
        self.nouns = nouns

    def token(self, index: int) -> str:
        return self.lower[index] if 0 <= index < len(self.lower) else "."

    def after_articles(self, index: int) -> int:
        while self.token(index) in _ARTICLES:
            index += 1
        return index

    def run_right(self, index: int, most: int) -> list[str]:
        """Return the words from an index to the next stop, `most` at most."""
        end = index
        while end < len(self.lower) and end < index + most and self.lower[end] not in _STOPS:
            end += 1
        return self.lower[index:end]

    def run_left(self, index: int, most: int) -> list[str]:
        """Return the words before an index back to a stop, `most` at most."""
        begin = index
        while begin > 0 and begin > index - most and self.lower[begin - 1] not in _STOPS:
            begin -= 1
        return self.lower[begin:index]

    def before_comma(self, index: int) -> int:
        return index - 1 if self.token(index - 1) == "," else index


def _head_ends(run: Sequence[str], nouns: NounList) -> list[int]:
    """Return where the noun phrases of a run of words end: after its first block of nouns, and after its last noun."""
    ends: list[int] = []
    for index, word in enumerate(run):
        if nouns.has(word) and (index + 1 == len(run) or not nouns.has(run[index + 1])):
            ends.append(index + 1)
    return ends[:1] + ends[-1:] if len(ends) > 1 else ends


def _categories_after(run: Sequence[str], nouns: NounList) -> Iterator[tuple[str, int]]:
    """Yield the categories that a run after a frame may name, in the singular, each with its gap."""
    for end in _head_ends(run, nouns):
        for begin in range(max(0, end - _LONGEST_CATEGORY), end):
            if begin <= LARGEST_GAP:
                yield singular_phrase(" ".join(run[begin:end])), begin


def _categories_before(run: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the categories that a run before a frame may name, in the singular; nothing stands between."""
    for begin in range(max(0, len(run) - _LONGEST_CATEGORY), len(run)):
        yield singular_phrase(" ".join(run[begin:])), 0


def _list_right(text: _Text, index: int) -> list[str]:
    """Return the members of a list that begins at an index: "pepsi, sprite and cola"."""
    members: list[str] = []
    while len(members) < _LONGEST_LIST:
        index = text.after_articles(index)
        run = text.run_right(index, _LONGEST_INSTANCE)
        if not run:
            break
        members.append(" ".join(run))
        index += len(run)
        separators = 0
        while text.token(index) in {",", "and", "or"} and separators < 2:
            index, separators = index + 1, separators + 1
        if not separators:
            break
    return members


def _list_left(text: _Text, index: int) -> list[str]:
    """Return the members of a list that ends before an index."""
    members: list[str] = []
    index = text.before_comma(index)
    while len(members) < _LONGEST_LIST:
        run = text.run_left(index, _LONGEST_INSTANCE)
        if not run:
            break
        members.append(" ".join(run))
        index -= len(run)
        while text.token(index - 1) in _ARTICLES:
            index -= 1
        if text.token(index - 1) != ",":
            break
        index -= 1
    return members


def _instance_forms(phrase: str, is_plural: bool) -> list[str]:
    """Return what to keep for an instance: itself, and its singular where the pattern speaks of several."""
    one = singular_phrase(phrase) if is_plural else phrase
    return [phrase] if one == phrase else [phrase, one]


def _copula(text: _Text, index: int) -> Iterator[Found]:
    """Find patterns 1 to 5: what something is."""
    run = text.run_left(index, _LONGEST_INSTANCE + 1)
    if not run or len(run) > _LONGEST_INSTANCE:
        return
    is_plural = text.token(index) in {"are", "were"}
    begin, pattern = index + 1, 5 if is_plural else 4
    if text.token(begin) == "one" and text.token(begin + 1) == "of":
        begin, pattern = begin + 2, 3
    elif text.token(begin) in {"a", "an", "the"} and not is_plural:
        pattern = 1
    begin = text.after_articles(begin)
    ahead = [text.token(at) for at in range(begin, begin + LARGEST_GAP)]
    for at, token in enumerate(ahead[:-1]):
        if token in _KINDS and ahead[at + 1] == "of":
            begin, pattern = text.after_articles(begin + at + 2), 2
            break
        if token in _STOPS:
            break
    for category, gap in _categories_after(text.run_right(begin, _RUN), text.nouns):
        for instance in _instance_forms(" ".join(run), is_plural):
            yield Found(instance, category, pattern, gap)


def _listed_after(pattern: int, skipped: int) -> Callable[[_Text, int], Iterator[Found]]:
    """Make a finder of a category before a frame of `skipped` words and a list of instances after it."""

    def find(text: _Text, index: int) -> Iterator[Found]:
        run = text.run_left(text.before_comma(index), _LONGEST_CATEGORY)
        members = _list_right(text, index + skipped) if run else []
        for category, gap in _categories_before(run):
            for member in members:
                for instance in _instance_forms(member, is_plural=True):
                    yield Found(instance, category, pattern, gap)

    return find


_SUCH_AS, _INCLUDING, _ESPECIALLY, _LIKE = (
    _listed_after(6, 2),
    _listed_after(8, 1),
    _listed_after(9, 1),
    _listed_after(15, 1),
)


def _such(text: _Text, index: int) -> Iterator[Found]:
    """Find patterns 6 and 7."""
    if text.token(index + 1) == "as":
        yield from _SUCH_AS(text, index)
        return
    run = text.run_right(index + 1, _RUN)
    end = index + 1 + len(run)
    if run and text.token(end) == "as":
        for category, gap in _categories_after(run, text.nouns):
            for member in _list_right(text, end + 1):
                for instance in _instance_forms(member, is_plural=True):
                    yield Found(instance, category, 7, gap)


def _other(text: _Text, index: int) -> Iterator[Found]:
    """Find patterns 10 and 11: "A, B and other Cs"."""
    before = text.token(index - 1)
    if before not in {"and", "or"}:
        return
    members = _list_left(text, index - 1)
    for category, gap in _categories_after(text.run_right(index + 1, _RUN), text.nouns) if members else ():
        for member in members:
            for instance in _instance_forms(member, is_plural=True):
                yield Found(instance, category, 10 if before == "and" else 11, gap)


def _apposition(text: _Text, index: int) -> Iterator[Found]:
    """Find pattern 12: "A, a C"."""
    if text.token(index + 1) not in {"a", "an", "the", "any"}:
        return
    run = text.run_left(index, _LONGEST_INSTANCE + 1)
    if 0 < len(run) <= _LONGEST_INSTANCE:
        for category, gap in _categories_after(text.run_right(index + 2, _RUN), text.nouns):
            yield Found(" ".join(run), category, 12, gap)


def _of(text: _Text, index: int) -> Iterator[Found]:
    """Find pattern 13: "C of A", as in the city of Rome; and as in a cup of coffee."""
    run = text.run_left(index, 2)
    begin = text.after_articles(index + 1)
    after = text.run_right(begin, _LONGEST_INSTANCE)
    if not run or not after or not text.nouns.has(run[-1]) or run[-1] in _KINDS:
        return
    named = 0
    while named < len(after) and text.written[begin + named][0].isupper():
        named += 1
    ends = [named] if named else _head_ends(after, text.nouns)[:1]
    for category, gap in _categories_before(run):
        for end in ends:
            yield Found(" ".join(after[:end]), category, 13, gap)


def _called(text: _Text, index: int) -> Iterator[Found]:
    """Find pattern 14: "C called A"."""
    begin = index + 1
    if text.token(index) == "known":
        if text.token(begin) != "as":
            return
        begin += 1
    run = text.run_left(text.before_comma(index), 2)
    after = text.run_right(text.after_articles(begin), _LONGEST_INSTANCE)
    for category, gap in _categories_before(run) if after else ():
        yield Found(" ".join(after), category, 14, gap)


def _like(text: _Text, index: int) -> Iterator[Found]:
    """Find pattern 15: "Cs like A", where the word before is a plural."""
    before = text.token(index - 1)
    if before not in _STOPS and singular(before) != before:
        yield from _LIKE(text, index)


_FINDERS: dict[str, Callable[[_Text, int], Iterator[Found]]] = {
    **dict.fromkeys(["is", "was", "are", "were", "be"], _copula),
    **dict.fromkeys(["including", "include", "includes"], _INCLUDING),
    **dict.fromkeys(["especially", "particularly", "notably", "esp"], _ESPECIALLY),
    **dict.fromkeys(["called", "named", "known"], _called),
    "such": _such,
    "other": _other,
    ",": _apposition,
    "of": _of,
    "like": _like,
}


def _titles(text: _Text) -> Iterator[Found]:
    """Find pattern 16: a noun before a name, as in the river Danube."""
    for index in range(1, len(text.written)):
        if not text.written[index][0].isupper() or text.written[index - 1][0].isupper():
            continue
        run = text.run_left(index, 2)
        if not run or not text.nouns.has(run[-1]):
            continue
        end = index
        while end < len(text.written) and end < index + _LONGEST_INSTANCE and text.written[end][0].isupper():
            end += 1
        for category, gap in _categories_before(run):
            yield Found(" ".join(text.lower[index:end]), category, 16, gap)


def find_patterns(body: str, nouns: NounList) -> Iterator[Found]:
    """Yield all matches of the sixteen patterns in a text."""
    text = _Text(body, nouns)
    for index, token in enumerate(text.lower):
        finder = _FINDERS.get(token)
        if finder is not None:
            yield from finder(text, index)
    yield from _titles(text)


def definition_head(headword: str, definition: str, nouns: NounList) -> list[Found]:
    """Return the head of a definition: the first noun, or that after "a kind of", as the category of the headword."""
    text = _Text(definition, nouns)
    begin = text.after_articles(0)
    for at in range(begin, begin + LARGEST_GAP):
        if text.token(at) in _KINDS or text.token(at) == "one":
            if text.token(at + 1) == "of":
                begin = text.after_articles(at + 2)
                break
        elif text.token(at) in _STOPS:
            break
    run = text.run_right(begin, _RUN)
    # "small, brown animal": adjectives may stand apart by a comma
    while run and text.token(begin + len(run)) in {",", "or", "and"} and not any(map(nouns.has, run)):
        begin += len(run) + 1
        run = text.run_right(begin, _RUN)
    ends = _head_ends(run, nouns)[:1]
    return [Found(headword, singular(run[end - 1]), DEFINITION_HEAD, end - 1) for end in ends]
