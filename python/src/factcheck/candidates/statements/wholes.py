"""Of which rows most are said to be so: those that the whole names, "most smokers", "most of the women"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.flags import flags_named
from factcheck.candidates.statements.groupings import NAMED_FROM
from factcheck.candidates.statements.names_of_measures import unnamed_share
from factcheck.candidates.statements.owners import owners_of
from factcheck.candidates.statements.restrictions import restricted_to, restrictions
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate

_FLAGGED = 0.95
"""Score from which a whole is a flag's rows and nothing else."""


def rows_of_whole(
    cue: StatementCue, apart: frozenset[int], part: Predicate
) -> list[tuple[tuple[Predicate, ...], float]]:
    """Return the rows of which a part is told: those of values named in full, or of a group that the whole names."""
    found = restrictions(cue, apart, [part], (cue.words.measured, cue.relevance.measured))
    if found[0][0]:
        return found
    groups = [predicate for predicate in _groups(cue) if predicate.column.column_id not in apart]
    return restricted_to((groups[0],)) if groups else found


def _groups(cue: StatementCue) -> Iterator[Predicate]:
    """Yield the groups that a whole names, the best first, unless it names the rows of a table.

    What no word finds is none, though a word begins with its letter: "releases" are not the films that are rated R.
    """
    said, relevance = cue.words.measured, cue.relevance.measured
    nouns = frozenset(token.text.lower() for token in said.tokens if token.tag.startswith("NN"))
    if not nouns or any(unnamed_share(nouns, [table.name]) == 0 for table in cue.tables):
        return
    yield from (owner.predicate for owner in flags_named(said, relevance) if owner.score >= _FLAGGED)
    said_of = {predicate for predicate, seen in relevance.predicates if "terms" in seen.parts}
    for owner in owners_of(said.text, relevance, cue.tables):
        is_value = isinstance(owner.predicate, Equals) and owner.predicate.column.is_text
        if is_value and owner.predicate in said_of and owner.score >= NAMED_FROM:
            yield owner.predicate
