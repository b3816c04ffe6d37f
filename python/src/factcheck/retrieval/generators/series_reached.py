"""Columns of one time each, which have a value where a thing lasted so long: "week ten was reached by 43"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.numbers.words import CARDINALS, ordinal_value
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_named, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import split_identifier

_FEWEST = 3
_LASTS = re.compile(
    r"\b(?:reach(?:es|ed)?|(?:made|make|makes)\sit\sto|g[eo]t(?:s|ten)?\s(?:as\sfar\sas|to)|liv(?:e|ed)\sto\ssee|surviv(?:e|es|ed)"
    r"|last(?:s|ed)?|still|(?:was|were|are|is)\sleft|remain(?:s|ed|ing)?|stay(?:s|ed)?|complet(?:e|es|ed)|attend(?:s|ed)?"
    r"|came\sback|return(?:s|ed)?|(?:went|go|goes)\son|granted)\b",
    re.IGNORECASE,
)
"""What is said of things that are there at a time, of a table that has a column for each time."""


def series_reached(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the column of a time to the rows with a value there, where the sentence says that they lasted so long.

    The column is one of a series whose names differ in a number alone, some of whose rows end before.
    """
    passage = own_passage(cue)
    if passage is None or not passage.written.has(_LASTS):
        return
    series = _series(cue.columns)
    columns = {column.column_id: column for members in series for column in members.values()}
    for index, place in _places(passage) if series else ():
        named = {column for column, _ in columns_named(cue, passage.tokens[index].text, columns)}
        for members in series:
            column = members.get(place)
            if column is not None and column in named and column.has_missing:
                seen = cue.seen("missing", passage.weights[index], column)
                yield Not(IsNull(column)), seen


def _series(columns: tuple[Column, ...]) -> list[Mapping[int, Column]]:
    """Return the columns whose names differ in a number alone, by that number, where there are several."""
    alike: dict[tuple[int | str, ...], dict[int, Column]] = {}
    for column in columns:
        words = split_identifier(column.name)
        numbers = [word for word in words if word.isdecimal()]
        if len(numbers) == 1:
            rest: tuple[int | str, ...] = (column.table_id, *("" if word.isdecimal() else word for word in words))
            alike.setdefault(rest, {})[int(numbers[0])] = column
    return [members for members in alike.values() if len(members) >= _FEWEST]


def _places(passage: Passage) -> Iterator[tuple[int, int]]:
    """Yield the nouns of a sentence with the number that they have: "week ten", "the tenth week", "ten weeks"."""
    for index, token in enumerate(passage.tokens):
        if not token.tag.startswith("NN") or index in passage.own:
            continue
        near = [at for at in (index + 1, index - 1) if 0 <= at < len(passage.tokens) and at not in passage.own]
        for at in near:
            value = _value(passage.tokens[at])
            if value is not None:
                yield index, value
                break


def _value(token: Token) -> int | None:
    word = token.text.lower()
    return int(word) if word.isdecimal() else CARDINALS.get(word, ordinal_value(word))
