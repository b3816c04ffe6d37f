"""Units that the label of an entry tells: "Hours run: 179.32"."""

from __future__ import annotations

import re
from dataclasses import replace

from factcheck.claims.number_context import NumberContext
from factcheck.numbers.mentions import Number
from factcheck.numbers.stated_units import StatedUnit
from factcheck.units.told import told_unit

_LABEL = re.compile(r"(?P<label>[^\W\d_][^:\d]{2,60}):\s?\Z")
_ENDS = re.compile(r"\W*\Z")


def in_unit_of_label(number: Number, context: NumberContext) -> Number:
    """Return the number of an entry that is a label and a decimal alone, in the unit that the label tells.

    A whole number may count what the label calls, as "Days with rain: 12" does.
    """
    is_bare = number.measured is None and number.unit == "plain" and not number.is_integer
    label = _LABEL.fullmatch(context.sentence_before) if is_bare and _ENDS.match(context.sentence_after) else None
    told = told_unit(label["label"], [label["label"]]) if label is not None else None
    if told is None or told.unit is None or told.unit.is_money:
        return number
    return replace(number, measured=StatedUnit(told.unit.name, (told.unit,)))
