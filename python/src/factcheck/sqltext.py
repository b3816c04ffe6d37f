"""The only place that quotes SQL: identifiers, literals and the lists made of them."""

from __future__ import annotations

from collections.abc import Iterable

_MAX_IDENTIFIER_BYTES = 63


def identifier(name: str) -> str:
    """Quote a name as an SQL identifier, always with double quotes.

    Raises ``ValueError`` for an empty name, a NUL byte, or a name PostgreSQL would cut off.
    """
    if not name or "\0" in name:
        raise ValueError("an identifier is neither empty nor holds a NUL byte")
    if len(name.encode()) > _MAX_IDENTIFIER_BYTES:
        raise ValueError("an identifier has at most 63 bytes")
    return '"' + name.replace('"', '""') + '"'


def qualified(*names: str) -> str:
    """Quote and join the parts of a qualified name, such as schema and table."""
    return ".".join(identifier(name) for name in names)


def literal(value: str | int | float | bool | None) -> str:
    """Write a value as an SQL literal that reads the same under every ``standard_conforming_strings``.

    Raises ``ValueError`` for a NUL byte, which no PostgreSQL text can hold.
    """
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return f"'{value!r}'::double precision"
    if "\0" in value:
        raise ValueError("a text literal cannot hold a NUL byte")
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
