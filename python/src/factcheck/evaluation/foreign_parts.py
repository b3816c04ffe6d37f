"""How rows of an anchor are grouped that foreign servers have: by each server, so that only groups are sent.

PostgreSQL hands a GROUP BY on to a foreign server for one foreign table, not for a partitioned table that has some, and
only where all expressions are such as the server may be trusted to work out alike: no COALESCE is, nor what depends on
the settings of a session.  So each part of an anchor is grouped by a query of its own, which is plain enough, and what
comes back is grouped once more.  Queries about several foreign servers run at the same time where the servers have the
option async_capable.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Column, foreign_parts
from factcheck.evaluation.coded_rows import JoinedRows, code_sql, packed
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.evaluation.part import Part, key_names, where
from factcheck.evaluation.summaries import aggregates_of
from factcheck.joins.relation_sets import RelationSet
from factcheck.port import Database
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate


def are_parts_grouped(request: CubeRequest, database: Database) -> bool:
    """Tell whether the parts of a request's anchor, some of them foreign, can each be grouped by themselves.

    They cannot where the present snapshot has other parts than were found when the tables were read, and locked.
    """
    anchor = request.relations.anchor
    if not anchor.parts or request.relations.joins:
        return False
    return foreign_parts(database, [anchor]).get(anchor.table_id) == anchor.parts


def part_statement(request: CubeRequest, keys: Sequence[Sequence[int]], part: Part, condition: str | None) -> str:
    """Write the statement that gives ``part``, one that takes groups for rows.

    ``condition`` is asked of the groups that come back: servers that had to ask it of each row would group none.
    """
    valued = _valued(request)
    names = key_names(keys)
    sums = list(aggregates_of(part.columns)) if part.is_summary else [*_values(part), *_counted(part)]
    groups = "\nUNION ALL\n".join(_groups(request, keys, part, valued, name) for name in request.relations.anchor.parts)
    outputs = names
    if valued:
        codes = [_code_of_value(dimension, valued) for dimension in request.dimensions]
        local = packed(codes, keys, request.sizes)
        outputs = [f"{name} + {code}" for name, code in zip(names, local, strict=True)]
    coded = f"SELECT {', '.join([*outputs, *sums])} FROM (\n{groups}\n) AS part_groups{where(condition)}"
    return f"WITH coded AS NOT MATERIALIZED (\n{coded}\n)\n{part.sql(None)}"


def _values(part: Part) -> list[str]:
    return [f"x{number}" for number in range(len(part.columns))]


def _counted(part: Part) -> list[str]:
    """Return the name of the number of rows where a part asks for it.

    PostgreSQL asks several servers at the same time only where all that they send is used, in the order of its use.
    """
    return ["n"] if "n" in part.outputs else []


def _valued(request: CubeRequest) -> tuple[Column, ...]:
    """Return the columns that foreign servers group by as they are: what is taken out of a date no server is asked."""
    dated = (d.column for d in request.dimensions if any(_takes_part_of_date(p) for p in d.predicates))
    return tuple(dict.fromkeys(dated))


def _takes_part_of_date(predicate: Predicate) -> bool:
    return isinstance(predicate.predicate if isinstance(predicate, Not) else predicate, DatePart)


def _code_of_value(dimension: Dimension, valued: Sequence[Column]) -> str:
    """Write the code that is found after rows are grouped by the value of a dimension's column; 0 for all others."""
    if dimension.column not in valued:
        return "0"
    return f"coalesce({code_sql(dimension, f'g{valued.index(dimension.column)}')}, 0)"


def _groups(
    request: CubeRequest, keys: Sequence[Sequence[int]], part: Part, valued: Sequence[Column], name: str
) -> str:
    """Write a query for the groups of one part of the anchor, which has a name: keys, ``valued``, and what is asked."""
    anchor = replace(request.relations.anchor, sql_name=name)
    rows = JoinedRows(RelationSet(anchor, (), (anchor,)))
    codes = [
        "0" if d.column in valued else rows.value(d.column.table_id, code_sql(d, d.column.sql_name, otherwise="0"))
        for d in request.dimensions
    ]
    values = [f"{rows.measured(column)} AS {name}" for column, name in zip(part.columns, _values(part), strict=True)]
    given = [f"{rows.measured(column)} AS g{number}" for number, column in enumerate(valued)]
    names = [*key_names(keys), *(f"g{number}" for number in range(len(valued)))]
    source = f"SELECT {', '.join([*packed(codes, keys, request.sizes), *given, *values])}\n{rows.sql(None)}"
    if part.is_summary:
        by, is_there = names, ""
        outputs = [*names, *(f"{sql} AS {name}" for name, sql in aggregates_of(part.columns).items())]
    else:
        by = [*names, *_values(part)]
        is_there = f" WHERE {' AND '.join(f'{value} IS NOT NULL' for value in _values(part))}"
        outputs = [*by, *(f"count(*) AS {name}" for name in _counted(part))]
    return f"SELECT {', '.join(outputs)} FROM (\n{source}\n) AS part_rows{is_there} GROUP BY {', '.join(by)}"
