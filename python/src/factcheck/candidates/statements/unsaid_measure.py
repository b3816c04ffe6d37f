"""Whether a statement leaves open what it measures: "Rome is first", "Oslo has the lowest rate"."""

from __future__ import annotations

from factcheck.candidates.statements.columns import is_amount
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.names_of_measures import is_open
from factcheck.retrieval.measure_words import NAMED_RATIOS, is_divided
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_OF_ANYTHING = frozenset(
    "rate rates share shares percentage percentages proportion proportions figure figures level levels value "
    "values".split()
)
"""Nouns for how much there is of what was told before."""
_ENDS = frozenset({"high", "low"})
"""Adjectives of figures, which say nothing of heights there."""
_NAMED_FROM = 0.3


def is_measure_unsaid(cue: StatementCue) -> bool:
    """Tell whether what is measured was told before, or by a number beside the statement."""
    said = cue.words.measured.forms
    if is_open(said, cue.assertion.dimension):
        return True
    left = said - _OF_ANYTHING
    if left == said or not is_open(left, "" if cue.assertion.dimension in _ENDS else cue.assertion.dimension):
        return False
    scores = cue.relevance.measured.columns
    columns = (column for table in cue.tables for column in table.columns if column.is_numeric)
    return all(scores.get(column.column_id, 0.0) < _NAMED_FROM for column in columns)


def measures_a_ratio(cue: StatementCue) -> bool:
    """Tell whether what is measured is a ratio of two columns that no column has: "the highest conversion rate"."""
    said = f" {' '.join(stem(token.text) for token in cue.words.measured.tokens)} "
    named = [
        (ratio, set(words))
        for ratio in NAMED_RATIOS
        for words in (list(map(stem, name.split())) for name in ratio.names)
        if f" {' '.join(words)} " in said
    ]
    if not named:
        return False
    tables = [[column.name for column in table.columns if is_amount(column)] for table in cue.tables]
    known = [set(map(stem, split_identifier(name))) for names in tables for name in names]
    return any(
        not any(words <= column for column in known) and any(is_divided(ratio, names) for names in tables)
        for ratio, words in named
    )
