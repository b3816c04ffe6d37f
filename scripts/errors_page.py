"""Writes docs/errors.md: every error that factcheck raises, with its name, SQLSTATE, message, DETAIL and HINT.

Run by ``make docs``.  The errors of the package are made by the functions of ``factcheck.errors.catalogue``, with the
names of their arguments in place of values; those of ``sql/`` are read off the RAISE statements, each of which names
its error in a comment, and off the calls of ``refusal`` in the function that loads the package.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from textwrap import dedent

import psycopg.errors

from factcheck.errors import catalogue
from factcheck.errors.catalogue.entry import CATALOGUE

for _module in pkgutil.iter_modules(catalogue.__path__, f"{catalogue.__name__}."):
    importlib.import_module(_module.name)  # its functions enter themselves

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/errors.md"
HEAD = """# Errors

Every error that factcheck raises by itself, by its name; `make docs` writes this page from the program's texts. Names
stay when texts are reworded: in Python, `FactcheckError.name` has them. What stands in braces is filled in. Errors of
the server, such as a cancel or a missing right, come as the server raises them, with a HINT where it gives none.

"""

_RAISED = re.compile(r"RAISE EXCEPTION '((?:[^']|'')*)'([^\n]*)\n?((?:'[^']*'|[^';])*);")
_NAME = re.compile(r"-- error: (\w+)$")
_PART = re.compile(r"(ERRCODE|DETAIL|HINT) = (.*?)(?=,\s*(?:DETAIL|HINT) = |$)", re.DOTALL)
_FORMAT = re.compile(r"(?:pg_catalog\.)?format\((.*)\)$", re.DOTALL)
_PLACEHOLDER = re.compile(r"%[sL]?")


@dataclass(frozen=True, slots=True, order=True)
class RaisedError:
    """An error as one statement raises it; ``name`` is empty for a statement that names none."""

    name: str
    sqlstate: str
    message: str
    detail: str
    hint: str


def package_errors() -> Iterator[RaisedError]:
    """Make each error of the catalogue, with both values of every option."""
    for name, factory in CATALOGUE.items():
        parameters = inspect.signature(factory).parameters.values()
        arguments = [_shown(parameter) for parameter in parameters if parameter.default is parameter.empty]
        switches = [parameter.name for parameter in parameters if parameter.default is False]
        for values in product((False, True), repeat=len(switches)):
            error = factory(*arguments, **dict(zip(switches, values, strict=True)))
            yield RaisedError(name, error.sqlstate, error.message, error.detail or "", error.hint or "")


def _shown(parameter: inspect.Parameter) -> str | list[str]:
    placeholder = f"{{{parameter.name}}}"
    return [placeholder] if "Sequence" in str(parameter.annotation) else placeholder


def sql_errors() -> Iterator[RaisedError]:
    """Read the errors off the RAISE statements."""
    for file in sorted((ROOT / "sql").glob("*.sql")):
        for message, rest, using in _RAISED.findall(file.read_text()):
            name = _NAME.search(rest)
            parts = dict(_PART.findall(using.replace("USING ", "")))
            yield RaisedError(
                name[1] if name else "",
                _sqlstate(_text(parts["ERRCODE"])),
                _filled(message, _arguments(_NAME.sub("", rest).removeprefix(", "))),
                _text(parts.get("DETAIL", "")),
                _text(parts.get("HINT", "")),
            )


def _text(expression: str) -> str:
    """Return the text of an SQL expression, with the arguments of ``format`` in braces."""
    expression = expression.strip()
    call = _FORMAT.match(expression)
    if call is not None:
        pattern, *arguments = _arguments(call[1])
        return _filled(pattern[1:-1], arguments)
    return expression[1:-1].replace("''", "'") if expression.startswith("'") else f"{{{expression}}}" * bool(expression)


def _filled(pattern: str, arguments: list[str]) -> str:
    values = iter(arguments)

    def value(placeholder: re.Match[str]) -> str:
        quote = "'" if placeholder[0] == "%L" else ""
        return f"{quote}{{{_subject(next(values))}}}{quote}"

    return _PLACEHOLDER.sub(value, pattern.replace("''", "'"))


def _subject(expression: str) -> str:
    """Return what an expression is about: its first variable, else its text, else its function."""
    code = re.sub(r"'[^']*'|::\w+|pg_catalog\.", "", expression).replace('"', "")
    names = re.findall(r"\b[\w.]+\b(?!\()", code) or re.findall(r"'(\w+)'", expression) or re.findall(r"\w+", code)
    return str(names[0]).rpartition(".")[2]


def _arguments(text: str) -> list[str]:
    """Split at the commas that are in no parentheses and no quotes."""
    parts, depth = [""], 0
    for piece in re.findall(r"'[^']*'|.", text, re.DOTALL):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts if part.strip()]


def _sqlstate(condition: str) -> str:
    error = getattr(psycopg.errors, "".join(map(str.capitalize, condition.split("_"))))
    return str(error.sqlstate)


def loader_errors() -> Iterator[RaisedError]:
    """Read the errors off the function that loads the package, which cannot use its catalogue."""
    source = (ROOT / "sql/10_load.sql").read_text()
    tree = ast.parse(dedent(source.partition("AS $python$\n")[2].partition("$python$")[0]))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refusal":
            name, message, detail, hint = map(_python_text, node.args)
            sqlstate = next((_python_text(keyword.value) for keyword in node.keywords), "58P01")
            yield RaisedError(name, sqlstate, message, detail, hint)


def _python_text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            values = iter(right.elts if isinstance(right, ast.Tuple) else [right])
            return re.sub("%[sd]", lambda _: f"{{{_variable(next(values))}}}", _python_text(left))
        case ast.BinOp(left=left, op=ast.Add()):
            return _python_text(left)
        case _:
            return f"{{{_variable(node)}}}"


def _variable(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2].strip("_")


def errors() -> list[RaisedError]:
    """Return all errors, by name."""
    return sorted({*package_errors(), *sql_errors(), *loader_errors()})


def page() -> str:
    """Return the text of docs/errors.md."""
    sections: dict[str, list[RaisedError]] = {}
    for error in errors():
        sections.setdefault(error.name, []).append(error)
    return HEAD + "\n".join(_section(name, forms) for name, forms in sections.items())


def _section(name: str, forms: list[RaisedError]) -> str:
    [condition] = {psycopg.errors.lookup(error.sqlstate).__name__ for error in forms}
    words = "_".join(re.findall(r"[A-Z]+[a-z]*", condition)).lower()
    return f"## {name}\n\nSQLSTATE {forms[0].sqlstate}, `{words}`\n" + "".join(map(_form, forms))


def _form(error: RaisedError) -> str:
    lines = {"ERROR": error.message, "DETAIL": error.detail, "HINT": error.hint}
    return "\n```\n" + "".join(f"{label}: {text}\n" for label, text in lines.items() if text) + "```\n"


def main() -> None:
    """Write the page."""
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
