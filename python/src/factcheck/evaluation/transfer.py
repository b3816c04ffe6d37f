"""How numbers come from the server: as bytes in network order, one after another, exact ones without rounding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

import numpy as np

from factcheck.catalogue.schema import Column
from factcheck.evaluation.amounts import MOST_DECIMALS, Amounts, decimals, doubles, whole_numbers
from factcheck.evaluation.cells import Codes, Floats

Row = Mapping[str, Any]

_LONG = 400
"""Bytes of a decimal that has hundreds of digits."""


class _Sent(Enum):
    """How numbers are sent: 64-bit integers, PostgreSQL's own form of decimals, doubles."""

    WHOLE = "whole"
    DECIMAL = "decimal"
    DOUBLE = "double"


def _of_values(column: Column) -> _Sent:
    return _Sent.WHOLE if column.is_integer else _Sent.DECIMAL if column.is_exact else _Sent.DOUBLE


def _of_sums(column: Column) -> _Sent:
    """Return how sums are sent: those of bigints are numerics in PostgreSQL, too."""
    return _Sent.DECIMAL if column.type_name == "bigint" else _of_values(column)


def values_sent(name: str, value: str, column: Column) -> dict[str, str]:
    """Return the outputs, by name, that hold values of a column."""
    return _outputs(name, value, _of_values(column))


def sums_sent(name: str, value: str, column: Column) -> dict[str, str]:
    """Return the outputs, by name, that hold sums of a column."""
    return _outputs(name, value, _of_sums(column))


def received_values(row: Row, names: Sequence[str], column: Column) -> Amounts:
    """Read values of a column from the outputs of ``values_sent``, those of several names one after another."""
    return _received(row, names, _of_values(column))


def received_sums(row: Row, name: str, column: Column) -> Amounts:
    """Read sums of a column from the outputs of ``sums_sent``."""
    return _received(row, [name], _of_sums(column))


def doubles_sent(value: str) -> str:
    """Return the output that holds doubles."""
    return f"string_agg(float8send({value}), ''::bytea)"


def integers_sent(value: str) -> str:
    """Return the output that holds integers of 64 bits."""
    return f"string_agg(int8send({value}), ''::bytea)"


def received_integers(sent: bytes | None) -> Codes:
    """Read integers."""
    return np.frombuffer(sent or b"", dtype=">i8").astype(np.int64)


def received_doubles(sent: bytes | None) -> Floats:
    """Read doubles."""
    return np.frombuffer(sent or b"", dtype=">f8").astype(np.float64)


def _outputs(name: str, value: str, sent: _Sent) -> dict[str, str]:
    """Return the outputs that hold numbers; decimals are cut off where a number has hundreds of them."""
    if sent is _Sent.WHOLE:
        return {name: integers_sent(f"({value})::bigint")}
    if sent is _Sent.DOUBLE:
        return {name: doubles_sent(f"({value})::float8")}
    held = f"CASE WHEN pg_column_size({value}) > {_LONG} THEN round({value}, {MOST_DECIMALS}) ELSE {value} END"
    return {
        name: f"string_agg(numeric_send({held}), ''::bytea)",
        f"{name}_sizes": integers_sent(f"octet_length(numeric_send({held}))"),
    }


def _received(row: Row, names: Sequence[str], sent: _Sent) -> Amounts:
    received = b"".join(row[name] or b"" for name in names)
    if sent is _Sent.WHOLE:
        return whole_numbers(received_integers(received))
    if sent is _Sent.DOUBLE:
        return doubles(received_doubles(received))
    return decimals(received, np.concatenate([received_integers(row[f"{name}_sizes"]) for name in names]))
