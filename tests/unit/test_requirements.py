"""The lock files: everything pinned by hash, and the tests run what the server runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[2] / "python"
LOCKS = sorted(PYTHON.glob("requirements-*.lock"))


def pins(lock: Path) -> dict[str, tuple[set[str], int]]:
    """The lines of a lock file by package: the versions (one for each range of Pythons), number of hashes."""
    found: dict[str, tuple[set[str], int]] = {}
    for block in re.split(r"\n(?=\w)", lock.read_text()):
        pin = re.match(r"([\w.-]+)==([\w.+]+)", block)
        assert pin, f"not pinned: {block}"
        versions, hashes = found.get(pin[1], (set(), 10**9))
        found[pin[1]] = (versions | {pin[2]}, min(hashes, len(re.findall(r"--hash=sha256:[0-9a-f]{64}", block))))
    return found


def test_there_are_lock_files_for_server_tools_and_data() -> None:
    assert [lock.stem for lock in LOCKS] == ["requirements-data", "requirements-dev", "requirements-server"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_package_has_hashes_and_no_address(lock: Path) -> None:
    assert all(hashes > 0 for _, hashes in pins(lock).values())
    assert "://" not in lock.read_text()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_wanted_package_is_locked(lock: Path) -> None:
    wanted = re.findall(r"^([\w.-]+)", lock.with_suffix(".in").read_text(), re.MULTILINE)
    wanted = [name for name in wanted if not name.startswith("-")]
    assert wanted
    assert set(wanted) <= pins(lock).keys()


def test_tools_use_the_servers_versions() -> None:
    server = pins(PYTHON / "requirements-server.lock")
    tools = pins(PYTHON / "requirements-dev.lock")
    assert {name: versions for name, (versions, _) in server.items()} == {
        name: versions for name, (versions, _) in tools.items() if name in server
    }
