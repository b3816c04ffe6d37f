"""The lock files: everything pinned by hash, and the tests run what the server runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

PYTHON = Path(__file__).parents[2] / "python"
CLIENTS = PYTHON.parent / "tests/clients"
LOCKS = [*sorted(PYTHON.glob("requirements-*.lock")), CLIENTS / "requirements.lock"]


def pins(lock: Path) -> dict[str, tuple[set[str], int]]:
    """The lines of a lock file by package: the versions (one for each range of Pythons), number of hashes."""
    found: dict[str, tuple[set[str], int]] = {}
    for block in re.split(r"\n(?=\w)", lock.read_text()):
        pin = re.match(r"([\w.-]+)==([\w.+]+)", block)
        assert pin, f"not pinned: {block}"
        versions, hashes = found.get(pin[1], (set(), 10**9))
        found[pin[1]] = (versions | {pin[2]}, min(hashes, len(re.findall(r"--hash=sha256:[0-9a-f]{64}", block))))
    return found


def test_there_are_lock_files_for_server_charts_embeddings_tools_data_and_clients() -> None:
    parts = ("charts", "data", "dev", "semantic", "server")
    names = [*(f"requirements-{part}" for part in parts), "requirements"]
    assert [lock.stem for lock in LOCKS] == names


def test_node_packages_have_hashes_and_no_address() -> None:
    text = (CLIENTS / "package-lock.json").read_text()
    packages = {name: each for name, each in json.loads(text)["packages"].items() if name}
    assert "node_modules/pg" in packages
    assert [name for name, each in packages.items() if not each["integrity"].startswith("sha512-")] == []
    assert "://" not in text


def test_every_package_has_hashes() -> None:
    without = [f"{lock.name}: {name}" for lock in LOCKS for name, (_, hashes) in pins(lock).items() if not hashes]
    assert without == []


def test_no_lock_file_has_an_address() -> None:
    assert [lock.name for lock in LOCKS if "://" in lock.read_text()] == []


def wanted(lock: Path) -> list[str]:
    """The packages that the file names of which a lock file is made."""
    return re.findall(r"^(\w[\w.-]*)", lock.with_suffix(".in").read_text(), re.MULTILINE)


def test_every_wanted_package_is_locked() -> None:
    assert [lock.name for lock in LOCKS if not wanted(lock)] == []
    assert [f"{lock.name}: {name}" for lock in LOCKS for name in wanted(lock) if name not in pins(lock)] == []


def test_tools_use_the_servers_versions() -> None:
    server = pins(PYTHON / "requirements-server.lock") | pins(PYTHON / "requirements-charts.lock")
    tools = pins(PYTHON / "requirements-dev.lock")
    assert {name: versions for name, (versions, _) in server.items()} == {
        name: versions for name, (versions, _) in tools.items() if name in server
    }
