"""Quotients of two columns of a row that a sentence asks for by "per": a price per square foot, points per game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.proposal import Proposal
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.expressions import Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.nlp.parser import Token
from factcheck.retrieval.relevance import Relevance
from factcheck.units.unit import UNITS
from factcheck.words.identifiers import split_identifier

_PER = frozenset({"per"})
_CONCEPT = "quotient"
_MOST_DIVIDENDS = 2
_LONGEST_PHRASE = 3
"""Words of a noun phrase behind "per", at most."""


def quotients_per(words: ClaimWords, relevance: Relevance, tables: Sequence[Table]) -> Iterator[Proposal]:
    """Yield amounts of a row divided by the amount of that row that stands behind "per", by its name or its unit."""
    asked = words.weight(_PER)
    for index in words.find(_PER) if asked else ():
        noun = words.noun_after(index, _LONGEST_PHRASE)
        if noun is None:
            continue
        unit = words.tokens[index + 1 : noun + 1]
        end = _of_phrase(words, noun)
        for table in tables:
            amounts = [each for each in all_columns(table) if each.is_numeric and not is_identifier(each)]
            divisors = _divisors(amounts, unit, words.tokens[index + 1 : end + 1], relevance)
            before = _named(amounts, words.tokens[:index], relevance)
            dividends = sorted((each for each in before if each not in divisors), key=lambda each: -before[each])
            for divisor in divisors:
                yield from (
                    Proposal(Operation("/", dividend, divisor), _CONCEPT, asked=asked)
                    for dividend in dividends[:_MOST_DIVIDENDS]
                )


def _of_phrase(words: ClaimWords, noun: int) -> int:
    """Return the index of the last word of "square foot of living area", given that of "foot"."""
    is_of = noun + 1 < len(words.tokens) and words.tokens[noun + 1].text.lower() == "of"
    further = words.noun_after(noun + 1, _LONGEST_PHRASE) if is_of else None
    return noun if further is None else further


def _divisors(
    amounts: Sequence[Column], unit: Sequence[Token], phrase: Sequence[Token], relevance: Relevance
) -> list[Column]:
    """Return the amounts that a phrase names best; where it names none, those in the unit that it begins with.

    ``unit`` is the noun phrase right behind "per", ``phrase`` that with what follows it after "of".
    """
    named = _named(amounts, phrase, relevance)
    if named:
        best = max(named.values())
        return [column for column, words in named.items() if words == best]
    dimensions = {each.dimension for each in UNITS.by_word.get("_".join(token.text.lower() for token in unit), ())}
    return [column for column in amounts if not dimensions.isdisjoint(_dimensions(column))]


def _dimensions(column: Column) -> frozenset[str]:
    """Return the dimensions in which a column may be measured, by its unit or else by the words of its name."""
    known = unit_of(column)
    if known is not None and known.unit is not None:
        return frozenset({known.unit.dimension})
    name = set(split_identifier(column.name))
    return frozenset(dimension for dimension, words in UNITS.quantities.items() if not words.isdisjoint(name))


def _named(amounts: Sequence[Column], tokens: Sequence[Token], relevance: Relevance) -> Mapping[Column, int]:
    """Return the columns that some words name, with the number of the words that do."""
    numbers: dict[int, int] = {}
    for token in tokens:
        forms = (token.text.lower(), token.lemma.lower())
        for number in {number for form in forms for number in relevance.columns_named_by.get(form, ())}:
            numbers[number] = numbers.get(number, 0) + 1
    return {column: numbers[column.column_id] for column in amounts if column.column_id in numbers}
