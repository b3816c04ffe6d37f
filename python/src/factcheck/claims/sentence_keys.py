"""What tells that a sentence says the same as one before, but for its number."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence

_LEAST_WORDS = 3
"""Words that a sentence must have besides the number: a table's cell, or a heading, says too little by itself."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_BLANK = re.compile(r"\s+")


def sentence_keys(claims: Sequence[tuple[str, str | None]]) -> list[str | None]:
    """Return for each claim of a document what is the same for all claims of sentences that differ in its number alone.

    ``claims`` are the texts of claims in reading order, each with its sentence.  Other numbers of the sentence count: a
    year, or how many are looked at, is a part of what is said.  None where the sentence is too short to tell, and where
    the claim is not found in it.
    """
    seen: Counter[tuple[str, str]] = Counter()
    keys: list[str | None] = []
    for text, sentence in claims:
        if sentence is None:
            keys.append(None)
            continue
        keys.append(_key(text, sentence, seen[text, sentence]))
        seen[text, sentence] += 1
    return keys


def _key(text: str, sentence: str, place: int) -> str | None:
    """Return the key of the claim that is the one at a place, from 0, among those of its text in the sentence."""
    found = list(re.finditer(rf"(?<![\w.,]){re.escape(text)}(?!\w|[.,]\d)", sentence))
    if not found:
        return None
    start, end = found[place % len(found)].span()
    said = _BLANK.sub(" ", f"{sentence[:start]}\N{NULL}{sentence[end:]}").strip().casefold()
    if len(_WORD.findall(said)) < _LEAST_WORDS:
        return None
    return hashlib.sha256(said.encode()).hexdigest()
