"""Which of several numbers of a sentence each of several values of a column stands with.

"60 victims were Black and 41 Latino", "men earned 52, women 47": where values and numbers take turns, or come in one
list each, they belong together one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from factcheck.nlp.parser import Token

_BREAKS = frozenset(", ; ( ) : – — and while but whereas vs vs. versus against".split())
_FEWEST = 2
"""Values of a column from which a sentence has to tell which of them a number stands with."""

_SMALL = frozenset("in on of the for with to".split())
_COMPARING = frozenset("from than over against versus vs vs. compared since like".split())
"""Words before a value that another is compared with."""

_INSIDE_NUMBERS = frozenset(". , - hundred thousand million billion percent".split())


@dataclass(frozen=True, slots=True)
class _Item:
    """A number or a value of a sentence, from its first token on; ``value`` is the value's number, None of a number."""

    first: int
    value: int | None


def value_of_each_number(
    tokens: Sequence[Token], claimed: Collection[int], values: Sequence[frozenset[int]]
) -> Mapping[int, int]:
    """Return the value that stands with each number: its index in ``values``, by the first token of the number.

    ``values`` are the tokens of values of one column, ``claimed`` those of the claim's number.  Empty where the
    sentence does not tell.
    """
    items = _items(tokens, claimed, values)
    if len({item.value for item in items if item.value is not None}) < _FEWEST:
        return {}
    return _in_turn(items) or _in_lists(items) or _in_parts(items, tokens)


def is_compared_with(tokens: Sequence[Token], value: Collection[int]) -> bool:
    """Tell whether a value is what another is compared with, and has no number: "4 % more than in May", "from May"."""
    before = next((at for at in reversed(range(min(value))) if tokens[at].text.lower() not in _SMALL), None)
    return before is not None and tokens[before].text.lower() in _COMPARING


def _items(tokens: Sequence[Token], claimed: Collection[int], values: Sequence[frozenset[int]]) -> list[_Item]:
    """Return numbers and values as they come; a value that is said twice in a row is one."""
    of_values = {at: number for number, places in enumerate(values) for at in places}
    items: list[_Item] = []
    last_figure = -2
    for at, token in enumerate(tokens):
        if at in of_values:
            if not items or items[-1].value != of_values[at]:
                items.append(_Item(at, of_values[at]))
        elif at in claimed or token.tag == "CD" or any(map(str.isdigit, token.text)):
            is_same = all(tokens[i].text.lower() in _INSIDE_NUMBERS for i in range(last_figure + 1, at))
            if not (is_same and last_figure >= 0) or (at in claimed) is not (last_figure in claimed):
                items.append(_Item(at, None))
            last_figure = at
    return items


def _in_turn(items: Sequence[_Item]) -> dict[int, int]:
    """Pair values with the numbers behind them, or before them, where all have equally many: "men 52, women 47"."""
    is_value_first = items[0].value is not None
    runs = [list(run) for run in _runs(items if is_value_first else items[::-1])]
    if any(run[0].value is None or len(run) != len(runs[0]) for run in runs) or len(runs[0]) < _FEWEST:
        return {}
    return {item.first: run[0].value for run in runs for item in run[1:] if run[0].value is not None}


def _runs(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Yield each value with the numbers that follow it; a run without a value where numbers come first."""
    run: list[_Item] = []
    for item in items:
        if item.value is not None and run:
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _in_lists(items: Sequence[_Item]) -> dict[int, int]:
    """Pair a list of values with one of as many numbers: "men and women earned 52 and 47"."""
    kinds = [item.value is None for item in items]
    half = len(items) // 2
    if len(items) % 2 or len(set(kinds[:half])) > 1 or len(set(kinds[half:])) > 1 or kinds[0] == kinds[-1]:
        return {}
    values, numbers = (items[half:], items[:half]) if kinds[0] else (items[:half], items[half:])
    pairs = zip(numbers, values, strict=True)
    return {number.first: value.value for number, value in pairs if value.value is not None}


def _in_parts(items: Sequence[_Item], tokens: Sequence[Token]) -> dict[int, int]:
    """Pair what stands between commas and conjunctions, where no part has two values."""
    paired: dict[int, int] = {}
    breaks = [at for at, token in enumerate(tokens) if token.text.lower() in _BREAKS]
    bounds = [-1, *breaks, len(tokens)]
    for start, end in pairwise(bounds):
        part = [item for item in items if start < item.first < end]
        values = [item.value for item in part if item.value is not None]
        if len(values) > 1:
            return {}
        paired |= {item.first: values[0] for item in part if values and item.value is None}
    return paired if len(set(paired.values())) > 1 else {}
