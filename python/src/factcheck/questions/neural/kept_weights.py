"""The trained model as a file: weights as half-precision numbers, and the words that it can write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from factcheck.errors.catalogue.questions import model_not_trained
from factcheck.questions.neural.vocabulary import Vocabulary

WEIGHTS_FILE = "weights.npz"
_WORDS = "words"


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model: its vocabulary and its weights by name."""

    vocabulary: Vocabulary
    weights: Mapping[str, npt.NDArray[Any]]


def keep(path: Path, vocabulary: Vocabulary, weights: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write a trained model into a file."""
    held: dict[str, Any] = {_WORDS: np.array(list(vocabulary.places))}
    held |= {name: each.astype(np.float16) for name, each in weights.items()}
    np.savez_compressed(path, **held)


def of_file(path: Path) -> Model:
    """Read a trained model from a file."""
    with np.load(path, allow_pickle=False) as held:
        weights = {name: held[name].astype(np.float32) for name in held.files if name != _WORDS}
        return Model(Vocabulary({str(word): place for place, word in enumerate(held[_WORDS])}), weights)


@cache
def of_package() -> Model:
    """Return the model that the package was installed with; raise ``FactcheckError`` where it has none."""
    where = files("factcheck.questions.neural").joinpath(WEIGHTS_FILE)
    if not where.is_file():
        raise model_not_trained()
    with as_file(where) as path:
        return of_file(path)
