"""Words by which a sentence compares: superlatives and their rank, more and less, rise and fall."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from factcheck.candidates.claim_words import ClaimWords
from factcheck.claims.statements.cues import FROM_THE_SKY

_SMALLEST = frozenset(
    "lowest least fewest smallest worst slowest cheapest shortest youngest lightest rarest minimum bottom weakest "
    "poorest coldest quietest earliest thinnest narrowest".split()
)
_GREATEST = frozenset("top peak record maximum leading busiest".split())
_ORDINALS = {
    word: rank
    for rank, words in enumerate(("second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th"), 2)
    for word in words.split()
}

_MORE = frozenset("more higher greater larger bigger longer older heavier faster above over".split())
LESS = frozenset("less fewer lower smaller shorter younger lighter slower cheaper earlier below under".split())
_RISE = frozenset(
    "rise increase grow growth gain jump climb surge soar swell expand advance rebound spike add up improve improvement"
    " boost uplift".split()
)
_FALL = frozenset(
    "fall decrease drop decline shrink lose loss reduction reduce slump plunge tumble sink dip slide slip contract"
    " dwindle down worsen deteriorate deterioration".split()
)
_NO_MOVES = frozenset(
    "put make end set sign pick take bring give show turn open start call hang build break write shut settle".split()
)
"""Verbs that mean something else with "up" or "down" than that an amount rises or falls."""
_LEADS = frozenset(
    "exceed surpass outnumber outscore outperform outpace outsell outearn outweigh beat lead edge top".split()
)
_TRAILS = frozenset("trail lag".split())
"""Verbs that say, before "by" and a number, how far one thing is ahead of another, or behind it."""

_ADDED = frozenset({"additional", "extra", "further"})
"""Words before a number that comes on top of what another thing has."""

DIFFERENCE = frozenset("difference differ gap lead deficit surplus".split())
AVERAGE = frozenset({"average", "mean"})

_NEAR = 8
"""Tokens between a number and the word that says in which direction it changes, at most."""

_MULTIPLES = frozenset("twice thrice double triple half".split())
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")

_HEDGED = 5
"""Tokens from "by" to a number at most: "by a little more than $16"."""

_RIGHT_BEHIND = 2
"""Tokens from a number to a comparative that ends the clause, at most: "ten years younger"."""

_BEFORE_THE_OTHER = frozenset({"than", "compared", "versus", "vs", "relative"})
"""Words behind "more" or "less" that lead to what something is compared with: "$900 less compared to stayers"."""

_ON_TOP = _BEFORE_THE_OTHER | {"more", "beyond", "over", "top"}
"""Words behind such a number by which it is no count of further things: "an additional 14 joined"."""

THAN = frozenset("than from versus vs compare against over since".split()) | _LEADS | _TRAILS
"""Words before what something is compared with."""

_MINUS = frozenset("-−–")
_BEHIND_AN_ARROW = re.compile(
    r"\d\S*(?:\s\w{1,8})?\s?(?:→|->|=>|➔|➜)\s?\S{0,3}\d\S*(?:\s\w{1,8})?\s?[(,:=]\s?[-+−–]?\s?\Z"
)
"""Before what two numbers differ by that an arrow leads from one to the other: "84M → 77M (-8.28%)"."""

_OF_AN_ARROW = 0.5
"""What an arrow weighs as a word of change."""
_OF_A_SIGN = 0.3
"""What a sign before a percentage weighs as one."""


@dataclass(frozen=True, slots=True)
class Direction:
    """Whether a number says how much more or how much less something is, and the weight of the word that says so.

    What ``is_in_time`` rises or falls; anything else is more or less than another thing.
    """

    is_decrease: bool
    weight: float
    is_in_time: bool


def direction(words: ClaimWords) -> Direction | None:
    """Return what the words near a number say of a change: "16 % more than", "rose by 5 %"; None where they do not.

    "More" and the like compare only where "than" follows, or "the average", or where they end the clause right behind
    the number, "ten years younger"; what rises or falls may stand alone.
    """
    if not words.claimed:
        return None
    first, last = words.claimed[0], words.claimed[-1]
    found = []
    for index, token in enumerate(words.tokens[: last + _NEAR + 1]):
        forms = {token.text.lower(), token.lemma.lower()}
        away = index - last if index > last else first - index
        if index in words.claimed or away > _NEAR or _is_in_another_bracket(words, index, first):
            continue
        is_compared = index > last and forms & (_MORE | LESS) and _is_compared(words, index, away)
        is_ahead = index < first and forms & (_LEADS | _TRAILS) and is_told_by(words, first)
        is_ahead = is_ahead or (index < first and _is_more_by(words, index, first))
        is_ahead = is_ahead or (index < first and _is_added(words, index, first))
        is_change = forms & (_RISE | _FALL) and not _is_of_a_verb(words, index) and not _is_from_the_sky(words, index)
        if is_compared or is_ahead or is_change:
            is_decrease = bool(forms & (LESS | _FALL | _TRAILS))
            found.append((away, is_decrease, token.text.lower(), not (is_compared or is_ahead)))
    if not found:
        return Direction(False, _OF_AN_ARROW, is_in_time=True) if _BEHIND_AN_ARROW.search(words.text_before()) else None
    _, is_decrease, word, is_in_time = min(found)
    # "orders grew (+9 %), but revenue fell (-11 %)": a sign says itself which way
    return Direction(is_decrease and not _has_sign(words), words.weight({word}), is_in_time)


def signed(words: ClaimWords) -> Direction | None:
    """Return a change that a sign alone tells of: "a rebound in August (+28 %)"; None without one."""
    return Direction(False, _OF_A_SIGN, is_in_time=True) if words.claimed and _has_sign(words) else None


def _has_sign(words: ClaimWords) -> bool:
    first = words.claimed[0]
    signs = (token.text[0] for token in words.tokens[max(first - 1, 0) : first + 1])
    return "+" in signs or words.tokens[first].text[0] in _MINUS


def _is_in_another_bracket(words: ClaimWords, index: int, first: int) -> bool:
    """Tell whether a word is in a bracket that the number is not in: "77 % spoil (increasing risk), 12 % lack"."""
    low, high = sorted((index, first))
    between = [token.text for token in words.tokens[low:high]]
    opened = between.count("(") - between.count(")")
    return opened < 0 if index < first else opened > 0


def _is_of_a_verb(words: ClaimWords, index: int) -> bool:
    """Tell whether "up" or "down" belongs to a verb of no movement: "put up with a delay of 20 minutes"."""
    token = words.tokens[index]
    is_particle = token.dependency == "prt" and token.text.lower() in {"up", "down"}
    return is_particle and words.tokens[token.head].lemma.lower() in _NO_MOVES


def _is_from_the_sky(words: ClaimWords, index: int) -> bool:
    """Tell whether it is rain or the like that falls: "rain fell on 8 days"."""
    return words.tokens[index].lemma.lower() == "fall" and words.tokens[index - 1].text.lower() in FROM_THE_SKY


def is_told_by(words: ClaimWords, first: int) -> bool:
    """Tell whether "by" stands right before a number, or before a word such as "about"."""
    return "by" in {token.text.lower() for token in words.tokens[max(0, first - _HEDGED) : first]}


def _is_more_by(words: ClaimWords, index: int, first: int) -> bool:
    """Tell whether a comparative is told with "by" how much: "girls were lighter than boys, by 69 grams"."""
    token = words.tokens[index]
    is_known = token.text.lower() in _MORE | LESS and token.tag in {"JJR", "RBR"}
    return is_known and words.tokens[index - 1].text.lower() not in {"no", "or"} and is_told_by(words, first)


def _is_added(words: ClaimWords, index: int, first: int) -> bool:
    """Tell whether a number is what comes on top of another: "they earn an additional $13,100 compared to others"."""
    is_near = words.tokens[index].text.lower() in _ADDED and first - index <= _RIGHT_BEHIND
    behind = words.tokens[words.claimed[-1] + 1 : words.claimed[-1] + 1 + _NEAR]
    return is_near and not _ON_TOP.isdisjoint(token.text.lower() for token in behind)


def _is_compared(words: ClaimWords, index: int, away: int) -> bool:
    following = [token.text.lower() for token in words.tokens[index + 1 : index + 1 + _NEAR]]
    than = next((at for at, word in enumerate(following) if word in _BEFORE_THE_OTHER), None)
    if than is not None and not _is_limit(words, index + 2 + than):
        return True
    if following[:2] in (["the", "average"], ["the", "mean"]) or following[:1] == ["average"]:
        return True
    ends_clause = not following or not following[0][0].isalnum()
    is_comparative = words.tokens[index].tag in {"JJR", "RBR"} and words.tokens[index - 1].text.lower() != "or"
    return is_comparative and ends_clause and away <= _RIGHT_BEHIND


def _is_limit(words: ClaimWords, index: int) -> bool:
    """Tell whether a number other than a year stands at a token: "in less than ten" compares no two results."""
    token = words.tokens[index] if index < len(words.tokens) else None
    if token is None:
        return False
    return token.text.lower() in _MULTIPLES or (token.tag in {"CD", "$"} and not _YEAR.fullmatch(token.text))


@dataclass(frozen=True, slots=True)
class Superlative:
    """A superlative of a sentence: the index of its token, its direction, the rank before it, its weight as a word."""

    index: int
    is_greatest: bool
    rank: int
    weight: float


def superlatives(words: ClaimWords) -> Iterator[Superlative]:
    """Yield the superlatives of a claim's sentence, and verbs for what an end is reached by: "peaked at 38".

    "At least" and "at most" are none, nor are records that are kept.
    """
    yield from _ends_reached(words)
    for index, token in enumerate(words.tokens):
        word = token.text.lower()
        is_superlative = token.tag in {"JJS", "RBS"} or word in _SMALLEST | _GREATEST
        is_apart = (index and words.tokens[index - 1].text.lower() == "at") or _is_a_document(words, index)
        if not is_superlative or is_apart:
            continue
        before = [each.text.lower() for each in words.tokens[max(0, index - 2) : index]]
        rank = next((_ORDINALS[each] for each in reversed(before) if each in _ORDINALS), 1)
        yield Superlative(index, word not in _SMALLEST, rank, words.weight({word}))


_ENDS_REACHED: Mapping[str, bool] = {"peak": True, "culminate": True, "max": True, "bottom": False, "trough": False}
"""Verbs for what reaches its greatest number (True) or its smallest."""

_ONE_EACH = frozenset("a an per each one single any".split())
_FARTHEST_GROUP = 6
_FARTHEST_END = 5
"""Tokens from such a verb to the number, at most: "peaked in May at almost $38"."""


def _ends_reached(words: ClaimWords) -> Iterator[Superlative]:
    """Yield verbs that say that the claim's number, right behind "at", is the greatest or the smallest.

    What they are about is what has each of the numbers: "peaked at 100 orders a day", "at $9,000 in a single month".
    """
    behind = range(max(words.claimed, default=0) + 1, len(words.tokens))
    each = (
        at for at in behind[:_FARTHEST_GROUP] if words.lowered[at - 1] in _ONE_EACH and words.tokens[at].tag == "NN"
    )
    group = next(each, None)
    for index in range(max(0, min(words.claimed, default=0) - _FARTHEST_END), min(words.claimed, default=0)):
        is_greatest = _ENDS_REACHED.get(words.lowered_lemmas[index])
        is_verb = words.tokens[index].tag.startswith("VB") and "at" in words.lowered[index + 1 : words.claimed[0]]
        if is_verb and is_greatest is not None:
            about = index if group is None else group
            yield Superlative(about, is_greatest, 1, words.weight({words.lowered[index]}))


_OF_DOCUMENTS = frozenset("on of for to from off in".split())
_OF_EXTREMES = frozenset("be stand hold set break reach belong".split())


def _is_a_document(words: ClaimWords, index: int) -> bool:
    """Tell whether a record is something written, as in "busiest on record" or "the record that we keep"."""
    token = words.tokens[index]
    if token.text.lower() != "record" or token.dependency in {"amod", "compound", "nmod"}:
        return False
    before = words.tokens[index - 1].text.lower() if index else ""
    verb = words.tokens[token.head]
    is_told_of = verb.lemma.lower() not in _OF_EXTREMES and verb.tag.startswith("VB")
    return before in _OF_DOCUMENTS or (is_told_of and token.dependency in {"nsubj", "nsubjpass"})


_RANGES = frozenset("range vary fluctuate oscillate".split())


def ends_of_range(words: ClaimWords, implied: Collection[str]) -> Iterator[Superlative]:
    """Yield what a range says of its ends: the first is the smallest value, the other the greatest.

    ``implied`` are words that the reading of the number has found to be meant, "minimum" and "maximum" among them.
    """
    first = words.claimed[0] if words.claimed else 0
    for index in words.find(_RANGES):
        if index < first:
            between = {token.text.lower() for token in words.tokens[index + 1 : first]}
            is_greatest = "maximum" in implied or ("minimum" not in implied and bool(between & {"to", "and"}))
            yield Superlative(index, is_greatest, 1, words.weight({words.tokens[index].text.lower()}))
