"""Which side of a comparison two numbers beside it are of: "women were older than men: 53.4 against 51.9 years"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from factcheck.claims.number_context import SUBJECT, Tree
from factcheck.claims.passage import ComparedSide
from factcheck.claims.statements.comparisons import comparisons
from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import Words

_AGAINST = tuple(
    tuple(words.split())
    for words in (
        "against|as against|versus|vs|vs.|v.|to|compared with|compared to|as compared with|as compared to|as opposed to"
        "|in contrast to|rather than"
    ).split("|")
)
"""What sets a number against the one before it."""

_AND = ("and",)
"""What does so where the numbers are added to a comparison behind a sign or a preposition."""

_ADDING = frozenset(": ( – — - , ; with at by of".split())
"""What stands before numbers that are added to a comparison."""

_AROUND_NUMBERS = frozenset("about around almost exactly just nearly only roughly some a $ € £ % percent".split())
_MULTIPLES = frozenset("times twice half double".split())
_OF_UNITS = ("NN", "SYM", "$", "HYPH", "JJ")
_OF_GROUPS = frozenset({"NNS", "NNP", "NNPS"})
_MOST_UNIT_WORDS = 3
_LONGEST_DEGREE = 6
"""Tokens from the one "as" to the other of "as likely to smoke as", at most."""


def compared_sides(tree: Tree, numbers: Sequence[tuple[int, ...]]) -> list[ComparedSide]:
    """Return for each number of a sentence the side that it is of, where two are set against each other.

    The first of them is of what the comparison names first.  ``numbers`` are the tokens of each, in reading order.
    """
    sides = [ComparedSide() for _ in numbers]
    pairs = [at for at, (first, second) in enumerate(pairwise(numbers)) if _are_set_apart(tree, first, second)]
    if len(pairs) != 1:
        return sides
    at = pairs[0]
    words = Words(tree)
    for told in (_multiples(words), _compared(words), _raised(words)):
        beside = [each for each in dict.fromkeys(told) if _is_beside(each, numbers[at], numbers[at + 1])]
        if beside:
            break
    if len(beside) == 1:
        first, second = beside[0]
        sides[at], sides[at + 1] = ComparedSide(first, second), ComparedSide(second, first)
    return sides


def _are_set_apart(tree: Tree, first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Tell whether a number is set against the one before: "53.4 against 51.9", "3,108 g, compared with 2,865 g"."""
    between = list(range(first[-1] + 1, second[0]))
    for _ in range(_MOST_UNIT_WORDS):
        if between and (
            tree.lowered[between[0]] in _AROUND_NUMBERS or tree.tokens[between[0]].tag.startswith(_OF_UNITS)
        ):
            between.pop(0)
    if between and tree.lowered[between[0]] == ",":
        between.pop(0)
    while between and tree.lowered[between[-1]] in _AROUND_NUMBERS:
        between.pop()
    joined = tuple(tree.lowered[index] for index in between)
    if joined in _AGAINST:
        return _before(tree, first) != "from"
    return joined == _AND and _before(tree, first) in _ADDING


def _before(tree: Tree, number: tuple[int, ...]) -> str:
    """Return the word or sign before a number and what goes with it: the colon of ": about $40"."""
    at = number[0] - 1
    while at >= 0 and tree.lowered[at] in _AROUND_NUMBERS:
        at -= 1
    return tree.lowered[at] if at >= 0 else ""


def _compared(words: Words) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield the sides of comparisons of one with another, or with one that is not named."""
    for found in comparisons(words):
        if len(found.owners) == 1 and len(found.others) <= 1:
            yield found.owners[0], found.others[0] if found.others else ()


def _multiples(words: Words) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield the sides of "oaks are twice as old as elms"."""
    for at, lower in enumerate(words.tree.lowered):
        first = next((i for i in range(at - 2, max(at - _LONGEST_DEGREE, 0), -1) if words.lower(i) == "as"), None)
        if lower != "as" or first is None or words.lower(first - 1) not in _MULTIPLES:
            continue
        verb = next((i for i in words.ancestors(first) if words.children(i, *SUBJECT)), None)
        subject = words.subject(verb) if verb is not None else None
        others = [names[0] for i in words.children(at, "pobj") if (names := words.names(i))]
        if subject is not None and len(others) == 1:
            yield words.name(subject), others[0]


def _raised(words: Words) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield of whom a comparative is said without "than": "women tip more in percent"; the other side has no name."""
    for index, token in enumerate(words.tokens):
        if token.tag not in {"JJR", "RBR"} or "than" in words.tree.lowered[index:]:
            continue
        verb = next((i for i in (index, *words.ancestors(index)) if words.children(i, *SUBJECT)), None)
        subject = words.subject(verb) if verb is not None else None
        if subject is not None and words.tag(subject) in _OF_GROUPS and subject < index:
            yield words.name(subject), ()


def _is_beside(sides: tuple[Phrase, Phrase], first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Tell whether both sides of a comparison stand before two numbers, or both behind them."""
    places = [index for side in sides for index in side]
    return bool(places) and (max(places) < first[0] or min(places) > second[-1])
