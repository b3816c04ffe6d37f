"""The side of a comparison that has no name: no dinners for 21 in "dinner is dearer: $30 against $21"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_named, named_values, own_passage
from factcheck.retrieval.generators.other_names import other_names
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.predicate_scores import SAYING_YES
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier
from factcheck.words.opposites import says_in_any_form


def other_sides(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict to what is not the side of a comparison that the claim's number is set against.

    Where a column has two values, or says yes and no, that is the other of them, whatever the text calls it.
    """
    passage = own_passage(cue)
    if passage is None or not passage.side.other:
        return
    score = WEIGHTS.predicate.others
    found = (*(_other_than(cue, named) for named in _named(cue, passage)), *_other_answers(cue, passage))
    for predicate in dict.fromkeys(found):
        if passage.side.name and isinstance(predicate, Not):
            continue  # what its own side is called says more
        yield predicate, cue.seen("negated", score, predicate.column)


def _named(cue: PredicateCue, passage: Passage) -> Iterator[Equals]:
    """Yield the values of text that the named side names, as they are written or in other words."""
    for value in named_values(cue, passage):
        if value.first in passage.side.other and value.predicate.column.is_text and "flag" not in value.seen.parts:
            yield value.predicate
    for predicate, seen in other_names(cue):
        is_said = seen.parts["said"] == 1 and int(seen.parts["at"]) in passage.side.other
        if isinstance(predicate, Equals) and is_said:
            yield predicate


def _other_than(cue: PredicateCue, named: Equals) -> Predicate:
    values = [value for value in cue.values.get(named.column.column_id, ()) if value != named.literal]
    return Equals(named.column, values[0]) if len(values) == 1 else Not(named)


def _other_answers(cue: PredicateCue, passage: Passage) -> Iterator[Equals]:
    """Yield, of the flags that the named side says yes or no of, the values that say the contrary."""
    answers: dict[int, dict[bool, Equals]] = {}
    for predicate, seen in cue.named:
        if isinstance(predicate, Equals) and "flag" in seen.parts:
            answers.setdefault(predicate.column.column_id, {})[predicate.literal.lower() in SAYING_YES] = predicate
    columns = {number: next(iter(each.values())).column for number, each in answers.items()}
    for number, column in columns.items():
        name = split_identifier(column.name)
        for index in passage.side.other:
            word = passage.tokens[index].text.lower()
            said = says_in_any_form(word, name)
            if said is None and any(named == column for named, _ in columns_named(cue, word, {number: column})):
                said = True
            if said is not None and (other := answers[number].get(not said)) is not None:
                yield other
                break
