"""Rows that a text leaves out without saying so: who has left, what was cancelled, orders that are not completed.

What one number says is too little to tell.  Where several numbers of a document agree only without these rows, what
they have in common does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.denied_verbs import is_flag
from factcheck.retrieval.generators.named_values import columns_told, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.predicate_scores import FLAG_PAIRS
from factcheck.retrieval.relevance import UNSAID, Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_LEAVING = re.compile(
    r"(?:date|day|time|dt)?(?:of)?(?:term(?:ination|inated)?|exit(?:ed)?|leav(?:e|ing)|left|quit|resign(?:ed|ation)?|separation"
    r"|end(?:ed|ing)?|churn(?:ed)?|cancel(?:l?ed|lation)?|deactivat(?:ed|ion)|deleted|closed|retire(?:d|ment)|dismiss(?:ed|al))"
    r"(?:date|day|time|dt|ts|at|on|timestamp|datetime)?"
)
"""Names of days on which somebody or something left, without what is between their words."""

_STAYING = re.compile(r"\bretention\b|\bretain(?:s|ed|ing)?\b", re.IGNORECASE)
_NOT_A_LETTER = re.compile(r"[\W\d_]+")
_STATES = frozenset({"status", "state"})
_COMPLETED = frozenset(
    "completed complete delivered shipped paid successful success confirmed fulfilled approved active settled".split()
)
_CANCELLED = frozenset("cancelled canceled cancellation deleted void voided failed rejected test".split())
_WEIGHT = 0.3
"""Weight of what no word says, beside that of a word that does."""


def unsaid_states(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Leave out rows by columns that tell what has ended or was not completed, unless the sentence names these."""
    passage = own_passage(cue)
    if passage is None:
        return
    yield from _retained(cue, passage)
    made = [(column, predicate) for column in cue.columns for predicate in _restrictions(cue, column)]
    columns = {column.column_id: column for column, _ in made}
    named = {told for token in passage.tokens if columns for told in columns_told(cue, token.text, columns)}
    named |= {predicate.column for predicate, _ in cue.named}
    for column, predicate in made:
        if column not in named:
            yield predicate, cue.seen(UNSAID, WEIGHTS.predicate.time * _WEIGHT, column)


def _retained(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict days of leaving to none where the sentence speaks of who stays: "an 89% retention rate"."""
    found = _STAYING.search(passage.text)
    weight = passage.weight(*found.span()) if found else 0.0
    for column in cue.columns if weight > 0 else ():
        if column.has_missing and _tells_who_left(column):
            yield IsNull(column), cue.seen("missing", weight, column)


def _restrictions(cue: PredicateCue, column: Column) -> Iterator[Predicate]:
    """Yield what leaves rows out by a column."""
    words, values = split_identifier(column.name), cue.values.get(column.column_id, ())
    if column.has_missing and _tells_who_left(column):
        yield IsNull(column)
    elif is_flag(cue, column) and not _CANCELLED.isdisjoint(words):
        yield from (Equals(column, value) for value in values if value.lower() in {no for _, no in FLAG_PAIRS})
    elif not _STATES.isdisjoint(words):
        yield from (Equals(column, value) for value in values if value.lower() in _COMPLETED)
        yield from (Not(Equals(column, value)) for value in values if value.lower() in _CANCELLED)


def _tells_who_left(column: Column) -> bool:
    is_time = column.is_date or column.is_timestamp or column.is_text
    return is_time and _LEAVING.fullmatch(_NOT_A_LETTER.sub("", column.name.lower())) is not None
