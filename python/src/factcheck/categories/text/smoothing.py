"""Smooths what texts say is a kind of what, by mutual information and a truncated singular value decomposition.

Pairs that no text names get a strength from what is named of alike instances and alike categories (Roller, Kiela and
Nickel 2018).  What a definition's head is a kind of itself counts for the word too, less with each step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from factcheck.runtime.checkpoints import checkpoint

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_OVERSAMPLED, _POWER_ROUNDS = 10, 2
_ENTRIES_PER_STEP = 200_000
STEPS = 7
_MOST_HEADS, _STEP_FACTOR = 10, 0.95
_LEAST_STRENGTH = 0.001


@dataclass(frozen=True, slots=True)
class Matrix:
    """A sparse matrix: its rows, columns and values, sorted by row."""

    rows: Integers
    columns: Integers
    values: Floats
    shape: tuple[int, int]

    @classmethod
    def of(cls, rows: Integers, columns: Integers, values: Floats, shape: tuple[int, int]) -> Matrix:
        """Return the matrix of entries in any order."""
        order = np.lexsort((columns, rows))
        return cls(rows[order], columns[order], values[order], shape)

    def transposed(self) -> Matrix:
        """Return the matrix with rows and columns exchanged."""
        return Matrix.of(self.columns, self.rows, self.values, (self.shape[1], self.shape[0]))

    def times(self, dense: Floats) -> Floats:
        """Return the product with a dense matrix."""
        result = np.zeros((self.shape[0], dense.shape[1]))
        for begin in range(0, len(self.rows), _ENTRIES_PER_STEP):
            checkpoint()
            part = slice(begin, begin + _ENTRIES_PER_STEP)
            products = dense[self.columns[part]] * self.values[part, None]
            rows, starts = np.unique(self.rows[part], return_index=True)
            result[rows] += np.add.reduceat(products, starts, axis=0)
        return result


def ppmi(counts: Matrix) -> Matrix:
    """Return the positive pointwise mutual information of counts, without the entries that have none."""
    of_rows = np.bincount(counts.rows, counts.values, counts.shape[0])
    of_columns = np.bincount(counts.columns, counts.values, counts.shape[1])
    information = np.log(counts.values * counts.values.sum() / (of_rows[counts.rows] * of_columns[counts.columns]))
    is_positive = information > 0
    return Matrix(counts.rows[is_positive], counts.columns[is_positive], information[is_positive], counts.shape)


def truncated_svd(matrix: Matrix, dimensions: int) -> tuple[Floats, Floats]:
    """Return vectors of the rows, times the singular values, and of the columns (Halko, Martinsson and Tropp 2011).

    The random start is the same in every run, so the same counts give the same vectors.
    """
    width = min(dimensions + _OVERSAMPLED, *matrix.shape)
    transposed = matrix.transposed()
    basis = np.random.default_rng(1).standard_normal((matrix.shape[1], width))
    basis, _ = np.linalg.qr(matrix.times(basis))
    for _ in range(_POWER_ROUNDS):
        columns, _ = np.linalg.qr(transposed.times(basis))
        basis, _ = np.linalg.qr(matrix.times(columns))
    left, strengths, right = np.linalg.svd(transposed.times(basis).T, full_matrices=False)
    kept = min(dimensions, width)
    return basis @ left[:, :kept] * strengths[:kept], right[:kept].T


def ancestors(
    word: str,
    heads: Mapping[str, Mapping[str, float]],
    steps: int = STEPS,
    main_heads: int = _MOST_HEADS,
    factor: float = _STEP_FACTOR,
    least: float = _LEAST_STRENGTH,
) -> dict[str, float]:
    """Return what a word is a kind of by the heads of definitions, each with a strength from 0 to 1.

    A head's strength is its share of the word's definitions, and shares of several steps multiply.
    ``main_heads`` is how many heads of each word are followed; each step after the first takes the ``factor``, and what
    falls below ``least`` is left out.
    """
    strengths: dict[str, float] = {}
    reached = {word: 1.0}
    for _ in range(steps):
        above: dict[str, float] = {}
        for name, strength in reached.items():
            for head, share in _main_heads(heads.get(name, {}), main_heads):
                through = strength * share
                if head != word and through > max(above.get(head, 0.0), least):
                    above[head] = through
        new = {name: strength for name, strength in above.items() if name not in strengths}
        strengths.update(new)
        reached = {name: strength * factor for name, strength in new.items()}
    return strengths


def _main_heads(counts: Mapping[str, float], most: int) -> Iterator[tuple[str, float]]:
    total = sum(counts.values())
    for head, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]:
        yield head, count / total
