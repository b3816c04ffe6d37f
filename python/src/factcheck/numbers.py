"""Every number written in a text: where it stands, its value, its unit, and how it is hedged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from factcheck.number_reading import Number, read_numbers
from factcheck.number_words import any_of

__all__ = ["Number", "find_numbers"]

_HEDGES = {
    ">": "more than|greater than|higher than|larger than|bigger than|older than|longer than|over|above|beyond|"
    "exceed|exceeds|exceeded|exceeding|surpass|surpasses|surpassed|surpassing|in excess of|upwards of|north of|>",
    ">=": "at least|no fewer than|no less than|not less than|not fewer than|as few as|≥|>=",
    "<": "less than|fewer than|lower than|smaller than|younger than|shorter than|under|below|just short of|<",
    "<=": "at most|up to|no more than|not more than|no higher than|as many as|as much as|≤|<=",
    "about": "about|around|approximately|approx\\.?|roughly|nearly|almost|circa|ca\\.|c\\.|some|close to|an estimated|"
    "estimated|nearing|approaching|in the region of|in the order of|somewhere around|~|≈|≃",
}
_NAMES = {f"hedge_{index}": comparison for index, comparison in enumerate(_HEDGES)}
_HEDGE_BEFORE = re.compile(
    r"(?:(?<=\W)|\A)(?:"
    + "|".join(
        f"(?P<{name}>{any_of(_HEDGES[comparison].replace(' ', chr(92) + 's').split('|'))})"
        for name, comparison in _NAMES.items()
    )
    + r")\s?(?:(?:a|an|the|a\stotal\sof|as\smany\sas|only|just)\s)?\Z",
    re.IGNORECASE,
)
_LONGEST_HEDGE = 36
_HEDGE_AFTER = re.compile(
    r"(?P<at_least>\+(?!\w)|[\s-]plus\b|\sor\s(?:more|higher|above|greater|older|over|longer)\b|\sand\s(?:over|above|up|older)\b)"
    r"|(?P<at_most>\sor\s(?:fewer|less|lower|below|under|younger)\b)|(?P<about>\sor\sso\b)",
    re.IGNORECASE,
)

_COMPOUND_AFTER = re.compile(r"[-‐‑](?!to-|dollar|euro)[a-z]", re.IGNORECASE)
_COMPOUND_BEFORE = re.compile(r"[a-z][-‐‑]\Z", re.IGNORECASE)

_HYPHEN = re.compile(r"\s?[-‐‑–—−]\s?")
_TO = re.compile(r"\s?(?:-to-|\sto\s|\sand\s)", re.IGNORECASE)
_BETWEEN_BEFORE = re.compile(r"\bbetween\s(?:about\s|roughly\s|around\s)?\Z", re.IGNORECASE)
_TWO_NUMBERS_BEFORE = re.compile(
    r"\bfrom\s(?:about\s|roughly\s|around\s|just\s|only\s)?\Z|\brang(?:e|es|ed|ing)\b[^.,;]{0,12}\Z", re.IGNORECASE
)


def find_numbers(text: str) -> list[Number]:
    """All numbers of a paragraph in reading order, none overlapping; linear time, never fails.

    What only looks like a quantity is there too, as one number with a ``reason`` ("12 May 2020": a date).
    """
    return list(_join_ranges(text, (_in_context(text, number) for number in read_numbers(text))))


def _in_context(text: str, number: Number) -> Number:
    """The number with the comparison that the words around it make, or known as a part of a compound word."""
    if number.reason is not None:
        return number
    before = text[max(0, number.start - _LONGEST_HEDGE) : number.start]
    if number.unit not in {"percent", "points"} and (
        _COMPOUND_AFTER.match(text, number.end) or (number.text[0].isalpha() and _COMPOUND_BEFORE.search(before))
    ):
        return replace(number, reason="part of a compound word")
    if hedge := _HEDGE_BEFORE.search(before):
        return replace(number, comparison=_NAMES[hedge.lastgroup or ""])
    if hedge := _HEDGE_AFTER.match(text, number.end):
        comparison = {"at_least": ">=", "at_most": "<=", "about": "about"}[hedge.lastgroup or ""]
        return replace(number, comparison=comparison)
    return number


def _join_ranges(text: str, numbers: Iterable[Number]) -> Iterator[Number]:
    waiting: Number | None = None
    for number in numbers:
        joined = _as_range(text, waiting, number) if waiting is not None else None
        if joined is not None:
            yield from joined
            waiting = None
        else:
            if waiting is not None:
                yield waiting
            waiting = number
    if waiting is not None:
        yield waiting


def _as_range(text: str, low: Number, high: Number) -> tuple[Number, ...] | None:
    """One number for "between 3 and 5", two for "from 3 to 5" (a change, or the extremes); None if no range."""
    if low.reason is not None or high.reason is not None or high.start - low.end > 5:
        return None
    gap, before = text[low.end : high.start], text[max(0, low.start - _LONGEST_HEDGE) : low.start]
    is_between = _BETWEEN_BEFORE.search(before) is not None
    is_hyphen = _HYPHEN.fullmatch(gap) is not None
    if not is_hyphen and (not _TO.fullmatch(gap) or ("and" in gap.lower() and not is_between)):
        return None
    low, high = _share_units(low, high)
    if low.value >= high.value:
        if not is_hyphen:
            return low, high
        return replace(low, reason="a score"), replace(high, reason="a score")
    if _TWO_NUMBERS_BEFORE.search(before):
        return low, high
    return (
        replace(
            low,
            end=high.end,
            text=text[low.start : high.end],
            high=high.value,
            comparison="between",
            is_integer=low.is_integer and high.is_integer,
        ),
    )


def _share_units(low: Number, high: Number) -> tuple[Number, Number]:
    """Both ends in the same unit where one end leaves it out: "3 to 5 million", "$3-5", "10 to 20%"."""
    if low.scale == 1 and high.scale > 1 and 0 <= low.value < 1000:
        low = replace(low, value=low.value * high.scale, scale=high.scale, is_integer=high.is_integer)
    if low.unit == "plain":
        low = replace(low, unit=high.unit)
    elif high.unit == "plain":
        high = replace(high, unit=low.unit)
    return low, high
