"""Keeps parsed documents in the database, so that new sessions need not load the parser."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from factcheck.checkpoints import with_checkpoints
from factcheck.nlp.parser import Sentence, Token
from factcheck.port import Database
from factcheck.sqltext import binary, literal

Parses = Sequence[tuple[Sentence, ...]]

_BETWEEN = ",\n"


@dataclass(frozen=True, slots=True)
class Recalled:
    """A parse from the cache; ``is_fresh`` where the cache need not be told that it served."""

    parses: list[tuple[Sentence, ...]]
    is_fresh: bool


def recall(database: Database, parser: str, document: str) -> Recalled | None:
    """The parse that this role had made of the document by this parser, or None.

    On a standby, where the unlogged cache does not exist, there is none.
    """
    [state] = database.query("SELECT pg_is_in_recovery() AS is_standby")
    if state["is_standby"]:
        return None
    rows = database.query(
        "SELECT c.parsed, c.last_used > now() - interval '1 day' AS is_fresh"
        " FROM factcheck.parse_cache c WHERE c.role_name = current_user"
        f" AND c.document_hash = {binary(_hash(document))} AND c.parser = {literal(parser)}"
    )
    return Recalled(_decode(rows[0]["parsed"], database.checkpoint), rows[0]["is_fresh"]) if rows else None


def remember(database: Database, parser: str, document: str, parses: Parses, budget: int) -> None:
    """Keep a parse; the entries used longest ago go when the role's part exceeds the budget in bytes.

    Nothing is kept while another open transaction of the role is at the cache: no check waits for its end.
    """
    data = _encode(parses, database.checkpoint)
    if len(data) > budget:
        return
    [lock] = database.query(
        "SELECT pg_try_advisory_xact_lock(hashtextextended('factcheck.parse_cache ' || current_user, 0)) AS is_ours"
    )
    if not lock["is_ours"]:
        return
    database.query(
        "INSERT INTO factcheck.parse_cache (role_name, document_hash, parser, parsed)"
        f" VALUES (current_user, {binary(_hash(document))}, {literal(parser)}, {binary(data)})"
        " ON CONFLICT (role_name, role_id, document_hash, parser) DO UPDATE SET last_used = now()"
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


def _encode(parses: Parses, checkpoint: Callable[[], None]) -> bytes:
    """The sentences of each paragraph as a compressed list in JSON, with a line for each."""
    packer = zlib.compressobj()
    pieces = [packer.compress(b"[")]
    for place, sentences in enumerate(with_checkpoints(parses, checkpoint)):
        plain = [
            [s.start, s.end, [[t.text, t.start, t.end, t.lemma, t.tag, t.dependency, t.head] for t in s.tokens]]
            for s in sentences
        ]
        pieces.append(
            packer.compress(f"{_BETWEEN if place else ''}{json.dumps(plain, separators=(',', ':'))}".encode())
        )
    return b"".join([*pieces, packer.compress(b"]"), packer.flush()])


def _decode(data: bytes, checkpoint: Callable[[], None]) -> list[tuple[Sentence, ...]]:
    lines = zlib.decompress(data)[1:-1].split(_BETWEEN.encode())
    return [
        tuple(Sentence(start, end, tuple(Token(*token) for token in tokens)) for start, end, tokens in sentences)
        for line in with_checkpoints(lines, checkpoint)
        for sentences in json.loads(b"[%b]" % line)
    ]
