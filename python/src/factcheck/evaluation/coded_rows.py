"""The rows that a merged query groups: each row of the anchor with its partners, its values coded.

Values of dimensions are coded (the paper's INORDEFAULT) in the scan of their own table, before tables are joined.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import mul

from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import is_strict, sql_of
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.shared_names import ROWS_WORKED_OUT_ONCE, unused_name
from factcheck.catalogue.text_numbers import TextNumber
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.joins.relation_sets import RelationSet
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains, lowered_sql
from factcheck.queries.quick_selection import texts_read
from factcheck.sqltext import identifier, literal
from factcheck.sqltext import literals as literal_list

_LOOKED_UP_BY_HASH = 9
"""Number of constants from which PostgreSQL looks a value up among them by its hash; of fewer a CASE is the fastest."""

_TRIED_BY_HASH = 3.0
"""Constants that a CASE tries in the time in which one look-up by hash tells that a value is none of them."""

Shares = Mapping[Dimension, Sequence[float]]
"""How many of the rows have each code of some dimensions, that of other values first."""


def coded_rows(
    request: CubeRequest,
    keys: Sequence[Sequence[int]],
    columns: Sequence[Column],
    condition: str | None = None,
    shares: Shares | None = None,
) -> str:
    """Write a query that gives for each row of the anchor its keys k0, k1, … and the values x0, x1, … of columns.

    ``condition`` is asked of all rows of the anchor.  ``shares`` tells which codes are frequent.
    """
    rows = JoinedRows(request.relations, request.dimensions, shares, columns)
    codes = [
        *(rows.code(dimension) for dimension in request.dimensions),
        *(rows.partner_code(table.table_id) for table in request.partners),
    ]
    outputs = packed(codes, keys, request.sizes)
    outputs += [f"{rows.measured(column)} AS x{index}" for index, column in enumerate(columns)]
    return "SELECT " + ",\n       ".join(outputs) + f"\n{rows.sql(condition)}"


def packed(codes: Sequence[str], keys: Sequence[Sequence[int]], sizes: Sequence[int]) -> list[str]:
    """Write the keys k0, k1, …: each packs the codes of its dimensions into one integer."""
    outputs = []
    for number, members in enumerate(keys):
        terms = [f"{codes[index]}::bigint * {factor}" for index, factor in factors(members, sizes)]
        outputs.append(f"{' + '.join(terms) or '0::bigint'} AS k{number}")
    return outputs


def factors(members: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the dimensions that an integer packs, by index, each with what its code is multiplied by."""
    before = accumulate((sizes[index] for index in members), mul, initial=1)
    yield from zip(members, before, strict=False)


class JoinedRows:
    """The rows of an anchor with their partners, each table read by a sub-query that gives what is asked of it.

    Tables are t0, t1, … in the order of the relation set, their expressions e0, e1, …  Of a small table each row has
    what several codes need worked out once: the text in lower case, the number in a text.
    """

    def __init__(
        self,
        relations: RelationSet,
        dimensions: Sequence[Dimension] = (),
        shares: Shares | None = None,
        columns: Sequence[Column] = (),
    ) -> None:
        """Take the tables that are joined, and the dimensions and columns that ``code`` and ``measured`` are asked for.

        ``shares`` tells which codes are frequent, so that these are tried first.
        """
        self._relations = relations
        self._alias = {table.table_id: f"t{index}" for index, table in enumerate(relations.tables)}
        self._shares = shares or {}
        self._shared = {table.table_id: _Shared.of(table, dimensions, columns) for table in relations.tables}
        self._expressions: dict[int, dict[str, str]] = {table.table_id: {} for table in relations.tables}
        self._on = {
            join.to_table: " AND ".join(
                f"{self.value(join.to_table, identifier(other))} {operator}"
                f" {self.value(join.from_table, identifier(one))}"
                for other, operator, one in join.comparisons
            )
            for join in relations.joins
        }

    def value(self, table_id: int, expression: str) -> str:
        """Name an expression over one table's columns in the joined rows; it is NULL without a partner."""
        expression = self._shared[table_id].name(expression)
        known = self._expressions[table_id]
        return f"{self._alias[table_id]}.{known.setdefault(expression, f'e{len(known)}')}"

    def measured(self, column: Column) -> str:
        """Write the values of a column; a derived one has none without a partner in each table that it is made of."""
        if not isinstance(column, DerivedColumn):
            return self.value(column.table_id, column.sql_name)
        text = sql_of(column.formula, self.measured)
        as_written = texts_read(column, self.measured)
        for (of_table, alone), (_, written) in zip(texts_read(column, _sql_name), as_written, strict=True):
            text = text.replace(written, self.value(of_table.table_id, alone))
        joined = [join.to_table for join in self._relations.joins if join.to_table in column.table_ids]
        if is_strict(column.formula) or not joined:
            return text
        return f"CASE WHEN {' AND '.join(self.has_partner(table) for table in joined)} THEN {text} END"

    def code(self, dimension: Dimension) -> str:
        """Write a row's code of a dimension."""
        table_id = dimension.column.table_id
        return f"coalesce({self.value(table_id, self._code(dimension))}, 0)"

    def _code(self, dimension: Dimension) -> str:
        return self._shared[dimension.column.table_id].code(dimension, self._shares.get(dimension))

    def packed_codes(self, dimensions: Sequence[tuple[Dimension, int]], partners: Sequence[tuple[Table, int]]) -> str:
        """Write a row's codes of dimensions and partners as one integer, each times a factor.

        What a table adds to it is worked out where the table is read.
        """
        of_tables: dict[int, list[str]] = {}
        for dimension, factor in dimensions:
            term = f"coalesce({self._code(dimension)}, 0)::bigint * {factor}"
            of_tables.setdefault(dimension.column.table_id, []).append(term)
        terms = [f"coalesce({self.value(table, ' + '.join(added))}, 0)" for table, added in of_tables.items()]
        terms += [f"{self.partner_code(table.table_id)}::bigint * {factor}" for table, factor in partners]
        return " + ".join(terms)

    def partner_code(self, table_id: int) -> str:
        """Write 1 for a row that has a partner in a joined table, else 0."""
        return f"({self.has_partner(table_id)})::integer"

    def has_partner(self, table_id: int) -> str:
        """Write whether a row has a partner in a joined table."""
        [join] = [join for join in self._relations.joins if join.to_table == table_id]
        return f"{self.value(table_id, identifier(join.to_columns[0]))} IS NOT NULL"

    def sql(self, condition: str | None, sample: str = "") -> str:
        """Write the FROM clause that gives all values asked for; ``sample`` follows the name of the anchor."""
        parts = []
        end = f" WHERE {condition}" if condition else ""
        for table in self._relations.tables:
            expressions = ", ".join(f"{sql} AS {name}" for sql, name in self._expressions[table.table_id].items())
            joined = self._on.get(table.table_id)
            name = table.sql_name + (sample if joined is None else "")
            source = name + self._shared[table.table_id].source + (end if joined is None else "")
            part = f"(SELECT {expressions} FROM {source}) AS {self._alias[table.table_id]}"
            parts.append(part if joined is None else f"LEFT JOIN {part} ON {joined}")
        return "FROM " + "\n".join(parts)


class _Shared:
    """Expressions over the columns of a table that are worked out once a row for all that need them."""

    def __init__(self, expressions: Sequence[str], alias: str) -> None:
        """Call the expressions what no column is called."""
        self._names = {sql: f"{alias}.{alias}{number}" for number, sql in enumerate(expressions)}
        outputs = ", ".join(f"{sql} AS {alias}{number}" for number, sql in enumerate(expressions))
        # without OFFSET 0 the planner would write each expression out wherever it is named
        self.source = f", LATERAL (SELECT {outputs} OFFSET 0) AS {alias}" if expressions else ""

    @classmethod
    def of(cls, table: Table, dimensions: Iterable[Dimension], columns: Iterable[Column]) -> _Shared:
        """Find what several dimensions or measures of a table need, where its rows are few and stand here.

        What a measure reads from a text is among them even if nothing else needs it: each aggregate would read it anew.
        """
        if not table.is_stored or table.parts or table.placement is not None or table.rows > ROWS_WORKED_OUT_ONCE:
            return cls((), "")
        needed = Counter(_basis(d) for d in dimensions if d.column.table_id == table.table_id)
        for column in columns:
            of_table = (sql for read, sql in texts_read(column, _sql_name) if read.table_id == table.table_id)
            needed.update(2 * [*of_table])
        alias = unused_name("shared", [table])
        return cls([sql for sql, times in needed.items() if sql is not None and times > 1], alias)

    def name(self, expression: str) -> str:
        """Return what an expression is called, itself where it is worked out by itself."""
        return self._names.get(expression, expression)

    def code(self, dimension: Dimension, shares: Sequence[float] | None) -> str:
        """Write the code of a dimension, NULL of other values; ``shares`` tells which are frequent."""
        basis, name = _basis(dimension), dimension.column.sql_name
        if basis is None or basis not in self._names:
            return code_sql(dimension, name, shares=shares)
        shared = self._names[basis]
        if basis == name:
            return code_sql(dimension, shared)
        cases = (p.sql_in(shared) for p in dimension.predicates if isinstance(p, TextContains | Period))
        return f"CASE {' '.join(f'WHEN {each} THEN {code}' for code, each in enumerate(cases, 1))} END"


def _sql_name(column: Column) -> str:
    return column.sql_name


def _basis(dimension: Dimension) -> str | None:
    """Return what takes the time of a dimension's code, where all its predicates need the same.

    It is the text in lower case, or what is read from one: a number, or digits of a day.
    """
    column, name = dimension.column, dimension.column.sql_name
    if isinstance(column, TextNumber):
        return name
    bases = {_basis_of(predicate, name) for predicate in dimension.predicates}
    return bases.pop() if len(bases) == 1 else None


def _basis_of(predicate: Predicate, name: str) -> str | None:
    if isinstance(predicate, TextContains):
        return lowered_sql(predicate.column, name)
    if isinstance(predicate, Period) and predicate.way and predicate.column.is_text:
        return predicate.written_sql(name)
    return None


def code_sql(dimension: Dimension, name: str, otherwise: str = "", shares: Sequence[float] | None = None) -> str:
    """Write the code of a value; ``name`` is how the SQL calls the column.

    Any other value has the code ``otherwise``, NULL without one.  The type's equality decides, as in a predicate.
    ``shares`` tells how many of the rows have each code, that of other values first.
    """
    ending = f" ELSE {otherwise} END" if otherwise else " END"
    column = dimension.column
    literals = [predicate.literal for predicate in dimension.predicates if isinstance(predicate, Equals)]
    if len(literals) < len(dimension.predicates):
        return _case_sql(dimension.predicates, name) + ending
    # an enum's schema may be closed to the role; its labels are not
    type_name = "text" if column.is_enum else column.type_name
    equality = "=" if column.is_enum else column.equality
    value = f"{name}::{type_name}"
    if shares is not None and equality == "=":
        return _frequent_first(value, [f"{literal(each)}::{type_name}" for each in literals], shares) + ending
    if len(literals) < _LOOKED_UP_BY_HASH and equality == "=":
        cases = (f"WHEN {literal(each)}::{type_name} THEN {code}" for code, each in enumerate(literals, 1))
        return f"CASE {value} {' '.join(cases)}{ending}"
    # cast one by one, constants are constants: a cast of the array would be done again for every row
    values = f"ARRAY[{literal_list(literals)}]::{type_name}[]"
    if len(literals) < _LOOKED_UP_BY_HASH and not otherwise:
        return f"array_position({values}, {value})"
    return f"CASE WHEN {value} {equality} ANY ({values}) THEN array_position({values}, {value}){ending}"


def _frequent_first(value: str, constants: Sequence[str], shares: Sequence[float]) -> str:
    """Write the code of a value as a CASE, without its END, that tries the frequent constants first.

    Where many rows have none of the constants, a look-up by hash goes before it.
    """
    codes = sorted(range(1, len(constants) + 1), key=lambda code: (-shares[code], code))
    case = f"CASE {value} {' '.join(f'WHEN {constants[code - 1]} THEN {code}' for code in codes)}"
    if len(constants) < _LOOKED_UP_BY_HASH or shares[0] * len(constants) <= _TRIED_BY_HASH:
        return case
    return f"CASE WHEN {value} = ANY (ARRAY[{', '.join(constants)}]) THEN {case} END"


def _case_sql(predicates: Sequence[Predicate], name: str) -> str:
    """Write the code of the predicate that holds, without its END; a part of dates is taken out once for all."""
    # a part past the end of its cycle, as month 13 of 20191301, is in no list of numbers, but outside of others
    parts = [each for each in predicates if isinstance(each, DatePart) and not (each.way and each.first > each.last)]
    if len(parts) == len(predicates) and len({(each.part, each.way) for each in parts}) == 1:
        cases = (f"WHEN {number} THEN {code}" for code, each in enumerate(parts, 1) for number in sorted(each.numbers))
        return f"CASE {parts[0].quick_part_sql(name)} {' '.join(cases)}"
    cases = (f"WHEN {each.quick_sql(name)} THEN {code}" for code, each in enumerate(predicates, 1))
    return f"CASE {' '.join(cases)}"
