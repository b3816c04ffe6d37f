"""What the comment of a column says its codes stand for: "1 = male, 2 = female", "M: moored; S: sunk"."""

from __future__ import annotations

import re
from collections.abc import Collection

from factcheck.words.code_systems import NO_ANSWERS, system_of

_CODE = r"(?<![\w.])[(\['\"]?(?P<code>-?\d{1,3}|[A-Z]{1,4})[)\]'\"]?"
_ENTRY = re.compile(
    rf"{_CODE}\s?(?:=>|[=:]|[-–—](?=\s)|\s(?:means|is|stands\sfor)\s)\s?['\"]?(?P<name>[^\W\d_][^,;|/\n=:.()'\"]{{1,40}}?)"
    rf"['\"]?(?=\s?(?:[,;|/\n.()]|\Z|\s(?:and|or)\s{_CODE.replace('?P<code>', '?:')}))"
)
_FEWEST = 2
"""Codes that a comment has to explain."""

_SAYS_NOTHING = NO_ANSWERS | {"yes", "no", "true", "false", "y", "n"}
"""What is an answer to many questions names no value by itself."""


def legend_of(comment: str, values: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the values of a column by what its comment says they stand for, in lower case; nothing without a legend.

    Where these are names of one system, as those of the sexes, all names of the same thing stand for the value.

    >>> legend_of("1 = adrift, 2 = moored, 9 = unknown", ["1", "2", "9"])
    {'adrift': ('1',), 'moored': ('2',)}
    >>> legend_of("Scale of 1-5: 1 = worst", ["1", "2"]), legend_of("length: from bow to stern", ["1"])
    ({}, {})
    """
    named = {found["code"]: found["name"].strip().lower() for found in _ENTRY.finditer(comment)}
    known = {code: name for code, name in named.items() if code in values}
    if len(known) < _FEWEST or len(set(known.values())) < len(known):
        return {}
    system = system_of(tuple(known.values())) or {}
    found: dict[str, tuple[str, ...]] = {}
    for code, name in known.items():
        for each in (name, *system.get(name, ())):
            if each not in _SAYS_NOTHING and each not in values and code not in found.get(each, ()):
                found[each] = (*found.get(each, ()), code)
    return found
