"""What a query is: a simple aggregate query (Definition 2)."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.fragments import Function, Predicate


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """A simple aggregate query (Definition 2) over the tables of a relation set.

    ``column`` is None for ``*``, the rows of the anchor.  For a conditional probability ``condition`` names the
    predicates that define the group; the others are the event.
    """

    relations: RelationSet
    function: Function
    column: Column | None
    predicates: tuple[Predicate, ...]
    condition: tuple[Predicate, ...] = ()
