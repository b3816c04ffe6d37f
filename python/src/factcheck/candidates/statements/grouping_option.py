"""Groups that a statement may compare, and the owners among them."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.predicate import Predicate


@dataclass(frozen=True, slots=True)
class GroupingOption:
    """Groups that may be compared, the owners among them, and their weight; ``doubt`` is that of a reading by them."""

    owners: tuple[Predicate, ...]
    by: Grouping
    weight: float
    doubt: float = 0.0
