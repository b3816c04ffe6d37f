"""Clauses of a claim: what its conjunctions, commas and signs separate, as far as each side states something."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from factcheck.questions.grammar import has_statement
from factcheck.questions.linked import Linked
from factcheck.questions.relative_clauses import added_statements

_JOINS = frozenset("and but while whereas yet although though nor".split())
_LEADING = frozenset("although though while whereas".split())
_ENDS = frozenset({";", ":", ".", "?", "!"})
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_GRADED = _SUPERLATIVE | {"JJR", "RBR"}
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_LEAST = frozenset("fewest least lowest smallest".split())
_MOVING = frozenset(
    "rise increase grow climb improve gain surge soar jump up double triple fall decrease decline drop shrink sink "
    "worsen plunge slump down halve lead dominate win top".split()
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by the indexes of its tokens; ``is_denied`` tells that "nor" stands before it."""

    tokens: tuple[int, ...]
    is_denied: bool = False


def clauses_of(linked: Linked, first: int) -> Iterator[Clause]:
    """Yield the clauses of a claim that begins at a token, and what is added to a name behind the clause that has it.

    A conjunction or a comma that joins two names, two columns or two adjectives separates no clauses.
    """
    added = list(added_statements(linked, first))
    covered = {index for each in added for index in each.covered}
    for clause in _joined_clauses(linked, first, covered):
        yield clause
        yield from (Clause(each.tokens) for each in added if each.tokens[0] in clause.tokens)


def _joined_clauses(linked: Linked, first: int, covered: Collection[int]) -> Iterator[Clause]:
    """Yield the clauses that conjunctions, commas and signs join, without the tokens that are ``covered``."""
    current: list[int] = []
    is_denied = False
    for index in (i for i in range(first, len(linked.tokens)) if i not in covered):
        word = linked.words[index]
        is_join = word in _JOINS
        if not current and (is_join or word == "," or (word == "that" and linked.tokens[index].tag == "IN")):
            is_denied = is_denied or word == "nor"
            continue
        if word in _ENDS or ((is_join or word == ",") and _splits(linked, first, current, index)):
            yield Clause(tuple(current), is_denied)
            current, is_denied = [], word == "nor"
        else:
            current.append(index)
    if current:
        yield Clause(tuple(current), is_denied)


def _splits(linked: Linked, first: int, current: Sequence[int], index: int) -> bool:
    """Tell whether a conjunction or a comma stands between two statements."""
    behind = index + 1
    while behind < len(linked.tokens) and linked.words[behind] in _JOINS:
        behind += 1
    after = _until_join(linked, behind)
    if not _says_something(linked, current) or not after or "between" in linked.words[max(index - 3, 0) : index]:
        return False
    is_led = linked.words[max(current[0] - 1, first)] in _LEADING or linked.words[current[0]] in _LEADING
    if linked.words[index] == "," and behind == index + 1 and not is_led:
        return _is_whole(linked, after) and _is_whole(linked, current)
    return _says_something(linked, after) or _is_short_for(linked, after) or _is_other_side(linked, current, after)


def _until_join(linked: Linked, start: int) -> list[int]:
    inside: list[int] = []
    for index in range(start, len(linked.tokens)):
        word = linked.words[index]
        if word in _ENDS or (inside and (word == "," or word in _JOINS) and _says_something(linked, inside)):
            break
        inside.append(index)
    return inside


def _says_something(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words state something: with a verb, a superlative, a comparative or an adjective that measures."""
    within = set(span)
    if any(
        linked.tokens[i].tag in _FINITE | _GRADED or linked.words[i] in _LEAST or linked.lemmas[i] in _MOVING
        for i in span
    ):
        return True
    return any(each.is_high is not None and each.start in within for each in linked.columns)


def _is_whole(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words state something of a subject of their own: with a verb, or by a name and a superlative."""
    if has_statement(span, linked.tokens):
        return True
    is_named = any(each.start in span for each in linked.values)
    return is_named and any(linked.tokens[i].tag in _SUPERLATIVE or linked.words[i] in _LEAST for i in span)


def _is_other_side(linked: Linked, current: Sequence[int], after: Sequence[int]) -> bool:
    """Tell whether words deny of another name what was said with the same preposition: "but not with fiber"."""
    words = [linked.words[i] for i in after]
    is_denied = words[:1] == ["not"] and linked.tokens[after[0] + 1].tag == "IN" and len(after) > 1
    named = {each.start for each in linked.columns} | {each.start for each in linked.values}
    return is_denied and not named.isdisjoint(after) and words[1] in {linked.words[i] for i in current}


def _is_short_for(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words repeat what was said before by an auxiliary: "while the others do not"."""
    return has_statement(span, linked.tokens)
