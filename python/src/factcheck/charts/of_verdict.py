"""The chart of a verdict: what was found as a bar, what is stated as a dashed rule, or the groups compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from factcheck.charts.bars import Bar, BarChart, horizontal_bars, vertical_rule
from factcheck.charts.spec import BAND, LETTER, WIDTH, Spec, chart_spec, drawn_number, is_drawable, layer, told
from factcheck.markup.claim_words import as_read, verdict_words
from factcheck.markup.verdict_values import VerdictValues, verdict_values

VERDICT_VALUE, VERDICT_GROUPS = "verdict_value", "verdict_groups"

_MOST_GROUPS = 20
_STATED = {
    "=": "stated {}",
    "about": "stated: about {}",
    ">": "stated: more than {}",
    ">=": "stated: at least {}",
    "<": "stated: less than {}",
    "<=": "stated: at most {}",
}


def verdict_chart(claim: Mapping[str, Any]) -> Spec | None:
    """Draw a row of ``fact_check``; None where it has no value to draw: nothing was found, or it may not be seen."""
    if claim.get("verdict") is None:
        return None
    values = _drawable(verdict_values(claim))
    title = f"“{as_read(str(claim.get('claim_text') or ''))}”: {verdict_words(claim).lower()}"
    caption = str(claim.get("message") or claim.get("description") or "")
    axis_title = str(claim.get("description") or "")
    if values.groups:
        chart = _groups(values, axis_title)
        return chart_spec(VERDICT_GROUPS, title, caption, chart.layers, height=chart.height)
    if values.found is None:
        return None
    chart = _found(values, axis_title)
    layers = [*_stated(values, str(claim.get("comparison") or "="), chart), *chart.layers]
    return chart_spec(VERDICT_VALUE, title, caption, layers, height=chart.height)


def _drawable(values: VerdictValues) -> VerdictValues:
    """Leave out what no axis can have."""
    stated, high, found = (
        each if each is not None and is_drawable(each) else None
        for each in (values.stated, values.stated_high, values.found)
    )
    return VerdictValues(stated, high, found, tuple(each for each in values.groups if is_drawable(each.value)))


def _groups(values: VerdictValues, axis_title: str) -> BarChart:
    """Draw the groups in the order of the comparison; where there are many, the first, and what is claimed."""
    shown = [group for place, group in enumerate(values.groups) if place < _MOST_GROUPS or group.is_claimed][
        : 2 * _MOST_GROUPS
    ]
    bars = [
        Bar(
            group.name,
            float(group.value),
            told(group.value) + (" – what the text is about" if group.is_claimed else ""),
            group.is_claimed,
        )
        for group in shown
    ]
    return horizontal_bars(bars, axis_title)


def _found(values: VerdictValues, axis_title: str) -> BarChart:
    """Draw the bar of what was found; rules that would cross its words have them behind."""
    found = float(values.found or 0)
    stated = [float(value) for value in (values.stated, values.stated_high) if value is not None]
    text = f"found {told(values.found or 0)}"
    away = -1 if found < 0 else 1
    reach = (max([0.0, found, *stated]) - min([0.0, found, *stated])) * LETTER * len(text) / WIDTH
    crossing = [at for at in sorted(stated, key=lambda at: away * at) if 0 <= away * (at - found) <= 2 * reach]
    bar = Bar("the data", found, text, True, crossing[-1] if crossing else None)
    return horizontal_bars([bar], axis_title, stated)


def _stated(values: VerdictValues, comparison: str, chart: BarChart) -> list[Spec]:
    """Draw what is stated: a dashed rule, two of them and the band between for a range."""
    if values.stated is None:
        return []
    at = {**chart.x, "field": "at"}
    if values.stated_high is None:
        words = _STATED.get(comparison, "stated {}").format(told(values.stated))
        return vertical_rule(at, float(values.stated), words)
    low, high = float(values.stated), float(values.stated_high)
    words = f"stated: {told(values.stated)} to {told(values.stated_high)}"
    band = [{"at": drawn_number(low), "to": drawn_number(high), "said": words}]
    return [
        layer("rect", band, {"x": at, "x2": {"field": "to"}}, color=BAND),
        *vertical_rule(at, low, words),
        *vertical_rule(at, high, "")[:1],
    ]
