"""Checks tracked tables while others change them in every way there is, and compares what is served with fresh queries.

Writers insert, update, delete and copy rows, roll back transactions, savepoints and subtransactions, prepare
transactions, truncate, attach, detach and write partitions, alter columns and triggers.  Checkers, of an ordinary role,
check a report about the tables: most in a transaction with one snapshot, in which the query of each row is run, too.
Both values have to be the same, whether the cache served the check or not.  A check was served by the cache where the
server counted one scan of the table for it, or of each of its parts: each check looks at the ends of columns.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal

import click
import psycopg
from benchmark_database import Connection, benchmark_database, dsn_option, machine, ordinary_role, seed_option

_TABLES = """
CREATE SCHEMA stress;
CREATE TABLE stress.sale (sale_id bigint GENERATED ALWAYS AS IDENTITY, city text, units integer);
CREATE SEQUENCE stress.number;
CREATE TABLE stress.parcel (parcel_id bigint DEFAULT nextval('stress.number'), depot text, weight integer)
    PARTITION BY LIST (depot);
CREATE TABLE stress.parcel_north PARTITION OF stress.parcel FOR VALUES IN ('Leeds', 'York');
CREATE TABLE stress.parcel_south PARTITION OF stress.parcel FOR VALUES IN ('Dover');
CREATE TABLE stress.parcel_spare (LIKE stress.parcel INCLUDING DEFAULTS);
INSERT INTO stress.parcel_spare (depot, weight) SELECT 'Bath', n % 20 FROM generate_series(1, 40) AS n;
"""
_ADDED = "SELECT factcheck.add_table('stress.sale', track => true), factcheck.add_table('stress.parcel', track => true)"
_FILLED = {
    "stress.sale": "INSERT INTO stress.sale (city, units) SELECT (ARRAY['Leeds', 'York', 'Dover'])[1 + n % 3], n % 50"
    " FROM generate_series(1, {rows}) AS n",
    "stress.parcel": "INSERT INTO stress.parcel (depot, weight) SELECT (ARRAY['Leeds', 'York', 'Dover'])[1 + n % 3],"
    " n % 30 FROM generate_series(1, {rows}) AS n",
}
_REPORTS = {
    "stress.sale": "There were 300 sales. Leeds had 100 sales. On average a sale had 25 units. At most 49 units were"
    " sold.",
    "stress.parcel": "The depots held 300 parcels, York 100 of them. The average weight of a parcel was 14.5.",
}
_PARTS = 8177
"""Number of the advisory lock on the partitions' coming and going."""

_EXPECTED_ERRORS = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.LockNotAvailable,
    psycopg.errors.QueryCanceled,
    psycopg.errors.UndefinedColumn,
    psycopg.errors.CheckViolation,
)
"""What may happen where tables are altered while they are read; the check is taken back, and gives no rows."""


@dataclass
class Counts:
    """What happened, counted by all threads."""

    checks: int = 0
    served: int = 0
    compared: int = 0
    wrong: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    changes: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def told(self) -> Iterator[str]:
        """Yield the counts as lines."""
        yield f"changes: {', '.join(f'{number} {name}' for name, number in sorted(self.changes.items()))}"
        yield f"taken back: {', '.join(f'{number} {name}' for name, number in sorted(self.errors.items())) or 'none'}"
        yield (
            f"{self.checks} checks; of those compared, {self.served} served from the cache; {self.compared} values"
            f" compared, {len(self.wrong)} wrong"
        )
        yield from self.wrong[:20]


class TakenBackError(Exception):
    """Raised inside a block of a transaction to roll it back."""


@contextmanager
def rolled_back(connection: Connection) -> Iterator[None]:
    """Roll back what is done inside: the transaction, or the savepoint where there is one already."""
    try:
        with connection.transaction():
            yield
            raise TakenBackError
    except TakenBackError:
        return


class Writer:
    """Changes the tables of one run; ``turn`` draws what is next."""

    def __init__(self, connection: Connection, draw: random.Random, counts: Counts, name: str) -> None:
        self._session, self._draw, self._counts, self._name = connection, draw, counts, name
        self._prepared = 0
        [[slots]] = connection.execute("SELECT current_setting('max_prepared_transactions')::integer").fetchall()
        kinds: list[tuple[Callable[[str], None], int]] = [
            (self.write, 10),
            (self.copy, 3),
            (self.roll_back, 4),
            (self.savepoint, 6),
            (self.subtransactions, 4),
            (self.truncate, 2),
            (self.replicate, 2),
            (self.partition, 5),
            (self.move_partition, 3),
            (self.alter_columns, 2),
            (self.alter_triggers, 2),
        ]
        if slots:
            kinds.append((self.prepare, 6))
        self._kinds, self._weights = zip(*kinds, strict=True)

    def turn(self) -> None:
        """Change one of the tables in one way."""
        [change] = self._draw.choices(self._kinds, self._weights)
        table = self._draw.choice(list(_FILLED))
        try:
            change(table)
            with self._counts.lock:
                self._counts.changes[change.__name__] += 1
        except _EXPECTED_ERRORS as error:
            with self._counts.lock:
                self._counts.errors[f"writer {type(error).__name__}"] += 1

    def _run(self, statement: str) -> None:
        self._session.execute(statement.encode())

    def _change(self, table: str) -> None:
        """Insert, update or delete some rows."""
        at = self._draw.randrange(1, 50)
        value = "units" if table == "stress.sale" else "weight"
        key = table.removeprefix("stress.") + "_id"
        columns = "city, units" if value == "units" else "depot, weight"
        self._run(
            self._draw.choice(
                [
                    _FILLED[table].format(rows=at),
                    f"UPDATE {table} SET {value} = {value} + 1 WHERE {value} < {at}",
                    f"DELETE FROM {table} WHERE {key} % 50 = {at}",
                    f"INSERT INTO {table} ({columns}) VALUES ('York', {at})",
                ]
            )
        )

    def write(self, table: str) -> None:
        """Change rows, in a transaction of several statements that takes a moment."""
        with self._session.transaction():
            for _ in range(self._draw.randrange(1, 4)):
                self._change(table)
                time.sleep(self._draw.random() * 0.02)

    def copy(self, table: str) -> None:
        """Copy rows into a table."""
        columns = "city, units" if table == "stress.sale" else "depot, weight"
        with self._session.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as copied:
            for number in range(self._draw.randrange(1, 30)):
                copied.write_row(("Dover", number))

    def roll_back(self, table: str) -> None:
        """Roll a transaction back."""
        with rolled_back(self._session):
            self._change(table)
            time.sleep(self._draw.random() * 0.02)

    def savepoint(self, table: str) -> None:
        """Roll back to a savepoint, with other changes before or after, or none."""
        with self._session.transaction():
            if self._draw.random() < 0.4:
                self._change(table)
            with rolled_back(self._session):
                self._change(table)
                if self._draw.random() < 0.3:
                    self._run(f"TRUNCATE {table}")
            if self._draw.random() < 0.4:
                self._change(table)

    def subtransactions(self, table: str) -> None:
        """Have a block roll back its change, one inside another, and commit the rest."""
        value = "units" if table == "stress.sale" else "weight"
        self._run(
            f"DO $$ BEGIN FOR i IN 1..{self._draw.randrange(1, 6)} LOOP BEGIN UPDATE {table} SET {value} = {value} + 1"
            f" WHERE {value} = i; IF i % 2 = 0 THEN PERFORM 1 / 0; END IF;"
            " EXCEPTION WHEN division_by_zero THEN NULL; END; END LOOP; END $$"
        )

    def prepare(self, table: str) -> None:
        """Prepare a transaction, wait, then commit it or roll it back."""
        self._prepared += 1
        name = f"factcheck_{self._name}_{self._prepared}"
        self._run("BEGIN")
        try:
            self._change(table)
            self._run(f"PREPARE TRANSACTION '{name}'")
        except BaseException:
            self._run("ROLLBACK")
            raise
        time.sleep(self._draw.random() * 0.1)
        self._run(f"{'COMMIT' if self._draw.random() < 0.6 else 'ROLLBACK'} PREPARED '{name}'")

    def truncate(self, table: str) -> None:
        """Empty a table and fill it anew, in one transaction or two."""
        if self._draw.random() < 0.5:
            self._run(f"TRUNCATE {table}")
            self._run(_FILLED[table].format(rows=300))
            return
        with self._session.transaction():
            self._run(f"TRUNCATE {table}")
            self._run(_FILLED[table].format(rows=self._draw.randrange(100, 400)))

    def replicate(self, table: str) -> None:
        """Change rows as a replica does, for which ordinary triggers do not fire."""
        with self._session.transaction():
            self._run("SET LOCAL session_replication_role = replica")
            self._change(table)

    def partition(self, _: str) -> None:
        """Write to a partition by its own name."""
        with self._session.transaction():
            self._run(
                self._draw.choice(
                    [
                        "UPDATE stress.parcel_south SET weight = weight + 1",
                        "DELETE FROM stress.parcel_north WHERE weight = 3",
                        "INSERT INTO stress.parcel_south (depot, weight) VALUES ('Dover', 7)",
                        "TRUNCATE stress.parcel_south",
                    ]
                )
            )

    def move_partition(self, _: str) -> None:
        """Attach the spare partition or detach it, write to it, and have it tracked now and then."""
        with self._session.transaction():
            self._run("SET LOCAL lock_timeout = '2s'")
            self._run(f"SELECT pg_advisory_xact_lock({_PARTS})")
            [[is_attached]] = self._session.execute(
                "SELECT relispartition FROM pg_class WHERE oid = 'stress.parcel_spare'::regclass"
            ).fetchall()
            if is_attached:
                self._run("ALTER TABLE stress.parcel DETACH PARTITION stress.parcel_spare")
            else:
                self._run("ALTER TABLE stress.parcel ATTACH PARTITION stress.parcel_spare FOR VALUES IN ('Bath')")
            self._run("INSERT INTO stress.parcel_spare (depot, weight) VALUES ('Bath', 5)")
        if self._draw.random() < 0.7:
            self._run("SELECT factcheck.track('stress.parcel')")

    def alter_columns(self, table: str) -> None:
        """Add and drop a column, or change a type and back, which writes the table anew."""
        value = "units" if table == "stress.sale" else "weight"
        with self._session.transaction():
            self._run("SET LOCAL lock_timeout = '2s'")
            if self._draw.random() < 0.5:
                self._run(f"ALTER TABLE {table} ADD COLUMN IF NOT EXISTS noted integer DEFAULT 3")
                self._run(f"ALTER TABLE {table} DROP COLUMN noted")
            else:
                self._run(f"ALTER TABLE {table} ALTER {value} TYPE bigint USING {value} + 1")
                self._run(f"ALTER TABLE {table} ALTER {value} TYPE integer")

    def alter_triggers(self, table: str) -> None:
        """Change rows while the trigger is off, then have it on again."""
        with self._session.transaction():
            self._run("SET LOCAL lock_timeout = '2s'")
            self._run(f"ALTER TABLE {table} DISABLE TRIGGER factcheck_log_change")
            self._change(table)
        self._run(f"SELECT factcheck.track('{table}')")


class Checker:
    """Checks the tables of one run and compares what it is told with fresh queries."""

    def __init__(self, connection: Connection, draw: random.Random, counts: Counts) -> None:
        self._session, self._draw, self._counts = connection, draw, counts

    def turn(self) -> None:
        """Check one of the tables: mostly in one snapshot that can be compared with, else in any that comes."""
        table = self._draw.choice(list(_REPORTS))
        kind = self._draw.random()
        try:
            if kind < 0.15:
                self._check(table)
            elif kind < 0.3:
                with self._session.transaction():
                    self._session.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                    self._wait()
                    self._check(table)
            else:
                self._compare(table)
        except _EXPECTED_ERRORS as error:
            with self._counts.lock:
                self._counts.errors[f"checker {type(error).__name__}"] += 1

    def _check(self, table: str) -> list[tuple[str, Decimal | None, str | None]]:
        rows = self._session.execute(
            "SELECT claim_text, found_value, query FROM fact_check(%s, ARRAY[%s::regclass])", [_REPORTS[table], table]
        ).fetchall()
        with self._counts.lock:
            self._counts.checks += 1
        return rows

    def _scans(self) -> int:
        """Tell how many scans of the tables the server has counted in this transaction."""
        [[scans]] = self._session.execute(
            "SELECT coalesce(sum(s.seq_scan), 0)::bigint FROM pg_stat_xact_user_tables s WHERE s.schemaname = 'stress'"
        ).fetchall()
        return int(scans)

    def _parts(self, table: str) -> int:
        """Tell how many relations hold the rows of a table: its partitions, or itself."""
        [[parts]] = self._session.execute(
            "SELECT count(*) FROM pg_partition_tree(%s::regclass) WHERE isleaf", [table]
        ).fetchall()
        return max(1, int(parts))

    def _wait(self) -> None:
        """Let others change something after the snapshot is taken, now and then."""
        if self._draw.random() < 0.3:
            self._session.execute("SELECT 1")
            time.sleep(self._draw.random() * 0.1)

    @contextmanager
    def _parts_kept(self) -> Iterator[None]:
        """Keep partitions from being attached and detached."""
        self._session.execute(f"SELECT pg_advisory_lock_shared({_PARTS})".encode())
        try:
            yield
        finally:
            self._session.execute(f"SELECT pg_advisory_unlock_shared({_PARTS})".encode())

    def _compare(self, table: str) -> None:
        """Check, and run the query of each row in the same snapshot.

        The table is locked before the snapshot is taken, and so are its parts: what empties or rewrites a table, and
        which parts it has, is not kept from snapshots that are older.
        """
        with self._parts_kept(), self._session.transaction():
            self._session.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            self._session.execute(f"LOCK TABLE {table} IN ACCESS SHARE MODE".encode())
            self._wait()
            before = self._scans()
            rows = self._check(table)
            is_served = self._scans() <= before + self._parts(table)
            with self._counts.lock:
                self._counts.served += is_served
            for claim, found, query in rows:
                fresh = None if query is None else self._session.execute(query.encode()).fetchall()[0][0]
                is_same = _are_same(found, fresh)
                with self._counts.lock:
                    self._counts.compared += query is not None
                    if query is not None and not is_same:
                        self._counts.wrong.append(f"{claim}: {found} is told, {fresh} is the result of {query}")


def _are_same(found: Decimal | None, fresh: Decimal | float | None) -> bool:
    """Tell whether two results are the same, but for the last digits of a double."""
    if found is None or fresh is None:
        return found is fresh
    return abs(float(found) - float(fresh)) <= 1e-9 * max(1.0, abs(float(fresh)))


def stress(dsn: str, role: str, seconds: float, seed: int, writers: int = 2, checkers: int = 3) -> Counts:
    """Let writers and checkers run for some time once all are ready; raises what a thread did not expect."""
    counts = Counts()
    ready = threading.Barrier(writers + checkers)
    failures: list[BaseException] = []

    def run(number: int) -> None:
        draw = random.Random(seed * 1000 + number)  # noqa: S311
        try:
            with psycopg.connect(dsn, autocommit=True) as connection:
                connection.execute("SET client_min_messages = error")
                if number < writers:
                    worker: Writer | Checker = Writer(connection, draw, counts, f"{seed}_{number}")
                else:
                    connection.execute(f'SET ROLE "{role}"'.encode())
                    connection.execute("SELECT factcheck.warm_up()")
                    worker = Checker(connection, draw, counts)
                ready.wait()
                end = time.monotonic() + seconds
                while time.monotonic() < end and not failures:
                    worker.turn()
                    if number < writers:  # long enough for some results to be kept and served
                        time.sleep(draw.expovariate(1 / 0.25))
        except BaseException as error:  # it is raised again where all threads have ended
            failures.append(error)
            ready.abort()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(writers + checkers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return counts


def prepare_tables(connection: Connection) -> None:
    """Make the tables, fill them, and have them tracked."""
    connection.execute(_TABLES.encode())
    for statement in _FILLED.values():
        connection.execute(statement.format(rows=300).encode())
    connection.execute(_ADDED.encode())


@click.command()
@dsn_option
@seed_option
@click.option("--seconds", type=click.FloatRange(1), default=600, show_default=True)
def cache_stress(dsn: str, seed: int, seconds: float) -> None:
    """Compare what the cube cache serves with fresh queries while its tables change; exit with 1 where one differs."""
    click.echo(machine())
    with benchmark_database(dsn, keep=False) as connection:
        prepare_tables(connection)
        with ordinary_role(connection, "stress") as role:
            name = connection.info.dbname
            counts = stress(psycopg.conninfo.make_conninfo(dsn, dbname=name), role, seconds, seed)
    for line in counts.told():
        click.echo(line)
    click.echo(machine())
    if counts.wrong or not counts.served:
        sys.exit(1)


if __name__ == "__main__":
    cache_stress()
