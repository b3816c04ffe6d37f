"""Times the retrieval of predicates for a claim, beside ``ts_rank`` over a GIN index of the same predicates.

Each claim is made from one predicate: most words of its value, often its column's name, and noise, about 28
keywords with the weights of a dependency tree.  Both ways run in the server, as an ordinary role under row
security, and are asked for the 20 best predicates.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import click
from benchmark_database import (
    Connection,
    Words,
    batches,
    benchmark_database,
    dsn_option,
    keep_option,
    machine,
    ordinary_role,
    seed_option,
    told,
)
from psycopg import sql

DEPTHS = (1, 5, 20)
_TARGET_MS = 5.0
_TABLES = 10
_ROWS_PER_VALUE = 4
_VOCABULARY = 20_000
_KEYWORDS = 28
_NAME_SAID = 0.5
_WORD_SAID = 0.8

# As a check does it: the function runs with the caller's rights and the settings of factcheck's own.
_FUNCTIONS = """
CREATE FUNCTION benchmark.retrieve(claims text) RETURNS text
LANGUAGE plpython3u VOLATILE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp SET row_security = on SET standard_conforming_strings = on
AS $python$
    import json, time
    plpy.execute("SELECT factcheck._load()")
    from factcheck.adapters.plpy_port import PlpyDatabase
    from factcheck.claims.keywords import Keyword
    from factcheck.retrieval.retrieve import retrieve
    from factcheck.catalogue.schema import read_tables
    from factcheck.settings import read_settings
    database = PlpyDatabase(plpy)
    tables, settings = read_tables(database, None), read_settings(database)
    documents = [[[Keyword(*keyword) for keyword in claim] for claim in document] for document in json.loads(claims)]
    retrieve(documents[0], tables, database, settings)
    seconds, processor, found = [], [], []
    for document in documents:
        start, used = time.perf_counter(), time.process_time()
        relevance = retrieve(document, tables, database, settings)
        seconds.append((time.perf_counter() - start) / len(document))
        processor.append((time.process_time() - used) / len(document))
        found += [[(p.column.name, p.literal) for p, _ in claim.predicates] for claim in relevance]
    return json.dumps({"seconds": seconds, "processor": processor, "found": found})
$python$;

CREATE FUNCTION benchmark.rank(claims text) RETURNS text
LANGUAGE plpython3u VOLATILE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp SET row_security = on SET standard_conforming_strings = on
AS $python$
    import json, time
    plan = plpy.prepare(
        "WITH asked AS (SELECT string_agg(DISTINCT quote_literal(t.lexeme), ' | ')::tsquery AS query"
        " FROM unnest($1) AS w (word), unnest(to_tsvector('pg_catalog.english', w.word)) AS t)"
        " SELECT p.column_name::text AS name, p.literal FROM benchmark.predicate p, asked"
        " WHERE p.terms @@ asked.query ORDER BY ts_rank(p.terms, asked.query) DESC, p.predicate_id LIMIT 20",
        ["text[]"])
    documents = json.loads(claims)
    words = [[[keyword[0] for keyword in claim] for claim in document] for document in documents]
    plpy.execute(plan, [words[0][0]])
    seconds, processor, found = [], [], []
    for document in words:
        start, used = time.perf_counter(), time.process_time()
        rows = [plpy.execute(plan, [claim]) for claim in document]
        seconds.append((time.perf_counter() - start) / len(document))
        processor.append((time.process_time() - used) / len(document))
        found += [[(row["name"], row["literal"]) for row in claim] for claim in rows]
    return json.dumps({"seconds": seconds, "processor": processor, "found": found})
$python$;
"""

# Words of the value weigh more than those of the column, as they do in factcheck's own index.
_TS_RANK_TABLE = """
CREATE TABLE benchmark.predicate AS
SELECT row_number() OVER () AS predicate_id, dc.column_id, dc.column_name, f.literal,
       setweight(to_tsvector('pg_catalog.english', f.literal), 'A')
       || setweight(to_tsvector('pg_catalog.english', replace(dc.column_name::text, '_', ' ')), 'C') AS terms
FROM factcheck.fragment f JOIN factcheck.visibility v USING (visibility_id)
JOIN factcheck.data_column dc ON dc.column_id = v.column_id;
CREATE INDEX ON benchmark.predicate USING gin (terms);
ALTER TABLE benchmark.predicate ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON benchmark.predicate FOR SELECT
    USING (column_id = ANY ((SELECT factcheck._readable_columns())::integer[]));
ANALYZE benchmark.predicate;
"""

Predicate = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SyntheticClaim:
    """A claim's weighted keywords, as word, base form and weight, and the predicate they were made from."""

    keywords: tuple[tuple[str, str, float], ...]
    target: Predicate


@dataclass(frozen=True, slots=True)
class Outcome:
    """Seconds a claim, one figure for each document, and the predicates found for each claim, best first.

    ``processor`` is the server process's share of the seconds: other work on the machine does not change it much.
    """

    seconds: tuple[float, ...]
    processor: tuple[float, ...]
    found: tuple[tuple[Predicate, ...], ...]

    def recall(self, claims: Sequence[SyntheticClaim], depth: int) -> float:
        """Return the share of claims whose own predicate is among the first."""
        hits = sum(claim.target in found[:depth] for claim, found in zip(claims, self.found, strict=True))
        return hits / len(claims)


def make_tables(connection: Connection, words: Words, columns: int, fragments: int) -> dict[str, list[str]]:
    """Fill tables with values, many of them in several rows, add them, and return the values of each column."""
    per_column = fragments // columns
    names = list(dict.fromkeys("_".join(words.several(words.draw.choice((1, 1, 2)))) for _ in range(4 * columns)))
    values = {name: words.values(per_column) for name in names[:columns]}
    for number, members in enumerate(batches(list(values), -(-columns // _TABLES)), 1):
        table = sql.Identifier("benchmark", f"table_{number}")
        fields = sql.SQL(", ").join(sql.SQL("{} text").format(sql.Identifier(name)) for name in members)
        connection.execute(sql.SQL("CREATE TABLE {} ({})").format(table, fields))
        with connection.cursor() as cursor, cursor.copy(sql.SQL("COPY {} FROM STDIN").format(table)) as copy:
            cells = [_skewed(values[name], words) for name in members]
            for row in zip(*cells, strict=True):
                copy.write_row(row)
        connection.execute(sql.SQL("ANALYZE {}").format(table))
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [f"benchmark.table_{number}"])
    return values


def _skewed(values: Sequence[str], words: Words) -> list[str]:
    """Repeat values, the first ones often, each at least once."""
    extra = (_ROWS_PER_VALUE - 1) * len(values)
    weights = [1 / place for place in range(1, len(values) + 1)]
    return [*values, *words.draw.choices(values, weights=weights, k=extra)]


def make_claims(words: Words, values: dict[str, list[str]], count: int) -> list[SyntheticClaim]:
    """Make claims about predicates drawn at random."""
    claims = []
    for _ in range(count):
        column = words.draw.choice(list(values))
        value = words.draw.choice(values[column])
        said = [word for word in value.split() if words.draw.random() < _WORD_SAID] or value.split()[:1]
        if words.draw.random() < _NAME_SAID:
            said += column.split("_")
        weights = {word: 1 / words.draw.randint(1, 4) for word in said}
        while len(weights) < _KEYWORDS:
            [noise] = words.several(1)
            weights.setdefault(noise, 1 / words.draw.randint(2, 20))
        keywords = sorted(((word, word, weight) for word, weight in weights.items()), key=lambda entry: -entry[2])
        claims.append(SyntheticClaim(tuple(keywords), (column, value)))
    return claims


def run(connection: Connection, function: str, claims: Sequence[SyntheticClaim], per_document: int) -> Outcome:
    """Call one of the benchmark's functions with the claims as documents."""
    documents = [[claim.keywords for claim in document] for document in batches(claims, per_document)]
    row = connection.execute(f"SELECT benchmark.{function}(%s)".encode(), [json.dumps(documents)]).fetchone()
    result = json.loads(row[0] if row else "")
    found = tuple(tuple((name, value) for name, value in claim) for claim in result["found"])
    return Outcome(tuple(result["seconds"]), tuple(result["processor"]), found)


@click.command()
@dsn_option
@click.option("--fragments", type=click.IntRange(100), default=50_000, show_default=True, help="Predicates in all.")
@click.option("--columns", type=click.IntRange(10), default=100, show_default=True, help="Columns they are on.")
@click.option("--claims", "count", type=click.IntRange(1), default=400, show_default=True, help="Claims in all.")
@click.option("--per-document", type=click.IntRange(1), default=10, show_default=True, help="Claims of a document.")
@seed_option
@keep_option
def retrieval(dsn: str, fragments: int, columns: int, count: int, per_document: int, seed: int, keep: bool) -> None:
    """Time the retrieval of predicates for a claim, beside ts_rank over a GIN index of the same predicates."""
    click.echo(f"{fragments} predicates on {columns} columns, {count} claims of {_KEYWORDS} keywords; {machine()}")
    with benchmark_database(dsn, keep) as connection:
        connection.execute("CREATE SCHEMA benchmark")
        words = Words(connection, _VOCABULARY, seed)
        values = make_tables(connection, words, columns, fragments)
        claims = make_claims(words, values, count)
        connection.execute(_TS_RANK_TABLE.encode())
        connection.execute(_FUNCTIONS.encode())
        connection.execute("VACUUM ANALYZE")
        with ordinary_role(connection, "benchmark") as role:
            connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
            connection.execute("SELECT factcheck.warm_up()")  # a check has parsed a document before it retrieves
            ours = run(connection, "retrieve", claims, per_document)
            theirs = run(connection, "rank", claims, per_document)
            connection.execute("RESET ROLE")
            unguarded = run(connection, "rank", claims, per_document)
    outcomes = {"factcheck": ours, "ts_rank": theirs, "ts_rank without row security": unguarded}
    for name, outcome in outcomes.items():
        click.echo(told(f"{name}, a claim", outcome.seconds))
        click.echo(told("  of it processor time", outcome.processor))
    for name, outcome in outcomes.items():
        shares = ", ".join(f"{100 * outcome.recall(claims, depth):.1f} % of top-{depth}" for depth in DEPTHS)
        click.echo(f"{name + ', recall':<44} {shares}")
    ratio = statistics.median(theirs.processor) / statistics.median(ours.processor)
    click.echo(f"ts_rank takes {ratio:.1f} times the processor time of factcheck; {machine()}")
    is_met = 1000 * statistics.median(ours.processor) <= _TARGET_MS
    click.echo(f"target: {_TARGET_MS:g} ms of processor time a claim, median: {'met' if is_met else 'missed'}")


if __name__ == "__main__":
    retrieval()
