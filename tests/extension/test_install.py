"""Building and installing: what the makefile makes of sql/, and what install.sh leaves on the server."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import factcheck

ROOT = Path(__file__).parents[2]


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program of the project; return its output whether it succeeded or not."""
    return subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )


@pytest.fixture(scope="module")
def pg_config() -> str:
    found = run(ROOT / "extension/install.sh", "pg-config")
    if found.returncode:
        pytest.skip(f"no PostgreSQL to build for: {found.stderr}")
    return found.stdout.strip()


@pytest.fixture(scope="module")
def library(pg_config: str) -> Path:
    """The folder of this version's Python packages on the server."""
    folder = Path(run(pg_config, "--pkglibdir").stdout.strip()) / "factcheck" / factcheck.__version__
    if not folder.exists():
        pytest.skip("the extension is not installed: run `make install`")
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the files that building needs, to change at will; its path has a space."""
    copy = tmp_path / "a checkout"
    shutil.copytree(ROOT / "extension", copy / "extension")
    shutil.copytree(ROOT / "sql", copy / "sql")
    shutil.copytree(ROOT / "python/src/factcheck", copy / "python/src/factcheck")
    return copy


def build(checkout: Path, pg_config: str) -> subprocess.CompletedProcess[str]:
    return run("make", "--silent", "-C", checkout / "extension", f"PG_CONFIG={pg_config}", "all")


def script(checkout: Path) -> str:
    return (checkout / f"build/factcheck--{factcheck.__version__}.sql").read_text()


def test_script_joins_the_sources_in_order_of_name(checkout: Path, pg_config: str) -> None:
    shutil.rmtree(checkout / "sql")
    (checkout / "sql").mkdir()
    (checkout / "sql/20_second.sql").write_text("SELECT '@PYTHONDIR@';")
    (checkout / "sql/10_first.sql").write_text("SELECT '@VERSION@', '@extschema@'")
    assert build(checkout, pg_config).returncode == 0
    lines = [line for line in script(checkout).splitlines() if line and not line.startswith("--")]
    folder = run(pg_config, "--pkglibdir").stdout.strip() + f"/factcheck/{factcheck.__version__}"
    assert lines == [f"SELECT '{factcheck.__version__}', '@extschema@'", f"SELECT '{folder}';"]


def test_script_loses_a_source_that_was_removed(checkout: Path, pg_config: str) -> None:
    (checkout / "sql/99_extra.sql").write_text("SELECT 'extra';\n")
    build(checkout, pg_config)
    assert "SELECT 'extra'" in script(checkout)
    (checkout / "sql/99_extra.sql").unlink()
    build(checkout, pg_config)
    assert "SELECT 'extra'" not in script(checkout)


def test_old_server_is_refused(checkout: Path, tmp_path: Path) -> None:
    old = tmp_path / "pg_config"
    old.write_text("#!/bin/sh\necho 'PostgreSQL 14.9'\n")
    old.chmod(0o755)
    refused = build(checkout, str(old))
    assert refused.returncode != 0
    assert "factcheck needs PostgreSQL 15 or later" in refused.stderr
    refused = run(checkout / "extension/install.sh", "library", PG_CONFIG=str(old))
    assert refused.returncode != 0
    assert "factcheck needs PostgreSQL 15 or later" in refused.stderr


def test_missing_server_is_explained(checkout: Path) -> None:
    refused = build(checkout, "/nowhere/pg_config")
    assert refused.returncode != 0
    assert "PG_CONFIG=/path/to/pg_config" in refused.stderr


def test_control_file_of_another_version_is_refused(checkout: Path, pg_config: str) -> None:
    module = checkout / "python/src/factcheck/__init__.py"
    module.write_text(module.read_text().replace(f'"{factcheck.__version__}"', '"99.0.0"'))
    refused = build(checkout, pg_config)
    assert refused.returncode != 0
    assert "99.0.0" in refused.stderr
    assert "factcheck.control" in refused.stderr


def test_unknown_step_is_explained(checkout: Path) -> None:
    refused = run(checkout / "extension/install.sh", "everything")
    assert refused.returncode != 0
    assert "no step 'everything'" in refused.stderr


def test_second_installation_finds_nothing_to_do(library: Path) -> None:
    run(ROOT / "extension/install.sh", "library", "extension")
    before = (library.stat().st_ino, (library / "factcheck").stat().st_ino)
    again = run(ROOT / "extension/install.sh", "library", "extension")
    assert again.returncode == 0
    assert again.stdout + again.stderr == ""
    assert (library.stat().st_ino, (library / "factcheck").stat().st_ino) == before


def test_nobody_but_the_owner_may_change_the_library(library: Path) -> None:
    owner = library.stat().st_uid
    for path in [library.parent, library, *library.rglob("*")]:
        state = path.lstat()
        assert state.st_uid == owner, path
        assert not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH), path
        assert state.st_mode & stat.S_IROTH, path


def test_library_is_compiled(library: Path) -> None:
    """The server's account cannot write byte code: what is not compiled is compiled in every connection."""
    modules = [*(library / "factcheck").rglob("*.py"), *(library / "spacy").glob("*.py")]
    assert len(modules) > 30
    for module in modules:
        code = module.parent / "__pycache__" / f"{module.stem}.{sys.implementation.cache_tag}.pyc"
        assert code.exists(), module
        assert int.from_bytes(code.read_bytes()[8:12], "little") == int(module.stat().st_mtime), module


_COUNTED = """
import re
compiled = []
real = re._compiler.compile
re._compiler.compile = lambda expression, flags=0: compiled.append(expression) or real(expression, flags)
import factcheck.server
compiled.clear()
assert factcheck.server.prepare
from factcheck.server.session import session
session.parser.parse(["The shop sold 240 lamps."])
print(len(compiled))
"""


def test_a_new_session_makes_hardly_any_pattern_anew(library: Path) -> None:
    """They are no part of the byte code: made in every session, they take a third of its start."""
    counted = run(sys.executable, "-B", "-c", _COUNTED, PYTHONPATH=str(library))
    assert int(counted.stdout) < 20


def test_library_holds_the_lexicon_and_its_licence(library: Path) -> None:
    assert (library / "factcheck_data/lexicon.tsv.xz").stat().st_size > 1_000_000
    assert "Princeton University" in (library / "factcheck_data/LICENSE.wordnet").read_text()
