"""Charts of facts about groups: bars, and slices where there are few."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from factcheck.charts.bars import Bar, horizontal_bars, vertical_rule
from factcheck.charts.fact_rows import Group, column, finite, groups, most_shown, numbers, statistic
from factcheck.charts.spec import (
    BAND,
    FOCUS,
    HEIGHT,
    HIGHLIGHT,
    INK,
    MUTED,
    OTHER,
    WIDTH,
    Spec,
    by_role,
    cleaned,
    drawn_number,
    from_zero,
    labels,
    layer,
    scale_of,
    text_layer,
    told,
)
from factcheck.questions.captions import percent_words
from factcheck.questions.fact import Fact

MOST_SLICES = 6
MOST_BARS = 15

Drawn = tuple[list[Spec], int]
"""Layers, and the height that they take."""


def rank_bars(fact: Fact) -> Drawn:
    """Draw bars in the order of the ranks, each with its place."""
    found = groups(fact)
    places = {group.name: place for place, group in enumerate(found, 1)}
    ranks = [finite(rank) for rank in column(fact, "rank")] if "rank" in fact.rows.columns else []
    if len(ranks) == len(found):
        places = {group.name: int(rank or 0) for group, rank in zip(found, ranks, strict=True)}
    return _bars(fact, found, lambda group: f"#{places[group.name]}  {told(group.value)}")


def extreme_bars(fact: Fact) -> Drawn:
    """Draw bars from the extreme on; words point at it."""
    word = "lowest" if statistic(fact, "is_highest") == 0 else "highest"
    return _bars(fact, groups(fact), lambda g: f"{told(g.value)}  ← {word}" if g.is_focus else told(g.value))


def categorization_bars(fact: Fact) -> Drawn:
    """Draw bars of counts, the largest first."""
    return _bars(fact, groups(fact), lambda group: told(group.value))


def proportion_bars(fact: Fact) -> Drawn:
    """Draw bars of shares: for more groups than a pie can show."""
    total = sum(group.value for group in groups(fact))
    return _bars(fact, groups(fact), lambda group: _percent(group.value / total) if total else told(group.value))


def distribution_bars(fact: Fact) -> Drawn:
    """Draw bars of groups, or a histogram, over the band of the middle half, with a rule at the median."""
    if "low" in fact.rows.columns:
        return _histogram(fact)
    found = most_shown(groups(fact), MOST_BARS)
    middle = [each for name in ("q1", "q3", "median") if (each := statistic(fact, name)) is not None]
    bars = [Bar(group.name, group.value, told(group.value), group.is_focus) for group in found]
    chart = horizontal_bars(bars, fact.measure_words, middle)
    return [*_middle(fact, {**chart.x, "field": "at"}), *chart.layers], chart.height


def proportion_pie(fact: Fact) -> Drawn:
    """Draw slices around a hole in which the share of the focus stands."""
    found = groups(fact)
    names = labels(group.name for group in found)
    total = sum(group.value for group in found)
    rows = [
        {
            "label": name,
            "value": drawn_number(group.value),
            "place": place,
            "role": FOCUS if group.is_focus else OTHER,
            "text": f"{cleaned(name, 16)} {_percent(group.value / total)}",
            "said": f"{name}: {told(group.value)}, {_percent(group.value / total)}",
        }
        for place, (name, group) in enumerate(zip(names, found, strict=True))
    ]
    around = {
        "theta": {"field": "value", "type": "quantitative", "stack": True},
        "order": {"field": "place", "type": "quantitative"},
    }
    share = sum(group.value for group in found if group.is_focus) / total
    hole = [{"text": _percent(share)}]
    return [
        layer(
            "arc", rows, {**around, "color": by_role()}, innerRadius=52, outerRadius=92, stroke="white", strokeWidth=2
        ),
        text_layer([_written(row) for row in rows], around, radius=118),
        text_layer(hole, {}, fontSize=22, fontWeight="bold"),
    ], HEIGHT


def has_slices(fact: Fact) -> bool:
    """Tell whether the groups of a fact can be slices: two to six parts of a whole."""
    values = [group.value for group in groups(fact)]
    return 2 <= len(values) <= MOST_SLICES and min(values) >= 0 < sum(values)


def difference_bars(fact: Fact) -> Drawn:
    """Draw two bars, dashed rules at both tops, and an arrow over what lies between."""
    pair = sorted(groups(fact)[:2], key=lambda group: not group.is_focus)
    names = labels(group.name for group in pair)
    domain = from_zero([group.value for group in pair], 26, HEIGHT)
    y = {
        "field": "value",
        "type": "quantitative",
        "stack": None,
        "scale": scale_of(domain),
        "axis": {"title": cleaned(fact.measure_words, 40), "tickCount": 5},
    }
    x = {"field": "label", "type": "nominal", "sort": names, "title": None, "axis": {"labelAngle": 0}}
    rows = [
        {
            "label": name,
            "value": drawn_number(group.value),
            "text": told(group.value),
            "role": FOCUS if place == 0 else OTHER,
            "said": f"{name}: {told(group.value)}",
        }
        for place, (name, group) in enumerate(zip(names, pair, strict=True))
    ]
    tops = [{"value": row["value"]} for row in rows]
    layers = [
        layer("rule", tops, {"y": y}, strokeDash=[5, 4], color=INK, opacity=0.6),
        layer("bar", rows, {"x": x, "y": y, "color": by_role()}, width={"band": 0.4}),
        text_layer([_written(row) for row in rows], {"x": x, "y": y}, baseline="bottom", dy=-4),
    ]
    return [*layers, *(_arrow(fact, pair, y) if len(pair) == 2 else [])], HEIGHT


def _arrow(fact: Fact, pair: Sequence[Group], y: Spec) -> list[Spec]:
    """Draw an arrow from the second value to the first, with the difference beside it."""
    first, second = pair[0].value, pair[1].value
    percent = statistic(fact, "percent")
    share = "" if percent is None else f" ({percent_words(percent, '+')} %)"
    ends = [{"value": drawn_number(second), "to": drawn_number(first)}]
    middle = [{"value": drawn_number((first + second) / 2), "text": f"{_signed(first - second)}{share}"}]
    tip = [{"value": drawn_number(first)}]
    x = {"value": WIDTH // 2}
    shape = "triangle-up" if first >= second else "triangle-down"
    return [
        layer("rule", ends, {"x": x, "y": y, "y2": {"field": "to"}}, color=INK, strokeWidth=1.5),
        layer("point", tip, {"x": x, "y": y}, shape=shape, filled=True, color=INK, size=60, opacity=1),
        text_layer(middle, {"x": x, "y": y}, align="left", dx=8, fontWeight="bold"),
    ]


def _bars(fact: Fact, found: Sequence[Group], text: Callable[[Group], str]) -> Drawn:
    bars = [Bar(group.name, group.value, text(group), group.is_focus) for group in most_shown(found, MOST_BARS)]
    chart = horizontal_bars(bars, fact.measure_words)
    return chart.layers, chart.height


def _histogram(fact: Fact) -> Drawn:
    """Draw bars of how many rows lie between two ends, over the band of the middle half."""
    cells = numbers(fact, "low", "high", "value")
    ends = [end for low, high, _ in cells for end in (low, high)]
    axis = {"title": cleaned(fact.measure_words, 60), "labelOverlap": True}
    x = {"type": "quantitative", "scale": scale_of([min(ends), max(ends)]), "axis": axis}
    y = {
        "field": "value",
        "type": "quantitative",
        "stack": None,
        "scale": scale_of(from_zero([count for *_, count in cells], 16, HEIGHT)),
        "axis": {"title": "rows", "tickCount": 5},
    }
    rows = [
        {
            "low": drawn_number(low),
            "high": drawn_number(high),
            "value": drawn_number(count),
            "said": f"{told(low)} to {told(high)}: {told(count)}",
        }
        for low, high, count in cells
    ]
    bars = layer(
        "bar",
        rows,
        {"x": {**x, "field": "low", "bin": "binned"}, "x2": {"field": "high"}, "y": y},
        color=MUTED,
        stroke="white",
    )
    middle = _middle(fact, {**x, "field": "at"})
    return [*middle[:1], bars, *middle[1:]], HEIGHT


def _middle(fact: Fact, x: Spec) -> list[Spec]:
    """Draw the band between the quartiles, and a dashed rule at the median; nothing where they are not known."""
    low, middle, high = (statistic(fact, name) for name in ("q1", "median", "q3"))
    if low is None or middle is None or high is None:
        return []
    band = [{"at": drawn_number(low), "to": drawn_number(high), "said": f"middle half: {told(low)} to {told(high)}"}]
    return [
        layer("rect", band, {"x": x, "x2": {"field": "to"}}, color=BAND),
        *vertical_rule(x, middle, f"median {told(middle)}, half from {told(low)} to {told(high)}", HIGHLIGHT),
    ]


def _written(row: dict[str, str | int | float]) -> dict[str, str | int | float]:
    return {name: value for name, value in row.items() if name not in {"said", "role"}}


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _signed(value: float) -> str:
    return f"+{told(value)}" if value > 0 else f"−{told(-value)}" if value < 0 else "0"
