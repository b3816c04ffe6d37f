"""Percentages of the rows that have an answer: "51 % of the women were for it", where some did not say."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio

_ANSWERED = frozenset(
    "answer answered answers response responses responded respondents replied known recorded stated gave given valid"
    " rated ratings".split()
)
"""Words for what is known of some: "of those who gave a rating", "28 % of all answers"."""


def shares_of_known(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide rows with a value by those where the column has any: surveys leave out who did not answer.

    Only where values are missing is that another number than the share of all rows.
    """
    kind = cue.kind_score("share_of_known", cue.words.weight(_ANSWERED))
    if cue.number.unit != "percent" or kind == 0:
        return
    rows = Measure(COUNT, None)
    for table in cue.tables:
        score = kind * cue.column_score(table, None)
        for chosen in cue.sets(least=1):
            for event in chosen.predicates:
                known = Not(IsNull(event.column))
                if not event.column.has_missing or event.includes(None):
                    continue
                others = tuple(predicate for predicate in chosen.predicates if predicate is not event)
                part = cue.aggregate(rows, table, chosen.predicates)
                whole = cue.aggregate(rows, table, (*others, known))
                if part is not None and whole is not None:
                    yield Ratio(part, whole, 100), score * chosen.score
