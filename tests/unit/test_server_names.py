"""The functions that PL/Python calls by name are functions, in whatever order their modules are loaded."""

from __future__ import annotations

from importlib import import_module

import pytest

from factcheck import server


@pytest.mark.parametrize("function", [function for functions in server.ENTRIES.values() for function in functions])
def test_a_name_is_that_of_a_function_once_all_modules_are_loaded(function: str) -> None:
    """A module that is loaded becomes an attribute of the package: none may have the name of a function."""
    for module in server.ENTRIES:
        import_module(f"factcheck.server.{module}")
    assert callable(getattr(server, function))
