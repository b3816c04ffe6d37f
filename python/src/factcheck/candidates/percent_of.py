"""Percentages of what: the noun behind "46 % of", and the functions that it asks for where it names an amount."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.share_of_sum import SHARE_OF_SUM, SHARE_OF_SUM_WITHIN
from factcheck.retrieval.measure_words import AMOUNTS_OF_MONEY, KINDS_OF_MONEY, words_of_names_called
from factcheck.retrieval.relevance import Relevance
from factcheck.units.unit import UNITS
from factcheck.words.identifiers import split_identifier

_UNITS = frozenset("count number num qty quantity total amount sum usd eur gbp kg lb m km".split())
"""Last words of names that say how something is counted."""

_AMOUNTS = frozenset({"amount"})
"""Those of them by which texts call what is counted: "46 % of the loan amount"."""

_CURRENCIES = frozenset(word for unit in UNITS.by_name.values() if unit.is_money for word in UNITS.words_of[unit.name])
"""Words and signs for money itself: "of all dollars spent"."""

_OF_MONEY = AMOUNTS_OF_MONEY | _CURRENCIES
_RELEVANT = 0.1
_OF_FREQUENCIES = 0.3
"""Score of a column of frequencies, which no word has to name, at least."""

_NAMES_OF_FREQUENCIES = frozenset("freq frequency count counts n".split())
"""Last words of the names of such columns."""


def with_shares_asked(number: Number, relevance: Relevance, words: ClaimWords, relations: Relations) -> Relevance:
    """Return what a claim's words find, where "46 % of revenue" speaks for shares of sums.

    The noun speaks for these functions as a keyword of them does, where it names a column of numbers, or an amount
    that columns are multiplied or subtracted for.  So does that of a percentage before, where the claim leaves it out.
    The column counts as named, then, whatever else the claim names.
    """
    if number.unit != "percent":
        return relevance
    forms = _forms_of_whole(words)
    amounts = _amounts(forms, relevance, relations) if forms else []
    as_named = max(relevance.columns.values(), default=0.0) / 2
    if not amounts and (frequencies := _frequencies(relevance, relations)):
        return _raised(relevance, frequencies, 1.0, max(_OF_FREQUENCIES, as_named))
    if not amounts and not (forms & _OF_MONEY and relevance.derived):
        return relevance
    return _raised(relevance, amounts, words.weight(forms), as_named)


def _raised(relevance: Relevance, amounts: Collection[Column], weight: float, least: float) -> Relevance:
    """Return what words find where shares of sums weigh a ``weight`` at least, and the columns a score of ``least``."""
    raised: Mapping[AggregationFunction, float] = {
        function: max(weight, relevance.functions.get(function, 0.0))
        for function in (SHARE_OF_SUM, SHARE_OF_SUM_WITHIN)
    }
    named = {column.column_id: max(relevance.columns.get(column.column_id, 0.0), least) for column in amounts}
    return replace(relevance, functions={**relevance.functions, **raised}, columns={**relevance.columns, **named})


def _frequencies(relevance: Relevance, relations: Relations) -> list[Column]:
    """Return the columns that say how many are alike, of tables with nothing else than what these are.

    The claim names a value of such a table as well as any other value.  Statistics are often kept so: "82 % of the
    women were admitted" adds up ``Freq`` by ``Admit`` and ``Gender``.
    """
    best = max((seen.score for _, seen in relevance.predicates), default=0.0)
    meant = {each.column.table_id for each, seen in relevance.predicates if seen.score >= best / 2}
    return [
        column
        for table in relations.tables
        for column in table.columns
        if table.table_id in meant
        and column.is_integer
        and not _NAMES_OF_FREQUENCIES.isdisjoint(split_identifier(column.name)[-1:])
        and all(other.is_text or other.is_boolean for other in table.columns if other != column)
    ]


def _forms_of_whole(words: ClaimWords) -> set[str]:
    """Return the word for what a percentage is of, and its base form; none where nothing says it."""
    noun = words.whole()
    if noun is not None:
        return {words.tokens[noun].text.lower(), words.tokens[noun].lemma.lower()}
    before = words.whole_before()
    return set() if before is None else {before.word, before.lemma}


def _amounts(forms: set[str], relevance: Relevance, relations: Relations) -> list[Column]:
    """Return the columns of numbers that a noun names, or means: sales may be amounts of money of another name."""
    is_of_rows = any(relevance.tables_named_by.get(form) for form in forms)
    named = {number for form in forms for number, share in relevance.columns_named_by.get(form, {}).items() if share}
    meant = forms if is_of_rows else with_names_called(forms)
    known = [column for table in relations.tables for column in table.columns]
    relevant = {number for number, score in relevance.columns.items() if score >= _RELEVANT}
    amounts = [each for each in known if each.column_id in named | relevant and is_amount_of(each, meant)]
    if amounts or is_of_rows or not forms & _OF_MONEY:
        return amounts
    kinds = relevance.cues.kinds  # where each row is one thing sold, revenue is the sum of prices
    return [
        each
        for each in known
        if each.column_id in relevant and kinds.get(each.column_id) in KINDS_OF_MONEY and each.is_numeric
    ]


def with_names_called(forms: Collection[str]) -> frozenset[str]:
    """Return the forms of a noun, and the words by which names of columns call what it is about: miles for mileage."""
    return frozenset(forms) | words_of_names_called(forms)


def is_amount_of(column: Column, forms: Collection[str]) -> bool:
    """Tell whether a column of numbers says how much there is of what a noun names.

    The noun is the last word of its name but for units and years: "total_fees", "passengers_count", "residents_2020";
    not "customer_age".
    """
    words = split_identifier(column.name)
    lasts = {*words[-1:]} & _AMOUNTS
    while len(words) > 1 and (words[-1] in _UNITS or words[-1].isdecimal()):
        words = words[:-1]
    lasts |= {*words[-1:]}
    is_last = any(last in {form, f"{form}s"} or form in {last, f"{last}s"} for form in forms for last in lasts)
    return is_last and column.is_numeric and not is_identifier(column)
