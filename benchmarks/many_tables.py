"""Checks beside hundreds of tables that a text is not about: what they cost, and whether they change a verdict.

A schema of a company: for each of many things a table of them, one of their parts, one of what became of them and one
of each of two years.  A report about four of the things is checked beside all tables, with and without the bound on the
tables that a check asks, and beside the tables of these four things alone.
"""

from __future__ import annotations

import random
from statistics import median
from time import perf_counter

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, seed_option

THINGS = (
    "order customer product invoice payment shipment supplier warehouse employee department budget contract ticket "
    "asset project task visit account ledger campaign lead quote refund coupon stock route vehicle driver region "
    "store channel segment course exam room booking patient doctor sample policy claim agent branch loan card merchant "
    "device event session article author survey answer badge machine defect".split()
)
KINDS = ("s", "_items", "_history", "_2022", "_2023")
AMOUNTS = "amount total cost quantity rating score duration weight height margin discount tax fee balance".split()
GROUPS = "status kind type category channel priority colour size tier country city method source".split()
ASKED = 4


def make_company(connection: Connection, things: int, chance: random.Random) -> dict[str, int]:
    """Make the tables of some things; returns how many rows the first table of each thing has."""
    connection.execute("CREATE SCHEMA company")
    rows: dict[str, int] = {}
    for thing in THINGS[:things]:
        for kind in KINDS:
            name, size = f"{thing}{kind}", chance.randint(100, 900)
            groups, amounts = chance.sample(GROUPS, 3), chance.sample(AMOUNTS, 4)
            columns = [f"{each} text" for each in groups] + [f"{each} numeric(10, 2)" for each in amounts]
            values = [f"'{each} ' || chr(65 + i * {chance.choice((5, 7, 11))} % 6)" for each in groups]
            values += [f"i * {chance.randint(3, 999)} % 1009 / 7.0" for _ in amounts]
            table = f"CREATE TABLE company.{name} ({thing}_id integer, {', '.join(columns)}, made_on date)"
            filled = f"INSERT INTO company.{name} SELECT i, {', '.join(values)}, date '2022-01-01' + i % 700"
            connection.execute(table.encode())
            connection.execute(f"{filled} FROM generate_series(1, {size}) AS i".encode())
            if kind == KINDS[0]:
                rows[thing] = size
    return rows


def timed(connection: Connection, text: str, tables: list[str] | None, repeats: int) -> tuple[float, list[str]]:
    """Return the median time of a check after a first one, and its verdicts."""
    query = "SELECT verdict::text FROM fact_check(%s, %s::text[]::regclass[])"
    times, verdicts = [], []
    for _ in range(repeats + 1):
        started = perf_counter()
        verdicts = [verdict for (verdict,) in connection.execute(query, [text, tables]).fetchall()]
        times.append(perf_counter() - started)
    return median(times[1:]), verdicts


@click.command()
@dsn_option
@seed_option
@keep_option
@click.option("--things", default=58, show_default=True, help="Things, each with five tables.")
@click.option("--repeats", default=3, show_default=True, help="Checks after the first one.")
@click.option("--unbounded", is_flag=True, help="Also check with all tables asked, which takes minutes.")
def main(dsn: str, seed: int, keep: bool, things: int, repeats: int, unbounded: bool) -> None:
    """Time adding the tables, and checks beside all of them and beside those of the report alone."""
    chance = random.Random(seed)  # noqa: S311
    with benchmark_database(dsn, keep) as connection:
        rows = make_company(connection, min(things, len(THINGS)), chance)
        started = perf_counter()
        connection.execute("SELECT count(*) FROM factcheck.add_schema('company')")
        click.echo(f"{len(rows) * len(KINDS)} tables added in {perf_counter() - started:.1f} s")
        about = chance.sample(sorted(rows), ASKED)
        text = " ".join(f"The table of all {thing}s has {rows[thing]} {thing}s." for thing in about)
        alone = [f"company.{thing}{kind}" for thing in about for kind in KINDS]
        few, expected = timed(connection, text, alone, repeats)
        click.echo(f"beside {len(alone)} tables of the report alone: {few:.2f} s, {expected}")
        bounds: list[tuple[str, int | None]] = [("bounded", None), *([("all asked", 10_000)] if unbounded else [])]
        for name, value in bounds:
            connection.execute("UPDATE factcheck.setting SET value = %s WHERE name = 'tables_per_check'", [value])
            many, verdicts = timed(connection, text, None, repeats if value is None else 1)
            same = "the same verdicts" if verdicts == expected else str(verdicts)
            click.echo(f"beside all, {name}: {many:.2f} s, {many / few:.1f} times as long, {same}")


if __name__ == "__main__":
    main()
