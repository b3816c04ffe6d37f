"""What happened to the rows that a study is about: "it developed in 79", "an incidence of 9%", "a rate of 5.3%"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.predicate_scores import FLAG_PAIRS, without_code
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_CALLED_OUTCOMES = frozenset("outcome outcomes event result results endpoint".split())
_HAPPENED = frozenset({"positive", "event", *(yes for yes, _ in FLAG_PAIRS)})
_DID_NOT = frozenset({"negative", "no event", *(no for _, no in FLAG_PAIRS)})
_MOST_VALUES = 4
_OCCURRED = re.compile(
    r"\b(?:develop(?:ed|s)?|occur(?:red|s)?|happen(?:ed|s)?|(?:recur|relapse)(?:red|s|d)?|(?:fell|fall|falls|became)\sill"
    r"|incidence|prevalence|positivity|tested\spositive|(?:a|the|its|their|an?\s\w+)\s(?:rate|risk)s?\s(?:of|was|is|fell|rose|among|in))\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|never|n['’]t|no)\b[^.,;]*\Z", re.IGNORECASE)


def outcomes(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the one column that is called an outcome to what happened, where the sentence says that it did."""
    passage = own_passage(cue)
    found = None if passage is None else _OCCURRED.search(passage.text)
    columns = [(column, yes) for column in cue.columns if (yes := _yes(cue, column)) is not None] if found else []
    if passage is None or found is None or len(columns) != 1 or _DENIED.search(passage.text[: found.start()]):
        return
    [(column, value)] = columns
    weight = max(passage.weight(*found.span()), WEIGHTS.predicate.least_named)
    score = WEIGHTS.predicate.opposite * weight
    yield Equals(column, value), cue.seen("flag", score, column)


def _yes(cue: PredicateCue, column: Column) -> str | None:
    """Return the value of a column of outcomes that says that something happened; None for any other column."""
    values = cue.values.get(column.column_id, ())
    if _CALLED_OUTCOMES.isdisjoint(split_identifier(column.name)) or len(values) > _MOST_VALUES:
        return None
    return _answers(values).get(True)


def _answers(values: Sequence[str]) -> Mapping[bool, str]:
    said = {without_code(value.lower()): value for value in values}
    yes, no = said.keys() & _HAPPENED, said.keys() & _DID_NOT
    return {True: said[yes.pop()]} if len(yes) == 1 and len(no) == 1 else {}
