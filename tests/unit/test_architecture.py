"""Data flows one way, from room to room, and drivers are named in one place: read off the imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "python" / "src" / "factcheck"

# From left to right: a module may import from rooms before its own, and from its own where no circle comes of it.
ROOMS = """
errors exact_json visible sqltext port settings runtime cache_rows
words documents nlp numbers claims catalogue_schema dictionaries catalogue joins weights queries text_index retrieval
candidates evaluation inference check explain markup lexicon
adapters server quality commands
""".split()
DRIVERS = {
    "plpy": {"adapters.plpy_port"},
    "psycopg": {"adapters.psycopg_port", "adapters.client_session", "commands", "quality"},
    "spacy": {"nlp.spacy_parser", "quality.yardstick"},
    "matplotlib": {"quality.experiments.plots"},
}


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """The modules of the package, and the names that each imports."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__")
        found[module] = frozenset(_imported(ast.parse(path.read_text())))
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(module: str) -> str:
    """The room of a module; what the catalogue knows of tables is a room of its own, that dictionaries build on."""
    if module in {"catalogue.schema", "catalogue.staleness", "catalogue.owner_code"}:
        return "catalogue_schema"
    return module.partition(".")[0]


def within(module: str) -> list[str]:
    """The modules of the package that a module imports."""
    names = [name.removeprefix("factcheck.") for name in imports()[module] if name.startswith("factcheck.")]
    return [name for name in names if name in imports()]


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
