"""Runs a site's migrations in a copy of their folder, as a site would have it."""

from __future__ import annotations

import contextlib
import io
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import psycopg
import pytest
from alembic.config import CommandLine, Config
from psycopg import sql
from support.databases_in_turn import forget
from support.site_snapshots import ODD

from factcheck.commands.session import print_notice

TEMPLATE = Path(__file__).resolve().parents[2] / "migrations"
ONE_WORD = "INSERT INTO factcheck.lexicon VALUES ('sale', 'n', 'deal', 'synonym', 1)"
"""A lexicon for tests of a new database in which no word matters: the first table would bring the whole one."""


@dataclass(frozen=True)
class Migrations:
    """A copy of the folder ``migrations``, with the site's file in it."""

    folder: Path

    @property
    def site(self) -> Path:
        return self.folder / "site.toml"

    @property
    def revisions(self) -> list[Path]:
        return sorted((self.folder / "versions").glob("*.py"))

    def command(self, *arguments: str, dsn: str = "host=/nowhere") -> tuple[int, str]:
        """Run alembic's command line; return its exit status and everything it printed."""
        output = io.StringIO()
        status = 0
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output), _in_kept_sessions():
            line = CommandLine()
            options = line.parser.parse_args(["-c", str(self.folder / "alembic.ini"), "-x", f"dsn={dsn}", *arguments])
            try:
                line.run_cmd(Config(options.config[0], cmd_opts=options, stdout=output), options)
            except SystemExit as stopped:
                status = int(stopped.code or 0)
        return status, output.getvalue()

    def run(self, dsn: str, *arguments: str) -> str:
        """Run a command that has to succeed; return what it printed."""
        status, output = self.command(*arguments, dsn=dsn)
        assert status == 0, output
        return output

    def write_revision(self, dsn: str, identifier: str) -> str:
        """Write a revision with what differs; return its text."""
        self.run(dsn, "revision", "--autogenerate", "-m", f"Decisions {identifier}", "--rev-id", identifier)
        return next(path for path in self.revisions if path.name.startswith(identifier)).read_text()

    def set_up(self, dsn: str) -> None:
        """Write what differs into the first revision, and run it."""
        self.write_revision(dsn, "0001")
        self.run(dsn, "upgrade", "head")

    def drift(self, dsn: str) -> list[str]:
        """Return the differences that ``alembic check`` tells, in words."""
        status, output = self.command("check", dsn=dsn)
        *lines, last = output.splitlines()
        assert last.startswith("FAILED: New upgrade operations" if status else "No new upgrade operations"), output
        return lines

    def script(self, *arguments: str) -> str:
        """Return the SQL that a command prints without a database."""
        status, script = self.command(*arguments, "--sql")
        assert status == 0, script
        return script


class _KeptSession(psycopg.Connection[Any]):
    """A session that one command closes and the next one of the same database and role finds, as a pooler lends it.

    Each new one would load the library anew.
    """

    idle: ClassVar[dict[str, _KeptSession]] = {}
    key = ""

    @classmethod
    def lend(cls, conninfo: str, **options: Any) -> _KeptSession:
        """Stand in for ``psycopg.connect``."""
        session = cls.idle.pop(conninfo, None)
        for other in cls.idle.values():
            super(_KeptSession, other).close()
        cls.idle.clear()
        if session is None or session.broken:
            session = cls.connect(conninfo, **options)
            session.key = conninfo
            session.prepare_threshold = None  # DISCARD ALL forgets what was prepared
        return session

    def close(self) -> None:
        """Keep the session for the next command, but for what the last one has left in it."""
        try:
            forget(self)
            self.autocommit = False
        except psycopg.Error:
            super().close()
            return
        with contextlib.suppress(ValueError):  # the session was lost before it had one
            self.remove_notice_handler(print_notice)
        self.idle[self.key] = self


@contextlib.contextmanager
def _in_kept_sessions() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(psycopg, "connect", _KeptSession.lend)
        yield


def copy_migrations(folder: Path) -> Migrations:
    """Copy the project's folder of migrations."""
    return Migrations(shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__")))


def write_site(migrations: Migrations, prefix: str) -> None:
    """Write a site's file of three roles, both tables, one of them only in part, and a dictionary."""
    migrations.site.write_text(
        f"""
        [roles]
        reader = '{prefix}reader'
        analyst = '{prefix}it"s'
        admin = '{prefix}admin'
        admins_let_in = true
        [settings]
        p_true = 0.99
        [[tables]]
        name = 'public.sales'
        data_set = 'shop: 100%'
        track = true
        readable_by = ['analyst', 'admin']
        [[tables]]
        name = '{ODD}'
        columns = ['colour']
        readable_by = ['analyst']
        [[dictionaries]]
        file = 'words.csv'
        """
    )
    (migrations.folder / "words.csv").write_text('table,column,description\nsales,units,"pieces: 100% \\sold $site$"\n')


@contextlib.contextmanager
def role_prefix(server_dsn: str) -> Iterator[str]:
    """Say how the names of a site's roles begin; what is left of them goes at the end."""
    prefix = f"Site: {secrets.token_hex(4)} 100% "
    yield prefix
    with psycopg.connect(server_dsn, autocommit=True) as server:
        for (name,) in server.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE %s", [f"{prefix}%"]).fetchall():
            server.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


def run_script(dsn: str, script: str, **environment: str) -> str:
    """Run a script by psql, as a DBA would, to its end; return what psql told."""
    ran = subprocess.run(
        ["psql", "--no-psqlrc", "--quiet", f"--dbname={dsn}"],
        input=script,
        text=True,
        check=False,
        capture_output=True,
        env=environment or None,
    )
    return ran.stderr
