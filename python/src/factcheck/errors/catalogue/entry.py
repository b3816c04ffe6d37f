"""What an entry of the catalogue is, and the texts that several share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec

from factcheck.errors import FactcheckError

_Arguments = ParamSpec("_Arguments")

CATALOGUE: dict[str, Callable[..., FactcheckError]] = {}
"""The functions of the catalogue by name."""

FOREIGN_CODE = (
    "Policies, views, foreign tables, computed columns, casts of a column's type, and functions in indexes, statistics"
    " and partition keys run with the rights of whoever reads the table."
)
"""DETAIL of all messages about tables whose reading runs code of other roles."""


def entry(factory: Callable[_Arguments, FactcheckError]) -> Callable[_Arguments, FactcheckError]:
    """Enter a function into the catalogue, and let the errors that it makes bear its name."""

    @wraps(factory)
    def named(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> FactcheckError:
        error = factory(*arguments, **options)
        error.name = factory.__name__
        return error

    CATALOGUE[factory.__name__] = named
    return named


def enumerated(names: Sequence[str]) -> str:
    """Return names as a list in words: ``a, b and c``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
