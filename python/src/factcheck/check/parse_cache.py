"""Keeps parsed documents in the database, so that new sessions need not load the parser."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.cache_rows import CacheTable, make_room, note_use, of_current_role, write_row
from factcheck.nlp.parser import SENTENCE_RULES, Sentence, Token
from factcheck.port import Database
from factcheck.runtime.checkpoints import with_checkpoints
from factcheck.sqltext import binary, literal

Parses = Sequence[tuple[Sentence, ...]]

_BETWEEN = ",\n"

_TABLE = CacheTable("factcheck.parse_cache", {"document_hash": "''", "parser": "''", "parsed": "''"})


@dataclass(frozen=True, slots=True)
class Recalled:
    """A parse from the cache; ``is_fresh`` where the cache need not be told that it served."""

    parses: list[tuple[Sentence, ...]]
    is_fresh: bool


def recall(database: Database, parser: str, document: str) -> Recalled | None:
    """Return the parse that this role had made of the document by this parser, or None.

    There is none on a standby, where the unlogged cache does not exist, and in a serializable transaction, which would
    come to depend on what other roles write there.
    """
    [state] = database.query(
        "SELECT pg_is_in_recovery() OR current_setting('transaction_isolation') = 'serializable' AS is_closed"
    )
    if state["is_closed"]:
        return None
    rows = database.query(
        "SELECT c.parsed, c.last_used > now() - interval '1 day' AS is_fresh"
        f" FROM factcheck.parse_cache c WHERE {_is_of(parser, document)} ORDER BY c.last_used DESC LIMIT 1"
    )
    return Recalled(_decode(rows[0]["parsed"]), rows[0]["is_fresh"]) if rows else None


def remember(database: Database, parser: str, document: str, parses: Parses, budget: int) -> None:
    """Keep a parse; the entries used longest ago go when the role's part exceeds the budget in bytes."""
    if database.query(f"SELECT 1 AS known FROM factcheck.parse_cache c WHERE {_is_of(parser, document)} LIMIT 1"):
        note_use(database, _TABLE, _is_of(parser, document))
        return
    data = _encode(parses)
    if len(data) > budget:
        make_room(database, _TABLE, budget)  # it may be lower than when the others were kept
        return
    make_room(database, _TABLE, budget - len(data))
    values = {"document_hash": binary(_hash(document)), "parser": _by(parser), "parsed": binary(data)}
    write_row(database, _TABLE, values)


def _is_of(parser: str, document: str) -> str:
    return f"{of_current_role('c')} AND c.document_hash = {binary(_hash(document))} AND c.parser = {_by(parser)}"


def _by(parser: str) -> str:
    return literal(f"{parser}, sentences by rules {SENTENCE_RULES}")


def _hash(document: str) -> bytes:
    return hashlib.sha256(document.encode()).digest()


def _encode(parses: Parses) -> bytes:
    """Pack the sentences of each paragraph into a compressed list in JSON, with a line for each."""
    packer = zlib.compressobj()
    pieces = [packer.compress(b"[")]
    for index, sentences in enumerate(with_checkpoints(parses)):
        plain = [
            [s.start, s.end, [[t.text, t.start, t.end, t.lemma, t.tag, t.dependency, t.head] for t in s.tokens]]
            for s in sentences
        ]
        pieces.append(
            packer.compress(f"{_BETWEEN if index else ''}{json.dumps(plain, separators=(',', ':'))}".encode())
        )
    return b"".join([*pieces, packer.compress(b"]"), packer.flush()])


def _decode(data: bytes) -> list[tuple[Sentence, ...]]:
    lines = zlib.decompress(data)[1:-1].split(_BETWEEN.encode())
    return [
        tuple(Sentence(start, end, tuple(Token(*token) for token in tokens)) for start, end, tokens in sentences)
        for line in with_checkpoints(lines)
        for sentences in json.loads(b"[%b]" % line)
    ]
