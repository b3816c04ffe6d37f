"""The model of decomposition: an encoder of two directions, two decoders with attention, and copying of words.

It follows the paper (Talk2Data, section 4.3): the last state of a bidirectional GRU is joined with which type of
question it is, two layers make the first states of the decoders of both parts, and each word is written or copied from
the question and the names of columns.  It has one layer of 64 where the paper has two of 256, and a linear classifier
gives the type of question where the paper has BERT.  The same code is trained and used: ``xp`` is numpy, or what
differentiates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Array = Any
"""An array of numpy, or what stands for one while it is differentiated."""
Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.integer[Any]]

EMBEDDING, HIDDEN = 48, 64
TYPES = 2
"""Compound, fuzzy."""


def shapes(words: int, others: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the weights, for a vocabulary of some words and stand-ins for other ones."""
    both = EMBEDDING + HIDDEN
    return {
        "embedding": (words + others, EMBEDDING),
        "encoder": (2, both, 2 * HIDDEN),
        "encoder_new": (2, both, HIDDEN),
        "encoder_bias": (2, 1, 3 * HIDDEN),
        "split": (2, 2 * HIDDEN + TYPES, HIDDEN),
        "split_bias": (2, 1, HIDDEN),
        "decoder": (both, 2 * HIDDEN),
        "decoder_new": (both, HIDDEN),
        "decoder_bias": (1, 3 * HIDDEN),
        "key": (2 * HIDDEN, HIDDEN),
        "context": (2 * HIDDEN, HIDDEN),
        "attended": (2 * HIDDEN, HIDDEN),
        "written": (HIDDEN, words),
        "written_bias": (1, words),
        "copied": (2 * HIDDEN + EMBEDDING, 1),
        "copied_bias": (1, 1),
    }


@dataclass(frozen=True, slots=True)
class Encoded:
    """What the encoder makes of questions: what each place is attended by and stands for, and the decoders' states."""

    keys: Array
    values: Array
    states: Array
    mask: Floats


def encode(weights: Mapping[str, Array], words: Ints, types: Floats, xp: Any = np) -> Encoded:
    """Read questions: one a row, their words by place, 0 where none is left."""
    mask = (words > 0).astype(np.float32)
    embedded = weights["embedding"][words]
    state = xp.zeros((2, len(words), HIDDEN), dtype=np.float32)
    length = words.shape[1]
    forth: list[Array] = []
    back: list[Array] = []
    for step in range(length):
        given = xp.stack([embedded[:, step], embedded[:, length - 1 - step]])
        is_word = np.stack([mask[:, step], mask[:, length - 1 - step]])[:, :, None]
        new = _gru(given, state, weights["encoder"], weights["encoder_new"], weights["encoder_bias"], xp)
        state = is_word * new + (1 - is_word) * state
        forth.append(state[0])
        back.append(state[1])
    read = xp.concatenate([xp.stack(forth, axis=1), xp.stack(back[::-1], axis=1)], axis=2)
    whole = xp.concatenate([state[0], state[1], types], axis=1)
    states = xp.tanh(xp.matmul(whole[None], weights["split"]) + weights["split_bias"])
    return Encoded(xp.matmul(read, weights["key"]), xp.matmul(read, weights["context"]), states, mask)


def step(weights: Mapping[str, Array], encoded: Encoded, before: Ints, state: Array, xp: Any = np) -> tuple[Array, ...]:
    """Write the next word.

    Return the new state, what each place is attended with, what a word is written from, and the probability that it
    is copied.

    ``before`` are the last words, ``state`` those of the decoders, each for both parts of each question.
    """
    given = weights["embedding"][before]
    state = _gru(given, state, weights["decoder"], weights["decoder_new"], weights["decoder_bias"], xp)
    scores = xp.sum(encoded.keys[None] * state[:, :, None], axis=3) + (encoded.mask - 1)[None] * 1e4
    scores = scores - xp.max(scores, axis=2, keepdims=True)
    attention = xp.exp(scores)
    attention = attention / xp.sum(attention, axis=2, keepdims=True)
    context = xp.sum(attention[:, :, :, None] * encoded.values[None], axis=2)
    attended = xp.tanh(xp.matmul(xp.concatenate([context, state], axis=2), weights["attended"]))
    seen = xp.concatenate([state, context, given], axis=2)
    copied = _sigmoid(xp.matmul(seen, weights["copied"])[:, :, 0] + weights["copied_bias"][0, 0], xp)
    return state, attention, attended, copied


def written(weights: Mapping[str, Array], attended: Array, xp: Any = np) -> Array:
    """Return the probabilities of the words that the model writes itself."""
    scores = xp.matmul(attended, weights["written"]) + weights["written_bias"][0]
    scores = scores - xp.max(scores, axis=-1, keepdims=True)
    parts = xp.exp(scores)
    return parts / xp.sum(parts, axis=-1, keepdims=True)


def _gru(given: Array, state: Array, gates: Array, new: Array, bias: Array, xp: Any) -> Array:
    both = xp.concatenate([given, state], axis=2)
    opened = _sigmoid(xp.matmul(both, gates) + bias[..., : 2 * HIDDEN], xp)
    reset, update = opened[..., :HIDDEN], opened[..., HIDDEN:]
    proposed = xp.tanh(xp.matmul(xp.concatenate([given, reset * state], axis=2), new) + bias[..., 2 * HIDDEN :])
    return update * state + (1 - update) * proposed


def _sigmoid(value: Array, xp: Any) -> Array:
    return 0.5 * (xp.tanh(0.5 * value) + 1)
