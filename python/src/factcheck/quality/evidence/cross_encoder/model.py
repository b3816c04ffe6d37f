"""A cross-encoder: a claim and passages as one row of words, two transformer blocks, the largest value of each number.

It follows the paper (Automated Verification of Climate Science Claims, sections 2.2.3 and 2.2.4): embeddings of words
and places, transformer blocks with four heads, global max pooling, and a layer that tells the outcomes apart.  The same
code is trained and used: ``xp`` is numpy, or what differentiates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Array = Any
"""An array of numpy, or what stands for one while it is differentiated."""
Ints = npt.NDArray[np.integer[Any]]
Weights = dict[str, npt.NDArray[Any]]

BLOCKS, HEADS = 2, 4
_WIDER = 4
"""How many times wider the inner layer of a block is."""
_MASKED = 1e4


def first_weights(words: int, longest: int, width: int, outcomes: int, seed: int) -> Weights:
    """Draw the weights that training begins with."""
    draw = np.random.default_rng(seed)

    def drawn(*shape: int) -> npt.NDArray[Any]:
        return draw.normal(0, shape[-2] ** -0.5, shape).astype(np.float32)

    weights: Weights = {
        "word": draw.normal(0, 0.1, (words, width)).astype(np.float32),
        "place": draw.normal(0, 0.02, (longest, width)).astype(np.float32),
        "outcome": drawn(width, outcomes),
        "outcome_bias": np.zeros(outcomes, np.float32),
    }
    for block in range(BLOCKS):
        weights[f"{block}.attention"] = drawn(width, 3 * width)
        weights[f"{block}.attended"] = drawn(width, width)
        weights[f"{block}.wider"] = drawn(width, _WIDER * width)
        weights[f"{block}.wider_bias"] = np.zeros(_WIDER * width, np.float32)
        weights[f"{block}.narrower"] = drawn(_WIDER * width, width)
        weights[f"{block}.narrower_bias"] = np.zeros(width, np.float32)
        for norm in ("first", "second"):
            weights[f"{block}.{norm}_scale"] = np.ones(width, np.float32)
            weights[f"{block}.{norm}_base"] = np.zeros(width, np.float32)
    return weights


def logits(weights: Mapping[str, Array], words: Ints, xp: Any = np) -> Array:
    """Return a number for each outcome of each row of words; 0 stands for no word."""
    is_word = (words > 0).astype(np.float32)
    states = weights["word"][words] + weights["place"][: words.shape[1]]
    for block in range(BLOCKS):
        states = _block(weights, f"{block}.", states, is_word, xp)
    pooled = xp.max(states - _MASKED * (1 - is_word)[:, :, None], axis=1)
    return xp.matmul(pooled, weights["outcome"]) + weights["outcome_bias"]


def log_probabilities(scores: Array, xp: Any = np) -> Array:
    """Return the logarithms of the outcomes' probabilities."""
    scores = scores - xp.max(scores, axis=1, keepdims=True)
    return scores - xp.log(xp.sum(xp.exp(scores), axis=1, keepdims=True))


def _block(weights: Mapping[str, Array], name: str, states: Array, is_word: Array, xp: Any) -> Array:
    rows, length, width = states.shape
    by_head = (rows, length, 3, HEADS, width // HEADS)
    parts = xp.transpose(xp.reshape(xp.matmul(states, weights[f"{name}attention"]), by_head), (2, 0, 3, 1, 4))
    query, key, value = parts[0], parts[1], parts[2]
    scores = xp.matmul(query, xp.swapaxes(key, 2, 3)) * np.float32((width // HEADS) ** -0.5)
    scores = scores - _MASKED * (1 - is_word)[:, None, None, :]
    scores = xp.exp(scores - xp.max(scores, axis=3, keepdims=True))
    shares = scores / xp.sum(scores, axis=3, keepdims=True)
    context = xp.reshape(xp.transpose(xp.matmul(shares, value), (0, 2, 1, 3)), (rows, length, width))
    states = _normed(weights, f"{name}first", states + xp.matmul(context, weights[f"{name}attended"]), xp)
    wider = xp.maximum(xp.matmul(states, weights[f"{name}wider"]) + weights[f"{name}wider_bias"], 0)
    narrower = xp.matmul(wider, weights[f"{name}narrower"]) + weights[f"{name}narrower_bias"]
    return _normed(weights, f"{name}second", states + narrower, xp)


def _normed(weights: Mapping[str, Array], name: str, states: Array, xp: Any) -> Array:
    centred = states - xp.mean(states, axis=2, keepdims=True)
    spread = xp.sqrt(xp.mean(centred * centred, axis=2, keepdims=True) + 1e-6)
    return centred / spread * weights[f"{name}_scale"] + weights[f"{name}_base"]
