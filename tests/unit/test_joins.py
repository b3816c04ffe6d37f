"""Paths between tables against all paths there are, on random graphs with cycles, parallel joins and self joins."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck.catalogue.schema import Table
from factcheck.joins.graph import Join, JoinGraph, JoinSource

ADDED, DECLARED, INFERRED = JoinSource


def table(number, name=None):
    return Table(number, name or f"t{number}", f"public.{name or f't{number}'}", None, ())


def join(from_table, to_table, source=DECLARED, column="id"):
    return Join(from_table, (column,), to_table, ("id",), source)


@st.composite
def graphs(draw):
    """Up to six tables, whose numbers do not follow their names, and some joins."""
    numbers = draw(st.permutations(range(draw(st.integers(1, 6)))))
    tables = [table(number, name) for number, name in zip(numbers, "abcdef", strict=False)]
    ends = st.sampled_from(list(numbers))
    joins = draw(
        st.lists(
            st.builds(join, ends, ends, st.sampled_from(JoinSource), st.sampled_from(["id", "code"])),
            max_size=12,
            unique_by=lambda one: (one.from_table, one.to_table, one.from_columns),
        )
    )
    return tables, joins


def all_paths(joins, anchor, other):
    """Every path that meets no table twice."""

    def onward(path, visited, at):
        if at == other:
            yield path
            return
        for step in joins:
            if step.from_table == at and step.to_table not in visited:
                yield from onward((*path, step), visited | {step.to_table}, step.to_table)

    return list(onward((), {anchor}, anchor))


def place(path, names):
    """As the documentation of JoinGraph orders paths."""
    return (
        [step.source for step in path].count(INFERRED),
        len(path),
        -[step.source for step in path].count(ADDED),
        [(names[step.from_table], step.from_columns, names[step.to_table], step.to_columns) for step in path],
    )


@given(graphs())
def test_the_path_taken_is_the_best_of_all(graph):
    tables, joins = graph
    names = {member.table_id: member.sql_name for member in tables}
    made = JoinGraph(tables, joins)
    for anchor in names:
        for other in names:
            paths = all_paths(joins, anchor, other)
            assert made.path(anchor, other) == min(paths, key=lambda path: place(path, names), default=None)


@given(graphs(), st.randoms())
def test_the_order_of_tables_and_joins_does_not_matter(graph, random):
    tables, joins = graph
    shuffled = random.sample(tables, len(tables)), random.sample(joins, len(joins))
    for anchor in (member.table_id for member in tables):
        assert JoinGraph(*graph).paths(anchor) == JoinGraph(*shuffled).paths(anchor)
    assert JoinGraph(*graph).ambiguities() == JoinGraph(*shuffled).ambiguities()


@given(graphs(), st.data())
def test_a_relation_set_is_a_tree_from_its_anchor(graph, data):
    tables, joins = graph
    numbers = [member.table_id for member in tables]
    made = JoinGraph(tables, joins)
    anchor, others = data.draw(st.sampled_from(numbers)), data.draw(st.sets(st.sampled_from(numbers)))
    chosen = made.relation_set(anchor, others)
    if chosen is None:
        assert any(made.path(anchor, other) is None for other in others)
        return
    known = {anchor}
    for step in chosen:
        assert step.from_table in known, "each join builds upon those before it"
        assert step.to_table not in known, "no table is reached twice"
        known.add(step.to_table)
    assert others <= known
    assert {step for other in others for step in made.path(anchor, other)} == set(chosen)


@given(graphs(), st.data())
def test_anchors_reach_everything_and_members_come_first(graph, data):
    tables, joins = graph
    numbers = [member.table_id for member in tables]
    wanted = data.draw(st.sets(st.sampled_from(numbers), min_size=1))
    made = JoinGraph(tables, joins)
    found = made.anchors(wanted)
    assert set(found) == {number for number in numbers if made.relation_set(number, wanted) is not None}
    places = [(number not in wanted, len(made.relation_set(number, wanted))) for number in found]
    assert places == sorted(places)


@settings(max_examples=150)
@given(graphs())
def test_ambiguities_are_told_where_and_only_where_several_paths_exist(graph):
    tables, joins = graph
    names = {member.table_id: member.sql_name for member in tables}
    made = JoinGraph(tables, joins)
    told = made.ambiguities()
    several = any(len(all_paths(joins, anchor, other)) > 1 for anchor in names for other in names if anchor != other)
    assert bool(told) == several
    for ambiguity in told:
        paths = all_paths(joins, ambiguity.anchor, ambiguity.other)
        assert ambiguity.taken == made.path(ambiguity.anchor, ambiguity.other)
        assert set(ambiguity.alternatives) <= set(paths)
        assert len(set(ambiguity.alternatives)) == len(ambiguity.alternatives)
        for alternative in ambiguity.alternatives:
            assert alternative[0] != ambiguity.taken[0]
            assert alternative[-1] != ambiguity.taken[-1]
        for one, other in pairwise((ambiguity.taken, *ambiguity.alternatives)):
            assert place(one, names) < place(other, names)


@pytest.mark.parametrize(
    ("sources", "taken"),
    [
        ((DECLARED, DECLARED, DECLARED), "direct"),
        ((INFERRED, DECLARED, DECLARED), "around"),
        ((INFERRED, INFERRED, DECLARED), "direct"),
        ((DECLARED, ADDED, ADDED), "direct"),
    ],
)
def test_declared_before_inferred_and_then_short_before_long(sources, taken):
    direct, first, second = (
        join(*ends, source) for ends, source in zip([(1, 3), (1, 2), (2, 3)], sources, strict=True)
    )
    made = JoinGraph([table(1), table(2), table(3)], [direct, first, second])
    paths = {"direct": (direct,), "around": (first, second)}
    [ambiguity] = made.ambiguities()
    assert (ambiguity.anchor, ambiguity.other, ambiguity.taken) == (1, 3, paths.pop(taken))
    assert ambiguity.alternatives == tuple(paths.values())


def test_of_two_joins_between_two_tables_the_added_one_is_taken():
    away, home = join(1, 2, DECLARED, "away_team"), join(1, 2, ADDED, "home_team")
    [ambiguity] = JoinGraph([table(1), table(2)], [away, home]).ambiguities()
    assert (ambiguity.taken, ambiguity.alternatives) == ((home,), ((away,),))


def test_no_path_leads_back_to_many_rows_and_none_to_unknown_tables():
    made = JoinGraph([table(1), table(2)], [join(1, 2), join(2, 3), join(1, 1)])
    assert made.path(1, 2) == (join(1, 2),)
    assert made.path(2, 1) is None
    assert made.path(1, 3) is None
    assert made.path(3, 1) is None
    assert made.path(1, 1) == ()
    assert made.relation_set(2, {1}) is None
    assert made.ambiguities() == ()
