"""Things that have several names, such as codes: "TX" is Texas, "DEU" Germany, where the Germans live, "F" a woman.

Values may have a code and a number behind it, as "W 3-1" and "DE 80331" have.

The names are those of ``code_systems.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

_FILE = Path(__file__).with_name("code_systems.toml")

LONGEST_CODE = 3
"""Letters of a code: as a word of a text it is one only where it stands in capitals."""

_FEWEST = 2
"""Values of a column that have to be names of one system."""

_OTHERS, _SHARE_OF_OTHERS = 2, 0.2
"""How many values may be none of its names, in number or as a share of all; always fewer than those that are."""

NO_ANSWERS = frozenset(("", "-", "?", "n/a", "na", "nan", "none", "null", "unknown", "other", "missing"))
"""Values that stand for no answer, or for any other one."""


_JOINING = re.compile(r"\s*[/;,+&]\s*|\s+and\s+|\s*-\s+")
"""What stands between the names of a value of several: "Chile/ Peru"."""

_LETTER_AND_NUMBER = re.compile(r"(?P<letter>[A-Z])-?\d{1,2}")

_CODE_AND_NUMBER = re.compile(r"(?P<code>[A-Za-z]+)\s?(?=[\d(])")


def _read(text: str) -> dict[str, tuple[str, ...]]:
    """Return for each name, in lower case, all names of the same thing; one of two things belongs to the first."""
    names: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        same = tuple(name.lower() for name in line.split(" | "))
        for name in same:
            names.setdefault(name, same)
    return names


_TEXT = tomllib.loads(_FILE.read_text("utf-8"))
_ONLY_IN_COLUMNS: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _TEXT.pop("only_in_columns").items()
}

_USUAL_COLUMNS: Mapping[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _TEXT.pop("usual_columns").items()
}

SYSTEMS: Mapping[str, Mapping[str, tuple[str, ...]]] = {name: _read(text) for name, text in _TEXT.items()}
"""The names of each system, in lower case, with all names of the same thing."""

_ALL_NAMES = frozenset(name for system in SYSTEMS.values() for name in system) | NO_ANSWERS

SHORT_WORDS: frozenset[str] = frozenset(
    name
    for text in _TEXT.values()
    for line in text.strip().splitlines()
    for name in line.split(" | ")
    if len(name) <= LONGEST_CODE and name.islower()
)
"""Names as short as codes that are words of the language, as "man" is."""


def system_of(values: Collection[str], column: Collection[str] = ()) -> Mapping[str, tuple[str, ...]] | None:
    """Return the system that the values of a column are names of; None where it is none, or where several fit.

    ``column`` has the words of the column's name, in lower case; they tell systems apart that have the same codes.
    """
    lowered = [value.lower() for value in values]
    if 2 * sum(value in _ALL_NAMES for value in lowered) < len(lowered):
        return None
    known = {
        name: sum(value in system for value in lowered)
        for name, system in SYSTEMS.items()
        if name not in _ONLY_IN_COLUMNS or not _ONLY_IN_COLUMNS[name].isdisjoint(column)
    }
    best = max(known.values())
    alike = [name for name, count in known.items() if count == best]
    fitting = [name for name in alike if not _USUAL_COLUMNS.get(name, frozenset()).isdisjoint(column)] or alike
    system = SYSTEMS[fitting[0]]
    others = sum(value.strip() not in NO_ANSWERS and not _is_of(value, system) for value in lowered)
    is_system = _FEWEST <= best > others and others <= max(_OTHERS, _SHARE_OF_OTHERS * len(values))
    return system if is_system and len(fitting) == 1 else None


def _is_of(value: str, system: Collection[str]) -> bool:
    """Tell whether a value, in lower case, is a name of a system, or several such names together."""
    return value in system or all(part in system for part in _JOINING.split(value.strip()))


def leading_codes(values: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the beginnings of values that each name of what their codes stand for has, names in lower case.

    Nearly all values have to be a code with a number behind it.
    """
    written = [found for value in values if (found := _CODE_AND_NUMBER.match(value)) is not None]
    codes = {found["code"].lower() for found in written}
    system = system_of(codes) if len(written) >= (1 - _SHARE_OF_OTHERS) * len(values) else None
    if system is None or not codes <= system.keys():
        return {}
    beginnings = {found[0].lower() for found in written}
    found_by_name: dict[str, tuple[str, ...]] = {}
    for beginning in sorted(beginnings):
        for name in system[beginning.strip()]:
            found_by_name[name] = (*found_by_name.get(name, ()), beginning)
    return found_by_name


def leading_letters(values: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the letters that labels of a letter and a number begin with, in lower case; several labels have each.

    >>> leading_letters(["A1", "A2", "B1", "B2"]), leading_letters(["S01", "S02"])
    ({'a': ('A',), 'b': ('B',)}, {})
    """
    labels = [found for value in values if (found := _LETTER_AND_NUMBER.fullmatch(value)) is not None]
    counts = Counter(found["letter"] for found in labels)
    are_levels = len(labels) == len(values) and len(counts) >= _FEWEST and min(counts.values()) >= _FEWEST
    return {letter.lower(): (letter,) for letter in sorted(counts)} if are_levels else {}


def values_by_name(values: Collection[str], system: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the values that each name of the same things stands for, names in lower case, without the values' own."""
    found: dict[str, tuple[str, ...]] = {}
    for value in values:
        own = value.lower()
        for name in system.get(own, ()):
            if name != own:
                found[name] = (*found.get(name, ()), value)
    return found
