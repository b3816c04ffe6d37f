"""Installing on a host without network: everything from a folder that a host with network made."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import factcheck

ROOT = Path(__file__).parents[2]
PACKAGE = "nh3"
"""The one package of the server that this test installs; all of them would take minutes."""


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    settings = [f"{name}={value}" for name, value in variables.items()]
    return subprocess.run(
        ["env", *settings, *map(str, command)], capture_output=True, text=True, check=False, timeout=1800
    )


@pytest.fixture(scope="module")
def checkout(installation) -> Path:
    """A checkout whose lock file has one package, for an installation without a library."""
    lock = installation.checkout / "python/requirements-server.lock"
    whole = (ROOT / "python/requirements-server.lock").read_text()
    [block] = re.findall(rf"^{PACKAGE}==.*?(?=^\S)", whole, re.M | re.S)
    lock.write_text("\n".join(line for line in block.splitlines() if not line.lstrip().startswith("#")) + "\n")
    shutil.copy(ROOT / "python/requirements-charts.lock", lock.parent)
    shutil.rmtree(installation.packages / "factcheck")
    built = [file for name in ("lexicon.*", "LICENSE.wordnet") for file in (ROOT / "build").glob(name)]
    (installation.checkout / "build").mkdir()
    for file in built:  # spares the seconds of building the lexicon, where it is as it should be
        shutil.copy(file, installation.checkout / "build")
    return installation.checkout


@pytest.fixture(scope="module")
def wheels(installation, checkout, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("host with network") / "all that is needed"
    gathered = run(checkout / "extension/install.sh", "wheels", folder, PG_CONFIG=installation.programs / "pg_config")
    assert gathered.returncode == 0, gathered.stderr
    return folder


def test_the_folder_holds_packages_and_lexicon(wheels):
    assert any(wheel.name.startswith(f"{PACKAGE}-") for wheel in wheels.glob("*.whl"))
    assert list(wheels.glob("vl_convert_python-*.whl"))
    assert (wheels / "lexicon.tsv.xz").stat().st_size > 1_000_000
    assert "Princeton University" in (wheels / "LICENSE.wordnet").read_text()


def test_library_and_extension_are_installed_without_network_and_without_wordnet(installation, checkout, wheels):
    shutil.rmtree(checkout / "build")
    variables = {
        "PG_CONFIG": installation.programs / "pg_config",
        "WHEELS": wheels,
        "WORDNET": "/nowhere",
        "PIP_NO_CACHE_DIR": "1",
        "PIP_INDEX_URL": "http://127.0.0.1:9/",
    }
    # in a network of its own that has no interface, where that is allowed; elsewhere no index answers
    apart = ("unshare", "--net") if run("unshare", "--net", "true").returncode == 0 else ()
    done = run(
        *apart,
        "env",
        *(f"{key}={value}" for key, value in variables.items()),
        checkout / "extension/install.sh",
        "library",
        "extension",
        "charts",
    )
    assert done.returncode == 0, done.stderr
    library = installation.packages / "factcheck" / factcheck.__version__
    assert (library / PACKAGE / "__init__.py").exists()
    assert (library / "vl_convert/__init__.py").exists()
    assert (library / "factcheck_data/lexicon.tsv.xz").stat().st_size > 1_000_000
    assert (installation.shared / f"extension/factcheck--{factcheck.__version__}.sql").exists()


def test_charts_stay_where_other_packages_are_installed_anew(installation, checkout, wheels):
    library = installation.packages / "factcheck" / factcheck.__version__
    stamp = library / "factcheck_data/installed"
    stamp.write_text(stamp.read_text().replace("packages ", "packages of an older lock file "))
    (library / PACKAGE / "__init__.py").unlink()
    programs = {"PG_CONFIG": installation.programs / "pg_config", "WHEELS": wheels}
    done = run(checkout / "extension/install.sh", "library", **programs)
    assert done.returncode == 0, done.stderr
    assert (library / PACKAGE / "__init__.py").exists()
    assert (library / "vl_convert/__init__.py").exists()


def test_a_wheel_that_is_not_the_locked_one_is_refused(installation, checkout, wheels, tmp_path):
    """The folder may have come by any way: what it holds is checked like a download."""
    folder = tmp_path / "wheels"
    shutil.copytree(wheels, folder)
    [wheel] = folder.glob(f"{PACKAGE}-*.whl")
    wheel.write_bytes(wheel.read_bytes() + b"\0")
    shutil.rmtree(installation.packages / "factcheck", ignore_errors=True)
    done = run(
        checkout / "extension/install.sh", "library", PG_CONFIG=installation.programs / "pg_config", WHEELS=folder
    )
    assert done.returncode == 1
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in (checkout / "build/install.log").read_text()
    assert not (installation.packages / "factcheck" / factcheck.__version__).exists()


@pytest.mark.parametrize(
    ("arguments", "variables", "message"),
    [
        (("wheels",), {}, "wheels needs the name of a folder"),
        (("library",), {"WHEELS": "/nowhere"}, "/nowhere: No such file or directory"),
    ],
)
def test_what_is_missing_is_said(installation, checkout, arguments, variables, message):
    done = run(
        checkout / "extension/install.sh", *arguments, PG_CONFIG=installation.programs / "pg_config", **variables
    )
    assert done.returncode == 1
    assert message in done.stderr


def test_an_empty_folder_is_refused_before_anything_is_done(installation, checkout, tmp_path):
    done = run(
        checkout / "extension/install.sh", "library", PG_CONFIG=installation.programs / "pg_config", WHEELS=tmp_path
    )
    assert done.returncode == 1
    assert "no lexicon in" in done.stderr
    assert "hint: make the folder anew: extension/install.sh wheels" in done.stderr
