"""List items that give a number for a name each: "Aberdeen 240" above "Armagh 87" are no names such as "Boeing 747"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from factcheck.documents.document import Document

_ITEM = re.compile(r"(?P<name>[^\W\d_][^\d:;|]{1,60})\s(?P<number>\d[\d,]*(?:\.\d+)?)")
_FEWEST = 3
"""Such items in a row, from which their numbers are results: of fewer they may be parts of names."""


def names_with_numbers(document: Document) -> Mapping[int, bool]:
    """Tell of the paragraphs that are such items, by their indexes, whether their numbers are exact.

    They are where one of the list does not end in zero: "200" below "240" and "87" is no 193.
    """
    items = [_ITEM.fullmatch(each.text) if each.kind == "list_item" else None for each in document.paragraphs]
    listed: dict[int, bool] = {}
    for is_item, run in groupby(enumerate(items), lambda each: each[1] is not None):
        found = {at: item for at, item in run if item is not None}
        if is_item and _are_results([item["name"].lower() for item in found.values()]):
            listed |= dict.fromkeys(found, any(not item["number"].endswith("0") for item in found.values()))
    return listed


def _are_results(names: Sequence[str]) -> bool:
    """Tell whether names are several and all others: "Store 4" above "Store 7" tells stores apart."""
    return len(names) >= _FEWEST and len(set(names)) == len(names)
