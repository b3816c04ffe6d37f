"""The list of attacks names tests that exist, and no attack's test is missing from it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "attacks.md").read_text()


def functions_of(path: Path) -> set[str]:
    """Names of the test functions of a file."""
    tree = ast.parse(path.read_text())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def named() -> set[tuple[str, str]]:
    """Pairs of file and test that the page names; "::test" belongs to the file named last."""
    pairs, file = set(), ""
    for path, test in re.findall(r"`(tests/[a-z_/]+\.py)?(?:::(test_\w+))?`", PAGE):
        file = path or file
        if test:
            pairs.add((file, test))
    return pairs


def test_every_named_test_exists() -> None:
    assert len(named()) > 60
    assert [f"{file}::{test}" for file, test in sorted(named()) if test not in functions_of(ROOT / file)] == []


def test_every_attack_is_listed() -> None:
    files = sorted((ROOT / "tests/attack").glob("test_*.py"))
    tests = {(path.relative_to(ROOT).as_posix(), test) for path in files for test in functions_of(path)}
    assert sorted(tests - named()) == []
