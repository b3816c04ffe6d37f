"""The style of what users read: primary messages in lower case without a full stop, DETAIL and HINT as sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
RAISED = re.compile(r"RAISE (?:EXCEPTION|WARNING|NOTICE) '(?P<text>(?:[^']|'')*)'(?P<rest>[^;]*(?:'[^']*'[^;']*)*);")
SAYS = {"FactcheckError", "notice", "warning"}
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
        source = path.read_text()
        if not any(f"{name}(" in source for name in SAYS):
            continue  # parsing all of the package would take seconds
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name not in SAYS or not node.args:
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


@cache
def messages() -> list[tuple[str, str, str]]:
    """All of both, read when a test asks for them: who only collects tests need not wait."""
    return [*python_messages(), *sql_messages()]


def test_messages_are_found() -> None:
    assert {part for _, part, _ in messages()} == {"message", "detail", "hint"}
    assert len(messages()) > 60


def faults(part: str, text: str) -> Iterator[str]:
    """What is wrong with the style of a text."""
    if not text.isascii():
        yield "a client of some encodings cannot show it"
    if part == "message":
        if text[0].isupper():
            yield "it begins in upper case"
        if text[-1] in ".!":
            yield "it ends like a sentence"
    else:
        if text[0].isalpha() and not text[0].isupper():
            yield "it begins in lower case"
        if text[-1] not in ".;":
            yield "it does not end like a sentence"
    if re.search(r"\b[A-Za-z]+(?:Error|Exception)\b", text):
        yield "it has the name of a class of Python"


def test_messages_have_the_servers_style() -> None:
    assert [(*message, fault) for message in messages() for fault in faults(*message[1:])] == []


def test_a_fault_of_style_is_found() -> None:
    """The control: the style of these is wrong, in every way there is."""
    wrong = [("message", "Number of rows."), ("detail", "number of rows"), ("hint", "Ask a FactcheckError \u2013.")]
    assert len([fault for part, text in wrong for fault in faults(part, text)]) == 6
