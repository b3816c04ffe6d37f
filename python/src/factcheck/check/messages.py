"""Says in plain words what a verdict means to the reader."""

from __future__ import annotations

from decimal import Context, Decimal

from factcheck.inference.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import is_cut_off, matches

_POWERS_OF_A_THOUSAND = ("", "a thousand", "a million", "a billion")
_UNLIKELY = 0.1
"""Probability below which no other reading is worth a word."""

_ALL_DIGITS = Context(prec=2000)


def describe_reading(reading: Reading) -> str:
    """Say in plain words what a reading asks and what its value is."""
    return f"{reading.query.words()} is {_value(reading)}"


def message(number: Number, judgement: Judgement, is_certified: bool = True) -> str:
    """Write one sentence a reader can act on: what was stated, what the data say, and how sure that is."""
    if not judgement.readings and not is_certified:
        return "What this number may mean was not looked up: it would take longer than allowed."
    if not judgement.readings:
        return "No added table has anything to do with this number."
    best = judgement.readings[0]
    value = _value(best, _decimals(number.value) + 1)  # one more tells how it was rounded
    if judgement.verdict is Verdict.SUPPORTED:
        return f"The data agree: {best.query.words()} is {value}{_rounded(number, best)}."
    if judgement.verdict is Verdict.REFUTED:
        return _refuted(number, best, value)
    return _undecided(number, best, value, judgement)


def _undecided(number: Number, best: Reading, value: str, judgement: Judgement) -> str:
    result = f"{best.query.words()} is {value}"
    if best.value is None:
        return f"The data cannot tell: {result}."
    if best.is_in_another_unit:
        return f"It may be right in another unit: {result}, {_times(number.value, best.value)} {number.text}."
    if best.closeness is Closeness.FAR and judgement.p_correct < _UNLIKELY:
        return f"It is not clear what is meant: nothing that the data say comes to {number.text}; {result}."
    if best.matches:
        return f"It may be right, as {result}, but other readings are about as likely."
    return f"It is not clear what is meant: {result}, but other readings that give {number.text} are about as likely."


def _refuted(number: Number, best: Reading, value: str) -> str:
    stated = f"Stated {number.text}, the data say {value}"
    if best.value is not None and is_cut_off(best.value, number.value):
        stated += " (cut off, not rounded)"
    elif best.value is not None and number.comparison == "=" and matches(best.value, number.value):
        stated += " (too far off for rounding)"
    return f"{stated}: {best.query.words()}."


def _rounded(number: Number, best: Reading) -> str:
    """Return what is said of a result that agrees only as it is rounded."""
    is_stated = number.comparison != "=" or best.value is None or best.value == number.value
    return "" if is_stated else f", which rounds to {number.text}"


def _times(stated: Decimal, value: Decimal) -> str:
    """Say what power of a thousand lies between a number and a value that has its digits."""
    power = round((value / stated).log10() / 3) if value / stated > 0 else 0
    return f"{_POWERS_OF_A_THOUSAND[abs(power)]} times {'more' if power > 0 else 'less'} than"


def _value(reading: Reading, decimals: int = 0) -> str:
    return "undefined, as no row has a usable value" if reading.value is None else plain(reading.value, decimals)


def _decimals(value: Decimal) -> int:
    """Count the decimals that a number is written with."""
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def plain(value: Decimal, decimals: int = 0) -> str:
    """Write a value as a reader would: thousands separated, four significant decimals, or as many as are stated."""
    if _decimals(value.normalize(_ALL_DIGITS)) == 0:
        return f"{value:,.0f}"
    shown = max(2, 3 - value.adjusted(), decimals)
    return f"{value:,.{shown}f}".rstrip("0").rstrip(".")
