"""Claims that stand in the same place of entries: "Wind (227), Solar (250)", or in a list of "PhD: 317 loans (21%)"."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable

from factcheck.check.prepare import PreparedCheck
from factcheck.claims.claim import NumericClaim
from factcheck.inference.posterior import Posterior

_FEWEST = 3
"""Entries that make a list."""

_SURE = 0.5
"""Probability of a reading that agrees from which it stays."""


def entries_alike(check: PreparedCheck) -> list[tuple[int, ...]]:
    """Return the indexes of the claims of several entries that stand in the same place, in the order of the text.

    These are numbers of one sentence that are written alike, and numbers at the same place in entries of one list.
    """
    alike: defaultdict[Hashable, list[int]] = defaultdict(list)
    before: Counter[int] = Counter()  # claims of a paragraph that stand before one
    lists = _lists(check)
    for index, claim in enumerate(check.claims):
        around = _around(check, claim)
        alike[claim.paragraph, claim.sentence, around].append(index)
        if (beginning := lists.get(claim.paragraph)) is not None:
            alike["list", beginning, before[claim.paragraph], around].append(index)
        before[claim.paragraph] += 1
    return [tuple(members) for members in alike.values() if len(members) >= _FEWEST]


def is_settled(posterior: Posterior) -> bool:
    """Tell whether a claim's likeliest reading agrees, so that other entries need not tell what is meant."""
    return bool(posterior.best) and posterior.best[0].matches and posterior.best[0].probability >= _SURE


def _around(check: PreparedCheck, claim: NumericClaim) -> tuple[str, ...]:
    """Return the unit of a number, the sign before it and the word behind it."""
    tokens = check.parsed.parses[claim.paragraph][claim.sentence].tokens
    first, last = (claim.tokens[0], claim.tokens[-1]) if claim.tokens else (0, -1)
    before = tokens[first - 1].text if first else ""
    behind = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    return claim.number.unit, "" if before.isalnum() else before, behind


def _lists(check: PreparedCheck) -> dict[int, int]:
    """Return for each paragraph that is an entry the first entry of its list."""
    lists: dict[int, int] = {}
    for index, paragraph in enumerate(check.parsed.document.paragraphs):
        if paragraph.kind == "list_item":
            lists[index] = lists.get(index - 1, index)
    return lists
