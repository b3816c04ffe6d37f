"""Data flows one way, from room to room, and drivers are named in one place: read off the imports."""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from draw_architecture import PICTURE, ROOMS, imports, picture, room, within

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python" / "src" / "factcheck"

# The rooms stand in python/rooms.toml, from left to right.
DRIVERS = {
    "plpy": {"adapters.plpy_port"},
    "psycopg": {"adapters.psycopg_port", "adapters.client_session", "client", "commands", "quality", "review"},
    "spacy": {"nlp.language_model", "nlp.spacy_parser", "quality.yardstick"},
    "flask": {"review"},
    "waitress": {"commands.serve"},
    "mammoth": {"review.uploads"},
    "vl_convert": {"charts.rendering"},
    "matplotlib": {"quality.experiments.plots"},
    "alembic": {"migrations"},
    "sqlalchemy": {"migrations.operation"},
}


def test_every_module_has_a_room() -> None:
    assert sorted({room(module) for module in imports() if module} - set(ROOMS)) == []


def test_no_room_imports_from_its_right() -> None:
    order = {name: index for index, name in enumerate(ROOMS)}
    offenders = [
        f"{module} imports {name}"
        for module in imports()
        for name in within(module)
        if module and name and order[room(name)] > order[room(module)]
    ]
    assert offenders == []


def test_no_room_has_a_circle() -> None:
    try:
        TopologicalSorter({module: set(within(module)) - {module} for module in imports()}).prepare()
    except CycleError as error:
        raise AssertionError(f"modules import each other: {' <- '.join(error.args[1])}") from error


def test_packages_import_nothing_at_their_front_door() -> None:
    doors = [path.parent for path in PACKAGE.rglob("__init__.py")]
    modules = {".".join(door.relative_to(PACKAGE).parts) for door in doors} - {"", "server", "lexicon", "commands"}
    assert sorted(module for module in modules if within(module)) == []


def test_a_driver_is_named_in_its_room_only() -> None:
    offenders = [
        f"{module} imports {driver}"
        for driver, allowed in DRIVERS.items()
        for module, names in imports().items()
        if any(name.partition(".")[0] == driver for name in names) and not {module, room(module)} & allowed
    ]
    assert offenders == []


def test_plpy_is_handed_over_to_one_module() -> None:
    named = {
        path.name
        for path in PACKAGE.rglob("*.py")
        if "plpy" in path.read_text()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Name | ast.arg | ast.Attribute)
        and "plpy" in {getattr(node, "id", ""), getattr(node, "arg", ""), getattr(node, "attr", "")}
    }
    assert named <= {"plpy_port.py"}


def test_inference_and_evaluation_know_nothing_of_each_other() -> None:
    pairs = {("inference", "evaluation"), ("evaluation", "inference")}
    offenders = [
        (module, name) for module in imports() for name in within(module) if (room(module), room(name)) in pairs
    ]
    assert offenders == []


def test_the_picture_is_current() -> None:
    assert picture() == PICTURE.read_text(), "run `make docs` and look at the picture"


def test_the_page_names_every_room() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    assert [name for name in ROOMS if f"`{name}" not in page and name != "catalogue_schema"] == []


def test_the_page_names_every_table() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    sources = (path.read_text() for path in (ROOT / "sql").glob("*.sql"))
    tables = {name for source in sources for name in re.findall(r"CREATE (?:UNLOGGED )?TABLE factcheck\.(\w+)", source)}
    assert len(tables) > 10
    assert sorted(name for name in tables if f"`{name}`" not in page) == []


def test_the_glossary_is_in_order_and_names_rooms() -> None:
    rows = re.findall(
        r"^\| ([^|]+?)(?: \*)? \|.*\| ([^|]+) \|$", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE
    )[1:]
    terms = [term for term, _ in rows]
    assert len(terms) > 20
    assert terms == sorted(terms)
    assert {name for _, rooms in rows for name in re.findall(r"`(\w+)/`", rooms)} <= set(ROOMS)
