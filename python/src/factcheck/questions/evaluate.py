"""Facts from plans: the rows of each table are read in as few passes as possible."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from math import isfinite

from factcheck.catalogue.schema import Column
from factcheck.joins.relation_sets import RelationSet
from factcheck.port import Database
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.calendar_words import WEEKDAYS
from factcheck.queries.predicates.dated import date_sql
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.quantile import quantile_sql
from factcheck.queries.selection import Selection
from factcheck.questions.build import Evaluated, Group, built
from factcheck.questions.cells import MOST_GROUPS, Cells, GroupCells, Request, Sums
from factcheck.questions.empty_groups import with_empty_groups, with_empty_groups_sql
from factcheck.questions.fact import Fact, FactKind
from factcheck.questions.groups import (
    GroupBy,
    is_ordered_by_time,
    point_sql,
    relations_of,
    rows_sql,
    sample_sql,
    selection_of,
)
from factcheck.questions.plan import FactPlan
from factcheck.questions.roles import Role, TableRoles
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import literal

_BINS = 20
_FINE_BINS = 1000
_MOST_SORTED = 200_000
"""Values of which quartiles are exact; of more they come from a histogram of ``_FINE_BINS``."""
_SHARE_OF_POINTS = 400
_NEARLY = 0.9
_DAYS_BY_YEAR, _DAYS_BY_MONTH = 3 * 366, 62
_ADDED = frozenset({"count", "sum", "avg", "min", "max"})


def evaluate(plans: Sequence[tuple[FactPlan, float]], database: Database) -> list[tuple[int, Fact]]:
    """Evaluate plans, each with its relevance, and return the facts that the rows give, each with the plan's index.

    Plans of one table, with the same tables joined to it, share its passes.  A plan whose rows give nothing to say
    gives no fact.
    """
    facts: list[tuple[int, Fact]] = []
    by_tables: dict[RelationSet, list[int]] = {}
    for index, (plan, _) in enumerate(plans):
        by_tables.setdefault(relations_of(plan), []).append(index)
    for relations, indexes in by_tables.items():
        table = plans[indexes[0]][0].table
        spans = _spans(table, relations, [plans[index][0] for index in indexes], database)
        wanted = {index: _request(plans[index][0], _unit_of(plans[index][0], spans)) for index in indexes}
        whole = Request(None, (), ())
        wholes = [_whole(plans[index][0]) for index in indexes if plans[index][0].kind is FactKind.PROPORTION]
        cells = Cells(table, relations, [whole, *wholes, *(r for r in wanted.values() if r is not None)], database)
        all_rows = _rows_of(cells.groups(whole))
        for index in indexes:
            checkpoint()
            plan, relevance = plans[index]
            fact = _fact(plan, relevance, wanted[index], cells, all_rows, _unit_of(plan, spans), database)
            span = spans.get(_key_of(plan))
            if fact is not None and plan.kind is FactKind.TREND and span is not None and span.end is not None:
                told = f"{fact.caption.removesuffix('.')}; the data end on {span.end}."
                fact = replace(fact, caption=told)
            if fact is not None:
                facts.append((index, fact))
    return sorted(facts, key=lambda each: each[0])


def _whole(plan: FactPlan) -> Request:
    """Return all rows of a plan's subspace, of whatever group."""
    return Request(None, plan.subspace, ())


def _rows_of(groups: Mapping[Hashable, GroupCells]) -> int:
    return sum(group.rows for group in groups.values())


@dataclass(frozen=True, slots=True)
class _Span:
    """By what length of time the days of a column are put together, and the last day where that length is cut."""

    unit: str
    end: str | None


_Key = tuple[Column | None, tuple[Predicate, ...]]
"""A column of groups, and the predicates of a subspace that restrict it."""


def _key_of(plan: FactPlan) -> _Key:
    return plan.breakdown, tuple(each for each in plan.subspace if each.column == plan.breakdown)


def _unit_of(plan: FactPlan, spans: Mapping[_Key, _Span]) -> str | None:
    span = spans.get(_key_of(plan))
    return None if span is None else plan.unit or span.unit


def _spans(
    table: TableRoles, relations: RelationSet, plans: Sequence[FactPlan], database: Database
) -> dict[_Key, _Span]:
    """Choose for each column of dates by what length of time its days are put together: in a year, by month."""
    dates = [
        (column, predicates)
        for column, predicates in dict.fromkeys(map(_key_of, plans))
        if column is not None and table.role(column).role is Role.TIME and (column.is_date or column.is_timestamp)
    ]
    if not dates:
        return {}
    selection = Selection(relations)
    selected = []
    for index, (column, predicates) in enumerate(dates):
        name = date_sql(column, selection.column_sql(column), "")
        among = f" FILTER (WHERE {selection.conjunction_sql(predicates)})" if predicates else ""
        selected += [f"({end}({name}){among})::date::text AS {end}{index}" for end in ("min", "max")]
    [row] = database.query(f"SELECT {', '.join(selected)}{selection.source_sql()}")
    spans: dict[_Key, _Span] = {}
    for index, key in enumerate(dates):
        high = row[f"max{index}"]
        unit = _unit(row[f"min{index}"], high)
        spans[key] = _Span(unit, high if _is_cut(high, unit) else None)
    return spans


def _is_cut(day: str | None, unit: str | None) -> bool:
    """Tell whether more than a tenth of the year or the month of a day is still to come after it."""
    try:
        last = date.fromisoformat(day or "")
    except ValueError:
        return False
    of_year = last.timetuple().tm_yday / 366
    of_month = last.day / monthrange(last.year, last.month)[1]
    return (unit == "year" and of_year < _NEARLY) or (unit == "month" and of_month < _NEARLY)


def _unit(low: str | None, high: str | None) -> str:
    try:
        days = (date.fromisoformat(high or "") - date.fromisoformat(low or "")).days
    except ValueError:  # infinity, or years that Python does not have
        return "year"
    return "year" if days >= _DAYS_BY_YEAR else "month" if days > _DAYS_BY_MONTH else "day"


def _by(plan: FactPlan, unit: str | None) -> GroupBy | None:
    return None if plan.breakdown is None else (plan.breakdown, unit)


def _request(plan: FactPlan, unit: str | None) -> Request | None:
    """Return what a plan needs of the common pass; None where it has a statement of its own."""
    if plan.kind is FactKind.ASSOCIATION:
        return Request(None, plan.subspace, ())
    is_added = plan.function.name in _ADDED
    if plan.breakdown is not None:
        values = plan.table.role(plan.breakdown).values
        is_wide = unit is None and (not 0 < values <= MOST_GROUPS)
        if is_wide or not is_added:
            return Request(None, plan.subspace, ())
    measures = () if plan.measure is None else (plan.measure,)
    return Request(
        _by(plan, unit),
        plan.subspace,
        measures,
        needs_squares=plan.kind is FactKind.DIFFERENCE,
        needs_ends=plan.function.name in {"min", "max"}
        or (plan.kind is FactKind.DISTRIBUTION and plan.breakdown is None),
    )


def _fact(
    plan: FactPlan,
    relevance: float,
    request: Request | None,
    cells: Cells,
    all_rows: int,
    unit: str | None,
    database: Database,
) -> Fact | None:
    if request is None or not all_rows:
        return None
    sql = rows_sql(plan, unit)
    if plan.kind is FactKind.ASSOCIATION:
        return _association(plan, relevance, all_rows, database)
    if plan.kind is FactKind.DISTRIBUTION and plan.breakdown is None:
        return _histogram(plan, relevance, cells.groups(request), all_rows, database)
    groups = cells.groups(request)
    if plan.breakdown is None:
        return _single(plan, relevance, sql, groups, all_rows, database)
    if request.by is not None:
        listed = [group for name, held in groups.items() if (group := _group(name, held, plan)) is not None]
    else:
        listed = [Group(_shown(r["group"]), _number(r["value"]), 0, None) for r in database.query(sql)]
        listed = [group for group in listed if group.value is not None]
    of_plan = _rows_of(groups)
    if not listed:
        return None
    ordered = _ordered(plan, listed)
    if unit is not None and len(full := with_empty_groups(plan, unit, ordered)) > len(ordered):
        ordered, sql = tuple(full), with_empty_groups_sql(sql, unit)
    known = of_plan / (_rows_of(cells.groups(_whole(plan))) or of_plan or 1) if plan.kind is FactKind.PROPORTION else 1
    return built(plan, Evaluated(sql, unit, ordered, of_plan / all_rows, of_plan, known_share=known), relevance)


def _single(
    plan: FactPlan, relevance: float, sql: str, groups: Mapping[Hashable, GroupCells], all_rows: int, database: Database
) -> Fact | None:
    rows = _rows_of(groups)
    if plan.function.name in _ADDED:
        value = (
            _value(plan.function, groups[None], plan.measure)
            if None in groups
            else (0 if plan.measure is None else None)
        )
    else:
        value = _number(database.query(sql)[0]["value"])
    if value is None:
        return None
    return built(plan, Evaluated(sql, None, (Group("", value, rows, None),), rows / all_rows, rows), relevance)


def _group(name: Hashable, held: GroupCells, plan: FactPlan) -> Group | None:
    value = _value(plan.function, held, plan.measure)
    sums = None if plan.measure is None else held.sums[plan.measure]
    return None if value is None else Group(_shown(name), value, held.rows, sums)


def _value(function: AggregationFunction, held: GroupCells, measure: Column | None) -> float | int | None:
    if measure is None:
        return held.rows
    sums = held.sums[measure]
    if not sums.count:
        return None
    results: dict[str, object] = {
        "count": sums.count,
        "sum": sums.total,
        "avg": _mean(sums),
        "min": sums.low,
        "max": sums.high,
    }
    return _number(results[function.name])


def _mean(sums: Sums) -> object:
    return sums.total / sums.count if isinstance(sums.total, Decimal) else float(sums.total) / sums.count


def _number(value: object) -> float | int | None:
    """Return a number as facts have it: whole ones as they are, others with twelve digits."""
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, Decimal | float):
        number = float(f"{float(value):.12g}")
        if not isfinite(number):
            return None
        return int(number) if number.is_integer() and abs(number) < 1e15 else number
    return None


def _shown(name: object) -> str | int | float:
    if isinstance(name, str):
        return name
    number = _number(name)
    return str(name) if number is None else number


def _ordered(plan: FactPlan, groups: Sequence[Group]) -> tuple[Group, ...]:
    """Order groups as the fact's statement does: by time, or by value, and equal ones by name."""
    by_name = sorted(groups, key=lambda group: (isinstance(group.name, str), group.name))
    if is_ordered_by_time(plan):
        is_of_weekdays = all(group.name in WEEKDAYS for group in groups)
        return tuple(sorted(by_name, key=lambda g: WEEKDAYS.index(str(g.name))) if is_of_weekdays else by_name)
    sign = -1 if plan.is_highest or plan.kind not in {FactKind.EXTREME, FactKind.RANK} else 1
    return tuple(sorted(by_name, key=lambda group: sign * (group.value or 0)))


def _association(plan: FactPlan, relevance: float, all_rows: int, database: Database) -> Fact | None:
    if plan.second_measure is None:
        return None
    x, y = "p.x::double precision", "p.y::double precision"
    [row] = database.query(
        f"SELECT corr({y}, {x}) AS r, regr_slope({y}, {x}) AS slope, regr_intercept({y}, {x}) AS intercept,"
        f" count(*) AS n FROM ({point_sql(plan)}) AS p"
    )
    count, r = int(row["n"]), _number(row["r"])
    if r is None or count < 3:
        return None
    sql = sample_sql(plan, max(count // _SHARE_OF_POINTS, 1))
    points = tuple((_shown(point["x"]), _shown(point["y"])) for point in database.query(sql))
    statistics = {"r": r, "slope": _number(row["slope"]), "intercept": _number(row["intercept"]), "n": count}
    return built(plan, Evaluated(sql, None, (), count / all_rows, count, points, statistics), relevance)


def _histogram(
    plan: FactPlan, relevance: float, groups: Mapping[Hashable, GroupCells], all_rows: int, database: Database
) -> Fact | None:
    if plan.measure is None or None not in groups:
        return None
    sums = groups[None].sums[plan.measure]
    if not sums.count or sums.low is None or sums.high is None:
        return None
    low, high = float(sums.low), float(sums.high)
    if not (isfinite(low) and isfinite(high)):
        return None  # no bins reach there
    sql = _bins_sql(plan, low, high, _BINS)
    is_large = sums.count > _MOST_SORTED and low < high
    fine = (
        {int(r["bin"]): int(r["n"]) for r in database.query(_bins_sql(plan, low, high, _FINE_BINS))} if is_large else {}
    )
    bins = _coarse(fine) if is_large else {int(row["bin"]): int(row["n"]) for row in database.query(sql)}
    width = (high - low) / _BINS
    size = 1 if low == high else _BINS
    rows = tuple(
        (_number(low + index * width), _number(low + (index + 1) * width), bins.get(index + 1, 0))
        for index in range(size)
    )
    statistics = _quartiles(plan, sums.count, low, high, fine, database)
    return built(
        plan,
        Evaluated(sql, None, (), groups[None].rows / all_rows, sums.count, rows, statistics),
        relevance,
    )


def _bins_sql(plan: FactPlan, low: float, high: float, bins: int) -> str:
    selection = selection_of(plan)
    name = f"{selection.column_sql(_measure(plan))}::double precision"
    known = f"{' AND' if plan.subspace else ' WHERE'} {selection.column_sql(_measure(plan))} IS NOT NULL"
    if low == high:
        return f"SELECT 1 AS bin, count(*) AS n{selection.source_sql()}{known}"
    bucket = f"least(width_bucket({name}, {literal(low)}, {literal(high)}, {bins}), {bins})"
    return f"SELECT {bucket} AS bin, count(*) AS n{selection.source_sql()}{known} GROUP BY 1 ORDER BY 1"


def _measure(plan: FactPlan) -> Column:
    if plan.measure is None:
        raise ValueError("a distribution of a column has one")
    return plan.measure


def _quartiles(
    plan: FactPlan, count: int, low: float, high: float, fine: Mapping[int, int], database: Database
) -> dict[str, float | int | None]:
    shares = (0.25, 0.5, 0.75)
    if not fine:
        [row] = database.query(quantile_sql(selection_of(plan), _measure(plan), *shares))
        [quantiles] = row.values()
        q1, middle, q3 = (_number(value) for value in quantiles)
    else:
        q1, middle, q3 = (_in_bins(fine, share * count, low, high) for share in shares)
    return {"min": _number(low), "q1": q1, "median": middle, "q3": q3, "max": _number(high)}


def _coarse(fine: Mapping[int, int]) -> dict[int, int]:
    """Put fine bins together to those that are drawn."""
    bins: dict[int, int] = {}
    for number, count in fine.items():
        coarse = (number - 1) * _BINS // _FINE_BINS + 1
        bins[coarse] = bins.get(coarse, 0) + count
    return bins


def _in_bins(fine: Mapping[int, int], wanted: float, low: float, high: float) -> float | int | None:
    """Return the value below which so many others lie, interpolated in its bin."""
    width, before = (high - low) / _FINE_BINS, 0
    for number, held in sorted(fine.items()):
        if before + held >= wanted:
            value = low + (number - 1 + (wanted - before) / held) * width
            return _number(float(f"{value:.4g}"))
        before += held
    return _number(high)
