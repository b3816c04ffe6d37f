"""Training of the cross-encoder: the negative logarithm of the right outcome's probability, by Adam."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped,import-not-found,unused-ignore]
import numpy as np
import numpy.typing as npt
from autograd import value_and_grad  # type: ignore[import-untyped,import-not-found,unused-ignore]

from factcheck.quality.evidence.cross_encoder.found import Words
from factcheck.quality.evidence.cross_encoder.model import Weights, first_weights, log_probabilities, logits
from factcheck.questions.neural.training import adam, held

_BATCH = 32
_SEPARATOR, _UNKNOWN, _FIRST = 1, 2, 3
"""Numbers of what stands between texts, of words that training did not meet twice, and of the first word."""
_FEWEST_MET = 2

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Example:
    """A claim with one or more passages, each given by its words, and the number of the right outcome."""

    texts: tuple[Words, ...]
    outcome: int


@dataclass(frozen=True, slots=True)
class Settings:
    """How a cross-encoder is trained: its width, words of a row at most, rounds, the step of Adam, and the seed."""

    width: int = 64
    longest: int = 64
    epochs: int = 6
    step: float = 1e-3
    seed: int = 1


class CrossEncoder:
    """A trained cross-encoder with its vocabulary."""

    def __init__(self, weights: Weights, places: Mapping[str, int], longest: int) -> None:
        self._weights, self._places, self._longest = weights, places, longest

    def probabilities(self, texts: Sequence[tuple[Words, ...]]) -> npt.NDArray[Any]:
        """Return the probability of each outcome for each claim with its passages."""
        parts = []
        for start in range(0, len(texts), _BATCH):
            rows = filled([row_of(each, self._places, self._longest) for each in texts[start : start + _BATCH]])
            parts.append(np.exp(log_probabilities(logits(self._weights, rows))))
        return np.concatenate(parts)


def trained(
    examples: Callable[[np.random.Generator], Sequence[Example]],
    outcomes: int,
    settings: Settings,
    tell: Callable[[str], None],
) -> CrossEncoder:
    """Train a cross-encoder on the examples that are drawn anew for each round."""
    draw = np.random.default_rng(settings.seed)
    met = Counter(word for each in examples(draw) for text in each.texts for word in set(text))
    known = sorted(word for word, count in met.items() if count >= _FEWEST_MET)
    places = {word: number for number, word in enumerate(known, _FIRST)}
    weights = first_weights(_FIRST + len(known), settings.longest, settings.width, outcomes, settings.seed)
    means, squares = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
    gradient = value_and_grad(_loss)
    number = 0
    for epoch in range(settings.epochs):
        losses = []
        for batch in _batches(examples(draw), draw):
            rows = filled([row_of(each.texts, places, settings.longest) for each in batch])
            loss, slopes = gradient(weights, rows, np.array([each.outcome for each in batch]))
            number += 1
            losses.append(float(loss))
            adam(weights, held(slopes), means, squares, settings.step, number)
        tell(f"round {epoch + 1} of {settings.epochs}: loss {sum(losses) / len(losses):.3f}")
    return CrossEncoder(weights, places, settings.longest)


def row_of(texts: Sequence[Words], places: Mapping[str, int], longest: int) -> list[int]:
    """Write texts as numbers of words, with a separator between two; what is too long is cut at the end."""
    row: list[int] = []
    for text in texts:
        row += [_SEPARATOR] if row else []
        row += [places.get(word, _UNKNOWN) for word in text]
    return row[:longest]


def filled(rows: Sequence[list[int]]) -> Ints:
    """Write rows as one array, with zeros behind the shorter ones."""
    length = max(1, *map(len, rows))
    return np.array([[*row, *([0] * (length - len(row)))] for row in rows], dtype=np.int64)


def _batches(examples: Sequence[Example], draw: np.random.Generator) -> Iterator[list[Example]]:
    """Yield batches of examples of about the same length, in an order that is drawn."""
    by_length = sorted(examples, key=lambda each: sum(map(len, each.texts)))
    starts = np.arange(0, len(by_length), _BATCH)
    draw.shuffle(starts)
    for start in starts.tolist():
        yield by_length[start : start + _BATCH]


def _loss(weights: Weights, rows: Ints, outcomes: Ints) -> Any:
    logs = log_probabilities(logits(weights, rows, anp), anp)
    return -anp.mean(logs[np.arange(len(outcomes)), outcomes])
