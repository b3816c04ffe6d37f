"""Checks of many claims in server processes that may use little memory: what becomes of each, and what a claim takes.

No process may end by a signal, and every error has to be out of memory (53200).  Each session sets its process the
limit that ``ulimit -v`` sets all.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import click
import psycopg
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, seed_option
from memory import SALES, memory

LIMIT_MEMORY = """
CREATE FUNCTION public.limit_memory(bytes bigint) RETURNS void LANGUAGE plpython3u AS $python$
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes))
$python$
"""

_OUT_OF_MEMORY = "53200"


def document(claims: int, draw: random.Random) -> str:
    """Write so many claims about sales, five in a paragraph."""
    sentences = []
    for _ in range(claims):
        month, region = draw.choice(("April", "May", "June")), draw.choice(("North", "South", "East", "West"))
        sentences.append(
            draw.choice(
                (
                    f"In {month} the {region} had {draw.randint(2, 9999):,} sales.",
                    f"The average revenue of customer {draw.randint(0, 4999)} was {draw.randint(100, 9999) / 100}.",
                    f"The total units in the {region} were {draw.randint(1000, 99999):,}.",
                    f"{draw.randint(2, 99)}% of the sales in {month} were in the {region}.",
                )
            )
        )
    return "\n\n".join(" ".join(sentences[start : start + 5]) for start in range(0, claims, 5))


def outcome(dsn: str, database: str, text: str, limit: int | None) -> tuple[str, int]:
    """Return what becomes of one check in a new session, and the most kB of memory that its process had to itself."""
    with psycopg.connect(dsn, dbname=database, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        pid = connection.info.backend_pid
        if limit is not None:
            connection.execute("SELECT public.limit_memory(%s)", [limit])
        try:
            rows = connection.execute("SELECT verdict FROM fact_check(%s)", [text]).fetchall()
        except psycopg.Error as error:
            if connection.closed or not Path(f"/proc/{pid}").exists():
                return "the process ended", 0
            told = error.sqlstate or "no SQLSTATE"
            if told != _OUT_OF_MEMORY:
                told = f"{told}: {error.diag.message_primary}"
            return told, memory(connection).highest
        return f"{len(rows)} rows", memory(connection).highest


def tell_growth(dsn: str, database: str, seed: int) -> None:
    """Tell the memory of checks with ever more claims, without a limit."""
    draw = random.Random(seed)  # noqa: S311
    first, last = 100, 1600
    sizes = {claims: outcome(dsn, database, document(claims, draw), None)[1] for claims in (first, 400, last)}
    for claims, size in sizes.items():
        click.echo(f"{claims:>6} claims: {size:,} kB at most")
    click.echo(f"{(sizes[last] - sizes[first]) / (last - first):.0f} kB a claim")


@click.command()
@dsn_option
@seed_option
@keep_option
@click.option("--checks", default=50, show_default=True)
@click.option("--claims", default=900, show_default=True, help="Claims of each document.")
@click.option("--limit", default=700_000, show_default=True, help="Memory of a process in kB, as ulimit -v counts it.")
def main(dsn: str, seed: int, keep: bool, checks: int, claims: int, limit: int) -> None:
    """Run checks of many claims under a limit of memory and tell what became of them."""
    with benchmark_database(dsn, keep) as connection:
        connection.execute(SALES.encode())
        connection.execute(LIMIT_MEMORY.encode())
        database = connection.info.dbname
        tell_growth(dsn, database, seed)
        draw = random.Random(seed)  # noqa: S311
        found = Counter(outcome(dsn, database, document(claims, draw), limit * 1024)[0] for _ in range(checks))
        for told, times in found.most_common():
            click.echo(f"{times:>6} × {told}")
        if not is_up(connection):
            raise click.ClickException("the server went into recovery")
        wrong = [told for told in found if not told.endswith(" rows") and told != _OUT_OF_MEMORY]
        if wrong:
            raise click.ClickException(f"{len(wrong)} kinds of outcome that must not be")


def is_up(connection: Connection) -> bool:
    """Tell whether a session that was there before is there still."""
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


if __name__ == "__main__":
    main()
