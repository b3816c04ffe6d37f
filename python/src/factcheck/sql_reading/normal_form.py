"""The normal form of a query's SQL, and the parts of it that other modules read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.normalize_identifiers import normalize_identifiers

Columns = Mapping[str, Iterable[str]]
_Node = TypeVar("_Node", bound=exp.Expr)


@dataclass(frozen=True, slots=True)
class ColumnPair:
    """Two columns that a query joins two tables on."""

    left_table: str
    left_column: str
    right_table: str
    right_column: str


def normal_form(sql: str, columns: Columns | None = None) -> str | None:
    """Write a query so that spellings of the same query are equal.

    Evened out: quoting and case of identifiers as PostgreSQL reads them, schema qualification, aliases
    of tables and columns, order of inner joins and of conjuncts, whether a condition stands in ON, USING
    or WHERE, sides of an equality, the type a constant is written with, and COUNT(1) for COUNT(*).
    ``columns`` gives the columns of each table; only an unqualified column in a join needs it.
    None when the query does not parse or is no plain SELECT.
    """
    tree = parse(sql)
    if tree is None:
        return None
    selects = list(tree.find_all(exp.Select))
    for select in selects:
        resolve_names(select, columns or {})
    for select in reversed(selects):
        _even_out(select)
    return tree.sql(dialect="postgres", comments=False)


def join_pairs(sql: str, columns: Columns | None = None) -> list[ColumnPair]:
    """List the pairs of columns a query joins its tables on; empty when it does not parse."""
    tree = parse(sql)
    pairs: list[ColumnPair] = []
    for select in list(tree.find_all(exp.Select)) if tree else []:
        resolve_names(select, columns or {})
        for equality in _direct(select, exp.EQ):
            left, right = equality.this, equality.expression
            if isinstance(left, exp.Column) and isinstance(right, exp.Column) and left.table != right.table:
                pairs.append(ColumnPair(left.table, left.name, right.table, right.name))
    return pairs


def parse(sql: str) -> exp.Select | None:
    """Parse a SELECT with all identifiers quoted and in the case PostgreSQL reads; else None."""
    try:
        tree = sqlglot.parse_one(sql, dialect="postgres")
    except SqlglotError:
        return None
    if not isinstance(tree, exp.Select):
        return None
    normalize_identifiers(tree, dialect="postgres")
    for name in tree.find_all(exp.Identifier):
        name.set("quoted", True)
    return tree


def sources(select: exp.Select) -> list[exp.Expr]:
    """List what a SELECT reads from: the tables and subqueries of FROM and JOIN."""
    first = select.args.get("from_")
    return ([first.this] if first else []) + [join.this for join in joins(select)]


def joins(select: exp.Select) -> list[exp.Join]:
    """List the joins of a SELECT."""
    return list(select.args.get("joins") or [])


def is_inner(join: exp.Join) -> bool:
    """Tell whether a join keeps matching rows only, or all pairs."""
    return not join.side and join.kind in ("", "INNER", "CROSS") and not join.method


def conjuncts(condition: exp.Expr | None) -> Iterator[exp.Expr]:
    """Yield the conditions that AND connects."""
    if condition is None:
        return
    condition = condition.unnest()
    if isinstance(condition, exp.And):
        yield from conjuncts(condition.this)
        yield from conjuncts(condition.expression)
    elif not (isinstance(condition, exp.Boolean) and condition.this):  # WHERE TRUE
        yield condition


def conditions(select: exp.Select) -> Iterator[exp.Expr]:
    """Yield all conditions of ON and WHERE; USING has to be spelt out already."""
    for join in joins(select):
        yield from conjuncts(join.args.get("on"))
    where = select.args.get("where")
    if where:
        yield from conjuncts(where.this)


def constant(node: exp.Expr) -> str | None:
    """Return the text of a constant, however it is typed; None for anything else."""
    node = node.unnest()
    if isinstance(node, exp.Cast):
        return constant(node.this)
    if isinstance(node, exp.Boolean):
        return "true" if node.this else "false"
    if isinstance(node, exp.Literal):
        return str(node.this)
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal) and not node.this.is_string:
        return f"-{node.this.this}"
    return None


def spell_out_using(select: exp.Select) -> None:
    """Turn each USING into the equality it stands for, where the tables are named."""
    tables = [source.alias_or_name for source in sources(select)]
    for position, join in enumerate(joins(select), 1):
        for name in join.args.get("using") or []:
            sides = [exp.column(name.name, table=t, quoted=True) for t in (tables[0], tables[position])]
            join.on(exp.EQ(this=sides[0], expression=sides[1]), copy=False)
        join.set("using", None)


def _direct(select: exp.Select, kind: type[_Node]) -> list[_Node]:
    return [node for node in select.find_all(kind) if node.find_ancestor(exp.Select) is select]


def resolve_names(select: exp.Select, columns: Columns) -> None:
    """Qualify all columns by their tables, and drop aliases; a table's second occurrence is named by its number.

    Subqueries need separate calls.  A column that no single table of ``columns`` owns keeps its name.
    """
    spell_out_using(select)
    shown: dict[str, str] = {}
    tables: list[str] = []
    for source in sources(select):
        if not isinstance(source, exp.Table):
            shown[source.alias] = source.alias
            continue
        repeats = tables.count(source.name)
        tables.append(source.name)
        name = f"{source.name} {repeats + 1}" if repeats else source.name
        shown[source.alias_or_name] = name
        source.set("db", None)
        source.set("catalog", None)
        source.set("alias", exp.TableAlias(this=exp.to_identifier(name, quoted=True)) if repeats else None)
    for column in _direct(select, exp.Column):
        owner = shown.get(column.table) if column.table else _owner(column.name, tables, columns)
        column.set("db", None)
        column.set("catalog", None)
        if owner:
            column.set("table", exp.to_identifier(owner, quoted=True))
    select.set("expressions", [entry.unalias() for entry in select.expressions])


def _owner(column: str, tables: Sequence[str], columns: Columns) -> str | None:
    owners = tables if len(tables) == 1 else [table for table in tables if column in columns.get(table, ())]
    return owners[0] if len(owners) == 1 else None


def _even_out(select: exp.Select) -> None:
    for count in _direct(select, exp.Count):
        if isinstance(count.this, exp.Literal):
            count.set("this", exp.Star())
    for equality in _direct(select, exp.EQ):
        _order_sides(equality)
    for connected in _direct(select, exp.And):
        if not isinstance(connected.parent, exp.And | exp.Paren):
            connected.replace(_connected(conjuncts(connected)))
    if all(is_inner(join) for join in joins(select)) and sources(select):
        all_conditions = list(conditions(select))
        tables = sorted(sources(select), key=_text)
        select.set("from_", exp.From(this=tables[0]))
        select.set("joins", [exp.Join(this=table, kind="CROSS") for table in tables[1:]])
        select.set("where", exp.Where(this=_connected(all_conditions)) if all_conditions else None)


def _order_sides(equality: exp.Expr) -> None:
    def rank(side: exp.Expr) -> tuple[bool, str]:
        return constant(side) is not None, _text(side)

    left, right = sorted((equality.this, equality.expression), key=rank)
    value = constant(right)
    equality.set("this", left)
    equality.set("expression", right if value is None else exp.Literal.string(value))


def _connected(parts: Iterable[exp.Expr]) -> exp.Expr:
    return exp.and_(*sorted({_text(part): part for part in parts}.values(), key=_text), copy=False)


def _text(node: exp.Expr) -> str:
    return node.sql(dialect="postgres", comments=False)
