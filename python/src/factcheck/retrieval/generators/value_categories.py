"""Values that a phrase of a sentence names together, by what they are: "Nordic countries", "soft drinks"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen


def value_categories(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns to those of their values that are of a category that the claim's sentence names.

    All values of a column are no restriction.
    """
    passage = own_passage(cue)
    if passage is None or not cue.categories:
        return
    columns = {column.column_id: column for column in cue.columns}
    for phrase in cue.phrases(passage.tokens):
        weight = max(passage.weights[place] for place in range(phrase.first, phrase.first + phrase.length))
        for number, by_category in cue.categories.items():
            literals = by_category.get(phrase.singular) or by_category.get(phrase.text)
            if not literals or not weight or number not in columns:
                continue
            column = columns[number]
            predicate: Predicate = OneOf(column, literals) if len(literals) > 1 else Equals(column, literals[0])
            yield predicate, cue.seen("values of the category", weight, column)
