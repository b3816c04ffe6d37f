"""Ratios of two sums that a trade has a name for: a return on ad spend of 10.61, a CPC of £1.04, a conversion rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from factcheck.candidates.cue import Cue
from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.measure_words import NAMED_RATIOS, NamedRatio, stems_of_name
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_HYPHENS = frozenset("-‐‑")
_NO_SUM = frozenset("average avg mean rate ratio ctr cpc cpa cpm roas percent pct".split())
"""Words of the names of columns whose values nobody adds up."""

_MOST_ALIKE = 3
_CALLED_SO, _FARTHER = 3.0, 0.5
"""What such a ratio is worth beside others, and what is left of that for each number between its name and the claim."""


def named_ratios(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide the sums of the two columns that make up the ratio which the sentence names nearest to the number."""
    for each in columns_of_ratios(cue):
        table = cue.table(each.above)
        kind = cue.kind_score("share_of_columns" if each.factor > 1 else "rate", each.weight)
        for chosen in cue.sets(without=(each.above, each.below)) if kind else ():
            upper = cue.aggregate(Measure(SUM, each.above), table, chosen.predicates)
            lower = cue.aggregate(Measure(SUM, each.below), table, chosen.predicates)
            if upper is not None and lower is not None:
                yield Ratio(upper, lower, each.factor), kind * each.score * chosen.score


@dataclass(frozen=True, slots=True)
class DividedColumns:
    """Two columns whose sums make up a ratio that a sentence names, and what the name and the columns are worth."""

    above: Column
    below: Column
    factor: int
    weight: float
    score: float


def columns_of_ratios(cue: Cue) -> Iterator[DividedColumns]:
    """Yield the columns that make up the ratios which the sentence names, in the unit of the number."""
    is_percent = cue.number.unit == "percent"
    for ratio, weight in _named(cue) if cue.number.unit in {"percent", "plain", "currency"} else ():
        for above, below in _columns(cue, ratio) if ratio.is_percent == is_percent else ():
            score = _CALLED_SO * max(cue.column_score(cue.table(above), above), _least(cue))
            yield DividedColumns(above, below, 100 if is_percent else 1, weight, score)


def _named(cue: Cue) -> Iterator[tuple[NamedRatio, float]]:
    """Yield the ratios that the sentence names, with the weight of the name: less with other numbers in between."""
    words = cue.words
    claimed = words.claimed[0] if words.claimed else 0
    places = [at for at, word in enumerate(words.lowered) if word not in _HYPHENS]
    for ratio in NAMED_RATIOS:
        best = 0.0
        for name in ratio.names:
            parts = name.split()
            for first, last in _found(words.lowered, places, parts) if parts[0] in words.forms else ():
                weight = max((each.weight for each in words.keywords if each.word in parts), default=0.0)
                between = range(last + 1, claimed) if last < claimed else range(claimed + 1, first)
                numbers = sum(words.tokens[at].tag == "CD" and at not in words.claimed for at in between)
                best = max(best, weight * _FARTHER**numbers)
        if best > 0:
            yield ratio, best


def _found(words: Sequence[str], places: Sequence[int], name: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last token of each stretch of a sentence's words, at ``places``, that is a name."""
    for first in range(len(places) - len(name) + 1):
        stretch = places[first : first + len(name)]
        if all(words[at] == part for at, part in zip(stretch, name, strict=True)):
            yield stretch[0], stretch[-1]


def _columns(cue: Cue, ratio: NamedRatio) -> Iterator[tuple[Column, Column]]:
    """Yield the columns of each table that are called as what is divided, and as what by; the likeliest names alone.

    Several may be called alike: all conversions, and those that were approved.
    """
    for table in cue.tables:
        summed = [each for each in table.columns if each.is_numeric and not is_identifier(each) and _is_summed(each)]
        pairs = product(_called(summed, ratio.above), _called(summed, ratio.below))
        yield from ((above, below) for above, below in pairs if above != below)


def _is_summed(column: Column) -> bool:
    return _NO_SUM.isdisjoint(split_identifier(column.name))


def _called(columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
    """Return the columns of numbers whose names have all words of the first name that any has, and fewest others."""
    for name in names:
        parts = {stem(part) for part in name.split()}
        alike = [
            (len(split_identifier(column.name)), column) for column in columns if parts <= stems_of_name(column.name)
        ]
        fewest = min((count for count, _ in alike), default=0)
        if alike:
            return [column for count, column in alike if count == fewest][:_MOST_ALIKE]
    return []


def _least(cue: Cue) -> float:
    """Return what a column that no word names is worth, since the ratio's name calls for it: half the best one."""
    return max(cue.relevance.columns.values(), default=0.0) / 2
