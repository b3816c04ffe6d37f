"""What the names in a query mean: tables and columns of a schema, and stand-ins for those that are not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import count

from sqlglot import exp

from factcheck.catalogue.schema import Column, Table
from factcheck.sql_reading.normal_form import resolve_names, sources
from factcheck.sqltext import identifier

_MAX_NAME_BYTES = 63
_CATEGORIES = {"date": "D", "boolean": "B", "numeric": "N", "text": "S"}
_ORDERED = exp.LT | exp.LTE | exp.GT | exp.GTE | exp.Between
_COMPARED = exp.EQ | exp.NEQ | exp.In | exp.Is | _ORDERED
_CONDITIONS = exp.Connector | exp.Not | exp.Where | exp.If


class Names:
    """The tables and columns that a query names.

    What no table of the schema has gets a stand-in, whose number is negative and whose type is guessed from what the
    query does with it.
    """

    def __init__(self, tree: exp.Select, tables: Sequence[Table] = (), way: str = "") -> None:
        """Resolve the names in all SELECTs of ``tree``, too.

        ``way`` is the one in which text is taken to write days where a query only cuts their years out.
        """
        self.way = way
        self._tables = {table.name: table for table in tables}
        self._numbers = count(-1, -1)
        self._columns: dict[tuple[str, str], Column] = {}
        self._order: dict[str, int] = {}
        columns = {table.name: [column.name for column in table.columns] for table in tables}
        for select in list(tree.find_all(exp.Select)):
            resolve_names(select, columns)
            self._give_owners(select)
        self._add_stand_ins(tree)

    def in_order(self, names: Iterable[str]) -> list[Table]:
        """Return some tables in the order in which the whole query names them first, so that all SELECTs agree.

        Raises ``KeyError`` for one that it does not name.
        """
        return [self._tables[name] for name in sorted(names, key=self._order.__getitem__)]

    def column(self, node: exp.Expr) -> Column | None:
        """Return the column that a node names; None where it is something else."""
        return self._columns.get((node.table, node.name)) if isinstance(node, exp.Column) else None

    def _give_owners(self, select: exp.Select) -> None:
        """Write the table to columns that are not known to belong to one: the first that has it, else any."""
        tables = [source.alias_or_name for source in sources(select)]
        owners = []
        for node in select.find_all(exp.Column):
            if not node.table and node.find_ancestor(exp.Select) is select:
                others = [name for name in tables if name not in _tables_compared_with(node)]
                having = [name for name in tables if name in self._tables and self._has(name, node.name)]
                owners.append((node, next(iter([*having, *others, *tables]), "")))
        for node, owner in owners:
            node.set("table", exp.to_identifier(owner, quoted=True) if owner else None)

    def _has(self, table: str, name: str) -> bool:
        return any(column.name == name for column in self._tables[table].columns)

    def _add_stand_ins(self, tree: exp.Select) -> None:
        named: dict[str, dict[str, list[exp.Column]]] = {}
        for source in tree.find_all(exp.Table):
            named.setdefault(source.alias_or_name, {})
            self._order.setdefault(source.alias_or_name, len(self._order))
        for node in tree.find_all(exp.Column):
            if node.table in named:
                named[node.table].setdefault(node.name, []).append(node)
        for name, nodes in named.items():
            known = self._tables.get(name)
            number = next(self._numbers) if known is None else known.table_id
            of_name = {} if known is None else {column.name: column for column in known.columns}
            columns = [of_name.get(each) or self._stand_in(number, each, nodes[each]) for each in nodes]
            if known is None:
                self._tables[name] = Table(number, name, identifier(_cut(name)), None, tuple(columns))
            self._columns |= {(name, column.name): column for column in columns}

    def _stand_in(self, table_id: int, name: str, nodes: Iterable[exp.Column]) -> Column:
        type_name = _guessed_type(nodes)
        sql_name = identifier(_cut(name))
        return Column(next(self._numbers), table_id, name, sql_name, type_name, _CATEGORIES[type_name], None)


def is_date(text: str) -> bool:
    """Tell whether a text is a date as PostgreSQL prints it."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _cut(name: str) -> str:
    """Cut a name off where PostgreSQL does."""
    return name.encode()[:_MAX_NAME_BYTES].decode(errors="ignore") or "?"


def _tables_compared_with(node: exp.Column) -> set[str]:
    """Return the table whose column is said to be equal: the two of a join are in different tables."""
    parent = node.parent
    sides = (parent.this, parent.expression) if isinstance(parent, exp.EQ) else ()
    return {side.table for side in sides if isinstance(side, exp.Column) and side is not node}


def _guessed_type(nodes: Iterable[exp.Column]) -> str:
    evidence = {type_name for node in nodes for type_name in _evidence(node)}
    return next((type_name for type_name in _CATEGORIES if type_name in evidence), "text")


def _evidence(node: exp.Column) -> Iterator[str]:
    """Yield the types that one use of a column speaks for."""
    used: exp.Expr = node
    while isinstance(used.parent, exp.Paren | exp.Cast):
        used = used.parent
    parent = used.parent
    if isinstance(parent, exp.Extract):
        yield "date"
    elif isinstance(parent, _COMPARED):
        others = (child for child in parent.iter_expressions() if child is not used)
        yield from (_type_of(other, isinstance(parent, _ORDERED)) for other in others)
    elif isinstance(parent, _CONDITIONS):
        yield "boolean"
    elif isinstance(parent, exp.AggFunc | exp.Ordered | exp.Select) and not isinstance(parent, exp.Count):
        yield "numeric"


def _type_of(node: exp.Expr, is_ordered: bool) -> str:
    """Return the type that a constant speaks for; "text" where it speaks for none."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        return "date" if node.is_type("date") else _type_of(node.this, is_ordered)
    if isinstance(node, exp.Boolean):
        return "boolean"
    if isinstance(node, exp.Neg) or (isinstance(node, exp.Literal) and node.is_number):
        return "numeric"
    return "date" if is_ordered and isinstance(node, exp.Literal) and is_date(node.name) else "text"
