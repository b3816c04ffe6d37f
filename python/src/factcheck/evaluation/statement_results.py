"""Results of the readings of statements: one grouped query for all measures of the same groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from factcheck.candidates.statements.reading import StatementReading
from factcheck.evaluation.kept_rows import QueryRows
from factcheck.evaluation.query_results import QueryResults
from factcheck.queries.column_place import ColumnPlace
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.group_members import group_words, grouping_of, member_sql, member_words
from factcheck.queries.group_place import GroupPlace
from factcheck.queries.groups import Grouping
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.quick_selection import quickened
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.queries.steady_change import SteadyChange
from factcheck.runtime.checkpoints import checkpoint
from factcheck.words.code_systems import NO_ANSWERS
from factcheck.words.identifiers import split_identifier

_SHOWN_PLACES = 3
_PLACES_AT_ONCE = 40
"""Places in the same groups that one query tells; each takes some of the planner's time."""
_NEARLY_NONE, _NEARLY_ALL = Decimal("0.5"), Decimal("99.5")
"""Percentages beyond which a bound tells no rows apart: that of another column is meant."""
_WHOLES = frozenset("total all overall world worldwide global national nationwide nation".split()) | {"grand total"}
"""Values of all groups together, which stand among them in tables that were made for reading."""
_ANY_OF_ALL = ("at least one ", "any ")
"""What values begin with that count all of which one of the others is true."""
_REST = frozenset({"other", "others", "all other", "all others", "miscellaneous"})
"""Values of all that have no group of their own, which no reader ranks."""
_COUNTRIES = frozenset({"us", "u.s.", "usa", "u.s.a.", "united states"})
_FEWEST_GROUPS = 3
"""Groups from which something may be said to change from each to the next."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A group, or rows, by a name, with its value and its place where it has one."""

    name: str
    value: Decimal
    place: int | None = None


@dataclass(frozen=True, slots=True)
class StatementResult:
    """What a reading gives: the number that decides it, whether the statement holds, and the values compared.

    ``places`` are the places of the owners in their order; ``value`` is None where the data have nothing to compare.
    A result ``is_unclear`` where readers differ on whether the statement holds.  It ``is_tie``, without a value, where
    several share the place that is stated.
    """

    value: Decimal | None
    holds: bool
    owners: tuple[NamedValue, ...] = ()
    others: tuple[NamedValue, ...] = ()
    is_unclear: bool = False
    is_tie: bool = False


_NOTHING = StatementResult(None, False)
_TIE = StatementResult(None, False, is_tie=True)


class StatementEvaluation:
    """Evaluates readings; what was asked once is not asked again."""

    def __init__(self, source: QueryRows, results: QueryResults) -> None:
        """Have ``results`` find what readings compare, and ``source`` give the rows with places."""
        self._rows = source
        self._values = results
        self._places: dict[GroupPlace, StatementResult] = {}
        self._steady_changes: dict[SteadyChange, StatementResult] = {}
        self._column_places: dict[ColumnPlace, StatementResult] = {}

    def ask(self, readings: Sequence[StatementReading]) -> None:
        """Ask the data for all that readings need, together."""
        self._ask_for_places([each.query for each in readings if isinstance(each.query, GroupPlace)])
        self._values.add(part for each in readings for part in _compared(each.query))

    def results(self, readings: Sequence[StatementReading]) -> list[StatementResult]:
        """Return the result of each reading; the data were asked for all of them."""
        return [self._result(reading) for reading in readings]

    def _result(self, reading: StatementReading) -> StatementResult:
        match reading.query:
            case GroupPlace() as query:
                return _judged_places(self._places[query], reading)
            case SteadyChange() as query:
                return self._steady(query)
            case ColumnPlace() as query:
                return _judged_places(self._columns(query), reading)
            case Difference() as query:
                return self._difference(query, reading)
            case Ratio() as query:
                return self._share(query, reading)

    def _difference(self, query: Difference, reading: StatementReading) -> StatementResult:
        left, right = self._value(query.left), self._value(query.right)
        if left is None or right is None or not (left or right):  # of what is nowhere neither side has more
            return _NOTHING
        value = query.shown(Fraction(left) - Fraction(right))
        if value is None:
            return _NOTHING
        if not value and (reading.is_change or _counts_rows(query)):
            return _NOTHING  # what is the same at both ends is not what is said to change, or to be compared
        one, other = _names(query)
        holds = value > 0 if reading.is_greatest else value < 0
        smaller, greater = sorted((left, right))
        if holds and reading.times > 1:
            holds = smaller <= 0 or greater >= smaller * Decimal(reading.times)
        return StatementResult(value, holds, (NamedValue(one, left),), (NamedValue(other, right),))

    def _steady(self, query: SteadyChange) -> StatementResult:
        if query not in self._steady_changes:
            checkpoint()
            [quick] = quickened([query])
            rows = self._rows.of_statement(quick.steps_sql(), [query])
            self._steady_changes[query] = _steps(query, rows)
        return self._steady_changes[query]

    def _columns(self, query: ColumnPlace) -> StatementResult:
        if query not in self._column_places:
            checkpoint()
            rows = self._rows.of_statement(query.places_sql(), [query])
            self._column_places[query] = _column_places(query, rows)
        return self._column_places[query]

    def _share(self, query: Ratio, reading: StatementReading) -> StatementResult:
        value = self._value(query)
        if value is None:
            return _NOTHING
        low, high = reading.unclear
        is_bounded = isinstance(query.predicates[-1], Compare) and not _NEARLY_NONE < value < _NEARLY_ALL
        owners = (NamedValue(_name(query.predicates[-1]), value),)
        return StatementResult(value, value > high, owners, is_unclear=is_bounded or low < value <= high)

    def _value(self, query: Query) -> Decimal | None:
        try:
            result = self._values[query]
            if result.noise:
                checkpoint()
                self._values.run(query)
                result = self._values[query]
        except LookupError:
            return None
        return result.shown

    def _ask_for_places(self, queries: Sequence[GroupPlace]) -> None:
        asked: dict[tuple[Selection, Grouping], list[GroupPlace]] = {}
        for query in dict.fromkeys(queries):
            if query not in self._places:
                asked.setdefault((query.selection, query.by), []).append(query)
        for of_groups in asked.values():
            for start in range(0, len(of_groups), _PLACES_AT_ONCE):
                checkpoint()
                together = of_groups[start : start + _PLACES_AT_ONCE]
                quick = quickened(together)
                rows = self._rows.of_statement(_places_sql(quick), together)
                found: dict[tuple[int, int], list[Any]] = {}
                for row in rows:
                    found.setdefault((row["measure"], row["ranking"]), []).append(row)
                for query, place in zip(together, _ranked(quick), strict=True):
                    self._places[query] = _places(query, found.get(place, []))


def _counts_rows(query: Difference) -> bool:
    """Tell whether rows are counted, which tables may have as many of for all that they tell of."""
    return isinstance(query.left, Aggregate) and query.left.measure == Measure(COUNT, None)


def _compared(query: Query) -> tuple[Query, ...]:
    """Return the queries whose values a reading compares or judges."""
    if isinstance(query, Difference):
        return query.left, query.right
    return (query,) if isinstance(query, Ratio) else ()


def _values_by_text(queries: Sequence[GroupPlace]) -> dict[str, int]:
    """Number the values that queries about the same groups rank, each once, by how they are written."""
    texts = dict.fromkeys(query.group_value_sql() for query in queries)
    return {text: number for number, text in enumerate(texts)}


def _ranked(queries: Sequence[GroupPlace]) -> list[tuple[int, int]]:
    """Return the number of the value that each query ranks, and that of its ranking: the same owners in one order."""
    values = _values_by_text(queries)
    rankings = list(dict.fromkeys((query.owners, query.is_greatest) for query in queries))
    numbers = {ranking: number for number, ranking in enumerate(rankings)}
    return [(values[query.group_value_sql()], numbers[query.owners, query.is_greatest]) for query in queries]


def _places_sql(queries: Sequence[GroupPlace]) -> str:
    """Write one query for all measures and owners of the same groups: the first groups of each, and the owners'."""
    first = queries[0]
    selection = first.selection
    group = first.by.sql(selection)
    known = f"{' AND' if selection.predicates else ' WHERE'} {selection.column_sql(first.by.column)} IS NOT NULL"
    source = f"{selection.source_sql()}{known}"
    written = ", ".join(f"{text} AS v{number}" for text, number in _values_by_text(queries).items())
    members, ranked = [], []
    for (value, ranking), query in dict(zip(_ranked(queries), queries, strict=True)).items():
        relation = f"members{ranking}"
        text = f"{relation} AS MATERIALIZED (SELECT * FROM (SELECT *, {_member(query)} FROM groups) AS every"
        members.append(f"{text} WHERE member IS NOT NULL)")
        ranked.append(_ranking_sql(query, value, ranking, relation))
    relations = [f"groups AS MATERIALIZED (SELECT {group} AS owner, {written}{source} GROUP BY 1)", *members]
    return f"WITH {', '.join(dict.fromkeys(relations))} {' UNION ALL '.join(ranked)}"


def _ranking_sql(query: GroupPlace, value: int, ranking: int, members: str) -> str:
    """Write the first groups by a value, and the owners.

    The first ones are found without putting all in order, and the place of another one by counting.
    """
    shown, before = _SHOWN_PLACES + len(query.owners), ">" if query.is_greatest else "<"
    return (
        f"SELECT {value} AS measure, {ranking} AS ranking, owner::text AS name, value::numeric AS value,"
        f" rank() OVER (ORDER BY value {query.order}) AS place, {_member(query)}"
        f" FROM (SELECT owner, v{value} AS value FROM groups WHERE v{value} IS NOT NULL"
        f" ORDER BY v{value} {query.order}, owner LIMIT {shown}) AS firsts UNION ALL"
        f" SELECT {value}, {ranking}, owner::text, v{value}::numeric, 1 + (SELECT count(*) FROM groups"
        f" WHERE groups.v{value} {before} {members}.v{value}), member FROM {members} WHERE v{value} IS NOT NULL"
    )


def _member(query: GroupPlace) -> str:
    """Write which of the owners a group is."""
    cases = " ".join(f"WHEN {member_sql(owner, 'owner')} THEN {number}" for number, owner in enumerate(query.owners))
    return f"CASE {cases} END AS member"


def _places(query: GroupPlace, rows: Sequence[Any]) -> StatementResult:
    def named(row: Any) -> NamedValue:
        value = query.value_shown(_exact(row["value"])) or Decimal(0)
        return NamedValue(group_words(query.by.part, str(row["name"])), value, row["place"])

    owners = []
    for number, owner in enumerate(query.owners):
        of_owner = (row for row in rows if row["member"] == number)
        row = min(of_owner, key=lambda row: row["place"], default=None)
        if row is None:
            return _NOTHING
        owners.append(NamedValue(member_words(owner), named(row).value, row["place"]))
    others = [named(row) for row in sorted(rows, key=lambda row: row["place"]) if row["member"] is None]
    return StatementResult(Decimal(max(owner.place or 0 for owner in owners)), False, tuple(owners), tuple(others))


def _steps(query: SteadyChange, rows: Sequence[Any]) -> StatementResult:
    """Return the first and the last group where all change as stated, else the first that does not, with that before.

    A time that is the second or the last may follow, or be, one that is not there as a whole: that is unclear.
    """
    if not rows or rows[0]["groups"] < _FEWEST_GROUPS:
        return _NOTHING
    breaks, groups = rows[0]["breaks"], rows[0]["groups"]
    broken = next((index for index, row in enumerate(rows) if row["is_break"]), None)
    ends = (rows[0], rows[-1]) if broken is None else (rows[broken - 1], rows[broken])
    before, after = (
        NamedValue(group_words(query.by.part, str(row["name"])), query.value_shown(_exact(row["value"])) or Decimal(0))
        for row in ends
    )
    is_at_end = query.is_of_times and breaks == 1 and ends[1]["number"] in {2, groups}
    return StatementResult(Decimal(breaks), not breaks, (after,), (before,), is_unclear=is_at_end)


def _column_places(query: ColumnPlace, rows: Sequence[Any]) -> StatementResult:
    measures = (*query.owners, *query.others)
    named: dict[int, NamedValue] = {}
    for row in rows:
        measure = measures[row["number"]]
        value = query.value_shown(measure, _exact(row["value"])) or Decimal(0)
        named[row["number"]] = NamedValue(query.name(measure), value, row["place"])
    if any(number not in named for number in range(len(query.owners))):
        return _NOTHING
    owners = tuple(named.pop(number) for number in range(len(query.owners)))
    others = tuple(sorted(named.values(), key=lambda each: each.place or 0))
    return StatementResult(Decimal(max(owner.place or 0 for owner in owners)), False, owners, others)


def _judged_places(result: StatementResult, reading: StatementReading) -> StatementResult:
    if result.value is None or not (result.others or len(result.owners) > 1):
        return _NOTHING
    places = [owner.place or 0 for owner in result.owners]
    if any(other.place in places and (other.place or 0) <= reading.last for other in result.others):
        return _TIE  # a tie at a place that is stated decides nothing
    if reading.is_ordered or not result.others:  # of all groups only the order says something
        holds = all(place == reading.first + index for index, place in enumerate(places))
    else:
        holds = all(reading.first <= place <= reading.last for place in places)
    if reading.is_next and not holds:
        ahead = [other.value for other in result.others if (other.place or 0) < places[0]]
        are_all = len(ahead) == places[0] - 1  # of many before it some alone are known
        holds = are_all and len(set(ahead)) == reading.first - 1  # two that share a place leave the next one to it
    nameless = [other.place or 0 for other in result.others if _is_no_group(other, reading)]
    ranked = [place - sum(other < place for other in nameless) for place in places]
    are_first = reading.is_ordered and reading.first == 1 and all(place <= reading.last for place in places)
    is_other_order = not holds and are_first and bool(result.others)  # a list of the first five may be in any order
    is_behind_none = not holds and ranked != places and all(reading.first <= place <= reading.last for place in ranked)
    if is_behind_none and not any(other.name.strip().lower() in NO_ANSWERS for other in result.others):
        return StatementResult(result.value, True, result.owners, result.others)  # the country is none of its states
    return StatementResult(
        result.value, holds, result.owners, result.others, is_unclear=is_behind_none or is_other_order
    )  # readers differ on ranking what has no name


def _is_no_group(other: NamedValue, reading: StatementReading) -> bool:
    """Tell whether a value of a column names no group: "unknown", "total", the country among its states."""
    name = other.name.strip().lower()
    by = reading.query.by.column if isinstance(reading.query, GroupPlace) else None
    is_country = by is not None and "state" in split_identifier(by.name) and name in _COUNTRIES
    return name in NO_ANSWERS | _WHOLES | _REST or name.startswith(_ANY_OF_ALL) or is_country


def _name(predicate: Predicate) -> str:
    return member_words(predicate)


def _names(query: Difference) -> tuple[str, str]:
    """Name the two that are compared: groups of rows, or columns."""
    left, right = query.left, query.right
    if left.column != right.column and left.column is not None and right.column is not None:
        return left.selection.column_words(left.column), right.selection.column_words(right.column)
    return _own_name(left, right), _own_name(right, left)


def _own_name(query: Query, other: Query) -> str:
    """Name the rows of a query that another one has not restricted to them; all rows where it restricts them alone."""
    own = [predicate for predicate in query.predicates if predicate not in other.predicates]
    if not own:
        return "all rows"
    is_group = isinstance(own[-1], Not) or grouping_of(own[-1]) is not None
    return _name(own[-1]) if is_group else own[-1].words(query.selection.column_words(own[-1].column))


def _exact(value: Any) -> Fraction | None:
    number = Decimal(value)
    return Fraction(number) if number.is_finite() else None
