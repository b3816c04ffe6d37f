"""Which words of a question name nothing in the table that answers it, so that a reader is told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.queries.predicates.compare import number_text
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.column_uses import FUNCTIONS
from factcheck.questions.linked import Linked
from factcheck.questions.looked_up import is_looked_up
from factcheck.questions.plan import FactPlan, restriction_words, spoken
from factcheck.questions.related_values import CALENDAR

_NAMING = frozenset({"NN", "NNS", "NNP", "NNPS"})
_PLAIN = frozenset(
    "people person thing item kind type sort way case data dataset table record row entry value figure level list "
    "detail information overview name result answer question end group time period date day week month quarter year "
    "hour weekday weekend decade today effect impact influence link connection pattern development increase decrease "
    "rise fall growth size amount rate majority most top place pair comparison breakdown summary range relation "
    "relationship correlation association distribution difference share percentage proportion fraction part".split()
)
"""Nouns that say how something is asked, or which stand for what is named beside them."""
_FUNCTIONS = frozenset().union(*(names for _, names in FUNCTIONS))
_TIMES = frozenset({"period", "date part"})
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_CHART = re.compile(r"(?:\w*(?:chart|graph|plot|diagram)s?|bar|line|pie|scatter|axis|[xy])")
_FEWEST_DIGITS = 2
"""A number of one digit mostly says how many are wanted."""


@dataclass(frozen=True, slots=True)
class Unread:
    """The words that name nothing, as they were written, and the share of the naming words that do name something."""

    words: tuple[str, ...] = ()
    read_share: float = 1.0


def unread(linked: Linked, plans: Sequence[FactPlan]) -> Unread:
    """Tell which nouns and numbers of a question are the names of nothing, and restrict nothing either."""
    spans = [(each.start, each.end) for each in linked.columns] + [(each.start, each.end) for each in linked.values]
    of_times = {index for each in linked.times for index in range(each.start, each.end)}
    named = {index for start, end in spans for index in range(start, end)} | set(linked.rows) | of_times
    told = _told(linked, plans)
    left = [index for index in _naming(linked) if index not in named and _form(linked, index) not in told]
    read = len(spans) + len(linked.rows) + len(linked.restrictions)
    words = tuple(dict.fromkeys(_phrases(linked, left)))
    return Unread(words, read / (read + len(words)) if words else 1.0)


def _naming(linked: Linked) -> Iterator[int]:
    """Yield the indexes of nouns and numbers that may name something."""
    names = {each.column.name.lower() for each in linked.table.columns}
    times = any(predicate.kind in _TIMES for predicate in linked.restrictions)
    for index, token in enumerate(linked.tokens):
        word, lemma = linked.words[index], linked.lemmas[index]
        if token.tag == "CD":
            is_year = times and _YEAR.fullmatch(word) is not None
            is_naming = word[:1].isdigit() and len(word) >= _FEWEST_DIGITS and not is_year
        else:
            is_plain = lemma in _PLAIN or word in _FUNCTIONS or _CHART.fullmatch(word) is not None
            is_naming = token.tag in _NAMING and not is_plain and not (times and lemma in CALENDAR)
        if is_naming and is_looked_up(index, linked.tokens, names):
            yield index


def _form(linked: Linked, index: int) -> str:
    """Return a word as facts would tell of it: a number by its value."""
    for each in linked.numbers:
        if each.start <= index < each.end:
            return number_text(Decimal(str(each.number.value)))
    return linked.words[index]


def _told(linked: Linked, plans: Sequence[FactPlan]) -> set[str]:
    """Return the words of what the facts are about: also what was read of words that no mention covers."""
    predicates: list[Predicate] = [*linked.restrictions, *(each for plan in plans for each in plan.subspace)]
    texts = [restriction_words(each) for each in predicates]
    for plan in plans:
        columns = (plan.measure, plan.second_measure, plan.breakdown)
        texts += [spoken(column) for column in columns if column is not None]
        texts += (*plan.focus, str(plan.wanted))
    texts += [spoken(each.columns[0]) for each in linked.columns]
    return {*re.findall(r"\d[\d.]*\d|\w+", " ".join(texts).lower()), *linked.table.rows_noun.split()}


def _phrases(linked: Linked, indexes: Sequence[int]) -> Iterator[str]:
    """Yield the words at some indexes, those that stand side by side together."""
    start = 0
    for place, index in enumerate(indexes):
        if place + 1 == len(indexes) or indexes[place + 1] != index + 1:
            yield linked.text[linked.tokens[indexes[start]].start : linked.tokens[index].end]
            start = place + 1
