"""A PostgreSQL of one's own to install into, without touching the machine's."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import new_database

import factcheck

ROOT = Path(__file__).parents[2]
PROGRAMS = ("initdb", "pg_config", "pg_ctl", "pg_dump", "pg_restore", "postgres", "psql")


def output(*command: object) -> str:
    """What a program prints; fails with its errors."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


class Installation:
    """The machine's PostgreSQL, linked into a folder of its own, with a checkout of the project and a server.

    PostgreSQL finds its folders from where its programs lie, so what the checkout's programs install stays here.
    The Python packages of the installed version are linked, too; ``provide_library`` adds those of another version.
    """

    def __init__(self, folder: Path, pg_config: str) -> None:
        folder.chmod(0o755)  # the server runs under another account
        self.folder = folder
        self.checkout = folder / "checkout"
        binaries, shared, library = (
            Path(output(pg_config, option)) for option in ("--bindir", "--sharedir", "--pkglibdir")
        )
        self.programs, self.shared, self.packages = (
            folder.joinpath(*path.parts[1:]) for path in (binaries, shared, library)
        )
        self.programs.mkdir(parents=True)
        for name in PROGRAMS:
            shutil.copy(binaries / name, self.programs)
        self.link(shared, self.shared, apart="extension")
        self.link(shared / "extension", self.shared / "extension", apart="factcheck")
        self.link(library, self.packages, apart="factcheck")
        self.link(library / "factcheck", self.packages / "factcheck", apart="-")
        for name in ("extension", "sql", "scripts", "python/src/factcheck"):
            shutil.copytree(ROOT / name, self.checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "CHANGELOG.md", self.checkout)

    @staticmethod
    def link(source: Path, target: Path, apart: str) -> None:
        """Make a folder with a link to each entry of another, but for those whose name begins like this."""
        target.mkdir(parents=True)
        for entry in source.iterdir():
            if not entry.name.startswith(apart):
                (target / entry.name).symlink_to(entry)

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the checkout for this installation."""
        return output("env", f"PG_CONFIG={self.programs / 'pg_config'}", self.checkout / program, *arguments)

    def provide_library(self, version: str) -> None:
        """Put the checkout's package beside the installed version's packages, as the library of another version."""
        target = self.packages / "factcheck" / version
        self.link(self.packages / "factcheck" / factcheck.__version__, target, apart="factcheck")
        shutil.copytree(self.checkout / "python/src/factcheck", target / "factcheck")
        (target / "factcheck_data").symlink_to(
            self.packages / "factcheck" / factcheck.__version__ / "factcheck_data", target_is_directory=True
        )

    def start(self) -> str:
        """Start the server; return the DSN of its first database, without the database's name."""
        return self.run("scripts/private_server.sh", "start").splitlines()[-1]

    def remove(self) -> None:
        self.run("scripts/private_server.sh", "remove")
        shutil.rmtree(self.folder)


@pytest.fixture(scope="module")
def database(fresh_database: str) -> str:
    """A database that no other module has used: what is installed is compared as it is."""
    return fresh_database


@pytest.fixture(scope="module")
def installation(pg_config: str) -> Iterator[Installation]:
    """An installation of one's own, whose server is not started yet."""
    if os.geteuid() != 0:
        pytest.skip("only root can install a library that the server loads")
    if not (Path(output(pg_config, "--pkglibdir")) / "factcheck" / factcheck.__version__).exists():
        pytest.skip("the extension is not installed: run `make install`")
    made = Installation(Path(tempfile.mkdtemp(prefix="factcheck-", dir="/var/tmp")), pg_config)
    yield made
    made.remove()


@pytest.fixture
def empty(server_dsn: str) -> Iterator[str]:
    """The DSN of an empty database."""
    with new_database(server_dsn) as dsn:
        yield dsn
