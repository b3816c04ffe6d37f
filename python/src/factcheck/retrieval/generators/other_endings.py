"""Values that a noun of the sentence is but for its ending: "rodents" of Rodentia, "carnivores" of Carnivora."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import named_values, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import base_forms, split_identifier
from factcheck.words.slips import letters_alike

_PLURALS = frozenset({"NNS", "NNPS"})
_SHORTEST_STEM, _LONGEST_ENDING = 6, 3
"""Letters that a noun and a value begin with alike, and those that either may have behind them."""

_SHARE = 0.9
"""What is left of the weight of a noun that is not the value's own form."""


def other_endings(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to the only one that a plural of the claim's sentence has another ending of.

    Things that the tables or their columns are called count nothing, nor do words that name a value in full.
    """
    passage = own_passage(cue)
    if passage is None:
        return
    texts = [column for column in cue.columns if column.is_text and cue.values.get(column.column_id)]
    named = [value for value in named_values(cue, passage) if value.seen.is_said] if texts else []
    taken = passage.own.union(*(range(value.first, value.last + 1) for value in named))
    tables = {form for table in cue.tables for word in split_identifier(table.name) for form in base_forms(word)}
    for at, token in enumerate(passage.tokens if texts else ()):
        weight = _SHARE * passage.weights[at]
        is_called_so = cue.called.get(token.text.lower()) or not tables.isdisjoint(base_forms(token.text.lower()))
        if at in taken or token.tag not in _PLURALS or weight <= 0 or is_called_so:
            continue
        for column in texts:
            alike = _alike(token, cue.values[column.column_id])
            if len(alike) == 1:
                seen = cue.seen("terms", weight, column)
                parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "at": float(at)}
                yield Equals(column, alike[0]), Seen(seen.score, parts)


def _alike(token: Token, values: Sequence[str]) -> list[str]:
    """Return the values of one word that a noun is but for its ending."""
    nouns = {form for form in base_forms(token.text.lower()) if form != token.text.lower()}
    return [v for v in values if v.isalpha() and any(_differs_in_ending(noun, v.lower()) for noun in nouns)]


def _differs_in_ending(noun: str, word: str) -> bool:
    alike = letters_alike(noun, word)
    return alike >= _SHORTEST_STEM and max(len(noun), len(word)) - alike <= _LONGEST_ENDING
