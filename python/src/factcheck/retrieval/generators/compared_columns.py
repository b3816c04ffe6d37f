"""Which columns of numbers a threshold is about: words beside it name them, or what was compared before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, takewhile

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.retrieval.assumed_factors import AssumedFactors
from factcheck.retrieval.dated_columns import is_called_a_year
from factcheck.retrieval.generators.full_marks import is_of_marks
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.said_ranges import SaidRange
from factcheck.retrieval.money_columns import holds_money
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.units.unit import UNITS, Unit
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import may_shorten, spelt_out, split_identifier

Scored = Sequence[tuple[float, Column]]

_MOST = 4
"""Columns that one threshold may be about at most."""

_REACH_BEHIND, _REACH_BEFORE = 3, 8
_ENDS_A_PHRASE = frozenset(", ; ( ) : . and or but while of than who which that in on for".split())
_FINITE = frozenset({"VBP", "VBZ", "VBD", "MD"})
_ENDS = frozenset(",;:.()–—-")
_JOINING = frozenset({"and", "or", "but", "while", "whereas"})
_LIGHT_VERBS = frozenset(
    "be have do get go come make take reach hit turn top pass cross clear attain manage fail fall keep give see stand"
    " exceed climb".split()
)
"""Verbs that stand before any amount, and so say nothing of its column."""

_OF_WHAT = re.compile(
    r"\s?(?:[^\W\d_]{1,12}\s)(?:(?:or|and)\s(?:more|less|fewer|above|below|over|under|higher|lower)\s)?of\s(?P<thing>[a-z]+)\b",
    re.IGNORECASE,
)
"""Behind a number in a unit, what there was so much of: "5 mm or more of rain"."""

_LARGEST_STEP = 10_000
"""How many times as large a unit may be as that in which a limit is told: nobody tells distances in km by the mm."""

_CHANGING_HANDS = frozenset("go sell trade list fetch auction offer rent let buy".split())
_GIVING = frozenset("give get award receive score rate mark grade earn deserve merit".split())
"""What is done with marks."""
_FEW_OF_MONEY = 2
_MOST_SPOKEN_OF = 2
_SPANS_OF_TIME = UNITS.quantities["time"] | UNITS.quantities["calendar"]

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")


def columns_compared(cue: PredicateCue, ranges: Sequence[SaidRange], scored: Scored) -> list[Scored]:
    """Return for each range the columns that it may be about, with their scores, best first.

    Words beside a threshold name its column; a threshold without such a word is about the column of the one before it:
    "28 towns have over 100,000 people, 81 under a thousand".  Where neither tells, the words of the claim do.
    """
    passage = own_passage(cue)
    by_words = _named_by_words(scored)
    amounts = [column for _, column in scored]
    columns: dict[int, Scored] = {}
    before: frozenset[Column] = frozenset()
    order = [(said.number.start, at) for at, said in enumerate(ranges) if said.number is not None]
    for _, at in sorted(order):
        said = ranges[at]
        beside = _beside(said.number, passage, cue, amounts) if passage and said.number else frozenset()
        before = beside or before
        of_unit = _of_unit(said.number, amounts)
        named = before if beside or before & of_unit or not of_unit else of_unit
        named = named or _of_money(said.number, passage, amounts, by_words)
        named = named or _of_marks(said.number, passage, amounts)
        named = named or (_around(cue, amounts) if said.is_condition else frozenset())
        named = named or (frozenset() if by_words else _only_amount(amounts))
        chosen = _preferred(named, scored, by_words) if named else by_words
        likely = _of_years(_with_values(said, chosen, scored, cue), cue)[:_MOST]
        columns[at] = [*likely, *_spoken_of(said, likely, scored, cue)]
    return [
        columns.get(at, by_words if said.number is None and not said.is_age else ()) for at, said in enumerate(ranges)
    ]


def _with_values(said: SaidRange, chosen: Scored, scored: Scored, cue: PredicateCue) -> Scored:
    """Return the columns that a range may be about by their values, others of those chosen at less.

    A limit leaves some rows and not all: "fetched more than half a million" is said of no year in which a home was
    sold.  Where it can be said of none of those that words name, it is of the others that have such values, if they are
    few: those of money where the limit is money.
    """
    if said.number is None:
        return chosen
    factors = AssumedFactors(said.number)
    fitting = {column for _, column in chosen if _may_have_limit(said, said.number, factors, column, cue)}
    found = [] if fitting else _others_with_values(said, said.number, factors, chosen, scored, cue)
    if not fitting and not found:
        return chosen
    less = WEIGHTS.predicate.beyond_values
    again = [(score if column in fitting else less * score, column) for score, column in chosen]
    return sorted((*found, *again), key=lambda each: -each[0])


def _others_with_values(
    said: SaidRange, number: Number, factors: AssumedFactors, chosen: Scored, scored: Scored, cue: PredicateCue
) -> list[tuple[float, Column]]:
    """Return the columns that no word names and that alone have values on both sides of a limit, if they are few.

    "Within twelve months" may be said of no column at all, so that a single one has to be left, or some that are called
    spans of time.
    """
    named = {column for _, column in chosen}
    others = [
        (score, column)
        for score, column in scored
        if column not in named and column.column_id in cue.ranges and not is_called_a_year(column)
        if _may_have_limit(said, number, factors, column, cue)
    ]
    of_money = [each for each in others if holds_money(each[1])] if number.unit == "currency" else []
    others = of_money or others
    if _is_calendar(number) and len(others) > 1:
        others = [each for each in others if _names_a_span(each[1])]
    if len(others) > _MOST:
        return []
    least = max((score for score, _ in chosen), default=0.0)
    return [(max(score, WEIGHTS.predicate.within_values, least), column) for score, column in others]


def _spoken_of(said: SaidRange, likely: Scored, scored: Scored, cue: PredicateCue) -> list[tuple[float, Column]]:
    """Return the columns that the text speaks of around a limit and that have values on both sides of it.

    What stands beside a limit may name something else: "The mean depth is 31 m.  In nine lakes it is above 90."  A
    sentence that names several columns alike does not tell.
    """
    number = said.number
    if number is None or _is_calendar(number):
        return []
    known = {column for _, column in likely}
    factors = AssumedFactors(number)
    others = [
        column
        for _, column in scored
        if column not in known and column.column_id in cue.ranges and not is_called_a_year(column)
        if _may_have_limit(said, number, factors, column, cue)
    ]
    named: dict[Column, None] = {}
    for passage in cue.words.passages if others else ():
        best = _best((form for token in passage.tokens for form in _forms(token)), [c for _, c in scored], cue)
        named |= dict.fromkeys(best if len(best) == 1 and best <= set(others) else ())
    scores = {column: score for score, column in scored}
    weights = WEIGHTS.predicate
    return [
        (weights.named_elsewhere * max(scores[column], weights.within_values), column)
        for column in list(named)[:_MOST_SPOKEN_OF]
    ]


def _names_a_span(column: Column) -> bool:
    """Tell whether a column is called a span of time, in full or short: seniority, durat."""
    words = spelt_out(column.name)
    return any(word in _SPANS_OF_TIME or any(may_shorten(word, span) for span in _SPANS_OF_TIME) for word in words)


def _may_have_limit(
    said: SaidRange, number: Number, factors: AssumedFactors, column: Column, cue: PredicateCue
) -> bool:
    """Tell whether a column may have values on both sides of a limit, in some unit; so may one that is not known."""
    known = cue.ranges.get(column.column_id)
    if known is None:
        return True
    units = compare_units(number, unit_of(column))
    if units.fit is Fit.DIFFERS:
        return False
    ends = (said.band.least, said.band.greatest) if column.is_integer else (said.band.low, said.band.high)
    low, high = (end if end is None else Fraction(units.told(end)) for end in ends)
    in_units = ((low and low / by, high and high / by) for by in (Fraction(1), *factors.of_limit(column)))
    return any(known.has_on_both_sides(*ends) for ends in in_units if not column.is_integer or _are_whole(ends))


def _are_whole(ends: Iterable[Fraction | None]) -> bool:
    return all(end is None or end.denominator == 1 for end in ends)


def _only_amount(amounts: Sequence[Column]) -> frozenset[Column]:
    """Return the only column of amounts, if there is one: what else would "in less than ten" be about?"""
    columns = [column for column in amounts if not is_called_a_year(column)]
    return frozenset(columns) if len(columns) == 1 else frozenset()


def _of_unit(number: Number | None, amounts: Sequence[Column]) -> frozenset[Column]:
    """Return the few columns in a unit of the kind that a limit has: "ran under 17 minutes" is about seconds."""
    stated = None if number is None else number.measured
    if stated is None or not stated.is_sure or any(unit.is_money for unit in stated.units):
        return frozenset()
    dimensions = {unit.dimension for unit in stated.units}
    found = [
        column
        for column in amounts
        if (unit := unit_of(column)) is not None and unit.unit is not None and unit.unit.dimension in dimensions
        if any(_is_near(unit.unit, each) for each in stated.units)
    ]
    return frozenset(found) if len(found) <= _MOST else frozenset()


def _of_money(
    number: Number | None, passage: Passage | None, amounts: Sequence[Column], by_words: Scored
) -> frozenset[Column]:
    """Return the columns of money where a threshold is one of money that no word names: "homes went for over $500,000".

    They are those that the words of the claim name, or all of a table that has few.
    """
    if number is None or not (number.unit == "currency" or (passage is not None and _is_paid(number, passage))):
        return frozenset()
    of_money = [column for column in amounts if holds_money(column)]
    named = [column for _, column in by_words if column in of_money]
    return frozenset(named or (of_money if len(of_money) <= _FEW_OF_MONEY else ()))


def _of_marks(number: Number | None, passage: Passage | None, amounts: Sequence[Column]) -> frozenset[Column]:
    """Return the columns of marks where a threshold is one that is given: "gave a two or worse", "a four or better"."""
    if number is None or passage is None or number.unit != "plain" or number.scale > 1:
        return frozenset()
    before = [token for token in passage.tokens if token.end <= number.start]
    is_given = any(token.lemma.lower() in _GIVING for token in before[: -_REACH_BEHIND - 1 : -1])
    if not is_given and not (before and before[-1].text.lower() in {"a", "an"}):
        return frozenset()
    return frozenset(column for column in amounts if is_of_marks(column))


def _is_paid(number: Number, passage: Passage) -> bool:
    """Tell whether a number is what something changes hands for: "went for more than half a million"."""
    before = [token for token in passage.tokens if token.end <= number.start][: -_REACH_BEHIND - _REACH_BEFORE : -1]
    if not any(token.text.lower() == "for" for token in before[:_REACH_BEHIND]):
        return False
    return any(token.lemma.lower() in _CHANGING_HANDS for token in before)


def _named_by_words(scored: Scored) -> Scored:
    best = max((score for score, _ in scored), default=0.0)
    least = max(WEIGHTS.predicate.least_threshold, best / 2)
    return sorted((each for each in scored if each[0] >= least), key=lambda each: -each[0])


def _around(cue: PredicateCue, amounts: Sequence[Column]) -> frozenset[Column]:
    """Return the columns that the sentences around name while the claim's own names none.

    "They scored 214 goals.  Three men reached thirty."
    """
    for passage in cue.words.passages:
        forms = (form for token in passage.tokens for form in _forms(token))
        if named := _best(forms, amounts, cue):
            return frozenset() if passage.is_own else named
    return frozenset()


def _preferred(named: frozenset[Column], scored: Scored, by_words: Scored) -> Scored:
    """Return the columns that words beside the threshold name, and the others of the claim at less."""
    least = max((score for score, _ in by_words), default=0.0)
    least = max(least, WEIGHTS.predicate.counted_threshold)
    first = [(max(score, least), column) for score, column in scored if column in named]
    rest = [(WEIGHTS.predicate.named_elsewhere * score, column) for score, column in by_words if column not in named]
    return sorted((*first, *rest), key=lambda each: -each[0])


def _beside(number: Number, passage: Passage, cue: PredicateCue, amounts: Sequence[Column]) -> frozenset[Column]:
    """Return the columns in the unit of a number that the noun behind it names, or else the words in front of it."""
    of_unit = in_unit(number, amounts)
    of_days = frozenset(column for column in amounts if _is_calendar(number) and _counts_days(column))
    may_be_in_unit = [column for column in amounts if column in of_unit or unit_of(column) is None]
    if named := _best(_of_what(number, passage), may_be_in_unit, cue):
        return named
    for words in (_behind(number, passage), _before(number, passage)):
        if named := _best(words, [column for column in amounts if not of_unit or column in of_unit | of_days], cue):
            return named
    return of_unit


def _is_calendar(number: Number) -> bool:
    """Tell whether a number is one of months or years, which columns of days tell, too."""
    return number.measured is not None and {unit.dimension for unit in number.measured.units} == {"calendar"}


def _counts_days(column: Column) -> bool:
    unit = unit_of(column)
    return unit is not None and unit.unit is not None and unit.unit.name == "days"


def in_unit(number: Number, columns: Sequence[Column]) -> frozenset[Column]:
    """Return the columns of the dimension of a number: "at least 100 square metres" are an area."""
    units = () if number.measured is None else number.measured.units
    if len({unit.dimension for unit in units}) != 1 or units[0].is_money:
        return frozenset()
    dimension = units[0].dimension
    known = {column: unit.unit for column in columns if (unit := unit_of(column)) is not None and unit.unit is not None}
    of_unit = frozenset(
        column
        for column, unit in known.items()
        if unit.dimension == dimension and any(_is_near(unit, each) for each in units)
    )
    quantities = UNITS.quantities.get(dimension, frozenset())
    return of_unit or frozenset(
        column for column in columns if column not in known and not quantities.isdisjoint(spelt_out(column.name))
    )


def _is_near(unit: Unit, stated: Unit) -> bool:
    """Tell whether amounts in a unit are told in another, which is not much larger or smaller."""
    return Fraction(1, _LARGEST_STEP) < unit.factor / stated.factor < _LARGEST_STEP


def _of_what(number: Number, passage: Passage) -> Iterator[str]:
    """Yield the word for what a number in a unit is an amount of, "0.2 mm or more of rain"."""
    places = passage.tokens_of(number) if number.measured is not None else []
    found = _OF_WHAT.match(passage.text, passage.end_of(places[-1])) if places else None
    for index in passage.within(*found.span("thing")) if found else ():
        yield from _forms(passage.tokens[index])


def _behind(number: Number, passage: Passage) -> Iterator[str]:
    """Yield the words of the phrase that a number counts; those of the clause behind a share: "half of all eat"."""
    if number.unit == "percent":
        clause = (token for token in passage.tokens if token.start >= number.end)
        for token in takewhile(lambda token: token.text not in _ENDS, islice(clause, _REACH_BEFORE)):
            yield from _forms(token)
        return
    behind = [token for token in passage.tokens if token.start >= number.end][:_REACH_BEHIND]
    for token in takewhile(lambda token: not _ends_a_phrase(token), behind):
        yield from (token.text.lower(), token.lemma.lower())


def _ends_a_phrase(token: Token) -> bool:
    """Tell whether the phrase of a number ends: "animals heavier than 150 kg sleep longer" are not 150 of sleep."""
    return token.text.lower() in _ENDS_A_PHRASE or token.tag in _FINITE


def _before(number: Number, passage: Passage) -> Iterator[str]:
    """Yield the words of the clause in front of a number."""
    before = [token for token in passage.tokens if token.end <= number.start]
    for token in before[: -_REACH_BEFORE - 1 : -1]:
        if token.text in _ENDS or token.text.lower() in _JOINING or token.tag == "CD":
            return
        yield from _forms(token)


def _forms(token: Token) -> tuple[str, ...]:
    """Return the forms of a word that may name a column; none of any other word."""
    is_word = token.tag.startswith(("NN", "VB", "JJ")) and token.lemma.lower() not in _LIGHT_VERBS
    return (token.text.lower(), token.lemma.lower()) if is_word else ()


def _best(words: Iterable[str], columns: Sequence[Column], cue: PredicateCue) -> frozenset[Column]:
    """Return the columns that some words name best; none where they name all alike, as the name of a table does."""
    scores = dict.fromkeys(columns, 0.0)
    for word in words:
        named, called = cue.columns_named_by.get(word, {}), cue.called.get(word, ())
        for column in columns:
            score = max(named.get(column.column_id, 0.0), float(column.column_id in called))
            scores[column] = max(scores[column], score)
    best = max(scores.values(), default=0.0)
    leading = frozenset(column for column, score in scores.items() if score > best / 2)
    return leading if best > 0 and (len(leading) < len(columns) or len(columns) == 1) else frozenset()


def _of_years(columns: Scored, cue: PredicateCue) -> Scored:
    """Return columns whose names differ in a year alone with that of the sentence first, or else the latest."""
    alike: dict[tuple[str, ...], dict[str, Column]] = {}
    for _, column in columns:
        words = split_identifier(column.name)
        year = next((word for word in words if _YEAR.fullmatch(word)), None)
        if year is not None:
            alike.setdefault(tuple(word for word in words if word != year), {})[year] = column
    passage = own_passage(cue)
    said = {token.text for token in passage.tokens} if passage else set()
    unlikely = {
        column
        for years in alike.values()
        for year, column in years.items()
        if year not in (said & years.keys() or {max(years)})
    }
    share = WEIGHTS.predicate.another_year
    again = [(score * share if column in unlikely else score, column) for score, column in columns]
    return sorted(again, key=lambda each: -each[0])
