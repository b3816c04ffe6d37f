"""Which rows a question is about: what numbers, years and values in it restrict."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison, number_text
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, NumberMention, ValueMention
from factcheck.questions.roles import Role

_COMPARED = {">": ">", ">=": ">=", "<": "<", "<=": "<="}
_EQUAL = re.compile(r"\b(?:equals?|equal to|exactly|is|of|=)\s*\$?$", re.I)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_BOUNDS: tuple[tuple[re.Pattern[str], Comparison], ...] = (
    (re.compile(r"\b(?:since|from|starting in)\s$", re.I), ">="),
    (re.compile(r"\bafter\s$", re.I), ">"),
    (re.compile(r"\b(?:before|prior to)\s$", re.I), "<"),
    (re.compile(r"\b(?:until|till|up to|from (?:1[5-9]|20)\d\d to)\s$", re.I), "<="),
)
"""What words before a year say about other years."""


def number_restrictions(
    linked: Linked, columns: Sequence[ColumnMention], numbers: Sequence[NumberMention]
) -> tuple[list[Predicate], set[int]]:
    """Return the predicates that numbers make, and the starts of the mentions of columns that only restrict."""
    predicates: list[Predicate] = []
    filtering: set[int] = set()
    for mention in (each for each in numbers if not _is_of_name(each, linked, columns)):
        made = _time_restriction(linked, mention)
        if made is None and (near := _nearest(linked, mention, columns)) is not None:
            made = _number_restriction(near.columns[0], mention, linked)
            if made is not None:
                filtering.add(near.start)
        if made is not None:
            predicates.append(made)
    return predicates, filtering


def _is_of_name(number: NumberMention, linked: Linked, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a number is the end of a column's name: that of population_2021 in "population in 2021"."""
    names = (linked.table.role(each.columns[0]).words for each in columns)
    return any(len(name) > 1 and name[-1] == linked.words[number.start] for name in names)


def _nearest(linked: Linked, number: NumberMention, columns: Sequence[ColumnMention]) -> ColumnMention | None:
    """Return the column of numbers that a number is said of: the one right behind it, else the last one before it."""
    numeric = [c for c in columns if linked.table.role(c.columns[0]).role is Role.NUMBER]
    behind = [c for c in numeric if 0 <= c.start - number.end <= 1]
    if behind:
        return behind[0]
    before = [c for c in numeric if 0 < number.start - c.end + 1 <= 7]
    return max(before, key=lambda c: c.end, default=None)


def _number_restriction(column: Column, mention: NumberMention, linked: Linked) -> Predicate | None:
    number = mention.number
    value = Decimal(str(number.value))
    if number.comparison in _COMPARED:
        return Compare(column, _COMPARED[number.comparison], number_text(value))  # type: ignore[arg-type]
    if number.comparison == "between" and number.high is not None:
        return Between(column, number_text(value), number_text(Decimal(str(number.high))))
    if _EQUAL.search(linked.text[: linked.tokens[mention.start].start].rstrip()):
        return Equals(column, number_text(value))
    return None


def _time_restriction(linked: Linked, mention: NumberMention) -> Predicate | None:
    """Return the predicate of a year, where the table has a column of years."""
    time = linked.table.time
    text = linked.tokens[mention.start].text
    if time is None or not time.column.is_integer or not _YEAR.fullmatch(text):
        return None
    if mention.number.comparison == "between" and mention.number.high is not None:
        return Between(time.column, text, number_text(Decimal(str(mention.number.high))))
    if mention.end - mention.start > 1:
        return None
    before = linked.text[: linked.tokens[mention.start].start]
    bound = next((comparison for words, comparison in _BOUNDS if words.search(before)), None)
    return Equals(time.column, text) if bound is None else Compare(time.column, bound, text)


def value_restrictions(values: Sequence[ValueMention]) -> list[Predicate]:
    """Return the predicates of values: of one column together."""
    by_column: dict[Column, list[str]] = {}
    for value in values:
        listed = by_column.setdefault(value.predicate.column, [])
        if value.predicate.literal not in listed:
            listed.append(value.predicate.literal)
    return [
        Equals(column, literals[0]) if len(literals) == 1 else OneOf(column, tuple(sorted(literals)))
        for column, literals in by_column.items()
    ]
