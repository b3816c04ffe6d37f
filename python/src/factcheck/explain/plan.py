"""Says how a check would go about a document: tables and joins, scope and queries, before it runs any of these."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from factcheck.catalogue.failing_tables import naming_failing_tables
from factcheck.catalogue.owner_code import way_to_trust, whose_code
from factcheck.catalogue.schema import Table, added_tables, read_tables
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import scoped
from factcheck.check.prepare import ParsedDocument, PreparedCheck, read_claims
from factcheck.explain.plan_evaluation import Step, counted, evaluation_steps, step
from factcheck.joins.graph import Ambiguity, Join, JoinGraph, JoinPath
from factcheck.joins.store import used_and_removed_joins
from factcheck.port import Row
from factcheck.runtime.context import CheckContext
from factcheck.sqltext import literal


def explain_plan(parsed: ParsedDocument, options: CheckOptions, context: CheckContext) -> list[Step]:
    """Return the steps of a plan: part, item, detail, and a hint where something can be decided otherwise.

    Raises ``FactcheckError`` for a named table that was not added or may not be read, as a check does.
    """
    database = context.database
    tables = {table.table_id: table for table in read_tables(database, options.table_names, only_trusted=False)}
    added = sorted(added_tables(database), key=lambda row: str(row["relation"]))
    names = {row["table_id"]: str(row["relation"]) for row in added if row["table_id"] in tables}
    untrusted = {row["table_id"] for row in added if row["is_untrusted"]}
    used = [table for table in tables.values() if table.table_id not in untrusted]
    check = read_claims(parsed, used, options, context)
    with naming_failing_tables(used, database) as reading:
        planned = scoped(check, replace(context, database=reading)) if check.claims and used else None
    asked = used if planned is None else planned.spanned.retrieved.check.tables
    joins, removed = used_and_removed_joins(database, asked)
    holding = joins if planned is None else planned.spanned.joins
    graph = JoinGraph(asked, joins) if planned is None else planned.spanned.relations.graph
    left_out = {table.table_id for table in used} - {table.table_id for table in asked}
    return [
        _document(check),
        *_tables([row for row in added if options.table_names is None or row["table_id"] in tables], tables, left_out),
        *(_join(join, names, holds=join in holding) for join in joins),
        *(_removed(join, names) for join in removed),
        *(_path(ambiguity, names) for ambiguity in graph.ambiguities()),
        *(evaluation_steps(planned, context) if planned else []),
    ]


def _document(check: PreparedCheck) -> Step:
    document = check.parsed.document
    size = f"{counted(len(document.source), 'character')}, {counted(len(check.claims), 'claim')}"
    return step("document", document.format, size)


def _tables(added: Sequence[Row], tables: Mapping[int, Table], left_out: Collection[int]) -> Iterator[Step]:
    """List the tables of which the current role may read something; others are counted, not named.

    ``left_out`` are those that the text is less about than the check asks.
    """
    closed = 0
    for row in added:
        table, relation = tables.get(row["table_id"]), row["relation"]
        if table is None:
            closed += 1
        elif row["is_untrusted"]:
            detail = f"not used: reading it runs code of {whose_code(row)}"
            yield step("table", relation, detail, f"{way_to_trust(row)}.")
        elif row["table_id"] in left_out:
            hint = 'Name it in tables => …, or raise the setting "tables_per_check".'
            yield step("table", relation, "not asked: the words of the text name other tables better", hint)
        elif row["is_altered"]:
            detail = f"{_used(table)}; columns that were altered after it was indexed are left out"
            yield step("table", relation, detail, f"SELECT factcheck.refresh({literal(relation)});")
        else:
            yield step("table", relation, _used(table))
    if closed:
        yield step(
            "table", f"{closed} more", "not used: this role may not read them", "Ask for SELECT on what you need."
        )


def _used(table: Table) -> str:
    return f"used with {counted(len(table.columns), 'column')}"


def _join(join: Join, names: Mapping[int, str], *, holds: bool) -> Step:
    if not holds:
        detail = "not used: a row would have several partners"
        return step("join", _described(join, names), detail, _call("remove_join", join, names))
    detail = (
        join.source.value
        if join.is_enforced
        else f"{join.source.value}; no unique index keeps partners from becoming several"
    )
    return step("join", _described(join, names), detail)


def _removed(join: Join, names: Mapping[int, str]) -> Step:
    return step("join", _described(join, names), "not used: removed", _call("add_join", join, names))


def _path(ambiguity: Ambiguity, names: Mapping[int, str]) -> Step:
    others = "; ".join(_route(path, names) for path in ambiguity.alternatives)
    return step(
        "path",
        f"{names[ambiguity.anchor]} to {names[ambiguity.other]}",
        f"taken: {_route(ambiguity.taken, names)}; not taken: {others}",
        f"If another path is meant: {_call('remove_join', ambiguity.taken[0], names)}",
    )


def _described(join: Join, names: Mapping[int, str]) -> str:
    return (
        f"{names[join.from_table]} ({', '.join(join.from_columns)})"
        f" to {names[join.to_table]} ({', '.join(join.to_columns)})"
    )


def _route(path: JoinPath, names: Mapping[int, str]) -> str:
    """Write a path by the columns that lead on and the tables they lead to."""
    return ", ".join(f"{', '.join(join.from_columns)} to {names[join.to_table]}" for join in path)


def _call(function: str, join: Join, names: Mapping[int, str]) -> str:
    arguments = (
        literal(names[join.from_table]),
        _array(join.from_columns),
        literal(names[join.to_table]),
        _array(join.to_columns),
    )
    return f"SELECT factcheck.{function}({', '.join(arguments)});"


def _array(names: Sequence[str]) -> str:
    return f"ARRAY[{', '.join(literal(name) for name in names)}]"
