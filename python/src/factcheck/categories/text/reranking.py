"""Orders the answers of a question anew by how likely each is of the category that the question names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

VERIFIED = 30
"""Answers that are verified; those after them keep their place."""


class RankedAnswer(NamedTuple):
    """An answer with the probability of its category, the score before, their product, and its new rank."""

    answer: str
    probability: float | None
    score: float
    final_score: float
    rank: int


def rerank(
    answers: Sequence[str], scores: Sequence[float], probabilities: Sequence[float | None], unknown: float
) -> list[RankedAnswer]:
    """Return answers by the product of both scores; `unknown` stands for a probability that is unknown.

    The first 30 by the score before are verified, as in the paper; equal products keep the order of before.
    """
    before = sorted(range(len(answers)), key=lambda index: -scores[index])

    def final(index: int) -> float:
        probability = probabilities[index]
        return scores[index] * (unknown if probability is None else probability)

    verified = sorted(before[:VERIFIED], key=lambda index: -final(index))
    return [
        RankedAnswer(answers[index], probabilities[index], scores[index], final(index), rank)
        for rank, index in enumerate([*verified, *before[VERIFIED:]], 1)
    ]
