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
from factcheck.retrieval.generators.spaced_otherwise import spaced_otherwise
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen

_BETWEEN = re.compile(
    r"[\s,/&+]*(?:\b(?:and|or|nor|plus|as\swell\sas|along\swith|together\swith)\b)?[\s,]*"
    r"(?:\b(?:the|a|an|in|from|of|on|for|by|with|both|either|size|sizes)\b\s*)*",
    re.IGNORECASE,
)

_OWN_NUMBERS = re.compile(r"[\s(:=–-]*[~≈]?[$€£]?\d[\d,.]*\s?[%KMB]?\)?", re.IGNORECASE)
"""What each of the values has by itself, where the claim's number is of all: "A 35 %, B 24 % (59 % combined)"."""

_OF_ALL = re.compile(r"\s?(?:combined|together|in\stotal|altogether|in\sall)\b", re.IGNORECASE)
_ALL_BEFORE = re.compile(r"\b(?:combined|together|in\stotal|altogether)\W{0,3}(?:\w+\s)?\Z", re.IGNORECASE)


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
        for run in _runs(values, passage, have_numbers=_is_of_all(passage)):
            literals = tuple(sorted({value.predicate.literal for value in run}))
            if len(literals) < 2:
                continue
            score = factor_of_several(cue, passage, literals) * sum(value.seen.score for value in run)
            yield OneOf(run[0].predicate.column, literals), Seen(score, {"values named together": score})


def _called_otherwise(cue: PredicateCue) -> Iterator[NamedValue]:
    """Yield the values that the claim's own sentence calls or writes otherwise: "moored or adrift" of codes."""
    for predicate, seen in (*other_names(cue), *spaced_otherwise(cue)):
        if isinstance(predicate, Equals) and seen.is_said:
            first = int(seen.parts["at"])
            yield NamedValue(predicate, seen, first, first + int(seen.parts["words"]) - 1)


def _is_of_all(passage: Passage) -> bool:
    """Tell whether the claim's number is said to be that of several things together: "(≈ 80 % combined)"."""
    first, last = min(passage.own, default=0), max(passage.own, default=0)
    after = passage.text[passage.end_of(last) :]
    return _OF_ALL.match(after) is not None or _ALL_BEFORE.search(passage.text[: passage.start_of(first)]) is not None


def _runs(values: list[NamedValue], passage: Passage, *, have_numbers: bool) -> Iterator[list[NamedValue]]:
    """Yield the values that stand side by side, with nothing but commas, conjunctions and their numbers between."""
    run: list[NamedValue] = []
    for value in values:
        if run and value.first <= run[-1].last:
            continue
        if run:
            between = passage.text[passage.end_of(run[-1].last) : passage.start_of(value.first)]
            between = _OWN_NUMBERS.sub("", between, count=1) if have_numbers else between
            if not _BETWEEN.fullmatch(between):
                yield run
                run = []
        run.append(value)
    yield run
