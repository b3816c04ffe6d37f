"""Tables with a column for each month or quarter of a year, whose sum in a row is that of the year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from factcheck.candidates.proposal import Proposal
from factcheck.catalogue.expressions import sum_of
from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import split_identifier

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = re.compile(rf"(?:{'|'.join(_MONTHS)})[a-z]*")
_QUARTERS = {"1", "2", "3", "4"}


def sums_of_years(columns: Iterable[Column]) -> Iterator[Proposal]:
    """Yield the sum of the months or the quarters that have a column each: "6,825 mm over the year"."""
    of_months: dict[tuple[str, ...], dict[str, Column]] = {}
    of_quarters: dict[tuple[str, ...], dict[str, Column]] = {}
    for column in columns:
        words = split_identifier(column.name)
        for at, word in enumerate(words):
            rest = (*words[:at], *words[at + 1 :])
            if _MONTH.fullmatch(word):
                of_months.setdefault(rest, {})[word[:3]] = column
            elif word in _QUARTERS and words[at - 1] in {"q", "quarter", "qtr"} and at:
                of_quarters.setdefault(rest, {})[word] = column
    for groups, size in ((of_months, len(_MONTHS)), (of_quarters, len(_QUARTERS))):
        for members in groups.values():
            if len(members) == size:
                yield from (Proposal(sum_of(list(members.values())), concept) for concept in ("year", "total"))
