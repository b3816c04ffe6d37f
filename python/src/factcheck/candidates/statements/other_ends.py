"""From which end places are counted, where a statement does not say it: "the laziest month", "Norway is third"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from factcheck.candidates.statements.beside import measured_by
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.reading import StatementReading
from factcheck.candidates.statements.words_of_measures import tells_its_end
from factcheck.claims.statements.statement import StatementKind
from factcheck.nlp.parser import Token
from factcheck.queries.difference import Difference
from factcheck.queries.group_place import GroupPlace
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import begin_alike

_ENDS = frozenset("top bottom last".split())
"""What says in a cue from which end places are counted: "fourth from the bottom"."""

_OF_WORTH = frozenset({"good", "bad"})
"""Adjectives of which numbers alone do not tell the end: who did better has more points, and fewer losses."""
_TURNED_AS_TOLD = 0.25
"""How likely the smaller of two numbers is more of what an unknown adjective says: "cheerful" on a scale of marks."""


def with_other_ends(
    readings: Sequence[StatementReading], cue: StatementCue, before: Sequence[StatementReading]
) -> Iterator[StatementReading]:
    """Yield readings, with those from the other end where the adjective may mean either: "the laziest month".

    A place without an adjective may be one from either end of amounts, too: "Norway is third" of those who work least.
    It is counted from the same end as the place that was stated ``before`` it, if any.  Where an adjective is one of
    the measure's own name, it means much of that.  Where a number alone tells what is measured, either end may be
    meant, and nothing is refuted.
    """
    dimension, kind = cue.assertion.dimension, cue.assertion.kind
    is_worth = dimension in _OF_WORTH
    is_open_if_told = kind is StatementKind.COMPARISON and is_worth
    is_open = kind not in {StatementKind.MAJORITY, StatementKind.DIRECTION} and not tells_its_end(dimension)
    is_place = kind is StatementKind.RANK and not dimension and not cue.assertion.follows
    is_place = is_place and not any(_is_end(cue.words.sentence[i]) for i in cue.assertion.cue)
    for reading in readings:
        query = reading.query
        if not isinstance(query, GroupPlace | Difference) or _is_called(query, dimension):
            yield reading
            continue
        is_of_amount = is_place and isinstance(query, GroupPlace) and query.aggregate.column is not None
        end = _end_before(query, before) if is_of_amount and isinstance(query, GroupPlace) else None
        if end is not None and isinstance(query, GroupPlace):
            yield replace(reading, query=replace(query, is_greatest=end), is_greatest=end)
            continue
        is_worst = is_worth and kind is StatementKind.SUPERLATIVE and _is_beside(query, cue)
        may_be_turned = is_worst or (is_open and reading.is_told and kind is StatementKind.SUPERLATIVE)
        yield replace(reading, may_be_turned=True) if may_be_turned else reading
        if is_open or is_of_amount or is_worst or (is_open_if_told and reading.is_told):
            turned = replace(query, is_greatest=not query.is_greatest) if isinstance(query, GroupPlace) else query
            is_as_told = reading.is_told and not is_of_amount and not is_worst
            weight = reading.weight * (_TURNED_AS_TOLD if is_as_told else 1.0)
            yield replace(
                reading,
                query=turned,
                weight=weight,
                is_greatest=not reading.is_greatest,
                is_turned=is_of_amount,
                may_be_turned=may_be_turned,
            )


def _is_beside(query: GroupPlace | Difference, cue: StatementCue) -> bool:
    """Tell whether a number of the sentence alone says what is best or worst: "the worst, at 490 calories"."""
    measured = (each for beside in cue.beside if (each := measured_by(beside)) is not None)
    return isinstance(query, GroupPlace) and any(each.measure == query.aggregate.measure for each in measured)


def _is_end(token: Token) -> bool:
    return token.tag in {"JJS", "RBS"} or token.text.lower() in _ENDS


def _end_before(query: GroupPlace, before: Sequence[StatementReading]) -> bool | None:
    """Return whether places among the same groups were counted from the greatest before; None where none was told."""
    known = (each.query for each in before if isinstance(each.query, GroupPlace))
    ends = {each.is_greatest for each in known if each.by == query.by and each.aggregate.column is not None}
    return ends.pop() if len(ends) == 1 else None


def _is_called(query: GroupPlace | Difference, adjective: str) -> bool:
    column = query.aggregate.column if isinstance(query, GroupPlace) else query.left.column
    return column is not None and any(
        begin_alike(word, adjective) or begin_alike(adjective, word) for word in split_identifier(column.name)
    )
