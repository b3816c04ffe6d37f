"""Draws docs/figures/architecture.svg: the rooms of the package and which knows which, read off the imports.

Run by ``make docs``.  ``python/rooms.toml`` says where each room stands.  An arrow leads from a room to one that
imports it; those that follow from others are left out, and every arrow has to lead to the right.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python/src/factcheck"
PICTURE = ROOT / "docs/figures/architecture.svg"

ROOMS: Mapping[str, Any] = tomllib.loads((ROOT / "python/rooms.toml").read_text())
"""The rooms in their order."""

_BOX, _PITCH, _MARGIN = (124, 52), (164, 84), 24
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
"""Where statements hold others."""
_LINE_CHARACTERS, _LONGEST_NAME = 17, 12
_BAR_ROW = 6.1
_FILLS = {"text": "#dbe9f6", "tables": "#dff0d8", "query": "#fdf0d5", "check": "#f8dcd4", "door": "#e8e4f0"}
_STYLE = """<style>
text { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; fill: #222; text-anchor: middle }
.name { font-size: 15px; font-weight: bold } .narrow { font-size: 12px } .holds { font-size: 11.5px; fill: #444 }
.left { text-anchor: start } rect { stroke: #555; stroke-width: 1.2 } .bar { fill: #f2f2f2 }
path { fill: none; stroke: #666; stroke-width: 1.6; marker-end: url(#head) }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0,0 L8,4 L0,8 z" style="fill: #666; stroke: none; marker-end: none"/></marker></defs>
"""


@cache
def imports() -> Mapping[str, frozenset[str]]:
    """Read the modules of the package, and the names that each imports."""
    names = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        module = ".".join(part for part in parts if part != "__init__")
        names[module] = frozenset(_imported(ast.parse(path.read_text()).body))
    return names


def _imported(statements: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that statements import, and those within them; expressions, which are most nodes, have none."""
    for node in statements:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        for part in _BLOCKS:
            yield from _imported(getattr(node, part, ()))


def room(module: str) -> str:
    """Find the room of a module: the one that names it, else the first part of its name."""
    return next((name for name, entry in ROOMS.items() if module in entry.get("modules", ())), module.partition(".")[0])


def within(module: str) -> list[str]:
    """List the modules of the package that a module imports."""
    names = [name.removeprefix("factcheck.") for name in imports()[module] if name.startswith("factcheck.")]
    return [name for name in names if name in imports()]


def arrows() -> list[tuple[str, str]]:
    """List the pairs of a room and one that imports it, without those that follow from others."""
    placed = {name: index for index, (name, entry) in enumerate(ROOMS.items()) if "at" in entry}
    known: dict[str, set[str]] = {name: set() for name in placed}
    for module in imports():
        for name in within(module):
            if {room(module), room(name)} <= set(placed) and room(module) != room(name):
                known[room(module)].add(room(name))
    reached: dict[str, set[str]] = {}
    for name in placed:  # in their order, so that what a room knows has been reached before it
        reached[name] = known[name].union(*(reached[other] for other in known[name]))
    return [
        (other, name)
        for name in placed
        for other in sorted(known[name], key=placed.__getitem__)
        if not any(other in reached[between] for between in known[name])
    ]


def picture() -> str:
    """Draw the rooms and arrows as the text of an SVG file."""
    at = {name: entry["at"] for name, entry in ROOMS.items() if "at" in entry}
    wrong = [f"{one} to {other}" for one, other in arrows() if at[one][0] >= at[other][0]]
    if wrong:
        raise SystemExit(f"python/rooms.toml lets arrows lead to the left: {', '.join(wrong)}")
    columns = 1 + max(column for column, _ in at.values())
    width = 2 * _MARGIN + (columns - 1) * _PITCH[0] + _BOX[0]
    height = 2 * _MARGIN + _BAR_ROW * _PITCH[1] + _BOX[1] + 30
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">\n'
    title = "<title>The rooms of the package, and which knows which</title>\n"
    ground = f'<rect width="{width:g}" height="{height:g}" style="fill: white; stroke: none"/>\n'
    lines = [_arrow(at[one], at[other]) for one, other in arrows()]
    boxes = [_box(name, entry) for name, entry in ROOMS.items() if name in at]
    return "".join([head, title, _STYLE, ground, *lines, *boxes, _bar(width), "</svg>\n"])


def _corner(place: tuple[float, float]) -> tuple[float, float]:
    column, row = place
    return _MARGIN + column * _PITCH[0], _MARGIN + row * _PITCH[1]


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Draw a line along the row of its start, that turns to its end in the last gap between columns."""
    (left, top), (right, bottom) = _corner(start), _corner(end)
    left, top, bottom = left + _BOX[0], top + _BOX[1] / 2, bottom + _BOX[1] / 2
    turn = right - (_PITCH[0] - _BOX[0])
    middle = (turn + right) / 2
    return (
        f'<path d="M{left:g},{top:g} L{turn:g},{top:g}'
        f' C{middle + 8:g},{top:g} {middle - 8:g},{bottom:g} {right:g},{bottom:g}"/>\n'
    )


def _box(name: str, entry: Mapping[str, Any]) -> str:
    x, y = _corner(entry["at"])
    middle = x + _BOX[0] / 2
    fill, narrow = _FILLS[entry["group"]], " narrow" * (len(name) > _LONGEST_NAME)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{_BOX[0]}" height="{_BOX[1]}" rx="6" style="fill: {fill}"/>\n'
        f'<text class="name{narrow}" x="{middle:g}" y="{y + 17:g}">{escape(name)}</text>\n'
        + "".join(
            f'<text class="holds" x="{middle:g}" y="{y + 31 + 14 * number:g}">{escape(line)}</text>\n'
            for number, line in enumerate(_wrapped(entry["holds"]))
        )
    )


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) > _LINE_CHARACTERS:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _bar(width: float) -> str:
    """Draw the rooms that all may know, in one bar below the others."""
    names = [(name, entry["holds"]) for name, entry in ROOMS.items() if "at" not in entry]
    x, y = _corner((0, _BAR_ROW))
    step = (width - 2 * _MARGIN) / len(names)
    texts = [
        f'<text class="name" x="{x + step * (number + 0.5):g}" y="{y + 38:g}">{escape(name)}</text>\n'
        + "".join(
            f'<text class="holds" x="{x + step * (number + 0.5):g}" y="{y + 54 + 14 * line:g}">{escape(text)}</text>\n'
            for line, text in enumerate(_wrapped(holds))
        )
        for number, (name, holds) in enumerate(names)
    ]
    return (
        f'<rect class="bar" x="{x:g}" y="{y:g}" width="{width - 2 * _MARGIN:g}" height="{_BOX[1] + 30}" rx="6"/>\n'
        f'<text class="holds left" x="{x + 10:g}" y="{y + 17:g}">what every room may know</text>\n' + "".join(texts)
    )


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture())


if __name__ == "__main__":
    main()
