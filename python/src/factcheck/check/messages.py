"""Says in plain words what a verdict means to the reader."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.verdicts import Judgement, Reading, Verdict, holds_as_worded
from factcheck.numbers.compared_units import Fit, shown_digits, unit_in_text
from factcheck.numbers.mentions import Number
from factcheck.numbers.rounding import is_cut_off, matches
from factcheck.numbers.times_taken import is_time_taken, written_time
from factcheck.numbers.written import plain, written_decimals
from factcheck.units.unit import FRACTION
from factcheck.visible import visible

_POWERS_OF_TEN = {2: "a hundred", 3: "a thousand", 6: "a million", 9: "a billion"}
_WORTH_A_LOOK = 0.1
"""Probability of a reading with another value from which a message names it."""

_MOST_LEFT_OUT = 2

_SURE = 0.5
"""Probability of a reading from which a message takes it for what is meant, and of none of these that is told."""

DISMISSED = "This was dismissed: it is no claim about the data."
DECIDED = "It is read as was decided for this sentence before."


def describe_reading(reading: Reading) -> str:
    """Say in plain words what a reading asks and what its value is."""
    return f"{reading.query.words()} is {_value(reading)}"


@dataclass(frozen=True, slots=True)
class Missing:
    """What of a claim's sentence a message can say that it is missing.

    ``unknown`` is what the number is about where nothing in the tables has to do with that; ``left_out`` are words that
    are no part of the likeliest reading.
    """

    unknown: str | None = None
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(cls, claim: ReadClaim) -> Missing:
        """Return what is missing of a claim."""
        return cls(claim.unknown, claim.left_out(_MOST_LEFT_OUT))


NOTHING_MISSING = Missing()


def message(number: Number, judgement: Judgement, is_certified: bool = True, missing: Missing = NOTHING_MISSING) -> str:
    """Write one sentence a reader can act on: what was stated, what the data say, and how sure that is.

    Where the claim is left open it tells what was missing.
    """
    if not judgement.readings and not is_certified:
        return "What this number may mean was not looked up: it would take longer than allowed."
    if not judgement.readings:
        return _nothing_about(missing.unknown)
    best = judgement.readings[0]
    decimals = written_decimals(number.value) + 1  # one more tells how it was rounded
    value = _value_in_units(number, best, decimals) or _value(best, decimals, is_year=number.unit == "year")
    if judgement.verdict is Verdict.SUPPORTED:
        agreement = "The data agree" if best.probability >= _SURE else "The data agree with what is most likely meant"
        return f"{agreement}: {best.query.words()} is {value}{_rounded(number, best, decimals)}."
    if judgement.verdict is Verdict.REFUTED:
        return _refuted(number, judgement, value)
    return _undecided(number, best, value, judgement, missing)


def _nothing_about(unknown: str | None) -> str:
    if unknown is None:
        return "No added table has anything to do with this number."
    return f"Nothing in the added tables is about {visible(unknown)}."


def _undecided(number: Number, best: Reading, value: str, judgement: Judgement, missing: Missing) -> str:
    result = f"{best.query.words()} is {value}"
    if best.value is None:
        return f"The data cannot tell: {result}."
    if best.units.fit is Fit.DIFFERS:
        return f"The data cannot tell: {result}, in {_unit(best)}, which cannot be compared with {_stated(number)}."
    if best.is_in_another_unit:
        times = _times(number.value, _in_stated_unit(best.value, best))
        return f"It may be right in another unit: {result}, {times} {_stated(number, best)}."
    if best.probability >= _SURE and holds_as_worded(number, best):
        return f"It is right as it is worded, though not near: {result}."
    if judgement.p_meant < _SURE and missing.unknown is not None:
        return f"{_nothing_about(missing.unknown)[:-1]}; what comes nearest: {result}."
    tends = f"It may be right, as {result}" if best.matches else f"It is not clear what is meant: {result}"
    return f"{tends}, but {_doubt(number, judgement, missing)}."


def _doubt(number: Number, judgement: Judgement, missing: Missing) -> str:
    """Say what keeps a reading from being sure: words it has nothing to do with, another reading, or nothing known."""
    if missing.left_out:
        return "that leaves out " + " and ".join(f'"{visible(word)}"' for word in missing.left_out)
    rival = _rival(number, judgement)
    return "something else may be meant" if rival is None else f"another reading, {rival[0]}, gives {rival[1]}"


def _rival(number: Number, judgement: Judgement) -> tuple[str, str] | None:
    """Say what the likeliest reading with another value is and gives; None where none is likely enough to look at."""
    rival = judgement.rival
    if rival is None or rival.value is None or rival.probability < _WORTH_A_LOOK:
        return None
    decimals = written_decimals(number.value) + 1
    value = _value_in_units(number, rival, decimals) or _value(rival, decimals, is_year=number.unit == "year")
    return rival.query.words(), value


def _refuted(number: Number, judgement: Judgement, value: str) -> str:
    best = judgement.readings[0]
    if best.probability < _SURE <= judgement.p_value:
        return (
            f"Stated {_stated(number, best)}, but the likely readings give {value}, first of them {best.query.words()}."
        )
    if best.probability < _SURE:
        rival = _rival(number, judgement)
        look = "" if rival is None else f"; look also at {rival[0]}, {rival[1]}"
        return f"Stated {_stated(number, best)}, but what is most likely meant, {best.query.words()}, is {value}{look}."
    stated = f"Stated {_stated(number, best)}, the data say {value}"
    found = None if best.value is None else _in_stated_unit(best.value, best)
    if found is not None and is_cut_off(found, number.value):
        stated += " (cut off, not rounded)"
    elif found is not None and number.comparison == "=" and matches(found, number.value):
        stated += " (too far off for rounding)"
    return f"{stated}: {best.query.words()}."


def _rounded(number: Number, best: Reading, decimals: int) -> str:
    """Return what is said of a result that agrees only as it is rounded; nothing where it looks as it is stated."""
    if number.comparison != "=" or best.value is None:
        return ""
    if plain(_in_stated_unit(best.value, best), decimals) == plain(number.value, decimals):
        return ""
    return f", which rounds to {_stated(number, best)}"


def _in_stated_unit(value: Decimal, reading: Reading) -> Decimal:
    """Return a value in the unit in which the text states the number."""
    conversion = reading.units.conversion
    return value if conversion is None else shown_digits(conversion.back(value))


def _unit(reading: Reading) -> str:
    unit = reading.query.result_unit
    return "" if unit is None else unit.text


def _stated(number: Number, best: Reading | None = None) -> str:
    """Write a number as it is stated; with its unit where that is not the one of the value that it is compared with."""
    is_same = best is not None and (best.units.conversion is None or best.units.conversion.keeps_all)
    measured = number.measured
    has_unit = number.unit == "currency" or is_time_taken(number.text)
    if is_same or measured is None or measured.text in number.text or has_unit:
        return number.text
    return f"{number.text} {measured.text}"


def _value_in_units(number: Number, best: Reading, decimals: int) -> str | None:
    """Write a value in its own unit and in that of the text; None where these are the same, or not known."""
    conversion, unit = best.units.conversion, best.query.result_unit
    if best.value is None or conversion is None or conversion.keeps_all or unit is None:
        return None
    if unit.is_share:
        return f"{plain(best.value)} %, that is {plain(_in_stated_unit(best.value, best), decimals)}"
    if unit.unit == FRACTION:
        return f"{plain(_in_stated_unit(best.value, best), decimals)} %"
    value = f"{plain(best.value)} {unit.text}"
    if unit.scale > 1 and unit.scale == number.scale and conversion.factor == Fraction(1, unit.scale):
        return f"{plain(best.value, decimals)} {unit.text}"
    if is_time_taken(number.text):
        return f"{value}, that is {written_time(_in_stated_unit(best.value, best), number.place or Decimal(1))}"
    stated = unit_in_text(number, unit)
    told = f"{plain(_in_stated_unit(best.value, best), decimals + 1)} {'' if stated is None else stated.name}"
    return f"{value}, that is {told.strip()}"


def _times(stated: Decimal, value: Decimal) -> str:
    """Say what power of ten lies between a number and a value that has its digits."""
    power = round((value / stated).log10()) if value / stated > 0 else 0
    return f"{_POWERS_OF_TEN.get(abs(power), '')} times {'more' if power > 0 else 'less'} than"


def _value(reading: Reading, decimals: int = 0, *, is_year: bool = False) -> str:
    if reading.value is None:
        return "undefined, as no row has a usable value"
    return f"{reading.value:.0f}" if is_year else plain(reading.value, decimals)
