"""A part of a question as a fact: what is measured, by what it is broken down, which rows are meant, of which type."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from factcheck.catalogue.schema import Column
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.asked_functions import said_function, usual_function
from factcheck.questions.classifier import classifiers
from factcheck.questions.column_uses import counts_rows, in_roles, is_number
from factcheck.questions.ends import end_of, have_ends
from factcheck.questions.fact import FactKind
from factcheck.questions.grammar import MOVING
from factcheck.questions.groups import RECURRING
from factcheck.questions.linked import Linked
from factcheck.questions.masked_words import masked
from factcheck.questions.mentions import ColumnMention, ValueMention
from factcheck.questions.restrictions import number_restrictions, value_restrictions
from factcheck.questions.roles import Role
from factcheck.questions.wanted import wanted_of

_OVER_TIME = re.compile(
    r"\b(?:over|through|throughout|across) (?:the )?(?:past |last )?(?:time|years|months|quarters|weeks|decades)\b"
    r"|\b(?:recent|lately|trend|evolv|develop|grow[ns]?|grew|yearly|annual|monthly|season)"
    r"|\bhow (?:has|have|had|did)\b.*\b(?:chang|grow|evolv|develop)",
    re.I,
)
_FROM_END_TO_END = re.compile(
    r"\b(most|least|best|worst|high|low|top|\w+est)\b.* to (?:the )?"
    r"(?!\1)(?:most|least|best|worst|low|high|bottom|\w+est)\b"
    r"|\b(?:best|worst|\w+est)(?: ones?)? first\b|\bin (?:de|a)scending\b",
    re.I,
)
_PLACES = frozenset("city town place country county state region district area location island site port".split())
_TERMS = tuple(
    tuple(phrase.split()) for phrase in ("in terms of", "when it comes to", "as far as", "judged by", "measured by")
)
_NEAR = 3
DEVELOPING = frozenset("trend develop development evolve evolution trajectory".split())
_ORDERING = frozenset("rank ranking rate order sort top bottom place stand position list".split())
_FIRST = frozenset("first last lead win dominate top common popular frequent peak favorite favourite".split())
_YES_OR_NO = frozenset("is are was were do does did".split())
_PAST = frozenset("did has have had".split())
_UNUSUAL = frozenset(
    "outlier anomaly anomalous unusual unusually abnormal abnormally atypical exceptional exceptionally odd strange "
    "stand stick deviate extraordinary extraordinarily exception surprisingly".split()
)
_OFF = re.compile(r"\b(?:out of (?:line|the ordinary)|(?:way|far) off)\b", re.I)
SHARES = frozenset("percentage percent share proportion fraction part %".split())


@dataclass(frozen=True, slots=True)
class Reading:
    """What a part of a question names, each in its role, and how likely it asks for each type of fact.

    ``is_high`` is the end that a superlative or an adjective means, None where there is none.  ``has_function`` tells
    that words name the aggregation; ``asks_time``, that a development is asked for, ``is_moving``, that it is one
    between given times.  ``words`` are those of the part, as written and in their base forms.  ``unit`` is the length
    of time that is asked for: "which month"; ``wanted`` how many of what is asked for: "the top 5 vendors".
    """

    linked: Linked
    measures: tuple[Column, ...]
    functions: tuple[AggregationFunction, ...]
    breakdowns: tuple[Column, ...]
    subspace: tuple[Predicate, ...]
    values: tuple[ValueMention, ...]
    is_counted: bool
    has_function: bool
    is_high: bool | None
    asks_time: bool
    kinds: dict[FactKind, float]
    rows_noun: str
    words: frozenset[str]
    is_moving: bool = False
    unit: str | None = None
    wanted: int = 1

    @property
    def kind(self) -> FactKind:
        """The most likely type of fact, given what is there for it."""
        return max(self.kinds, key=lambda kind: self.kinds[kind])


def read(linked: Linked, span: Sequence[int] | None = None) -> Reading:
    """Read a question, or the part of it that some tokens are."""
    at = range(len(linked.tokens)) if span is None else span
    inside = set(at)
    unit = linked.unit if linked.unit is not None and linked.unit.start in inside else None
    of_unit = range(unit.start, unit.end) if unit is not None else range(0)
    columns = [each for each in linked.columns if each.start in inside and each.start not in of_unit]
    values = [each for each in linked.values if each.start in inside]
    said = {index for each in values for index in range(each.start, each.end)}
    of_times = {index for each in linked.times for index in range(each.start, each.end)}
    numbers = [each for each in linked.numbers if each.start in inside - said - of_times]
    restrictions, filtering = number_restrictions(linked, columns, numbers)
    is_counted = counts_rows(linked, at, columns)
    measures, breakdowns = in_roles(linked, columns, filtering, values)
    words = [linked.words[i] for i in sorted(inside)]
    if (
        not measures
        and not is_counted
        and (_asks_amount(words) or "peak" in words)
        and (usual := linked.table.measures())
    ):
        measures.append(usual[0].column)
    if is_counted and not measures and (counts := linked.table.counts) is not None and inside.isdisjoint(linked.rows):
        measures, is_counted = [counts], False  # rows are counted already
    of_names = {i for each in columns for i in range(each.start, each.end)}
    if len(measures) > 1 and (chosen := _in_terms(linked, measures)) is not None:
        measures = [chosen]
    function = said_function([linked.words[i] for i in sorted(inside - of_names)])
    functions = tuple(function or usual_function(column, linked, columns) for column in measures)
    of_numbers = {i for each in columns if is_number(each, linked) for i in range(each.start, each.end)}
    text = " ".join(linked.words[i] for i in sorted(inside - of_numbers))  # a monthly income is no development
    time = meant_time(linked)
    is_of_times = any(each.column == time for each in (*restrictions, *linked.restrictions))
    is_moving = not MOVING.isdisjoint((*words, *(linked.lemmas[i] for i in inside))) or _becomes(linked, at)
    has_moved = time is not None and len(measures) < 2 and _has_moved(linked, at, columns)
    asks_time = bool(_OVER_TIME.search(text)) or (is_of_times and is_moving) or has_moved
    if "where" in words and (place := _place(linked)) is not None and place not in breakdowns and not values:
        breakdowns.insert(0, place)
    if (words[:1] == ["when"] or unit is not None) and time is not None and time not in breakdowns:
        breakdowns.insert(0, time)
    reading = Reading(
        linked,
        tuple(measures),
        functions,
        tuple(breakdowns),
        tuple(dict.fromkeys((*restrictions, *value_restrictions(values), *linked.restrictions))),
        tuple(values),
        is_counted,
        function is not None,
        end_of(linked, at, columns),
        asks_time,
        {},
        _rows_noun(linked, at),
        frozenset((*words, *(linked.lemmas[i] for i in inside))),
        (is_of_times and is_moving) or has_moved,
        None if unit is None else unit.name,
        wanted_of(linked, breakdowns),
    )
    return _with_kinds(reading, at)


def times_of(reading: Reading) -> tuple[Column, ...]:
    """Return the columns of times over which something may develop: not over the days of the week."""
    table = reading.linked.table
    times = tuple(column for column in reading.breakdowns if table.role(column).role is Role.TIME)
    return () if reading.unit in RECURRING else times


def meant_time(linked: Linked) -> Column | None:
    """Return the column of times that a question means: the dates that it names, else those of the rows."""
    time = linked.table.time
    named = (each.columns[0] for each in linked.columns)
    dates = (column for column in named if column.is_date or column.is_timestamp)
    return next(dates, None) or (None if time is None else time.column)


def _place(linked: Linked) -> Column | None:
    """Return the column of places, which "where" asks for."""
    places = (each for each in linked.table.categories() if not _PLACES.isdisjoint(each.words))
    return next((each.column for each in places), None)


def _in_terms(linked: Linked, measures: Sequence[Column]) -> Column | None:
    """Return the measure by which things are to be compared, where that is said: "the strongest in terms of fares"."""
    for phrase in _TERMS:
        for at in range(len(linked.words) - len(phrase)):
            if linked.words[at : at + len(phrase)] == phrase:
                behind = (each for each in linked.columns if 0 <= each.start - at - len(phrase) <= _NEAR)
                return next((each.columns[0] for each in behind if each.columns[0] in measures), None)
    return None


def _has_moved(linked: Linked, span: Sequence[int], columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a verb says that a measure has changed, of which it is the subject: "have fares gone down"."""
    named = {i for each in columns for i in range(each.start, each.end)} | set(linked.rows)
    subjects = (i for i in span if linked.tokens[i].dependency.startswith("nsubj") and _names(linked, i, named))
    return any(_is_change(linked, linked.tokens[i].head) for i in subjects)


def _names(linked: Linked, noun: int, named: Collection[int]) -> bool:
    """Tell whether a noun names something, itself or by the word before it: "the robbery rate"."""
    return noun in named or any(
        linked.tokens[i].head == noun and linked.tokens[i].dependency in {"compound", "amod"} for i in named
    )


def _is_change(linked: Linked, verb: int) -> bool:
    """Tell whether a verb in the past or the perfect says a change, itself or by an adverb: "has gone up"."""
    tokens = linked.tokens
    beside = [i for i, token in enumerate(tokens) if token.head == verb and i != verb]
    is_past = tokens[verb].tag in {"VBD", "VBN", "VBG"} or any(linked.words[i] in _PAST for i in beside)
    is_moved = any(tokens[i].dependency in {"prt", "advmod"} and linked.words[i] in {"up", "down"} for i in beside)
    return is_past and (linked.lemmas[verb] in MOVING or is_moved)


def _becomes(linked: Linked, span: Sequence[int]) -> bool:
    """Tell whether something is said to become more or less so: "have fares become higher"."""
    return any(
        linked.tokens[i].tag in {"JJR", "RBR"} and linked.lemmas[linked.tokens[i].head] in {"become", "get", "grow"}
        for i in span
    )


def _asks_amount(words: Sequence[str]) -> bool:
    """Tell whether an amount is asked for that no word names: "how much was lent"."""
    pairs = list(pairwise(words))
    return ("how", "much") in pairs and SHARES.isdisjoint(words)


def _rows_noun(linked: Linked, span: Sequence[int]) -> str:
    """Return what the question calls the rows, in the plural; "" where it does not name them."""
    inside = set(span)
    for index in linked.rows:
        if index in inside and linked.tokens[index].tag == "NNS":
            return linked.words[index] if linked.words[index] in linked.table.rows_noun else ""
    for index in sorted(inside):
        is_counted = linked.words[index - 1 : index] in {
            ("most",),
            ("fewest",),
            ("many",),
            ("of",),
            ("fewer",),
            ("more",),
        }
        is_named = any(m.start <= index < m.end and m.is_high is None for m in linked.columns if is_number(m, linked))
        is_of = linked.words[index - 1] == "of" and linked.words[max(index - 2, 0)] not in {"number", "count", "share"}
        if index and is_counted and not is_named and not is_of and linked.tokens[index].tag == "NNS":
            return linked.words[index]
    return ""


def _with_kinds(reading: Reading, span: Sequence[int]) -> Reading:
    """Weigh the types of facts by the words, and by what is there for each."""
    told = classifiers()["fact_type"].probabilities(masked(reading.linked, span, reading.breakdowns))
    kinds = {FactKind(name): probability * _fit(FactKind(name), reading) for name, probability in told.items()}
    total = sum(kinds.values()) or 1.0
    return replace(reading, kinds={kind: weight / total for kind, weight in kinds.items()})


def with_kinds(reading: Reading) -> Reading:
    """Weigh the types of facts by what is there for each, whose likelihood by words was told before."""
    kinds = {kind: weight * _fit(kind, reading) for kind, weight in reading.kinds.items()}
    total = sum(kinds.values()) or 1.0
    return replace(reading, kinds={kind: weight / total for kind, weight in kinds.items()})


def _fit(kind: FactKind, reading: Reading) -> float:
    """Return how well what a question names goes with a type of fact, from 0 to 1."""
    roles = [reading.linked.table.role(column) for column in reading.breakdowns]
    times = times_of(reading)
    are_times = [role.column in times or (reading.asks_time and role.is_part_of_time) for role in roles]
    has_time, has_group = any(are_times), not all(are_times)
    numbers = len(reading.measures)
    words = reading.words
    return _fit_of_group(kind, reading, words, has_time=has_time, has_group=has_group) or _fit_of_number(
        kind, reading, words, numbers=numbers, has_breakdown=has_time or has_group
    )


def _fit_of_group(
    kind: FactKind, reading: Reading, words: frozenset[str], *, has_time: bool, has_group: bool
) -> float | None:
    """Return the fit of types that have groups; None for the others."""
    numbers = len(reading.measures)
    fit: float | None = None
    match kind:
        case FactKind.TREND if words & DEVELOPING:
            fit = (3.0 if "trend" in words else 1.0) if has_time or not has_group else 0.5
        case FactKind.TREND:
            is_asked = reading.asks_time and not has_group
            fit = 1.0 if has_time else 2.0 if is_asked and reading.is_moving else 0.5 if is_asked else 0.05
        case FactKind.CATEGORIZATION if has_group and reading.is_counted and _asks_of_each(words):
            fit = 3.0  # "how many rows of each kind"
        case FactKind.CATEGORIZATION:
            fit = 1.0 if has_group and (reading.is_counted or not numbers) else 0.05
            # "biggest class by number of guests", "which class has the largest number of guests"
            is_end = reading.linked.tokens[0].tag == "JJS" or (_asks_which(reading) and _is_superlative(reading))
            fit *= 0.2 if is_end else 1.0
        case FactKind.DISTRIBUTION:
            fit = (0.3 if has_time and not has_group else 1.0) if numbers < 2 else 0.3
        case FactKind.OUTLIER if _OFF.search(reading.linked.text):
            fit = 3.0
        case FactKind.OUTLIER:
            fit = 3.0 if words & _UNUSUAL else 0.02 if _is_superlative(reading) else 0.2
        case FactKind.RANK if words & {"rank", "ranking"} or _FROM_END_TO_END.search(reading.linked.text):
            fit = 3.0
        case FactKind.RANK | FactKind.EXTREME if reading.is_high is not None and reading.wanted > 1:
            fit = 3.0 if kind is FactKind.RANK else 0.02
        case FactKind.EXTREME if "when" in words and reading.is_high is not None and has_time:
            fit = 3.0
        case FactKind.EXTREME if _FROM_END_TO_END.search(reading.linked.text) or _asks_degree(reading):
            fit = 0.02
        case FactKind.EXTREME | FactKind.RANK:
            is_said = bool(words & _ORDERING) if kind is FactKind.RANK else _says_end(reading)
            is_said = is_said and not _asks_whether(reading)
            fit = (1.0 if has_group or has_time or reading.values else 0.5) * (1.0 if is_said else 0.3)
            is_over_time = reading.unit is not None and not has_group and reading.is_high is None
            fit *= 0.1 if kind is FactKind.RANK and is_over_time and not is_said else 1.0  # "tickets per month"
    return fit


def _fit_of_number(
    kind: FactKind, reading: Reading, words: frozenset[str], *, numbers: int, has_breakdown: bool
) -> float:
    """Return the fit of types that are one number."""
    fit = 1.0
    match kind:
        case FactKind.ASSOCIATION if numbers == 2 and not has_breakdown and have_ends(reading.linked, reading.measures):
            fit = 10.0  # "do larger rooms have higher rents"
        case FactKind.ASSOCIATION:
            fit = 1.0 if numbers >= 2 else 0.001
        case FactKind.DIFFERENCE if _asks_how_far(reading):
            fit = 3.0
        case FactKind.DIFFERENCE:
            fit = 1.0 if _has_pair(reading) else 0.3 if words & {"differ", "difference", "above", "below"} else 0.02
        case FactKind.PROPORTION:
            fit = 1.0 if words & SHARES else 0.1
        case FactKind.VALUE:
            is_other = bool(words & DEVELOPING) or _asks_how_far(reading)
            is_other = is_other or reading.is_moving
            fit = 0.1 if is_other else 0.2 if has_breakdown or numbers > 1 else 1.0
            if {"highest", "lowest", "most", "least"} & words and not reading.values:
                fit *= 0.3
            if (reading.linked.words[0] == "which" and "which" in words) or _asks_for_the_first(reading):
                fit *= 0.1  # a thing is asked for
    return fit


def _is_superlative(reading: Reading) -> bool:
    """Tell whether a superlative is among the words of a part."""
    return any(each.tag in {"JJS", "RBS"} and each.text.lower() in reading.words for each in reading.linked.tokens)


def _asks_which(reading: Reading) -> bool:
    return not {"which", "what", "who"}.isdisjoint(reading.linked.words[:2])


def _asks_for_the_first(reading: Reading) -> bool:
    """Tell whether a superlative says which of the things of a kind is asked for: "what is the cheapest ferry"."""
    linked = reading.linked
    things = {i for each in reading.values for i in range(each.start, each.end)}
    ends = (
        each.start for each in linked.columns if each.is_high is not None and linked.tokens[each.start].tag == "JJS"
    )
    is_asked = linked.words[0] in {"what", "which", "who", "name", "find"}
    return is_asked and any(linked.tokens[i].head in things and linked.tokens[i].dependency == "amod" for i in ends)


def _asks_whether(reading: Reading) -> bool:
    """Tell whether it is asked whether something is so, not what: "are newer homes pricier"."""
    words = reading.linked.words
    tags = {token.tag for token in reading.linked.tokens}
    return words[0] in _YES_OR_NO and not tags & {"JJS", "RBS", "EX", "WDT", "WP", "WRB"} and "any" not in words


def _says_end(reading: Reading) -> bool:
    """Tell whether words say an end: a superlative, a verb that means the first place, or an adjective."""
    return reading.is_high is not None or bool(reading.words & _FIRST)


def _asks_of_each(words: frozenset[str]) -> bool:
    return {"how", "many"} <= words and not words.isdisjoint({"each", "every", "per"})


def _asks_degree(reading: Reading) -> bool:
    """Tell whether it is asked how much of a measure the first has: "how old was the oldest guest"."""
    linked = reading.linked
    degree = next((each for each in linked.columns if each.start == 1 and each.is_high is not None), None)
    others = [each for each in linked.columns if each.start > 1 and each.is_high is not None]
    return linked.words[0] == "how" and degree is not None and any(e.columns[0] == degree.columns[0] for e in others)


def _asks_how_far(reading: Reading) -> bool:
    """Tell whether it is asked how far two groups are apart: "by how much", "how much more expensive"."""
    words = reading.words
    is_amount = "how" in words and bool(words & {"much", "many"})
    return is_amount and bool(words & {"by", "more", "less", "fewer"}) and _has_pair(reading)


def _has_pair(reading: Reading) -> bool:
    """Tell whether two values of one column are named."""
    named = {each.predicate for each in reading.values}
    return len(named) > len({predicate.column for predicate in named})
