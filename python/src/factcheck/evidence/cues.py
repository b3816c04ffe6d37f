"""Common words that tell what a sentence does with what it is about: denies it, says that it rises, doubts it."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATIONS = _words(
    "not no never none nor neither cannot without nothing hardly barely scarcely unlikely false wrong incorrect myth"
    " deny denies denied reject rejects rejected refute refutes refuted contradict contradicts contradicted untrue"
    " fails failed lack lacks lacking impossible"
)
RISING = _words(
    "rise rises rising rose risen increase increases increased increasing grow grows growing grew grown growth higher"
    " more gain gains gained expand expands expanding expanded accelerate accelerates accelerated accelerating up"
    " greater larger longer stronger strengthen strengthens strengthened warmer hotter faster"
)
FALLING = _words(
    "fall falls falling fell fallen decrease decreases decreased decreasing decline declines declined declining lower"
    " less fewer lose loses lost losing loss shrink shrinks shrinking shrank shrunk slow slows slowed reduce reduces"
    " reduced reducing reduction drop drops dropped dropping diminish diminishes diminished down smaller shorter"
    " weaker weaken weakens weakened cooler colder slower"
)
HEDGES = _words(
    "may might could possibly perhaps probably likely suggest suggests suggested appear appears appeared seem seems"
    " believed claimed claims uncertain uncertainty unclear estimated projected controversial disputed debated"
)
CONTRASTS = _words(
    "however despite although but though while contrary whereas nevertheless nonetheless yet instead rather"
)
NEGATED_VERB = re.compile(r"n['\u2019]t\b", re.IGNORECASE)
NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][\w-]+")
"""A word with a capital that no sentence begins with."""
