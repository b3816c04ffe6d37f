"""Questions that go on from the one before: what they leave out, the earlier one has said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.mentions import ValueMention
from factcheck.questions.reading import Reading
from factcheck.questions.restrictions import value_restrictions
from factcheck.questions.roles import Role

_REPLACED = re.compile(
    r"\breplace\b(?P<old>.*)\bwith\b(?P<new>.*)|(?P<new_2>.*)\binstead of\b(?P<old_2>.*)", re.IGNORECASE | re.DOTALL
)
_ADDING = frozenset("add also too both additionally".split())
_ABOUT = re.compile(r"\A\W*(?:and |what |how )*about\b", re.IGNORECASE)


def follow_up(before: Reading, reading: Reading) -> Reading:
    """Complete a reading by the one before: both names count, but for what is replaced."""
    replaced = _replaced(before, reading)
    measures = _united(before.measures, reading.measures, replaced)
    if _ABOUT.match(reading.linked.text) and reading.measures:
        measures = reading.measures
    functions = dict(zip(before.measures, before.functions, strict=True))
    if reading.has_function and not reading.measures and "instead" in reading.linked.words:
        functions = {}
    functions |= dict(zip(reading.measures, reading.functions, strict=True))
    usual = before.functions[:1] or reading.functions[:1]
    anew = set() if _adds(reading) else {predicate.column for predicate in reading.subspace}
    values = (*(each for each in before.values if each.predicate.column not in anew), *reading.values)
    return replace(
        reading,
        measures=measures,
        functions=tuple(functions.get(column, usual[0]) for column in measures) if usual else (),
        breakdowns=_united(tuple(c for c in reading.breakdowns if c not in measures), before.breakdowns, replaced),
        subspace=_subspace(before, reading, values),
        values=values,
        is_counted=before.is_counted if not reading.measures else reading.is_counted,
        has_function=before.has_function or reading.has_function,
        kinds=reading.kinds if _asks_time(reading) else before.kinds,
        rows_noun=reading.rows_noun or before.rows_noun,
    )


def _adds(reading: Reading) -> bool:
    """Tell whether a question asks for more rows beside those before: "also in winter"."""
    return not _ADDING.isdisjoint(reading.linked.words)


def _subspace(before: Reading, reading: Reading, values: Sequence[ValueMention]) -> tuple[Predicate, ...]:
    """Restrict each column as the question does, and the others as before: 2022 takes the place of 2023.

    A limit at the other end narrows the one before; values that are added stand beside those before.
    """
    told = reading.subspace
    if _adds(reading):
        named = {each.predicate.column for each in reading.values}
        told = (
            *(each for each in told if each.column not in named),
            *(each for each in value_restrictions(values) if each.column in named),
        )
    kept = (each for each in before.subspace if all(_go_together(each, other) for other in told))
    return tuple(dict.fromkeys((*kept, *told)))


def _go_together(earlier: Predicate, later: Predicate) -> bool:
    """Tell whether both restrict: two columns, or one column from both ends."""
    if earlier.column != later.column:
        return True
    if isinstance(earlier, Compare) and isinstance(later, Compare):
        return earlier.comparison[0] != later.comparison[0]
    return False


def _asks_time(reading: Reading) -> bool:
    """Tell whether a question adds a development over time to what was asked."""
    table = reading.linked.table
    return any(table.role(column).role is Role.TIME for column in reading.breakdowns)


def _united(first: tuple[Column, ...], then: tuple[Column, ...], replaced: set[Column]) -> tuple[Column, ...]:
    return tuple(dict.fromkeys(column for column in (*first, *then) if column not in replaced))


def _replaced(before: Reading, reading: Reading) -> set[Column]:
    """Return the columns that a question puts others in the place of."""
    found = _REPLACED.search(reading.linked.text)
    if found is None:
        return set()
    name = "old" if found["old"] is not None else "old_2"
    start, end = found.span(name)
    tokens = reading.linked.tokens
    return {
        column
        for mention in reading.linked.columns
        if start <= tokens[mention.start].start < end
        for column in mention.columns[:1]
        if column in {*before.measures, *before.breakdowns}
    }
