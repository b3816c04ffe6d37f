"""Charts of facts along time or numbers: lines, areas, bars, and single points."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.charts.fact_bars import Drawn
from factcheck.charts.fact_rows import Group, column, groups, numbers, statistic
from factcheck.charts.series import Axis, named_axis, time_axis
from factcheck.charts.spec import (
    BAND,
    HEIGHT,
    HIGHLIGHT,
    INK,
    MUTED,
    WIDTH,
    Row,
    Spec,
    around,
    cleaned,
    drawn_number,
    from_zero,
    in_words,
    layer,
    scale_of,
    text_layer,
    told,
)
from factcheck.questions.fact import Fact

_LABEL_ROOM = 0.14


def trend_line(fact: Fact) -> Drawn:
    """Draw a line with its points, the line of the trend dashed, the first and the last value in words."""
    found = groups(fact)
    axis = time_axis(found, _breakdown(fact))
    y = _value_axis(fact, around([*_values(found), *_trend(fact, found)], _LABEL_ROOM))
    return [*_line(found, axis, y), *_trend_layers(fact, found, axis, y)], HEIGHT


def trend_area(fact: Fact) -> Drawn:
    """Draw an area from zero, the line of the trend dashed, the first and the last value in words."""
    found = groups(fact)
    axis = time_axis(found, _breakdown(fact))
    y = _value_axis(fact, from_zero([*_values(found), *_trend(fact, found)], 26, HEIGHT))
    area = layer("area", _places(found, axis), {"x": axis.encoding, "y": y}, color=MUTED, opacity=0.5)
    return [area, *_line(found, axis, y), *_trend_layers(fact, found, axis, y)], HEIGHT


def trend_bars(fact: Fact) -> Drawn:
    """Draw bars from zero in order of time, the line of the trend dashed, the first and the last value in words."""
    found = groups(fact)
    axis = named_axis(found, _breakdown(fact))
    y = _value_axis(fact, from_zero([*_values(found), *_trend(fact, found)], 26, HEIGHT))
    bars = layer("bar", _rows(found, axis), {"x": axis.encoding, "y": y}, color=MUTED)
    return [bars, *_trend_layers(fact, found, axis, y)], HEIGHT


def extreme_line(fact: Fact) -> Drawn:
    """Draw a line on which the extreme is a point of its own, with words that point at it."""
    found = groups(fact)
    axis = time_axis(found, _breakdown(fact))
    word = "lowest" if statistic(fact, "is_highest") == 0 else "highest"
    y = _value_axis(fact, around(_values(found), _LABEL_ROOM))
    marked = {group.name: f"{word}: {told(group.value)} ({group.name})" for group in found if group.is_focus}
    return [
        *_line(found, axis, y),
        *_marked(found, axis, y, marked, is_below=word == "lowest"),
    ], HEIGHT


def outlier_points(fact: Fact) -> Drawn:
    """Draw points one beside the other over the band of usual values, with rings around those outside of it."""
    found = _usual_and_outliers(groups(fact))
    return _outliers(fact, found, named_axis(found, _breakdown(fact)), "point")


def outlier_line(fact: Fact) -> Drawn:
    """Draw a line over the band of usual values, with rings around what lies outside of it."""
    found = groups(fact)
    return _outliers(fact, found, time_axis(found, _breakdown(fact)), "line")


def association_points(fact: Fact) -> Drawn:
    """Draw a point for each row, the line that fits them dashed, and r in words."""
    points = numbers(fact, "x", "y")
    x_domain = around(x for x, _ in points)
    x = {
        "field": "x",
        "type": "quantitative",
        "scale": scale_of(x_domain),
        "axis": {"title": cleaned(in_words(fact.measure), 60), "labelOverlap": True},
    }
    fitted = _fitted(fact, x_domain)
    y_domain = around(y for _, y in points)
    title = cleaned(in_words(fact.second_measure), 60)
    y = {"field": "y", "type": "quantitative", "scale": scale_of(y_domain), "axis": {"title": title}}
    rows = [{"x": drawn_number(a), "y": drawn_number(b), "said": f"{told(a)}, {told(b)}"} for a, b in points]
    r = statistic(fact, "r")
    layers = [layer("point", rows, {"x": x, "y": y}, filled=True, size=24, opacity=0.55, color=MUTED)]
    if fitted:
        layers.append(
            layer("line", fitted, {"x": x, "y": y}, color=HIGHLIGHT, strokeDash=[6, 4], strokeWidth=2, clip=True)
        )
    if r is not None:
        said = [{"text": f"r = {r:.2f}"}]
        layers.append(
            text_layer(
                said, {"x": {"value": WIDTH}, "y": {"value": -4}}, align="right", baseline="bottom", fontWeight="bold"
            )
        )
    return layers, HEIGHT


_MOST_POINTS = 60


def _usual_and_outliers(found: Sequence[Group]) -> list[Group]:
    """Return at most ``_MOST_POINTS`` groups, the outliers among them."""
    spare = max(0, len(found) - _MOST_POINTS)
    usual = [group for group in found if not group.is_focus]
    left_out = {group.name for group in usual[len(usual) - spare :]} if spare else set()
    return [group for group in found if group.name not in left_out]


def _outliers(fact: Fact, found: Sequence[Group], axis: Axis, mark: str) -> Drawn:
    low, middle, high = (statistic(fact, name) for name in ("low", "median", "high"))
    bounds = [each for each in (low, middle, high) if each is not None]
    y = _value_axis(fact, around([*_values(found), *bounds], _LABEL_ROOM))
    layers = []
    if low is not None and high is not None:
        band = [{"value": drawn_number(low), "to": drawn_number(high), "said": f"usual: {told(low)} to {told(high)}"}]
        layers.append(layer("rect", band, {"y": y, "y2": {"field": "to"}}, color=BAND))
    if middle is not None:
        rule = [{"value": drawn_number(middle), "said": f"median {told(middle)}"}]
        layers.append(layer("rule", rule, {"y": y}, strokeDash=[6, 4], color=INK))
        words = [{"value": drawn_number(middle), "text": f"median {told(middle)}"}]
        layers.append(text_layer(words, {"x": {"value": WIDTH}, "y": y}, align="left", dx=4))
    layers += _line(found, axis, y) if mark == "line" else [_points(found, axis, y, size=40)]
    flags = _outlier_names(fact)
    marked = {
        group.name: f"{group.name}: {told(group.value)}" for group in found if group.is_focus or group.name in flags
    }
    return [*layers, *_marked(found, axis, y, marked, is_below=False)], HEIGHT


def _outlier_names(fact: Fact) -> set[str]:
    if "is_outlier" not in fact.rows.columns:
        return set()
    flags = column(fact, "is_outlier")
    keys = column(fact, "group")
    return {str(key) for key, flag in zip(keys, flags, strict=True) if flag}


def _marked(found: Sequence[Group], axis: Axis, y: Spec, texts: dict[str, str], *, is_below: bool) -> list[Spec]:
    """Draw a ring around groups, with words beside it on the side where there is room."""
    rings: list[Row] = []
    words: dict[bool, list[Row]] = {False: [], True: []}
    for place, (at, group) in enumerate(zip(axis.at, found, strict=True)):
        if group.name in texts:
            here = {"at": at, "value": drawn_number(group.value)}
            rings.append({**here, "said": texts[group.name]})
            words[place > len(found) / 2].append({**here, "text": texts[group.name]})
    drawn = [
        layer(
            "point", rings, {"x": axis.encoding, "y": y}, shape="circle", size=140, filled=False, color=HIGHLIGHT,
            strokeWidth=2.5, opacity=1,
        )
    ]  # fmt: skip
    for is_right, rows in words.items():
        if rows:
            drawn.append(
                text_layer(
                    rows,
                    {"x": axis.encoding, "y": y},
                    align="right" if is_right else "left",
                    dy=16 if is_below else -14,
                    fontWeight="bold",
                )
            )
    return drawn if rings else []


def _trend(fact: Fact, found: Sequence[Group]) -> list[float]:
    """Return the values of the trend, one for each group."""
    slope, start = statistic(fact, "slope"), statistic(fact, "intercept")
    if slope is None or start is None:
        return []
    return [start + slope * place for place in range(len(found))]


def _trend_layers(fact: Fact, found: Sequence[Group], axis: Axis, y: Spec) -> list[Spec]:
    """Draw the line of the trend dashed, and the first and the last value in words."""
    trend = [{"at": at, "value": drawn_number(v)} for at, v in zip(axis.at, _trend(fact, found), strict=False)]
    encoding = {"x": axis.encoding, "y": y}
    layers = []
    if len(trend) > 1:
        layers.append(layer("line", trend, encoding, color=HIGHLIGHT, strokeDash=[6, 4], strokeWidth=2))
    ends = [(found[0], axis.at[0], "left")] + ([(found[-1], axis.at[-1], "right")] if len(found) > 1 else [])
    for group, at, align in ends:
        rows = [{"at": at, "value": drawn_number(group.value), "text": told(group.value)}]
        layers.append(text_layer(rows, encoding, align=align, dy=-12, fontWeight="bold"))
    return layers


def _fitted(fact: Fact, domain: Sequence[float]) -> list[Row]:
    slope, start = statistic(fact, "slope"), statistic(fact, "intercept")
    if slope is None or start is None:
        return []
    return [{"x": drawn_number(x), "y": drawn_number(start + slope * x)} for x in domain]


def _line(found: Sequence[Group], axis: Axis, y: Spec) -> list[Spec]:
    """Draw a line through all groups, and a point at each, which says what it is."""
    line = layer("line", _places(found, axis), {"x": axis.encoding, "y": y}, color=MUTED, strokeWidth=2)
    return [line, _points(found, axis, y, size=30)]


def _points(found: Sequence[Group], axis: Axis, y: Spec, size: int) -> Spec:
    encoding = {"x": axis.encoding, "y": y}
    return layer("point", _rows(found, axis), encoding, filled=True, size=size, opacity=1, color=MUTED)


def _places(found: Sequence[Group], axis: Axis) -> list[Row]:
    return [{"at": at, "value": drawn_number(group.value)} for at, group in zip(axis.at, found, strict=True)]


def _rows(found: Sequence[Group], axis: Axis) -> list[Row]:
    return [
        {"at": at, "value": drawn_number(group.value), "said": f"{cleaned(group.name)}: {told(group.value)}"}
        for at, group in zip(axis.at, found, strict=True)
    ]


def _values(found: Sequence[Group]) -> list[float]:
    return [group.value for group in found]


def _value_axis(fact: Fact, domain: Sequence[float]) -> Spec:
    return {
        "field": "value",
        "type": "quantitative",
        "stack": None,
        "scale": scale_of(domain),
        "axis": {"title": cleaned(fact.measure_words, 40), "tickCount": 5},
    }


def _breakdown(fact: Fact) -> str:
    return cleaned(fact.breakdown.words if fact.breakdown else "", 60)
