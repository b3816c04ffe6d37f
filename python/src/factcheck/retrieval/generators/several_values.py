"""Several values of one column that a sentence takes together: "XL and XXL together", "Monday or Tuesday"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import NamedValue, factor_of_several, named_values, own_passage
from factcheck.retrieval.generators.other_names import other_names
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_BETWEEN = re.compile(
    r"[\s,/&+]*(?:\b(?:and|or|nor|plus|as\swell\sas|along\swith|together\swith)\b)?[\s,]*"
    r"(?:\b(?:the|a|an|in|from|of|on|for|by|with|both|either|size|sizes)\b\s*)*",
    re.IGNORECASE,
)


def several_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Join values of a column that stand in one enumeration.

    Where nothing says that they are taken together, and there are as many numbers as values, each has its own.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    of_column: dict[int, list[NamedValue]] = {}
    called = sorted((*named_values(cue, passage), *_called_otherwise(cue)), key=lambda value: value.first)
    for value in called:
        of_column.setdefault(value.predicate.column.column_id, []).append(value)
    for values in of_column.values():
        for run in _runs(values, passage):
            literals = tuple(sorted({value.predicate.literal for value in run}))
            if len(literals) < 2:
                continue
            score = factor_of_several(cue, passage, literals) * sum(value.seen.score for value in run)
            yield OneOf(run[0].predicate.column, literals), Seen(score, {"values named together": score})


def _called_otherwise(cue: PredicateCue) -> Iterator[NamedValue]:
    """Yield the values that the claim's own sentence calls by another of their names: "moored or adrift" of codes."""
    for predicate, seen in other_names(cue):
        if isinstance(predicate, Equals) and seen.is_said:
            first = int(seen.parts["at"])
            yield NamedValue(predicate, seen, first, first + int(seen.parts["words"]) - 1)


def _runs(values: list[NamedValue], passage: Passage) -> Iterator[list[NamedValue]]:
    """Yield the values that stand side by side, with nothing but commas and conjunctions between."""
    run: list[NamedValue] = []
    for value in values:
        if run and value.first <= run[-1].last:
            continue
        if run:
            between = passage.text[passage.end_of(run[-1].last) : passage.start_of(value.first)]
            if not _BETWEEN.fullmatch(between):
                yield run
                run = []
        run.append(value)
    yield run
