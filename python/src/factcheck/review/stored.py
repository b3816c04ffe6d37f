"""What the page asks the database: views of stored runs, and the functions by which people decide."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from factcheck.errors.catalogue.review import (
    claim_decided_meanwhile,
    claim_not_shown,
    document_not_shown,
    reading_not_offered,
)
from factcheck.review.sessions import Connection

Row = dict[str, Any]

PAGE_SIZE = 50
_MOST_READINGS = 10

_DOCUMENTS = b"""
SELECT document_id, run_id, source_table, source_key, title, role_name, checked_at, n_claims, n_supported, n_refuted,
       n_not_enough_info, n_disputed, n_withheld, worst_claim, is_stale
FROM factcheck.documents
WHERE gone_at IS NULL
ORDER BY checked_at DESC, document_id DESC
LIMIT %s OFFSET %s
"""
_DOCUMENT = b"""
SELECT d.document_id, d.run_id, d.source_table, d.source_key, d.title, d.role_name, d.checked_at, d.status, d.n_claims,
       d.is_stale, d.role_name = current_user
       AND pg_catalog.has_function_privilege('factcheck.confirm(bigint, integer)', 'EXECUTE') AS may_decide,
       d.role_name = current_user
       AND pg_catalog.has_function_privilege('factcheck.recheck(bigint, interval)', 'EXECUTE') AS may_recheck,
       pg_catalog.has_function_privilege('factcheck.kept_text(bigint)', 'EXECUTE') AS may_read_text,
       current_user AS reader
FROM factcheck.documents d
WHERE d.document_id = %s
"""
_CLAIMS = b"""
SELECT c.run_id, c.claim_no, c.verdict, c.p_correct, c.claim_text, c.claimed_value, c.claimed_high, c.comparison,
       c.found_value, c.description, c.message, c.query, c.p_query, c.is_certified, c.sentence, c.claim_start,
       c.claim_length, c.is_withheld, c.is_stale, c.decision, q.priority,
       (SELECT pg_catalog.jsonb_build_array(pg_catalog.jsonb_build_object('compared', f.compared))
        FROM factcheck.claim_value f
        WHERE f.run_id = c.run_id AND f.claim_no = c.claim_no AND f.compared IS NOT NULL) AS alternatives
FROM factcheck.claims c
LEFT JOIN (SELECT claim_no, priority FROM factcheck.review_queue WHERE document_id = %(document)s) AS q USING (claim_no)
WHERE c.document_id = %(document)s
ORDER BY c.claim_no
"""
_TEXT = b"SELECT content, unchecked FROM factcheck.kept_text(%s)"
_REPORT_TEXT = b"SELECT factcheck.report_text(%s) AS content"
_RECHECK = b"SELECT pg_catalog.count(*) FROM factcheck.recheck(%s)"
_FLIPS = b"""
SELECT claim_no, claim_text, old_verdict, new_verdict, old_value, new_value, message
FROM factcheck.flips WHERE document_id = %s AND run_id = %s ORDER BY claim_no
"""
_OWN_DATA_SETS = b"""
SELECT DISTINCT dt.data_set
FROM factcheck.claim_verdict v
JOIN factcheck.used_column u ON u.used_column_id OPERATOR(pg_catalog.=) ANY (v.columns)
JOIN factcheck.data_table dt ON dt.relation OPERATOR(pg_catalog.=) u.relation
WHERE v.run_id = %s
"""
_CANDIDATES = b"SELECT * FROM factcheck.candidates(%s, %s, %s)"
_CONTEXT = b"SELECT * FROM factcheck.passage_context(%s, %s, %s, %s, 2000)"
_FRAGMENTS = b"SELECT * FROM factcheck.fragments(%s, %s)"
_COLUMNS = b"""
SELECT c.relname || '.' || dc.column_name AS name
FROM factcheck.data_table dt
JOIN factcheck.data_column dc USING (table_id)
JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) dt.relation::oid
WHERE (dt.data_set IS NULL OR dt.data_set OPERATOR(pg_catalog.=) ANY (%(data_sets)s))
  AND pg_catalog.has_column_privilege(dt.relation::oid, dc.column_number, 'SELECT')
ORDER BY dt.table_id, dc.column_number
LIMIT 1000
"""
_LATEST = b"SELECT run_id FROM factcheck.run WHERE document_id = %s AND is_latest"
_RUNS = b"""
SELECT run_id, kind, status, started_at, checked_at, duration_ms, n_claims, error
FROM factcheck.runs WHERE document_id = %s ORDER BY run_id DESC LIMIT 200
"""
_HISTORY = b"""
SELECT corrected_at, corrected_by, decision, description, undone_id, is_in_force
FROM factcheck.corrections WHERE document_id = %s AND claim_no = %s ORDER BY correction_id DESC
"""
_READINGS = b"""
SELECT claim_no, rank, query, description, value, probability, matches, label, p_label, passage_source AS source,
       passage_key AS key, passage_start AS start, passage_length AS length, passage_words AS words
FROM factcheck.readings WHERE run_id = %s ORDER BY claim_no, rank
"""
_DATA_SETS = b"""
SELECT DISTINCT data_set FROM factcheck.data_table
WHERE data_set IS NOT NULL AND pg_catalog.has_any_column_privilege(relation::oid, 'SELECT') ORDER BY 1
"""
_MAY_CHECK = b"""
SELECT coalesce(pg_catalog.bool_and(pg_catalog.has_function_privilege(p.oid, 'EXECUTE')), false) AS may_check
FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'factcheck'::regnamespace AND p.proname = 'verify'
"""
_LOCK = b"SELECT FROM factcheck.document WHERE document_id = %s FOR NO KEY UPDATE"
_CLAIM = b"SELECT decision, query, is_withheld FROM factcheck.claims WHERE document_id = %s AND claim_no = %s"


@dataclass(frozen=True, slots=True)
class Choice:
    """What a reader decides about a claim: a function of the schema ``factcheck`` with its further arguments."""

    function: str
    arguments: Mapping[str, Any]

    @classmethod
    def of_rank(cls, rank: int) -> Choice:
        """Choose a reading by its rank; the likeliest is confirmed."""
        return cls("confirm", {}) if rank == 1 else cls("correct", {"rank": rank})


_TYPES = {
    "rank": "integer",
    "query": "text",
    "function": "text",
    "column_name": "text",
    "predicates": "text[]",
    "condition": "text[]",
}


def documents(connection: Connection, page: int) -> list[Row]:
    """Return the stored documents of a page, those checked last first, and one more where another page follows."""
    return connection.execute(_DOCUMENTS, [PAGE_SIZE + 1, page * PAGE_SIZE]).fetchall()


def document(connection: Connection, document_id: int) -> Row:
    """Return a stored document; raises ``FactcheckError`` where this reader sees none of this number."""
    row = connection.execute(_DOCUMENT, [document_id]).fetchone()
    if row is None:
        raise document_not_shown(document_id)
    return row


def claims(connection: Connection, document_id: int) -> list[Row]:
    """Return all claims of a document as they are read now, in reading order.

    ``alternatives`` has the groups that a statement without a number compares, as those of ``fact_check`` do.
    """
    return connection.execute(_CLAIMS, {"document": document_id}).fetchall()


def kept_text(connection: Connection, document_id: int) -> Row | None:
    """Return the text of a document and its numbers that are no claims, where its role had it kept."""
    return connection.execute(_TEXT, [document_id]).fetchone()


def text_of(connection: Connection, document: Row) -> Row | None:
    """Return the text of a document: what was kept, or what its row of a report table has, if this reader may see it.

    Which numbers are no claims is known of kept texts alone.
    """
    if not document["may_read_text"]:
        return None
    if document["source_table"] is None:
        return kept_text(connection, document["document_id"])
    try:
        with connection.transaction():
            row = connection.execute(_REPORT_TEXT, [document["document_id"]]).fetchone()
    except psycopg.errors.InsufficientPrivilege:  # reading the table would run code of others
        return None
    return {**row, "unchecked": None} if row and row["content"] is not None else None


def recheck(connection: Connection, document_id: int) -> int:
    """Run the stored readings of a document again; returns the number of the run that came of it."""
    with connection.transaction():
        connection.execute(_RECHECK, [document_id])
        return latest_run(connection, document_id)


def flips(connection: Connection, document_id: int, run_id: int) -> list[Row]:
    """Return the claims of a run whose verdict is not that of the run before, as far as this reader may see both."""
    return connection.execute(_FLIPS, [document_id, run_id]).fetchall()


def data_set_of(connection: Connection, run_id: int) -> str | None:
    """Return the data set that all tables of a run's readings are in; None where there is no such."""
    names = [row["data_set"] for row in connection.execute(_OWN_DATA_SETS, [run_id])]
    return names[0] if len(names) == 1 else None


def candidates(connection: Connection, document_id: int, claim_no: int) -> list[Row]:
    """Return the likeliest readings of a claim, each with a short name that does not depend on its rank."""
    rows = connection.execute(_CANDIDATES, [document_id, claim_no, _MOST_READINGS]).fetchall()
    return [{**row, "name": reading_name(row)} for row in rows]


def passage(connection: Connection, document_id: int, claim_no: int, rank: int) -> Row:
    """Return a passage among the readings of a claim, with what stands around it in its source now.

    ``context`` is None where the text has changed since, or the reader may not read it.  Raises ``FactcheckError``
    where no passage has this rank.
    """
    rows = connection.execute(_CANDIDATES, [document_id, claim_no, _MOST_READINGS]).fetchall()
    found = next((row for row in rows if row["rank"] == rank and row["passage_source"] is not None), None)
    if found is None:
        raise reading_not_offered(claim_no)
    place = [found["passage_source"], found["passage_key"], found["passage_start"], found["passage_length"]]
    try:
        with connection.transaction():
            context = connection.execute(_CONTEXT, place).fetchone()
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedObject):
        context = None
    is_same = context is not None and context["passage"] == found["description"]
    return {**found, "context": context if is_same else None}


def fragments(connection: Connection, document_id: int, claim_no: int) -> list[Row]:
    """Return the query fragments of the readings of a claim."""
    return connection.execute(_FRAGMENTS, [document_id, claim_no]).fetchall()


def columns(connection: Connection, run_id: int) -> list[str]:
    """Return the columns that the reader may read of the tables that a run may have been about, after their tables."""
    rows = connection.execute(_OWN_DATA_SETS, [run_id]).fetchall()
    data_sets = [row["data_set"] for row in rows if row["data_set"] is not None]
    return [row["name"] for row in connection.execute(_COLUMNS, {"data_sets": data_sets}).fetchall()]


def latest_run(connection: Connection, document_id: int) -> int:
    """Return the number of the run whose claims hold now."""
    row = connection.execute(_LATEST, [document_id]).fetchone()
    if row is None:
        raise document_not_shown(document_id)
    return int(row["run_id"])


def runs(connection: Connection, document_id: int) -> list[Row]:
    """Return the runs of a document, the latest first."""
    return connection.execute(_RUNS, [document_id]).fetchall()


def history(connection: Connection, document_id: int, claim_no: int) -> list[Row]:
    """Return what was decided about a claim, the latest first."""
    return connection.execute(_HISTORY, [document_id, claim_no]).fetchall()


def readings(connection: Connection, run_id: int) -> dict[int, list[Row]]:
    """Return the readings of all claims of a run, by the number of the claim."""
    by_claim: dict[int, list[Row]] = {}
    for row in connection.execute(_READINGS, [run_id]):
        by_claim.setdefault(row.pop("claim_no"), []).append(row)
    return by_claim


def data_sets(connection: Connection) -> list[str]:
    """Return the names of the data sets that the reader may check texts about."""
    return [row["data_set"] for row in connection.execute(_DATA_SETS)]


def may_check(connection: Connection) -> bool:
    """Tell whether the reader may have documents checked and stored."""
    row = connection.execute(_MAY_CHECK).fetchone()
    return row is not None and bool(row["may_check"])


def reading_name(reading: Mapping[str, Any]) -> str:
    """Name a reading by its query, and a passage by its words too, for forms: ranks move while a form is looked at."""
    said = reading["query"] if reading["passage_source"] is None else f"{reading['query']} {reading['description']}"
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def seen_state(claim: Mapping[str, Any]) -> str:
    """Name what is decided about a claim, for forms: by another name it was decided about since."""
    decided = claim["query"] if claim["decision"] else ""
    return hashlib.sha256(f"{claim['decision']} {decided}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Decision:
    """The claims that a decision moved, the one that it is about among them, and how long the database took for it."""

    moved: list[Row]
    seconds: float


def decide(connection: Connection, document_id: int, claim_no: int, choice: Choice) -> Decision:
    """Enter a decision."""
    given = "".join(f", {name} => %s::{_TYPES[name]}" for name in choice.arguments)
    statement = f"SELECT * FROM factcheck.{choice.function}(%s::bigint, %s::integer{given})"
    began = time.perf_counter()
    rows = connection.execute(statement.encode(), [document_id, claim_no, *choice.arguments.values()]).fetchall()
    return Decision(rows, time.perf_counter() - began)


def decide_as_seen(
    connection: Connection, document_id: int, claim_no: int, choice: Choice | str, seen: str
) -> Decision:
    """Enter a decision unless the claim was decided about since it was ``seen``; a text names a reading.

    The document is locked before, so that two readers decide one after the other.  Raises ``FactcheckError`` where the
    claim was decided about, or has no such reading any more.
    """
    with connection.transaction():
        connection.execute(_LOCK, [document_id])
        claim = connection.execute(_CLAIM, [document_id, claim_no]).fetchone()
        if claim is None:
            raise claim_not_shown(document_id, claim_no)
        if seen != seen_state(claim):
            raise claim_decided_meanwhile(claim_no)
        if isinstance(choice, str):
            choice = Choice.of_rank(_rank_of(candidates(connection, document_id, claim_no), choice, claim_no))
        return decide(connection, document_id, claim_no, choice)


def tried(connection: Connection, document_id: int, claim_no: int, choice: Choice) -> Decision:
    """Return what a decision would move, and take it back: nothing is stored."""
    with connection.transaction(force_rollback=True):
        return decide(connection, document_id, claim_no, choice)


def _rank_of(offered: Sequence[Row], name: str, claim_no: int) -> int:
    for reading in offered:
        if reading["name"] == name:
            return int(reading["rank"])
    raise reading_not_offered(claim_no)


def forget_text(connection: Connection, document_id: int) -> None:
    """Erase the kept text of a document."""
    connection.execute(b"SELECT factcheck.forget_text(%s)", [document_id])
