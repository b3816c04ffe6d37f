"""A server that a benchmark makes for itself, with the settings of PostgreSQL itself: it keeps what it commits."""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import click
import psycopg

SMALL = "-c shared_buffers=32MB -c max_wal_size=64MB"


@dataclass(slots=True)
class Server:
    """A server in a folder, started and stopped at will."""

    folder: Path
    bin_folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    options: str = SMALL

    @property
    def dsn(self) -> str:
        """Where the superuser reaches the server."""
        return f"host={self.folder} user=postgres dbname=postgres"

    def call(self, program: str, *arguments: str, check: bool = True) -> None:
        """Run a program of the server, as its account."""
        account = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        subprocess.run(
            [self.bin_folder / program, *arguments],
            cwd="/",
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            env={**os.environ, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=check,
        )

    def make(self) -> None:
        """Make the server, and start it."""
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self.call(
            "initdb",
            "-D",
            f"{self.folder}/data",
            "-U",
            "postgres",
            "--auth=trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
        )
        self.start()

    def start(self) -> None:
        """Start the server; raises ``ClickException`` with the end of its log where it does not start."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' {self.options}"
        log = self.folder / "log"
        try:
            self.call(
                "pg_ctl",
                "start",
                "-w",
                "-s",
                "-D",
                f"{self.folder}/data",
                "-l",
                str(log),
                "-o",
                options,
            )
        except subprocess.CalledProcessError as error:
            last = log.read_text(errors="replace").splitlines()[-5:]
            raise click.ClickException("the server does not start: " + " | ".join(last)) from error

    def stop(self, mode: str = "fast") -> None:
        """Stop the server."""
        self.call(
            "pg_ctl",
            "stop",
            "-s",
            "-w",
            "-m",
            mode,
            "-D",
            f"{self.folder}/data",
            check=False,
        )

    def kill(self) -> None:
        """Kill the postmaster, as a crash would: its children notice and end.

        Its lock files are removed, since a process that nobody has waited for yet would count as alive.
        """
        pid = int((self.folder / "data/postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGKILL)
        while _lives(pid) or self.has_children():
            time.sleep(0.05)
        for lock in (
            self.folder / "data/postmaster.pid",
            *self.folder.glob(".s.PGSQL.*.lock"),
        ):
            lock.unlink(missing_ok=True)

    def has_children(self) -> bool:
        """Tell whether processes of the server live."""
        data = str(self.folder / "data")
        for process in Path("/proc").iterdir():
            if process.name.isdecimal():
                try:
                    if os.readlink(process / "cwd") == data:
                        return True
                except OSError:
                    continue
        return False

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        """Open a session of the superuser."""
        return psycopg.connect(self.dsn, autocommit=True)


def programs(given: Path | None) -> Path:
    """Return the folder of the server's programs: the given one, else that of ``PG_CONFIG`` or ``pg_config``."""
    if given is not None:
        return given
    command = [os.environ.get("PG_CONFIG", "pg_config"), "--bindir"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def _lives(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
