"""BLEU and METEOR as published, and F1."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

_WORD = re.compile(r"\w+|[^\w\s]")
_LONGEST = 4
_ALPHA, _BETA, _GAMMA = 0.9, 3.0, 0.5

Words = Sequence[str]
Synonyms = Callable[[str], Collection[str]]
Stem = Callable[[str], str]


def words_of(text: str) -> list[str]:
    """Return the words and signs of a text in lower case."""
    return _WORD.findall(text.lower())


def bleu(pairs: Sequence[tuple[Words, Words]]) -> float:
    """Return the BLEU of hypotheses beside their references, of the whole corpus, with up to four words together.

    >>> round(bleu([("the cat is on the mat".split(), "the cat is on the mat".split())]), 3)
    1.0
    """
    precisions = []
    for size in range(1, _LONGEST + 1):
        hits = total = 0
        for hypothesis, reference in pairs:
            said, wanted = _grams(hypothesis, size), _grams(reference, size)
            hits += sum((said & wanted).values())
            total += sum(said.values())
        if not hits:
            return 0.0
        precisions.append(hits / total)
    length = sum(len(hypothesis) for hypothesis, _ in pairs)
    wanted_length = sum(len(reference) for _, reference in pairs)
    brevity = 1.0 if length >= wanted_length else math.exp(1 - wanted_length / length)
    return brevity * math.exp(math.fsum(map(math.log, precisions)) / _LONGEST)


def _grams(words: Words, size: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[at : at + size]) for at in range(len(words) - size + 1))


def meteor(hypothesis: Words, reference: Words, stem: Stem, synonyms: Synonyms) -> float:
    """Return the METEOR of a hypothesis beside its reference: matches of words, then of stems, then of synonyms."""
    matches = _aligned(hypothesis, reference, stem, synonyms)
    if not matches:
        return 0.0
    precision, recall = len(matches) / len(hypothesis), len(matches) / len(reference)
    mean = precision * recall / (_ALPHA * precision + (1 - _ALPHA) * recall)
    ordered = sorted(matches)
    chunks = 1 + sum(b != (a[0] + 1, a[1] + 1) for a, b in pairwise(ordered))
    penalty = _GAMMA * math.pow(chunks / len(matches), _BETA)
    return mean * (1 - penalty)


def _aligned(hypothesis: Words, reference: Words, stem: Stem, synonyms: Synonyms) -> list[tuple[int, int]]:
    """Pair the words of both texts, each once; of equal ones those are paired that follow an earlier pair."""
    matches: dict[int, int] = {}
    stages: tuple[Callable[[str, str], bool], ...] = (
        lambda a, b: a == b,
        lambda a, b: stem(a) == stem(b),
        lambda a, b: b in synonyms(a) or a in synonyms(b),
    )
    for says_the_same in stages:
        for at, word in enumerate(hypothesis):
            if at in matches:
                continue
            taken = set(matches.values())
            free = [to for to, other in enumerate(reference) if to not in taken and says_the_same(word, other)]
            if free:
                following = matches.get(at - 1, -2) + 1
                matches[at] = following if following in free else free[0]
    return list(matches.items())


def f1(hits: int, returned: int, wanted: int) -> float:
    """Return the harmonic mean of precision and recall."""
    return 2 * hits / (returned + wanted) if returned + wanted else 0.0
