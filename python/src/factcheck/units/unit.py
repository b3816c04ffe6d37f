"""Units of measurement, and how a number in one is told in another: exactly, by fractions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

_FILE = Path(__file__).with_name("units.toml")
_DIGITS = Context(prec=100)
"""More digits than any result has: what is rounded to them compares with results as it would without."""

SCALE_NAMES: Mapping[int, str] = MappingProxyType(
    {10**3: "thousand", 10**5: "lakh", 10**6: "million", 10**7: "crore", 10**9: "billion", 10**12: "trillion"}
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``factor`` times a value plus ``offset`` is the same in the first unit of the ``dimension``."""

    name: str
    dimension: str
    factor: Fraction
    offset: Fraction = Fraction(0)

    def __hash__(self) -> int:
        """Hash the name, which no two units share."""
        return hash(self.name)

    @property
    def is_money(self) -> bool:
        """Whether it is a currency: each is a dimension of its own."""
        return self.name == self.dimension


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a number in one unit is told in another: times ``factor``, plus ``offset``."""

    factor: Fraction
    offset: Fraction = Fraction(0)

    def __call__(self, value: Decimal) -> Decimal:
        """Return the same in the other unit, with a hundred digits at most."""
        return as_decimal(Fraction(value) * self.factor + self.offset)

    def back(self, value: Decimal) -> Decimal:
        """Return what becomes a value."""
        return as_decimal((Fraction(value) - self.offset) / self.factor)

    @property
    def keeps_all(self) -> bool:
        """Whether nothing changes."""
        return self.factor == 1 and self.offset == 0


def as_decimal(value: Fraction) -> Decimal:
    """Return a fraction as a decimal without an exponent, with a hundred digits at most."""
    quotient = _DIGITS.divide(Decimal(value.numerator), Decimal(value.denominator))
    return Decimal(f"{quotient.normalize(_DIGITS):f}")


def conversion(source: Unit, target: Unit, *, is_difference: bool = False) -> Conversion:
    """Return how values, or differences of values, of one unit are told in another of the same dimension."""
    offset = Fraction(0) if is_difference else (source.offset * source.factor / target.factor) - target.offset
    return Conversion(source.factor / target.factor, offset)


@dataclass(frozen=True)
class Units:
    """All units with what stands for them: ``by_word`` names and symbols, ``by_short`` what needs a word beside it.

    Keys are in lower case, with underscores between words.  What stands for several units stands for any of them.
    ``quantities`` are the words that say a dimension; of dimensions in ``not_added`` sums say nothing; ``spellings`` is
    everything that stands for a unit, as written.
    """

    by_name: Mapping[str, Unit]
    by_word: Mapping[str, tuple[Unit, ...]]
    by_short: Mapping[str, tuple[Unit, ...]]
    quantities: Mapping[str, frozenset[str]]
    not_added: frozenset[str]
    words: frozenset[str] = field(default=frozenset())
    spellings: frozenset[str] = field(default=frozenset())

    @cached_property
    def words_of(self) -> Mapping[str, frozenset[str]]:
        """The words and signs that stand for each unit, by its name."""
        found: dict[str, set[str]] = {}
        for key, units in (*self.by_word.items(), *self.by_short.items()):
            for unit in units:
                found.setdefault(unit.name, set()).update(key.split("_"))
        return {name: frozenset(words) for name, words in found.items()}


def read_units(text: str) -> Units:
    """Read units from TOML; raises ``KeyError`` or ``ValueError`` for one without a proper factor."""
    by_name: dict[str, Unit] = {}
    by_word: dict[str, tuple[Unit, ...]] = {}
    by_short: dict[str, tuple[Unit, ...]] = {}
    words: set[str] = set()
    spellings: set[str] = set()
    quantities: dict[str, frozenset[str]] = {}
    not_added: set[str] = set()
    for dimension, entries in tomllib.loads(text).items():
        if not entries.pop("adds_up", True):
            not_added.add(dimension)
        quantities[dimension] = frozenset(entries.pop("quantities", "").split())
        for name, entry in entries.items():
            unit = Unit(name, dimension, Fraction(entry["factor"]), Fraction(entry.get("offset", "0")))
            by_name[name] = unit
            words.update(entry.get("words", "").split())
            for into, key in ((by_word, "words"), (by_word, "symbols"), (by_short, "short")):
                for spelling in _split(entry, key):
                    spellings.add(spelling)
                    into[spelling.lower()] = (*into.get(spelling.lower(), ()), unit)
    return Units(by_name, by_word, by_short, quantities, frozenset(not_added), frozenset(words), frozenset(spellings))


def _split(entry: Mapping[str, Any], key: str) -> Iterator[str]:
    yield from str(entry.get(key, "")).split()


UNITS = read_units(_FILE.read_text("utf-8"))
"""The units of this version."""
"""The units of this package."""

FRACTION = UNITS.by_name["fraction"]
PERCENT = UNITS.by_name["percent"]
