"""The private server of ``make server``: reachable by its socket, by TCP on request, and back after a crash."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
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

    def server(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.folder / "scripts/private_server.sh"), *command],
            capture_output=True,
            text=True,
            check=False,
            timeout=1800,
        )

    def start(self, *options: str) -> str:
        """Start the server; return the DSN it printed last."""
        started = self.server("start", *options)
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


@pytest.fixture
def address() -> str:
    """A free port of this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


def test_on_request_it_listens_on_this_machine_and_wants_a_password(checkout: Checkout, dsn: str, address: str) -> None:
    by_tcp = checkout.start("--listen", address)
    assert address in by_tcp
    assert value(by_tcp, "SELECT host(inet_server_addr()) || ':' || inet_server_port()") == address
    assert value(by_tcp, "SHOW listen_addresses") == "127.0.0.1"
    password = psycopg.conninfo.conninfo_to_dict(by_tcp)["password"]
    for wrong in ("", "wrong"):
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(by_tcp, password=wrong)
    secret = checkout.folder / ".server/password"
    assert secret.read_text().strip() == password
    assert secret.stat().st_mode & 0o777 == 0o600
    assert by_tcp in checkout.server("status").stdout.splitlines()
    assert checkout.start("--listen", address) == by_tcp


def test_without_the_request_the_port_is_closed_again(checkout: Checkout, address: str) -> None:
    by_tcp = checkout.start("--listen", address)
    by_socket = checkout.start()
    assert by_socket != by_tcp
    assert value(by_socket, "SHOW listen_addresses") == "127.0.0.1"  # a start without a word leaves it as it is
    assert value(by_tcp, "SELECT 1") == "1"
    by_socket = checkout.start("--listen", "")
    assert value(by_socket, "SHOW listen_addresses") == ""
    with pytest.raises(psycopg.OperationalError, match="refused"):
        psycopg.connect(by_tcp)


@pytest.mark.parametrize(
    "elsewhere", ["0.0.0.0:5433", "*:5433", "localhost:5433", "192.168.1.2:5433", "127.0.0.1", "127.0.0.1:80"]
)
def test_it_listens_nowhere_else(checkout: Checkout, elsewhere: str) -> None:
    refused = checkout.server("start", "--listen", elsewhere)
    assert refused.returncode == 1
    assert "the private server listens on this machine alone" in refused.stderr


def test_the_command_lies_on_a_path_that_is_printed(checkout: Checkout) -> None:
    tools = checkout.folder / ".venv/bin"
    tools.mkdir(parents=True)
    (tools / "factcheck").symlink_to(Path(sys.executable).with_name("factcheck"))
    try:
        started = checkout.server("start")
        [line] = [line for line in started.stderr.splitlines() if "export PATH=" in line]
        done = subprocess.run(
            ["bash", "-c", f'{line}; which factcheck; psql "$FACTCHECK_DSN" -Xtc "SELECT 42"; factcheck --version'],
            capture_output=True,
            text=True,
            check=False,
        )
        folder, answer, *_, version = done.stdout.split("\n", 2)
        assert folder == str(checkout.folder / ".server/bin/factcheck")
        assert answer.strip() == "42"
        assert factcheck.__version__ in version
        assert [file.name for file in Path(folder).parent.iterdir()] == ["factcheck"]
    finally:
        shutil.rmtree(checkout.folder / ".venv")


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
