"""Training of the model of decomposition: the negative logarithm of each word's probability, by Adam."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import autograd.numpy as anp  # type: ignore[import-untyped,import-not-found,unused-ignore]
import numpy as np
import numpy.typing as npt
from autograd import value_and_grad  # type: ignore[import-untyped,import-not-found,unused-ignore]

from factcheck.questions.neural.corpus import Example, Template, examples, known_words
from factcheck.questions.neural.model import encode, shapes, step, written
from factcheck.questions.neural.vocabulary import (
    END,
    LONGEST_PART,
    OTHERS,
    START,
    Vocabulary,
    input_words,
    words_of,
)

_OF_EACH_EPOCH, _BATCH = 5_000, 64
_STEP, _FIRST, _SECOND = 3e-3, 0.9, 0.999
_STEEPEST = 2.0
_LEAST = 1e-9

Weights = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples as arrays: the words of questions, their types, and the words of both parts, before and wanted."""

    words: npt.NDArray[Any]
    types: npt.NDArray[Any]
    before: npt.NDArray[Any]
    wanted: npt.NDArray[Any]


def trained(
    chosen: Sequence[Template], seed: int, epochs: int, tell: Callable[[str], None] = lambda _: None
) -> tuple[Vocabulary, Weights]:
    """Train the model from templates; the same seed gives the same weights on one machine."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    vocabulary = Vocabulary.of(known_words())
    weights = _first_weights(vocabulary, seed)
    gradient = value_and_grad(_loss)
    means, squares = ({name: np.zeros_like(each) for name, each in weights.items()} for _ in range(2))
    number = 0
    for epoch in range(epochs):
        rate = _STEP * min(1.0, 2 * (1 - epoch / epochs))
        losses = []
        for batch in _batches(list(examples(chosen, draw, _OF_EACH_EPOCH)), vocabulary, draw):
            loss, slopes = gradient(weights, batch, vocabulary.size)
            number += 1
            losses.append(float(loss))
            adam(weights, held(slopes), means, squares, rate, number)
        tell(f"epoch {epoch + 1} of {epochs}: loss {sum(losses) / len(losses):.3f}")
    return vocabulary, weights


def _first_weights(vocabulary: Vocabulary, seed: int) -> Weights:
    draw = np.random.default_rng(seed)
    weights: Weights = {}
    for name, shape in shapes(vocabulary.size, OTHERS).items():
        width = np.sqrt(1 / shape[-2]) if name != "embedding" else 0.3
        is_bias = name.endswith("bias")
        weights[name] = (np.zeros(shape) if is_bias else draw.normal(0, width, shape)).astype(np.float32)
    return weights


def _batches(drawn: list[Example], vocabulary: Vocabulary, draw: random.Random) -> Iterator[Batch]:
    """Yield batches of questions of about the same length."""
    drawn.sort(key=lambda each: len(input_words(each.question, each.names)))
    groups = [drawn[at : at + _BATCH] for at in range(0, len(drawn), _BATCH)]
    draw.shuffle(groups)
    for group in groups:
        yield batch_of(group, vocabulary, draw)


def batch_of(group: Sequence[Example], vocabulary: Vocabulary, draw: random.Random) -> Batch:
    """Write examples as arrays; what stands for a word that the vocabulary lacks is drawn anew for each."""
    rows, before, wanted = [], [], []
    for each in group:
        others: dict[str, int] = {}
        said = input_words(each.question, each.names)
        parts = [words_of(part)[: LONGEST_PART - 1] for part in each.parts]
        new = dict.fromkeys(w for w in [*said, *(w for part in parts for w in part)] if w not in vocabulary.places)
        others.update(zip(new, draw.sample(range(OTHERS), len(new)), strict=True))
        rows.append(vocabulary.encoded(said, others))
        coded = [vocabulary.encoded([START, *part, END], others) for part in parts]
        before.append([part[:-1] for part in coded])
        wanted.append([part[1:] for part in coded])
    types = np.eye(2, dtype=np.float32)[[each.kind for each in group]]
    return Batch(_filled(rows), types, *(np.stack([_filled(p) for p in _by_part(each)]) for each in (before, wanted)))


def _by_part(parts: Sequence[Sequence[list[int]]]) -> list[list[list[int]]]:
    """Return the first parts, then the second ones, all of one length."""
    length = max(len(part) for of_one in parts for part in of_one)
    return [[[*of_one[index], *([0] * (length - len(of_one[index])))] for of_one in parts] for index in range(2)]


def _filled(rows: Sequence[list[int]]) -> npt.NDArray[Any]:
    length = max(map(len, rows))
    return np.array([[*row, *([0] * (length - len(row)))] for row in rows])


def _loss(weights: Weights, batch: Batch, size: int) -> Any:
    encoded = encode(weights, batch.words, batch.types, anp)
    state, wanted = encoded.states, batch.wanted
    is_word = (wanted > 0).astype(np.float32)
    of_vocabulary = np.where(wanted < size, wanted, 0)
    is_known = (wanted < size).astype(np.float32)
    total = 0.0
    places = np.arange(wanted.shape[0])[:, None], np.arange(wanted.shape[1])[None]
    for at in range(wanted.shape[2]):
        state, attention, attended, copied = step(weights, encoded, batch.before[:, :, at], state, anp)
        known = written(weights, attended, anp)[(*places, of_vocabulary[:, :, at])] * is_known[:, :, at]
        is_same = (batch.words[None] == wanted[:, :, at, None]).astype(np.float32)
        likely = (1 - copied) * known + copied * anp.sum(attention * is_same, axis=2)
        total = total - anp.sum(anp.log(likely + _LEAST) * is_word[:, :, at])
    return total / is_word.sum()


def held(slopes: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """Hold a steep gradient back."""
    size = float(np.sqrt(sum(float((each**2).sum()) for each in slopes.values())))
    return {name: each * min(1.0, _STEEPEST / (size + _LEAST)) for name, each in slopes.items()}


def adam(
    weights: Weights,
    slopes: Mapping[str, npt.NDArray[Any]],
    means: Weights,
    squares: Weights,
    rate: float,
    number: int,
) -> None:
    """Take step ``number`` of Adam, with the means of slopes and of their squares so far."""
    for name, slope in slopes.items():
        means[name] = _FIRST * means[name] + (1 - _FIRST) * slope
        squares[name] = _SECOND * squares[name] + (1 - _SECOND) * slope**2
        mean = means[name] / (1 - _FIRST**number)
        spread = np.sqrt(squares[name] / (1 - _SECOND**number))
        weights[name] = (weights[name] - rate * mean / (spread + 1e-8)).astype(np.float32)
