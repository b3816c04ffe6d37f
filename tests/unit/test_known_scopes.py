"""What scopes have in common: what their candidates are made of, and those that an earlier scope did not have."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.brute_force import SMOOTH, cases

from factcheck.candidates.enumerate import enumerate_candidates


def inside(space, scope, known=None):
    """The product candidates inside a scope, by anchor, without those inside another one."""
    return {
        (each.anchor.table_id, each.candidate(index))
        for each in enumerate_candidates(space, scope, known)
        for index in range(len(each.aggregate))
    }


def part_of(scope, space, chance):
    """A scope that lacks some of what another one has; some sets of columns go with fewer aggregates."""
    shape = space.families.choices.shape
    combined = np.array([chance.random() < 0.8 for _ in range(space.families.choices.size)], dtype=bool).reshape(shape)
    if scope.combined is not None:
        combined &= scope.combined
    return replace(
        scope,
        aggregates=scope.aggregates & (np.array([chance.random() for _ in scope.aggregates]) < 0.7),
        predicates=scope.predicates & (np.array([chance.random() for _ in scope.predicates]) < 0.7),
        combined=combined if chance.random() < 0.5 else scope.combined,
    )


@given(cases(SMOOTH), st.integers(0, 1000))
def test_what_is_known_is_left_out_and_nothing_else(case, seed):
    space = case.space.product
    known = part_of(case.scope, space, Random(seed))
    everything, before = inside(space, case.scope), inside(space, known)
    assert before <= everything
    assert inside(space, case.scope, known) == everything - before
    assert inside(space, known, case.scope) == set()
    assert inside(space, known, known) == set()
    assert space.is_within(known, case.scope)
    if space.is_within(case.scope, known):
        assert everything == before


@given(cases(SMOOTH), st.integers(0, 1000))
def test_what_candidates_are_made_of_is_told_without_them(case, seed):
    space = case.space.product
    for scope in (case.scope, part_of(case.scope, space, Random(seed))):
        candidates = inside(space, scope)
        assert space.sizes(scope) == Counter(anchor for anchor, _ in candidates)
        used = {
            anchor: (set(np.flatnonzero(aggregates).tolist()), set(np.flatnonzero(predicates).tolist()))
            for anchor, aggregates, predicates in space.used(scope)
        }
        assert set(used) == {anchor for anchor, _ in candidates}
        for anchor, parts in used.items():
            there = [candidate for at, candidate in candidates if at == anchor]
            assert parts == (
                {candidate.aggregate for candidate in there},
                {index for candidate in there for index in candidate.predicates},
            )
