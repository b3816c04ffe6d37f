"""Numbers of a column as they are added up and compared: those of exact types without rounding, of any size.

An exact number is held as whole numbers in doubles, which add up without rounding as long as no sum reaches 2^53: as
one such number of the smallest decimals that occur, or, where that is too large, as several limbs of eight digits each.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

import numpy as np
import numpy.typing as npt

from factcheck.evaluation.cells import Codes, Floats

Booleans = npt.NDArray[np.bool_]

LARGEST_WHOLE = float(1 << 53)
"""Up to this number doubles hold all whole numbers."""

MOST_DECIMALS = 300
"""Decimals of a number that count; PostgreSQL allows 16,383."""

_LIMB_DIGITS = 8
_BASE = 10.0**_LIMB_DIGITS
_NEGATIVE, _NOT_A_NUMBER, _INFINITE, _MINUS_INFINITE = 0x4000, 0xC000, 0xD000, 0xF000
_GROUP = 10_000
"""What the digits of PostgreSQL's numeric count to."""

_HIGHEST_POWER = 74
"""The highest power of 10,000 in a number; larger ones, beyond 10 ** 300, count as infinite, as doubles end there."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """Numbers side by side, each the sum of its limbs, times 10 ** -scale.

    ``limbs`` has shape (limbs, numbers), the lowest limb first; each is worth ``_BASE`` times the one before.  What is
    no finite number stands in the lowest limb.  Numbers of floating-point types have one limb and no scale.
    """

    limbs: Floats
    scale: int | None = None

    @property
    def is_wide(self) -> bool:
        """Whether it takes several limbs to hold a number."""
        return len(self.limbs) > 1

    def __getitem__(self, indexes: Codes) -> Amounts:
        """Return the numbers at some indexes."""
        return Amounts(self.limbs[:, indexes], self.scale)

    def floats(self) -> Floats:
        """Return the nearest doubles, or those next to them."""
        if self.scale is not None and self.is_wide:
            return _weighed(self.limbs, self.scale)
        rounded: Floats = self.limbs[0] if self.scale is None else self.limbs[0] / 10.0**self.scale
        return rounded

    def fraction(self, index: int) -> Fraction | None:
        """Return the number at an index without rounding; None where it is no finite number."""
        limbs = self.limbs[:, index].tolist()
        if not isfinite(limbs[0]):
            return None
        if self.scale is None:
            return Fraction(limbs[0])
        whole = sum(int(limb) * int(_BASE) ** power for power, limb in enumerate(limbs))
        return Fraction(whole, 10**self.scale)


def _weighed(limbs: Floats, scale: int) -> Floats:
    """Return the nearest doubles of numbers of several limbs.

    The numbers may be sums, whose limbs have any sign and more digits than eight.
    """
    with np.errstate(invalid="ignore", over="ignore"):
        carried = _carried(limbs)
        is_negative = carried[-1] < 0
        # without limbs of both signs nothing cancels out
        carried = np.where(is_negative, _carried(np.where(is_negative, -limbs, limbs)), carried)
        weights = 10.0 ** (_LIMB_DIGITS * np.arange(len(limbs), dtype=float) - scale)
        sizes = (weights[:, None] * carried).sum(axis=0)
        weighed: Floats = np.where(np.isfinite(limbs[0]), np.where(is_negative, -sizes, sizes), limbs[0])
        return weighed


def _carried(limbs: Floats) -> Floats:
    """Return the same numbers with limbs from 0 to the base, but for the highest one."""
    carried = limbs.copy()
    for index in range(len(limbs) - 1):
        carry = np.floor(carried[index] / _BASE)
        carried[index] -= carry * _BASE
        carried[index + 1] += carry
    return carried


def doubles(values: Floats) -> Amounts:
    """Take numbers of a floating-point type."""
    return Amounts(values[None, :])


def whole_numbers(values: Codes) -> Amounts:
    """Take integers of at most 64 bits."""
    if np.abs(values.astype(np.float64)).sum() < LARGEST_WHOLE:
        return Amounts(values.astype(np.float64)[None, :], 0)
    limbs, left = [], values
    for _ in range(2):
        left, limb = np.divmod(left, int(_BASE))
        limbs.append(limb)
    return Amounts(np.stack([*limbs, left]).astype(np.float64), 0)


def decimals(sent: bytes, sizes: Codes) -> Amounts:
    """Take numbers as PostgreSQL's ``numeric_send`` gives them one after another; ``sizes`` are their bytes."""
    if not len(sizes):
        return Amounts(np.zeros((1, 0)), 0)
    words = np.frombuffer(sent, dtype=">i2").astype(np.int64)
    starts = np.cumsum(sizes // 2) - sizes // 2
    digits, weights = words[starts], words[starts + 1]
    signs, shown = words[starts + 2] & 0xFFFF, words[starts + 3]
    signs = np.where(weights > _HIGHEST_POWER, np.where(signs == _NEGATIVE, _MINUS_INFINITE, _INFINITE), signs)
    is_number = signs <= _NEGATIVE
    digits = np.where(is_number, digits, 0)
    held = _Digits(words, starts + 4, digits, weights, np.where(signs == _NEGATIVE, -1.0, 1.0))
    scale = min(int(shown[is_number].max(initial=0)), -4 * held.powers()[0])
    one_limb = held.in_one_limb(scale)
    amounts = held.in_limbs() if one_limb is None else Amounts(one_limb[None, :], scale)
    for sign, value in ((_NOT_A_NUMBER, np.nan), (_INFINITE, np.inf), (_MINUS_INFINITE, -np.inf)):
        amounts.limbs[0, signs == sign] = value
    return amounts


@dataclass(frozen=True, slots=True)
class _Digits:
    """Digits to the base 10,000: ``digits`` of each number stand in ``words`` from ``firsts`` on, the highest first.

    The first digit of a number counts 10,000 ** ``weights``.
    """

    words: Codes
    firsts: Codes
    digits: Codes
    weights: Codes
    signs: Floats

    def at(self, power: int) -> Floats:
        """Return the digits that count 10,000 ** power, without signs."""
        indexes = self.weights - power
        is_there = (indexes >= 0) & (indexes < self.digits)
        digits = np.zeros(len(self.digits))
        digits[is_there] = self.words[(self.firsts + indexes)[is_there]]
        return digits

    def powers(self) -> tuple[int, int]:
        """Return the lowest and the highest power of 10,000 that some number has a digit for; 0 is among them."""
        has_digits = self.digits > 0
        lowest = (self.weights - self.digits + 1)[has_digits].min(initial=0)
        return max(int(lowest), -MOST_DECIMALS // 4), int(self.weights[has_digits].max(initial=0))

    def in_one_limb(self, scale: int) -> Floats | None:
        """Return the numbers times 10 ** scale; None where doubles could not hold the sum of their absolute values."""
        lowest, highest = self.powers()
        wholes = np.zeros(len(self.digits))
        for power in range(highest, -1, -1):
            wholes = wholes * _GROUP + self.at(power)
            if not wholes.max(initial=0) < LARGEST_WHOLE:
                return None
        if not float(wholes.sum() + len(wholes)) * 10.0**scale < LARGEST_WHOLE:  # infinite, too
            return None
        parts = np.zeros(len(self.digits))
        for power in range(-1, lowest - 1, -1):
            parts = parts * _GROUP + self.at(power)
        parts /= 10.0 ** (-4 * lowest - scale)  # which leaves a whole number: what is cut off are zeros
        return np.asarray(self.signs * (wholes * 10.0**scale + parts))

    def in_limbs(self) -> Amounts:
        """Return the numbers in limbs of eight digits, which have the sign of their number."""
        lowest, highest = self.powers()
        first, last = lowest // 2, highest // 2
        limbs = [
            self.signs * (self.at(2 * power + 1) * _GROUP + self.at(2 * power)) for power in range(first, last + 1)
        ]
        return Amounts(np.stack(limbs), -first * _LIMB_DIGITS)


@dataclass(frozen=True, slots=True)
class Order:
    """What numbers that are compared stand for.

    Such a number is a value times 10 ** ``scale``, or an index in ``table``, whose values ascend; without both it is
    the value itself, of a floating-point type.
    """

    scale: int | None = None
    table: Amounts | None = None

    def amounts(self, compared: Floats) -> Amounts:
        """Return the values that some of the numbers stand for; what is no finite number stays so."""
        if self.table is None:
            return Amounts(compared[None, :], self.scale)
        limbs = np.tile(compared, (len(self.table.limbs), 1))
        is_index = np.isfinite(compared)
        limbs[:, is_index] = self.table.limbs[:, compared[is_index].astype(np.int64)]
        return Amounts(limbs, self.table.scale)


def ordered(amounts: Amounts) -> tuple[Floats, Order]:
    """Return numbers that compare as the amounts do, NaN staying NaN, and what they stand for."""
    if not amounts.is_wide:
        return amounts.limbs[0], Order(amounts.scale)
    compared = amounts.limbs[0].copy()
    is_finite = np.isfinite(compared)
    limbs = amounts.limbs[:, is_finite]
    order = np.lexsort(limbs)
    in_turn = limbs[:, order]
    is_new = np.ones(len(order), dtype=bool)
    is_new[1:] = (in_turn[:, 1:] != in_turn[:, :-1]).any(axis=0)
    ranks = np.empty(len(order))
    ranks[order] = np.cumsum(is_new) - 1
    compared[is_finite] = ranks
    return compared, Order(table=Amounts(in_turn[:, is_new], amounts.scale))
