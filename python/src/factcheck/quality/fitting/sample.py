"""Candidates of a claim as vectors: those that compete to be its first reading, and which of them are right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SampledClaim:
    """The candidates of a claim, one a row.

    ``vectors`` are the values of features; those of the prior are 0, since it depends on the other claims.  ``offsets``
    is what a weight's logarithm has beside them.  ``functions`` and ``columns`` number what the document prior counts,
    ``restricted`` the columns that are restricted, filled up with -1.  ``right`` tells which candidates are the right
    query; ``is_judged`` that it is known, ``is_wrong`` that the claim is.  ``agrees`` tells which results agree.
    """

    vectors: npt.NDArray[np.float32]
    offsets: Floats
    functions: Integers
    columns: Integers
    restricted: Integers
    right: Booleans
    agrees: Booleans
    is_judged: bool
    is_wrong: bool


@dataclass(frozen=True)
class SampledDocument:
    """The claims of a document, and how many functions, columns to aggregate and columns to restrict there are."""

    case_id: str
    data_set: str
    is_corrupted: bool
    claims: tuple[SampledClaim, ...]
    functions: int
    columns: int
    restrictable: int
    lost: tuple[bool, ...] = ()
    """Of each judged claim that was not even spotted or spanned, whether it is wrong."""
