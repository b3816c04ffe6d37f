"""How many of what is asked for a question wants: "the top 5 vendors", "the three most dangerous crossings"."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.catalogue.schema import Column
from factcheck.questions.linked import Linked

_ADJECTIVES = frozenset({"JJ", "JJR", "JJS", "RB", "RBR", "RBS"})


def wanted_of(linked: Linked, breakdowns: Sequence[Column]) -> int:
    """Return how many groups or rows are wanted; 1 where no number says it."""
    groups = {each.start for each in linked.columns if each.columns[0] in breakdowns} | set(linked.rows)
    groups |= {linked.unit.start} if linked.unit is not None else set()
    for each in linked.numbers:
        at = each.end
        while at < len(linked.tokens) and at not in groups and linked.tokens[at].tag in _ADJECTIVES:
            at += 1
        if each.number.is_integer and each.number.comparison == "=" and each.number.value > 1 and at in groups:
            return int(each.number.value)
    return 1
