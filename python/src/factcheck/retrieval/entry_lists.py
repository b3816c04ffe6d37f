"""Columns whose texts list several things, such as "Action, Comedy", and what these are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_SEPARATOR = re.compile(r"\s*[,;|/&+]\s*")
_ENTRY = re.compile(r"(?=.*[^\W\d_])[^,;|/&+]{1,40}")
_MOST_WORDS = 4
_LISTS = 0.15
"""Share of a column's values that have several entries, at least."""

_OFTEN = 2
"""How many values have an entry on average, at least: of names and addresses hardly a part is met again."""

_MET_AGAIN = 0.5
"""Share of the entries that several values have, at least."""

_ONE_WAY = 0.95
"""Share of the separators that are written alike, at least."""

_IN_SEVERAL_PLACES = 0.1
"""Share of the entries that stand in another place, too, at most, where each place has entries of its own."""


@dataclass(frozen=True, slots=True)
class EntryList:
    """What stands between the entries of a column's texts, and the entries, those met most often first."""

    separator: str
    entries: tuple[str, ...]


def entry_lists(samples: Mapping[int, Sequence[str]]) -> dict[int, EntryList]:
    """Return the columns that list things, given some values of each."""
    lists = {number: entry_list(values) for number, values in samples.items()}
    return {number: found for number, found in lists.items() if found is not None}


def entry_list(values: Sequence[str]) -> EntryList | None:
    """Tell how the values of a column list things; None where most of them do not."""
    separators = Counter(found for value in values for found in _SEPARATOR.findall(value))
    if not separators:
        return None
    separator, times = separators.most_common(1)[0]
    if times < _ONE_WAY * separators.total():
        return None
    listed = [value.split(separator) for value in values if value]
    several = sum(len(entries) > 1 for entries in listed)
    counts = Counter(entry for entries in listed for entry in set(entries))
    are_short = all(_ENTRY.fullmatch(entry) and len(entry.split()) <= _MOST_WORDS for entry in counts)
    met_again = sum(times > 1 for times in counts.values())
    if (
        _have_places(listed)
        or several < max(2, _LISTS * len(listed))
        or not are_short
        or counts.total() < _OFTEN * len(counts)
        or met_again < _MET_AGAIN * len(counts)
    ):
        return None
    return EntryList(separator, tuple(entry for entry, _ in counts.most_common()))


def _have_places(listed: Sequence[Sequence[str]]) -> bool:
    """Tell whether entries have places of their own, as surnames and given names have, and towns and states.

    Such texts are one thing told in parts: "Young, Chris".
    """
    (length, times), *_ = Counter(map(len, listed)).most_common(1)
    if length < 2 or times < _ONE_WAY * len(listed):
        return False
    places = [set(entries) for entries in zip(*(each for each in listed if len(each) == length), strict=True)]
    different = len(set().union(*places))
    return sum(map(len, places)) <= different * (1 + _IN_SEVERAL_PLACES)
