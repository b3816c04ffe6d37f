"""Writes numbers as a reader expects them."""

from __future__ import annotations

from decimal import Context, Decimal

_ALL_DIGITS = Context(prec=2000)


def plain(value: Decimal, decimals: int = 0) -> str:
    """Write a value as a reader would: thousands separated, four significant decimals, or as many as are stated."""
    if written_decimals(value.normalize(_ALL_DIGITS)) == 0:
        return f"{value:,.0f}"
    shown = max(2, 3 - value.adjusted(), decimals)
    return f"{value:,.{shown}f}".rstrip("0").rstrip(".")


def written_decimals(value: Decimal) -> int:
    """Count the decimals that a number is written with."""
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0
