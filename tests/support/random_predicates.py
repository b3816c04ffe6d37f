"""Draws predicates of all kinds on a column, many of which overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from factcheck.catalogue.days import day_of
from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.has_entries import HasEntries
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.ordered_values import has_order
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains

_LAST_YEAR = 9998

COMPARISONS: tuple[Comparison, ...] = ("<", "<=", ">", ">=")


def random_predicates(random: Random, column: Column, literals: Sequence[str], most: int) -> list[Predicate]:
    """Return at most ``most`` different predicates on a column, some of them equalities with ``literals`` of it."""
    others = list(dict.fromkeys(_others(random, column, literals)))
    others += [Not(predicate) for predicate in others]
    equalities: list[Predicate] = [Equals(column, literal) for literal in literals]
    chosen = random.sample(equalities, min(len(equalities), most // 3))
    return chosen + random.sample(others, min(len(others), most - len(chosen)))


def _others(random: Random, column: Column, literals: Sequence[str]) -> Iterator[Predicate]:
    yield IsNull(column)
    for _ in range(2 if len(literals) > 1 else 0):
        yield OneOf(column, tuple(sorted(random.sample(literals, random.randint(2, min(3, len(literals)))))))
    if has_order(column):
        for literal in literals:
            yield Compare(column, random.choice(COMPARISONS), literal)
            low = random.choice(literals)
            yield Between(column, low, literal, is_below=len(low) % 2 == 0)
    if column.is_date:
        for day in filter(None, map(day_of, literals)):
            yield DatePart(column, "month", day.month, random.randint(1, 12))
            yield DatePart(column, "isodow", day.weekday, day.weekday)
            if 1 <= day.year < _LAST_YEAR:
                first_day = f"{day.year:04d}-01-01"
                yield Period(column, first_day, random.choice([None, f"{day.year + 1:04d}-01-01"]))
                yield Period(column, None, first_day)
    if column.is_text:
        for literal in literals:
            at = random.randint(0, len(literal) // 2)
            yield TextContains(column, literal[at : at + 2].swapcase())
            yield TextContains(column, literal[:1], at_start=True)
            separator, listed = literal[at : at + 1] or " ", literal[at + 1 :] or literal
            yield HasEntries(column, separator, (listed.split(separator)[-1] or "none",))
