"""docs/licences.md names every package that gets installed, with its licence."""

from __future__ import annotations

import re
import subprocess
from importlib import metadata
from pathlib import Path

import licences
import pytest

import factcheck

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/licences.md").read_text()


def run(*command: object) -> str:
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=True, timeout=1800
    ).stdout.strip()


def test_the_page_is_current():
    assert licences.page() == PAGE, "run `make licences` and look at what changed"


def test_every_locked_package_is_on_it():
    on_page = set(re.findall(r"^\| ([\w.-]+) \|", PAGE, re.M))
    locks = sorted((ROOT / "python").glob("requirements-*.lock"))
    pin = re.compile(r"^([\w.-]+)==[\w.+]+(?! ; sys_platform == 'win32')(?= |$)", re.M)
    locked = {lock.name: set(pin.findall(lock.read_text())) for lock in locks}
    assert [name for name, packages in locked.items() if not packages] == []
    assert {name: missing for name, packages in locked.items() if (missing := packages - on_page)} == {}


def test_only_tools_are_under_the_gpl():
    shipped = [row for row in licences.rows() if row[3] != "tools"]
    assert len(shipped) > 40
    strict = re.compile(r"(?<!L)GPL|GNU (Affero )?General Public", re.I)
    assert [row for row in shipped if strict.search(row[2])] == []
    lesser = {row[0] for row in shipped if "LGPL" in row[2] or "Lesser" in row[2]}
    assert lesser == {"psycopg", "psycopg-binary", "psycopg-pool"}
    assert all(name in PAGE[PAGE.index("Nothing that is installed") :] for name in ("psycopg", "LGPL"))


def test_what_lies_in_the_servers_library_is_on_the_page_with_its_version(pg_config):
    library = Path(run(pg_config, "--pkglibdir")) / "factcheck" / factcheck.__version__
    installed = {
        found.name.lower().replace("_", "-"): found.version for found in metadata.distributions(path=[str(library)])
    }
    for optional in licences.OPTIONAL:
        installed.pop(optional, None)
    if not installed:
        pytest.skip("the extension is not installed: run `make install`")
    optional = {row[0]: row[1].split(" or ") for row in licences.rows() if row[3] == "charts"}
    server = {row[0]: row[1].split(" or ") for row in licences.rows() if "server" in row[3]}
    assert installed.keys() - optional.keys() == server.keys()
    assert all(version in (server | optional)[name] for name, version in installed.items())
