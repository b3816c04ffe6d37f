"""Units that names and descriptions tell: "body_mass_g", "Price (USD)", "sales (in $000s)", "in millions of euros"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from factcheck.units.result_unit import ResultUnit
from factcheck.units.unit import UNITS, Unit

_SCALES = {
    **dict.fromkeys(("thousand", "thousands", "000s", "000", "ths"), 10**3),
    **dict.fromkeys(("lakh", "lakhs", "lac", "lacs"), 10**5),
    **dict.fromkeys(("crore", "crores"), 10**7),
    **dict.fromkeys(("million", "millions", "mn", "mln", "mio", "mil"), 10**6),
    **dict.fromkeys(("billion", "billions", "bn", "bln"), 10**9),
    **dict.fromkeys(("trillion", "trillions", "tn"), 10**12),
}
_LETTERS = {"k": 10**3, "m": 10**6, "b": 10**9}
"""What says thousands or millions of money alone."""

_OF_MONEY = frozenset(
    "revenue revenues sales price prices cost costs gdp budget income salary salaries profit turnover spend spending "
    "earnings fare fares tip tips rent gross wage wages capital fee fees debt assets expenditure exports imports "
    "payroll box office".split()
)
_NO_AMOUNT = frozenset(
    "per pct percent percentage ratio rate share index score rank std stddev variance var squared log zscore ordinal "
    "density".split()
)
"""Words in a name whose numbers are in no unit, or in one of two units."""

_SINGULAR = frozenset("second minute hour day week month year decade foot degree yard pound".split())
"""Words that stand for one thing in a name, such as a birth year, and are no unit there."""

_SMALL_WORDS = frozenset({"in", "of"})
_AMOUNTS_BEFORE = frozenset("total avg average mean median sum num number n of count in max min".split())
_MOST_WORDS = 3
_LONGEST = 1000
"""Characters of a description that are looked at."""

_WORD = re.compile(r"[a-z]+/[a-z]+|[a-z]{0,2}[$€£¥₹](?=[^\W\d_]|\W|\d|\Z)|[°º][a-z]|[^\W_]+[²³]?")
_SCALED_CURRENCY = re.compile(r"(?P<scale>k|m|mn|mio|b|bn|t|tn)(?P<code>[a-z]{3})")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,40})[)\]]")
_IN = re.compile(r"(?:\A|\W)in\s+(\S.{0,40})")
_DECLARED = re.compile(r"\bunits?\s?(?:of\smeasure\w*\s?)?(?::|=|is|are)\s?(\S[^.;,]{0,30})")
_AT_THE_END = re.compile(r",\s*([^,]{1,30})\Z")
_RATE = re.compile(r"\A\s*(?:/|per\b|an?\b|each\b|every\b)")


def told_unit(name: str, descriptions: Iterable[str], others: Collection[str] = ()) -> ResultUnit | None:
    """Return the unit that a column's name and descriptions tell; None where they tell none, or two.

    ``others`` are the names of the columns beside it: where there is ``wait_max``, ``wait_min`` has no minutes.
    """
    if is_minimum(name, others):
        name = name[: -len("min")]
    texts = [text[:_LONGEST] for text in descriptions]
    context = frozenset(_words(" ".join([name, *texts])))
    found = [*_in_name(name, context)]
    for text in texts:
        found += _in_description(text, context)
    units = {each.unit for each in found if each.unit is not None}
    scales = {each.scale for each in found if each.scale > 1}
    if len(units) > 1 or len(scales) > 1 or not found:
        return None
    return ResultUnit(next(iter(units), None), next(iter(scales), 1))


def is_minimum(name: str, others: Collection[str]) -> bool:
    """Tell whether a name ends with "min" for minimum, as the column of the maximum beside it tells."""
    stem = name.lower().removesuffix("min")
    return stem != name.lower() and any(
        other.lower() in {f"{stem}max", f"{stem}avg", f"{stem}mean"} for other in others
    )


def _words(text: str) -> list[str]:
    """Split a text into words; a scale that is written together with a currency is a word of its own: "musd"."""
    words = _WORD.findall(text.lower().replace("_", " "))
    return [part for word in words for part in _parts(word)]


def _parts(word: str) -> tuple[str, ...]:
    found = _SCALED_CURRENCY.fullmatch(word)
    if found is None or not any(unit.is_money for unit in UNITS.by_word.get(found["code"], ())):
        return (word,)
    return found["scale"], found["code"]


def _in_name(name: str, context: Collection[str]) -> Iterator[ResultUnit]:
    """Yield the unit that a name ends with, or begins with where nothing but what is measured follows."""
    for spelt in dict.fromkeys((name, _CAMEL.sub("_", name))):
        words = _words(spelt)
        last = _consumed(words[::-1], context, is_reversed=True)
        if last is not None and _NO_AMOUNT.isdisjoint(words[: len(words) - last[1]]):
            yield last[0]
            return
        first = next((at for at, word in enumerate(words) if word not in _AMOUNTS_BEFORE), 0)
        if _NO_AMOUNT.isdisjoint(words) and words[first : first + 1] and words[first] in _plurals():
            begun = _consumed(words[first:], context)
            if begun is not None:
                yield begun[0]
                return


@lru_cache(maxsize=1)
def _plurals() -> frozenset[str]:
    """Return words that a name may begin with: "minutes_played", not "second_name"."""
    return frozenset({word for word in UNITS.words if word.endswith("s") or word in {"feet", "inches"}} | {"kg", "km"})


def _in_description(text: str, context: Collection[str]) -> Iterator[ResultUnit]:
    """Yield the units that a description gives in brackets, behind "in" or "unit:", at its end, or as all it says."""
    lowered = text.strip().lower().removesuffix(".")
    for pattern in (_BRACKETS, _DECLARED, _AT_THE_END):
        for found in pattern.finditer(lowered):
            words = _words(found[1])
            consumed = None if _RATE.match(lowered, found.end(1)) else _consumed(words, context)
            if consumed is not None and consumed[1] == len(words) and "/" not in _left_over(found[1]):
                yield consumed[0]
    words = _words(lowered)
    whole = _consumed(words, context)
    if whole is not None and whole[1] == len(words):
        yield whole[0]
    for found in _IN.finditer(lowered):
        words = _words(found[1])
        consumed = _consumed(words, context)
        if consumed is None:
            continue
        rest = words[consumed[1] :]
        if not rest or rest[0] not in {"per", "a", "an", "each", "every"}:
            yield consumed[0]


def _left_over(text: str) -> str:
    """Return a text without the units that have a slash themselves."""
    for key in UNITS.by_word:
        if "/" in key:
            text = text.replace(key, "")
    return text


def _consumed(
    words: Sequence[str], context: Collection[str], *, is_reversed: bool = False
) -> tuple[ResultUnit, int] | None:
    """Read a unit and a scale from the first words; return them with how many words they take, None for neither."""
    unit: Unit | None = None
    scale, at, taken = 1, 0, 0
    while at < len(words):
        size = 0
        if unit is None:
            unit, size = _unit_at(words[at : at + _MOST_WORDS], context, is_reversed=is_reversed)
        if not size and scale == 1:
            scale = _scale_at(words[at], unit, words[at + 1 :] if is_reversed else words[:at], context)
            size = int(scale > 1)
        if size:
            taken = at + size
        elif words[at] not in _SMALL_WORDS or (at == 0 and is_reversed):
            break
        at += size or 1
    if unit is None and scale == 1:
        return None
    return ResultUnit(unit, scale), taken


def _unit_at(words: Sequence[str], context: Collection[str], *, is_reversed: bool) -> tuple[Unit | None, int]:
    """Return the unit that the first words name, and how many they are."""
    for size in range(len(words), 0, -1):
        key = "_".join(words[:size][::-1] if is_reversed else words[:size])
        if key in _SINGULAR:
            continue
        units = UNITS.by_word.get(key, ())
        unit = units[0] if len(units) == 1 else _fitting(units, context)
        if unit is None:
            short = [each for each in UNITS.by_short.get(key, ()) if _says(each.dimension, context)]
            unit = short[0] if len(short) == 1 else None
        if unit is not None:
            return unit, size
    return None, 0


def _fitting(units: Sequence[Unit], context: Collection[str]) -> Unit | None:
    """Return the unit that is meant of several: dollars are those of the United States where nothing else is said."""
    if all(unit.is_money for unit in units):
        return units[0] if units else None
    said = [unit for unit in units if _says(unit.dimension, context) or (unit.is_money and _is_of_money(context))]
    return said[0] if len(said) == 1 else None


def _says(dimension: str, context: Collection[str]) -> bool:
    return not UNITS.quantities[dimension].isdisjoint(context)


def _is_of_money(context: Collection[str]) -> bool:
    return not _OF_MONEY.isdisjoint(context)


def _scale_at(word: str, unit: Unit | None, others: Sequence[str], context: Collection[str]) -> int:
    """Return what a word multiplies by, 1 where it does not."""
    if word in _SCALES:
        return _SCALES[word]
    is_money = (unit is not None and unit.is_money) or any(
        each.is_money for other in others[:1] for each in UNITS.by_word.get(other, ())
    )
    is_money = is_money or (unit is None and _is_of_money(context))
    return _LETTERS.get(word, 1) if is_money else 1
