"""The charts of facts: fifteen ways to draw the ten kinds, each with its annotations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from factcheck.charts.fact_bars import (
    Drawn,
    categorization_bars,
    difference_bars,
    distribution_bars,
    extreme_bars,
    has_slices,
    proportion_bars,
    proportion_pie,
    rank_bars,
)
from factcheck.charts.fact_lines import (
    association_points,
    extreme_line,
    outlier_line,
    outlier_points,
    trend_area,
    trend_bars,
    trend_line,
)
from factcheck.charts.spec import Spec, chart_spec, cleaned, in_words, text_layer, told
from factcheck.errors.catalogue.charts import fact_without_rows, variant_not_drawable
from factcheck.questions.fact import BreakdownKind, Fact, FactKind

_VALUE_HEIGHT = 90
_MOST_BARS_OF_TIME = 24


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to draw a kind of fact; ``fits`` tells whether it suits a fact of the kind."""

    name: str
    kind: FactKind
    draw: Callable[[Fact], Drawn]
    fits: Callable[[Fact], bool] = lambda _fact: True


def value_text(fact: Fact) -> Drawn:
    """Write the number, large, and what it is."""
    if fact.value is None:
        raise fact_without_rows(fact.kind.value, "value")
    number, words = [{"text": told(fact.value)}], [{"text": cleaned(fact.measure_words, 60)}]
    left = {"x": {"value": 0}}
    return [
        text_layer(number, {**left, "y": {"value": 30}}, align="left", fontSize=44, fontWeight="bold"),
        text_layer(words, {**left, "y": {"value": 72}}, align="left", fontSize=13),
    ], _VALUE_HEIGHT


def _is_in_time(fact: Fact) -> bool:
    return fact.breakdown is not None and fact.breakdown.kind is not BreakdownKind.CATEGORY


def _has_few_times(fact: Fact) -> bool:
    return len(fact.rows.tuples) <= _MOST_BARS_OF_TIME


VARIANTS = (
    Variant("value_text", FactKind.VALUE, value_text),
    Variant("difference_bars", FactKind.DIFFERENCE, difference_bars),
    Variant("proportion_pie", FactKind.PROPORTION, proportion_pie, has_slices),
    Variant("proportion_bars", FactKind.PROPORTION, proportion_bars),
    Variant("trend_line", FactKind.TREND, trend_line),
    Variant("trend_area", FactKind.TREND, trend_area),
    Variant("trend_bars", FactKind.TREND, trend_bars, _has_few_times),
    Variant("categorization_bars", FactKind.CATEGORIZATION, categorization_bars),
    Variant("distribution_bars", FactKind.DISTRIBUTION, distribution_bars),
    Variant("rank_bars", FactKind.RANK, rank_bars),
    Variant("association_points", FactKind.ASSOCIATION, association_points),
    Variant("extreme_line", FactKind.EXTREME, extreme_line, _is_in_time),
    Variant("extreme_bars", FactKind.EXTREME, extreme_bars),
    Variant("outlier_line", FactKind.OUTLIER, outlier_line, _is_in_time),
    Variant("outlier_points", FactKind.OUTLIER, outlier_points),
)
"""All variants; of those that fit a fact the first one is drawn where none is asked for."""


def variants_of(fact: Fact) -> list[Variant]:
    """Return the variants by which a fact can be drawn, the usual one first."""
    return [variant for variant in VARIANTS if variant.kind is fact.kind and variant.fits(fact)]


def fact_chart(fact: Fact, variant: str | None = None, title: str | None = None, caption: str | None = None) -> Spec:
    """Draw a fact; the title is what it is about, the caption its own, where no others are given.

    Raises ``FactcheckError`` for a variant that does not fit, and for a fact without rows.
    """
    drawable = variants_of(fact)
    chosen = next((each for each in drawable if variant in (None, each.name)), None)
    if chosen is None:
        raise variant_not_drawable(str(variant), fact.kind.value, [each.name for each in drawable])
    layers, height = chosen.draw(fact)
    return chart_spec(chosen.name, title or subject(fact), caption or fact.caption, layers, height=height)


def subject(fact: Fact) -> str:
    """Say what a fact is about: its measure, what it is broken down by, and which rows it looks at."""
    measure = (
        fact.measure_words
        if fact.kind is not FactKind.ASSOCIATION
        else f"{in_words(fact.measure)} and {in_words(fact.second_measure)}"
    )
    parts = [measure]
    if fact.breakdown is not None:
        parts.append(f"by {fact.breakdown.words}")
    if fact.subspace:
        parts.append("where " + " and ".join(restriction.words for restriction in fact.subspace))
    words = " ".join(parts)
    return f"{words[:1].upper()}{words[1:]}"
