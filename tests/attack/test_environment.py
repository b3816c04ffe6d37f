"""Attack: other code in the place of the extension's packages.

The server's environment, its working directory and the home of its account have modules named numpy, spacy and
factcheck; the folder of the packages itself belongs to somebody else, may be written to by others, or is missing.

Protection: ``factcheck._load`` puts one folder, fixed when the extension is built, in front of everything but the
standard library, and only if it belongs to root and nobody else may write to it; neither ``.pth`` files nor
sitecustomize in it are run.  The controls: without ``_load`` the planted numpy is imported, and a planted folder that
is root's own is loaded.  Who may set the server's PYTHONPATH can replace the standard library, too, and is trusted.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg
import pytest

import factcheck

PLANTED = "import os\nopen({loot!r}, 'a').write(__name__ + '\\n')\n"


def output(*command):
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, timeout=1800
    ).stdout.strip()


@pytest.fixture(scope="module")
def account():
    """Who runs a server for the tests: the caller, or postgres for root."""
    if os.geteuid():
        return pwd.getpwuid(os.geteuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@pytest.fixture(scope="module")
def place(account):
    """A folder that the server's account can reach and write to."""
    folder = Path(tempfile.mkdtemp(prefix="factcheck-", dir="/var/tmp"))
    folder.chmod(0o755)
    if not os.geteuid():
        shutil.chown(folder, account)
    yield folder
    shutil.rmtree(folder)


def plant_modules(folder, loot, names=("numpy", "spacy", "factcheck", "nh3", "yaml", "only_planted")):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"{name}.py").write_text(PLANTED.format(loot=str(loot)))
    return folder


@pytest.fixture(scope="module")
def hostile_server(pg_config, account, place):
    """A server whose environment and folders are full of planted modules; its DSN and what they leave when they run."""
    if not (Path(output(pg_config, "--sharedir")) / "extension/factcheck.control").exists():
        pytest.skip("the extension is not installed: run `make install`")
    binaries = Path(output(pg_config, "--bindir"))
    loot, data = place / "loot", place / "data"
    prefix = [] if os.geteuid() else ["runuser", "-u", account, "--"]
    python = "python3." + output("python3", "-c", "import sys; print(sys.version_info[1])")
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(plant_modules(place / "path", loot)),
        "HOME": str(place / "home"),
        "PYTHONUSERBASE": str(place / "home/.local"),
        "PYTHONSTARTUP": str(plant_modules(place / "startup", loot, ["startup"]) / "startup.py"),
        "OMP_NUM_THREADS": "8",
        "OPENBLAS_NUM_THREADS": "8",
        "LC_ALL": "C.UTF-8",
    }
    plant_modules(place / "home/.local/lib" / python / "site-packages", loot)

    def run(program, *arguments):
        done = subprocess.run(
            [*prefix, binaries / program, *arguments],
            env=environment,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
            timeout=1800,
        )
        assert done.returncode == 0, done.stderr

    run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
    plant_modules(data, loot)  # where the server works
    options = f"-c listen_addresses='' -c unix_socket_directories={place} -c fsync=off -c shared_buffers=32MB"
    run("pg_ctl", "start", "-s", "-w", "-D", data, "-l", place / "log", "-o", options)
    yield f"postgresql:///postgres?host={place}&user=postgres", loot
    run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", data)


def taken(loot):
    names = loot.read_text().split() if loot.exists() else []
    loot.unlink(missing_ok=True)
    return sorted(set(names))


def test_no_planted_module_is_imported(hostile_server):
    dsn, loot = hostile_server
    with psycopg.connect(dsn, autocommit=True) as root:
        root.execute("CREATE EXTENSION factcheck SCHEMA public CASCADE")
        root.execute("INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1)")
        root.execute("CREATE TABLE public.orders AS SELECT g AS n, 'Leeds' AS city FROM generate_series(1, 40) AS g")
        root.execute("SELECT factcheck.add_table('public.orders')")
        root.execute("SELECT factcheck.load_dictionary('models: []', 'dbt', 'public.orders')")
        rows = root.execute("SELECT verdict, found_value FROM public.fact_check('There were 40 orders.')").fetchall()
        page = root.execute("SELECT factcheck.check_html('There were 40 orders.')").fetchone()
        threads = Path(f"/proc/{root.info.backend_pid}/status").read_text().partition("Threads:")[2].split()[0]
    assert rows == [("supported", 40)]
    assert page
    assert taken(loot) == []
    assert threads == "1"


def test_without_the_fixed_folder_in_front_they_are(hostile_server):
    dsn, loot = hostile_server
    with psycopg.connect(dsn, autocommit=True) as root:
        root.execute("CREATE EXTENSION IF NOT EXISTS plpython3u")
        root.execute("DO LANGUAGE plpython3u 'import only_planted, numpy'")
    assert taken(loot) == ["numpy", "only_planted"]


@pytest.fixture
def load(root):
    """A copy of factcheck._load that looks into another folder; each call is a session of its own."""

    def call(folder, connect):
        source = root.value("SELECT pg_get_functiondef('factcheck._load()'::regprocedure)")
        built = next(line for line in source.splitlines() if "folder, version =" in line).split('"')[1]
        root.execute(source.replace("factcheck._load()", "public.load_from()").replace(f'"{built}"', f'"{folder}"'))
        session = connect()
        refusal = session.value("SELECT public.load_from()")
        root.execute("DROP FUNCTION public.load_from()")
        return refusal

    return call


@pytest.fixture
def folder(place):
    """A folder as the packages' own: factcheck, a .pth file and a sitecustomize, all of which leave a sign."""
    made = plant_modules(place / "packages", place / "loot", ["sitecustomize", "usercustomize", "pth_module"])
    (made / "planted.pth").write_text("import pth_module\n")
    plant_modules(made / "factcheck", place / "loot", ["__init__", "server"])
    with (made / "factcheck/__init__.py").open("a") as module:
        module.write("__version__ = '99'\n")
    for path in [made, *made.rglob("*")]:
        if not os.geteuid():
            os.chown(path, 0, 0)
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize("fault", ["another owner", "its group", "everybody", "a link", "missing"])
def test_a_folder_that_others_may_change_is_refused(load, folder, place, connect, fault):
    looked_in = folder
    if fault == "another owner":
        if not os.geteuid():
            os.chown(folder, 65534, 65534)
    elif fault == "its group":
        folder.chmod(0o775)
    elif fault in {"everybody", "a link"}:
        folder.chmod(0o777)
        if fault == "a link":
            looked_in = place / "link"
            looked_in.symlink_to(folder)
    else:
        looked_in = place / "nowhere"
    refusal = load(looked_in, connect)
    (place / "link").unlink(missing_ok=True)
    assert refusal["message"] in {
        "the Python part of factcheck is not safe to load",
        f"the Python part of factcheck {factcheck.__version__} is not installed on this server",
    }
    assert str(looked_in) in refusal["detail"]
    assert refusal["hint"]
    assert taken(place / "loot") == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a folder of root")
def test_a_folder_of_root_is_loaded_but_not_what_stands_beside_the_package(load, folder, place, connect):
    (place / "loot").touch()
    (place / "loot").chmod(0o666)
    refusal = load(folder, connect)
    assert refusal["message"] == "the Python part of factcheck is of another version"
    assert taken(place / "loot") == ["factcheck", "factcheck.server"]
