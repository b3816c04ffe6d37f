"""Ratios of two aggregates: "2.3 books per order", "an average order value of $38"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.cue import Cue, ScoredMeasure
from factcheck.candidates.generators.compared_rows import compared_rows, position
from factcheck.candidates.generators.entities import Entity, entities, entities_called
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.percent_of import is_amount_of, with_names_called
from factcheck.catalogue.schema import Column, Table
from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.words import SCALES
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio

_PER = frozenset({"per", "each", "every"})
_BY = frozenset({"by"})
_NUMBER_AVERAGED = re.compile(r"\b(?:average|mean)\snumber\sof\s(?:\w+\s){0,2}\w+\Z")
_LONGEST_BASE = 2
"""Words of the base of a rate, at most: "per one million"."""

_EACH = frozenset({"each", "apiece"})
_ENDS_PHRASE = frozenset(", ; : . ) and but while".split())
_ARTICLES = frozenset({"a", "an"})
_BEHIND_COUNT = 4
"""Tokens from a number to the article that says "per", at most."""

_AVERAGE = frozenset({"average", "mean", "typical", "averaging"})
_SHORT = {"aov": "order", "atv": "transaction", "arpu": "user", "arppu": "user", "arpa": "account"}
"""Usual short names of averages of money, with the thing that each is for: average order value."""

_IMPLIED = 0.3
"""What "the average order value" says of values per order, beside "per order" and "the average order"."""

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_SAID_OF_SUBJECT = 0.8
"""What an average that is told of a subject says, beside "per"."""

_OF_ANOTHER = 0.1
"""What an average that is divided says, beside a sum, or a sum of what things have in common, beside an average."""

_ACROSS_TABLES = 0.5
"""What dividing by the rows of another table says where a column of the amounts' own one tells the things apart."""

_NUMERATORS = 3
_BEHIND_PER = 4
"""Tokens from "per" to a value that it names, at most."""


def rates(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide counts and sums by the number of the things that a word behind "per" names."""
    if cue.number.unit in {"percent", "points"}:
        return
    yield from _of_sums(cue)
    yield from _of_values(cue)
    divisors = list(units(cue))
    if not divisors:
        return
    amounts = measures(cue, (COUNT, SUM, AVG), _NUMERATORS, is_apart=True)
    numerators = [each for each in amounts if not _adds_up_rates(cue, each)]
    within = {unit.column.table_id for unit, _ in divisors if unit.column is not None}
    for unit, weight in divisors:
        for numerator in numerators:
            share = _ACROSS_TABLES if unit.column is None and numerator.table.table_id in within else 1.0
            yield from _ratios(cue, numerator, unit, weight * share * _of_function(cue, numerator, unit))


def _per(words: ClaimWords) -> Iterator[int]:
    """Yield the indexes of words for "per": also the article in "20.4 pupils to a teacher" and "3.1 goals a match".

    So is "by" in "the average number of boats by harbour".
    """
    yield from words.find(_PER)
    yield from (index for index in words.find(_BY) if _NUMBER_AVERAGED.search(" ".join(words.lowered[:index])))
    last = max(words.claimed, default=len(words.tokens))
    for index in range(last + 1, min(last + 1 + _BEHIND_COUNT, len(words.tokens) - 1)):
        before, token, after = words.tokens[index - 1 : index + 2]
        is_to = before.text.lower() == "to" and index - 1 > last + 1
        is_of_plural = before.tag == "NNS" or index == last + 1
        if token.text.lower() in _ARTICLES and after.tag == "NN" and (is_to or is_of_plural):
            yield index


def _divided_by(words: ClaimWords) -> Iterator[tuple[int, int]]:
    """Yield the indexes of words for "per", each with that of the noun for the things that an amount is divided by.

    "Each" and "apiece" may stand at the end, behind what the sentence is about: "pupils borrowed 6.2 books each".
    """
    for index in _per(words):
        noun = words.noun_after(index, 3)
        if noun is None and words.lowered[index + 1 : index + 2] == ("-",) and index + 2 < len(words.tokens):
            noun = index + 2  # "cost-per-click", which is taken for a verb
        if noun is not None:
            yield index, noun
    for index in words.find(_EACH):
        behind = words.lowered[index + 1] if index + 1 < len(words.tokens) else "."
        if behind not in _ENDS_PHRASE or not any(token.tag == "CD" for token in words.tokens[:index]):
            continue
        subjects = [at for at in range(index) if words.tokens[at].dependency in _SUBJECTS]
        noun = next((at for at in reversed(subjects) if words.tokens[at].tag in {"NNS", "NNPS"}), None)
        if noun is not None:
            yield index, noun


def _of_sums(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide sums by the sum of the amounts that the noun behind "per" names: "for each goal there were 7.4 shots"."""
    words = cue.words
    for index, noun in _divided_by(words):
        forms = frozenset({words.tokens[noun].text.lower(), words.tokens[noun].lemma.lower()})
        forms = forms if _base_behind(words, index) == 1 else with_names_called(forms)
        score = cue.kind_score("rate", words.weight({words.tokens[index].text.lower()}))
        for divisor in (column for column in cue.amounts if is_amount_of(column, forms)):
            for numerator in measures(cue, (SUM,), _NUMERATORS):
                column = numerator.measure.column
                if column is None or column == divisor or column.table_id != divisor.table_id:
                    continue
                for chosen in cue.sets(without=(column, divisor)):
                    upper = cue.aggregate(numerator.measure, numerator.table, chosen.predicates)
                    lower = cue.aggregate(Measure(SUM, divisor), numerator.table, chosen.predicates)
                    if upper is not None and lower is not None:
                        each = score * numerator.score * chosen.score
                        yield from ((Ratio(upper, lower, factor), each) for factor in _factors(cue))


def _of_values(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide the rows with one value by those with the one behind "per": "5.8 Teslas for every Nissan"."""
    places = list(cue.words.find(_PER))
    for pair in compared_rows(cue) if places else []:
        base = position(cue, pair.base)
        at = next((place for place in places if base is not None and 0 < base - place <= _BEHIND_PER), None)
        if at is None:
            continue
        score = cue.kind_score("rate", cue.words.weight({cue.words.tokens[at].text.lower()})) * pair.score
        for table in cue.tables:
            upper, lower = (cue.aggregate(Measure(COUNT, None), table, (each,)) for each in (pair.of, pair.base))
            if upper is not None and lower is not None:
                yield Ratio(upper, lower, 1), score * cue.column_score(table, None)


def _adds_up_rates(cue: Cue, measure: ScoredMeasure) -> bool:
    """Tell whether a measure is a sum of shares or averages, which says nothing."""
    column = measure.measure.column
    return (
        measure.measure.function is SUM
        and column is not None
        and cue.relevance.cues.kinds.get(column.column_id) == "rate"
    )


def units(cue: Cue) -> Iterator[tuple[Entity, float]]:
    """Yield what the sentence may divide by, with the score of the kind of query."""
    words = cue.words
    for index, noun in _divided_by(words):
        score = cue.kind_score("rate", words.weight({words.tokens[index].text.lower()}))
        yield from ((entity, score * entity.closeness) for entity in entities(cue, noun))
    for index in words.find(_AVERAGE):
        noun = index + 1
        if noun < len(words.tokens) and words.tokens[noun].tag.startswith("NN"):
            is_compound = words.tokens[noun].dependency == "compound"
            score = cue.kind_score("rate", words.weight({words.tokens[index].text.lower()}))
            score *= _IMPLIED if is_compound else 1.0
            yield from ((entity, score * entity.closeness) for entity in entities(cue, noun) if _is_thing(entity))
    yield from _of_subject(cue)
    for index in words.find(_SHORT) if cue.number.unit == "currency" else ():
        short = words.tokens[index].text.lower()
        thing = _SHORT.get(short, "")
        score = cue.kind_score("rate", words.weight({short}))
        yield from ((entity, score * entity.closeness) for entity in entities_called(cue, thing, f"{thing}s"))


def _of_subject(cue: Cue) -> Iterator[tuple[Entity, float]]:
    """Yield the things that are said to have so many on average: "customers placed 3.1 orders on average".

    What is a row of its own table has the average of a column.
    """
    words = cue.words
    average = next(words.find(_AVERAGE), None)
    if average is None or not words.claimed:
        return
    if cue.number.unit != "currency" and words.noun_after(words.claimed[-1]) is None:
        return
    before = range(words.claimed[0] - 1, -1, -1)
    subject = next((index for index in before if words.tokens[index].dependency in _SUBJECTS), None)
    if subject is None or not words.tokens[subject].tag.startswith("NN"):
        return
    score = _SAID_OF_SUBJECT * cue.kind_score("rate", words.weight({words.tokens[average].text.lower()}))
    said_of = [entity for entity in entities(cue, subject) if _is_thing(entity)]
    of_rows = {entity.table for entity in said_of if entity.column is None}
    yield from (
        (entity, score * entity.closeness) for entity in said_of if entity.column is None or of_rows != {entity.table}
    )


def _is_thing(entity: Entity) -> bool:
    """Tell whether values of a column name things, rather than being numbers that are averaged."""
    return entity.column is None or not entity.column.is_numeric or is_identifier(entity.column)


def _ratios(cue: Cue, numerator: ScoredMeasure, unit: Entity, weight: float) -> Iterator[tuple[Query, float]]:
    column = unit.column
    if numerator.measure.column is not None and numerator.measure.column == column:
        return
    is_row = numerator.table == unit.table if column is None else _is_of_each_row(cue, numerator.table, column)
    if is_row:
        yield from _of_all_rows(cue, numerator, weight)
        return
    divisor = Measure(COUNT, None) if column is None else Measure(COUNT_DISTINCT, column)
    without = [each for each in (column, numerator.measure.column) if each is not None]
    for chosen in cue.sets(without=without):
        if column is None:
            upper = cue.aggregate(numerator.measure, numerator.table, chosen.predicates)
            lower = cue.aggregate(divisor, unit.table, ())
            is_alike = upper is not None and not chosen.predicates
        else:
            upper = cue.aggregate(numerator.measure, numerator.table, chosen.predicates, column)
            lower = None if upper is None else cue.aggregate(divisor, unit.table, chosen.predicates)
            is_alike = True
        if upper is not None and lower is not None and is_alike:
            score = weight * numerator.score * chosen.score
            yield from ((Ratio(upper, lower, factor), score) for factor in _factors(cue))


def _of_function(cue: Cue, numerator: ScoredMeasure, unit: Entity) -> float:
    """Return what a function over the amounts that are divided says: mostly they are added up.

    An amount that many of the things have in common, as customers have the rent of their city, stands many times in the
    joined rows: it is not added up, but taken once, as its average is.
    """
    column = numerator.measure.column
    is_row = unit.column is not None and _is_of_each_row(cue, unit.table, unit.column)
    is_of_another = column is not None and column.table_id != unit.table.table_id
    joined = cue.relations.of(frozenset({unit.table.table_id, numerator.table.table_id})) if is_row else None
    is_common = is_of_another and joined is not None and joined.anchor == unit.table
    usual = AVG if is_common else SUM
    return 1.0 if numerator.measure.function in {usual, COUNT} else _OF_ANOTHER


def _of_all_rows(cue: Cue, numerator: ScoredMeasure, weight: float) -> Iterator[tuple[Query, float]]:
    """Divide a sum by the rows where some have no amount: most visits have no sale, which sales per visit count too.

    Of rows that all have an amount this is its average, and counts of rows are one for each.
    """
    column = numerator.measure.column
    if numerator.measure.function is not SUM or column is None or not column.has_missing:
        return
    for chosen in cue.sets(without=(column,)):
        upper = cue.aggregate(numerator.measure, numerator.table, chosen.predicates)
        lower = cue.aggregate(Measure(COUNT, None), numerator.table, chosen.predicates)
        if upper is not None and lower is not None:
            score = weight * numerator.score * chosen.score
            yield from ((Ratio(upper, lower, factor), score) for factor in _factors(cue))


def _base_behind(words: ClaimWords, index: int) -> int:
    """Return of how many things a rate is told behind "per": "4.2 deaths per 100,000 inhabitants"."""
    following = words.tokens[index + 1 : index + 1 + _LONGEST_BASE]
    base = " ".join(token.text.lower() for token in takewhile(lambda token: token.tag == "CD", following))
    numbers = find_numbers(f"one {base}" if base in SCALES else base)
    return int(numbers[0].value) if numbers and numbers[0].is_integer else 1


def _factors(cue: Cue) -> tuple[int, ...]:
    """Return by what a ratio may be multiplied: the base of a rate, or a hundred for cents of a column of dollars."""
    base = max((_base_behind(cue.words, index) for index in cue.words.find(_PER)), default=1)
    if base > 1:
        return (base,)
    return (100, 1) if cue.number.is_hundredths else (1,)


def _is_of_each_row(cue: Cue, table: Table, column: Column) -> bool:
    """Tell whether each row of a table has a value of its own in a column, as numbered rows have."""
    if column.table_id != table.table_id or table.rows <= 0:
        return False
    known = cue.relevance.ranges.get(column.column_id)
    is_numbered = known is not None and known.is_whole and known.greatest - known.least + 1 == table.rows
    return cue.relevance.values.get(column.column_id, 0) >= table.rows or (is_numbered and column.is_integer)
