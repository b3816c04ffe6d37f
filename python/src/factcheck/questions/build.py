"""A fact from its plan and from what the rows gave: value, statistics, significance, caption."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from factcheck.questions import statistics as stats
from factcheck.questions.captions import caption
from factcheck.questions.cells import Sums
from factcheck.questions.fact import MOST_ROWS, Cell, Fact, FactKind, FactRows, Restriction
from factcheck.questions.groups import breakdown_of, selection_of
from factcheck.questions.plan import FactPlan, measure_words, restriction_words
from factcheck.sqltext import literal

_OF_RELEVANCE = 2.0
_OF_SIGNIFICANCE, _OF_IMPACT = 0.6, 0.4
"""A fact's score is its relevance, to this power, times the weighted mean of its significance and its impact."""

_USUAL_PLACES, _MOST_PLACES = 3, 20
"""How many places a rank tells where no number is asked for, and at most."""

Number = float | int | None


@dataclass(frozen=True, slots=True)
class Group:
    """A group with its value; ``sums`` are those of the measure, where the pass added them up."""

    name: str | int | float
    value: Number
    rows: int
    sums: Sums | None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What the rows gave for a plan; ``impact`` is the share of the table's rows, ``points`` rows as they are drawn.

    ``known_share`` is that of the rows of the subspace whose group is known.
    """

    sql: str
    unit: str | None
    groups: tuple[Group, ...]
    impact: float
    rows: int
    points: tuple[tuple[Cell, ...], ...] = ()
    statistics: dict[str, Number] = field(default_factory=dict)
    known_share: float = 1.0

    @property
    def values(self) -> list[float]:
        """The values of the groups."""
        return [float(group.value) for group in self.groups if group.value is not None]

    def find(self, name: str) -> Group | None:
        """Return the group of a name as predicates have it."""
        return next((group for group in self.groups if str(group.name) == name), None)


@dataclass(frozen=True, slots=True)
class Result:
    """What a fact says."""

    value: Number
    significance: float
    rows: FactRows
    focus: tuple[str, ...] = ()
    statistics: dict[str, Number] = field(default_factory=dict)


def built(plan: FactPlan, evaluated: Evaluated, relevance: float) -> Fact | None:
    """Make the fact of a plan; None where the rows give nothing to say."""
    plan = replace(plan, unit=evaluated.unit)
    result = _RESULTS[plan.kind](plan, evaluated)
    if result is None:
        return None
    significance = min(max(result.significance, 0.0), 1.0)
    impact = min(max(evaluated.impact, 0.0), 1.0)
    score = relevance**_OF_RELEVANCE * (_OF_SIGNIFICANCE * significance + _OF_IMPACT * impact)
    selection = selection_of(plan)
    restrictions = tuple(
        Restriction(p.column.name, restriction_words(p), p.sql(selection.column_sql(p.column))) for p in plan.subspace
    )
    breakdown = None if plan.breakdown is None else breakdown_of(plan.breakdown, evaluated.unit, plan.table)
    return Fact(
        kind=plan.kind,
        relation=plan.table.table.sql_name,
        subspace=restrictions,
        breakdown=breakdown,
        measure=None if plan.measure is None else plan.measure.name,
        measure_words=measure_words(plan, plan.told_noun),
        aggregation=plan.function.name,
        focus=result.focus,
        sql=_with_columns(plan, evaluated, result),
        value=result.value,
        rows=result.rows,
        caption=caption(plan, result.value, result.rows, result.focus, result.statistics),
        relevance=round(relevance, 4),
        significance=round(significance, 4),
        impact=round(impact, 4),
        score=round(score, 4),
        second_measure=None if plan.second_measure is None else plan.second_measure.name,
        statistics=result.statistics,
    )


def _with_columns(plan: FactPlan, evaluated: Evaluated, result: Result) -> str:
    """Return the statement that gives the rows of a fact: further columns are worked out from those of the groups."""
    groups = f"({evaluated.sql}) AS g"
    order = " ORDER BY g.value DESC, 1"
    match plan.kind:
        case FactKind.PROPORTION:
            share = "g.value::double precision / nullif(sum(g.value) OVER (), 0)"
            return f'SELECT g."group", g.value, {share} AS share FROM {groups}{order}'
        case FactKind.RANK:
            way = "DESC" if plan.is_highest else "ASC"
            return (
                f'SELECT g."group", g.value, rank() OVER (ORDER BY g.value {way}) AS rank FROM {groups} ORDER BY 3, 1'
            )
        case FactKind.OUTLIER:
            low, high = (literal(float(result.statistics[name] or 0.0)) for name in ("low", "high"))
            return f'SELECT g."group", g.value, g.value NOT BETWEEN {low} AND {high} AS is_outlier FROM {groups}'
    return evaluated.sql


def _pairs(groups: Sequence[Group], focus: Sequence[Group] = ()) -> FactRows:
    return FactRows(("group", "value"), tuple((group.name, group.value) for group in _kept(groups, focus)))


def _kept(groups: Sequence[Group], focus: Sequence[Group]) -> list[Group]:
    """Return the first of many groups in their order, those in focus among them."""
    if len(groups) <= MOST_ROWS:
        return list(groups)
    names = {group.name for group in focus[:MOST_ROWS]}
    room = MOST_ROWS - len(names)
    kept = []
    for group in groups:
        if group.name in names:
            kept.append(group)
        elif room:
            kept.append(group)
            room -= 1
    return kept


def _rounded(value: float | None) -> Number:
    if value is None or not math.isfinite(value):
        return None
    number = float(f"{value:.12g}")
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _value(_: FactPlan, evaluated: Evaluated) -> Result | None:
    value = evaluated.groups[0].value
    return Result(
        value, 1.0, FactRows(("value",), ((value,),)), statistics={"share_of_rows": _rounded(evaluated.impact)}
    )


def _percent(value: float, base: float) -> float | None:
    """Return by how many per cent of a base a value differs; of what is not above zero there are no per cents."""
    return 100 * (value - base) / base if base > 0 <= value else None


def _difference(plan: FactPlan, evaluated: Evaluated) -> Result | None:
    one = evaluated.find(plan.focus[0]) if plan.focus else None
    other = evaluated.find(plan.focus[1]) if len(plan.focus) > 1 else _overall(evaluated)
    if one is None or other is None or one.value is None or other.value is None:
        return None
    difference = float(one.value) - float(other.value)
    percent = _percent(float(one.value), float(other.value))
    sure = 1.0
    if one.sums is not None and other.sums is not None:
        parts = [(each.sums.mean, each.sums.variance, each.sums.count) for each in (one, other) if each.sums]
        sure = stats.sure_of_difference(parts[0], parts[1])
    statistics = {"difference": _rounded(difference), "percent": _rounded(percent)}
    return Result(
        _rounded(difference), sure, _pairs([one, other]), tuple(str(each.name) for each in (one, other)), statistics
    )


def _overall(evaluated: Evaluated) -> Group | None:
    """Return all groups together, for an average or a count; of counts the mean of the groups."""
    sums = Sums()
    for group in evaluated.groups:
        if group.sums is None:
            values = evaluated.values
            return Group("overall", _rounded(math.fsum(values) / len(values)), evaluated.rows, None) if values else None
        sums.add(group.sums)
    return Group("overall", _rounded(sums.mean), evaluated.rows, sums) if sums.count else None


def _proportion(plan: FactPlan, evaluated: Evaluated) -> Result | None:
    total = math.fsum(evaluated.values)
    if total <= 0 or min(evaluated.values) < 0:
        return None
    groups = sorted(evaluated.groups, key=lambda group: -(group.value or 0))
    focus = (evaluated.find(plan.focus[0]) if plan.focus else None) or groups[0]
    if plan.focus and evaluated.find(plan.focus[0]) is None:
        return None
    share = float(focus.value or 0) / total
    rows = FactRows(
        ("group", "value", "share"),
        tuple((g.name, g.value, _rounded(float(g.value or 0) / total)) for g in _kept(groups, [focus])),
    )
    sure = stats.sure_of_share(share, 1 / len(groups), evaluated.rows)
    statistics = {"known_share": _rounded(evaluated.known_share)}
    return Result(_rounded(share), sure, rows, (str(focus.name),), statistics)


def _trend(_: FactPlan, evaluated: Evaluated) -> Result | None:
    values = evaluated.values
    if len(values) < 2:
        return None
    slope, intercept, r2 = stats.line(values)
    percent = _percent(values[-1], values[0])
    sure = stats.sure_of_correlation(math.copysign(math.sqrt(r2), slope), len(values))
    statistics: dict[str, Number] = {
        "slope": _rounded(slope),
        "intercept": _rounded(intercept),
        "r2": _rounded(r2),
        "first": _rounded(values[0]),
        "last": _rounded(values[-1]),
        "percent": _rounded(percent),
    }
    return Result(_rounded(slope), sure, _pairs(evaluated.groups), statistics=statistics)


def _categorization(_: FactPlan, evaluated: Evaluated) -> Result | None:
    return Result(len(evaluated.groups), stats.unevenness(evaluated.values), _pairs(evaluated.groups))


def _distribution(_: FactPlan, evaluated: Evaluated) -> Result | None:
    if evaluated.points:
        counts = [float(row[2] or 0) for row in evaluated.points]
        rows = FactRows(("low", "high", "value"), evaluated.points)
        return Result(evaluated.statistics["median"], stats.sure_of_spread(counts), rows, (), evaluated.statistics)
    values = sorted(evaluated.values)
    if not values:
        return None
    quantiles = {name: stats.quantile(values, share) for name, share in _QUANTILES.items()}
    statistics = {name: _rounded(value) for name, value in quantiles.items()}
    return Result(statistics["median"], stats.sure_of_spread(values), _pairs(evaluated.groups), (), statistics)


_QUANTILES = {"min": 0.0, "q1": 0.25, "median": 0.5, "q3": 0.75, "max": 1.0}


def _first(plan: FactPlan, groups: Sequence[Group]) -> list[Group]:
    """Return as many of ordered groups as are asked for, and those that have the same value as the last of them."""
    if plan.wanted < 2:
        return list(groups[:_USUAL_PLACES])
    last = groups[: plan.wanted][-1].value
    within = (group for place, group in enumerate(groups) if place < plan.wanted or group.value == last)
    return list(within)[:_MOST_PLACES]


def _rank(plan: FactPlan, evaluated: Evaluated) -> Result | None:
    if len(evaluated.groups) < 2:
        return None
    groups = evaluated.groups
    ordered = sorted((float(group.value or 0) for group in groups), reverse=plan.is_highest)
    ranks = {value: rank for rank, value in reversed(list(enumerate(ordered, 1)))}
    named = [group for name in plan.focus if (group := evaluated.find(name)) is not None]
    focus = named[:_USUAL_PLACES] or _first(plan, groups)
    rows = FactRows(
        ("group", "value", "rank"),
        tuple((group.name, group.value, ranks[float(group.value or 0)]) for group in _kept(groups, focus)),
    )
    statistics: dict[str, Number] = {"is_descending": int(plan.is_highest), "groups": len(groups)}
    sure = stats.power_law(evaluated.values)
    return Result(focus[0].value, sure, rows, tuple(str(group.name) for group in focus), statistics)


def _association(_: FactPlan, evaluated: Evaluated) -> Result | None:
    r = evaluated.statistics["r"]
    sure = stats.sure_of_correlation(float(r or 0), evaluated.rows)
    return Result(r, sure, FactRows(("x", "y"), evaluated.points), (), evaluated.statistics)


def _extreme(plan: FactPlan, evaluated: Evaluated) -> Result | None:
    values = evaluated.values
    if len(values) < 2:
        return None
    ordered = sorted(evaluated.groups, key=lambda group: float(group.value or 0), reverse=plan.is_highest)
    first, following = ordered[0], ordered[1]
    spread = max(values) - min(values)
    sure = abs(float(first.value or 0) - float(following.value or 0)) / spread if spread else 0.0
    statistics: dict[str, Number] = {"is_highest": int(plan.is_highest), "next": following.value}
    return Result(first.value, sure, _pairs(evaluated.groups, [first]), (str(first.name),), statistics)


def _outlier(_: FactPlan, evaluated: Evaluated) -> Result | None:
    values = evaluated.values
    if len(values) < 4:
        return None
    middle, low, high = stats.bounds(values)
    outside = [group for group in evaluated.groups if not low <= float(group.value or 0) <= high]
    outside.sort(key=lambda group: -abs(float(group.value or 0) - middle))
    rows = FactRows(
        ("group", "value", "is_outlier"),
        tuple((g.name, g.value, not low <= float(g.value or 0) <= high) for g in _kept(evaluated.groups, outside)),
    )
    statistics = {"median": _rounded(middle), "low": _rounded(low), "high": _rounded(high)}
    farthest = max(evaluated.groups, key=lambda group: abs(float(group.value or 0) - middle))
    sure = stats.strangeness(float(farthest.value or 0), values)
    value = outside[0].value if outside else farthest.value
    return Result(value, sure, rows, tuple(str(group.name) for group in outside[:3]), statistics)


_RESULTS = {
    FactKind.VALUE: _value,
    FactKind.DIFFERENCE: _difference,
    FactKind.PROPORTION: _proportion,
    FactKind.TREND: _trend,
    FactKind.CATEGORIZATION: _categorization,
    FactKind.DISTRIBUTION: _distribution,
    FactKind.RANK: _rank,
    FactKind.ASSOCIATION: _association,
    FactKind.EXTREME: _extreme,
    FactKind.OUTLIER: _outlier,
}
