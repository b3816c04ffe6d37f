"""Reading the tables, joins and conditions of a SELECT as a selection of the program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlglot import exp

from factcheck.catalogue.schema import Table
from factcheck.joins.graph import Join, JoinSource
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.selection import Selection
from factcheck.sql_reading.names import Names
from factcheck.sql_reading.normal_form import conditions, is_inner, joins, sources, spell_out_using
from factcheck.sql_reading.predicates_from_sql import made_one, read_predicate, read_predicates

_SIMPLE_CLAUSES = frozenset({"expressions", "from_", "joins", "where", "kind"})

Link = tuple[exp.Column, exp.Column]


def read_selection(select: exp.Select, names: Names) -> Selection | None:
    """Return the rows of a SELECT that does nothing but join and filter; None for any other."""
    tables = [source for source in sources(select) if _is_table(source)]
    is_of_tables = 0 < len(tables) == len(sources(select)) == len({table.name for table in tables})
    if not is_simple(select) or not is_of_tables or not all(map(is_inner, joins(select))):
        return None
    spell_out_using(select)
    predicates: list[Predicate] = []
    links: list[Link] = []
    for condition in conditions(select):
        predicate = read_predicate(condition, names)
        if predicate is not None:
            predicates.append(predicate)
        elif _is_link(condition):
            links.append((condition.this, condition.expression))
        else:
            return None
    relations = _joined(names.in_order(table.name for table in tables), links)
    return None if relations is None else selection(relations, made_one(predicates))


def narrowed(rows: Selection, condition: exp.Expr | None, names: Names) -> Selection | None:
    """Return the rows of which a condition holds, too; None where it cannot be read."""
    predicates = read_predicates(condition, names)
    return None if predicates is None else selection(rows.relations, [*rows.predicates, *predicates])


def is_simple(select: exp.Select) -> bool:
    """Tell whether a SELECT does nothing but join and filter."""
    return not any(value for clause, value in select.args.items() if clause not in _SIMPLE_CLAUSES)


def _is_table(source: exp.Expr) -> bool:
    """Tell a table from a sub-SELECT and from a function that returns rows."""
    return isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier)


def _is_link(condition: exp.Expr) -> bool:
    if not isinstance(condition, exp.EQ):
        return False
    left, right = condition.this, condition.expression
    return isinstance(left, exp.Column) and isinstance(right, exp.Column) and left.table != right.table


def _joined(tables: Sequence[Table], links: Sequence[Link]) -> RelationSet | None:
    """Join tables outward from the one with the most rows; None where links do not make a tree of them.

    Of several with the most, it is the first of ``tables``.
    """
    anchor = max(tables, key=lambda table: table.rows)
    numbers = {table.name: table.table_id for table in tables}
    joined, waiting = [anchor], list(links)
    path: list[Join] = []
    for table in joined:
        for other in tables:
            pairs = _pairs(table, other, waiting) if other not in joined else []
            if pairs:
                from_columns, to_columns = zip(*pairs, strict=True)
                ends = numbers[table.name], from_columns, numbers[other.name], to_columns
                path.append(Join(*ends, JoinSource.ADDED, is_enforced=False))
                joined.append(other)
                waiting = [link for link in waiting if {link[0].table, link[1].table} != {table.name, other.name}]
    is_tree = len(joined) == len(tables) and not waiting
    return RelationSet(anchor, tuple(path), tuple(joined)) if is_tree else None


def _pairs(table: Table, other: Table, links: Iterable[Link]) -> list[tuple[str, str]]:
    """Return the names of the columns that two tables are joined on, those of ``table`` first."""
    sides = [side for one, two in links for side in ((one, two), (two, one))]
    return sorted({(a.name, b.name) for a, b in sides if (a.table, b.table) == (table.name, other.name)})


def selection(relations: RelationSet, predicates: Iterable[Predicate]) -> Selection:
    """Return the rows with all predicates, which are in order, each once."""
    names = {table.table_id: table.name for table in relations.tables}

    def order(predicate: Predicate) -> tuple[str, str, tuple[str, ...]]:
        return names.get(predicate.column.table_id, ""), predicate.column.name, predicate.sort_key

    return Selection(relations, tuple(sorted(dict.fromkeys(predicates), key=order)))
