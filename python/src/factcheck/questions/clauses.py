"""Clauses of a claim: what its conjunctions, commas and signs separate, as far as each side states something."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from factcheck.questions.clause_words import NEGATIVES
from factcheck.questions.grammar import has_statement
from factcheck.questions.linked import Linked
from factcheck.questions.relative_clauses import added_statements

_JOINS = frozenset("and but while whereas yet although though nor".split())
_LEADING = frozenset("although though while whereas".split())
_OPPOSING = _JOINS - {"and"}
_ENDS = frozenset({";", ":", ".", "?", "!"})
_REPEATING = frozenset("do does did is are was were have has had".split())
_CONTRARY = frozenset({"unlike"})
_GAPS = frozenset("next then second third fourth fifth last too".split())
"""Words that may be all that a clause says of a name: "Island comes first, Fjord second"."""
_ADDED = frozenset("too well likewise also".split())
"""Words that end what is also so of another: "those in Fjord as well"."""
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_GRADED = _SUPERLATIVE | {"JJR", "RBR"}
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_MAIN = frozenset("ROOT ccomp conj parataxis".split())
_LEAST = frozenset("fewest least lowest smallest".split())
_MOVING = frozenset(
    "rise increase grow climb improve gain surge soar jump up double triple fall decrease decline drop shrink sink "
    "worsen plunge slump down halve lead dominate win top".split()
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause by the indexes of its tokens; ``is_denied`` tells that "nor" stands before it, or "unlike".

    ``is_added`` tells that a comma adds it to a name: "Fjord, which has the most guests".
    """

    tokens: tuple[int, ...]
    is_denied: bool = False
    is_added: bool = False


def clauses_of(linked: Linked, first: int) -> Iterator[Clause]:
    """Yield the clauses of a claim that begins at a token, and what is added to a name behind the clause that has it.

    A conjunction or a comma that joins two names, two columns or two adjectives separates no clauses.
    """
    added = list(added_statements(linked, first))
    covered = {index for each in added for index in each.covered}
    contrary = _contrary(linked, first)
    begin = first if contrary is None else contrary.tokens[-1] + 2
    for clause in _correlated(linked, _joined_clauses(linked, begin, covered)):
        yield clause
        yield from (Clause(each.tokens, is_added=True) for each in added if each.tokens[0] in clause.tokens)
        if contrary is not None:
            yield contrary
            contrary = None


def _contrary(linked: Linked, first: int) -> Clause | None:
    """Return a name at the head of a claim that is said not to be so: "unlike Fjord, Island grew"."""
    comma = next((i for i in range(first, len(linked.tokens)) if linked.words[i] == ","), first)
    inside = tuple(range(first + 1, comma))
    is_named = any(each.start in inside for each in linked.values)
    is_contrary = linked.words[first] in _CONTRARY and is_named and comma + 1 < len(linked.tokens)
    return Clause(inside, is_denied=True) if is_contrary else None


def _correlated(linked: Linked, clauses: Iterator[Clause]) -> Iterator[Clause]:
    """Yield clauses, of "the more guests a line has, the dearer it is" each later one together with the first."""
    condition, is_alone = next(clauses, None), True
    for place, clause in enumerate(clauses):
        if condition is not None and place == 0 and not _are_correlated(linked, condition.tokens, clause.tokens):
            yield condition
            condition = None
        yield clause if condition is None else Clause((*condition.tokens, *clause.tokens))
        is_alone = False
    if condition is not None and is_alone:
        yield condition


def _are_correlated(linked: Linked, one: Sequence[int], other: Sequence[int]) -> bool:
    return _is_graded(linked, one) and _is_graded(linked, other)


def _is_graded(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether a clause begins with "the" and a comparative."""
    tags = [linked.tokens[i].tag for i in clause[1:2]]
    return linked.words[clause[0]] == "the" and not {"JJR", "RBR"}.isdisjoint(tags)


def _joined_clauses(linked: Linked, first: int, covered: Collection[int]) -> Iterator[Clause]:
    """Yield the clauses that conjunctions, commas and signs join, without the tokens that are ``covered``."""
    current: list[int] = []
    is_denied = False
    named = _inside_names(linked)
    for index in (i for i in range(first, len(linked.tokens)) if i not in covered):
        word = "" if index in named else linked.words[index]
        is_join = word in _JOINS or _repeats(linked, index)
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


def _repeats(linked: Linked, index: int) -> bool:
    """Tell whether "as" begins a clause that only repeats the verb: "as do fees"."""
    return (
        linked.words[index] == "as"
        and linked.words[index + 1 : index + 2] != ()
        and (linked.words[index + 1] in _REPEATING)
    )


def _is_gapped(linked: Linked, current: Sequence[int], after: Sequence[int]) -> bool:
    """Tell whether words say of another name of a column what was said before, without a verb of their own."""
    named = {each.predicate.column for each in linked.values if each.start in current}
    beginning = after[:3]
    owner = next((each for each in linked.values if each.start in beginning and each.predicate.column in named), None)
    if owner is None or not _says_something(linked, current) or any(linked.tokens[i].tag in _FINITE for i in after):
        return False
    behind = [i for i in after if i >= owner.end and linked.tokens[i].tag not in {"CC", ","}]
    is_measured = any(each.start in behind for each in linked.columns) and linked.tokens[behind[0]].tag == "IN"
    is_placed = not _GAPS.isdisjoint(linked.words[i] for i in (*after[:1], *behind[:2]))
    return is_measured or is_placed


def _splits(linked: Linked, first: int, current: Sequence[int], index: int) -> bool:
    """Tell whether a conjunction or a comma stands between two statements."""
    behind = index + 1
    while behind < len(linked.tokens) and linked.words[behind] in _JOINS:
        behind += 1
    after = _until_join(linked, behind)
    if not _says_something(linked, current) or not after or "between" in linked.words[max(index - 3, 0) : index]:
        return False
    if (
        _is_left_alone(linked, current, after)
        or _is_gapped(linked, current, after)
        or _is_followed(linked, after)
        or _is_beside(linked, after)
    ):
        return True
    if _are_correlated(linked, current, after) or _is_conjoined(linked, current, after):
        return True
    if linked.words[index] == "and" and _joins_names(linked, index, after):
        return False
    is_led = linked.words[max(current[0] - 1, first)] in _LEADING or linked.words[current[0]] in _LEADING
    if linked.words[index] == "," and behind == index + 1 and not is_led:
        is_behind_whole = current[0] > first and linked.words[current[0] - 1] in _JOINS
        return _is_whole(linked, after) and (_is_whole(linked, current) or is_behind_whole)
    return _says_something(linked, after) or _is_short_for(linked, after) or _is_other_side(linked, current, after)


def _is_conjoined(linked: Linked, current: Sequence[int], after: Sequence[int]) -> bool:
    """Tell whether words begin with a verb that the parse joins to one before, whose subject it shares."""
    tokens = linked.tokens
    verb = next((i for i in after if not tokens[i].dependency.startswith(("aux", "neg", "advmod", "cc"))), None)
    return verb is not None and len(after) > 1 and tokens[verb].head in current and _is_second_verb(linked, verb)


def _is_left_alone(linked: Linked, current: Sequence[int], after: Sequence[int]) -> bool:
    """Tell whether words are all that is left of a statement: "those in Fjord as well", "in Fjord than in Island"."""
    words = [linked.words[i] for i in after]
    spoken = [word for word in words if word.isalpha()]
    starts = {each.start for each in linked.values} | {each.start for each in linked.columns}
    is_named = not starts.isdisjoint(after)
    is_added = spoken[-1:] != [] and spoken[-1] in _ADDED and not any(linked.tokens[i].tag in _FINITE for i in after)
    is_compared = "than" in words and "than" in {linked.words[i] for i in current}
    is_bare = is_compared and not any(linked.tokens[i].tag in _FINITE | _GRADED for i in after)
    return is_named and (is_added or is_bare)


def _is_followed(linked: Linked, clause: Sequence[int]) -> bool:
    """Tell whether words begin with the name that comes next: "followed by Fjord", "then Fjord"."""
    words = [linked.words[i] for i in clause[:3]]
    behind = 2 if words[:2] == ["followed", "by"] else 1 if words[:1] == ["then"] else None
    return behind is not None and any(each.start in clause[behind:] for each in linked.values)


def _is_beside(linked: Linked, after: Sequence[int]) -> bool:
    """Tell whether words say of a name what it did beside what was said: "with Fjord leading"."""
    owner = next((each for each in linked.values if each.start in after[1:3]), None)
    is_with = bool(after) and linked.words[after[0]] == "with"
    return is_with and owner is not None and linked.tokens[min(owner.end, after[-1])].tag == "VBG"


def _joins_names(linked: Linked, index: int, after: Sequence[int]) -> bool:
    """Tell whether "and" only joins two names of one column behind "than", of which no more is said before "but"."""
    before = next((each for each in linked.values if each.end == index), None)
    behind = next((each for each in linked.values if each.start in after[:2]), None)
    if before is None or behind is None or before.predicate.column != behind.predicate.column:
        return False
    return not any(i >= behind.end and linked.tokens[i].text.isalpha() for i in after)


def _inside_names(linked: Linked) -> set[int]:
    """Return the indexes of the tokens of values, which are not split; a semicolon stands between two names."""
    inside = {index for each in linked.values for index in range(each.start, each.end)}
    return {index for index in inside if linked.words[index] != ";"}


def _until_join(linked: Linked, start: int) -> list[int]:
    inside: list[int] = []
    named = _inside_names(linked)
    for index in range(start, len(linked.tokens)):
        word = "" if index in named else linked.words[index]
        if inside and word in _OPPOSING:
            break
        if (
            inside
            and word == ","
            and linked.words[index + 1 : index + 2] in {("and",), ("but",)}
            and _is_name(linked, inside)
        ):
            break  # "in Fjord and Island, and …"
        if word in _ENDS or (inside and (word == "," or word in _JOINS) and _says_something(linked, inside)):
            break
        inside.append(index)
    return inside


def _is_name(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words are no more than a name."""
    return any(each.start == span[0] and each.end == span[-1] + 1 for each in linked.values)


def _says_something(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words state something: with a verb, a superlative, a comparative or an adjective that measures."""
    within = set(span)
    if any(
        linked.tokens[i].tag in _FINITE | _GRADED or linked.words[i] in _LEAST or linked.lemmas[i] in _MOVING
        for i in span
    ):
        return True
    if any(_is_second_verb(linked, i) for i in span):
        return True
    return any(each.is_high is not None and each.start in within for each in linked.columns)


def _is_second_verb(linked: Linked, index: int) -> bool:
    """Tell whether a verb is joined to a finite one, or to another such: "speak" of "are white, speak English"."""
    token = linked.tokens[index]
    if token.tag not in _FINITE | {"VB"} or token.dependency != "conj" or token.head == index:
        return False
    head = linked.tokens[token.head]
    return head.tag in _FINITE or _is_second_verb(linked, token.head)


def _is_whole(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words state something of a subject of their own: with a verb, or by a name and a superlative."""
    if has_statement(span, linked.tokens):
        return True
    is_named = any(each.start in span for each in linked.values)
    if is_named and any(linked.tokens[i].tag in _FINITE and linked.tokens[i].dependency in _MAIN for i in span):
        return True  # "in Fjord fees did", where the parse finds no subject
    return is_named and any(linked.tokens[i].tag in _SUPERLATIVE or linked.words[i] in _LEAST for i in span)


def _is_other_side(linked: Linked, current: Sequence[int], after: Sequence[int]) -> bool:
    """Tell whether words deny of another name what was said with the same preposition: "but not with fiber"."""
    words = [linked.words[i] for i in after]
    is_denied = not NEGATIVES.isdisjoint(words[:1]) and linked.tokens[after[0] + 1].tag == "IN" and len(after) > 1
    named = {each.start for each in linked.columns} | {each.start for each in linked.values}
    return is_denied and not named.isdisjoint(after) and words[1] in {linked.words[i] for i in current}


def _is_short_for(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether words repeat what was said before by an auxiliary: "while the others do not"."""
    return has_statement(span, linked.tokens)
