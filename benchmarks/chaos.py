"""Kills, stops and starves runs of the queue, and counts what became of its documents: none lost, none doubled.

Each trial makes a server of its own, with durable settings, a data table and a watched table of reports, and lets
something go wrong while the queue is run.  Then the queue is run until it is empty.  Every report must have exactly one
run that succeeded, with the verdict that it has where nothing goes wrong.

The clock is set back by libfaketime, which the server is started with, where it is installed; the full disk is a small
file system in memory, which takes root to mount.  What this machine cannot do is told, not left out in silence.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
import psycopg
from own_server import Server, programs

_TABLES = """
CREATE EXTENSION factcheck SCHEMA public CASCADE;
CREATE TABLE public.sales (sale_id integer PRIMARY KEY, region text);
INSERT INTO public.sales SELECT g, 'North' FROM generate_series(1, 100) AS g;
SELECT factcheck.add_table('public.sales');
CREATE TABLE public.report (id integer PRIMARY KEY, body text);
SELECT factcheck.watch('public.report', text_column => 'body');
UPDATE factcheck.setting SET value = 1 WHERE name = 'check_retry_seconds';
"""
_WRITE = """
INSERT INTO public.report
SELECT g, CASE WHEN g %% 2 = 0 THEN 'There are 100 sales.' ELSE 'There are 90 sales.' END
FROM generate_series(%s::integer, %s::integer) AS g
"""
_RUN = b"CALL factcheck.run_pending(100000, '10 min')"
_STORED = """
SELECT d.source_key::integer, count(*) FILTER (WHERE r.status = 'succeeded'),
       count(*) FILTER (WHERE r.status = 'succeeded' AND v.verdict::text
                              = CASE WHEN d.source_key::integer % 2 = 0 THEN 'supported' ELSE 'refuted' END)
FROM factcheck.document d JOIN factcheck.run r USING (document_id)
LEFT JOIN factcheck.claim_verdict v ON v.run_id = r.run_id
GROUP BY 1
"""


def start_worker(server: Server) -> subprocess.Popen[bytes]:
    """Start a worker that ends when the queue is empty."""
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from factcheck.commands import main; main()",
            "worker",
            "--once",
            "--dsn",
            server.dsn,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@dataclass(slots=True)
class Trial:
    """What a trial works on."""

    server: Server
    documents: int

    def wait_for(self, runs: int) -> None:
        """Wait until that many documents are checked."""
        end = time.monotonic() + 120
        while True:
            try:
                with self.server.connect() as connection:
                    row = connection.execute("SELECT count(*) FROM factcheck.run").fetchone()
            except psycopg.OperationalError:
                row = None  # the server recovers
            if row is not None and int(str(row[0])) >= runs:
                return
            if time.monotonic() > end:
                raise click.ClickException("nothing is checked any more")
            time.sleep(0.02)

    def kill_backend(self) -> None:
        """Kill the server process that runs the queue, with SIGKILL: all sessions end, and the server recovers."""
        with self.server.connect() as connection:
            row = connection.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE query LIKE 'CALL factcheck.run_pending%' AND state = 'active' LIMIT 1"
            ).fetchone()
        if row is not None:
            os.kill(int(str(row[0])), signal.SIGKILL)

    def drain(self) -> None:
        """Run the queue until nothing waits."""
        self.wait_for(0)
        for _ in range(60):
            with self.server.connect() as connection:
                connection.execute(_RUN)
                row = connection.execute(
                    "SELECT (SELECT count(*) FROM factcheck.queued_document WHERE NOT is_dead)"
                    " + (SELECT count(*) FROM factcheck.report_change)"
                ).fetchone()
            if row == (0,):
                return
            time.sleep(1)


def kill_workers(trial: Trial) -> None:
    """Kill -9 of a worker, three times"""
    for number in range(3):
        worker = start_worker(trial.server)
        trial.wait_for((number + 1) * trial.documents // 5)
        worker.kill()
        worker.wait()


def kill_backends(trial: Trial) -> None:
    """Kill -9 of a worker's server process, three times"""
    for number in range(3):
        worker = start_worker(trial.server)
        trial.wait_for((number + 1) * trial.documents // 5)
        trial.kill_backend()
        worker.wait()
        trial.wait_for(0)


def kill_server(trial: Trial) -> None:
    """Kill -9 of the server, twice"""
    for number in range(2):
        worker = start_worker(trial.server)
        trial.wait_for((number + 1) * trial.documents // 4)
        trial.server.kill()
        worker.wait()
        trial.server.start()


def run_twice(trial: Trial) -> None:
    """Three runs at once, while reports are written"""
    workers = [start_worker(trial.server) for _ in range(3)]
    with trial.server.connect() as connection:
        for _ in range(20):
            connection.execute("UPDATE public.report SET body = body WHERE id <= 5")
            time.sleep(0.1)
    for worker in workers:
        worker.wait()


def set_back(trial: Trial) -> None:
    """Clock set back by a day in mid-run"""
    library = _faketime()
    if library is None:
        raise click.ClickException("libfaketime is not installed")
    offset = trial.server.folder / "clock"
    offset.write_text("+0\n")
    offset.chmod(0o644)
    trial.server.stop()
    trial.server.environment = {
        "LD_PRELOAD": library,
        "FAKETIME_TIMESTAMP_FILE": str(offset),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    trial.server.start()
    worker = start_worker(trial.server)
    trial.wait_for(trial.documents // 4)
    offset.write_text("-1d\n")
    trial.wait_for(trial.documents // 2)
    worker.kill()  # what it had taken is to be taken again by the old clock
    worker.wait()
    with trial.server.connect() as connection:
        row = connection.execute(
            "SELECT clock_timestamp() < (SELECT max(checked_at) FROM factcheck.run) - interval '23 hours'"
        )
        if row.fetchone() != (True,):
            raise click.ClickException("the clock was not set back")


def fill_disk(trial: Trial) -> None:
    """Disk full in mid-run"""
    worker = start_worker(trial.server)
    trial.wait_for(trial.documents // 4)
    ballast = trial.server.folder / "ballast"
    with ballast.open("wb") as file:
        try:
            while True:
                file.write(b"\0" * 65536)
                file.flush()
        except OSError:
            pass
    worker.wait()
    again = start_worker(trial.server)
    again.wait()
    if again.returncode == 0:
        raise click.ClickException("the full disk hindered nothing: more reports are needed")
    ballast.unlink()
    trial.server.stop("immediate")
    trial.server.start()


def _faketime() -> str | None:
    """Return the path of libfaketime, if it is installed."""
    places = [
        os.environ.get("LIBFAKETIME", ""),
        *map(str, Path("/usr/lib").glob("*/faketime/libfaketime.so.1")),
    ]
    return next((place for place in places if place and Path(place).exists()), None)


TRIALS: tuple[Callable[[Trial], None], ...] = (
    kill_workers,
    kill_backends,
    kill_server,
    run_twice,
    set_back,
    fill_disk,
)


@contextmanager
def _folder(is_small: bool) -> Iterator[Path]:
    """Make a folder for a server, on a small file system if asked for."""
    folder = Path(tempfile.mkdtemp(prefix="fc_chaos_", dir="/tmp"))
    folder.chmod(0o755)
    if is_small:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", folder], check=False)
        if mounted.returncode:
            folder.rmdir()
            raise click.ClickException("a small file system cannot be mounted here")
        folder.chmod(0o755)
    try:
        yield folder
    finally:
        if is_small:
            subprocess.run(["umount", "-l", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def attempt(trial_function: Callable[[Trial], None], bin_folder: Path, documents: int) -> str:
    """Make a server, let something go wrong, empty the queue, and return a line of counts."""
    with _folder(trial_function is fill_disk) as folder:
        server = Server(folder, bin_folder)
        server.make()
        try:
            with server.connect() as connection:
                connection.execute(_TABLES.encode())
                connection.execute(_WRITE.encode(), [1, documents])
            trial = Trial(server, documents)
            trial_function(trial)
            trial.drain()
            with server.connect() as connection:
                rows = connection.execute(_STORED.encode()).fetchall()
                stored = {int(str(key)): (int(str(runs)), int(str(right))) for key, runs, right in rows}
                dead = connection.execute("SELECT count(*) FROM factcheck.dead_letters").fetchone()
                waiting = connection.execute(
                    "SELECT count(*) FROM factcheck.queued_document WHERE NOT is_dead"
                ).fetchone()
        finally:
            server.stop("immediate")
    counts = Counter(runs for runs, _ in stored.values())
    lost = sum(key not in stored or stored[key][0] == 0 for key in range(1, documents + 1))
    doubled = sum(number for runs, number in counts.items() if runs > 1)
    wrong = sum(right != runs for runs, right in stored.values())
    left = f"{dead[0] if dead else '?':>6} {waiting[0] if waiting else '?':>8}"
    return f"{documents:>9} {lost:>6} {doubled:>8} {wrong:>6} {left}"


@click.command()
@click.option(
    "--bin",
    "bin_folder",
    type=click.Path(path_type=Path),
    help="Folder of the server's programs; default: pg_config's.",
)
@click.option("--documents", type=click.IntRange(20), default=200, show_default=True)
@click.option("--only", type=click.Choice([trial.__name__ for trial in TRIALS]), multiple=True)
def main(bin_folder: Path | None, documents: int, only: tuple[str, ...]) -> None:
    """Print what became of each trial's documents; exit with status 1 where one was lost or doubled."""
    bin_folder = programs(bin_folder)
    click.echo(f"{'trial':<52} documents   lost  doubled  wrong   dead  waiting")
    is_good = True
    for trial in TRIALS:
        if only and trial.__name__ not in only:
            continue
        try:
            line = attempt(trial, bin_folder, documents)
        except click.ClickException as error:
            line = f"not done: {error.message}"
        is_good = is_good and line.split()[1:] == ["0"] * 5
        click.echo(f"{(trial.__doc__ or trial.__name__):<52} {line}")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
