"""Clauses of a claim as full sentences: what a clause leaves out is taken, by tokens, from one that has said it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.candidates.statements.words_of_measures import NUMBERS
from factcheck.questions.clause_words import (
    ABOVE,
    COMPARATIVE,
    FALLING,
    RISING,
    has_own_subject,
    is_graded,
    says_quantity_alone,
    text_of,
)
from factcheck.questions.clauses import Clause
from factcheck.questions.column_uses import FREQUENT, counts_rows, is_number
from factcheck.questions.grammar import clause_of
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.places import ORDINALS

_DOING = frozenset("do does did".split())
_AUXILIARIES = _DOING | frozenset("is are was were be been has have had".split())
_NOT_LEXICAL = frozenset("do be have".split())
_FOLLOWED = frozenset({"followed"})
_THEM = frozenset("it them these those whom".split())
_ONES = frozenset({"one", "ones"})
_SAYING_NOTHING = frozenset({"number", "one", "ones", "lot"})
_REPEATING = frozenset("as nor neither so".split())
_SAME = frozenset("same applies apply likewise true case".split())
"""Words that say of another that it is so, too: "the same goes for Fjord"."""
_NOT = frozenset("not n't never".split())
_OF_ALL = frozenset("average mean typical usual any others other all rest".split())
_ENDS = frozenset("fewest least lowest smallest".split()) | ORDINALS.keys()
_MOST = frozenset({"most"})
_HALF = frozenset("more than over half most".split())
"""How many of something a clause is about: "more than half of the guests", "most guests"."""
_PRONOUNS = frozenset({"PRP", "WDT", "WP"})
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


@dataclass(frozen=True, slots=True)
class FullClause:
    """A clause by the indexes of its tokens, ``own`` as it is written, ``tokens`` as a full sentence has them.

    ``subject`` are those of what it is about, with what stands before that.  ``is_elliptical`` tells that the verb or
    what is said by it is left out, ``is_denied`` that "nor" stands before it, or "unlike".
    """

    own: tuple[int, ...]
    tokens: tuple[int, ...]
    subject: tuple[int, ...]
    is_denied: bool = False
    is_elliptical: bool = False


def full_clauses(linked: Linked, clauses: Sequence[Clause]) -> Iterator[FullClause]:
    """Yield clauses in full, in their order."""
    before: list[FullClause] = []
    for place, clause in enumerate(clauses):
        behind = clauses[place + 1].tokens if place + 1 < len(clauses) else ()
        full = _in_full(linked, clause, before[::-1])
        full = _with_the_other(linked, full, before[::-1], behind)
        before.append(full)
        yield full


def _in_full(linked: Linked, clause: Clause, before: Sequence[FullClause]) -> FullClause:
    own = clause.tokens
    verb = _verb(linked, own)
    subject = own if verb is None else tuple(i for i in own if i < verb)
    full = FullClause(own, own, subject, clause.is_denied)
    if not before:
        return full
    last = before[0]
    if clause.is_added:
        pass
    elif _is_elliptical(linked, own, last):
        full = _filled(linked, full, last)
    elif not _has_subject(linked, own, verb):
        full = _of_same_subject(linked, full, last)
    elif (fronted := _fronted(linked, last)) and not _values(linked, own):
        full = replace(full, tokens=(*fronted, *own))
    full = _with_antecedent(linked, full, last)
    return _with_measure(linked, full, before)


# What is there


def _values(linked: Linked, span: Collection[int]) -> list[ValueMention]:
    """Return the values named, in the order of a full sentence."""
    order = {index: place for place, index in enumerate(span)}
    return sorted((each for each in linked.values if each.start in order), key=lambda each: order[each.start])


def _measures(linked: Linked, span: Collection[int]) -> list[ColumnMention]:
    within = set(span)
    return [each for each in linked.columns if each.start in within and is_number(each, linked)]


def _indexes(mentions: Sequence[ColumnMention | ValueMention]) -> set[int]:
    return {index for each in mentions for index in range(each.start, each.end)}


def _named(linked: Linked, span: Collection[int]) -> set[int]:
    """Return the indexes of the tokens in a span that name a column or a value."""
    return _indexes([*linked.columns, *linked.values]) & set(span)


def _verb(linked: Linked, own: Sequence[int]) -> int | None:
    """Return the first verb of a clause that is no part of a name; None where it has none."""
    of_names = _indexes(_values(linked, own))
    tokens = linked.tokens
    verbs = [
        i
        for i in own
        if i not in of_names
        and (
            tokens[i].tag in {"VBD", "VBZ", "VBP", "MD"}
            or (tokens[i].tag.startswith("VB") and tokens[i].dependency in {"ROOT", "conj", "advcl", "pcomp", "acl"})
            or _is_joined_verb(linked, i)
            or (tokens[i].tag == "NNS" and linked.lemmas[i] in RISING | FALLING and i > own[0])
        )
    ]
    return next((i for i in verbs if tokens[clause_of(i, tokens)].dependency != "relcl"), next(iter(verbs), None))


def _has_subject(linked: Linked, own: Sequence[int], verb: int | None) -> bool:
    """Tell whether a clause says itself what it is about, rather than by a pronoun or not at all."""
    subjects = [i for i in own if linked.tokens[i].dependency.startswith("nsubj")]
    if has_own_subject(linked, own) or any(linked.tokens[i].tag.startswith(("JJ", "RB", "CD")) for i in subjects):
        return not any(linked.words[i] in _ONES for i in subjects)
    if any(linked.tokens[i].tag in _PRONOUNS and (verb is None or i < verb) for i in own):
        return any(each.end <= (verb or 0) for each in _values(linked, own))
    return verb is not None and any(each.end <= verb for each in _values(linked, own))


def _is_named_verb(linked: Linked, index: int) -> bool:
    """Tell whether a word that names a column is a verb, though the parse may take it for a noun: "charges more"."""
    tag = linked.tokens[index].tag
    if linked.tokens[index].dependency in {"pobj", "amod", "compound", "acl"}:
        return False  # "the self-employed"
    if any(each.start <= index < each.end and each.end - each.start > 1 for each in linked.columns):
        return False  # "hours worked"
    is_of_verb = any(each.start == index and each.is_high is not None for each in linked.columns)
    return tag.startswith("VB") or (tag == "NNS" and is_of_verb)


def _is_joined_verb(linked: Linked, index: int) -> bool:
    """Tell whether what the parse takes for a noun is joined to a verb: "Fjord is used most, but Island ships …"."""
    token = linked.tokens[index]
    return token.tag == "NNS" and token.dependency == "conj" and linked.tokens[token.head].tag.startswith("VB")


def _is_elliptical(linked: Linked, own: Sequence[int], last: FullClause) -> bool:
    """Tell whether the verb is left out, or what an auxiliary only repeats: "so did the fees", "Fjord second"."""
    named = {i for i in _named(linked, own) if linked.words[i] not in _NOT}
    others = [i for i in own if i not in named]
    verbs = [i for i in others if linked.tokens[i].tag.startswith(("VB", "MD")) and linked.words[i] not in _FOLLOWED]
    if any(_is_named_verb(linked, i) for i in named) or any(_is_joined_verb(linked, i) for i in own):
        return False
    if not verbs:
        return not has_own_subject(linked, own)
    if not _SAME.isdisjoint(linked.words[i] for i in own) and not _measures(linked, own):
        return True
    is_graded_itself = any(is_graded(linked, i) for i in others if not _counts_subject(linked, i, verbs[0]))
    has_verb = bool({linked.lemmas[i] for i in verbs} - _NOT_LEXICAL)
    return not has_verb and not is_graded_itself and _repeats(linked, own, verbs, last)


def _counts_subject(linked: Linked, index: int, verb: int) -> bool:
    """Tell whether "most" says of how many something is said: "most guests do", "so do most guests"."""
    is_of_subject = linked.tokens[linked.tokens[index].head].dependency.startswith("nsubj")
    return linked.words[index] == "most" and (index < verb or is_of_subject)


def _repeats(linked: Linked, own: Sequence[int], verbs: Sequence[int], last: FullClause) -> bool:
    """Tell whether auxiliaries, which are all the verbs of a clause, stand for what the one before says."""
    if linked.words[max(own[0] - 1, 0)] in _REPEATING and verbs[0] == own[0]:
        return True  # "as was the case", "nor did fees"
    if linked.words[own[0]] in _REPEATING and verbs[0] == own[0] + 1:
        return True  # "and so were the guests"
    named = {i for i in _named(linked, own) if linked.words[i] not in _NOT}
    behind = [i for i in own if i > verbs[0]]
    is_inverted = has_own_subject(linked, own) and not any(
        i in named or linked.tokens[i].dependency.startswith("nsubj") for i in own if i < verbs[0]
    )
    nouns = {i for i in behind if i not in named and linked.tokens[i].tag.startswith("NN")}
    if not is_inverted and any(i not in linked.rows and linked.words[i] not in _SAYING_NOTHING for i in nouns):
        return False  # "have nothing to do with"
    columns = {each.predicate.column for each in _values(linked, last.tokens)}
    is_beside = any(linked.tokens[i].tag == "IN" for i in behind[:1]) and any(
        each.start in behind and each.predicate.column in columns for each in linked.values
    )
    is_empty = not named.intersection(behind) or any(linked.words[i] in _DOING for i in verbs)
    return is_inverted or is_empty or (is_beside and bool(_measures(linked, own)))


# What is taken from the clause before


def _filled(linked: Linked, full: FullClause, last: FullClause) -> FullClause:
    """Let a clause say all that the one before says, but for what it names otherwise."""
    dropped = _replaced(linked, full.own, last)
    kept = tuple(i for i in last.tokens if i not in dropped)
    is_behind = _is_other_side(linked, full.own)
    tokens = (*kept, *full.own) if is_behind else (*full.own, *kept)
    values = _values(linked, full.own)
    subject = full.own if values and not is_behind else last.subject
    return replace(full, tokens=tokens, subject=subject, is_elliptical=True)


def _is_other_side(linked: Linked, own: Sequence[int]) -> bool:
    """Tell whether a clause without a verb names what is compared with: "but not than Fjord"."""
    return any(linked.words[i] == "than" for i in own)


def _replaced(linked: Linked, own: Sequence[int], last: FullClause) -> set[int]:
    """Return the tokens of a clause whose place is taken by those of one that leaves out the rest."""
    words = linked.words
    dropped = {i for i in last.tokens if words[i] in _NOT and i not in _named(linked, last.tokens)}
    than = next((place for place, i in enumerate(last.tokens) if words[i] == "than"), None)
    behind = set(last.tokens[than:]) if than is not None else set[int]()
    own_than = next((i for i in own if words[i] == "than"), None)
    for value in _values(linked, own):
        same = [e for e in _values(linked, last.tokens) if e.predicate.column == value.predicate.column]
        is_other = own_than is not None and value.start > own_than
        side = [each for each in same if (each.start in behind) is is_other]
        dropped |= _indexes(side if side or is_other else same)
    years = {each.start for each in linked.numbers if _YEAR.fullmatch(words[each.start])}
    if years.intersection(own):
        dropped |= years
        dropped |= _indexes([each for each in linked.columns if each.end in years])  # "the year 2002"
    dropped |= _replaced_measures(linked, own, last)
    if any(_says_end(linked, i) for i in own):
        measures = _indexes(_measures(linked, last.tokens)) - dropped
        dropped |= {i for i in last.tokens if _says_end(linked, i) and i not in measures}
    if any(linked.lemmas[i] in RISING | FALLING for i in own):
        dropped |= {i for i in last.tokens if linked.lemmas[i] in RISING | FALLING}
    return dropped


def _replaced_measures(linked: Linked, own: Sequence[int], last: FullClause) -> set[int]:
    """Return the tokens of measures whose place others take: of two, that of the subject before an auxiliary."""
    here, there = _measures(linked, own), _measures(linked, last.tokens)
    columns = {each.columns[0] for each in here}
    counting = {i for i in last.tokens if linked.lemmas[i] in NUMBERS | FREQUENT}
    if not here:
        mentions = [each for each in linked.columns if each.start in set(own)]
        are_counted = counts_rows(linked, own, mentions) and not says_quantity_alone(linked, own)
        return _indexes(there) if are_counted else set()
    if not there:
        return counting | {i for i in last.tokens if i in linked.rows}
    if len({each.columns[0] for each in there}) < 2 or len(columns) > 1:
        return _indexes(there) | counting
    is_subject = any(linked.words[i] in _AUXILIARIES for i in own)
    chosen = [each for each in there if (each.start in last.subject) is is_subject]
    return _indexes(chosen or there)


def _says_end(linked: Linked, index: int) -> bool:
    return linked.tokens[index].tag in {"JJS", "RBS", "JJR", "RBR"} or linked.words[index] in _ENDS


def _of_same_subject(linked: Linked, full: FullClause, last: FullClause) -> FullClause:
    """Let a clause without a subject, or with a pronoun, be about what the one before is about."""
    shared = last.subject
    if any(is_graded(linked, i) for i in full.own):
        of_part = _HALF if any(linked.words[i] == "half" for i in shared) else _MOST
        shared = tuple(i for i in shared if linked.words[i] not in of_part)
    is_theirs = any(linked.tokens[i].tag == "PRP$" for i in full.own)
    if is_theirs and _measures(linked, full.own):
        of_measures = _indexes(_measures(linked, shared))
        shared = tuple(i for i in shared if i not in of_measures)
    values = _values(linked, full.own)
    than = next((i for i in full.own if linked.words[i] == "than"), None)
    of_others = {each.predicate.column for each in values if than is None or each.start < than}
    taken = _indexes([each for each in _values(linked, shared) if each.predicate.column in of_others])
    shared = tuple(i for i in shared if i not in taken)
    if not _values(linked, shared) and not _measures(linked, shared) and (owner := _owner(linked, full, last)):
        shared = (*shared, *owner)
    return replace(full, tokens=(*shared, *full.own), subject=(*shared, *full.subject))


def _owner(linked: Linked, full: FullClause, last: FullClause) -> tuple[int, ...]:
    """Return the name that a pronoun stands for where the subject before names nothing: "highest in Fjord; it …"."""
    own_than = next((i for i in full.own if linked.words[i] == "than"), None)
    if any(own_than is None or each.start < own_than for each in _values(linked, full.own)):
        return ()
    compared = (i for i in last.tokens if linked.words[i] == "than" and linked.words[i + 1] != "half")
    than = next((last.tokens.index(i) for i in compared), len(last.tokens))
    named = _values(linked, last.tokens[:than])
    return tuple(range(named[0].start, named[0].end)) if named else ()


def _fronted(linked: Linked, last: FullClause) -> tuple[int, ...]:
    """Return what stands before the subject and holds for the clauses behind it: "in Fjord fares rose and …"."""
    if not last.own or linked.tokens[last.own[0]].tag != "IN":
        return ()
    first = next(iter(_values(linked, last.own)), None)
    is_first = first is not None and first.start - last.own[0] <= 2
    return tuple(range(first.start, first.end)) if first is not None and is_first else ()


def _with_antecedent(linked: Linked, full: FullClause, last: FullClause) -> FullClause:
    """Let a pronoun that is an object be what was named last before: a measure, or the group of "most of them"."""
    if any(linked.words[i] == "there" and linked.tokens[i].dependency == "advmod" for i in full.own):
        places = _indexes(_values(linked, last.tokens)) - set(full.tokens)
        return replace(full, tokens=(*sorted(places), *full.tokens))
    objects = [i for i in full.own if linked.words[i] in _THEM and _is_object(linked, i)]
    if not objects:
        return full
    if any(linked.words[linked.tokens[i].head] in {"of", "among"} for i in objects):
        named = _values(linked, last.subject) or _values(linked, last.tokens)[:1]
        added = tuple(sorted(_indexes(named) - set(full.tokens)))
        return replace(full, tokens=(*added, *full.tokens))
    if _values(linked, full.tokens):
        return full  # a group is meant
    here = {each.columns[0] for each in _measures(linked, full.tokens)}
    earlier = [each for each in linked.columns if each.end <= full.own[0] and is_number(each, linked)]
    if len(here) != 1 or not earlier or earlier[-1].columns[0] in here:
        return full
    return replace(full, tokens=(*full.tokens, *range(earlier[-1].start, earlier[-1].end)))


def _is_object(linked: Linked, index: int) -> bool:
    return linked.tokens[index].dependency in {"pobj", "dobj"}


def _with_measure(linked: Linked, full: FullClause, before: Sequence[FullClause]) -> FullClause:
    """Let a clause that names no measure be of the one that was named last, or of rows where these were counted."""
    if _measures(linked, full.tokens):
        return full
    columns = [each for each in linked.columns if each.start in set(full.tokens)]
    if counts_rows(linked, full.tokens, columns) and not says_quantity_alone(linked, full.own):
        return full
    if full.is_elliptical and any(i in linked.rows for i in full.tokens):
        return full  # rows are counted, as in the clause before
    for earlier in before:
        if named := _measures(linked, earlier.tokens):
            return replace(full, tokens=(*full.tokens, *range(named[-1].start, named[-1].end)))
        if rows := [i for i in earlier.tokens if i in linked.rows]:
            return replace(full, tokens=(*full.tokens, rows[-1])) if says_quantity_alone(linked, full.own) else full
    return full


# What is compared with


def _with_the_other(
    linked: Linked, full: FullClause, before: Sequence[FullClause], behind: Sequence[int]
) -> FullClause:
    """Let a comparative that says not than what be of the other group that a clause beside names."""
    words = {linked.words[i] for i in full.tokens}
    is_compared = any(linked.tokens[i].tag in COMPARATIVE for i in full.own) or ABOVE.search(text_of(linked, full.own))
    if not is_compared or "than" in words or not words.isdisjoint(_OF_ALL):
        return full
    named = _values(linked, full.tokens)
    columns = {each.predicate.column for each in named}
    if len(columns) != 1 or len({each.predicate.literal for each in named}) > 1:
        return full
    [own] = {each.predicate for each in named}
    of_next = [] if has_own_subject(linked, behind) else _behind_than(linked, behind)
    pools = [*(_others_first(linked, each.tokens) for each in before), of_next]
    for pool in pools:
        other = next((e for e in pool if e.predicate.column == own.column and e.predicate != own), None)
        if other is not None:
            return replace(full, tokens=(*full.tokens, *range(other.start, other.end)))
    for each in before[:1]:
        than = next((place for place, i in enumerate(each.tokens) if linked.words[i] == "than"), None)
        if than is not None:
            return replace(full, tokens=(*full.tokens, *each.tokens[than:]))
    return full


def _behind_than(linked: Linked, span: Sequence[int]) -> list[ValueMention]:
    than = next((i for i in span if linked.words[i] == "than"), None)
    return [each for each in _values(linked, span) if than is not None and each.start > than]


def _others_first(linked: Linked, span: Sequence[int]) -> list[ValueMention]:
    """Return the values that a clause names, those behind "than" first."""
    than = next((place for place, i in enumerate(span) if linked.words[i] == "than"), len(span))
    return [*_values(linked, span[than:]), *_values(linked, span[:than])]
