"""Ways in which text writes numbers: "$163M", "42.3%", "15.2 million tonnes", "w 26 - 20", "1h 35m", "4:19".

Each is read by one SQL expression that raises no error, whatever the text says, and alike in Python.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from factcheck.catalogue.split_years import are_split_years
from factcheck.sqltext import literal

_NUMBER = "(?:[0-9]{1,3}(?:,[0-9]{3}){1,6}|[0-9]{1,18})(?:[.][0-9]{1,18})?"
_WITH_COMMA = "(?:[0-9]{1,3}(?:[. ][0-9]{3}){1,6}|[0-9]{1,18})(?:,[0-9]{1,18})?"
"""A number as most of Europe writes it: 1.234,50."""

_SHORT = "[0-9]{1,3}"
_SIGN = "[-+−(]"
_CURRENCIES = "$€£¥₹₽₩₺₪₱฿₡₦₫₭₮₲₴₵₸₼₾₿"
_CODES = "USD|EUR|GBP|JPY|CHF|CAD|AUD|NZD|INR|CNY|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|TRY|RUB|KRW|SGD|HKD"
_BELOW_ZERO = f"^ *(?:[{_CURRENCIES}]|{_CODES})? *[-−(]"

_SCALES: Mapping[str, int] = {
    **dict.fromkeys(("k", "K", "thousand"), 10**3),
    **dict.fromkeys(("m", "M", "mn", "mln", "mil", "million", "millions"), 10**6),
    **dict.fromkeys(("b", "B", "bn", "bln", "billion", "billions"), 10**9),
    **dict.fromkeys(("tn", "trillion", "trillions"), 10**12),
}
_ONLY_OF_MONEY = frozenset({"m", "b"})
"""What says thousands or millions of money alone: of other things it is a unit, such as metres."""

_UNIT = rf"[^\W\d_]{{1,20}}|%|[{_CURRENCIES}]"
_ANY_AMOUNT = (
    rf" *(?P<sign>{_SIGN}?)(?P<currency>[{_CURRENCIES}]|{_CODES}|) *(?P<inner>{_SIGN}?)(?P<number>{{number}})"
    rf" *(?P<one>{_UNIT})?(?: +(?P<two>{_UNIT}))?[)]?(?P<plus>[+]?) *"
)
_AMOUNT = re.compile(_ANY_AMOUNT.replace("{number}", _NUMBER))
_AMOUNT_WITH_COMMA = re.compile(_ANY_AMOUNT.replace("{number}", _WITH_COMMA))
_DECIMAL_COMMA = re.compile(r"[0-9],[0-9]{1,2}(?![0-9])|[0-9][.][0-9]{3},[0-9]")
_ORDINALS = frozenset({"st", "nd", "rd", "th"})
_MONTHS = re.compile("(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*", re.IGNORECASE)
_MISSING = re.compile(
    r"[-–—.?*\s]*|n\s*/?\s*a\.?|none|null|nan|nil|unknown|unk|tbd|tba|not (?:available|known|given)", re.IGNORECASE
)
_MOST = 0.9
"""Share of the values that are not missing which have to be written in one way."""

_BARE = re.compile(rf" *{_NUMBER} *")
_LEADING_ZERO = re.compile(" *0[0-9]")
_MOST_BARE = 0.75
"""Share of the values that are not missing which have to be bare numbers."""

_FEWEST_BARE = 3
"""Different ones that a column needs to be one of bare numbers."""

_MOST_CODES = 20
"""Different numbers from which a column has more than codes usually are, where they are not equally long."""

_FEWEST = 2
"""Different values that a column needs for its form to be told."""


class NumberKind(Enum):
    """What of a text is read; the values name it in the catalogue."""

    AMOUNT = "amount"
    FIRST = "first"
    SECOND = "second"
    TOTAL = "total"
    HOURS = "hours"
    CLOCK = "clock"
    INTERVAL = "interval"
    MONEY = "money"


_TWO = "^[^0-9]*{first} *(?:[-–:/]|to) *{second}(?![0-9])(?! *[-–:/.,] *[0-9])[^0-9]*(?:[(][^()]*[)][^0-9]*)?$"
_PATTERNS: Mapping[NumberKind, str] = {
    NumberKind.FIRST: _TWO.format(first=f"({_SHORT})", second=_SHORT),
    NumberKind.SECOND: _TWO.format(first=_SHORT, second=f"({_SHORT})"),
    NumberKind.TOTAL: "^[^=()]*[0-9][^=()]*[=(] *([0-9]{1,6}) *[)]? *$",
}
_HOURS = "^ *([0-9]{1,6}) *(?:h|hrs?|hours?)[.]?(?:[ ,]*[0-9]{1,6} *(?:m|mins?|minutes?)[.]?)? *$"
_MINUTES = "^ *(?:[0-9]{1,6} *(?:h|hrs?|hours?)[.]?[ ,]*)?([0-9]{1,6}) *(?:m|mins?|minutes?)[.]? *$"
_CLOCK_HOURS = "^ *([0-9]{1,4}):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})? *$"
_CLOCK_MINUTES = "^ *(?:[0-9]{1,4}:)?([0-9]{1,4}):[0-5][0-9](?:[.][0-9]{1,9})? *$"
_CLOCK_SECONDS = ":([0-5][0-9](?:[.][0-9]{1,9})?) *$"
_TO_THE_SECOND = re.compile(r" *([0-9]{1,2}):[0-5][0-9]:([0-5][0-9])(?:[.][0-9]{1,9})? *")
_FEWEST_RESULTS, _WIDEST = 10, 6
"""Clocks that a column of results has at least, and the hours between the first and the last of them."""

_SAID: Mapping[NumberKind, str] = {
    NumberKind.AMOUNT: "read as a number",
    NumberKind.FIRST: "its first number",
    NumberKind.SECOND: "its second number",
    NumberKind.TOTAL: "its total",
    NumberKind.HOURS: "in minutes",
    NumberKind.CLOCK: "in minutes",
    NumberKind.INTERVAL: "in minutes",
    NumberKind.MONEY: "as a number",
}


@dataclass(frozen=True, slots=True)
class NumberForm:
    """A way in which the values of a column write numbers.

    ``unit`` is the sign of a currency or of percent, or the word that stands by each number; ``scales`` are the words
    by which some say thousands or millions; ``is_signed`` where some are below 0, ``has_plus`` where some have a plus
    behind, ``has_comma`` where a comma stands before decimals.
    """

    kind: NumberKind
    unit: str = ""
    scales: tuple[str, ...] = ()
    is_signed: bool = False
    has_plus: bool = False
    has_comma: bool = False

    @property
    def text(self) -> str:
        """The form as the catalogue keeps it."""
        ways = {"signed": self.is_signed, "plus": self.has_plus, "comma": self.has_comma}
        written = ",".join(name for name, is_so in ways.items() if is_so)
        return f"{self.kind.value}:{self.unit}:{','.join(self.scales)}:{written}"

    @property
    def words(self) -> str:
        """What is read, to be said behind the column's name."""
        return _SAID[self.kind]

    @property
    def is_of_places(self) -> bool:
        """Whether the numbers are places: 1st, 2nd."""
        return self.unit in _ORDINALS

    def sql(self, name: str) -> str:
        """Write the number of a column of text as SQL of type ``numeric``, NULL where the text is written otherwise.

        Of a column of intervals it is their length, of one of money the amount.
        """
        if self.kind is NumberKind.MONEY:
            return f"({name}::numeric)"
        if self.kind is NumberKind.INTERVAL:
            return f"(extract(epoch FROM {name}) / 60)"
        if self.kind is NumberKind.CLOCK:
            clock = (_CLOCK_HOURS, _CLOCK_MINUTES, _CLOCK_SECONDS)
            hours, minutes, seconds = (f"substring({name}, {literal(each)})::numeric" for each in clock)
            return f"(coalesce({hours} * 60, 0) + {minutes} + {seconds} / 60)"
        if self.kind is NumberKind.HOURS:
            hours, minutes = (f"substring({name}, {literal(each)})::numeric" for each in (_HOURS, _MINUTES))
            return f"coalesce({hours} * 60 + coalesce({minutes}, 0), {minutes})"
        if self.kind is not NumberKind.AMOUNT:
            return f"substring({name}, {literal(_PATTERNS[self.kind])})::numeric"
        number = f"substring({name}, {literal(self._amount('number'))})"
        if self.has_comma:
            number = f"translate({number}, ',. ', '.')::numeric"
        else:
            number = f"replace({number}, ',', '')::numeric"
        if self.scales:
            cases = " ".join(f"WHEN {literal(word)} THEN {_SCALES[word]}" for word in self.scales)
            number += f" * CASE substring({name}, {literal(self._amount('scale'))}) {cases} ELSE 1 END"
        if self.is_signed:
            number += f" * CASE WHEN {name} ~ {literal(_BELOW_ZERO)} THEN -1 ELSE 1 END"
        return f"({number})"

    def value(self, text: str) -> Decimal | None:
        """Read the number of a text as the SQL does; None where that is NULL, and for what is no text."""
        if self.kind is NumberKind.CLOCK:
            return _of_clock(text)
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
        digits = number[1].translate(_AS_POINT) if self.has_comma else number[1].replace(",", "")
        return Decimal(digits) * factor * sign

    def _amount(self, captured: str) -> str:
        """Return the pattern of an amount, in which ``number`` or ``scale`` is captured."""
        sign, close = (f"{_SIGN}?", "[)]?") if self.is_signed else ("", "")
        is_sign = self.unit != "" and self.unit in _CURRENCIES
        before = f"[{self.unit}]? *" if is_sign else f"(?:{self.unit})? *" if self.unit in _CODES.split("|") else ""
        one = _WITH_COMMA if self.has_comma else _NUMBER
        number = f"({one})" if captured == "number" else one
        words = "|".join(self.scales)
        scale = f" *({words})?" if captured == "scale" else f" *(?:{words})?" if words else ""
        return (
            f"^ *{sign}{before}{sign}{number}{scale} *{self._unit_pattern()}{close}{'[+]?' if self.has_plus else ''} *$"
        )

    def _unit_pattern(self) -> str:
        if self.unit in _ORDINALS:
            return f"(?:{'|'.join(sorted(_ORDINALS))})"
        plural = "s?" if len(self.unit) > 1 else ""
        return f"(?:{re.escape(self.unit)}{plural})?" if self.unit.isalpha() else f"[{self.unit}]?" if self.unit else ""


_AS_POINT = str.maketrans({",": ".", ".": None, " ": None})


def _of_clock(text: str) -> Decimal | None:
    hours, minutes, seconds = (re.search(each, text) for each in (_CLOCK_HOURS, _CLOCK_MINUTES, _CLOCK_SECONDS))
    if minutes is None or seconds is None:
        return None
    return (60 * int(hours[1]) if hours else 0) + int(minutes[1]) + Decimal(seconds[1]) / 60


def read_form(text: str) -> NumberForm | None:
    """Read what ``NumberForm.text`` gave; None for anything else."""
    kind, unit, scales, sign = ([*text.split(":"), "", "", ""])[:4]
    words = tuple(word for word in scales.split(",") if word)
    known = next((each for each in NumberKind if each.value == kind), None)
    if known is None or (unit and not re.fullmatch(_UNIT, unit)) or not _SCALES.keys() >= set(words):
        return None
    ways = sign.split(",")
    return NumberForm(known, unit, words, "signed" in ways, "plus" in ways, "comma" in ways)


def stands_for_none(value: str) -> bool:
    """Tell whether a text only says that there is no value."""
    return _MISSING.fullmatch(value.strip()) is not None


def number_forms(values: Sequence[str], *, is_span: bool = False) -> tuple[NumberForm, ...]:
    """Tell in which form nearly all of a column's values write numbers; none where there is no such form.

    Values that only say that there is none, such as "-" and "N/A", do not count.  ``is_span`` tells that the column's
    name is one of spans of time, not of times of day.
    """
    told = [value for value in values if not stands_for_none(value)]
    if len(set(told)) < _FEWEST:
        return ()
    finders: list[Callable[[Sequence[str]], tuple[NumberForm, ...]]]
    finders = [_amounts, _amounts_with_comma, _hours, _totals, _two]
    if is_span or any(_is_past_a_day(value) for value in told) or _are_results_of_races(told):
        finders.insert(0, _clock)
    forms = next((forms for find in finders if (forms := find(told))), ())
    return forms or _bare(values, told)


def _is_usual(form: NumberForm, values: Sequence[str]) -> bool:
    return sum(form.value(value) is not None for value in values) >= _MOST * len(values)


def _amounts(values: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the form of amounts of one unit.

    Bare digits are none: in a column of text they are codes, such as postal codes.
    """
    return _amounts_like(_AMOUNT, values, has_comma=False)


def _amounts_with_comma(values: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the form of amounts that write decimals behind a comma, as some do beyond doubt."""
    is_told = any(_DECIMAL_COMMA.search(value) for value in values)
    return _amounts_like(_AMOUNT_WITH_COMMA, values, has_comma=True) if is_told else ()


def _amounts_like(pattern: re.Pattern[str], values: Sequence[str], *, has_comma: bool) -> tuple[NumberForm, ...]:
    read = [each for each in map(pattern.fullmatch, values) if each is not None]
    if len(read) < _MOST * len(values):
        return ()
    parts = [(_scale_of(each), _unit_of(each)) for each in read]
    unit = Counter(unit for _, unit in parts).most_common(1)[0][0]
    own = [each for each, (_, its) in zip(read, parts, strict=True) if its in {unit, ""}]
    scales = tuple(sorted({scale for scale, its in parts if scale and its in {unit, ""}}))
    has_plus = any(each["plus"] for each in own)
    is_marked = unit or scales or has_plus or any("," in each["number"] or "(" in each["sign"] for each in read)
    is_signed = any(each["sign"] or each["inner"] for each in own)
    form = NumberForm(NumberKind.AMOUNT, unit, scales, is_signed, has_plus, has_comma)
    return (form,) if is_marked and not _MONTHS.fullmatch(unit) and _is_usual(form, values) else ()


def _bare(values: Sequence[str], told: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the form of bare numbers, where a few other texts among them are why the column is one of text.

    Those are notes, repeated headings, marks of what is missing.  Where all values are numbers they are codes, unless
    some have decimals, or there are many and not all are equally long, and also where some begin with 0.
    """
    numbers = {value for value in told if _BARE.fullmatch(value)}
    is_mixed = len(numbers) < len(values)
    is_any_length = len(numbers) >= _MOST_CODES and len({len(value.strip()) for value in numbers}) > 1
    is_amount = is_any_length or any("." in value for value in numbers)
    if not (is_mixed or is_amount) or len(numbers) < _FEWEST_BARE or len(numbers) < _MOST_BARE * len(told):
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


def _is_past_a_day(value: str) -> bool:
    first = re.match(r" *([0-9]{2,4}):[0-5][0-9]", value)
    return first is not None and int(first[1]) >= 24


def _are_results_of_races(values: Sequence[str]) -> bool:
    """Tell whether clocks show seconds and lie close together, as the times of a marathon and no times of day do."""
    clocks = [found for value in values if (found := _TO_THE_SECOND.fullmatch(value)) is not None]
    if len(clocks) < max(_MOST * len(values), _FEWEST_RESULTS):
        return False
    hours = [int(found[1]) for found in clocks]
    return max(hours) - min(hours) <= _WIDEST and sum(found[2] != "00" for found in clocks) > len(clocks) / 2


def _clock(values: Sequence[str]) -> tuple[NumberForm, ...]:
    form = NumberForm(NumberKind.CLOCK)
    return (form,) if _is_usual(form, values) else ()


def _hours(values: Sequence[str]) -> tuple[NumberForm, ...]:
    form = NumberForm(NumberKind.HOURS)
    return (form,) if _is_usual(form, values) else ()


def _totals(values: Sequence[str]) -> tuple[NumberForm, ...]:
    form = NumberForm(NumberKind.TOTAL)
    return (form,) if _is_usual(form, values) else ()


def _two(values: Sequence[str]) -> tuple[NumberForm, ...]:
    """Return the forms of two numbers; of a first one alone where the second is always the same, as in "4/5".

    Two digits behind a colon are times of day, or minutes and seconds; a slash makes fractions, where the second number
    changes; a year and the next one are a season.
    """
    first, second = NumberForm(NumberKind.FIRST), NumberForm(NumberKind.SECOND)
    written = [value for value in values if first.value(value) is not None]
    if len(written) < _MOST * len(values) or all(re.search("[0-9]:[0-9]{2}(?![0-9])", value) for value in written):
        return ()
    if len({second.value(value) for value in written}) == 1:
        return (first,)
    if are_split_years(written):
        return ()
    return () if all("/" in value for value in written) else (first, second)
