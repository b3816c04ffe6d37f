"""Makes a history to look at: reports of three desks on data that grow, checked again every third day.

Each day brings another month of flights, so that what a report says of the year so far is overtaken, while what it
says of a month stays.  Some numbers are wrong from the start.  Runs are dated back, a day for each day that is played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter

import click
import psycopg
from demo_database import make_database

from factcheck.adapters.client_session import Connection
from factcheck.commands.session import dsn_option, reports_errors
from factcheck.sqltext import identifier

DATABASE = "factcheck_history"
CHECKER = "factcheck_history_checker"
READER = "factcheck_history_reader"
DAYS = 12
_TABLES = ("airlines", "airports", "planes", "flights")

_NUMBERS = {
    "flights": "SELECT to_char(count(*), 'FM999,999') FROM flights",
    "delay": "SELECT round(avg(dep_delay), 1) FROM flights",
    "arrival_delay": "SELECT round(avg(arr_delay), 1) FROM flights",
    "january": "SELECT to_char(count(*), 'FM999,999') FROM flights WHERE month = 1",
    "ewr": "SELECT to_char(count(*), 'FM999,999') FROM flights WHERE origin = 'EWR'",
    "ewr_share": "SELECT round(100.0 * count(*) FILTER (WHERE origin = 'EWR') / count(*), 1) FROM flights",
    "jfk": "SELECT to_char(count(*), 'FM999,999') FROM flights WHERE origin = 'JFK'",
    "jfk_distance": "SELECT to_char(avg(distance), 'FM9,999') FROM flights WHERE origin = 'JFK'",
    "united": "SELECT to_char(count(*), 'FM999,999') FROM flights WHERE carrier = 'UA'",
    "express_delay": "SELECT round(avg(dep_delay), 1) FROM flights WHERE carrier = 'EV'",
    "atlanta_delay": "SELECT round(avg(arr_delay), 1) FROM flights WHERE dest = 'ATL'",
    "chicago": "SELECT to_char(count(*), 'FM999,999') FROM flights WHERE dest = 'ORD'",
    "boston_air": "SELECT round(avg(air_time)) FROM flights WHERE dest = 'BOS'",
    "honolulu": "SELECT to_char(max(distance), 'FM9,999') FROM flights WHERE dest = 'HNL'",
    "destinations": "SELECT count(DISTINCT dest) FROM flights",
    "airlines": "SELECT count(*) FROM airlines",
    "planes": "SELECT to_char(count(*), 'FM999,999') FROM planes",
    "boeing": "SELECT to_char(count(*), 'FM999,999') FROM planes WHERE manufacturer = 'BOEING'",
    "turbofan": "SELECT to_char(count(*), 'FM999,999') FROM planes WHERE engine = 'Turbo-fan'",
    "seats": "SELECT round(avg(seats)) FROM planes",
    "most_seats": "SELECT max(seats) FROM planes",
    "makers": "SELECT count(DISTINCT manufacturer) FROM planes",
    "airports": "SELECT to_char(count(*), 'FM9,999') FROM airports",
    "new_york_time": "SELECT count(*) FROM airports WHERE tzone = 'America/New_York'",
    "altitude": "SELECT to_char(avg(alt), 'FM9,999') FROM airports",
    "highest": "SELECT to_char(max(alt), 'FM9,999') FROM airports",
}


_HALF_LOADED = {
    7: b"CREATE TABLE airports_lost AS SELECT * FROM airports WHERE alt > 500; DELETE FROM airports WHERE alt > 500",
    8: b"INSERT INTO airports TABLE airports_lost; DROP TABLE airports_lost",
}
"""On one day the directory of airports has come in part; the next day the rest is there."""


@dataclass(frozen=True, slots=True)
class Report:
    """A text with names of numbers in braces, and the day, from 0, on which a desk files it."""

    table: str
    day: int
    title: str
    text: str


_REPORTS = (
    Report(
        "newsletter",
        0,
        "Welcome aboard",
        "So far, the timetables hold {flights} flights. The departure delay was {delay} minutes on average."
        " Flights from EWR number {ewr}. There are {airlines} airlines.",
    ),
    Report(
        "press_release",
        0,
        "Our fleet in figures",
        "The register describes {planes} planes. BOEING built {boeing} of the planes. A Turbo-fan engine drives"
        " {turbofan} planes. A plane has {seats} seats on average, and the largest has 550 seats.",
    ),
    Report(
        "travel_blog",
        1,
        "Where to fly from JFK",
        "Flights from JFK bridge a distance of {jfk_distance} miles on average."
        " There were {jfk} flights from JFK so far."
        " Flights to Boston (BOS) spend {boston_air} minutes in the air on average.",
    ),
    Report(
        "newsletter",
        2,
        "Patience required",
        "The average arrival delay is {arrival_delay} minutes. Customers of ExpressJet (EV) put up with a departure"
        " delay of {express_delay} minutes on average. Flights bound for Atlanta (ATL) had an arrival delay of 19.3"
        " minutes on average. January saw {january} flights.",
    ),
    Report(
        "press_release",
        3,
        "Newark leads",
        "EWR has {ewr_share} percent of the flights. United (UA) ran {united} flights."
        " Passengers can choose from {destinations} destinations.",
    ),
    Report(
        "travel_blog",
        4,
        "High and low",
        "The directory names {airports} airports. Of the airports, {new_york_time} lie in the time zone"
        " America/New_York. An airport has an altitude of {altitude} feet on average; the highest has an altitude of"
        " 9,870 feet.",
    ),
    Report(
        "newsletter",
        5,
        "Chicago calling",
        "Chicago (ORD) was the destination of {chicago} flights. In all there were {flights} flights."
        " January saw 27,400 flights.",
    ),
    Report(
        "press_release",
        6,
        "A word on punctuality",
        "The departure delay was {delay} minutes on average, the arrival delay {arrival_delay} minutes on average."
        " ExpressJet (EV) has a departure delay of {express_delay} minutes on average.",
    ),
    Report(
        "travel_blog",
        7,
        "Long hauls",
        "The longest way leads to Honolulu (HNL), at a distance of {honolulu} miles."
        " Flights from JFK bridge a distance of {jfk_distance} miles on average."
        " Our hotel had a lovely view of 3 bays.",
    ),
    Report(
        "newsletter",
        8,
        "Who builds our planes",
        "The planes come from {makers} manufacturers. BOEING built 1,360 of the planes."
        " A plane has {seats} seats on average.",
    ),
    Report(
        "press_release",
        9,
        "A busy autumn",
        "EWR sent off {ewr} flights. JFK sent off {jfk} flights. United (UA) ran {united} flights.",
    ),
    Report("travel_blog", 10, "Thank you", "Thank you for reading, and see you at the gate."),
    Report(
        "newsletter",
        11,
        "The year in one page",
        "The year brought {flights} flights to {destinations} destinations. The departure delay was {delay} minutes on"
        " average. EWR has {ewr_share} percent of the flights.",
    ),
)


_REPORT_TABLES = tuple(dict.fromkeys(report.table for report in _REPORTS))


def make_history(dsn: str, progress: Callable[[str], None]) -> str:
    """Make the reports and their runs anew in a database of their own; return its DSN.

    The role has to be a superuser.  Raises ``FactcheckError`` for a database of that name which is not this one.
    """
    target = make_database(dsn, DATABASE, progress)
    with psycopg.connect(target, autocommit=True) as connection:
        _prepare(connection)
        with psycopg.connect(target, user=CHECKER, autocommit=True) as checker:
            for table in _REPORT_TABLES:
                checker.execute("SELECT factcheck.watch(%s::regclass, 'body', 'report_id', 'title')", [table])
            for day in range(DAYS):
                _play(connection, checker, day)
                progress(f"day {day + 1} of {DAYS}")
    return target


def _prepare(connection: Connection) -> None:
    connection.execute(b"SET client_min_messages = warning")
    connection.execute(b"CREATE TABLE IF NOT EXISTS flights_to_come AS TABLE flights")
    connection.execute(b"TRUNCATE flights")
    connection.execute(b"DROP TABLE IF EXISTS airports_lost")
    connection.execute(b"DROP EXTENSION factcheck; CREATE EXTENSION factcheck SCHEMA public CASCADE")
    for role, level in ((CHECKER, "admin"), (READER, "reader")):
        if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None:
            connection.execute(f"CREATE ROLE {role} LOGIN".encode())
        connection.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [role, level])
    for table in _TABLES:
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{table}"])
    connection.execute(f"GRANT SELECT ON {', '.join(_TABLES)} TO {CHECKER}".encode())
    # The register of planes is not for those who read the reports: verdicts on it are withheld from them.
    connection.execute(f"GRANT SELECT ON airlines, airports, flights TO {READER}".encode())
    for table in _REPORT_TABLES:
        connection.execute(f"DROP TABLE IF EXISTS {table}".encode())
        connection.execute(f"CREATE TABLE {table} (report_id integer PRIMARY KEY, title text, body text)".encode())
        connection.execute(f"ALTER TABLE {table} OWNER TO {CHECKER}".encode())
        connection.execute(f"GRANT SELECT ON {table} TO {READER}".encode())


def _play(connection: Connection, checker: Connection, day: int) -> None:
    """Let a month of flights come in and the desks file reports; check these, and some older ones again."""
    # Some flights lead to airports that the directory does not have: the foreign keys are declared, but not valid.
    connection.execute(b"SET session_replication_role = replica")
    connection.execute("INSERT INTO flights SELECT * FROM flights_to_come WHERE month = %s", [day + 1])
    if day in _HALF_LOADED:
        connection.execute(_HALF_LOADED[day])
    connection.execute(b"RESET session_replication_role")
    connection.execute(b"ANALYZE flights; SELECT factcheck.refresh()")
    row = connection.execute(b"SELECT coalesce(max(run_id), 0) FROM factcheck.run").fetchone()
    latest = 0 if row is None else row[0]
    for number, report in enumerate(_REPORTS):
        if report.day == day:
            body = report.text.format_map({name: _number(connection, name) for name in _names(report.text)})
            statement = f"INSERT INTO {identifier(report.table)} VALUES (%s, %s, %s)"
            connection.execute(statement.encode(), [number, report.title, body])
        elif report.day < day and (day - report.day) % 3 == 0:
            checker.execute(
                "SELECT factcheck.recheck(document_id) FROM factcheck.documents WHERE source_key = %s", [str(number)]
            )
    checker.execute(b"CALL factcheck.run_pending()")
    connection.execute(_DATED_BACK, {"age": f"{DAYS - 1 - day} days", "latest": latest})


_DATED_BACK = """
UPDATE factcheck.run
SET started_at = started_at - %(age)s::interval, checked_at = checked_at - %(age)s::interval
WHERE run_id > %(latest)s"""


def _names(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name is not None]


def _number(connection: Connection, name: str) -> str:
    row = connection.execute(_NUMBERS[name].encode()).fetchone()
    return "" if row is None else str(row[0]).strip()


@click.command()
@dsn_option
@reports_errors
def main(dsn: str) -> None:
    """Make a database with stored runs of some days, for trying dashboards; print the DSN of a role that reads them."""
    target = make_history(dsn, lambda line: click.echo(line, err=True))
    click.echo(psycopg.conninfo.make_conninfo(target, user=READER))


if __name__ == "__main__":
    main()
