"""Runs a site's migrations in a copy of their folder, as a site would have it."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from alembic.config import CommandLine, Config

TEMPLATE = Path(__file__).resolve().parents[2] / "migrations"


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
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
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


def copy_migrations(folder: Path) -> Migrations:
    """Copy the project's folder of migrations."""
    return Migrations(shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__")))


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
