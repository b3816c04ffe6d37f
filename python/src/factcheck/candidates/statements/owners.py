"""Which groups of rows a statement names: predicates whose literal is the owner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from factcheck.catalogue.number_forms import stands_for_none
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.degrees import LIMIT_IN_BRACKETS
from factcheck.numbers.words import CARDINALS, any_of, ordinal_value
from factcheck.queries.group_members import grouping_of, year_period
from factcheck.queries.groups import GroupPart
from factcheck.queries.predicates.date_part import CYCLES, DatePart, Part
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import LEAST_SHARED, begin_alike, stem
from factcheck.words.slips import letters_alike

_WITH_STOPS = re.compile(r"\b(?:[A-Z]\.){2,}")
_WORD = re.compile(r"\w+")
_EMPTY = frozenset(
    "the a an s of in and or this that these those its their his her our your from with for by at on to as than be is "
    "are was were been being has have had also".split()
)
_ARTICLES = frozenset({"the", "a", "an"})
_MONTHS = "january february march april may june july august september october november december".split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_SHORT_DAYS = frozenset("mon tue tues wed thu thur thurs fri sat sun".split())
_NAMED, _STEMMED, _PART, _LEAST = 1.0, 0.9, 0.45, 0.05
_LEFT_OVER = 0.7
_FULL, _HALF_SAID = 0.99, 0.5
_SYNONYM = 0.55
_DERIVED = 0.6
_INITIALS = 2
_FEWEST_OF_NAME = 3
"""Words of a phrase from which a value that begins with them is what it names."""
_LONG_WORD = 8
_COLUMN_NAMED = 1.5
_SHORTEST_PART = 4
_LACKING = frozenset("no non without not lacking".split())
_ANY = frozenset("any single own".split())
_OF_ALL = frozenset("all other average typical total overall individual single remaining various different".split())
_MANY = 100
"""Terms from which the values of a column are so many that common words are among them."""
_PARTS_OF_DAY = {
    "noon": (12, 12),
    "midnight": (0, 0),
    "morning": (5, 11),
    "afternoon": (12, 16),
    "evening": (17, 20),
    "night": (21, 4),
}
_PARTS_OF_WEEK = {"weekend": (6, 7), "weekday": (1, 5)}
_HOUR = re.compile(
    r"\b(?P<hour>1[0-2]|0?[1-9])(?::00)?\s?(?P<half>[ap])\.?m\b|\b(?P<clock>[01]?\d|2[0-3]):00\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_NEARLY_ALL = 0.8
"""Share of the rows of values that a phrase names in part from which it means one of them."""
_SCORE = re.compile(r"\d+\s*[-–—:]\s*\d+")
_RANGE = re.compile(r"\d\s?(?:[-–—]|to)\s?\d")
_IN_DATES = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_DAY_OF_MONTH = re.compile(
    rf"\b(?:{any_of(_MONTHS)}) \d{{1,2}}(?:st|nd|rd|th)?\b(?! \d|:)"
    rf"|\b(?:\d{{1,2}}(?:st|nd|rd|th)?|\w+(?:th|st|first|second|third))(?: of)? (?:{any_of(_MONTHS)})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Owner:
    """A predicate that an owner's words name, and how well they do, from 0 up."""

    predicate: Predicate
    score: float


def tokens_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without what says nothing; "U.K." is one word."""
    return list(_tokens_of(text))


@lru_cache(maxsize=1024)
def _tokens_of(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(without_stops(text).casefold()) if word not in _EMPTY)


def without_stops(text: str) -> str:
    """Return a text whose abbreviations in capitals have no stops: "UK" for "U.K."."""
    return _WITH_STOPS.sub(lambda letters: letters[0].replace(".", ""), text)


def owners_of(phrase: str, relevance: Relevance, tables: Sequence[Table]) -> list[Owner]:
    """Return the predicates that a phrase names, best first; ``relevance`` is what its words alone retrieved."""
    of_limits = {word for limit in LIMIT_IN_BRACKETS.findall(phrase) for word in tokens_of(limit)}
    phrase = LIMIT_IN_BRACKETS.sub("", phrase) or phrase
    said = tokens_of(phrase) or _WORD.findall(phrase.casefold())
    names = {column.column_id: (column, table) for table in tables for column in table.columns}
    found: dict[Predicate, float] = {}
    is_day = _DAY_OF_MONTH.search(phrase) is not None  # neither its month nor its number is meant
    found.update(_periods(said, relevance, names))
    is_kind = _names_columns_alone(said, [column for column, _ in names.values()])
    for predicate, seen in relevance.predicates:
        if not isinstance(predicate, Equals) or stands_for_none(predicate.literal):
            continue
        words = set(tokens_of(predicate.literal))
        if words <= of_limits and words.isdisjoint(said):
            continue
        is_said = set(said) <= words
        if is_said or not (is_day or is_kind):
            score = _score_of_value(predicate, seen, phrase, relevance, names[predicate.column.column_id])
            if score > _LEAST:
                found[predicate] = score
    for column, table in names.values():
        if (column.is_date or column.is_timestamp) and not is_day:
            for part, value in _parts(said):
                left = _left_over(said, {word for word in said if _is_part(word)}, _words_of(column, table))
                found[_time(column, part, value)] = _NAMED * left
            for part, first, last in _times(phrase) if column.is_timestamp or "week" in phrase.lower() else ():
                found[DatePart(column, part, first, last)] = _NAMED
    clocks = [each.column for each in relevance.dated if each.has_hour and not each.column.is_timestamp]
    for part, first, last in _times(phrase) if clocks else ():
        found |= {DatePart(column, part, first, last): _NAMED for column in clocks if part == "hour"}
    for equals in _by_ordinal(phrase, [column for column, _ in names.values()]):
        found.setdefault(equals, _NAMED)
    found = _without_parts(found, said)
    in_part = [predicate for predicate, score in found.items() if score <= _PART]
    return sorted(
        (
            Owner(p, score * (_share_meant(p, in_part, relevance) if score <= _PART else 1))
            for p, score in found.items()
        ),
        key=lambda owner: -owner.score,
    )


def _names_columns_alone(said: Sequence[str], columns: Sequence[Column]) -> bool:
    """Tell whether all words are names of columns: "this genre" is none of the platforms, GEN among them."""
    names = {stem(words[0]) for column in columns if len(words := split_identifier(column.name)) == 1}
    return bool(said) and names.issuperset(map(stem, said))


def _score_of_value(
    predicate: Equals, seen: Seen, phrase: str, relevance: Relevance, of_column: tuple[Column, Table]
) -> float:
    """Score how well a phrase names a value, by its words, by another of its names or as a time with a number."""
    said, wanted = tokens_of(phrase) or _WORD.findall(phrase.casefold()), tokens_of(predicate.literal)
    column, names = of_column[0], _words_of(*of_column)
    is_score = _SCORE.fullmatch(phrase.strip()) is not None
    is_score |= predicate.literal.isdigit() and _RANGE.search(phrase) is not None
    if (len(said) > 1 and is_other_word(predicate, phrase, relevance)) or (is_score and set(wanted) < set(said)):
        return 0.0  # "2–1" is neither 2 nor 1, nor is "the 35-44 age group" that of 35
    covered, is_of_many = seen.parts.get("covered", 0.0), relevance.values.get(column.column_id, 0) > _MANY
    is_in_part = _is_in_part(said, wanted) and not seen.is_said  # "Delta" says all of "Delta Air Lines Inc."
    covered = min(covered, _HALF_SAID) if is_in_part else covered
    numbered = [_as_number(word) for word in said] if predicate.literal.isdigit() else said
    score = _score(phrase, numbered, predicate.literal, covered, names, is_of_many)
    if "words" in seen.parts and covered >= _FULL:  # by another of its names: "Texas" of TX
        score = max(score, _STEMMED * _share_named(said, seen.parts["words"]) * min(seen.score, 1.0))
    times = {word for word in said if _is_part(word)}
    if "time" in seen.parts and column.is_integer and times:  # "May" of a column of months by their numbers
        score = max(score, _NAMED * _left_over(said, times, names))
    return score


def _share_meant(predicate: Predicate, in_part: Sequence[Predicate], relevance: Relevance) -> float:
    """Return how likely a value is meant of several that have some of the words: the one that nearly all rows have."""
    alike = [each for each in in_part if each.column == predicate.column]
    rows = sum(relevance.frequencies.get(each, 0) for each in alike)
    own = relevance.frequencies.get(predicate, 0)
    return 1.0 if rows and own >= _NEARLY_ALL * rows else 1 / len(alike)


def _without_parts(found: Mapping[Predicate, float], said: Sequence[str]) -> dict[Predicate, float]:
    """Leave out values that are but a part of a name: "Oak Desk 8" is neither the brand Oak nor the size 8.

    A name of several words is a value that begins with all of them, such as "Oak Desk 8 - white".
    """
    stems = [stem(word) for word in said]
    named = [p for p in found if isinstance(p, Equals) and _begins_with(p.literal, stems)]
    if len(stems) < _FEWEST_OF_NAME or not named:
        return dict(found)
    columns = {predicate.column for predicate in named}
    return {
        predicate: score
        for predicate, score in found.items()
        if not isinstance(predicate, Equals) or predicate in named or predicate.column in columns
        if not isinstance(predicate, Equals) or not _is_part_of(predicate.literal, stems)
    }


def _begins_with(literal: str, stems: Sequence[str]) -> bool:
    return [stem(word) for word in tokens_of(literal)][: len(stems)] == list(stems)


def _is_part_of(literal: str, stems: Sequence[str]) -> bool:
    """Tell whether a value has some of the words, and no others."""
    return set(map(stem, tokens_of(literal))) < set(stems)


def _periods(
    said: Sequence[str], relevance: Relevance, names: Mapping[int, tuple[Column, Table]]
) -> dict[Predicate, float]:
    """Return the years, months of one year and days that a phrase names, as columns of dates, or of text, say them."""
    found: dict[Predicate, float] = {}
    for predicate, _ in relevance.predicates:
        if isinstance(predicate, Period) and grouping_of(predicate) is not None:
            used = {word for word in said if _is_part(word) or _IN_DATES.fullmatch(word)}
            found[predicate] = _NAMED * _left_over(said, used, _words_of(*names[predicate.column.column_id]))
    return found


def _by_ordinal(phrase: str, columns: Sequence[Column]) -> Iterator[Equals]:
    """Yield the values of whole numbers that ordinals name beside the names of their columns: "the fifth grade"."""
    words = _WORD.findall(phrase.casefold())
    for word, following in pairwise(words):
        place = ordinal_value(word)
        for column in (
            columns if place is not None and following != "year" else ()
        ):  # "the first year" is none of year 1
            if column.is_integer and [stem(part) for part in split_identifier(column.name)] == [stem(following)]:
                yield Equals(column, str(place))


def _as_number(word: str) -> str:
    """Return the figures of a number in words, or of an ordinal: "12" for "twelve", "12th" and "twelfth"."""
    place = ordinal_value(word)
    return str(CARDINALS.get(word, word)) if place is None else str(place)


def is_other_word(predicate: Equals, text: str, relevance: Relevance) -> bool:
    """Tell whether a word is not the name that a value of a column with many is: "a deep trench" is no film "Deep"."""
    words = tokens_of(predicate.literal)
    is_of_many = relevance.values.get(predicate.column.column_id, 0) > _MANY
    is_name = any(map(str.isalpha, predicate.literal)) and not predicate.literal.islower()
    if not is_of_many or not is_name or len(words) != 1:
        return False
    whole = [word for word in _WORD.findall(predicate.literal.casefold()) if word not in _ARTICLES]
    is_in_part = len(whole) > 1 and " ".join(whole) not in " ".join(_WORD.findall(text.casefold()))
    return is_in_part or words[0] in _WORD.findall(text)  # "were gone" is no song "Go On"


def _share_named(said: Sequence[str], words: float) -> float:
    """Return the share of a phrase's words that a name of some words is, by its square root."""
    return sqrt(min(words, len(said)) / max(len(said), 1))


def _time(column: Column, part: GroupPart, value: int) -> Predicate:
    """Return the predicate that dates lie in a year, a quarter, a month, or on a weekday."""
    if part in CYCLES:
        return DatePart(column, part, value, value)
    return year_period(column, value)


def _words_of(column: Column, table: Table) -> frozenset[str]:
    return _words_of_names(column.name, table.name)


@lru_cache(maxsize=1024)
def _words_of_names(*names: str) -> frozenset[str]:
    return frozenset(stem(word) for name in names for word in split_identifier(name))


def _score(
    phrase: str, said: list[str], literal: str, covered: float, column: frozenset[str], is_of_many: bool
) -> float:
    """Score how well a phrase names a value; words that only begin alike name none where values are many."""
    wanted = tokens_of(literal)
    if not wanted:  # "Branch A": a value that is a word without meaning elsewhere
        wanted = _WORD.findall(literal)
        is_named = bool(wanted) and all(word in _WORD.findall(phrase) for word in wanted)
        return _NAMED * _left_over(said, set(map(str.casefold, wanted)), column) if is_named else 0.0
    stems = {stem(word) for word in wanted}
    is_lacked_alike = _lacks_alike(_WORD.findall(phrase.casefold()), wanted)
    if is_lacked_alike or _is_restricted(phrase, stems, column):
        return _STEMMED if is_lacked_alike else 0.0
    said_stems = {stem(word) for word in said}
    is_piece = is_of_many and not stems <= said_stems  # of many values, some have any synonym
    if _contains(said, wanted):
        score = _NAMED
    elif (
        _is_whole_but_numbers(said, wanted)
        or (covered >= _FULL and not is_piece)
        or stems <= {stem(word) for word in said}
    ):
        score = _STEMMED
    elif not is_of_many and _is_derived(said, wanted, column):
        return _DERIVED * (_COLUMN_NAMED if any(stem(word) in column for word in said) else 1.0)
    elif said_stems - column <= stems and not stems.isdisjoint(said_stems) and not _is_of_more(said, literal):
        return _PART * (0.5 + covered / 2)
    else:
        return 0.0
    if covered >= _FULL and not stems & {stem(word) for word in said}:  # by another word: "women" for F
        stems |= {stem(word) for word in said if stem(word) not in column}
        score = _SYNONYM
    return score * _left_over(said, stems, column)


def _lacks_alike(phrase: Sequence[str], wanted: Sequence[str]) -> bool:
    """Tell whether a phrase lacks what a value does: "people without any permit" have the value No Permit."""
    if len(wanted) < 2 or wanted[0] not in _LACKING or _LACKING.isdisjoint(phrase):
        return False
    behind = phrase[next(i for i, word in enumerate(phrase) if word in _LACKING) + 1 :]
    lacked = [stem(word) for word in behind if word not in _EMPTY | _ANY]
    return lacked == [stem(word) for word in wanted[1:]]


def _is_of_more(said: Sequence[str], literal: str) -> bool:
    """Tell whether a value is of more than words name: January is no "January 5, 2015", and see ``_is_of_company``."""
    is_day = all(map(_is_part, said)) and any(map(str.isdigit, literal))
    return is_day or _is_of_company(said, literal)


def _is_of_company(said: Sequence[str], literal: str) -> bool:
    """Tell whether words name but what a value has, lacks or is owned by: "living with parents" are no parents."""
    before, *behind = re.split(r"\b(?:with(?:out)?|by)\b", literal.casefold(), maxsplit=1)
    return bool(behind) and {stem(word) for word in said}.isdisjoint(map(stem, tokens_of(before)))


def _is_in_part(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Tell whether a phrase has some words of a value, in any form, and others of it not: no synonym completes it."""
    named = [any(_is_form_of(word, each) for each in said) for word in wanted]
    return any(named) and not all(named)


def _is_form_of(one: str, other: str) -> bool:
    """Tell whether two words are forms of one, or one of them is another but for a slip in its spelling."""
    is_slip = min(len(one), len(other)) >= _LONG_WORD and abs(len(one) - len(other)) <= 1
    is_slip = is_slip and letters_alike(one, other) >= LEAST_SHARED
    return stem(one) == stem(other) or begin_alike(one, other) or begin_alike(other, one) or is_slip


def _is_whole_but_numbers(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Tell whether a name of several words is a value but for numbers at its end: "Oak Desk" of "Oak Desk - 2016"."""
    rest = list(wanted[len(said) :])
    is_beginning = len(said) > 1 and list(wanted[: len(said)]) == list(said)
    return is_beginning and all(map(str.isdigit, rest))


def _is_restricted(phrase: str, stems: set[str], column: frozenset[str]) -> bool:
    """Tell whether a phrase is about part of those that a value names: "young men" are not all men.

    What stands before a name restricts nothing: "the singer Ann Lee".
    """
    words = _WORD.findall(phrase)
    if len(words) < 2 or not words[-1].islower() or not any(_begins(words[-1], part) for part in stems):
        return False
    before = [stem(word) for word in words[:-1] if word.islower() or word is words[0]]
    return any(word not in stems | column | _EMPTY | _OF_ALL and not word.isdigit() for word in before)


def _begins(word: str, part: str) -> bool:
    """Tell whether a word is a part of a value, or one that the part shortens: "professors" of Prof."""
    return stem(word) == part or (len(part) >= _SHORTEST_PART and stem(word).startswith(part))


def _is_derived(said: Sequence[str], wanted: Sequence[str], column: frozenset[str]) -> bool:
    """Tell whether words begin alike: "organizational" for Organization, "female" for F, "large" for L."""
    rest = [word for word in said if stem(word) not in column]
    if len(wanted) != 1 or not rest:
        return False
    [value] = wanted
    if len(value) <= _INITIALS:
        return len(rest) == 1 and rest[0].startswith(value) and len(rest[0]) > len(value)
    if len(rest) == 1 and value in _done_by(stem(rest[0])):
        return True
    return any(begin_alike(word, value) for word in rest)


def _done_by(person: str) -> frozenset[str]:
    """Return what somebody may do who is called by it: swim of "swimmer", dance of "dancer"."""
    if not person.endswith(("er", "or")):
        return frozenset()
    doing = person[:-2]
    is_doubled = len(doing) > _SHORTEST_PART and doing[-1] == doing[-2]
    return frozenset({doing, f"{doing}e", *((doing[:-1],) if is_doubled else ())})


def _left_over(said: Sequence[str], used: set[str], column: frozenset[str]) -> float:
    """Return what is left of a score where words of the phrase are neither in the literal nor name its column."""
    stems = [stem(word) for word in said]
    known = {stem(word) for word in used}
    left = sum(word not in known and word not in column for word in stems)
    is_column_named = any(word in column for word in stems)
    return (1 - _LEFT_OVER * left / max(len(stems), 1)) * (_COLUMN_NAMED if is_column_named else 1.0)


def _contains(said: Sequence[str], wanted: Sequence[str]) -> bool:
    size = len(wanted)
    return any(list(said[at : at + size]) == list(wanted) for at in range(len(said) - size + 1))


def _is_part(word: str) -> bool:
    return bool(_part_of(word))


@lru_cache(maxsize=1024)
def _part_of(word: str) -> tuple[GroupPart, int] | None:
    singular = stem(word)
    if word in _MONTHS or (word[:3] in {m[:3] for m in _MONTHS} and len(word) == 3):
        return "month", [m[:3] for m in _MONTHS].index(word[:3]) + 1
    if singular in _DAYS:
        return "isodow", _DAYS.index(singular) + 1
    if _YEAR.fullmatch(word):
        return "year", int(word)
    if re.fullmatch(r"q[1-4]", word):
        return "quarter", int(word[1])
    return None


def names_time(literal: str) -> bool:
    """Tell whether a value may be a time: it has a digit, or is a month or weekday from its beginning on."""
    words = tokens_of(literal)
    is_named = len(words) == 1 and (_is_part(words[0]) or words[0] in _SHORT_DAYS)
    return any(map(str.isdigit, literal)) or is_named


def _times(phrase: str) -> list[tuple[Part, int, int]]:
    """Return the hours, parts of the day, and days at or within the week's end that a phrase names."""
    times: list[tuple[Part, int, int]] = []
    for found in _HOUR.finditer(phrase):
        hour = int(found["hour"]) % 12 + 12 * (found["half"].lower() == "p") if found["half"] else int(found["clock"])
        times.append(("hour", hour, hour))
    words = {stem(word) for word in _WORD.findall(phrase.casefold())}
    times += [("hour", *hours) for word, hours in _PARTS_OF_DAY.items() if word in words]
    times += [("isodow", *days) for word, days in _PARTS_OF_WEEK.items() if word in words]
    return times if len(times) == 1 else []


def _parts(said: Sequence[str]) -> list[tuple[GroupPart, int]]:
    parts = [part for word in said if (part := _part_of(word)) is not None]
    return parts if len(parts) == 1 else []
