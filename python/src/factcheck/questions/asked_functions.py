"""Which function a question asks of its measure: the one that a word names, or what is usual for such amounts."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.statements.words_of_measures import is_intensive
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.questions.column_uses import FUNCTIONS
from factcheck.questions.grammar import described
from factcheck.questions.linked import Linked
from factcheck.questions.looked_up import base_forms, nouns_of
from factcheck.questions.mentions import ColumnMention
from factcheck.questions.roles import ColumnRole, is_averaged, is_intensive_measure
from factcheck.retrieval.measure_words import KINDS_OF_MONEY

_WE = frozenset({"we", "our"})
_AMOUNTS = frozenset({"amount", "total"})
_ORDERED = frozenset("top bottom rank ranking".split())
_DEGREES = frozenset("strong weak intense severe mild good bad".split())
"""Adjectives of what is more or less, rather than more or fewer."""


def said_function(words: Sequence[str]) -> AggregationFunction | None:
    """Return the function that a word names; None where none does."""
    return next((function for function, names in FUNCTIONS if not names.isdisjoint(words)), None)


def usual_function(column: Column, linked: Linked, mentions: Sequence[ColumnMention]) -> AggregationFunction:
    """Return what is asked of a measure where no word says it: the total of what comes in parts, else the average."""
    role = linked.table.role(column)
    for mention in mentions:
        is_many = linked.words[max(mention.start - 1, 0)] in {"most", "fewest", "many", "more", "fewer"}
        is_many = is_many and linked.tokens[mention.end - 1].tag in {"NNS", "NNPS"}  # nobody counts torque
        is_many = is_many and not _are_several(linked, mention)
        if is_many and mention.columns[0] == column and column.is_integer and not is_intensive(frozenset(role.words)):
            return SUM  # "the most medals" are counted, not averaged
        if mention.columns[0] == column and _says_degree(mention, linked):
            return AVG
    is_ordering = any(each.columns[0] == column and _is_ordered_by(each, linked) for each in mentions)
    is_all = _is_money(role) and (is_ordering or not _WE.isdisjoint(linked.words))
    return AVG if is_averaged(role) and not is_all else SUM


def _is_money(role: ColumnRole) -> bool:
    """Tell whether a column holds amounts of money that add up.

    All of it is meant where it is that of those who ask, "how much did we spend", and where things are ordered by it.
    """
    is_money = role.kind in KINDS_OF_MONEY or not _AMOUNTS.isdisjoint(role.words)
    return is_money and not is_intensive_measure(role)


def _is_ordered_by(mention: ColumnMention, linked: Linked) -> bool:
    """Tell whether some of several things are asked for in the order of a measure: "the top 5 vendors by amount"."""
    before = [word for word in linked.words[: mention.start] if word != "the"]
    is_several = any(each.number.is_integer and each.number.value > 1 for each in linked.numbers)
    return before[-1:] == ["by"] and (is_several or not _ORDERED.isdisjoint(before))


def _are_several(linked: Linked, mention: ColumnMention) -> bool:
    """Tell whether several things have so many each: "owners have fewer reports", but "Bach has more beds"."""
    verb = linked.tokens[mention.end - 1].head
    subjects = (each for each in linked.tokens if each.head == verb and each.dependency.startswith("nsubj"))
    return any(each.tag in {"NNS", "NNPS"} for each in subjects)


def _says_degree(mention: ColumnMention, linked: Linked) -> bool:
    """Tell whether an adjective says how much of a column each has, so that nobody adds it up: "windier", "humid"."""
    name = linked.table.role(mention.columns[0]).words
    tokens = [linked.tokens[i] for i in range(mention.start, mention.end)]
    made_of = (noun for form in base_forms(tokens[0]) for noun in (form, *nouns_of(form)))
    is_adjective = len(tokens) == 1 and tokens[0].tag.startswith(("JJ", "RB")) and not set(name).isdisjoint(made_of)
    describing = (
        i for i in range(len(linked.tokens)) if described(i, linked.tokens) in range(mention.start, mention.end)
    )
    return is_adjective or any(not _DEGREES.isdisjoint(base_forms(linked.tokens[i])) for i in describing)
