"""Give embeddings to the passages of a source."""

from __future__ import annotations

import numpy as np

from factcheck.errors.catalogue.evidence import embeddings_not_installed, source_not_indexed
from factcheck.evidence.search import IndexedPassages
from factcheck.evidence.sources import read_sources
from factcheck.evidence.vectors import signs_of
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import binary, literal
from factcheck.text_index.embeddings import DIMENSIONS, SentenceEncoder, embedder

_PASSAGES_IN_ROW = 1_000


def embed_source(database: Database, name: str, most: int | None, model: SentenceEncoder | None = None) -> int:
    """Compute the embeddings of passages that have none, of ``most`` at most, and return their number.

    ``model`` stands for the installed one.

    Raises ``FactcheckError`` where the optional packages are not installed, or the source is not indexed.
    """
    model = model or embedder()
    if model is None:
        raise embeddings_not_installed()
    database.query(f"SELECT FROM factcheck.passage_source WHERE name = {literal(name)} FOR NO KEY UPDATE")
    [source] = read_sources(database, [name])
    if not source.is_indexed or source.visibility_id is None:
        raise source_not_indexed(name)
    passages = IndexedPassages(database, source)
    [row] = database.query(
        "SELECT coalesce(max(first_passage + passages), 1) AS next FROM factcheck.passage_embedding"
        f" WHERE visibility_id = {source.visibility_id}"
    )
    first = int(row["next"])
    end = passages.last + 1 if most is None else min(first + most, passages.last + 1)
    for start in range(first, end, _PASSAGES_IN_ROW):
        checkpoint()
        numbers = np.arange(start, min(start + _PASSAGES_IN_ROW, end))
        texts = passages.texts(numbers)
        there = [number for number in numbers.tolist() if number in texts and texts[number].text]
        vectors = np.zeros((len(numbers), DIMENSIONS), np.float32)
        if there:
            vectors[np.array(there) - start] = model.encode([texts[number].text for number in there])
        database.query(
            "INSERT INTO factcheck.passage_embedding (visibility_id, first_passage, passages, vectors, signs) VALUES"
            f" ({source.visibility_id}, {start}, {len(numbers)}, {binary(vectors.astype('<f2').tobytes())},"
            f" {binary(signs_of(vectors).tobytes())})"
        )
    return max(end - first, 0)
