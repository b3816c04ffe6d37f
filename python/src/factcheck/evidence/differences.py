"""What sentences in otherwise the same words differ in: a number, a word and its opposite, what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from difflib import SequenceMatcher

from factcheck.evidence.cues import FALLING, NEGATIONS, RISING
from factcheck.evidence.moods import MoodChange, mood_change
from factcheck.numbers.words import CARDINALS, SCALES
from factcheck.words.identifiers import base_forms
from factcheck.words.opposites import says_of

_LONGEST = 4
"""Words of a part that stands for another; longer parts say something else altogether."""

_YEARS, _DIGITS_OF_YEAR = range(1000, 2200), 4
_PREFIX = 4
_HEDGES = frozenset("more less fewer over under least most about around nearly almost roughly some than up to".split())
_TIMES = (
    frozenset("spring summer autumn winter".split()),
    frozenset("hour day week fortnight month quarter year decade".split()),
    frozenset("hourly daily weekly fortnightly monthly quarterly yearly annually".split()),
    frozenset("morning afternoon evening night".split()),
)
"""Words for times of one kind, each of which is another time than the others."""


@dataclass(frozen=True, slots=True)
class Differences:
    """The words of the claim in whose place the passage has others.

    ``numbers`` are other numbers, ``opposites`` words that say the opposite, ``denied`` such words of which a negation
    or a direction tells as much, and ``others`` what is about something else: another name, year, season or interval,
    or what may be where the claim says that it has to be.
    """

    numbers: frozenset[str] = frozenset()
    opposites: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def covers(self, term: str) -> bool:
        """Tell whether a term is of one of these words."""
        start = term[:_PREFIX]
        words = (*self.numbers, *self.opposites, *self.denied, *self.others)
        return any(word.startswith(start) for word in words)


def differences(
    claim: Sequence[str], passage: Sequence[str], claim_names: Set[str], passage_names: Set[str]
) -> Differences:
    """Compare the words of a claim and of a passage, in order, with what is a name among them."""
    numbers: set[str] = set()
    opposites: set[str] = set()
    denied: set[str] = set()
    others: set[str] = set()
    for ours, theirs, before in _replaced(claim, passage):
        if all(map(_is_number, ours)) and all(map(_is_number, theirs)):
            mine, other = _value(ours), _value(theirs)
            if mine == other:
                continue
            are_years = mine in _YEARS and other in _YEARS
            if not are_years:
                (numbers if _HEDGES.isdisjoint(before) else others).update(ours)
        elif pair := next(((a, b) for a in ours for b in theirs if _are_opposites(a, b)), None):
            (opposites if _is_denial(ours, theirs, pair) else denied).update(ours)
        elif _are_crossing(ours, theirs) or mood_change(ours, theirs) is MoodChange.DENIES:
            denied.update(ours)
        elif (
            mood_change(ours, theirs) is MoodChange.LEAVES_OPEN
            or _are_other_times(ours, theirs, before)
            or not (claim_names.isdisjoint(ours) or passage_names.isdisjoint(theirs))
        ):
            others.update(ours)
    our_years, their_years = _years(claim), _years(passage)
    if their_years and our_years.isdisjoint(their_years):
        others |= our_years
    return Differences(frozenset(numbers), frozenset(opposites), frozenset(denied), frozenset(others))


def _replaced(
    claim: Sequence[str], passage: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], Sequence[str]]]:
    """Yield the parts of the claim in whose place the passage has another part, and the words before both."""
    for kind, start, end, other_start, other_end in SequenceMatcher(None, claim, passage, False).get_opcodes():
        if kind == "replace" and end - start <= _LONGEST and other_end - other_start <= _LONGEST:
            before = (*claim[max(0, start - 3) : start], *passage[max(0, other_start - 3) : other_start])
            yield claim[start:end], passage[other_start:other_end], before


def _are_opposites(word: str, other: str) -> bool:
    """Tell whether one word says the opposite of another, in any form of both."""
    others = base_forms(other)
    return any(says_of(form, [each]) is False for form in base_forms(word) for each in others)


def _are_crossing(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether one part says that something rises, and the other one that it falls."""
    directions = ((RISING, FALLING), (FALLING, RISING))
    return any(not one.isdisjoint(ours) and not other.isdisjoint(theirs) for one, other in directions)


def _are_other_times(ours: Sequence[str], theirs: Sequence[str], before: Sequence[str]) -> bool:
    """Tell whether both parts are times of one kind, as "summer" and "winter"; what is counted is no time."""
    is_counted = any(map(_is_number, before))
    return not is_counted and any(not kind.isdisjoint(ours) and not kind.isdisjoint(theirs) for kind in _TIMES)


def denial_differs(claim: Sequence[str], passage: Sequence[str]) -> bool:
    """Tell whether a passage says with a negation more or less what a claim says that has negations, too.

    Its other words are those of the claim; a negation further before them may deny something else.

    >>> denial_differs("may not go without leave".split(), "he may go without leave".split())
    True
    """
    mine = [word for word in claim if word not in NEGATIONS]
    places = [index for index, word in enumerate(passage) if word not in NEGATIONS]
    others = [passage[index] for index in places]
    starts = (at for at in range(len(others) - len(mine) + 1) if mine and others[at : at + len(mine)] == mine)
    start = next(starts, None)
    if start is None:
        return False
    first = places[start - 1] + 1 if start else 0
    inside = passage[first : places[start + len(mine) - 1] + 1]
    is_alone = NEGATIONS.isdisjoint(passage[:first]) or passage[first] not in mine
    return is_alone and (len(claim) - len(inside)) % 2 == 1


def _is_denial(ours: Sequence[str], theirs: Sequence[str], opposites: Sequence[str]) -> bool:
    """Tell whether opposite words are a denial more than the negations of both sentences show.

    Of "rejected" and "approved" the first is a negation by itself; "not rejected" is none, though it has two.
    """
    mine, others = (sum(word in NEGATIONS for word in words) for words in (ours, theirs))
    beside = mine + others - sum(word in NEGATIONS for word in opposites)
    is_shown = bool(mine) != bool(others)
    return (1 + beside + is_shown) % 2 == 1


def _years(words: Sequence[str]) -> set[str]:
    return {word for word in words if len(word) == _DIGITS_OF_YEAR and word.isdecimal() and int(word) in _YEARS}


def _is_number(word: str) -> bool:
    return word[0].isdecimal() or word in CARDINALS or word in SCALES


def _value(words: Sequence[str]) -> Decimal:
    """Return the value of a number in words or figures: each word adds, and a scale multiplies what stands before."""
    whole, last = Decimal(0), Decimal(0)
    for word in words:
        if word in SCALES:
            whole, last = whole + max(last, Decimal(1)) * 10 ** SCALES[word], Decimal(0)
        else:
            last += CARDINALS[word] if word in CARDINALS else _figures(word)
    return whole + last


def _figures(word: str) -> Decimal:
    plain = word.replace(",", "")
    return Decimal(plain) if plain.count(".") <= 1 else Decimal(plain.replace(".", ""))
