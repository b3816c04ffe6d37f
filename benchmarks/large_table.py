"""Times checks of a report about a large table, beside one parallel scan of it, and what is done to index the table.

The table is that of the demonstration's flights, each row several times over.  The yardstick, S1, is one parallel query
that counts, adds up and finds the extremes of four columns; every figure stands beside it in the same run.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_figures, keep_option, machine
from beside_scan import Figures, LargeTable, query_seconds, seconds

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.check.options import CheckOptions
from factcheck.check.prepare import prepare
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.quality.experiments.naive import time_naive
from factcheck.settings import read_settings
from factcheck.sqltext import literal

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "demo"))
import flights_data

_TABLE = LargeTable(
    "public.many_flights",
    ("dep_delay", "arr_delay", "air_time", "distance"),
    dict.fromkeys(("carrier", "origin", "dest"), ()),  # all values: few more than reports name
)
_COLUMNS = 10
_ADDED = 10_000
_NAIVE_QUERIES = 20

_REPORT = """\
In 2013 the timetables held {all} flights out of New York. EWR sent off {ewr} of them, LGA {lga}. EWR's slice of the
traffic came to 35.9 percent. The business was shared by 16 carriers, who served 105 destinations. JFK flights bridge a
distance of 1,266 miles on average. B6 flew {b6} flights from JFK, while UA ran {ua} out of EWR. Put another way, 78.6%
of UA's flights started at EWR. UA flew from EWR to SFO {sfo} times. Travellers who set out from EWR could pick from 86
destinations.

July saw {july} flights. In December, EWR still had {december} flights. Over the year, the departure delay was 12.6
minutes on average. The arrival delay came to 6.9 minutes on average. In July the average departure delay was 21.7
minutes. Customers of EV put up with a departure delay of 20 minutes on average. Flights to ATL had an arrival delay of
11.3 minutes on average. The longest departure delay was 1,301 minutes. Flights to BOS spend 39 minutes in the air on
average. ORD was served by {ord} flights. 61.4 percent of the flights to ATL belong to DL.
"""
_COUNTS = {
    "all": 336_776,
    "ewr": 120_835,
    "lga": 104_662,
    "b6": 42_076,
    "ua": 46_087,
    "sfo": 4_344,
    "july": 29_425,
    "december": 9_922,
    "ord": 17_283,
}


def make_table(connection: Connection, times: int) -> None:
    """Make the table of flights, its rows so many times over, one after another."""
    [table] = [table for table in flights_data.TABLES if table.name == "flights"]
    flights_data.load(connection, lambda _: None)
    connection.execute(f"CREATE TABLE public.many_flights ({table.columns})".encode())
    for _ in range(times):
        connection.execute("INSERT INTO public.many_flights TABLE public.flights")
    connection.execute("VACUUM ANALYZE public.many_flights")


def report(times: int) -> str:
    """Write the report about the table."""
    return _REPORT.format(**{name: f"{times * count:,}" for name, count in _COUNTS.items()})


def naive(connection: Connection, text: str, figures: Figures) -> None:
    """Tell what all candidates would take one by one, scaled from some of them."""
    database = PsycopgDatabase(connection)
    options = CheckOptions(("many_flights",))
    check = prepare(text, options, database, SpacyParser(), read_settings(database))
    if check is None:
        raise click.ClickException("the report has no claims")
    sample = time_naive(check, database, _NAIVE_QUERIES, "1")
    figures.add(f"{sample.candidates:,} candidates one by one (scaled)", sample.seconds, figures.scan())


def refresh(connection: Connection, figures: Figures) -> None:
    """Time refreshes of the tracked table's index: of all rows, after some were added, and after nothing changed."""
    name = literal(_TABLE.name)
    figures.add(
        "refresh, all rows read", query_seconds(connection, f"SELECT factcheck.refresh({name})"), figures.scan()
    )
    connection.execute(f"INSERT INTO {_TABLE.name} TABLE public.flights LIMIT {_ADDED}".encode())
    added = query_seconds(connection, f"SELECT factcheck.refresh({name})")
    figures.add(f"refresh, {_ADDED:,} rows added", added, figures.scan())
    figures.add("refresh, unchanged", query_seconds(connection, f"SELECT factcheck.refresh({name})"), figures.scan())


@click.command()
@dsn_option
@click.option("--times", type=click.IntRange(1), default=30, show_default=True, help="How often each row is there.")
@click.option("--repeats", type=click.IntRange(1), default=3, show_default=True)
@keep_option
def large_table(dsn: str, times: int, repeats: int, keep: bool) -> None:
    """Time indexing and checks of a large table beside one scan of it."""
    click.echo(machine())
    text = report(times)
    with benchmark_database(dsn, keep) as connection:
        make_table(connection, times)
        figures = Figures(connection, _TABLE)
        figures.scan()
        connection.execute("SELECT factcheck.doctor()").fetchall()
        add = "SELECT factcheck.add_table('public.many_flights')"
        figures.add("add_table", seconds(lambda: connection.execute(add).fetchall()), figures.scan())
        check = "SELECT verdict, is_certified FROM fact_check(%s, ARRAY['public.many_flights'::regclass])"
        connection.execute(check, [text]).fetchall()  # the parse is kept from now on
        figures.beside(
            "check, nothing kept of the table", lambda: connection.execute(check, [text]).fetchall(), repeats
        )
        rows = connection.execute(check, [text]).fetchall()
        figures.kept["certified"] = sum(row[1] for row in rows) / len(rows)
        supported = sum(row[0] == "supported" for row in rows)
        click.echo(f"{len(rows)} claims, {supported} supported, {figures.kept['certified']:.0%} certified")
        triples = math.comb(_COLUMNS, 3)
        [cube] = _TABLE.cubes()
        took, scan = query_seconds(connection, cube), figures.scan()
        figures.add(f"CUBE of one triple x {triples} triples of ten columns", took * triples, scan)
        naive(connection, text, figures)
        connection.execute("SELECT factcheck.track('public.many_flights')")
        connection.execute(check, [text]).fetchall()
        tracked = "check of the tracked table, unchanged"
        figures.beside(tracked, lambda: connection.execute(check, [text]).fetchall(), repeats)
        refresh(connection, figures)
    keep_figures("large_table", figures.kept)
    click.echo(machine())


if __name__ == "__main__":
    large_table()
