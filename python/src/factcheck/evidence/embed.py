"""Give embeddings to the passages of a source."""

from __future__ import annotations

import numpy as np

from factcheck.errors.catalogue.evidence import embeddings_not_installed, source_not_indexed, source_too_large_to_embed
from factcheck.evidence.embeddings import DIMENSIONS, embedder
from factcheck.evidence.search import IndexedPassages
from factcheck.evidence.sources import read_sources
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import binary, literal

MOST_EMBEDDED = 200_000
"""Passages of a source at most: a search reads the vectors of all of them."""

_PASSAGES_IN_ROW = 1_000


def embed_source(database: Database, name: str) -> int:
    """Compute the embeddings of passages that have none, and return their number.

    Raises ``FactcheckError`` where the optional packages are not installed, or the source is not indexed or too large.
    """
    model = embedder()
    if model is None:
        raise embeddings_not_installed()
    database.query(f"SELECT FROM factcheck.passage_source WHERE name = {literal(name)} FOR NO KEY UPDATE")
    [source] = read_sources(database, [name])
    if not source.is_indexed or source.visibility_id is None:
        raise source_not_indexed(name)
    passages = IndexedPassages(database, source)
    if passages.size > MOST_EMBEDDED:
        raise source_too_large_to_embed(name, MOST_EMBEDDED)
    [row] = database.query(
        "SELECT coalesce(max(first_passage + passages), 1) AS next FROM factcheck.passage_embedding"
        f" WHERE visibility_id = {source.visibility_id}"
    )
    first = int(row["next"])
    for start in range(first, passages.last + 1, _PASSAGES_IN_ROW):
        checkpoint()
        numbers = np.arange(start, min(start + _PASSAGES_IN_ROW, passages.last + 1))
        texts = passages.texts(numbers)
        there = [number for number in numbers.tolist() if number in texts and texts[number].text]
        vectors = np.zeros((len(numbers), DIMENSIONS), np.float32)
        if there:
            vectors[np.array(there) - start] = model.encode([texts[number].text for number in there])
        database.query(
            "INSERT INTO factcheck.passage_embedding (visibility_id, first_passage, passages, vectors) VALUES"
            f" ({source.visibility_id}, {start}, {len(numbers)}, {binary(vectors.astype('<f2').tobytes())})"
        )
    return max(passages.last + 1 - first, 0)
