"""Whether a number may be a value that a slip of the pen has changed."""

from __future__ import annotations

from decimal import Context, Decimal

_MOST_SHIFT = 3
_TOLERANCE = Decimal("0.01")
"""How far a value may be from the number with its point elsewhere, relative to that."""
_EXACT = Context(prec=2000)


def is_slip(stated: Decimal, value: Decimal) -> bool:
    """Tell whether a value has a number's digits in another order, or about the number with its point elsewhere.

    The value is rounded as the number is stated.

    >>> [is_slip(Decimal(50), Decimal(value)) for value in ("5.02", "500", "49")]
    [True, True, False]
    >>> is_slip(Decimal("1.92"), Decimal("2.9118"))
    True
    """
    if not stated:
        return False
    if has_point_moved(stated, value):
        return True
    if abs(value.adjusted() - stated.adjusted()) > 1:
        return False
    place = Decimal(1).scaleb(int(stated.as_tuple().exponent))
    rounded = value.quantize(place, context=_EXACT)
    return rounded != stated and _digits(rounded) == _digits(stated)


def has_point_moved(stated: Decimal, value: Decimal) -> bool:
    """Tell whether a value is about a number with its point elsewhere.

    >>> [has_point_moved(Decimal(32), Decimal(value)) for value in ("320", "3.19", "23")]
    [True, True, False]
    """
    shifts = (stated.scaleb(power, _EXACT) for power in range(-_MOST_SHIFT, _MOST_SHIFT + 1) if power and stated)
    return any(abs(value - shifted) <= abs(shifted) * _TOLERANCE for shifted in shifts)


def _digits(number: Decimal) -> list[str]:
    return sorted(f"{number:f}".replace(".", "").strip("-"))
