"""Examines an installation: what is there, and whether it is in order."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from operator import itemgetter
from typing import Any

from factcheck import __version__
from factcheck.catalogue.owner_code import way_to_trust, whose_code
from factcheck.catalogue.schema import added_tables, for_administrators, is_administrator, is_stale
from factcheck.errors import FactcheckError
from factcheck.joins.measures import unusable_measures
from factcheck.nlp.parser import Parser
from factcheck.port import Database, Row
from factcheck.server.entry import entry_point
from factcheck.server.session import session
from factcheck.settings import read_settings
from factcheck.sqltext import literal

_PACKAGES = ("numpy", "spacy", "nh3")
_MOST_NAMES = 10
Finding = dict[str, str | None]


@entry_point
def doctor(database: Database) -> dict[str, Any]:
    """Examine the installation."""
    return {"findings": _examine(database, session.parser)}


def _examine(database: Database, parser: Parser) -> list[Finding]:
    """Return one finding an item, with status ok, warning or error, and a hint where something is to be done."""
    return [
        _versions(database),
        *(_package(name) for name in _PACKAGES),
        _parser(parser),
        _lexicon(database),
        _trigrams(database),
        *_home(database),
        *_tables(database),
        *_measures(database),
        _tracking(database),
    ]


def _finding(item: str, status: str, detail: str, hint: str | None = None) -> Finding:
    return {"item": item, "status": status, "detail": detail, "hint": hint}


def _versions(database: Database) -> Finding:
    [row] = database.query("SELECT factcheck.version() AS sql_part, current_setting('server_version') AS server")
    detail = f"PostgreSQL {row['server']}, SQL part {row['sql_part']}, Python part {__version__}"
    if row["sql_part"] == __version__:
        return _finding("versions", "ok", detail)
    return _finding(
        "versions", "error", detail, "Run extension/install.sh, ALTER EXTENSION factcheck UPDATE, reconnect."
    )


def _package(name: str) -> Finding:
    try:
        return _finding(f"package {name}", "ok", version(name))
    except PackageNotFoundError:
        if importlib.util.find_spec(name) is not None:
            return _finding(f"package {name}", "warning", "found, but its version is not known")
        return _finding(f"package {name}", "error", "not found", "Run extension/install.sh on the database host.")


def _parser(parser: Parser) -> Finding:
    try:
        parser.parse(["The table has 12 rows."])
    except FactcheckError as error:
        return _finding("parser", "error", error.message, error.hint)
    return _finding("parser", "ok", parser.name)


def _lexicon(database: Database) -> Finding:
    [row] = database.query("SELECT count(*) AS entries FROM factcheck.lexicon")
    if row["entries"]:
        return _finding("lexicon", "ok", f"{row['entries']} entries")
    return _finding("lexicon", "warning", "empty", "SELECT factcheck.load_lexicon(); add_table does it, too.")


def _trigrams(database: Database) -> Finding:
    rows = database.query(
        "SELECT n.nspname::text AS schema FROM pg_catalog.pg_extension e"
        " JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'"
    )
    if rows:
        return _finding("pg_trgm", "ok", f"in schema {rows[0]['schema']}")
    return _finding("pg_trgm", "error", "not found", "CREATE EXTENSION pg_trgm;")


def _home(database: Database) -> list[Finding]:
    """Return a finding where the current role may not use the schema of ``fact_check``."""
    rows = database.query(
        "SELECT quote_ident(n.nspname) AS schema, quote_ident(current_user) AS role FROM pg_catalog.pg_extension e"
        " JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace"
        " WHERE e.extname = 'factcheck' AND NOT has_schema_privilege(n.oid, 'USAGE')"
    )
    return [
        _finding(
            "fact_check",
            "error",
            f"in schema {row['schema']}, which you may not use",
            f"Ask for it: GRANT USAGE ON SCHEMA {row['schema']} TO {row['role']};",
        )
        for row in rows
    ]


def _tables(database: Database) -> list[Finding]:
    """Return what the current role may use, and by name what its checks skip, and why."""
    [row] = database.query(
        "SELECT count(*) AS added, count(*) FILTER (WHERE dt.indexed_at IS NULL) AS unindexed,"
        " count(*) FILTER (WHERE c.oid IS NULL) AS dropped"
        " FROM factcheck.data_table dt LEFT JOIN pg_catalog.pg_class c ON c.oid = dt.relation"
    )
    existing = sorted(added_tables(database), key=itemgetter("relation"))
    share = read_settings(database).stale_share
    outdated = [
        table for table in existing if table["is_readable"] and not table["is_altered"] and is_stale(table, share)
    ]
    counts = {
        "not indexed": row["unindexed"],
        "dropped": row["dropped"],
        "altered after indexing": sum(table["is_altered"] for table in existing),
        "older in the index than their data": len(outdated),
    }
    readable = sum(table["is_readable"] for table in existing)
    detail = f"{row['added']} added, {readable} of them readable to you"
    if not row["added"]:
        hint = _to_run("SELECT factcheck.add_table('table');", database)
        return [_finding("tables", "warning", detail, hint)]
    skipped = _skipped(existing, outdated, database)
    if not any(counts.values()):
        return [_finding("tables", "ok", detail), *skipped]
    detail = ", ".join([detail, *(f"{count} {what}" for what, count in counts.items() if count)])
    hint = _to_run("SELECT factcheck.refresh();", database)
    return [_finding("tables", "warning", detail, hint), *skipped]


def _skipped(existing: Sequence[Row], outdated: Sequence[Row], database: Database) -> list[Finding]:
    """Return a finding for each reason why checks of the current role leave out tables, or values of theirs."""
    closed = [table for table in existing if not table["is_readable"]]
    untrusted = [table for table in existing if table["is_readable"] and table["is_untrusted"]]
    usable = [table for table in existing if table["is_readable"] and not table["is_untrusted"]]
    altered = [table for table in usable if table["is_altered"]]
    unindexed = [table for table in usable if table["indexed_at"] is None]
    findings = []
    if closed:
        hint = "Ask for SELECT on them, and USAGE on their schemas, if claims are about them."
        findings.append(_finding("tables not readable", "ok", f"no part of your checks: {_names(closed)}", hint))
    if untrusted:
        owners = ", ".join(dict.fromkeys(whose_code(table) for table in untrusted))
        detail = f"skipped by your checks, since reading them runs code of {owners}: {_names(untrusted)}"
        findings.append(_finding("tables not trusted", "warning", detail, f"{way_to_trust(untrusted[0])}."))
    for item, what, tables in (
        ("tables altered", "their changed columns are left out of your checks", altered),
        ("tables not indexed", "your checks find none of their values", unindexed),
        ("tables outdated", "your checks may miss new values", [table for table in outdated if table in usable]),
    ):
        if tables:
            hint = _to_run(f"SELECT factcheck.refresh({literal(tables[0]['relation'])});", database)
            findings.append(_finding(item, "warning", f"{what}: {_names(tables)}", hint))
    return findings


def _measures(database: Database) -> list[Finding]:
    """Return what has become of declared measures that the current role cannot work out, and what it may not read."""
    unusable = unusable_measures(database)
    closed = [f'"{each.name}"' for each in unusable if each.is_closed]
    broken = [each for each in unusable if not each.is_closed]
    findings = []
    if closed:
        hint = "Ask for SELECT on their columns, if claims are about them."
        findings.append(_finding("measures not readable", "ok", f"no part of your checks: {_listed(closed)}", hint))
    if broken:
        reasons = _listed([f'"{each.name}" ({each.reason})' for each in broken])
        hint = for_administrators(
            "run SELECT factcheck.refresh() where a column was renamed; else declare them anew with"
            f" factcheck.add_measure, or take them back: SELECT factcheck.remove_measure({literal(broken[0].name)}).",
            database,
        )
        findings.append(_finding("measures", "warning", f"cannot be worked out any more: {reasons}", hint))
    return findings


def _to_run(statement: str, database: Database) -> str:
    """Return a statement that only administrators may run, or the advice to ask one of them."""
    return statement if is_administrator(database) else f"Ask an administrator to run {statement}"


def _names(tables: Sequence[Row]) -> str:
    """Return the names of some tables, of many the first ones."""
    return _listed([table["relation"] for table in tables])


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _tracking(database: Database) -> Finding:
    """Tell whether every tracked table, with its partitions, has the triggers that say when it changes."""
    rows = database.query(
        "SELECT dt.relation::text AS relation, count(*) AS sources,"
        " count(*) FILTER (WHERE s.state IS NULL) AS unlogged, bool_or(c.relrowsecurity) AS is_restricted"
        " FROM factcheck._change_sources("
        "ARRAY(SELECT t.relation::oid FROM factcheck.data_table t WHERE t.is_tracked)) AS s"
        " JOIN factcheck.data_table dt ON dt.relation = s.relation"
        " JOIN pg_catalog.pg_class c ON c.oid = s.relation GROUP BY dt.relation, dt.table_id ORDER BY dt.table_id"
    )
    if not rows:
        return _finding("tracking", "ok", "no table is tracked: each check reads the data anew")
    detail = f"{len(rows)} tracked"
    broken = [row for row in rows if row["unlogged"]]
    if broken:
        detail += "".join(f", {row['relation']} lacks {row['unlogged']} of {row['sources']} triggers" for row in broken)
        return _finding(
            "tracking", "warning", detail, f"As the owner: SELECT factcheck.track({literal(broken[0]['relation'])});"
        )
    restricted = [row["relation"] for row in rows if row["is_restricted"]]
    if restricted:
        detail += f", of which nothing is kept under row security: {', '.join(restricted)}"
    return _finding("tracking", "ok", detail)
