"""Runs a Superset with the dashboard, for looking at it and for tests: on 127.0.0.1, with a temporary folder.

    python scripts/private_superset.py DSN                      # serves until it is interrupted
    python scripts/private_superset.py DSN --picture FILE.png   # takes a picture of the dashboard with Chromium

DSN is that of a role which may read the views.  FACTCHECK_SUPERSET names the command ``superset`` of an environment
with the packages of dashboards/superset/requirements.txt.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlencode

import click
from PIL import Image
from psycopg.conninfo import conninfo_to_dict

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "dashboards/superset"))

import provision  # noqa: E402

USERNAME = "admin"
_START_SECONDS = 120
_COLOURS = 128  # of a few plain areas: a third of the bytes, no visible difference
_PICTURE_SIZE = "1400,2690"
_CONFIGURATION = """
import os

SECRET_KEY = os.environ["FACTCHECK_SUPERSET_SECRET"]
SQLALCHEMY_DATABASE_URI = "sqlite:///" + os.path.join(os.environ["SUPERSET_HOME"], "superset.db")
TALISMAN_ENABLED = False
RATELIMIT_ENABLED = False
if "FACTCHECK_SUPERSET_OPEN" in os.environ:  # for the browser that takes the picture, which does not log in
    AUTH_ROLE_PUBLIC = "Admin"
"""
_CHROMIUM = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --hide-scrollbars --virtual-time-budget=60000"
).split()


@dataclass(frozen=True, slots=True)
class PrivateSuperset:
    """A fresh Superset: the command that runs it, and a folder with its settings and metadata."""

    command: str
    folder: Path
    password: str
    _secret: str

    def call(self, *arguments: str) -> None:
        """Run a subcommand to its end.  Raises ``RuntimeError`` with its last lines if it fails."""
        done = subprocess.run(  # noqa: S603
            [self.command, *arguments],
            env=self._environment(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"superset {arguments[0]} failed: {done.stderr[-2000:]}")

    @contextlib.contextmanager
    def serving(self, *, is_open: bool = False) -> Iterator[str]:
        """Serve on a free port of 127.0.0.1; yield the address.  ``is_open`` lets in those who do not log in.

        Raises ``RuntimeError`` where it does not start.
        """
        port = _free_port()
        address = f"http://127.0.0.1:{port}"
        arguments = ("run", "--host", "127.0.0.1", "--port", str(port), "--with-threads", "--no-reload")
        with (self.folder / "log").open("w") as log:
            server = subprocess.Popen(  # noqa: S603
                [self.command, *arguments],
                env=self._environment() | ({"FACTCHECK_SUPERSET_OPEN": "1"} if is_open else {}),
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        try:
            self._wait(server, address)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=60)

    def _wait(self, server: subprocess.Popen[bytes], address: str) -> None:
        end = time.monotonic() + _START_SECONDS
        while server.poll() is None and time.monotonic() < end:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/health", timeout=5):  # noqa: S310
                return
            time.sleep(0.3)
        raise RuntimeError(f"Superset did not start: {(self.folder / 'log').read_text('utf-8')[-2000:]}")

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "FLASK_APP": "superset",
            "SUPERSET_HOME": str(self.folder),
            "SUPERSET_CONFIG_PATH": str(self.folder / "superset_config.py"),
            "FACTCHECK_SUPERSET_SECRET": self._secret,
        }


@contextlib.contextmanager
def private_superset(command: str) -> Iterator[PrivateSuperset]:
    """Make a Superset in a temporary folder, with one user, an administrator; remove the folder at the end.

    Raises ``RuntimeError`` where it cannot be made.
    """
    with tempfile.TemporaryDirectory(prefix="factcheck_superset_") as name:
        program = os.path.abspath(shutil.which(command) or command)  # it runs in the folder
        superset = PrivateSuperset(program, Path(name), secrets.token_urlsafe(16), secrets.token_urlsafe(48))
        (superset.folder / "superset_config.py").write_text(_CONFIGURATION, "utf-8")
        superset.call("db", "upgrade")
        names = ("--firstname", "Fact", "--lastname", "Check", "--email", "admin@localhost")
        superset.call("fab", "create-admin", "--username", USERNAME, *names, "--password", superset.password)
        superset.call("init")
        yield superset


def sqlalchemy_uri(dsn: str) -> str:
    """Return a libpq connection string as SQLAlchemy writes it."""
    parts = {name: str(value) for name, value in conninfo_to_dict(dsn).items() if value is not None}
    user, database = quote(parts.pop("user", ""), safe=""), quote(parts.pop("dbname", ""), safe="")
    password = parts.pop("password", None)
    login = user if password is None else f"{user}:{quote(password, safe='')}"
    return f"postgresql+psycopg2://{login}@/{database}?{urlencode(parts)}"


def take_picture(address: str, file: Path, chromium: str = "chromium") -> None:
    """Take a picture of the dashboard of an open Superset.  Raises ``CalledProcessError`` if the browser fails."""
    with tempfile.TemporaryDirectory(prefix="factcheck_browser_") as profile:
        subprocess.run(  # noqa: S603
            [
                chromium,
                *_CHROMIUM,
                f"--user-data-dir={profile}",
                f"--window-size={_PICTURE_SIZE}",
                f"--screenshot={file}",
                f"{address}/superset/dashboard/factcheck/?standalone=1",
            ],
            check=True,
            capture_output=True,
            timeout=300,
        )
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(_COLOURS).save(file, optimize=True)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@click.command()
@click.argument("dsn")
@click.option(
    "--picture", type=click.Path(path_type=Path, dir_okay=False), help="PNG file to write, instead of serving."
)
def main(dsn: str, picture: Path | None) -> None:
    """Show the dashboard over the database of DSN in a Superset of its own."""
    command = os.environ.get("FACTCHECK_SUPERSET") or shutil.which("superset")
    if command is None:
        raise click.UsageError("FACTCHECK_SUPERSET does not name the command superset")
    with private_superset(command) as superset:
        with superset.serving() as address:
            provision.Superset(address, USERNAME, superset.password).provision(sqlalchemy_uri(dsn))
            if picture is None:
                click.echo(f"{address}/superset/dashboard/factcheck/  {USERNAME}  {superset.password}")
                with contextlib.suppress(KeyboardInterrupt):
                    while True:
                        time.sleep(3600)
        if picture is not None:
            with superset.serving(is_open=True) as address:
                take_picture(address, picture.resolve())
                click.echo(picture)


if __name__ == "__main__":
    main()
