"""How a claim's number compares two results: what they differ by, how many times or per cent one is more."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.generators.compared_rows import is_time
from factcheck.candidates.generators.comparing_words import DIFFERENCE, Direction, direction
from factcheck.numbers.mentions import Number
from factcheck.queries.compared import TwoQueries
from factcheck.queries.difference import Change, Difference
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.queries.ratio import Ratio

_REACH = 4
"""Tokens between a number and a word for a difference, at most."""

_RIGHT_BEHIND = 3
"""Tokens from a number to a word such as "apart" or "below" behind it, at most."""

_BREAKS = frozenset({",", ":", "."})
_NOUNS = DIFFERENCE | frozenset("margin disparity change".split())
_NOUNS_OF_CHANGE = frozenset({"change", "difference"})
_VERBS = frozenset({"differ", "separate"})
_BELOW = frozenset("behind below short".split())
_ABOVE = frozenset({"ahead", "above"})
_PLACES = _BELOW | _ABOVE | {"apart"}
"""Words that say that a number is what two results differ by."""


@dataclass(frozen=True, slots=True)
class Compared:
    """How a claim's number compares two results: as ``times``, as a ``percent`` of change, or by what they differ."""

    kind: str
    told: Direction | None
    number: Number

    @classmethod
    def of(cls, number: Number, words: ClaimWords) -> Compared | None:
        """Return how a claim's number compares results; None where its words do not say that it does."""
        told = direction(words)
        if number.unit == "times":
            return cls("times", told, number)
        if number.unit == "percent":  # what shares differ by are points
            is_change = told is not None or _is_named(words, _NOUNS_OF_CHANGE)
            return cls("percent", told, number) if is_change else None
        placed = _placed(words)
        is_difference = number.unit == "more" or _is_difference_named(words) or _is_told(words, told)
        if number.unit == "year" or not (is_difference or placed):
            return None
        if told is None and placed in _BELOW | _ABOVE:
            told = Direction(placed in _BELOW, 0.0, is_in_time=False)
        return cls("difference", told, number)

    def of_two(self, subject: Query, base: Query) -> TwoQueries:
        """Return what the number is of two results: the subject's, and the one that it is compared with."""
        if self.kind == "times":
            return Ratio(subject, base, 1)
        if self.kind == "percent":
            return Change(base, subject, self.is_decrease)
        return Difference(base, subject) if self.is_decrease else Difference(subject, base)

    @property
    def is_decrease(self) -> bool:
        """Whether a number above zero says how much less something is."""
        return self.told is not None and self.told.is_decrease and self.number.value > 0

    def of_stated(self, one: Query, value: Decimal, other: Query, other_value: Decimal) -> TwoQueries:
        """Return what the number is of two results that are stated, of which ``other`` comes after ``one``.

        Which is the subject the values tell, since the number has a sign, or else the order of words.
        """
        if self.kind == "percent" and self.told is None:
            return Change(one, other, is_decrease=other_value < value)
        greater, smaller = (one, other) if value > other_value else (other, one)
        is_less = self.number.value < 1 if self.kind == "times" else (self.number.value < 0) is not self.is_decrease
        return self.of_two(smaller, greater) if is_less else self.of_two(greater, smaller)

    def has_base(self, words: ClaimWords) -> bool:
        """Tell whether words behind the number say that something is compared with another thing."""
        is_in_time = self.told is None or self.told.is_in_time
        return not is_in_time and (" than " in words.text_after() or _placed(words) is not None)

    def tells_apart(self, *predicates: Predicate) -> bool:
        """Tell whether rows of some predicates may be compared so: what rises or falls does so from time to time."""
        is_in_time = self.told is not None and self.told.is_in_time
        return not is_in_time or any(map(is_time, predicates))


def _is_difference_named(words: ClaimWords) -> bool:
    """Tell whether a word near the number says that it is a difference: "a gap of 4", "they differ by 4"."""
    return _is_named(words, _NOUNS) or _is_near(words, _VERBS, _REACH, _REACH)


def _placed(words: ClaimWords) -> str | None:
    """Return the word such as "below" that a number, or what it counts, stands right before; None without one.

    "112 are above $15,000" is no difference.
    """
    tokens = words.tokens
    for at in words.find(_PLACES):
        between = tokens[words.claimed[-1] + 1 : at] if words.claimed else ()
        is_behind = bool(words.claimed) and 0 < at - words.claimed[-1] <= _RIGHT_BEHIND
        is_unit = all(token.tag.startswith(("NN", "JJ")) for token in between)
        if is_behind and is_unit and not any(token.tag in {"CD", "$"} for token in tokens[at + 1 : at + 2]):
            return tokens[at].text.lower()
    return None


def _is_named(words: ClaimWords, nouns: frozenset[str]) -> bool:
    """Tell whether a noun near the number says what it is; "leads" in "leads at 87 percent" is none."""
    as_nouns = {token.lemma.lower() for token in words.tokens if token.tag.startswith("NN")}
    return _is_near(words, nouns & as_nouns, _REACH, _RIGHT_BEHIND)


def _is_near(words: ClaimWords, meant: frozenset[str], before: int, behind: int) -> bool:
    """Tell whether one of some words stands at most so many tokens before the number, or behind it.

    Another number does not come between, nor a comma behind the number: "$6,813, a gap of five thousand".
    """
    if not words.claimed:
        return False
    first, last = words.claimed[0], words.claimed[-1]
    for at in words.find(meant):
        if 0 < first - at <= before and not any(token.tag == "CD" for token in words.tokens[at + 1 : first]):
            return True
        if 0 < at - last <= behind and not any(token.tag in _BREAKS for token in words.tokens[last + 1 : at]):
            return True
    return False


def _is_told(words: ClaimWords, told: Direction | None) -> bool:
    """Tell whether a number says how much more or less something is; "rose to 9" says what it is."""
    if told is None:
        return False
    first = words.claimed[0]
    is_level = any(token.text.lower() in {"to", "from"} for token in words.tokens[max(0, first - 2) : first])
    return not (told.is_in_time and is_level)
