"""How near a query's result is to a number as a writer states it.

A result agrees at the stated precision, which is finer than the paper's Definition 1: "20.0" is not 16.4, "10 victims"
are not 14.  What only rounds to the number by Definition 1, what a slip of the pen makes of it and what is near it
still speaks for a query that a writer may have meant.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Context, Decimal
from enum import IntEnum
from itertools import islice

from factcheck.numbers.compared_units import Fit, compare_units, has_unit
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import Interval, admissible_interval, place_of, within_both
from factcheck.settings import Settings
from factcheck.units.result_unit import ResultUnit
from factcheck.units.unit import Conversion

_EXACT = Context(prec=1000)
_TWENTY_DIGITS = Context(prec=20)
_FEWEST_DIGITS_OF_A_SWAP = 3
_FEWEST_DIGITS_OF_A_SHIFT = 2
_SHIFTS = (-2, -1, 1, 2)
_UNIT_SHIFTS = (-9, -6, -3, 3, 6, 9)
_OF_CENTS = 2
"""Places by which an amount of money in cents is another number than the same in dollars."""

_SMALLEST_ROUNDED = 100
_ONE = (1,)
"""The digits of 1, 0.1 and the like."""
_DIGITS_OF_COUNTS = 4
_FIVE, _DIGITS_OF_ROUND_FIVES = 5, 2
_ONE_SIDED = frozenset({">", ">=", "<", "<="})


class Closeness(IntEnum):
    """How near a result is to a stated number, the nearest first."""

    AGREES = 0
    ROUNDS = 1
    NEAR = 2
    UNIT = 3
    SLIP = 4
    CLOSE = 5
    SAME_SIZE = 6
    FAR = 7


DISTANCES = {Closeness.NEAR: 0.02, Closeness.CLOSE: 0.1, Closeness.SAME_SIZE: 0.5}
"""The largest difference of the natural logarithms of a result and of the number; no decimal lies at such an end."""

_FACTORS = {kind: (math.exp(-distance), math.exp(distance)) for kind, distance in DISTANCES.items()}

MEANINGS = {
    Closeness.AGREES: "matches",
    Closeness.ROUNDS: "rounds to the stated number by fewer digits than are stated",
    Closeness.NEAR: "is within 2 % of the stated number",
    Closeness.UNIT: "is the stated number in cents, or in a unit a thousand or a million times larger or smaller",
    Closeness.SLIP: "is the stated number with two digits swapped, or its point moved",
    Closeness.CLOSE: "is within 10 % of the stated number",
    Closeness.SAME_SIZE: "is of the size of the stated number",
    Closeness.FAR: "does not match",
}


@dataclass(frozen=True, slots=True)
class Bands:
    """The results of each closeness, for one number; a result belongs to the first of them that has it.

    ``agrees`` and ``rounds`` are exact.  ``others`` are intervals of doubles with their closeness, the nearest first.
    """

    agrees: Interval
    rounds: Interval
    others: tuple[tuple[Closeness, float, float], ...]

    def closeness(self, result: Decimal | None) -> Closeness:
        """Return how near a result is; a query without one is far."""
        if result is None or not result.is_finite():
            return Closeness.FAR
        if result in self.agrees:
            return Closeness.AGREES
        if result in self.rounds:
            return Closeness.ROUNDS
        value = float(result)
        return next((kind for kind, low, high in self.others if low <= value <= high), Closeness.FAR)


def fixed_digits(number: Number, settings: Settings) -> float:
    """Return how many digits of a result are fixed where it agrees with a number, as a real number from 0.

    That is minus the logarithm to base 10 of how wide the results that agree lie around the number, relative to it:
    "41,018" fixes 4.6 digits, "about 40,000" less than one, "more than 40,000" none.
    """
    agrees, _ = _agreeing(number, settings)
    width = agrees.high - agrees.low
    if number.comparison in _ONE_SIDED or not width.is_finite() or number.value == 0 or width <= 0:
        return 0.0
    return max(float(_TWENTY_DIGITS.divide(abs(number.value), width).log10()), 0.0)


INCOMPARABLE = Bands(*(Interval(Decimal("Infinity"), Decimal("-Infinity")),) * 2, ())
"""Of a number in another dimension than results: all of these are far."""


def bands_of(number: Number, settings: Settings, unit: ResultUnit | None = None) -> Bands:
    """Return the results of each closeness to a number, its hedge included, in the unit of the results.

    With a rounding tolerance of 1 all results agree that round to the number, as in the paper.
    """
    compared = compare_units(number, unit)
    if compared.fit is Fit.DIFFERS:
        return INCOMPARABLE
    bands = _bands(number, settings)
    return bands if compared.conversion is None else _converted(bands, compared.conversion)


def closeness(result: Decimal | None, number: Number, settings: Settings, unit: ResultUnit | None = None) -> Closeness:
    """Return how near a result is to a number: what ``bands_of`` tells of it, sooner where it is very near."""
    compared = compare_units(number, unit)
    if compared.fit is Fit.DIFFERS or compared.conversion is not None:
        return bands_of(number, settings, unit).closeness(result)
    agrees, rounds = _agreeing(number, settings)
    nearest = Bands(agrees, rounds, tuple(islice(_near(number), 1))).closeness(result)
    return nearest if nearest is not Closeness.FAR else Bands(agrees, rounds, _others(number)).closeness(result)


def _converted(bands: Bands, conversion: Conversion) -> Bands:
    """Return the same results in another unit: exactly, as far as they have at most a hundred digits."""
    factor, offset = float(conversion.factor), float(conversion.offset)
    others = ((kind, low * factor + offset, high * factor + offset) for kind, low, high in bands.others)
    return Bands(_moved(bands.agrees, conversion), _moved(bands.rounds, conversion), tuple(others))


def _moved(interval: Interval, conversion: Conversion) -> Interval:
    return replace(interval, low=conversion(interval.low), high=conversion(interval.high))


class NumberBands:
    """The results of each closeness to a number, in any unit; each is worked out once."""

    def __init__(self, number: Number, settings: Settings) -> None:
        self._number = number
        self._settings = settings
        self._in_units: dict[ResultUnit | None, Bands] = {}
        self._bands: dict[Bands, Bands] = {}

    @property
    def are_alike(self) -> bool:
        """Whether they are the same in any unit."""
        return not has_unit(self._number)

    def of(self, unit: ResultUnit | None) -> Bands:
        """Return those of results in a unit; the same where units make no difference."""
        if unit not in self._in_units:
            bands = bands_of(self._number, self._settings, unit)
            self._in_units[unit] = self._bands.setdefault(bands, bands)
        return self._in_units[unit]


def _agreeing(number: Number, settings: Settings) -> tuple[Interval, Interval]:
    """Return the results that agree with a number, and those that round to it by any number of digits."""
    about = _allowed_by_about(number, settings) if number.comparison == "about" else Decimal(0)
    rounds = admissible_interval(number.value, number.high, number.comparison, about)
    rounds = _with_limit_itself(number, _with_half_of_one(number, rounds))
    if settings.rounding_tolerance >= 1 or (number.comparison == "about" and not about):
        return rounds, rounds
    return stated_interval(number, rounds, float(about), settings.rounding_tolerance), rounds


def _with_half_of_one(number: Number, rounds: Interval) -> Interval:
    """Return the results that round to a number, and from one half on of 1 % or 0.1 %, of a share at their place.

    0.84 has one significant digit at least, so that by these it never is 1.
    """
    sign, digits, exponent = number.value.as_tuple()
    is_one = (sign, digits) == (0, _ONE) and isinstance(exponent, int) and exponent <= 0
    if not is_one or number.unit != "percent" or number.comparison not in {"=", "about"}:
        return rounds
    return replace(rounds, low=min(rounds.low, number.value / 2), low_closed=True)


def _with_limit_itself(number: Number, rounds: Interval) -> Interval:
    """Return the results that agree with a number, with itself where it is a limit that nobody would choose.

    A writer who says "over 2,089" has counted 2,089; "over 2,000" are more.
    """
    if len(number.value.normalize(_EXACT).as_tuple().digits) < _DIGITS_OF_COUNTS or not number.is_integer:
        return rounds
    match number.comparison:
        case ">" if rounds.low == number.value:
            return replace(rounds, low_closed=True)
        case "<" if rounds.high == number.value:
            return replace(rounds, high_closed=True)
    return rounds


def _allowed_by_about(number: Number, settings: Settings) -> Decimal:
    """Return how far a result may be from a number that is hedged by a word such as "about", relative to the result.

    Writers who say "about" still mean the digits that they give: such a word makes of zeros at the end what is rounded.
    Fractions and numbers of one digit are rounder ("about 400", "nearly a third"), and so are those that end in a five
    ("about 15", "roughly 2,500"), to which what lies between is rounded.
    """
    most, (_, digits, exponent) = Decimal(str(settings.about_tolerance)), number.value.normalize(_EXACT).as_tuple()
    if number.is_fraction or len(digits) == 1:
        return most
    if len(digits) == _DIGITS_OF_ROUND_FIVES and digits[-1] == _FIVE:
        return min(most, _TWENTY_DIGITS.divide(Decimal(_FIVE).scaleb(int(exponent)) / 2, abs(number.value)))
    return Decimal(0)


def _bands(number: Number, settings: Settings) -> Bands:
    agrees, rounds = _agreeing(number, settings)
    return Bands(agrees, rounds, _others(number))


def _others(number: Number) -> tuple[tuple[Closeness, float, float], ...]:
    return tuple(sorted((*_near(number), *_slips(number))))


def stated_interval(number: Number, rounds: Interval, about: float, rounding: float) -> Interval:
    """Return the results that agree with a number at its stated precision, of those that round to it.

    A result rounded at the place of the last written digit is the number.  In whole numbers from 100 on zeros at the
    end may be due to rounding, as far as ``rounding`` allows, unless the writer says "exactly".  ``about`` is what such
    a word allows; both are relative to the result.
    """
    if number.comparison in _ONE_SIDED:
        return rounds
    place = number.place or place_of(number.value)
    low = _rounded_at(number.value, place)
    high = low if number.high is None else _rounded_at(number.high, place)
    stated = Interval(low.low, high.high, low.low_closed, high.high_closed)
    size = abs(number.value)
    has_zeros = number.is_integer and size >= _SMALLEST_ROUNDED and size % 10 == 0
    tolerance = about if number.comparison == "about" else rounding if has_zeros and not number.is_exact else 0.0
    if tolerance and number.high is None:
        ends = [_TWENTY_DIGITS.divide(number.value, 1 + Decimal(str(each))) for each in (tolerance, -tolerance)]
        stated = Interval(min(stated.low, *ends), max(stated.high, *ends))
    return within_both(rounds, stated)


def _rounded_at(value: Decimal, place: Decimal) -> Interval:
    half = place / 2
    is_even = (value / place) % 2 == 0
    return Interval(value - half, value + half, low_closed=True, high_closed=is_even)


def _near(number: Number) -> Iterator[tuple[Closeness, float, float]]:
    ends = [float(number.value), float(number.value if number.high is None else number.high)]
    if 0 in ends or not all(map(math.isfinite, ends)):
        return
    for kind, factors in _FACTORS.items():
        reached = [end * factor for end in ends for factor in factors]
        yield kind, min(reached), max(reached)


def _slips(number: Number) -> Iterator[tuple[Closeness, float, float]]:
    """Yield what the number may be in other units, and was before digits were swapped or its point moved."""
    if number.comparison != "=" or number.value == 0:
        return
    sign, digits, exponent = number.value.as_tuple()
    significant = "".join(map(str, digits)).strip("0")
    place = number.place or place_of(number.value)
    low, high = number.value - place / 2, number.value + place / 2
    for shift in (*_SHIFTS, *_UNIT_SHIFTS):
        is_scale = number.scale == 10**-shift if shift < 0 else False  # "$5 million" in a column of millions
        if is_scale or len(significant) >= _FEWEST_DIGITS_OF_A_SHIFT:
            is_in_cents = shift == _OF_CENTS and number.unit == "currency"
            kind = Closeness.UNIT if shift in _UNIT_SHIFTS or is_in_cents else Closeness.SLIP
            yield kind, float(low.scaleb(shift, _EXACT)), float(high.scaleb(shift, _EXACT))
    if len(significant) < _FEWEST_DIGITS_OF_A_SWAP:
        return
    for at in range(len(digits) - 1):
        one, other = digits[at : at + 2]
        if one != other and (at or other):
            swapped = Decimal((sign, (*digits[:at], other, one, *digits[at + 2 :]), int(exponent)))
            yield Closeness.SLIP, float(swapped - place / 2), float(swapped + place / 2)
