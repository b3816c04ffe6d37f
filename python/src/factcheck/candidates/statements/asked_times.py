"""Whether a kind of time is what a statement is about: "the busiest single day", "more than in any other month"."""

from __future__ import annotations

from factcheck.catalogue.schema import Column
from factcheck.claims.statements.phrases import StatementWords
from factcheck.claims.statements.statement import Assertion
from factcheck.queries.groups import GroupPart
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

CALLED: dict[GroupPart, frozenset[str]] = {
    "year": frozenset({"year"}),
    "quarter": frozenset({"quarter"}),
    "month": frozenset({"month"}),
    "isodow": frozenset({"day", "weekday"}),
    "hour": frozenset({"hour"}),
    "day": frozenset({"day", "date"}),
    "week": frozenset({"week"}),
    "year_month": frozenset({"month"}),
}
"""What parts of dates are called."""
TIMES = frozenset().union(*CALLED.values()) | {"season", "decade", "months"}
_SAY_LITTLE = frozenset("the a single one calendar whole entire individual of all our their its".split())
_OTHERS = frozenset("other any single".split())


def asked_time(words: StatementWords, assertion: Assertion) -> str | None:
    """Return the kind of time that a statement is about, None where it is about something else: "the most days"."""
    said = [token for token in words.measuring if token.text.lower() not in _SAY_LITTLE]
    kinds = [stem(token.text) for token in said]
    if not kinds or not TIMES.issuperset(kinds):
        return None
    if assertion.dimension != "many":
        return kinds[0]
    before = [token.text.lower() for token in words.sentence if token.start < said[0].start]
    return kinds[0] if before and before[-1] in _OTHERS else None


def is_called_time(column: Column) -> bool:
    """Tell whether a column is one of times by its name: a month, a weekday."""
    return not TIMES.isdisjoint(stem(word) for word in split_identifier(column.name))
