"""Bands that data write as text: "18-24", "65+", "<20k", "over 50 years", "$50K to $99K"."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from decimal import Decimal

_AMOUNT = r"[$€£]?\s?(?P<{0}>\d+(?:,\d{{3}})*(?:\.\d+)?)\s?(?P<{0}_scale>[kKmM](?![a-zA-Z]))?"
_UNIT = r"\s?(?:[a-zA-Z%]+\.?(?:\sold)?)?"
_LOW, _HIGH, _ONE = (_AMOUNT.format(name) for name in ("low", "high", "one"))
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_LOW}{_UNIT}\s?(?:[-‐‑–—~]|to|,\s)\s?{_HIGH}{_UNIT}",
        rf"(?:>=?|≥|over|above|more\sthan|older\sthan|at\sleast)\s?{_LOW}{_UNIT}",
        rf"{_LOW}{_UNIT}\s?(?:\+|plus|(?:and|or)\s(?:over|above|more|older|up|higher|greater))",
        rf"(?:<=?|≤|under|below|less\sthan|fewer\sthan|younger\sthan|up\sto|at\smost)\s?{_HIGH}{_UNIT}",
        rf"{_HIGH}{_UNIT}\s?(?:and|or)\s(?:under|below|less|fewer|younger|lower)",
        _ONE,
    )
)
_BRACKETS = re.compile(r"([(\[])(?P<low>[^,]+),\s?(?P<high>[^,]+)([)\]])")
_SCALES = {"k": 1_000, "m": 1_000_000}
_FEWEST = 2
_MOST_OTHERS = 1


@dataclass(frozen=True, slots=True)
class Band:
    """What lies from ``low`` to ``high``, without an end on a side that is None; whether ends belong to it is open.

    But for those that brackets leave out: "[25,35)" are the whole numbers from 25 to 34, too.
    """

    low: Decimal | None
    high: Decimal | None
    is_without_low: bool = field(default=False, compare=False)
    is_without_high: bool = field(default=False, compare=False)

    @property
    def least(self) -> Decimal | None:
        """The lowest whole number that belongs to it."""
        return self.low + 1 if self.low is not None and self.is_without_low else self.low

    @property
    def greatest(self) -> Decimal | None:
        """The highest whole number that belongs to it."""
        return self.high - 1 if self.high is not None and self.is_without_high else self.high

    def says(self, other: Band) -> bool:
        """Tell whether a sentence that tells of another one means this: "25 to 34" or "25 to 35" for "[25,35)"."""
        return other.low in (self.low, self.least) and other.high in (self.high, self.greatest)

    @property
    def is_single(self) -> bool:
        """Whether it is one number."""
        return self.low is not None and self.low == self.high

    def is_inside(self, other: Band) -> bool:
        """Tell whether it lies wholly in another one, ends included."""
        is_low = other.low is None or (self.least is not None and self.least >= other.low)
        is_high = other.high is None or (self.greatest is not None and self.greatest <= other.high)
        return is_low and is_high

    def is_apart_from(self, other: Band) -> bool:
        """Tell whether it has no more than an end in common with another one."""
        is_below = self.high is not None and other.low is not None and self.high <= other.low
        is_above = self.low is not None and other.high is not None and self.low >= other.high
        return is_below or is_above


def read_band(text: str) -> Band | None:
    """Read a value as a band, or as a single number among bands; None where it is none.

    >>> read_band("$20k - $50k")
    Band(low=Decimal('20000'), high=Decimal('50000'), is_without_low=False, is_without_high=False)
    >>> read_band("[20, 30)")
    Band(low=Decimal('20'), high=Decimal('30'), is_without_low=False, is_without_high=True)
    >>> read_band("65 or older")
    Band(low=Decimal('65'), high=None, is_without_low=False, is_without_high=False)
    >>> read_band("2019-20") is None
    True
    """
    bare = text.strip().removeprefix("[").removeprefix("(").rstrip("])")
    brackets = _BRACKETS.fullmatch(text.strip())
    if brackets is not None:
        bare = f"{brackets['low']}, {brackets['high']}"
    for form in _FORMS:
        if found := form.fullmatch(bare):
            groups = found.groupdict()
            if groups.get("high_scale") and groups.get("low") and not groups["low_scale"]:
                groups["low_scale"] = groups["high_scale"]  # "20-50k"
            low, high, one = (_amount(groups, name) for name in ("low", "high", "one"))
            if one is not None:
                return Band(one, one)
            if low is not None and high is not None and low >= high:
                return None
            return Band(low, high, *((brackets[1] == "(", brackets[4] == ")") if brackets else ()))
    return None


def read_bands(values: Collection[str]) -> dict[str, Band]:
    """Read the values of a column as bands; nothing where they are none, but for one that may stand for no answer."""
    bands = {value: band for value in values if (band := read_band(value)) is not None}
    are_bands = sum(not band.is_single for band in bands.values()) >= _FEWEST
    return bands if are_bands and len(values) - len(bands) <= _MOST_OTHERS else {}


def _amount(groups: dict[str, str | None], name: str) -> Decimal | None:
    digits = groups.get(name)
    if digits is None:
        return None
    return Decimal(digits.replace(",", "")) * _SCALES.get((groups.get(f"{name}_scale") or "").lower(), 1)
