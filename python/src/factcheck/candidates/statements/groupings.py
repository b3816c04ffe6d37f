"""Which groups a statement compares: the values, or parts of dates, that its phrases name alike."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from math import prod

from factcheck.candidates.statements.alike_columns import without_further
from factcheck.candidates.statements.asked_times import CALLED, TIMES, asked_time, is_called_time
from factcheck.candidates.statements.columns import numbered_column
from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.flags import NAMED_WELL, NEGATIONS, flags_named, is_said_in_full
from factcheck.candidates.statements.grouping_option import GroupingOption
from factcheck.candidates.statements.owners import Owner, names_time, owners_of, tokens_of
from factcheck.candidates.statements.owners_beside import owners_beside
from factcheck.candidates.statements.restrictions import is_told, named_in
from factcheck.catalogue.number_forms import stands_for_none
from factcheck.catalogue.schema import Column
from factcheck.claims.statements.phrases import Said
from factcheck.claims.statements.statement import StatementKind
from factcheck.nlp.parser import Token
from factcheck.queries.group_members import grouping_of, member_words
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Relevance
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import TIMES_IN_NAMES, split_identifier
from factcheck.words.likeness import begin_alike, stem

_MOST_GROUPINGS, _MOST_ALIKE = 3, 6
_AS_CALLED, _CALLED_FROM = 4.0, 0.5
"""How much likelier groups are that are called by their name, and the score from which words call some so."""
_OTHER_DATE = 0.1
"""How likely the date of something else is meant, where a date of what the statement is about is there."""
_NAME = re.compile(r"[^\W_]+")
_COMMON = frozenset({"NN", "NNS"})
_INSIDE = frozenset("in at on from about with by for of".split())
_OF_NAMES = ("NN", "JJ", "DT", "CD", "CC", "VBG")
_AGAIN = frozenset("those ones".split())
_FLAGGED = 0.95
"""Score from which a phrase names a flag and nothing else."""
_FIRST_NAMES = frozenset("firstname forename forenames givenname fname".split())
_LAST_NAMES = frozenset("lastname surname familyname lname".split())
_IN_FULL = 0.95
"""Score from which several words are one value, "Home and Lifestyle"."""
NAMED_FROM = 0.5
"""Score from which a phrase names a value, if by another word."""


def groupings(
    cue: StatementCue, *, is_guessed: bool = True, among: Collection[Grouping] | None = None
) -> list[GroupingOption]:
    """Return the groups that may be meant, each with the owners among them, the likeliest first; only those ``among``.

    Where the phrases name none, values next to the cue are taken unless ``is_guessed`` is false.
    """
    lists = named_groups(zip(cue.words.owners, cue.relevance.owners, strict=True), cue)
    options = common_groups(lists)
    if len(lists) > 1:  # "Home and Lifestyle" may be one value
        joined = owners_of(cue.words.joined.text, cue.relevance.joined, cue.tables)
        options += common_groups([[owner for owner in joined if owner.score >= _IN_FULL]])
    options += common_groups([_in_phrase(cue)])
    names_a_time = any(said.words and stem(said.words[-1][0]) in TIMES for said in cue.words.owners)
    if not options and is_guessed and not names_a_time:
        options = [
            GroupingOption(option.owners, option.by, option.weight, WEIGHTS.statement.guessed_owner)
            for option in common_groups([_beside(cue)])
        ]
    options = [option for option in options if among is None or option.by in among]
    if asked_time(cue.words, cue.assertion) is not None:
        options = [option for option in options if _is_of_time(option)]
    options = [replace(option, weight=option.weight * _as_called(option.by, cue)) for option in options]
    options = without_further(_of_meant_dates(options, cue), cue)
    options = [replace(each, doubt=each.doubt + _of_part_of_name(each.by.column, cue)) for each in options]
    return _likeliest(options)


def _likeliest(options: Sequence[GroupingOption]) -> list[GroupingOption]:
    """Return the likeliest groups, and more than usual where these are all as likely: words tell none of them apart."""
    ranked = sorted(options, key=lambda option: -option.weight)
    alike = sum(option.weight == ranked[0].weight for option in ranked)
    return ranked[: max(_MOST_GROUPINGS, min(alike, _MOST_ALIKE))]


def _as_called(by: Grouping, cue: StatementCue) -> float:
    """Return how much likelier groups are that the statement calls by the name of their column: "the best city"."""
    if by.part is not None:
        said = cue.words.measured.forms
        return 1.0 if said.isdisjoint(TIMES) else 1 / _AS_CALLED if said.isdisjoint(CALLED[by.part]) else _AS_CALLED
    texts = [c.column_id for table in cue.tables for c in table.columns if c.is_text]
    scores = cue.relevance.measured.columns
    best = max((scores.get(number, 0.0) for number in texts), default=0.0)
    own = scores.get(by.column.column_id, 0.0)
    return 1 + (_AS_CALLED - 1) * own / best if best >= _CALLED_FROM else 1.0


def _of_part_of_name(column: Column, cue: StatementCue) -> float:
    """Return the doubt about groups by a first name where a last one stands beside it: several may share the first."""
    beside = (each for table in cue.tables if table.table_id == column.table_id for each in table.columns)
    has_last = any(not _LAST_NAMES.isdisjoint(_joined_words(each)) for each in beside)
    is_first = not _FIRST_NAMES.isdisjoint(_joined_words(column))
    return WEIGHTS.statement.part_of_name if is_first and has_last else 0.0


def _joined_words(column: Column) -> set[str]:
    words = split_identifier(column.name)
    return {*words, *(one + other for one, other in pairwise(words))}


def _is_of_time(option: GroupingOption) -> bool:
    """Tell whether the groups may be times: parts of dates, columns that are called so, values with a number."""
    if option.by.part is not None or not option.by.column.is_text:
        return True
    return is_called_time(option.by.column) or any(names_time(member_words(owner)) for owner in option.owners)


def named_groups(phrases: zip[tuple[Said, Relevance]], cue: StatementCue) -> list[list[Owner]]:
    """Return the groups that each of several phrases names: a numbered column is no value of another one of them."""
    return [
        [
            each
            for each in (
                *(owner for owner in owners_of(said.text, relevance, cue.tables) if not _is_denied(owner, said)),
                *_flagged(said, relevance, cue),
                *owners_beside(said, cue.beside, are_flags=cue.assertion.kind is StatementKind.COMPARISON),
            )
            if _is_whole(each, said)
        ]
        if numbered_column(said, cue.tables) is None
        else []
        for said, relevance in phrases
    ]


def _is_denied(owner: Owner, said: Said) -> bool:
    """Tell whether a phrase denies the value that it names: "guests with no permit", where the value is Permit."""
    literal = _NAME.findall(owner.predicate.literal.casefold()) if isinstance(owner.predicate, Equals) else []
    return not NEGATIONS.isdisjoint(said.forms) and bool(literal) and NEGATIONS.isdisjoint(literal)


def _is_whole(owner: Owner, said: Said) -> bool:
    """Tell whether a group is more than where the one named is from: "Olga M. of Leeds" is not Leeds."""
    words = [token.text.lower() for token in said.tokens]
    first = words.index("of") if "of" in words else 0
    is_name = first > 1 and all(token.tag == "NNP" for token in said.tokens[:first])
    literal = tokens_of(owner.predicate.literal) if isinstance(owner.predicate, Equals) else []
    return not (is_name and literal) or not set(literal) <= set(words[first:])


def _flagged(said: Said, relevance: Relevance, cue: StatementCue) -> list[Owner]:
    """Return the groups that a comparison names by flags: "smokers", "non-smokers"."""
    if cue.assertion.kind is not StatementKind.COMPARISON:
        return []
    return [owner for owner in flags_named(said, relevance) if owner.score >= _FLAGGED]


def compared_groups(cue: StatementCue) -> list[GroupingOption]:
    """Return the groupings in which whom a statement is about is one group, and whom it compares that with another."""
    lists = named_groups(zip(cue.words.owners[:1], cue.relevance.owners[:1], strict=True), cue)
    others = named_groups(zip(cue.words.others[:1], cue.relevance.others[:1], strict=True), cue)
    flags = _flags(cue) if _is_complement(cue) else set()
    if flags:
        lists = [[owner for owner in found if owner.predicate in flags] for found in lists]
    else:
        lists += others
        if not cue.words.others and not any(lists):
            lists = [_in_phrase(cue)]  # "rents are higher for flats with a view"
    return without_further(_of_meant_dates(common_groups(lists), cue), cue)


def _flags(cue: StatementCue) -> set[Predicate]:
    """Return the rows that the first owner names by a flag."""
    found = flags_named(cue.words.owners[0], cue.relevance.owners[0])
    return {owner.predicate for owner in found if owner.score >= _FLAGGED}


def _is_complement(cue: StatementCue) -> bool:
    """Tell whether an owner is compared with those that are not so: "those without one", "those who stayed"."""
    if not cue.words.others or not cue.words.others[0].tokens:
        return False
    first = cue.words.others[0].tokens[0].start
    before = [token.text.lower() for token in cue.words.sentence if token.start < first][-2:]
    return not _AGAIN.isdisjoint(before)


def _of_meant_dates(options: Sequence[GroupingOption], cue: StatementCue) -> list[GroupingOption]:
    """Return groups with little weight for dates of other things than what the statement is about.

    "Orders peaked in May" is about the date of an order, not about that of its shipping.
    """
    words = {stem(word) for said in (cue.words.measured, cue.words.rest) for word, _ in said.words}
    dates = {option.by.column for option in options if option.by.part is not None}
    named = {column for column in dates if _is_date_of(column, words)}
    if not named or named == dates:
        return list(options)
    is_other = {option.by for option in options if option.by.column in dates - named}
    return [replace(o, weight=o.weight * (_OTHER_DATE if o.by in is_other else 1.0)) for o in options]


def _is_date_of(column: Column, words: Collection[str]) -> bool:
    parts = {stem(part) for part in split_identifier(column.name)} - TIMES_IN_NAMES
    return any(part == word or begin_alike(word, part) for part in parts for word in words)


def common_groups(lists: Sequence[Sequence[Owner]]) -> list[GroupingOption]:
    """Return the groupings in which each of several phrases names a group, with the best one of each."""
    by_grouping: list[dict[Grouping, Owner]] = []
    for owners in lists:
        best: dict[Grouping, Owner] = {}
        for owner in owners:
            grouping = grouping_of(owner.predicate)
            if grouping is not None:
                best.setdefault(grouping, owner)
        by_grouping.append(best)
    shared = set.intersection(*(set(best) for best in by_grouping)) if by_grouping else set()
    options = []
    for grouping in sorted(shared, key=lambda grouping: (grouping.column.column_id, grouping.part or "")):
        owners = [best[grouping] for best in by_grouping]
        weight = prod(owner.score for owner in owners) ** (2 / len(owners))
        doubt = WEIGHTS.statement.owner_in_part * max(NAMED_FROM - min(owner.score for owner in owners), 0.0)
        options.append(GroupingOption(tuple(owner.predicate for owner in owners), grouping, weight, doubt))
    return options


def _in_phrase(cue: StatementCue) -> list[Owner]:
    """Return the values by which a preposition tells which of its things an owner means: "shops in Rome"."""
    if len(cue.words.owners) != 1 or not cue.words.owners[0].tokens or cue.assertion.follows:
        return []
    last = cue.words.owners[0].tokens[-1]
    behind = [token for token in cue.words.sentence if token.start > last.start]
    is_common = last.tag in _COMMON or last.start == cue.words.sentence[0].start  # a capital that begins a sentence
    if not is_common or not behind or behind[0].text.lower() not in _INSIDE:
        return []
    inside = _inside(behind[1:])
    if NEGATIONS.intersection(token.text.lower() for token in (behind[0], *inside[:1])):
        return _lacking(inside, cue)
    words = tuple((token.text.lower(), token.lemma.lower()) for token in inside)
    said = Said(" ".join(token.text for token in inside), words, tuple(inside))
    named = sorted(named_in(said, cue.relevance.rest), key=lambda each: -each[1])
    if not named and cue.assertion.kind is StatementKind.COMPARISON:  # "boats with a closed cabin"
        flags = flags_named(said, cue.relevance.rest)
        return [replace(each, score=NAMED_WELL) for each in flags if is_said_in_full(_column(each), said)]
    return [Owner(predicate, 1.0) for predicate, length, _ in named if length == named[0][1]]


def _lacking(nouns: Sequence[Token], cue: StatementCue) -> list[Owner]:
    """Return the rows of a group that lacks what nouns name: "people with no sleep disorder" have the disorder None."""
    said = {stem(form) for token in nouns for form in (token.text, token.lemma)}
    return [
        Owner(predicate, 1.0)
        for predicate, _ in cue.relevance.rest.predicates
        if isinstance(predicate, Equals) and stands_for_none(predicate.literal)
        if {stem(word) for word in split_identifier(predicate.column.name)} <= said
    ]


def _is_denied_in(text: str, name: str) -> bool:
    """Tell whether a text denies what it names: "homes with no lofts"."""
    before = text.casefold().partition(name)[0].split()
    return bool(before) and before[-1] in NEGATIONS


def _inside(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of names at the beginning of some, participles before nouns among them: "closed cabins"."""
    pairs = zip(tokens, [*tokens[1:], None], strict=True)
    ends = takewhile(
        lambda pair: (
            pair[0].tag.startswith(_OF_NAMES)
            or (pair[0].tag == "VBN" and pair[1] is not None and pair[1].tag.startswith("NN"))
        ),
        pairs,
    )
    return [token for token, _ in ends]


def _column(owner: Owner) -> Column:
    return owner.predicate.column


def _beside(cue: StatementCue) -> list[Owner]:
    """Return the values that a clause names next to the cue, where its grammar leads to none."""
    for said, is_near_end in ((cue.words.before, True), (cue.words.after, False)):
        text = f" {' '.join(tokens_of(said.text))} "
        named = [
            (text.rfind(f" {name} ") if is_near_end else -text.find(f" {name} "), length, predicate)
            for predicate, length, name in named_in(said, cue.relevance.rest)
            if (not predicate.column.is_numeric or is_told(predicate, said)) and not _is_denied_in(said.text, name)
        ]
        if named:
            nearest = max(place for place, *_ in named)
            return [
                Owner(predicate, 1.0) for place, _, predicate in sorted(named, key=lambda n: -n[1]) if place == nearest
            ]
    return []
