"""Which words of a sentence belong to which of its numbers: clause by clause, conjunct by conjunct, name by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.claims.number_context import SUBJECT, Tree

_COORDINATED = frozenset({"conj", "appos", "advcl", "parataxis"})
"""Dependencies of a part that says the same kind of thing as the part that governs it."""

_OWN_PART = _COORDINATED | {"relcl"}
_ROLES = SUBJECT | {"dobj", "attr", "prep", "amod", "compound", "nmod", "poss"}
_NAMING = ("NN", "JJ", "VB")
_BETWEEN_NUMBERS = frozenset(", ; and or % $ & percent".split())
_FEWEST_WITHOUT_RESPECTIVELY = 3

Numbers = Sequence[tuple[int, ...]]
"""The tokens of each number of a sentence, in reading order."""


def words_of_others(tree: Tree, numbers: Numbers) -> list[set[int]]:
    """Return for each number of a sentence the tokens that belong to another of its numbers.

    A part that is coordinated with another has its words for itself.  It leaves out what it takes over from the first
    part, so all of that is its own as well, but for what it says itself: in "Biscoe had 168 penguins, Dream 124" the
    penguins belong to both numbers, each island to one.
    """
    roots = [_root(tree, tokens) for tokens in numbers]
    others: list[set[int]] = [set() for _ in numbers]
    for index, root in enumerate(roots):
        for part in _parts(tree, root):
            within = set(_subtree(tree, part))
            outside = [at for at, other in enumerate(roots) if other not in within]
            for at in outside:
                others[at] |= within - set(numbers[at])
            governor = tree.tokens[part].head
            if any(roots[at] in _subtree(tree, governor) for at in outside):
                others[index] |= _replaced(tree, governor, part) - within
    return others


def _root(tree: Tree, tokens: tuple[int, ...]) -> int:
    return next((token for token in tokens if tree.tokens[token].head not in tokens), tokens[0])


def _parts(tree: Tree, token: int) -> Iterator[int]:
    """Yield what begins a part of its own among a token and those that govern it."""
    for _ in tree.tokens:
        head = tree.tokens[token].head
        if tree.tokens[token].dependency in _OWN_PART:
            yield token
        if head == token:
            return
        token = head


def _subtree(tree: Tree, token: int) -> Iterator[int]:
    waiting = [token]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += tree.children[current]


def _replaced(tree: Tree, governor: int, part: int) -> set[int]:
    """Return what a coordinated part says otherwise than the part that governs it: the same roles, and the noun."""
    if tree.tokens[part].dependency not in _COORDINATED:
        return set()
    said = {
        (tree.tokens[child].dependency, _preposition(tree, child))
        for child in tree.children[part]
        if any(tree.tokens[token].tag.startswith(_NAMING) for token in _subtree(tree, child))
    }
    replaced: set[int] = set()
    for child in tree.children[governor]:
        role = tree.tokens[child].dependency
        if child != part and role in _ROLES and (role, _preposition(tree, child)) in said:
            replaced |= set(_subtree(tree, child))
    kinds = {tree.tokens[token].tag.removesuffix("S") for token in (governor, part)}
    if kinds in ({"NN"}, {"NNP"}):
        replaced.add(governor)
    return replaced


def _preposition(tree: Tree, token: int) -> str:
    return tree.tokens[token].text.lower() if tree.tokens[token].dependency == "prep" else ""


def aligned_names(tree: Tree, numbers: Numbers) -> list[tuple[int, ...]]:
    """Return for each number of a sentence the name that stands for it in a list of as many names, as tokens.

    "Adelie, Gentoo and Chinstrap number 152, 124 and 68, respectively."  Of two numbers only "respectively" tells.
    """
    names: list[tuple[int, ...]] = [() for _ in numbers]
    is_said = any(token.text.lower() == "respectively" for token in tree.tokens)
    for start, end in _runs(tree, numbers):
        if end - start < (2 if is_said else _FEWEST_WITHOUT_RESPECTIVELY):
            continue
        covered = {token for tokens in numbers for token in tokens}
        lists = [each for each in _lists(tree) if len(each) == end - start and covered.isdisjoint(each)]
        if len(lists) == 1:
            for index, name in zip(range(start, end), lists[0], strict=True):
                names[index] = tuple(_phrase(tree, name))
    return names


def _runs(tree: Tree, numbers: Numbers) -> Iterator[tuple[int, int]]:
    """Yield where numbers begin and end that stand in a row, with nothing but commas and the like between them."""
    start = 0
    for index in range(1, len(numbers) + 1):
        is_next = index < len(numbers) and all(
            tree.tokens[token].text.lower() in _BETWEEN_NUMBERS
            for token in range(numbers[index - 1][-1] + 1, numbers[index][0])
        )
        if not is_next:
            yield start, index
            start = index


def _lists(tree: Tree) -> Iterator[tuple[int, ...]]:
    """Yield the heads of things that are listed: "Adelie", "Gentoo", "Chinstrap"."""
    for token, parsed in enumerate(tree.tokens):
        if parsed.dependency != "conj":
            listed = [token]
            for each in listed:
                listed += [child for child in tree.children[each] if tree.tokens[child].dependency == "conj"]
            if len(listed) > 1:
                yield tuple(sorted(listed))


def _phrase(tree: Tree, name: int) -> Iterator[int]:
    """Yield the tokens of a listed name without those of the names after it."""
    yield name
    for child in tree.children[name]:
        if tree.tokens[child].dependency not in {"conj", "cc", "punct"}:
            yield from _phrase(tree, child)
