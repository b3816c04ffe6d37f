"""Which of two columns tells of an earlier time, or a lower end, than the other, as their names say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from factcheck.catalogue.schema import Column
from factcheck.retrieval.measure_words import OPPOSITES, STAGES
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_ARRIVALS = frozenset(stem(word) for word in "arrival arrive arrived".split())
_DEPARTURES = frozenset(stem(word) for word in "departure depart departed".split())
_WHO_STAYS = frozenset(
    stem(word) for word in "patient guest visitor tenant room bed ward hotel hospital night stay".split()
)
"""Words of columns of tables whose rows are stays, which begin with an arrival."""


def stage_of(column: Column) -> int | None:
    """Return which stage a date's name tells of, as the first word says that tells any; None where none does."""
    words = split_identifier(column.name)
    return next((STAGES[word] for word in words if word in STAGES), None)


def comes_before(earlier: Column, later: Column, beside: Iterable[Column] = ()) -> bool:
    """Tell whether a date comes before another in the course of what happens: ordered, then shipped.

    ``beside`` are the columns of their table.  A trip departs before it arrives, a guest or a patient after that.
    """
    both = [*split_identifier(earlier.name), *split_identifier(later.name)]
    if {stem(word) for word in both} & _ARRIVALS and {stem(word) for word in both} & _DEPARTURES and _are_stays(beside):
        return not _ARRIVALS.isdisjoint(stem(word) for word in split_identifier(earlier.name))
    stages = stage_of(earlier), stage_of(later)
    if None not in stages and stages[0] < stages[1]:  # type: ignore[operator]
        return True
    words, others = split_identifier(earlier.name), split_identifier(later.name)
    differing = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    return len(words) == len(others) and len(differing) == 1 and differing[0] in OPPOSITES


def _are_stays(columns: Iterable[Column]) -> bool:
    words = {stem(word) for column in columns for word in split_identifier(column.name)}
    return not words.isdisjoint(_WHO_STAYS)


def named_opposites(columns: Iterable[Column]) -> Iterator[tuple[Column, Column]]:
    """Yield columns whose names differ in one word alone, in opposites such as before and after, the earlier first."""
    by_name = {tuple(split_identifier(column.name)): column for column in columns}
    for words, column in by_name.items():
        for at, word in enumerate(words):
            for one, other in OPPOSITES:
                later = by_name.get((*words[:at], other, *words[at + 1 :])) if word == one else None
                if later is not None:
                    yield column, later
