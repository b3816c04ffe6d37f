"""The candidates in the scopes of claims, by anchor: what all need follows from their parts, none is written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.enumerate import AnchorCandidates, enumerate_candidates
from factcheck.candidates.space import Scope
from factcheck.evaluation.cells import Bits
from factcheck.evaluation.cube_request import CubeRequest
from factcheck.evaluation.requests import Booleans, RequestBuilder, held_by
from factcheck.joins.relation_sets import Relations
from factcheck.queries.query import Aggregate, Query
from factcheck.runtime.checkpoints import checkpoint

_CANDIDATES_AT_HAND = 1_000_000
"""Candidates that are kept from one anchor, or block, to the next; others are written out for each of these."""


class ScopedCandidates:
    """The candidates in the scopes of claims: what all need, by anchor, and those of a claim, to be looked up.

    ``listed`` has the listed ones of each claim with their index.
    """

    def __init__(self, spaces: Sequence[CandidateSpace], scopes: Sequence[Scope]) -> None:
        self._spaces = spaces
        self._scopes = scopes
        self.listed: list[list[tuple[int, Query]]] = [
            [(i, space.listed.queries[i].query) for i in np.flatnonzero(scope.listed).tolist()]
            for space, scope in zip(spaces, scopes, strict=True)
        ]
        self._known: Sequence[Scope | None] = [None] * len(scopes)
        self._at_hand: dict[int, dict[int, AnchorCandidates]] = {}
        self._room = _CANDIDATES_AT_HAND
        self._requests: dict[int, RequestBuilder] = {}
        self._claims: dict[int, list[int]] = {}
        self._operands: dict[int, dict[Aggregate, None]] = {}

    def gather(self) -> None:
        """Find what all claims need; raises ``OutOfTimeError`` where the limit in force is reached."""
        for index, (space, scope) in enumerate(zip(self._spaces, self._scopes, strict=True)):
            checkpoint()
            anchors = {table.table_id: table for table in space.product.relations.tables}
            for anchor, aggregates, predicates in space.product.used(scope):
                builder = self._requests.setdefault(anchor, RequestBuilder(anchors[anchor]))
                builder.add(space.product, aggregates, predicates)
                self._claims.setdefault(anchor, []).append(index)
            for _, query in self.listed[index]:
                self._add_operands(query)

    def _add_operands(self, query: Query) -> None:
        for operand in query.operands():
            anchor = operand.selection.anchor
            self._requests.setdefault(anchor.table_id, RequestBuilder(anchor)).add_operand(operand)
            self._operands.setdefault(anchor.table_id, {})[operand] = None

    def limit(self, scopes: Sequence[Scope], known: Sequence[Scope | None]) -> None:
        """Have only those candidates looked up that are in ``scopes``, and in none of the scopes ``known``."""
        self._scopes, self._known = scopes, known

    def sizes(self) -> dict[int, int]:
        """Count the product candidates over each anchor."""
        sizes: dict[int, int] = {}
        for space, scope in zip(self._spaces, self._scopes, strict=True):
            for anchor, size in space.product.sizes(scope).items():
                sizes[anchor] = sizes.get(anchor, 0) + size
        return sizes

    def requests(self, relations: Relations) -> Iterator[tuple[int, CubeRequest]]:
        """Yield what has to be computed over each anchor, in the order of the tables."""
        for table in relations.tables:
            if table.table_id in self._requests:
                yield table.table_id, self._requests[table.table_id].request(relations)

    def claims_of(self, anchor: int) -> list[int]:
        """Return the indexes of the claims that have product candidates over an anchor."""
        return self._claims.get(anchor, [])

    def operands_of(self, anchor: int) -> list[Aggregate]:
        """Return the different operands of listed candidates over an anchor."""
        return list(self._operands.get(anchor, {}))

    def candidates(self, index: int, anchor: int) -> AnchorCandidates | None:
        """Return the product candidates of a claim over an anchor, None where there are none to look up."""
        if index in self._at_hand:
            return self._at_hand[index].get(anchor)
        product, scope, known = self._spaces[index].product, self._scopes[index], self._known[index]
        if self._room < 0:
            of_anchor = enumerate_candidates(product, replace(scope, anchors=frozenset({anchor})), known)
            return next(iter(of_anchor), None)
        listed = {each.anchor.table_id: each for each in enumerate_candidates(product, scope, known)}
        self._room -= sum(len(each.aggregate) for each in listed.values())
        if self._room >= 0:
            self._at_hand[index] = listed
        return listed.get(anchor)


class CandidatesLeft:
    """The product candidates of claims over one anchor that are left to look up, while cubes answer some of them."""

    def __init__(self, scoped: ScopedCandidates, anchor: int) -> None:
        """Begin with all of them."""
        self._scoped = scoped
        self._anchor = anchor
        self._claims = dict.fromkeys(scoped.claims_of(anchor))
        self._left: dict[int, Bits] = {}  # not of claims of which all are left

    @property
    def claims(self) -> list[int]:
        """The indexes of the claims that may have candidates left."""
        return list(self._claims)

    def held(self, index: int, request: CubeRequest) -> AnchorCandidates | None:
        """Return the candidates of a claim that are left and that a request's results answer, None for none."""
        candidates = self._scoped.candidates(index, self._anchor)
        return None if candidates is None else _chosen(candidates, self._held(index, candidates, request))

    def take(self, index: int, request: CubeRequest) -> AnchorCandidates | None:
        """Return the same, which are not left afterwards."""
        candidates = self._scoped.candidates(index, self._anchor)
        if candidates is None:
            del self._claims[index]
            return None
        is_held = self._held(index, candidates, request)
        is_left = self._are_left(index, candidates) & ~is_held
        if is_left.any():
            self._left[index] = np.packbits(is_left)
        else:
            del self._claims[index]
        return _chosen(candidates, is_held)

    def take_all(self, index: int) -> AnchorCandidates | None:
        """Return all candidates of a claim, of which none is left afterwards; None for none."""
        del self._claims[index]
        return self._scoped.candidates(index, self._anchor)

    def _held(self, index: int, candidates: AnchorCandidates, request: CubeRequest) -> Booleans:
        return held_by(request, candidates) & self._are_left(index, candidates)

    def _are_left(self, index: int, candidates: AnchorCandidates) -> Booleans:
        size = len(candidates.aggregate)
        if index not in self._left:
            return np.ones(size, dtype=np.bool_)
        return np.unpackbits(self._left[index], count=size).view(np.bool_)


def _chosen(candidates: AnchorCandidates, are_chosen: Booleans) -> AnchorCandidates | None:
    """Return some candidates; None for none."""
    if are_chosen.all():
        return candidates
    return candidates.at(np.flatnonzero(are_chosen)) if are_chosen.any() else None
