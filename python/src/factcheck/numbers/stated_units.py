"""The unit that a text gives with a number: "4.2 kg", "35 minutes", "€ 5", "12 °C"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from factcheck.numbers.words import any_of
from factcheck.units.unit import UNITS, Unit

_NO_UNIT_OF_TEXT = frozenset({"in", "c", "f", "us", "w", "kn"})
"""Short symbols that are mostly something else after a number: "5 in all"."""

_WORDS = sorted(
    {each.replace("_", " ") for each in UNITS.spellings if each not in _NO_UNIT_OF_TEXT and each[-1] not in "$€£¥₹"}
)
_BASES = any_of(
    sorted(
        {word for word in UNITS.words if "_" not in word} | {"kg", "km", "m", "hr", "h", "min", "l", "gallon", "liter"}
    )
)
_AFTER = re.compile(
    rf"\s?(?P<unit>{any_of(_WORDS)})(?![\w²³^/])(?!\s?/\s?\w|\s(?:per|an?|each|every)\s(?:{_BASES})\b|\s(?:squared|cubed)\b)",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"(?:(?:US|A|C|AU|CA|NZ)?\$|[€£¥₹])|\b(?:USD|EUR|GBP|CHF|INR|JPY|CNY|AUD|CAD|SEK|NOK|DKK|PLN)\b", re.IGNORECASE
)
_MONEY_AFTER = re.compile(
    r"\s?(?:(?P<country>us|american|canadian|australian)\s)?(?P<unit>dollars?|euros?|pounds?\ssterling|yen|yuan|rupees?|francs?"
    r"|kron(?:or|er|a|e)|usd|eur|gbp|chf|inr|jpy|cny|aud|cad|sek|nok|dkk|pln)\b",
    re.IGNORECASE,
)
_DOLLARS = {"us": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD"}
HUNDREDTHS = frozenset("cent cents penny pence".split())
"""Words for hundredths of the money that amounts are told in."""

_COUNTED = frozenset("hours days weeks months years decades".split())
"""Units by which things are counted: rows may be days, but neither seconds nor kilograms."""

_SURE_LENGTH = 2
"""Letters of a symbol from which it is a unit for certain: "500 m" may be millions."""

_SURE_LETTERS = frozenset("g")
"""Letters that stand for nothing else behind a number."""


@dataclass(frozen=True, slots=True)
class StatedUnit:
    """The unit of a number as it is written: any of ``units``, such as US or Australian dollars for ``$``.

    ``is_sure`` where the text can mean nothing else than a unit.
    """

    text: str
    units: tuple[Unit, ...]
    is_sure: bool = True

    @property
    def never_counts(self) -> bool:
        """Whether nobody counts things by it: there are rows that are days, but none that are kilograms."""
        return self.is_sure and not any(unit.is_money or unit.name in _COUNTED for unit in self.units)

    @property
    def is_age(self) -> bool:
        """Whether ages are told in it."""
        return any(unit.dimension == "calendar" for unit in self.units)

    @property
    def is_short_time(self) -> bool:
        """Whether times are told in it, but no ages."""
        return all(unit.dimension == "time" for unit in self.units) and not self.is_age

    @property
    def words(self) -> frozenset[str]:
        """The words and signs that stand for it, in lower case."""
        return frozenset(word for unit in self.units for word in UNITS.words_of[unit.name])


def unit_after(text: str, end: int, value: Decimal) -> tuple[StatedUnit, int] | None:
    """Return the unit that stands behind a number which ends at ``end``, and where it ends; None where none does."""
    found = _AFTER.match(text, end)
    if found is None:
        return None
    written = found["unit"]
    key = re.sub(r"\s", "_", written.lower())
    units = UNITS.by_word.get(key, ()) + UNITS.by_short.get(key, ())
    is_symbol = key not in UNITS.words
    if (is_symbol and len(written) == 1 and written not in UNITS.spellings) or (key == "second" and value != 1):
        return None
    is_sure = not is_symbol or len(written) >= _SURE_LENGTH or written in _SURE_LETTERS
    return StatedUnit(written, units, is_sure), found.end()


def currency_of(text: str, start: int, end: int) -> StatedUnit | None:
    """Return the currency of an amount that stands at ``start:end``, or is named behind it; None for one not known."""
    if sign := _MONEY.search(text, start, end):
        units = UNITS.by_word.get(sign[0].lower(), ())
        return StatedUnit(sign[0], units) if units else None
    if word := _MONEY_AFTER.match(text, end):
        if word["country"]:
            return StatedUnit(word[0].strip(), (UNITS.by_name[_DOLLARS[word["country"].lower()]],))
        units = UNITS.by_word.get(re.sub(r"\s", "_", word["unit"].lower()), ())
        return StatedUnit(word[0].strip(), units) if units else None
    return None
