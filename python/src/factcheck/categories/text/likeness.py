"""How alike the embeddings of an instance and of a category are, where the optional packages are installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.categories.text.evidence import Pair
from factcheck.errors.catalogue.evidence import embeddings_not_installed
from factcheck.text_index.embeddings import embedder

_KINDS = tuple(
    "act animal artifact attribute body cognition communication event feeling food group location motive object person"
    " phenomenon plant possession process quantity relation shape state substance time".split()
)
"""The kinds that WordNet sorts its nouns into: how alike a phrase is to any of these is how alike it is to anything."""

_MOST_KEPT = 20_000
"""Phrases whose embeddings a session remembers, 30 MB."""

_kept: dict[str, npt.NDArray[np.float32]] = {}


class Likeness(NamedTuple):
    """The cosine of a pair, and how far it is above what instance and category have with the kinds of all things."""

    cosine: float
    beyond_instance: float
    beyond_category: float


def likenesses(pairs: Sequence[Pair]) -> list[Likeness]:
    """Return how alike instance and category are; raise FactcheckError where the packages are not installed."""
    vectors = _embedded({*_KINDS, *(phrase for pair in pairs for phrase in (pair.instance, pair.category))})
    kinds = np.array([vectors[kind] for kind in _KINDS])
    return [_likeness(vectors[pair.instance], vectors[pair.category], kinds) for pair in pairs]


def _likeness(
    instance: npt.NDArray[np.float32], category: npt.NDArray[np.float32], kinds: npt.NDArray[np.float32]
) -> Likeness:
    cosine = float(instance @ category)
    return Likeness(
        cosine, *((cosine - float(each.mean())) / float(each.std()) for each in (kinds @ instance, kinds @ category))
    )


def _embedded(phrases: Iterable[str]) -> dict[str, npt.NDArray[np.float32]]:
    model = embedder()
    if model is None:
        raise embeddings_not_installed()
    wanted = set(phrases)
    if len(_kept) > _MOST_KEPT:
        _kept.clear()
    missing = sorted(wanted - _kept.keys())
    if missing:
        _kept.update(zip(missing, model.encode(missing), strict=True))
    return {phrase: _kept[phrase] for phrase in wanted}
