"""Claims that stand in the same place of entries: "Wind (227), Solar (250)", or in a list of "PhD: 317 loans (21%)"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from factcheck.check.prepare import PreparedCheck
from factcheck.claims.claim import NumericClaim

_FEWEST = 3
"""Entries that make a list."""


def entries_alike(check: PreparedCheck) -> list[tuple[int, ...]]:
    """Return the indexes of the claims of several entries that stand in the same place, in the order of the text.

    These are numbers of one sentence that are written alike, and numbers at the same place in entries of one list.
    """
    alike: defaultdict[Hashable, list[int]] = defaultdict(list)
    in_paragraphs: defaultdict[int, list[int]] = defaultdict(list)
    for index, claim in enumerate(check.claims):
        in_paragraphs[claim.paragraph].append(index)
    for index, claim in enumerate(check.claims):
        for place in _places(check, claim, in_paragraphs[claim.paragraph].index(index)):
            alike[place].append(index)
    return [tuple(members) for members in alike.values() if len(members) >= _FEWEST]


def _places(check: PreparedCheck, claim: NumericClaim, at: int) -> Iterator[Hashable]:
    """Yield what claims in the same place have in common; ``at`` tells which claim of its paragraph one is."""
    around = _around(check, claim)
    yield claim.paragraph, claim.sentence, around
    if check.parsed.document.paragraphs[claim.paragraph].kind == "list_item":
        yield "list", _beginning(check, claim.paragraph), at, around


def _around(check: PreparedCheck, claim: NumericClaim) -> tuple[str, ...]:
    """Return the unit of a number, the sign before it and the word behind it."""
    tokens = check.parsed.parses[claim.paragraph][claim.sentence].tokens
    first, last = (claim.tokens[0], claim.tokens[-1]) if claim.tokens else (0, -1)
    before = tokens[first - 1].text if first else ""
    behind = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    return claim.number.unit, "" if before.isalnum() else before, behind


def _beginning(check: PreparedCheck, paragraph: int) -> int:
    """Return the first entry of the list that a paragraph is an entry of."""
    paragraphs = check.parsed.document.paragraphs
    while paragraph and paragraphs[paragraph - 1].kind == "list_item":
        paragraph -= 1
    return paragraph
