"""What sentences differ in that say whether something may or must be: "may" and "cannot", "must" and "need not"."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from factcheck.evidence.cues import NEGATIONS

_PERMITTING = frozenset("may can could".split())
_DEMANDING = frozenset("must shall need needs".split())
_NEEDLESS = frozenset("need needs needn have has".split())
_DENIED = frozenset("cannot mustn needn couldn".split())
_BESIDE = frozenset("do does don doesn have has to be t".split())
_MOODS = _PERMITTING | _DEMANDING | _DENIED


class MoodChange(Enum):
    """What a passage says with another mood: the opposite of the claim, or something that leaves it open."""

    DENIES = "denies"
    LEAVES_OPEN = "leaves open"


def mood_change(ours: Sequence[str], theirs: Sequence[str]) -> MoodChange | None:
    """Compare words of a claim with those in their place; None where they are no moods, or say the same.

    What need not be may be, and what may be need not be.

    >>> mood_change(["may"], ["cannot"]), mood_change(["may"], ["need", "not"]), mood_change(["may"], ["can"])
    (<MoodChange.DENIES: 'denies'>, <MoodChange.LEAVES_OPEN: 'leaves open'>, None)
    """
    is_of_moods = all(word in _MOODS | _BESIDE | NEGATIONS for word in (*ours, *theirs))
    if not is_of_moods or _MOODS.isdisjoint((*ours, *theirs)):
        return None
    if _denies(ours) == _denies(theirs):
        is_weaker = not _denies(ours) and _demands(ours) and not _demands(theirs)
        return MoodChange.LEAVES_OPEN if is_weaker else None
    denying, other = (ours, theirs) if _denies(ours) else (theirs, ours)
    is_needless = not _NEEDLESS.isdisjoint(denying) and _PERMITTING.isdisjoint(denying)
    return MoodChange.LEAVES_OPEN if is_needless and not _demands(other) else MoodChange.DENIES


def _denies(words: Sequence[str]) -> bool:
    return "t" in words or not NEGATIONS.isdisjoint(words)


def _demands(words: Sequence[str]) -> bool:
    return not _DEMANDING.isdisjoint(words) or "to" in words
