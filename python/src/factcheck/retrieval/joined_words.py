"""Names that write two words as one: "home runs" for a column called homeruns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from factcheck.catalogue.schema import Table
from factcheck.claims.passage import Passage
from factcheck.retrieval.acronyms import CalledInOtherWords
from factcheck.words.identifiers import base_forms, split_identifier

_SHORTEST_PART, _SHORTEST_NAME = 3, 7


def words_of_columns(tables: Iterable[Table]) -> frozenset[str]:
    """Return the words of columns' names that are long enough to be two words."""
    words = (word for table in tables for column in table.columns for word in split_identifier(column.name))
    return frozenset(word for word in words if len(word) >= _SHORTEST_NAME and word.isalpha())


def joined_words(passages: Sequence[Passage], names: Collection[str]) -> Iterator[CalledInOtherWords]:
    """Yield the words side by side in sentences that a name writes as one, in this or another number."""
    by_form = {form: name for name in names for form in (name, *base_forms(name))}
    for passage in passages:
        for first, (token, following) in enumerate(pairwise(passage.tokens)):
            parts = token.text.lower(), following.text.lower()
            if min(map(len, parts)) < _SHORTEST_PART or passage.own & {first, first + 1}:
                continue
            forms = (parts[0] + parts[1], parts[0] + following.lemma.lower())
            name = next((by_form[form] for form in forms if form in by_form), None)
            weight = max(passage.weights[first], passage.weights[first + 1])
            if name is not None and weight > 0:
                yield CalledInOtherWords(name, parts[1], weight)
