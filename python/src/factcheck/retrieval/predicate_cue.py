"""What generators of predicates know of a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factcheck.catalogue.schema import Table
from factcheck.numbers.mentions import Number


@dataclass(frozen=True, slots=True)
class PredicateCue:
    """The cues of a claim: numbers of its sentence that say which rows are meant, and what its words find.

    ``column_scores`` are relevance scores by ``column_id``.
    """

    conditions: Sequence[Number]
    tables: Sequence[Table]
    column_scores: Mapping[int, float]
