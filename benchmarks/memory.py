"""Tells the memory of one server process that checks documents: fresh, warmed up, and after ever more documents.

The documents differ, and so do their words: half are of the lexicon, the others are made up and seen once only,
as names and codes are.  Memory must stay flat from document 100 on.
"""

from __future__ import annotations

import random
import string
import time
from dataclasses import dataclass
from pathlib import Path

import click
import psycopg
from benchmark_database import Connection, Words, benchmark_database, dsn_option, keep_option, machine, seed_option

_SENTENCES = 3
_LEVEL_FROM = 100
_MOST_GROWTH, _MOST_GROWTH_SHARE = 10_000, 0.05

SALES = """
CREATE TABLE public.sales AS
SELECT g AS sale_id, (ARRAY['April', 'May', 'June'])[1 + g % 3] AS month,
       (ARRAY['North', 'South', 'East', 'West'])[1 + g * 7 % 4] AS region, 'customer ' || g % 5000 AS customer,
       5 + g * 37 % 41 AS units, (g * 7919 % 10007) / 100.0 AS revenue
FROM generate_series(1, 20000) AS g;
ANALYZE public.sales;
SELECT factcheck.add_table('public.sales');
"""


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of a server process in kB: highest and present resident size, its part in PostgreSQL's contexts.

    ``anonymous`` leaves out files and shared buffers, which are not the process's own.
    """

    highest: int
    resident: int
    anonymous: int
    contexts: int


def memory(connection: Connection) -> Memory:
    """Measure the server process of a connection; the server has to be on this machine."""
    row = connection.execute(
        "SELECT pg_backend_pid(), (SELECT sum(total_bytes) / 1024 FROM pg_backend_memory_contexts)"
    ).fetchone()
    if row is None:
        raise click.ClickException("the server does not say which process it is")
    pid, contexts = row
    try:
        lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    except FileNotFoundError as error:
        raise click.ClickException("the server's process is not on this machine: run this where it runs") from error
    sizes = {name: int(value.split()[0]) for name, value in (line.split(":", 1) for line in lines) if "kB" in value}
    return Memory(sizes["VmHWM"], sizes["VmRSS"], sizes["RssAnon"], int(contexts))


def document(words: Words, draw: random.Random) -> str:
    """Write a document of some sentences with claims about sales, half of whose other words nobody has seen."""
    sentences = []
    for _ in range(_SENTENCES):
        made_up = ["".join(draw.choices(string.ascii_lowercase, k=draw.randint(4, 11))) for _ in range(6)]
        first, second, third, *others = draw.sample([*made_up, *words.several(6)], k=12)
        sentences.append(
            f"The {first} {second.capitalize()} {third} had {draw.randint(2, 9999):,} sales of {draw.choice(others)}"
            f" in {draw.choice(('April', 'May', 'June'))}, and {' '.join(others)} {draw.randint(2, 99)}%."
        )
    return " ".join(sentences)


def tell(stage: str, now: Memory, since: float) -> None:
    """Print one line of the table."""
    click.echo(
        f"{stage:<28} {now.highest:>12,} {now.resident:>12,} {now.anonymous:>12,} {now.contexts:>12,} {since:>8.1f}"
    )


@click.command()
@dsn_option
@seed_option
@click.option("--documents", type=click.IntRange(_LEVEL_FROM + 1), default=1000, show_default=True)
@keep_option
@click.pass_context
def main(context: click.Context, dsn: str, seed: int, documents: int, keep: bool) -> None:
    """Print the memory of one session by stage; the status is 1 if it grows from document 100 on."""
    click.echo(machine())
    with benchmark_database(dsn, keep) as owner:
        owner.execute(SALES)
        words = Words(owner, 20_000, seed)
        draw = random.Random(seed)  # noqa: S311
        click.echo(f"{'kB':<28} {'peak':>12} {'resident':>12} {'anonymous':>12} {'contexts':>12} {'seconds':>8}")
        with psycopg.connect(dsn, dbname=owner.info.dbname, autocommit=True) as session:
            session.execute("SET client_min_messages = warning")
            started = time.perf_counter()
            tell("fresh", memory(session), 0)
            session.execute("SELECT factcheck.warm_up()")
            tell("after warm_up", memory(session), time.perf_counter() - started)
            level = None
            shown = {1, 10, _LEVEL_FROM, *range(200, documents, 200), documents}
            for number in range(1, documents + 1):
                session.execute("SELECT * FROM fact_check(%s)", [document(words, draw)])
                if number in shown:
                    now = memory(session)
                    tell(f"after {number} documents", now, time.perf_counter() - started)
                    if number == _LEVEL_FROM:
                        level = now
    if level is None:
        raise click.ClickException("no document was checked")
    growth = now.anonymous - level.anonymous
    click.echo(
        f"growth from document {_LEVEL_FROM} to {documents}: {growth:,} kB, {growth / level.anonymous:.1%};"
        f" peak {now.highest - level.highest:,} kB"
    )
    click.echo(machine())
    if growth > max(_MOST_GROWTH, _MOST_GROWTH_SHARE * level.anonymous):
        context.exit(1)


if __name__ == "__main__":
    main()
