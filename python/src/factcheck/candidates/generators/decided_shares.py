"""Rates of what is decided: a win rate is the share of the deals won among those won or lost, not of the open ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio

_ROWS = Measure(COUNT, None)
_RATE = re.compile(
    r"\b(?P<event>win|winning|close|closing|conversion|success|approval|pass|passing|acceptance|loss|failure|rejection)"
    r"[\s-]?rates?\b"
)
_WON, _LOST = ("won", "win", "closed won"), ("lost", "loss", "closed lost")
_PAIRS = (
    (frozenset("win winning close closing conversion success".split()), frozenset({"loss"}), _WON, _LOST),
    (
        frozenset({"success"}),
        frozenset({"failure"}),
        ("successful", "success", "succeeded"),
        ("failed", "failure", "unsuccessful"),
    ),
    (frozenset({"pass", "passing", "success"}), frozenset({"failure"}), ("passed", "pass"), ("failed", "fail")),
    (
        frozenset({"approval", "acceptance", "success"}),
        frozenset({"rejection"}),
        ("approved", "accepted", "granted"),
        ("rejected", "denied", "declined", "refused"),
    ),
)
"""Words for a rate of one outcome and of the other, and what values call both."""

_BOTH, _CALLED_SO = 2, 3.0
"""Values that a column has at least where there are others, and what such a rate is worth beside other shares."""


def shares_of_decided(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide the rows with one outcome by those with either, where a column has values beside these two."""
    text = " ".join(cue.words.lowered) if cue.number.unit == "percent" else ""
    for found in _RATE.finditer(text):
        kind = _CALLED_SO * cue.kind_score("share_of_known", cue.words.weight({"rate", "rates"}))
        for event, either in _outcomes(cue, found["event"]):
            table = cue.table(event.column)
            score = kind * cue.column_score(table, None)
            for chosen in cue.sets(without=(event.column,)):
                part = cue.aggregate(_ROWS, table, cue.in_order((*chosen.predicates, event)))
                whole = cue.aggregate(_ROWS, table, cue.in_order((*chosen.predicates, either)))
                if part is not None and whole is not None:
                    yield Ratio(part, whole, 100), score * chosen.score


def _outcomes(cue: Cue, word: str) -> Iterator[tuple[Equals, OneOf]]:
    """Yield the value of each column that a rate is of, with both outcomes."""
    columns = {column.column_id: column for table in cue.tables for column in table.columns if column.is_text}
    for number, values in cue.relevance.samples.items():
        column = columns.get(number)
        if column is None or len(values) <= _BOTH:
            continue
        for good, bad, *sides in _PAIRS:
            one, other = (next((value for value in values if value.lower() in names), None) for names in sides)
            if word in good | bad and one is not None and other is not None:
                yield Equals(column, one if word in good else other), OneOf(column, tuple(sorted((one, other))))
