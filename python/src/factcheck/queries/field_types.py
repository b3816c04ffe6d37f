"""Values from outside held to the types of the fields that they are meant for, before a record is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def require_types(kind: type[Any], values: Sequence[object]) -> None:
    """Raise ``LookupError`` unless the values are those of a dataclass's fields, in order; defaults may be left out."""
    types = _types(kind)
    if len(values) > len(types) or not all(map(_is_of, values, types)):
        raise LookupError(f"not the fields of {kind.__name__}: {values}")


_known: dict[type[Any], tuple[Any, ...]] = {}


def _types(kind: type[Any]) -> tuple[Any, ...]:
    """Return the types of the fields of a dataclass, in order."""
    if kind not in _known:
        hints = get_type_hints(kind)
        _known[kind] = tuple(hints[field.name] for field in fields(kind) if field.init)
    return _known[kind]


def _is_of(value: object, wanted: Any) -> bool:
    origin = get_origin(wanted)
    if origin in {Union, UnionType}:
        return any(_is_of(value, each) for each in get_args(wanted))
    if origin is Literal:
        return isinstance(value, str) and value in get_args(wanted)
    if origin is tuple:
        item, *_ = get_args(wanted)
        return isinstance(value, tuple) and all(_is_of(each, item) for each in value)
    if wanted in {bool, int, str, NoneType}:
        return type(value) is wanted
    return isinstance(value, wanted)
