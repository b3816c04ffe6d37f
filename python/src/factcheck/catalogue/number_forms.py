"""Ways in which text writes numbers: "$163M", "42.3%", "15.2 million tonnes", "w 26 - 20", "1h 35m".

Each is read by one SQL expression that raises no error, whatever the text says, and alike in Python.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from factcheck.sqltext import literal
from factcheck.words.missing import stands_for_none

_NUMBER = "(?:[0-9]{1,3}(?:,[0-9]{3}){1,6}|[0-9]{1,18})(?:[.][0-9]{1,18})?"
_SHORT = "[0-9]{1,3}"
_SIGN = "[-+−(]"
_CURRENCIES = "$€£¥₹₽₩₺₪₱฿₡₦₫₭₮₲₴₵₸₼₾₿"
_BELOW_ZERO = f"^ *[{_CURRENCIES}]? *[-−(]"

_SCALES: Mapping[str, int] = {
    **dict.fromkeys(("k", "K", "thousand"), 10**3),
    **dict.fromkeys(("m", "M", "mn", "mln", "mil", "million", "millions"), 10**6),
    **dict.fromkeys(("b", "B", "bn", "bln", "billion", "billions"), 10**9),
    **dict.fromkeys(("tn", "trillion", "trillions"), 10**12),
}
_ONLY_OF_MONEY = frozenset({"k", "m", "b"})
"""What says thousands or millions of money alone: of other things it is a unit, such as metres."""

_UNIT = rf"[^\W\d_]{{1,20}}|%|[{_CURRENCIES}]"
_AMOUNT = re.compile(
    rf" *(?P<sign>{_SIGN}?)(?P<currency>[{_CURRENCIES}]?) *(?P<inner>{_SIGN}?)(?P<number>{_NUMBER})"
    rf" *(?P<one>{_UNIT})?(?: +(?P<two>{_UNIT}))?[)]? *"
)
_ORDINALS = frozenset({"st", "nd", "rd", "th"})
_MONTHS = re.compile("(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*", re.IGNORECASE)
_MOST = 0.9
"""Share of the values that are not missing which have to be written in one way."""

_BARE = re.compile(rf" *{_NUMBER} *")
_LEADING_ZERO = re.compile(" *0[0-9]")
_MOST_BARE = 0.75
"""Share of the values that are not missing which have to be bare numbers."""

_FEWEST_BARE = 3
"""Different ones that a column needs to be one of bare numbers."""

_FEWEST = 2
"""Different values that a column needs for its form to be told."""


class NumberKind(Enum):
    """What of a text is read; the values name it in the catalogue."""

    AMOUNT = "amount"
    FIRST = "first"
    SECOND = "second"
    TOTAL = "total"
    HOURS = "hours"


_TWO = "^[^0-9]*{first} *(?:[-–:/]|to) *{second}(?![0-9])(?! *[-–:/.,] *[0-9])[^0-9]*(?:[(][^()]*[)][^0-9]*)?$"
_PATTERNS: Mapping[NumberKind, str] = {
    NumberKind.FIRST: _TWO.format(first=f"({_SHORT})", second=_SHORT),
    NumberKind.SECOND: _TWO.format(first=_SHORT, second=f"({_SHORT})"),
    NumberKind.TOTAL: "^[^=()]*[0-9][^=()]*[=(] *([0-9]{1,6}) *[)]? *$",
}
_HOURS = "^ *([0-9]{1,6}) *(?:h|hrs?|hours?)[.]?(?:[ ,]*[0-9]{1,6} *(?:m|mins?|minutes?)[.]?)? *$"
_MINUTES = "^ *(?:[0-9]{1,6} *(?:h|hrs?|hours?)[.]?[ ,]*)?([0-9]{1,6}) *(?:m|mins?|minutes?)[.]? *$"

_SAID: Mapping[NumberKind, str] = {
    NumberKind.AMOUNT: "read as a number",
    NumberKind.FIRST: "its first number",
    NumberKind.SECOND: "its second number",
    NumberKind.TOTAL: "its total",
    NumberKind.HOURS: "in minutes",
}


@dataclass(frozen=True, slots=True)
class NumberForm:
    """A way in which the values of a column write numbers.

    ``unit`` is the sign of a currency or of percent, or the word that stands by each number; ``scales`` are the words
    by which some say thousands or millions; ``is_signed`` where some are below 0.
    """

    kind: NumberKind
    unit: str = ""
    scales: tuple[str, ...] = ()
    is_signed: bool = False

    @property
    def text(self) -> str:
        """The form as the catalogue keeps it."""
        return f"{self.kind.value}:{self.unit}:{','.join(self.scales)}:{'signed' if self.is_signed else ''}"

    @property
    def words(self) -> str:
        """What is read, to be said behind the column's name."""
        return _SAID[self.kind]

    def sql(self, name: str) -> str:
        """Write the number of a column of text as SQL of type ``numeric``, NULL where the text is written otherwise."""
        if self.kind is NumberKind.HOURS:
            hours, minutes = (f"substring({name}, {literal(each)})::numeric" for each in (_HOURS, _MINUTES))
            return f"coalesce({hours} * 60 + coalesce({minutes}, 0), {minutes})"
        if self.kind is not NumberKind.AMOUNT:
            return f"substring({name}, {literal(_PATTERNS[self.kind])})::numeric"
        number = f"replace(substring({name}, {literal(self._amount('number'))}), ',', '')::numeric"
        if self.scales:
            cases = " ".join(f"WHEN {literal(word)} THEN {_SCALES[word]}" for word in self.scales)
            number += f" * CASE substring({name}, {literal(self._amount('scale'))}) {cases} ELSE 1 END"
        if self.is_signed:
            number += f" * CASE WHEN {name} ~ {literal(_BELOW_ZERO)} THEN -1 ELSE 1 END"
        return f"({number})"

    def value(self, text: str) -> Decimal | None:
        """Read the number of a text as the SQL does; None where that is NULL."""
        if self.kind is NumberKind.HOURS:
            hours, minutes = re.match(_HOURS, text), re.match(_MINUTES, text)
            if hours is None and minutes is None:
                return None
            return Decimal((60 * int(hours[1]) if hours else 0) + (int(minutes[1]) if minutes else 0))
        if self.kind is not NumberKind.AMOUNT:
            found = re.match(_PATTERNS[self.kind], text)
            return None if found is None else Decimal(found[1])
        number = re.match(self._amount("number"), text)
        if number is None:
            return None
        scale = re.match(self._amount("scale"), text) if self.scales else None
        factor = _SCALES[scale[1]] if scale is not None and scale[1] else 1
        sign = -1 if self.is_signed and re.match(_BELOW_ZERO, text) else 1
        return Decimal(number[1].replace(",", "")) * factor * sign

    def _amount(self, captured: str) -> str:
        """Return the pattern of an amount, in which ``number`` or ``scale`` is captured."""
        sign, close = (f"{_SIGN}?", "[)]?") if self.is_signed else ("", "")
        is_before = self.unit != "" and self.unit in _CURRENCIES
        before = f"[{self.unit}]? *" if is_before else ""
        number = f"({_NUMBER})" if captured == "number" else _NUMBER
        words = "|".join(self.scales)
        scale = f" *({words})?" if captured == "scale" else f" *(?:{words})?" if words else ""
        return f"^ *{sign}{before}{sign}{number}{scale} *{self._unit_pattern()}{close} *$"

    def _unit_pattern(self) -> str:
        if self.unit in _ORDINALS:
            return f"(?:{'|'.join(sorted(_ORDINALS))})"
        plural = "s?" if len(self.unit) > 1 else ""
        return f"(?:{re.escape(self.unit)}{plural})?" if self.unit.isalpha() else f"[{self.unit}]?" if self.unit else ""


def read_form(text: str) -> NumberForm | None:
    """Read what ``NumberForm.text`` gave; None for anything else."""
    kind, unit, scales, sign = ([*text.split(":"), "", "", ""])[:4]
    words = tuple(word for word in scales.split(",") if word)
    known = next((each for each in NumberKind if each.value == kind), None)
    if known is None or (unit and not re.fullmatch(_UNIT, unit)) or not _SCALES.keys() >= set(words):
        return None
    return NumberForm(known, unit, words, sign == "signed")


def number_forms(values: Sequence[str]) -> tuple[NumberForm, ...]:
    """Tell in which form nearly all of a column's values write numbers; none where there is no such form.

    Values that only say that there is none, such as "-" and "N/A", do not count.
    """
    told = [value for value in values if not stands_for_none(value)]
    if len(set(told)) < _FEWEST:
        return ()
    finders: tuple[Callable[[Sequence[str]], tuple[NumberForm, ...]], ...] = (_amounts, _hours, _totals, _two)
    forms = next((forms for find in finders if (forms := find(told))), ())
    return forms or _bare(values, told)


def _is_usual(form: NumberForm, values: Sequence[str]) -> bool:
    return sum(form.value(value) is not None for value in values) >= _MOST * len(values)


def _amounts(values: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the form of amounts of one unit.

    Bare digits are none: in a column of text they are codes, such as postal codes.
    """
    read = [each for each in map(_AMOUNT.fullmatch, values) if each is not None]
    if len(read) < _MOST * len(values):
        return ()
    parts = [(_scale_of(each), _unit_of(each)) for each in read]
    unit = Counter(unit for _, unit in parts).most_common(1)[0][0]
    own = [each for each, (_, its) in zip(read, parts, strict=True) if its in {unit, ""}]
    scales = tuple(sorted({scale for scale, its in parts if scale and its in {unit, ""}}))
    is_marked = unit or scales or any("," in each["number"] or "(" in each["sign"] for each in read)
    form = NumberForm(NumberKind.AMOUNT, unit, scales, any(each["sign"] or each["inner"] for each in own))
    return (form,) if is_marked and not _MONTHS.fullmatch(unit) and _is_usual(form, values) else ()


def _bare(values: Sequence[str], told: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the form of bare numbers, where a few other texts among them are why the column is one of text.

    Those are notes, repeated headings, marks of what is missing.  Where all values are numbers they are codes, and also
    where some begin with 0.
    """
    numbers = {value for value in told if _BARE.fullmatch(value)}
    is_mixed = len(numbers) < len(values)
    if not is_mixed or len(numbers) < _FEWEST_BARE or len(numbers) < _MOST_BARE * len(told):
        return ()
    return () if any(_LEADING_ZERO.match(value) for value in told) else (NumberForm(NumberKind.AMOUNT),)


def _scale_of(amount: re.Match[str]) -> str:
    """Return the word that says thousands or millions; empty where there is none."""
    word = str(amount["one"] or "")
    is_scale = word in _SCALES and (word not in _ONLY_OF_MONEY or bool(amount["currency"]))
    return word if is_scale else ""


def _unit_of(amount: re.Match[str]) -> str:
    """Return the currency or the unit; a word in the singular."""
    if amount["currency"]:
        return str(amount["currency"])
    unit = str((amount["two"] if _scale_of(amount) else amount["one"]) or "")
    if unit in _ORDINALS:
        return "th"
    return unit[:-1] if len(unit) > 2 and unit.endswith("s") else unit


def _hours(values: Sequence[str]) -> tuple[NumberForm, ...]:
    form = NumberForm(NumberKind.HOURS)
    return (form,) if _is_usual(form, values) else ()


def _totals(values: Sequence[str]) -> tuple[NumberForm, ...]:
    form = NumberForm(NumberKind.TOTAL)
    return (form,) if _is_usual(form, values) else ()


def _two(values: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the forms of two numbers; of a first one alone where the second is always the same, as in "4/5".

    Two digits behind a colon are times of day, or minutes and seconds; a slash makes fractions, where the second number
    changes.
    """
    first, second = NumberForm(NumberKind.FIRST), NumberForm(NumberKind.SECOND)
    written = [value for value in values if first.value(value) is not None]
    if len(written) < _MOST * len(values) or all(re.search("[0-9]:[0-9]{2}(?![0-9])", value) for value in written):
        return ()
    if len({second.value(value) for value in written}) == 1:
        return (first,)
    return () if all("/" in value for value in written) else (first, second)
