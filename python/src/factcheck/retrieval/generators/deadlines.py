"""Late, on time and early: what was done beside when it was due, "35 % of the parcels arrived late"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, split_identifier

_MOVES = (
    r"(?:was|were|is|are|be|been|being|r[au]n(?:s|ning)?|arriv(?:es?|ed|ing)|depart(?:s|ed|ing)?|le(?:ft|aves?|aving)"
    r"|c[ao]m(?:es?|ing)|start(?:s|ed|ing)?|finish(?:es|ed|ing)?|(?:deliver|return|shipp?|complet|pa)[a-z]*)"
)
_THINGS = (
    r"(?:deliver(?:y|ies)|arrivals?|departures?|shipments?|orders?|parcels?|packages?|payments?|returns?"
    r"|flights?|trains?)"
)
_NO_MONTH = r"(?!\s(?-i:[A-Z])|\sin\b)"
LATE = (
    rf"delayed\b|{_MOVES}\s(?:\w+\s)?late\b{_NO_MONTH}|late\s{_THINGS}\b|behind\sschedule\b|overdue\b|past\s(?:the(?:ir)?\s)?due\b"
    r"|later\sthan\s(?:promised|expected|estimated|planned|scheduled|due|agreed)\b"
)
ON_TIME = r"on[\s-]time\b|on[\s-]schedule\b|punctual(?:ly)?\b|in\stime\b(?!\sof\b)"
EARLY = (
    rf"{_MOVES}\s(?:\w+\s)?early\b{_NO_MONTH}|early\s{_THINGS}\b|ahead\sof\s(?:schedule|time)\b"
    r"|(?:earlier|sooner)\sthan\s(?:promised|expected|estimated|planned|scheduled|due|agreed)\b"
)
"""Phrases that say when something was done, as expressions."""

_LATE, _ON_TIME, _EARLY = (
    re.compile(rf"\b(?:{pattern})", re.IGNORECASE) for pattern in (LATE, rf"{ON_TIME}(?:\sor\searly\b)?", EARLY)
)
_DENIED = re.compile(r"(?:\b(?:not|never)|n['’]t)\s(?:\w+\s)?\Z", re.IGNORECASE)
_DUE = frozenset(
    "expected estimated promised due scheduled planned target required agreed deadline sla committed".split()
)
_DONE = frozenset(
    "actual real delivered delivery arrived arrival received completed completion finished returned closed resolved "
    "paid shipped done fulfilled".split()
)
_DELAYS = frozenset("delay delays lateness".split())
"""Words in names of columns that tell by themselves how late something was."""

_OF_ANY = frozenset("date day days time timestamp at on datetime order for".split())
"""Words of names that tell of no particular event."""


def deadlines(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare when something was done, or how long it took, with when it was due, where the sentence tells of that."""
    passage = own_passage(cue)
    if passage is None:
        return
    for pattern, make in ((_LATE, _is_late), (_ON_TIME, _is_on_time), (_EARLY, _is_early)):
        found = pattern.search(passage.text) if passage.written.has(pattern) else None
        weight = 0.0 if found is None else passage.weight(*found.span())
        if found is None or weight <= 0:
            continue
        is_denied = _DENIED.search(passage.text, 0, found.start()) is not None
        for done, due in (pair for table in cue.tables for pair in _done_and_due(table)):
            predicate = make(done, due)
            seen = cue.seen("deadline", WEIGHTS.predicate.sign * weight, done)
            yield _denied(predicate) if is_denied else predicate, seen


def _is_late(done: Column, due: Column) -> Predicate:
    return ColumnCompare(done, ">", due)


def _is_on_time(done: Column, due: Column) -> Predicate:
    return Not(ColumnCompare(done, ">", due))


def _is_early(done: Column, due: Column) -> Predicate:
    return ColumnCompare(due, ">", done)


def _denied(predicate: Predicate) -> Predicate:
    return predicate.predicate if isinstance(predicate, Not) else Not(predicate)


def _done_and_due(table: Table) -> Iterator[tuple[Column, Column]]:
    """Yield what tells when something was done, or how many days it took, with what tells the same of its plan.

    Their names have a word for the event in common, or there is one column alone of what was done.  Tables that tell
    how late it was are left to that.
    """
    if any(not _DELAYS.isdisjoint(split_identifier(column.name)) for column in table.columns if column.is_numeric):
        return
    times = [column for column in table.columns if column.is_date or column.is_timestamp]
    spans = [column for column in table.columns if column.is_numeric and "days" in split_identifier(column.name)]
    for columns in (times, spans):
        due = [column for column in columns if not _DUE.isdisjoint(split_identifier(column.name))]
        done = [
            column for column in columns if column not in due and not _DONE.isdisjoint(split_identifier(column.name))
        ]
        for planned in due:
            alike = [column for column in done if not _events(column).isdisjoint(_events(planned))] or done
            if len(alike) == 1:
                yield alike[0], planned


def _events(column: Column) -> set[str]:
    """Return the words of a name that tell of an event, in their base forms."""
    words = set(split_identifier(column.name)) - _OF_ANY - _DUE
    return {form for word in words for form in base_forms(word)}
