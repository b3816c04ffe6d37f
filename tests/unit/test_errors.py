"""The catalogue of errors: each is raised, each error comes from it, and its page is current."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import errors_page

from factcheck.errors.catalogue.entry import CATALOGUE
from factcheck.errors.catalogue.tables import table_not_added

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "python/src/factcheck"
PASSED_ON = {"adapters/plpy_port.py", "server/entry.py"}
"""Modules that make errors of the server ours."""


@cache
def called() -> frozenset[tuple[str, str]]:
    """(module, name) of each call that makes an error, in the package and in the demonstration.

    Only what names an error is parsed: the whole of the package takes two seconds.
    """
    names = {*CATALOGUE, "FactcheckError"}
    sources = {
        path.relative_to(folder).as_posix(): path.read_text()
        for folder in (PACKAGE, ROOT / "demo")
        for path in folder.rglob("*.py")
    }
    return frozenset(
        (module, node.func.id)
        for module, source in sources.items()
        if not names.isdisjoint(re.findall(r"\w+", source)) and not module.startswith("errors/catalogue/")
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    )


def test_every_entry_is_raised() -> None:
    assert sorted(set(CATALOGUE) - {name for _, name in called()}) == []


def test_every_error_of_the_package_comes_from_the_catalogue() -> None:
    makers = {module for module, name in called() if name == "FactcheckError"}
    assert makers == PASSED_ON


def test_an_error_bears_the_name_of_its_entry() -> None:
    error = table_not_added("sales", "'sales'")
    assert (error.name, error.sqlstate, str(error)) == ("table_not_added", "42704", "table sales was not added")
    assert error.hint == "Add it: SELECT factcheck.add_table('sales')."


def test_every_error_of_the_sql_files_has_a_name() -> None:
    statements = sum(len(re.findall("RAISE EXCEPTION '", path.read_text())) for path in (ROOT / "sql").glob("*.sql"))
    raised = list(errors_page.sql_errors())
    assert len(raised) == statements > 20
    assert [error.message for error in raised if not error.name] == []


def test_errors_of_one_name_have_one_sqlstate() -> None:
    states: dict[str, set[str]] = {}
    for error in errors_page.errors():
        states.setdefault(error.name, set()).add(error.sqlstate)
    assert {name: found for name, found in states.items() if len(found) > 1} == {}


def test_the_page_is_current() -> None:
    assert errors_page.page() == (ROOT / "docs/errors.md").read_text(), "run `make docs` and look at what changed"
