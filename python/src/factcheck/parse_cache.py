"""Keeps parsed documents in the database, so that new sessions need not load the parser."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence

from factcheck.nlp.parser import Sentence, Token
from factcheck.port import Database
from factcheck.sqltext import binary, literal

Parses = Sequence[tuple[Sentence, ...]]


def recall(database: Database, parser: str, document: str) -> list[tuple[Sentence, ...]] | None:
    """The parse that this role had made of the document by this parser, or None.

    On a standby, where the unlogged cache does not exist, there is none.
    """
    [state] = database.query("SELECT pg_is_in_recovery() AS is_standby")
    if state["is_standby"]:
        return None
    rows = database.query(
        "SELECT c.parsed FROM factcheck.parse_cache c WHERE c.role_name = current_user"
        f" AND c.document_hash = {binary(_hash(document))} AND c.parser = {literal(parser)}"
    )
    return _decode(rows[0]["parsed"]) if rows else None


def remember(database: Database, parser: str, document: str, parses: Parses, budget: int) -> None:
    """Keep a parse; the entries used longest ago go when the role's part exceeds the budget in bytes."""
    data = _encode(parses)
    if len(data) > budget:
        return
    database.query(
        "INSERT INTO factcheck.parse_cache (role_name, document_hash, parser, parsed)"
        f" VALUES (current_user, {binary(_hash(document))}, {literal(parser)}, {binary(data)})"
        " ON CONFLICT DO NOTHING"
    )
    database.query(
        "DELETE FROM factcheck.parse_cache c USING (SELECT role_name, document_hash, parser,"
        " sum(length(parsed)) OVER (ORDER BY last_used DESC, document_hash) AS size"
        " FROM factcheck.parse_cache WHERE role_name = current_user) AS entry"
        " WHERE c.role_name = entry.role_name AND c.document_hash = entry.document_hash"
        f" AND c.parser = entry.parser AND entry.size > {budget}"
    )


def _hash(document: str) -> bytes:
    return hashlib.sha256(document.encode()).digest()


def _encode(parses: Parses) -> bytes:
    plain = [
        [
            [s.start, s.end, [[t.text, t.start, t.end, t.lemma, t.tag, t.dependency, t.head] for t in s.tokens]]
            for s in sentences
        ]
        for sentences in parses
    ]
    return zlib.compress(json.dumps(plain, separators=(",", ":")).encode())


def _decode(data: bytes) -> list[tuple[Sentence, ...]]:
    return [
        tuple(Sentence(start, end, tuple(Token(*token) for token in tokens)) for start, end, tokens in sentences)
        for sentences in json.loads(zlib.decompress(data))
    ]
