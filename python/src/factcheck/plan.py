"""Says how a check would go about a document, before it asks the data: tables, joins, and paths where several exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from factcheck.catalogue.joins import Ambiguity, Join, JoinGraph, JoinPath
from factcheck.catalogue.known_joins import read_joins
from factcheck.catalogue.schema import Table, added_tables, read_tables
from factcheck.claims.spotting import find_claims
from factcheck.documents.document import read_document
from factcheck.nlp.parser import Parser
from factcheck.port import Database, Row
from factcheck.sqltext import literal

Step = dict[str, str | None]


def explain_plan(database: Database, document: str, relations: Sequence[str] | None, parser: Parser) -> list[Step]:
    """The steps of a plan: part, item, detail, and a hint where something can be decided otherwise.

    Raises ``FactcheckError`` for a named table that was not added or may not be read, as a check does.
    """
    tables = {table.table_id: table for table in read_tables(database, relations, only_trusted=False)}
    added = sorted(added_tables(database), key=lambda row: str(row["relation"]))
    names = {row["table_id"]: str(row["relation"]) for row in added if row["table_id"] in tables}
    used = [tables[row["table_id"]] for row in added if row["table_id"] in tables and not row["is_untrusted"]]
    joins = read_joins(database, used)
    return [
        _document(database, document, parser),
        *_tables([row for row in added if relations is None or row["table_id"] in tables], tables),
        *(_join(join, names) for join in joins),
        *(_removed(join, names) for join in read_joins(database, used, removed=True)),
        *(_path(ambiguity, names) for ambiguity in JoinGraph(used, joins).ambiguities()),
    ]


def _step(part: str, item: str, detail: str, hint: str | None = None) -> Step:
    return {"part": part, "item": item, "detail": detail, "hint": hint}


def _document(database: Database, document: str, parser: Parser) -> Step:
    paper = read_document(document)
    parses = parser.parse([paragraph.text for paragraph in paper.paragraphs], database.checkpoint)
    claims = find_claims(paper, parses)
    return _step("document", paper.format, f"{_counted(len(document), 'character')}, {_counted(len(claims), 'claim')}")


def _tables(added: Sequence[Row], tables: Mapping[int, Table]) -> Iterator[Step]:
    """Tables of which the current role may read something; others are counted, not named."""
    closed = 0
    for row in added:
        table, relation = tables.get(row["table_id"]), row["relation"]
        if table is None:
            closed += 1
        elif row["is_untrusted"]:
            detail = "not used: reading it runs code of its owner, who is not trusted"
            yield _step(
                "table", relation, detail, f"SELECT factcheck.add_table({literal(relation)}, trust_owner => true);"
            )
        elif row["is_altered"]:
            detail = f"{_used(table)}; columns that were altered after it was indexed are left out"
            yield _step("table", relation, detail, f"SELECT factcheck.refresh({literal(relation)});")
        else:
            yield _step("table", relation, _used(table))
    if closed:
        yield _step(
            "table", f"{closed} more", "not used: this role may not read them", "Ask for SELECT on what you need."
        )


def _used(table: Table) -> str:
    return f"used with {_counted(len(table.columns), 'column')}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _join(join: Join, names: Mapping[int, str]) -> Step:
    detail = (
        join.source.value
        if join.is_enforced
        else f"{join.source.value}; no unique index keeps partners from becoming several"
    )
    return _step("join", _described(join, names), detail)


def _removed(join: Join, names: Mapping[int, str]) -> Step:
    return _step("join", _described(join, names), "not used: removed", _call("add_join", join, names))


def _path(ambiguity: Ambiguity, names: Mapping[int, str]) -> Step:
    others = "; ".join(_route(path, names) for path in ambiguity.alternatives)
    return _step(
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
    """A path by the columns that lead on and the tables they lead to."""
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
