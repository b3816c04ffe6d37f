"""Fills the table of phrases: how many categories and instances each has, and its vectors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from factcheck.categories.text.patterns import DEFINITION_HEAD
from factcheck.categories.text.smoothing import Matrix, ancestors, ppmi, truncated_svd
from factcheck.port import Database
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import literal
from factcheck.text_index.planner_statistics import analyze

DIMENSIONS = 50
_ROWS_PER_STATEMENT = 5_000
_LEAST_INSTANCES = 2
_FOLLOWED = (4, 3, 0.6, 0.04)
"""Steps, heads of each word, factor of a step and least strength: near kinds alone, so that the matrix stays sparse."""

_FREE_PATTERNS = (13, 16)
"""Patterns that say a kind only now and then ("cup of coffee")."""

_Counts = defaultdict[str, dict[str, float]]


def smooth_categories(database: Database) -> int:
    """Replace the phrases by those of the matches that are loaded; return how many there are."""
    database.query("DELETE FROM factcheck.isa_phrase")
    database.query(
        "INSERT INTO factcheck.isa_phrase (phrase, n_categories, n_instances)"
        " SELECT phrase, sum(categories), sum(instances) FROM ("
        "   SELECT instance AS phrase, count(DISTINCT category) AS categories, 0 AS instances"
        "   FROM factcheck.isa GROUP BY instance"
        "   UNION ALL SELECT category, 0, count(DISTINCT instance) FROM factcheck.isa GROUP BY category) AS sides"
        " GROUP BY phrase"
    )
    counts = _counts(database, f"pattern NOT IN ({DEFINITION_HEAD}, {', '.join(map(str, _FREE_PATTERNS))})")
    heads = _counts(database, f"pattern = {DEFINITION_HEAD}")
    _store_vectors(database, _with_ancestors(counts, heads))
    analyze(database, "isa_phrase")
    [row] = database.query("SELECT count(*) AS n FROM factcheck.isa_phrase")
    return int(row["n"])


def _counts(database: Database, condition: str) -> _Counts:
    """Return how many texts name each instance with each category, of categories that have several instances."""
    counts: _Counts = defaultdict(dict)
    for lines in database.query(
        "SELECT string_agg(instance || E'\\t' || category || E'\\t' || n, E'\\n') AS lines FROM ("
        " SELECT instance, category, sum(n) AS n FROM factcheck.isa JOIN factcheck.isa_phrase p ON p.phrase = category"
        f" WHERE {condition} AND p.n_instances >= {_LEAST_INSTANCES} GROUP BY instance, category) AS pairs"
        " GROUP BY hashtext(instance) % 100"
    ):
        checkpoint()
        for line in lines["lines"].split("\n"):
            instance, category, n = line.split("\t")
            counts[instance][category] = float(n)
    return counts


def _with_ancestors(counts: _Counts, heads: _Counts) -> _Counts:
    """Add to the counts of each instance what the heads of definitions lead to."""
    known: dict[str, dict[str, float]] = {}
    for instance in {*counts, *heads}:
        checkpoint()
        by_category = counts[instance]
        for category, strength in known.setdefault(instance, ancestors(instance, heads, *_FOLLOWED)).items():
            by_category[category] = by_category.get(category, 0.0) + strength
    return counts


def _store_vectors(database: Database, counts: _Counts) -> None:
    instances = sorted(counts)
    categories = sorted({category for by_category in counts.values() for category in by_category})
    if len(instances) < _LEAST_INSTANCES or len(categories) < _LEAST_INSTANCES:
        return
    number = {category: index for index, category in enumerate(categories)}
    rows = np.repeat(np.arange(len(instances)), [len(counts[instance]) for instance in instances])
    columns = np.array([number[category] for instance in instances for category in counts[instance]], np.int64)
    values = np.array([value for instance in instances for value in counts[instance].values()])
    matrix = ppmi(Matrix.of(rows, columns, np.log1p(values), (len(instances), len(categories))))
    of_instances, of_categories = truncated_svd(matrix, DIMENSIONS)
    _update(database, "as_instance", zip(instances, of_instances.astype("<f2"), strict=True))
    _update(database, "as_category", zip(categories, of_categories.astype("<f2"), strict=True))


def _update(database: Database, column: str, vectors: Iterator[tuple[str, np.ndarray]]) -> None:
    lines: list[str] = []

    def flush() -> None:
        database.query(
            f"UPDATE factcheck.isa_phrase SET {column} = decode(f[2], 'hex')"
            f" FROM string_to_table({literal(chr(10).join(lines))}, E'\\n') AS line, string_to_array(line, E'\\t') AS f"
            " WHERE phrase = f[1]"
        )
        lines.clear()

    for phrase, vector in vectors:
        lines.append(f"{phrase}\t{vector.tobytes().hex()}")
        if len(lines) >= _ROWS_PER_STATEMENT:
            flush()
    if lines:
        flush()
