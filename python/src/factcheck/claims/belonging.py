"""Which words of a sentence belong to which of its numbers: clause by clause, conjunct by conjunct, name by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from factcheck.claims.number_context import SUBJECT, Tree

_COORDINATED = frozenset({"conj", "appos", "advcl", "parataxis"})
"""Dependencies of a part that says the same kind of thing as the part that governs it."""

_OWN_PART = _COORDINATED | {"relcl"}
_ROLES = SUBJECT | {"dobj", "attr", "prep", "amod", "compound", "nmod", "poss"}
_NAMING = ("NN", "JJ", "VB")
_BETWEEN_NUMBERS = frozenset(", ; and or % $ & percent".split())
_FEWEST_WITHOUT_RESPECTIVELY = 3
_BETWEEN_ENTRIES = frozenset("· • |".split())
_ENDS_OF_ENTRIES = frozenset("( ) [ ]".split())
_STATISTICS = frozenset(
    "mean average median mode minimum maximum min max lowest highest smallest largest deviation".split()
)
_BETWEEN_STATISTICS = frozenset(", and & standard the".split())
_AGAINST = frozenset("vs vs. versus v.".split())
_BEHIND_NAMES = frozenset("with at (".split())
_BEFORE_NAMES = frozenset("for in from of among at on by".split())
_JOINING_SIGNS = frozenset("- \u2013 \u2014 ; : ,".split())
_AROUND_NUMBERS = frozenset("about around almost exactly just nearly only roughly some $ € £ % percent".split())
_ENDS_OF_SIDES = _ENDS_OF_ENTRIES | _BETWEEN_ENTRIES | {":", ","}

Numbers = Sequence[tuple[int, ...]]
"""The tokens of each number of a sentence, in reading order."""


def words_of_others(tree: Tree, numbers: Numbers) -> list[set[int]]:
    """Return for each number of a sentence the tokens that belong to another of its numbers.

    A part that is coordinated with another has its words for itself.  It leaves out what it takes over from the first
    part, so all of that is its own as well, but for what it says itself: in "Biscoe had 168 penguins, Dream 124" the
    penguins belong to both numbers, each island to one.
    """
    roots = [_root(tree, tokens) for tokens in numbers]
    others = _beyond_separators(tree, numbers)
    for index, words in _statistics_of_others(tree, numbers):
        others[index] |= words
    for index, root in enumerate(roots):
        if (first := _first_part(tree, root)) and any(other not in first for other in roots):
            others[index] |= set(range(len(tree.tokens))) - first
        for part in _parts(tree, root):
            within = set(_subtree(tree, part))
            outside = [at for at, other in enumerate(roots) if other not in within]
            for at in outside:
                others[at] |= within - set(numbers[at])
            governor = tree.tokens[part].head
            if any(roots[at] in _subtree(tree, governor) for at in outside):
                others[index] |= (_replaced(tree, governor, part) | _done_by_others(tree, part, root)) - within
    return others


def _beyond_separators(tree: Tree, numbers: Numbers) -> list[set[int]]:
    """Return for each number the tokens that a sign such as "·", or "vs.", parts from it, with another number.

    "Cats: 126 · Dogs: 64", "(126 vs. 64 dogs)".  Parsers see no structure there.
    """
    others: list[set[int]] = [set() for _ in numbers]
    for separators, ends in ((_BETWEEN_ENTRIES, _ENDS_OF_ENTRIES), (_AGAINST, _ENDS_OF_SIDES)):
        entries = list(_entries(tree, separators, ends))
        of_number = [next((entry for entry in entries if tokens[0] in entry), None) for tokens in numbers]
        for index, own in enumerate(of_number):
            if own is None:
                continue
            for entry in of_number:
                if entry is None or entry.start == own.start:
                    continue
                if own.start < entry.start or _names_itself(tree, numbers[index]):
                    others[index] |= set(entry)
    return others


def _statistics_of_others(tree: Tree, numbers: Numbers) -> Iterator[tuple[int, set[int]]]:
    """Yield the words for statistics that are those of the other numbers of a list, in the order of both.

    "The mean and median goals are $5,049 and $3,000": the median is the second number.
    """
    said = [at for at, token in enumerate(tree.tokens) if token.text.lower() in _STATISTICS]
    for start, end in _runs(tree, numbers):
        before = [at for at in said if at < numbers[start][0]][start - end :]
        are_joined = len(before) == end - start > 1 and all(
            tree.tokens[at].text.lower() in _BETWEEN_STATISTICS
            for at in range(before[0], before[-1])
            if at not in before
        )
        for place, index in enumerate(range(start, end) if are_joined else ()):
            yield index, {*before[:place], *before[place + 1 :]}


def _names_itself(tree: Tree, number: tuple[int, ...]) -> bool:
    """Tell whether a noun stands right beside a number; "9 in June" after "12 cats in May" leaves it to be known."""
    before, after = number[0] - 1, number[-1] + 1
    while before >= 0 and not tree.tokens[before].text.isalnum():
        before -= 1
    is_label = 0 <= before < number[0] - 1 and tree.tokens[before].tag.startswith("NN")
    return is_label or (after < len(tree.tokens) and tree.tokens[after].tag.startswith(("NN", "JJ", "AFX")))


def _entries(tree: Tree, separators: Set[str], ends: Set[str]) -> Iterator[range]:
    """Yield the stretches of a sentence that separators part from each other, as far as the next of some ends."""
    texts = [token.text.lower() for token in tree.tokens]
    for at in (at for at, text in enumerate(texts) if text in separators):
        start, stop = at, at + 1
        while start and texts[start - 1] not in separators | ends:
            start -= 1
        while stop < len(texts) and texts[stop] not in separators | ends:
            stop += 1
        yield range(start, at)
        yield range(at + 1, stop)


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


def _first_part(tree: Tree, token: int) -> set[int]:
    """Return the first of two statements that a sign joins, where a token is in it: parsers make the other govern it.

    "There were four bans - three were for abuse": the second takes over from the first, but not the other way round.
    """
    for _ in tree.tokens:
        head = tree.tokens[token].head
        if head == token:
            return set()
        if tree.tokens[token].dependency == "ccomp" and token < head:
            part = set(_subtree(tree, token))
            behind = max(part) + 1
            return part if behind < head and tree.tokens[behind].text in _JOINING_SIGNS else set()
        token = head
    return set()


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


def _done_by_others(tree: Tree, part: int, root: int) -> set[int]:
    """Return the verb before and what stands behind it, where the number does something itself: "and 35 were late".

    "They waited 47 minutes on average, and 35 were late": no minutes are counted there, and none are averaged.
    """
    governor = tree.tokens[part].head
    is_clause = all(tree.tokens[each].tag.startswith("VB") for each in (part, governor))
    if not is_clause or tree.tokens[part].dependency != "conj":
        return set()
    if root not in tree.children[part] or tree.tokens[root].dependency not in SUBJECT:
        return set()
    behind = (child for child in tree.children[governor] if governor < child < part)
    return {governor, *(token for child in behind for token in _subtree(tree, child))}


def _preposition(tree: Tree, token: int) -> str:
    return tree.tokens[token].text.lower() if tree.tokens[token].dependency == "prep" else ""


def aligned_names(tree: Tree, numbers: Numbers) -> list[tuple[int, ...]]:
    """Return for each number of a sentence the name that stands for it in a list of as many names, as tokens.

    "Adelie, Gentoo and Chinstrap number 152, 124 and 68, respectively."  Of two numbers only "respectively" tells.
    """
    names = _names_beside(tree, numbers)
    for index, label in enumerate(_labels_of_entries(tree, numbers)):
        names[index] = label or names[index]
    is_said = any(token.text.lower() == "respectively" for token in tree.tokens)
    for start, end in _runs(tree, numbers):
        if end - start < (2 if is_said else _FEWEST_WITHOUT_RESPECTIVELY):
            continue
        covered = {token for tokens in numbers for token in tokens}
        lists = list(_lists(tree, end - start, covered))
        if len(lists) == 1:
            names[start:end] = lists[0]
    return names


def _names_beside(tree: Tree, numbers: Numbers) -> list[tuple[int, ...]]:
    """Return for each number the name that stands by it as one does by the number before or behind it.

    "ahead of Charlie with 387 and Luna with 355", "126 for Torgersen and 124 for Dream".  What stands once may be
    about both; parsers often take a name for one of the other number.
    """
    names: list[tuple[int, ...]] = [() for _ in numbers]
    covered = {token for tokens in numbers for token in tokens}
    for find in (_name_before, _name_behind):
        found = [find(tree, tokens, covered) for tokens in numbers]
        for index, (word, name) in enumerate(found):
            beside = found[max(index - 1, 0) : index] + found[index + 1 : index + 2]
            is_repeated = any(other and other == word for other, _ in beside)
            names[index] = names[index] or (name if word and is_repeated else ())
    return names


def _name_before(tree: Tree, tokens: tuple[int, ...], covered: Set[int]) -> tuple[str, tuple[int, ...]]:
    """Return the name before a number and the word between them; no word where there is none."""
    at = tokens[0] - 1
    while at > 0 and tree.tokens[at].text.lower() in _AROUND_NUMBERS:
        at -= 1
    word = tree.tokens[at].text.lower() if at > 0 else ""
    name = _name_until(tree, at, covered) if word in _BEHIND_NAMES else ()
    return (word, name) if name else ("", ())


def _name_behind(tree: Tree, tokens: tuple[int, ...], covered: Set[int]) -> tuple[str, tuple[int, ...]]:
    """Return the name behind a number and the word between them; no word where there is none."""
    at = tokens[-1] + 1
    while at < len(tree.tokens) - 1 and tree.tokens[at].text.lower() in _AROUND_NUMBERS:
        at += 1
    word = tree.tokens[at].text.lower() if at < len(tree.tokens) - 1 else ""
    name = _name_from(tree, at + 1, covered) if word in _BEFORE_NAMES else ()
    return (word, name) if name else ("", ())


def _labels_of_entries(tree: Tree, numbers: Numbers) -> list[tuple[int, ...]]:
    """Return for each number the words before the colon in front of it: "Cats: 126 · Big dogs: 64"."""
    entries = list(_entries(tree, _BETWEEN_ENTRIES, _ENDS_OF_ENTRIES))
    labels: list[tuple[int, ...]] = []
    for tokens in numbers:
        own = next((entry for entry in entries if tokens[0] in entry), range(0))
        is_labelled = tokens[0] - 1 in own and tree.tokens[tokens[0] - 1].text == ":"
        labels.append(tuple(range(own.start, tokens[0] - 1)) if is_labelled else ())
    return labels


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


def _lists(tree: Tree, count: int, covered: Set[int]) -> Iterator[list[tuple[int, ...]]]:
    """Yield lists of ``count`` names as they are written: "Adelie, Gentoo and Chinstrap".

    Parsers often read them wrongly.
    """
    tokens = tree.tokens
    for index, token in enumerate(tokens):
        if token.text.lower() not in {"and", "or"} or index in (0, len(tokens) - 1):
            continue
        last = _name_from(tree, index + 1, covered)
        names, end = [last], index - (tokens[index - 1].text == ",")
        while last and len(names) < count and (name := _name_until(tree, end, covered)):
            names.insert(0, name)
            end = name[0] - 1
            if end < 0 or tokens[end].text != ",":
                break
        is_whole = end < 0 or tokens[end].text != "," or not _name_until(tree, end, covered)
        kinds = {_kind(tree, name[-1]) for name in names if name}
        if len(names) == count and is_whole and len(kinds) == 1:
            yield names


def _name_from(tree: Tree, start: int, covered: Set[int]) -> tuple[int, ...]:
    """Return the tokens of a name from its first on: all of the same kind."""
    if start < len(tree.tokens) and tree.tokens[start].tag == "DT":
        start += 1
    end = start
    while end < len(tree.tokens) and end not in covered and _kind(tree, end) and _kind(tree, end) == _kind(tree, start):
        end += 1
    return tuple(range(start, end if _kind(tree, start) == "NNP" else min(end, start + 1)))


def _name_until(tree: Tree, end: int, covered: Set[int]) -> tuple[int, ...]:
    """Return the tokens of a name that ends before a token."""
    start = end
    while start and start - 1 not in covered and _kind(tree, start - 1) == _kind(tree, end - 1) != "":
        start -= 1
    return tuple(range(start, end))


def _kind(tree: Tree, token: int) -> str:
    tag = tree.tokens[token].tag.removesuffix("S")
    return tag if tag in {"NN", "NNP", "JJ"} else ""
