"""A part of a question as a fact: what is measured, by what it is broken down, which rows are meant, of which type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.candidates.statements.words_of_measures import is_intensive
from factcheck.catalogue.schema import Column
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import Compare, number_text
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.questions.classifier import classifiers
from factcheck.questions.fact import FactKind
from factcheck.questions.linked import ColumnMention, Linked, NumberMention, ValueMention
from factcheck.questions.plan import NEEDS_BREAKDOWN, FactPlan
from factcheck.questions.roles import Role, is_averaged

_BY = frozenset("by per across over each every among between amongst throughout through for versus vs against".split())
_ORDERED = frozenset("rank order sort top bottom".split())
_PAIRED = frozenset("between versus vs against for".split())
_BETWEEN = frozenset(
    "the a an of different various major all each every place number kind type individual its their".split()
)
_COUNTED = frozenset("number count counts many numerous common popular frequent".split())
_LOW = frozenset(
    "low small little few poor lowest least fewest smallest minimum worst bottom min rarest lower less fewer "
    "below".split()
)
_HIGH = frozenset(
    "high large great many strong highest most largest maximum best top biggest greatest max higher more above peak "
    "lead leads led".split()
)
_FUNCTIONS: tuple[tuple[AggregationFunction, frozenset[str]], ...] = (
    (AVG, frozenset("average mean avg typical typically averages avgerage".split())),
    (SUM, frozenset("total sum overall combined summing altogether summed aggregate".split())),
    (MEDIAN, frozenset({"median"})),
)
_ENDS: tuple[tuple[AggregationFunction, frozenset[str]], ...] = (
    (MAX, frozenset("maximum max highest largest".split())),
    (MIN, frozenset("minimum min lowest smallest".split())),
)
_OVER_TIME = re.compile(
    r"\b(?:over|through|across) time\b|\b(?:recent|lately|trend|evolv|develop|grow[ns]?|grew|yearly|annual|monthly)",
    re.I,
)
_COMPARED = {">": ">", ">=": ">=", "<": "<", "<=": "<="}
_EQUAL = re.compile(r"\b(?:equals?|equal to|exactly|is|of|=)\s*\$?$", re.I)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_SINCE = re.compile(r"\b(?:since|from|after|starting in)\s$", re.I)
_UNTIL = re.compile(r"\b(?:until|before|up to)\s$", re.I)
_DEVELOPING = frozenset("trend develop development evolve evolution trajectory".split())
_UNUSUAL = frozenset(
    "outlier anomaly anomalous unusual unusually abnormal abnormally atypical exceptional exceptionally odd strange "
    "stand stick deviate extraordinary extraordinarily exception surprisingly".split()
)
_SHARES = frozenset("percentage percent share proportion fraction part %".split())
_LISTED = frozenset("show list give display find get".split())


@dataclass(frozen=True, slots=True)
class Reading:
    """What a part of a question names, each in its role, and how likely it asks for each type of fact.

    ``is_high`` is the end that a superlative or an adjective means, None where there is none.  ``has_function`` tells
    that words name the aggregation; ``asks_time``, that a development is asked for.  ``words`` are those of the part,
    as written and in their base forms.
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

    @property
    def kind(self) -> FactKind:
        """The most likely type of fact, given what is there for it."""
        return max(self.kinds, key=lambda kind: self.kinds[kind])


def read(linked: Linked, span: Sequence[int] | None = None) -> Reading:
    """Read a question, or the part of it that some tokens are."""
    at = range(len(linked.tokens)) if span is None else span
    inside = set(at)
    columns = [each for each in linked.columns if each.start in inside]
    values = [each for each in linked.values if each.start in inside]
    numbers = [each for each in linked.numbers if each.start in inside]
    restrictions, filtering = _restrictions(linked, columns, numbers)
    is_counted = _is_counted(linked, at, columns)
    measures, breakdowns = _in_roles(linked, columns, filtering, values)
    words = [linked.words[i] for i in sorted(inside)]
    of_names = {i for each in columns for i in range(each.start, each.end)}
    function, has_function = _function([linked.words[i] for i in sorted(inside - of_names)])
    functions = tuple(_of_column(column, function, linked, columns) for column in measures)
    text = " ".join(words)
    asks_time = bool(_OVER_TIME.search(text))
    reading = Reading(
        linked,
        tuple(measures),
        functions,
        tuple(breakdowns),
        tuple(dict.fromkeys((*restrictions, *_value_restrictions(values), *linked.restrictions))),
        tuple(values),
        is_counted,
        has_function,
        _end_of(linked, at, columns),
        asks_time,
        {},
        _rows_noun(linked, at),
        frozenset((*words, *(linked.lemmas[i] for i in inside))),
    )
    return _with_kinds(reading, at)


def masked(linked: Linked, span: Sequence[int]) -> list[str]:
    """Return the base forms of words, symbols for what names a column, a value, the rows or a number."""
    symbols: dict[int, str | None] = {}
    for column in linked.columns:
        symbol: str = {Role.NUMBER: "N", Role.TIME: "T", Role.CATEGORY: "C", Role.LABEL: "L"}.get(
            linked.table.role(column.columns[0]).role, "C"
        )
        if column.is_high is not None:
            tag = linked.tokens[column.start].tag
            symbol = "ADJS" if tag in {"JJS", "RBS"} else "ADJR" if tag in {"JJR", "RBR"} else "ADJ"
        _put(symbols, column.start, column.end, symbol)
    for value in linked.values:
        _put(symbols, value.start, value.end, "V")
    for number in linked.numbers:
        _put(symbols, number.start, number.end, "NUM")
    for row in linked.rows:
        symbols[row] = "ROWS"
    words: list[str] = []
    for index in sorted(span):
        if index in symbols:
            if (held := symbols[index]) is not None and words[-1:] != [held]:
                words.append(held)
        elif any(map(str.isalnum, linked.tokens[index].text)):
            words.append(linked.lemmas[index])
    return words


def _put(symbols: dict[int, str | None], start: int, end: int, symbol: str) -> None:
    symbols[start] = symbol
    for index in range(start + 1, end):
        symbols[index] = None


def _before(linked: Linked, index: int) -> Iterator[str]:
    """Yield the words before a token, the nearest first, as long as they belong to its phrase."""
    for at in range(index - 1, max(index - 5, -1), -1):
        word = linked.words[at]
        yield word
        if word not in _BETWEEN and not linked.tokens[at].tag.startswith("JJ"):
            return


def _in_roles(
    linked: Linked,
    columns: Sequence[ColumnMention],
    filtering: set[int],
    values: Sequence[ValueMention],
) -> tuple[list[Column], list[Column]]:
    """Tell which columns are measured and which break down."""
    measures: list[Column] = []
    breakdowns: list[Column] = []
    of_values = {value.predicate.column for value in values}
    for mention in columns:
        if mention.start in filtering:
            continue
        column = _meant(mention, values)
        role = linked.table.role(column)
        before = list(_before(linked, mention.start))
        after = linked.words[mention.end] if mention.end < len(linked.words) else ""
        is_by = not (_BY - _PAIRED if role.role is Role.NUMBER else _BY).isdisjoint(before) or after == "wise"
        if role.role is Role.NUMBER and not _ORDERED.isdisjoint(linked.lemmas[: mention.start]):
            is_by = False  # "rank the regions by sales"
        if role.role is Role.NUMBER and not (
            role.is_grouping and (is_by or _is_counted_column(linked, mention, columns))
        ):
            if column not in measures:
                measures.append(column)
        elif column in of_values and not is_by and not _is_which(before):
            continue
        elif column not in breakdowns:
            breakdowns.append(column)
    return measures, breakdowns


def _is_which(before: Sequence[str]) -> bool:
    return not {"which", "what"}.isdisjoint(before)


def _is_counted_column(linked: Linked, mention: ColumnMention, columns: Sequence[ColumnMention]) -> bool:
    """Tell whether a column of few whole numbers tells groups apart, since something else is measured or counted."""
    others = [each for each in columns if each is not mention]
    numbers = [each for each in others if linked.table.role(each.columns[0]).role is Role.NUMBER]
    if any(_has_function(linked, each) for each in numbers) and not _has_function(linked, mention):
        return True
    pairs = [pair for each in others for pair in ((each, mention), (mention, each))]
    is_listed = not numbers and any(_are_listed(linked, *pair) for pair in pairs)
    return _are_rows_counted(linked) or is_listed or "various" in linked.words


def _are_listed(linked: Linked, one: ColumnMention, other: ColumnMention) -> bool:
    """Tell whether two names stand side by side: "origin and cylinders"."""
    return other.start == one.end + 1 and linked.words[one.end] in {"and", ",", "&"}


def _has_function(linked: Linked, mention: ColumnMention) -> bool:
    """Tell whether the name of an aggregation stands before a column."""
    before = set(linked.words[max(mention.start - 3, 0) : mention.start])
    return any(not names.isdisjoint(before) for _, names in _FUNCTIONS)


def _are_rows_counted(linked: Linked) -> bool:
    """Tell whether the number of rows is asked for: "count of cars", "how many cars"."""
    for row in linked.rows:
        before = linked.words[max(row - 4, 0) : row]
        if not _COUNTED.isdisjoint(before) and "," not in before:
            return True
    return False


def _meant(mention: ColumnMention, values: Sequence[ValueMention]) -> Column:
    """Return the column that words mean which name several alike: that of a value beside them, else a number."""
    of_values = {value.predicate.column for value in values}
    first = mention.columns[0]
    if len(mention.columns) > 1 and not mention.is_exact:
        for column in mention.columns:
            if column in of_values:
                return column
    return first


def _is_counted(linked: Linked, span: Sequence[int], columns: Sequence[ColumnMention]) -> bool:
    inside = set(span)
    for index in sorted(inside):
        lemma, word = linked.lemmas[index], linked.words[index]
        following = next((i for i in range(index + 1, min(index + 5, len(linked.tokens))) if i in linked.rows), None)
        starts = {mention.start: mention for mention in columns}
        behind = index + 2 if linked.words[index + 1 : index + 2] == ("of",) else index + 1
        is_of_column = behind in starts and linked.table.role(starts[behind].columns[0]).role is Role.NUMBER
        if (lemma in _COUNTED or word in _COUNTED) and not is_of_column:
            return True
        if word in {"most", "fewest", "least", "more", "fewer"}:
            if following is not None:
                return True
            head = linked.tokens[index].head
            if head in inside and linked.tokens[head].tag.startswith("NN") and head != index:
                named = any(mention.start <= head < mention.end for mention in columns)
                if not named or linked.table.role(
                    next(m for m in columns if m.start <= head < m.end).columns[0]
                ).role not in {Role.NUMBER}:
                    return True
            if word == "fewest":
                return True
    return False


def _function(words: Sequence[str]) -> tuple[AggregationFunction | None, bool]:
    for function, names in _FUNCTIONS:
        if not names.isdisjoint(words):
            return function, True
    return None, False


def _of_column(
    column: Column, said: AggregationFunction | None, linked: Linked, mentions: Sequence[ColumnMention]
) -> AggregationFunction:
    if said is not None:
        return said
    role = linked.table.role(column)
    for mention in mentions:
        is_many = linked.words[max(mention.start - 1, 0)] in {"most", "fewest", "many", "more", "fewer"}
        if is_many and mention.columns[0] == column and column.is_integer and not is_intensive(frozenset(role.words)):
            return SUM  # "the most medals" are counted, not averaged
    return AVG if is_averaged(linked.table.role(column), linked.table) else SUM


def _end_of(linked: Linked, span: Sequence[int], columns: Sequence[ColumnMention]) -> bool | None:
    """Return which end a superlative or an adjective means."""
    adjectives = {mention.start: mention.is_high for mention in columns if mention.is_high is not None}
    end: bool | None = None
    is_reversed = False
    for index in sorted(span):
        word = linked.words[index]
        if word == "least" and index + 1 in adjectives:
            is_reversed = True
        elif index in adjectives:
            end = adjectives[index]
        elif word in _LOW or linked.lemmas[index] in _LOW:
            end = False if end is None else end
        elif (word in _HIGH or linked.lemmas[index] in _HIGH) and not (word == "most" and index + 1 in adjectives):
            end = True if end is None else end
    return not end if is_reversed and end is not None else end


def _restrictions(
    linked: Linked, columns: Sequence[ColumnMention], numbers: Sequence[NumberMention]
) -> tuple[list[Predicate], set[int]]:
    """Return the predicates that numbers make, and the starts of the mentions of columns that only restrict."""
    predicates: list[Predicate] = []
    filtering: set[int] = set()
    for mention in numbers:
        made = _time_restriction(linked, mention)
        if made is None and (near := _nearest(linked, mention, columns)) is not None:
            made = _number_restriction(near.columns[0], mention, linked)
            if made is not None:
                filtering.add(near.start)
        if made is not None:
            predicates.append(made)
    return predicates, filtering


def _nearest(linked: Linked, number: NumberMention, columns: Sequence[ColumnMention]) -> ColumnMention | None:
    """Return the column of numbers that a number is said of: the one right behind it, else the last one before it."""
    numeric = [c for c in columns if linked.table.role(c.columns[0]).role is Role.NUMBER]
    behind = [c for c in numeric if 0 <= c.start - number.end <= 1]
    if behind:
        return behind[0]
    before = [c for c in numeric if 0 < number.start - c.end + 1 <= 7]
    return max(before, key=lambda c: c.end, default=None)


def _number_restriction(column: Column, mention: NumberMention, linked: Linked) -> Predicate | None:
    number = mention.number
    value = Decimal(str(number.value))
    if number.comparison in _COMPARED:
        return Compare(column, _COMPARED[number.comparison], number_text(value))  # type: ignore[arg-type]
    if number.comparison == "between" and number.high is not None:
        return Between(column, number_text(value), number_text(Decimal(str(number.high))))
    if _EQUAL.search(linked.text[: linked.tokens[mention.start].start].rstrip()):
        return Equals(column, number_text(value))
    return None


def _time_restriction(linked: Linked, mention: NumberMention) -> Predicate | None:
    """Return the predicate of a year, where the table has a column of years."""
    time = linked.table.time
    text = linked.tokens[mention.start].text
    if time is None or mention.end - mention.start > 1 or not _YEAR.fullmatch(text):
        return None
    if not time.column.is_integer:
        return None
    before = linked.text[: linked.tokens[mention.start].start]
    if _SINCE.search(before):
        return Compare(time.column, ">=", text)
    if _UNTIL.search(before):
        return Compare(time.column, "<=", text)
    return Equals(time.column, text)


def _value_restrictions(values: Sequence[ValueMention]) -> list[Predicate]:
    """Return the predicates of values: of one column together."""
    by_column: dict[Column, list[str]] = {}
    for value in values:
        listed = by_column.setdefault(value.predicate.column, [])
        if value.predicate.literal not in listed:
            listed.append(value.predicate.literal)
    return [
        Equals(column, literals[0]) if len(literals) == 1 else OneOf(column, tuple(sorted(literals)))
        for column, literals in by_column.items()
    ]


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
        is_named = any(m.start <= index < m.end and m.is_high is None for m in linked.columns if _is_number(m, linked))
        is_of = linked.words[index - 1] == "of" and linked.words[max(index - 2, 0)] not in {"number", "count", "share"}
        if index and is_counted and not is_named and not is_of and linked.tokens[index].tag == "NNS":
            return linked.words[index]
    return ""


def _is_number(mention: ColumnMention, linked: Linked) -> bool:
    return linked.table.role(mention.columns[0]).role is Role.NUMBER


def _with_kinds(reading: Reading, span: Sequence[int]) -> Reading:
    """Weigh the types of facts by the words, and by what is there for each."""
    told = classifiers()["fact_type"].probabilities(masked(reading.linked, span))
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
    has_time = any(role.role is Role.TIME for role in roles)
    has_group = any(role.role is not Role.TIME for role in roles)
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
        case FactKind.TREND if words & _DEVELOPING:
            fit = 1.0 if has_time or not has_group else 0.5
        case FactKind.TREND:
            fit = 1.0 if has_time else 0.5 if reading.asks_time and not has_group else 0.05
        case FactKind.CATEGORIZATION:
            fit = 1.0 if has_group and (reading.is_counted or not numbers) else 0.05
        case FactKind.DISTRIBUTION:
            fit = (0.3 if has_time and not has_group else 1.0) if numbers < 2 else 0.3
        case FactKind.OUTLIER:
            fit = 1.0 if words & _UNUSUAL else 0.2
        case FactKind.RANK if words & {"rank", "ranking"}:
            fit = 3.0
        case FactKind.EXTREME | FactKind.RANK:
            fit = 1.0 if has_group or has_time or reading.values else 0.5
    return fit


def _fit_of_number(
    kind: FactKind, reading: Reading, words: frozenset[str], *, numbers: int, has_breakdown: bool
) -> float:
    """Return the fit of types that are one number."""
    fit = 1.0
    match kind:
        case FactKind.ASSOCIATION:
            fit = 1.0 if numbers >= 2 else 0.02
        case FactKind.DIFFERENCE:
            fit = 1.0 if len(reading.values) >= 2 or words & {"differ", "difference", "above", "below"} else 0.1
        case FactKind.PROPORTION:
            fit = 1.0 if words & _SHARES else 0.1
        case FactKind.VALUE:
            fit = 0.1 if words & _DEVELOPING else 0.2 if has_breakdown or numbers > 1 else 1.0
            if {"highest", "lowest", "most", "least"} & words and not reading.values:
                fit *= 0.3
    return fit


def plan_of(reading: Reading, kind: FactKind | None = None) -> FactPlan:
    """Make the fact that a reading asks for; what it leaves open is filled in by what the table mostly is about."""
    table = reading.linked.table
    kind = kind or reading.kind
    measure, function = _measure(reading, kind)
    breakdown = _breakdown(reading, kind)
    subspace, focus = list(reading.subspace), list[str]()
    if kind in {FactKind.PROPORTION, FactKind.DIFFERENCE, FactKind.RANK} and reading.values:
        of = reading.values[0].predicate.column
        if kind is FactKind.PROPORTION or breakdown is None or breakdown == of or len(reading.values) > 1:
            breakdown = of
            focus = [v.predicate.literal for v in reading.values if v.predicate.column == of]
            subspace = [p for p in subspace if p.column != of]
    if breakdown is None and (kind in NEEDS_BREAKDOWN or (kind is FactKind.PROPORTION and subspace)):
        kind = FactKind.VALUE
    second = None
    if kind is FactKind.ASSOCIATION and len(reading.measures) > 1:
        second = reading.measures[1]
        breakdown = None
    return FactPlan(
        kind,
        table,
        measure,
        function,
        breakdown,
        tuple(subspace),
        tuple(focus),
        second,
        reading.is_high is not False,
        rows_noun=reading.rows_noun,
    )


def _measure(reading: Reading, kind: FactKind) -> tuple[Column | None, AggregationFunction]:
    """Return what is measured: rows where they are counted, else the first column named."""
    is_of_rows = kind is FactKind.CATEGORIZATION or (reading.is_counted and not reading.has_function)
    if (is_of_rows and not (reading.measures and kind is FactKind.ASSOCIATION)) or not reading.measures:
        if kind is FactKind.ASSOCIATION and reading.measures:
            return reading.measures[0], reading.functions[0]
        return None, COUNT
    column, function = reading.measures[0], reading.functions[0]
    if kind is FactKind.VALUE and not reading.has_function and not reading.breakdowns:
        for end, names in _ENDS:
            if not names.isdisjoint(_words_before(column, reading.linked)):
                return column, end
    return column, function


def _words_before(column: Column, linked: Linked) -> set[str]:
    """Return the words right before a column's name."""
    starts = [mention.start for mention in linked.columns if mention.columns[0] == column]
    return {word for start in starts for word in linked.words[max(start - 2, 0) : start]}


def _breakdown(reading: Reading, kind: FactKind) -> Column | None:
    table = reading.linked.table
    times = [c for c in reading.breakdowns if table.role(c).role is Role.TIME]
    groups = [c for c in reading.breakdowns if c not in times]
    if kind is FactKind.TREND:
        return times[0] if times else table.time.column if table.time else None
    if kind is FactKind.VALUE:
        return None
    chosen = groups[0] if groups else times[0] if times else None
    if chosen is None and kind in NEEDS_BREAKDOWN and reading.values:
        return reading.values[0].predicate.column
    if chosen is None and kind in NEEDS_BREAKDOWN:
        is_of_rows = bool(reading.linked.rows) or "who" in reading.linked.words
        if is_of_rows and table.label is not None and kind is not FactKind.CATEGORIZATION:
            return table.label.column
        used = {predicate.column for predicate in reading.subspace}
        return next((each.column for each in table.categories() if each.column not in used), None)
    return chosen


def is_listing(reading: Reading) -> bool:
    """Tell whether a question asks for the rows themselves: "show me players with more than 5 goals"."""
    linked = reading.linked
    starts = not _LISTED.isdisjoint(linked.lemmas[:3])
    is_plain = not reading.measures and not reading.breakdowns and not reading.asks_time
    return starts and is_plain and bool(reading.subspace)
