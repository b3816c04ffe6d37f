"""What the headings of a data dictionary tell: which column names tables, which columns, which describes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.words.identifiers import split_identifier

_TABLES = frozenset("table entity file sheet resource dataset model relation view".split())
_COLUMNS = ("column", "field", "variable", "attribute", "header", "heading", "element", "parameter", "feature", "item")
_LABELS = frozenset("label labels title".split())
_SPOKEN_NAMES = frozenset("long full display business friendly logical human readable".split())
_TEXTS = frozenset("description descriptions definition meaning explanation documentation details".split())
_REMARKS = frozenset("comment comments note notes remark remarks question".split())
_OTHER = frozenset(
    (
        "type types format length size precision scale unit units example examples value values code codes range id key"
        " keys null nullable required mandatory default source position order number no count index constraint url link"
        " version date owner schema width decimals missing"
    ).split()
)
_TOGETHER = re.compile(
    r"(column|col|field|variable|var|attribute|attr|table|tab|tbl|file|data)(set|name|label|desc|type)"
)
_SPELT_OUT = {
    "col": "column",
    "columns": "column",
    "fields": "field",
    "var": "variable",
    "variables": "variable",
    "attr": "attribute",
    "tab": "table",
    "tbl": "table",
    "filename": "file",
    "desc": "description",
    "descr": "description",
    "def": "definition",
}


@dataclass(frozen=True, slots=True)
class Headings:
    """Places of what a row of headings names, from 0; ``descriptions`` from the shortest kind to the longest.

    ``table`` or ``column`` is None where there is no such column.
    """

    width: int
    table: int | None
    column: int | None
    descriptions: tuple[int, ...]


def read_headings(row: Sequence[str]) -> Headings | None:
    """Read a row as headings; None where it does not name tables or columns, or does not describe them."""
    headings = [heading.strip() for heading in row]
    while headings and not headings[-1]:
        headings.pop()
    kinds = [_kind(heading) for heading in headings]

    def indices(*wanted: str) -> list[int]:
        return [index for kind in wanted for index, kind_of_heading in enumerate(kinds) if kind_of_heading == kind]

    tables, columns = indices("table"), indices(*_COLUMNS, "name")
    descriptions = indices("label", "text", "remark") or ([] if columns else indices("text of table"))
    if not descriptions or not (tables or columns):
        return None
    return Headings(len(headings), tables[0] if tables else None, columns[0] if columns else None, tuple(descriptions))


def _kind(heading: str) -> str:
    """Return what a column under the heading holds.

    Words that describe decide before words for what is described, so that a "column description" describes; a word
    such as "type" makes it neither.
    """
    words = set(_words(heading))
    describes = _described_by(words)
    if describes:
        return "text of table" if words & _TABLES and not words & set(_COLUMNS) else describes
    if words & _OTHER:
        return "other"
    column = next((word for word in _COLUMNS if word in words), None)
    if column:
        return column
    if words & _TABLES:
        return "table"
    return "name" if "name" in words or "names" in words else "other"


def _described_by(words: set[str]) -> str | None:
    if words & _TEXTS:
        return "text"
    if words & _OTHER:
        return None
    if words & _LABELS or (words & _SPOKEN_NAMES and "name" in words):
        return "label"
    return "remark" if words & _REMARKS else None


def _words(heading: str) -> list[str]:
    words: list[str] = []
    for word in split_identifier(heading):
        together = _TOGETHER.fullmatch(word)
        words += [word] if together is None else list(together.groups())
    return [_SPELT_OUT.get(word, word) for word in words]
