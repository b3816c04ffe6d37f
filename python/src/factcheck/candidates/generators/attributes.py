"""What adjectives measure: "the tallest" is about heights, "older" about ages."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import split_identifier

_ADJECTIVES = {
    "height": "tall taller tallest short shorter shortest high",
    "elevation": "high higher highest",
    "weight": "heavy heavier heaviest light lighter lightest",
    "mass": "heavy heavier heaviest light lighter lightest",
    "age": "old older oldest young younger youngest elderly",
    "length": "long longer longest short shorter shortest",
    "duration": "long longer longest short shorter shortest fast faster fastest slow slower slowest quick quickest",
    "distance": "far farther farthest near nearer nearest long longer longest",
    "speed": "fast faster fastest slow slower slowest",
    "time": "fast faster fastest slow slower slowest",
    "price": "expensive cheap cheaper cheapest dear",
    "cost": "expensive cheap cheaper cheapest",
    "income": "rich richer richest poor poorer poorest",
    "wealth": "rich richer richest poor poorer poorest",
    "size": "large larger largest big bigger biggest small smaller smallest",
    "area": "large larger largest big bigger biggest small smaller smallest",
    "population": "populous large larger largest small smaller smallest",
    "depth": "deep deeper deepest shallow shallower shallowest",
    "width": "wide wider widest narrow narrower narrowest",
    "temperature": "hot hotter hottest warm warmer warmest cold colder coldest",
    "rating": "good better best bad worse worst",
    "score": "good better best bad worse worst",
}
_MEASURED_BY: dict[str, set[str]] = {}
for _attribute, _words in _ADJECTIVES.items():
    for _word in _words.split():
        _MEASURED_BY.setdefault(_word, set()).add(_attribute)


def measured_columns(cue: Cue) -> Iterator[Column]:
    """Yield the columns of numbers that adjectives of the sentence are about, the most relevant first."""
    attributes = set()
    for token in cue.words.tokens:
        if token.tag.startswith(("JJ", "RB")):
            attributes |= _MEASURED_BY.get(token.text.lower(), set())
    return (column for column in cue.amounts if attributes & (set(split_identifier(column.name)) | _of_unit(column)))


def _of_unit(column: Column) -> set[str]:
    """Return what a column measures as its unit tells: hours are a duration."""
    unit = unit_of(column)
    return {"duration"} if unit is not None and unit.unit is not None and unit.unit.dimension == "time" else set()
