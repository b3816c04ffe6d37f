"""The only place that quotes SQL: identifiers, literals and the lists made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from factcheck.errors.catalogue.documents import character_not_storable

_MAX_IDENTIFIER_BYTES = 63
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def unstorable(text: str) -> str | None:
    """Name the first character that no PostgreSQL text can hold, as U+0000: a NUL, or half of a surrogate pair."""
    unstorable_character = _UNSTORABLE.search(text)
    return f"U+{ord(unstorable_character[0]):04X}" if unstorable_character else None


def require_storable(text: str) -> None:
    """Raise ``FactcheckError`` for a text that holds what no PostgreSQL text can."""
    character = unstorable(text)
    if character is not None:
        raise character_not_storable(character)


def identifier(name: str) -> str:
    """Quote a name as an SQL identifier, always with double quotes.

    Raises ``ValueError`` for an empty name or one PostgreSQL would cut off, ``FactcheckError`` for a character that
    no name can hold.
    """
    if not name:
        raise ValueError("an identifier is not empty")
    require_storable(name)
    if len(name.encode()) > _MAX_IDENTIFIER_BYTES:
        raise ValueError("an identifier has at most 63 bytes")
    return '"' + name.replace('"', '""') + '"'


def qualified(*names: str) -> str:
    """Quote and join the parts of a qualified name, such as schema and table."""
    return ".".join(identifier(name) for name in names)


def literal(value: str | int | float | bool | None) -> str:
    """Write a value as an SQL literal that reads the same under every ``standard_conforming_strings``.

    Raises ``FactcheckError`` for a character that no PostgreSQL text can hold.
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"'{value!r}'::double precision"
    require_storable(value)
    quoted = value.replace("'", "''")
    if "\\" in quoted:
        return "E'" + quoted.replace("\\", "\\\\") + "'"
    return f"'{quoted}'"


def binary(value: bytes) -> str:
    """Write bytes as a ``bytea`` expression."""
    return f"decode('{value.hex()}', 'hex')"


def literals(values: Iterable[str | int | float | bool | None]) -> str:
    """Write values as a comma-separated list of literals."""
    return ", ".join(literal(value) for value in values)


def text_array(values: Iterable[str]) -> str:
    """Write strings as a ``text[]`` expression; no strings give an empty array."""
    return f"ARRAY[{literals(values)}]::text[]"


def integer_array(values: Iterable[int]) -> str:
    """Write integers as an ``integer[]`` expression."""
    return f"ARRAY[{literals(values)}]::integer[]"
