"""Which extreme words mean of a column of which less is better, earlier or faster: "the worst delay", "the oldest"."""

from __future__ import annotations

from factcheck.candidates.claim_view import ClaimView
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.numbers.mentions import Number
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.words.identifiers import split_identifier

OF_YEARS = frozenset("year years yr season date vintage released release founded built opened born birth".split())
"""Words in the names of columns whose whole numbers are years."""

_OF_AGE = frozenset("old older oldest young younger youngest new newer newest".split())
_OF_SPEED = frozenset("slow slower slowest fast faster fastest".split())
_OF_QUALITY = frozenset("bad worse worst good better best".split())
_SPANS = frozenset("pace duration time times minutes hours seconds days delay delays wait waiting".split())
_BURDENS = frozenset(
    "delay delays late lateness overdue wait waiting absence absences error errors loss losses defect defects "
    "complaint complaints death deaths casualty casualties injury injuries fatality fatalities crime crimes "
    "accident accidents unemployment poverty mortality debt deficit fine fines penalty penalties pollution "
    "damage damages victims".split()
)
"""Words in the names of columns of which less is better."""


def are_turned(claim: ClaimView, column: Column) -> bool:
    """Tell whether all words for an extreme mean the other one of a column: "the worst delay", "the fastest lap"."""
    words = MIN.keywords | MAX.keywords
    said = [key for key in claim.words.keywords if key.is_said and not words.isdisjoint((key.word, key.lemma))]
    name = set(split_identifier(column.name))
    is_span = _is_span(claim.number, column) or not _SPANS.isdisjoint(name)
    turned = (_OF_SPEED if is_span else frozenset()) | (frozenset() if _BURDENS.isdisjoint(name) else _OF_QUALITY)
    turned |= _OF_AGE if column.is_integer and not OF_YEARS.isdisjoint(name) else frozenset()
    return bool(said) and all(not turned.isdisjoint((key.word, key.lemma)) for key in said)


def _is_span(number: Number, column: Column) -> bool:
    """Tell whether a column has times in its unit, or may have them where nothing tells it, as the number is one."""
    unit = unit_of(column)
    if unit is not None and unit.unit is not None:
        return unit.unit.dimension == "time"
    stated = () if number.measured is None else number.measured.units
    return any(each.dimension == "time" for each in stated)
