"""Times a recheck beside the full check of the same document, after a change of the data, as a ratio.

The document has as many claims as told about one table: counts, averages and sums, of one product each.  Checks and
rechecks take turns.  A full check parses the text; beside it stands the check of one that was parsed before.  Shares
are of the processor time of the server process, which a busy machine changes less than the clock's.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import NamedTuple

import click
from benchmark_database import (
    Connection,
    benchmark_database,
    dsn_option,
    keep_option,
    machine,
    ordinary_role,
    processor_seconds,
)

from factcheck.sqltext import identifier

_MOST = 0.05

_TABLE = """
CREATE SCHEMA shop;
CREATE TABLE shop.sales AS
SELECT g AS sale_id,
       (ARRAY['amber', 'basil', 'cedar', 'dill', 'elm', 'fig', 'ginger', 'hazel', 'iris', 'jade', 'kelp', 'lemon',
              'maple', 'nutmeg', 'olive', 'plum', 'quince', 'rose', 'sage', 'thyme'])[1 + g % 20] AS product,
       (ARRAY['North', 'South', 'East', 'West'])[1 + g * 7 % 4] AS region, 5 + g * 37 % 41 AS units,
       (g * 7919 % 10007) / 100.0 AS revenue
FROM generate_series(1, {rows}) AS g;
ANALYZE shop.sales;
SELECT factcheck.add_table('shop.sales')
"""

_SENTENCES = """
SELECT format(s.sentence, p.product, s.value)
FROM (SELECT product, count(*) AS n, round(avg(units), 2) AS average, sum(units) AS total
      FROM shop.sales GROUP BY 1) AS p
CROSS JOIN LATERAL (VALUES
    ('There were %2$s sales of %1$s.', p.n::text),
    ('The average number of units of %1$s was %2$s.', p.average::text),
    ('The total of units of %1$s was %2$s.', p.total::text)) AS s (sentence, value)
ORDER BY s.sentence, p.product LIMIT {claims}
"""


def document(connection: Connection, claims: int) -> str:
    """Write a text with true claims."""
    return "\n\n".join(row[0] for row in connection.execute(_SENTENCES.format(claims=claims).encode()))


class Taken(NamedTuple):
    """Seconds that a query took: by the clock, and of its server process."""

    clock: float
    processor: float


def seconds(connection: Connection, query: str, *parameters: object) -> tuple[Taken, list[tuple[object, ...]]]:
    """Return how long a query took, and its rows."""
    start, before = time.perf_counter(), processor_seconds(connection)
    rows = connection.execute(query.encode(), parameters).fetchall()
    return Taken(time.perf_counter() - start, processor_seconds(connection) - before), rows


@dataclass(frozen=True, slots=True)
class Times:
    """Median seconds of a check that parses the document, of one that does not, and of a recheck after a change."""

    full_check: Taken
    check: Taken
    recheck: Taken
    flips: int


def compare(connection: Connection, text: str, role: str, times: int) -> Times:
    """Time checks and rechecks in turns; ``flips`` are all verdicts that flipped."""
    full_checks, checks, rechecks, flips = [], [], [], 0
    verify = "SELECT document_id FROM factcheck.verify(%s, title => 'benchmark')"
    for turn in range(times + 1):
        connection.execute("RESET ROLE; DELETE FROM factcheck.parse_cache")
        connection.execute(f"SET ROLE {identifier(role)}".encode())
        full_checks.append(seconds(connection, verify, text)[0])
        taken, rows = seconds(connection, verify, text)
        checks.append(taken)
        connection.execute("RESET ROLE")
        connection.execute("DELETE FROM shop.sales WHERE sale_id %% 500 = %s", [turn])
        connection.execute(f"SET ROLE {identifier(role)}".encode())
        taken, flipped = seconds(connection, "SELECT * FROM factcheck.recheck(%s)", rows[0][0])
        rechecks.append(taken)
        flips += len(flipped)
    connection.execute("RESET ROLE")
    full_check, check, recheck = (medians(each[1:]) for each in (full_checks, checks, rechecks))
    return Times(full_check, check, recheck, flips)


def medians(several: list[Taken]) -> Taken:
    """Return the median of each kind of time."""
    return Taken(*(statistics.median(times) for times in zip(*several, strict=True)))


def told_times(name: str, taken: Taken) -> str:
    """Write both times in milliseconds."""
    return f"{name} {1000 * taken.processor:5.0f} ms ({1000 * taken.clock:.0f} by the clock)"


@click.command(help=__doc__)
@click.option("--claims", type=int, default=50, show_default=True, help="Claims of the document, 60 at most.")
@click.option(
    "--rows", type=int, multiple=True, default=(1_000, 10_000, 100_000), show_default=True, help="Rows of the table."
)
@click.option("--times", type=int, default=5, show_default=True, help="How often each is timed.")
@dsn_option
@keep_option
def main(claims: int, rows: tuple[int, ...], times: int, dsn: str, keep: bool) -> None:
    """Compare for tables of several sizes."""
    for size in rows:
        with benchmark_database(dsn, keep) as connection:
            for statement in _TABLE.format(rows=size).split(";\n"):
                connection.execute(statement.encode())
            with ordinary_role(connection, "shop") as role:
                text = document(connection, claims)
                taken = compare(connection, text, role, times)
        of_check, of_full = (taken.recheck.processor / each.processor for each in (taken.check, taken.full_check))
        click.echo(
            f"{size:>9} rows, {claims} claims: {told_times('full check', taken.full_check)},"
            f" {told_times('check', taken.check)}, {told_times('recheck', taken.recheck)},"
            f" {taken.flips} flips: {100 * of_full:.1f} % of the full check, at most {100 * _MOST:.0f} %,"
            f" {100 * of_check:.1f} % of the check{'' if of_full <= _MOST else '  TOO LONG'}"
        )
    click.echo(machine())


if __name__ == "__main__":
    main()
