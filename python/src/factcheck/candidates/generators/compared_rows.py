"""Rows that a sentence compares with others: those with one value of a column, and those with another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from itertools import permutations

from factcheck.candidates.cue import Cue, ScoredSet
from factcheck.candidates.generators.comparing_words import THAN
from factcheck.candidates.generators.ends_of_ranges import ends_of_range
from factcheck.candidates.predicate_view import values_of_others
from factcheck.catalogue.schema import Column
from factcheck.numbers.words import ordinal_value
from factcheck.queries.group_members import place_in_time, point_before, year_after, year_of
from factcheck.queries.predicates.calendar_words import MONTHS, ORDINALS, WEEKDAYS
from factcheck.queries.predicates.compare import Compare, Comparison
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.split_years import COMPARED_WITH
from factcheck.retrieval.predicate_scores import FLAG_PAIRS
from factcheck.words.identifiers import split_identifier

_PAIRS = 6
_ELSEWHERE = 0.3
"""What is left of a score where the sentence does not name both values."""


_ADD = frozenset("add cost bring mean raise save".split())
_ADD_TO = _ADD - {"mean"}
_LOWER = frozenset("reduce lower cut decrease lessen".split())
_RAISE = frozenset("increase raise boost lift".split())
"""What something does to a rate, told with "by" and points."""

_MAY_BE_VERB = ("VB", "NNS")
"""Beginnings of the tags of such a verb, which the parser may take for a noun: "a late fee increases churn"."""

_BEFORE_VERB, _TO_BY = 6, 6
"""Tokens before such a verb that may name what does it, and from the verb to "by", at most."""

_BEHIND = 4
"""Tokens from a word such as "than" to what something is compared with, at most."""

_SIDE_BY_SIDE = 3
"""Tokens from one stretch of time to another with which it is compared, at most: "the 1980s to the 2020s"."""

_OTHERS = re.compile(
    r"\b(?:than|as|with|to|against|versus|vs\.?)\s(?:(?:all|the|any)\s)?(?:(?:of\sthe|those|people)\s)?"
    r"(?:older|younger|bigger|smaller|larger|other|others|rest|remaining|everyone\selse|everybody\selse|anyone\selse)\b"
)
"""What is compared with all others, whatever these are called: "twice as often as older ones"."""
_OVER_THE_YEAR_BEFORE = re.compile(
    rf"{COMPARED_WITH}(?:(?:the|its|their|our)\s)?(?:previous|prior|preceding|last)\s"
    r"(?:(?:fiscal|school|academic|financial)\s)?(?:year|season)\b",
    re.IGNORECASE,
)
_TURNED: Mapping[Comparison, Comparison] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

_TO_YEAR = 3
"""Tokens from a month to its year, at most."""

_TWO_VALUES = 2
_PERCENT = re.compile(r"%|per ?cent")
_DECADE = 10
_ENDS_CLAUSE = frozenset(". , ; : ) and but while".split())
_BEFORE_ADDED = 6
"""Tokens from a word such as "adds" to the number at most."""

_ONE_MORE = frozenset({"a", "an"})
_TIMES = frozenset("year month quarter week weekday day date season decade period".split())
_TIME = re.compile(r"(?:1[5-9]|20)\d\d|q[1-4]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ComparedRows:
    """Predicates on one column: of the rows that a result is about, and of those that it is compared with.

    ``weight`` is that of a word that says that they are compared, as far as there is one.
    """

    of: Predicate
    base: Predicate
    score: float
    weight: float = 0.0

    @property
    def column(self) -> Column:
        """The column that tells the rows apart."""
        return self.of.column


def compared_rows(cue: Cue, *, is_in_time: bool = False) -> list[ComparedRows]:
    """Return pairs of values of one column that the claim names, the likeliest first, each in both orders.

    Where something rises or falls, they are times: a single one is compared with the one before.  "In April" may be the
    April of two years, which are compared with each other as little, nor are times that have a percentage each: "it
    fell in July (-47%), with other drops in April (-36%)".
    """
    pairs = [pair for pair in _pairs(cue) if not is_in_time or _goes_on_in_time(pair)]
    if is_in_time:
        apart = values_of_others(cue.words, cue.relevance.predicates) if _has_percentages_alone(cue) else frozenset()
        pairs = [pair for pair in pairs if apart.isdisjoint((pair.of, pair.base))]
        at = {predicate: seen.parts.get("at") for predicate, seen in cue.relevance.predicates}
        if all(at.get(pair.of) is not None and at.get(pair.of) == at.get(pair.base) for pair in pairs):
            with_before = (pair for pair in _with_time_before(cue) if pair.of not in apart)
            pairs = [*(replace(pair, score=_ELSEWHERE * pair.score) for pair in pairs), *with_before]
    return sorted((pair for pair in pairs if pair.score > 0), key=lambda pair: -pair.score)[:_PAIRS]


def _has_percentages_alone(cue: Cue) -> bool:
    """Tell whether all numbers of the sentence, the claim's among them, are percentages, but for years."""
    tokens = cue.words.tokens
    numbers = (at for at, token in enumerate(tokens) if token.tag == "CD" and not _TIME.fullmatch(token.text))
    is_percent = (_PERCENT.match(cue.words.lowered[at + 1]) if at + 1 < len(tokens) else None for at in numbers)
    return cue.number.unit == "percent" and all(is_percent)


def further_ones(cue: Cue) -> list[ComparedRows]:
    """Return a number of things beside one fewer, where one more is said to add something: "a fourth bedroom adds"."""
    claimed = cue.words.claimed[0] if cue.words.claimed else 0
    verb = next((at for at in cue.words.find(_ADD) if at < claimed), 0)
    words = [token.text.lower() for token in cue.words.tokens[: verb + 1]]
    places = [ordinal_value(words[at]) for at in range(1, verb) if words[at - 1] in _ONE_MORE]
    said = {str(place) for place in places if place is not None}
    weight = cue.words.weight({words[verb]}) if said else 0.0
    return [
        ComparedRows(predicate, before, score, weight)
        for predicate, score in cue.best_predicates
        if isinstance(predicate, Equals) and predicate.literal in said
        if (before := point_before(predicate)) is not None
    ]


def rows_with_and_without(cue: Cue) -> list[ComparedRows]:
    """Return rows with something beside those without it, where it is said to add, or to cost, so much.

    "A garage adds $12,000 to the price", "smoking cost a newborn 237 grams": that may be more or less.
    """
    claimed = cue.words.claimed[0] if cue.words.claimed else 0
    verb = next((at for at in cue.words.find(_ADD_TO) if 0 < claimed - at <= _BEFORE_ADDED), None)
    if verb is None or not cue.words.tokens[verb].tag.startswith("VB"):
        return []
    weight = cue.words.weight({cue.words.lowered[verb]})
    is_cost = cue.words.lowered_lemmas[verb] == "cost"
    pairs: list[tuple[Predicate, Predicate, float]]
    pairs = [(predicate, Not(predicate), score) for predicate, score in _of_two_values(cue)]
    pairs += [(base, of, score) for of, base, score in pairs] if is_cost else []
    return [ComparedRows(of, base, _ELSEWHERE * score, weight) for of, base, score in pairs]


def rows_that_change_a_rate(cue: Cue) -> list[ComparedRows]:
    """Return rows with something beside those without it that is said to change a rate by some points.

    "Tech support reduces churn by 26.5 points": the rate of those without it less that of those with it.
    """
    words, claimed = cue.words, cue.words.claimed[0] if cue.words.claimed else 0
    if cue.number.unit != "points" or "by" not in words.lowered[max(0, claimed - _BEHIND) : claimed]:
        return []
    by = max(at for at in range(max(0, claimed - _BEHIND), claimed) if words.lowered[at] == "by")
    verbs = (at for at in range(by - 2, max(0, by - _TO_BY) - 1, -1) if words.lowered_lemmas[at] in _LOWER | _RAISE)
    verb = next((at for at in verbs if words.tokens[at].tag.startswith(_MAY_BE_VERB)), None)
    if verb is None:
        return []
    subject = range(max(0, verb - _BEFORE_VERB), verb)
    said = {form for at in subject for form in (words.lowered[at], words.lowered_lemmas[at])}
    weight, is_lower = words.weight({words.lowered[verb]}), words.lowered_lemmas[verb] in _LOWER
    named = (pair for pair in _flags(cue) if set(split_identifier(pair[0].column.name)) <= said)
    return [ComparedRows(*((no, yes) if is_lower else (yes, no)), 1.0, weight) for yes, no in named]


def _flags(cue: Cue) -> Iterator[tuple[Equals, Equals]]:
    """Yield yes and no of columns that say so, whatever else they say."""
    values = {(each.column, each.literal.lower()): each for each in cue.product.predicates if isinstance(each, Equals)}
    for column, literal in values:
        for yes, no in FLAG_PAIRS:
            if literal == yes and (column, no) in values:
                yield values[column, yes], values[column, no]


def _of_two_values(cue: Cue) -> Iterator[tuple[Predicate, float]]:
    """Yield the values of columns that have one more, which all other rows have then."""
    sizes = cue.relevance.values
    for predicate, score in cue.best_predicates:
        if isinstance(predicate, Equals) and sizes.get(predicate.column.column_id) == _TWO_VALUES:
            yield predicate, score


def _leaves_out_the_other(cue: Cue) -> bool:
    """Tell whether a comparative ends the clause right behind the number: "they are 2.8 years younger"."""
    tokens = cue.words.tokens
    last = cue.words.claimed[-1] if cue.words.claimed else len(tokens)
    at = next((at for at in range(last + 1, min(last + 3, len(tokens))) if tokens[at].tag in {"JJR", "RBR"}), None)
    return at is not None and (at + 1 == len(tokens) or tokens[at + 1].text.lower() in _ENDS_CLAUSE)


def is_time(predicate: Predicate) -> bool:
    """Tell whether a value is a date, a year, or the name of a month, a quarter or a weekday, or part of a date."""
    if isinstance(predicate, DatePart | Period):
        return True
    column, literal = predicate.column, predicate.literal if isinstance(predicate, Equals) else ""
    is_called_so = not _TIMES.isdisjoint(split_identifier(column.name))
    return column.is_date or is_called_so or _TIME.fullmatch(literal) is not None


def _pairs(cue: Cue) -> Iterator[ComparedRows]:
    for (of, one), (base, other) in permutations(cue.best_predicates, 2):
        if are_comparable(of, base):
            yield ComparedRows(of, base, one * min(1.0, other) * _order(cue, of, base))
    for predicate, score in _of_two_values(cue) if _leaves_out_the_other(cue) else ():
        yield ComparedRows(predicate, Not(predicate), _ELSEWHERE * score)
    are_others_meant = _OTHERS.search(cue.words.text_after()) is not None
    for predicate, score in cue.best_predicates:
        if are_others_meant and (rest := _complement(predicate)) is not None:
            yield ComparedRows(predicate, rest, score)
        ends = None if _is_one_of_two(cue, predicate) else ends_of_range(predicate)
        if ends is not None and is_time(ends[0]):
            yield ComparedRows(ends[1], ends[0], score)


def _is_one_of_two(cue: Cue, predicate: Predicate) -> bool:
    """Recognise the stretches of "from the 1980s to the 2020s", of which the ends are not compared."""
    at = position(cue, predicate)
    others_named = (each for each, _ in cue.best_predicates if each != predicate and are_comparable(each, predicate))
    places = (position(cue, each) for each in others_named)
    return at is not None and any(place is not None and abs(place - at) <= _SIDE_BY_SIDE for place in places)


def _complement(predicate: Predicate) -> Predicate | None:
    """Return what holds of all other rows: aged 30 or over for "as older ones" beside "under 30"."""
    if isinstance(predicate, Compare):
        return replace(predicate, comparison=_TURNED[predicate.comparison])
    return Not(predicate) if isinstance(predicate, Equals) else None


def _with_time_before(cue: Cue) -> Iterator[ComparedRows]:
    """Yield times with the ones before them: "in 2009, when they shrank by 2.9 %".

    One that is told as the year before is what is compared with: "rose by 9 % over the previous year".
    """
    is_base = _OVER_THE_YEAR_BEFORE.search(cue.words.text_after()) is not None
    for predicate, score in cue.best_predicates:
        if not is_time(predicate):
            continue
        if is_base and (after := year_after(predicate)) is not None:
            yield ComparedRows(after, predicate, score)
        elif (before := point_before(predicate)) is not None:
            yield ComparedRows(predicate, before, _ELSEWHERE * score)


def _goes_on_in_time(pair: ComparedRows) -> bool:
    """Tell whether two times are compared of which the later one is not the base."""
    if not (is_time(pair.of) and is_time(pair.base)):
        return False
    of, base = place_in_time(pair.of), place_in_time(pair.base)
    if isinstance(of, int) and isinstance(base, int):
        return base <= of
    return not (isinstance(of, str) and isinstance(base, str)) or base <= of


def are_comparable(one: Predicate, other: Predicate) -> bool:
    """Tell whether rows of one predicate may be compared with those of another: two values, two months of a date."""
    size = _size(one)
    return one.column == other.column and size is not None and size == _size(other)


def _size(predicate: Predicate) -> tuple[object, ...] | None:
    """Return what two predicates have in common if rows of one may be compared with rows of the other.

    Values of a column are alike, and so are days, months, quarters and years of its dates; None of anything else.
    """
    if isinstance(predicate, Equals):
        return (Equals,)
    if isinstance(predicate, DatePart) and predicate.first == predicate.last:
        return DatePart, predicate.part, predicate.way
    if isinstance(predicate, Period) and predicate.start is not None and predicate.end is not None:
        start, end = date.fromisoformat(predicate.start), date.fromisoformat(predicate.end)
        months = 12 * (end.year - start.year) + end.month - start.month
        is_whole = start.day == end.day == 1
        return Period, predicate.way, months if is_whole else None, None if is_whole else (end - start).days
    return None


def _order(cue: Cue, of: Predicate, base: Predicate) -> float:
    """Return what the order of words says of which value is compared with which: "more in May than in April".

    Nothing is left where it says that it is the other one.
    """
    after, before = position(cue, of), position(cue, base)
    limits = [*cue.words.find(THAN), *_on(cue), *_as(cue)]
    if after is None or before is None:
        is_of_base = after is not None and any(0 < after - limit <= _BEHIND for limit in limits)
        return 0.0 if is_of_base else _ELSEWHERE
    is_base_marked = any(_is_behind(before, limit, after) for limit in limits)
    is_other_marked = any(_is_behind(after, limit, before) for limit in limits)
    if is_base_marked == is_other_marked:
        return 1.0
    return 1.0 if is_base_marked else 0.0


def _on(cue: Cue) -> Iterator[int]:
    """Yield the "on" right behind a number, which names what it is compared with: "up 16 % on April"."""
    after = cue.words.claimed[-1] + 1 if cue.words.claimed else 0
    if 0 < after < len(cue.words.tokens) and cue.words.tokens[after].text.lower() == "on":
        yield after


def _as(cue: Cue) -> Iterator[int]:
    """Yield the second "as" behind a number, which names what it is compared with: "twice as many as in April"."""
    first = cue.words.claimed[-1] + 1 if cue.words.claimed else 0
    places = [at for at in cue.words.find({"as"}) if first <= at <= first + _BEHIND]
    yield from places[1:]


def _is_behind(position: int, limit: int, other: int) -> bool:
    """Tell whether a word is the one that follows a word such as "than"."""
    return limit < position and not limit < other < position


def position(cue: Cue, predicate: Predicate) -> int | None:
    """Return where a value stands in the sentence: the first token that is a word of it; None where it does not.

    A month of a year stands where its year follows: "104 in January 2024, more than in January 2023".
    """
    places = list(cue.words.find(_words(predicate)))
    if isinstance(predicate, Period) and predicate.start is not None and len(places) > 1:
        year = predicate.start[:4]
        with_year = (at for at in places if year in cue.words.lowered[at + 1 : at + 1 + _TO_YEAR])
        return next(with_year, places[0])
    return next(iter(places), None)


def _words(predicate: Predicate) -> frozenset[str]:
    """Return the words, in lower case, that a sentence names a value by: those of the value, or of the time."""
    if isinstance(predicate, Equals):
        return frozenset(predicate.literal.lower().split())
    if isinstance(predicate, DatePart):
        named = {"month": MONTHS, "isodow": WEEKDAYS, "quarter": ORDINALS}.get(predicate.part)
        name = str(predicate.first) if named is None else named[predicate.first - 1].lower()
        return frozenset({name, f"q{predicate.first}"} if predicate.part == "quarter" else {name})
    if isinstance(predicate, Period) and predicate.start is not None:
        start, year = date.fromisoformat(predicate.start), year_of(predicate)
        if predicate.end == f"{start.year + _DECADE}-01-01":
            return frozenset({f"{start.year}s"})
        return frozenset({MONTHS[start.month - 1].lower() if year is None else str(year)})
    return frozenset()


def others(cue: Cue, rows: ComparedRows, *without: Column) -> list[ScoredSet]:
    """Return sets of predicates that both sides of a comparison may have beside their own.

    None says again of another column what the compared rows have: "in April" is the day of a sale or that of an order.
    """
    said_again = {
        next(iter(pair - {rows.column.column_id})) for pair in cue.product.repeats if rows.column.column_id in pair
    }
    sets = cue.sets(without=(rows.column, *without))
    return [
        each
        for each in sets
        if len(each.predicates) < cue.product.max_predicates
        and said_again.isdisjoint(predicate.column.column_id for predicate in each.predicates)
    ]
