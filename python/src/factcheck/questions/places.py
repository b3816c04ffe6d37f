"""Places of groups that come one after the other: "Fjord has the most guests, followed by Island"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.questions.fact import FactKind
from factcheck.questions.linked import Linked
from factcheck.questions.plan import FactPlan
from factcheck.questions.reading import Reading

ORDINALS = {word: place for place, word in enumerate("second third fourth fifth sixth seventh eighth".split(), 2)}
"""Words for a place other than the first."""
_NEXT = frozenset("followed then next".split())


def of_next_place(reading: Reading, linked: Linked, clause: Sequence[int], before: FactPlan | None) -> FactPlan | None:
    """Return the place of a group by what the one before is the highest in: "followed by Fjord", "Fjord third".

    None where the clause before ranks nothing, or this one says itself by what it ranks.
    """
    if before is None or before.kind not in {FactKind.EXTREME, FactKind.RANK} or reading.measures:
        return None
    values = [each for each in reading.values if each.predicate.column == before.breakdown]
    of_values = {index for each in reading.values for index in range(each.start, each.end)}
    words = [linked.words[i] for i in clause if i not in of_values]
    place = next((ORDINALS[word] for word in words if word in ORDINALS), None)
    if place is None and not _NEXT.isdisjoint(words):
        place = before.place + 1
    if place is None or not values:
        return None
    focus = (values[0].predicate.literal,)
    return replace(before, kind=FactKind.RANK, focus=focus, place=place, is_negated=False)
