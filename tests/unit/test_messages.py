"""The style of what users read: primary messages in lower case without a full stop, DETAIL and HINT as sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RAISED = re.compile(r"RAISE (?:EXCEPTION|WARNING|NOTICE) '(?P<text>(?:[^']|'')*)'(?P<rest>[^;]*(?:'[^']*'[^;']*)*);")
PART = re.compile(r"(?P<part>DETAIL|HINT) = (?:format\()?'(?P<text>(?:[^']|'')*)'")


def texts(node: ast.expr | None) -> list[str]:
    """The texts an expression can give, each value put in as a figure; none of a variable."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(v.value) if isinstance(v, ast.Constant) else "0" for v in node.values)]
    return []


def python_messages() -> Iterator[tuple[str, str, str]]:
    """(place, part, text) of each error, notice and warning of the package."""
    for path in sorted((ROOT / "python/src/factcheck").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in {"FactcheckError", "notice", "warning"} or not node.args:
                continue
            place = f"{path.name}:{node.lineno}"
            yield from ((place, "message", text) for text in texts(node.args[0]))
            for keyword in node.keywords:
                if keyword.arg in {"detail", "hint"}:
                    yield from ((place, keyword.arg, text) for text in texts(keyword.value))


def sql_messages() -> Iterator[tuple[str, str, str]]:
    for path in sorted((ROOT / "sql").glob("*.sql")):
        for raised in RAISED.finditer(path.read_text()):
            yield path.name, "message", raised["text"]
            for part in PART.finditer(raised["rest"]):
                yield path.name, part["part"].lower(), part["text"]


MESSAGES = [*python_messages(), *sql_messages()]


def test_messages_are_found() -> None:
    assert {part for _, part, _ in MESSAGES} == {"message", "detail", "hint"}
    assert len(MESSAGES) > 60


@pytest.mark.parametrize(("place", "part", "text"), MESSAGES)
def test_style(place: str, part: str, text: str) -> None:
    assert text.isascii(), "a client of any encoding can show it"
    if part == "message":
        assert not text[0].isupper()
        assert text[-1] not in ".!"
    else:
        assert text[0].isupper() or not text[0].isalpha()
        assert text[-1] in ".;"
    assert not re.search(r"\b[A-Za-z]+(?:Error|Exception)\b", text), "no class name of Python"
