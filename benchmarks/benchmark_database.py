"""What the benchmarks share: a database of their own, words to make values of, and how times are told."""

from __future__ import annotations

import json
import os
import random
import secrets
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

import click
import psycopg
from psycopg import sql

from factcheck.sqltext import identifier

Connection = psycopg.Connection[Any]
_Item = TypeVar("_Item")
_SYLLABLES = "ba de fi go hu ka le mi no pu ra se ti vo xu za".split()
_FIGURES = Path("build") / "bench.json"

dsn_option = click.option(
    "--dsn",
    envvar="FACTCHECK_DSN",
    default="",
    help="A superuser's connection string; default: FACTCHECK_DSN, then the PG* variables.",
)
seed_option = click.option("--seed", type=int, default=1, show_default=True, help="Decides words, values and claims.")
keep_option = click.option("--keep", is_flag=True, help="Leave the benchmark's database behind, to look at.")


@contextmanager
def benchmark_database(dsn: str, keep: bool) -> Iterator[Connection]:
    """Make a database with the extension and its lexicon and connect to it; drop it at the end."""
    name = f"factcheck_benchmark_{secrets.token_hex(4)}"
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    try:
        with psycopg.connect(dsn, dbname=name, autocommit=True) as connection:
            connection.execute("SET client_min_messages = warning")
            connection.execute("CREATE EXTENSION factcheck SCHEMA public CASCADE")
            connection.execute("SELECT factcheck.load_lexicon()")
            yield connection
    finally:
        if keep:
            click.echo(f"database {name} is kept", err=True)
        else:
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def ordinary_role(connection: Connection, schema: str) -> Iterator[str]:
    """Make a role that may check and may read the tables of one schema, no more; row security holds for it."""
    role = f"factcheck_benchmark_{secrets.token_hex(4)}"
    name = identifier(role)
    connection.execute(f"CREATE ROLE {name}".encode())
    try:
        connection.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [role])
        connection.execute(f"GRANT USAGE ON SCHEMA {identifier(schema)} TO {name}".encode())
        connection.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {identifier(schema)} TO {name}".encode())
        yield role
    finally:
        connection.execute("RESET ROLE")
        connection.execute(f"DROP OWNED BY {name}".encode())
        connection.execute(f"DROP ROLE {name}".encode())


def made_up_name(chance: random.Random, syllables: int) -> str:
    """Return a name that is no word."""
    return "".join(chance.choices(_SYLLABLES, k=syllables)).capitalize()


class Words:
    """Words of the lexicon, stop words left out, drawn as often as texts have them (WordNet's counts)."""

    def __init__(self, connection: Connection, size: int, seed: int) -> None:
        rows = connection.execute(
            "SELECT lemma, max(frequency)::double precision AS frequency FROM factcheck.lexicon"
            " WHERE lemma ~ '^[a-z]{3,12}$'"
            " AND cardinality(tsvector_to_array(to_tsvector('pg_catalog.english', lemma))) = 1"
            ' GROUP BY lemma ORDER BY frequency DESC, lemma COLLATE "C" LIMIT %s',
            [size],
        ).fetchall()
        self._words = [row[0] for row in rows]
        self._weights = list(accumulate(row[1] for row in rows))
        self.draw = random.Random(seed)  # noqa: S311

    def several(self, count: int) -> list[str]:
        """Draw so many words."""
        return self.draw.choices(self._words, cum_weights=self._weights, k=count)

    def values(self, count: int) -> list[str]:
        """Draw so many different values of one to four words."""
        found: dict[str, None] = {}
        while len(found) < count:
            sizes = self.draw.choices((1, 2, 3, 4), weights=(3, 4, 2, 1), k=count)
            words = iter(self.several(sum(sizes)))
            for size in sizes:
                found[" ".join(next(words) for _ in range(size))] = None
        return list(found)[:count]


def processor_seconds(connection: Connection) -> float:
    """Return the processor time that a session's server process has taken; it has to be on this machine.

    It does not grow while other processes have the processors; that of parallel workers is not in it.
    """
    return int(Path(f"/proc/{connection.info.backend_pid}/schedstat").read_text("ascii").split()[0]) / 1e9


def batches(items: Sequence[_Item], size: int) -> list[Sequence[_Item]]:
    """Split into runs of a size; the last may be shorter."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def told(name: str, seconds: Sequence[float]) -> str:
    """Write median and 95th percentile of some times in milliseconds."""
    ordered = sorted(seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return f"{name:<44} median {1000 * statistics.median(ordered):8.2f} ms, 95 % within {1000 * p95:8.2f} ms"


def keep_figures(benchmark: str, figures: object) -> None:
    """Keep the figures of a benchmark in ``build/bench.json``, beside those of others."""
    _FIGURES.parent.mkdir(exist_ok=True)
    kept = json.loads(_FIGURES.read_text("utf-8")) if _FIGURES.exists() else {}
    _FIGURES.write_text(json.dumps(kept | {benchmark: figures}, indent=1) + "\n", "utf-8")


def machine() -> str:
    """Tell how busy the machine is."""
    return f"load average {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores"
