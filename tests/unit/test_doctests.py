"""The examples in the package's docstrings give what they show."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "python/src/factcheck"


def names_of_modules_with_examples() -> list[str]:
    """Names of the modules that have a doctest; the others need not be imported."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text()]
    return [".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths]


def test_examples_give_what_they_show() -> None:
    names = names_of_modules_with_examples()
    assert names
    told: list[str] = []
    for name in names:
        runner = doctest.DocTestRunner(verbose=False)
        for examples in doctest.DocTestFinder().find(importlib.import_module(name)):
            runner.run(examples, out=told.append)
        assert runner.tries, f"the examples of {name} are not found"
    assert not told, "".join(told)
