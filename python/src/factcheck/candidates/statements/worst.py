"""Which end "the worst" means of what a table holds: of crashes it is where there are most."""

from __future__ import annotations

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.claims.statements.wanted import HARMS, UNWANTED
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_ENDS = frozenset({"best", "worst"})


def is_worst_of_harm(measure: WeighedMeasure, cue: StatementCue) -> bool:
    """Tell whether a measure counts what nobody wishes for, where "best" or "worst" alone says which end is meant.

    Where the sentence names a harm itself, its grammar has told which end that is.
    """
    sentence = cue.words.sentence
    if cue.assertion.dimension or _ENDS.isdisjoint(sentence[i].text.lower() for i in cue.assertion.cue):
        return False
    harms = UNWANTED | HARMS
    column = measure.measure.column
    words = {stem(part) for part in split_identifier(measure.table.name if column is None else column.name)}
    return not words.isdisjoint(harms) and all(token.lemma.lower() not in harms for token in sentence)
