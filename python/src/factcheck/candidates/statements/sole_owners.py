"""The readings of a statement that one alone is so: all rows of which that is true are rows of the one."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.flags import NAMED_WELL, NEGATIONS, flags_named
from factcheck.candidates.statements.groupings import groupings
from factcheck.candidates.statements.names_of_measures import unnamed_share
from factcheck.candidates.statements.owners import tokens_of
from factcheck.candidates.statements.reading import StatementReading
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.weights.weights import WEIGHTS
from factcheck.words.likeness import stem

_SHORTEST = 3


def soles(cue: StatementCue) -> Iterator[StatementReading]:
    """Yield readings by which all rows that have what is said are those of the owner; none of what they have not."""
    if not NEGATIONS.isdisjoint(cue.words.measured.forms):
        return
    for option in groupings(cue, is_guessed=False):
        [owner] = option.owners
        for condition in _conditions(cue):
            if condition.column == owner.column:
                continue
            for table in cue.tables:
                tables = frozenset({table.table_id, owner.column.table_id, condition.column.table_id})
                if table.table_id != condition.column.table_id:
                    continue
                relations = cue.relations.of(tables, table.table_id)
                if relations is None:
                    continue
                names = (table.name, condition.column.name, condition.words(""), option.by.column.name)
                rows = Selection(relations, (condition,))
                share = Ratio(
                    Aggregate(Measure(COUNT, None), Selection(relations, (condition, owner))),
                    Aggregate(Measure(COUNT, None), rows),
                )
                left = unnamed_share(_nouns(cue), names)
                doubt = option.doubt + WEIGHTS.statement.unexplained_rows * left
                yield StatementReading(share, option.weight, unclear=cue.assertion.unclear, doubt=doubt)


def _nouns(cue: StatementCue) -> frozenset[str]:
    tokens = cue.words.measured.tokens
    return frozenset(token.text.lower() for token in tokens if token.tag.startswith(("NN", "JJ", "CD")))


def _conditions(cue: StatementCue) -> Iterator[Predicate]:
    """Yield the rows that the words of what is said name: by a value, in the singular or the plural, or by a flag."""
    said, relevance = cue.words.measured, cue.relevance.measured
    stems = {stem(form) for form in said.forms}
    for predicate, _ in relevance.predicates:
        if not isinstance(predicate, Equals) or not predicate.column.is_text:
            continue
        wanted = [stem(word) for word in tokens_of(predicate.literal)]
        if wanted and stems.issuperset(wanted) and max(map(len, wanted)) >= _SHORTEST:
            yield predicate
    yield from (owner.predicate for owner in flags_named(said, relevance) if owner.score >= NAMED_WELL)
