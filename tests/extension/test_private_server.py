"""The private server of ``make server``: reachable by its socket alone, and back after a crash."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

import factcheck

ROOT = Path(__file__).parents[2]


class Checkout:
    """A copy of the project's programs, which runs a private server of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("extension", "scripts"):
            shutil.copytree(ROOT / name, folder / name)
        (folder / "python/src/factcheck").mkdir(parents=True)
        shutil.copy(ROOT / "python/src/factcheck/__init__.py", folder / "python/src/factcheck")

    def server(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.folder / "scripts/private_server.sh"), command],
            capture_output=True,
            text=True,
            check=False,
            timeout=1800,
        )

    def start(self) -> str:
        """Start the server; return the DSN it printed last."""
        started = self.server("start")
        assert started.returncode == 0, started.stderr
        return started.stdout.splitlines()[-1]


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800).stdout.strip()


def value(dsn: str, statement: str) -> str:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(statement).fetchone()
        assert row
        return str(row[0])


def postmaster_file(dsn: str) -> Path:
    return Path(value(dsn, "SHOW data_directory")) / "postmaster.pid"


def process_ended(pid: int) -> bool:
    """Whether a process is gone or only its exit status is left."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.fixture(scope="module")
def checkout(pg_config: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    if not (Path(output(pg_config, "--sharedir")) / "extension/factcheck.control").exists():
        pytest.skip("the extension is not installed: run `make install`")
    made = Checkout(tmp_path_factory.mktemp("server") / "checkout")
    yield made
    made.server("remove")


@pytest.fixture
def dsn(checkout: Checkout) -> str:
    return checkout.start()


def test_database_has_the_extension_and_no_table(dsn: str) -> None:
    assert value(dsn, "SELECT extversion FROM pg_extension WHERE extname = 'factcheck'") == factcheck.__version__
    assert value(dsn, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"


def test_no_port_and_no_stranger(dsn: str) -> None:
    assert value(dsn, "SHOW listen_addresses") == ""
    folder = Path(value(dsn, "SHOW unix_socket_directories").strip('"'))
    assert folder.stat().st_mode & 0o777 == 0o700


def test_server_does_not_run_as_root(dsn: str) -> None:
    pid = int(postmaster_file(dsn).read_text().splitlines()[0])
    assert os.stat(f"/proc/{pid}").st_uid != 0


def test_second_start_leaves_it_running(checkout: Checkout, dsn: str) -> None:
    started = value(dsn, "SELECT pg_postmaster_start_time()")
    assert checkout.start() == dsn
    assert value(dsn, "SELECT pg_postmaster_start_time()") == started


def test_tables_survive_stop_and_start(checkout: Checkout, dsn: str) -> None:
    with psycopg.connect(dsn) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
    assert checkout.server("stop").returncode == 0
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(dsn)
    assert value(checkout.start(), "SELECT answer FROM kept") == "42"
    with psycopg.connect(dsn) as connection:
        connection.execute("DROP TABLE kept")


def test_it_comes_back_after_a_crash(checkout: Checkout, dsn: str) -> None:
    pid = int(postmaster_file(dsn).read_text().splitlines()[0])
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 120
    while not process_ended(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert checkout.server("status").returncode != 0
    assert value(checkout.start(), "SELECT 1") == "1"


def test_file_left_by_a_crash_may_name_another_process(checkout: Checkout, dsn: str) -> None:
    """After a restart of the machine its number may belong to anyone: who must neither be taken for ours nor hurt."""
    left = postmaster_file(dsn)
    lines = left.read_text().splitlines()
    checkout.server("stop")
    with subprocess.Popen(["sleep", "60"]) as stranger:
        left.write_text("\n".join([str(stranger.pid), *lines[1:]]) + "\n")
        assert checkout.server("status").returncode != 0
        assert checkout.server("stop").returncode == 0
        assert value(checkout.start(), "SELECT 1") == "1"
        assert stranger.poll() is None
        stranger.kill()


def test_removal_leaves_nothing(checkout: Checkout, dsn: str) -> None:
    data = Path(value(dsn, "SHOW data_directory"))
    assert checkout.server("remove").returncode == 0
    assert not data.exists()
    assert not (checkout.folder / ".server").exists()
