"""A fact of each kind and shape, as what finds facts gives them, for the charts that draw them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from factcheck.questions.fact import Breakdown, BreakdownKind, Cell, Fact, FactKind, FactRows

BRANDS: tuple[tuple[Cell, ...], ...] = (("Ford", 910), ("Toyota", 760), ("Honda", 690), ("BMW", 420), ("Audi", 300))
YEARS: tuple[tuple[Cell, ...], ...] = ((2007, 200), (2008, 260), (2009, 310), (2010, 330), (2011, 420))
MONTHS: tuple[tuple[Cell, ...], ...] = tuple((f"2011-{month:02}", 40 + 7 * month % 13) for month in range(1, 13))
BRAND = Breakdown("brand", BreakdownKind.CATEGORY)
YEAR = Breakdown("year", BreakdownKind.TIME)
MONTH = Breakdown("sold_on", BreakdownKind.TIME, "month")


def fact(
    kind: FactKind,
    columns: Sequence[str],
    tuples: Sequence[Sequence[Cell]],
    caption: str,
    breakdown: Breakdown | None = BRAND,
    **changes: Any,
) -> Fact:
    """Make a fact about the sales of a table of cars."""
    fields: dict[str, Any] = {
        "kind": kind,
        "relation": "public.cars",
        "subspace": (),
        "breakdown": breakdown,
        "measure": "sales",
        "measure_words": "total sales",
        "aggregation": "sum",
        "focus": (),
        "sql": "SELECT brand, sum(sales) FROM public.cars GROUP BY brand",
        "value": 910,
        "rows": FactRows(tuple(columns), tuple(tuple(row) for row in tuples)),
        "caption": caption,
        "relevance": 1.0,
        "significance": 0.9,
        "impact": 1.0,
        "score": 0.9,
    }
    return Fact(**(fields | changes))


def shared(rows: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """Add to each group its share of the whole."""
    numbers = [float(str(row[1])) for row in rows]
    return [(*row, number / sum(numbers)) for row, number in zip(rows, numbers, strict=True)]


TREND = fact(
    FactKind.TREND, ("group", "value"), YEARS, "Total sales rose by 110 % from 2007 (200) to 2011 (420).", YEAR,
    statistics={"slope": 51, "intercept": 202, "r2": 0.97, "first": 200, "last": 420, "percent": 110},
)  # fmt: skip
_MIDDLE = {"min": 300, "q1": 420, "median": 690, "q3": 760, "max": 910}
_BOUNDS = {"median": 46.5, "low": 30, "high": 60}

SAMPLES: dict[str, tuple[str, Fact]] = {
    "value": ("value_text", fact(FactKind.VALUE, ["value"], [(3080,)], "The sum of sales is 3,080.", None, value=3080)),
    "difference": (
        "difference_bars",
        fact(FactKind.DIFFERENCE, ("group", "value"), BRANDS[:2], "Ford sold 150 (19.7 %) more than Toyota.",
             focus=("Ford", "Toyota"), value=150, statistics={"difference": 150, "percent": 19.7}),
    ),
    "proportion": (
        "proportion_pie",
        fact(FactKind.PROPORTION, ("group", "value", "share"), shared(BRANDS), "Ford accounts for 29.5 % of sales.",
             focus=("Ford",), value=0.295),
    ),
    "proportion of many": (
        "proportion_bars",
        fact(FactKind.PROPORTION, ("group", "value", "share"),
             shared([(f"brand {number}", 400 - 9 * number) for number in range(30)]),
             "brand 20 accounts for 2.7 % of sales.", focus=("brand 20",), value=0.027),
    ),
    "trend": ("trend_line", TREND),
    "trend as area": ("trend_area", TREND),
    "trend as bars": ("trend_bars", TREND),
    "categorization": (
        "categorization_bars",
        fact(FactKind.CATEGORIZATION, ("group", "value"), BRANDS, "There are 5 brands: Ford, Toyota, Honda and 2 more.",
             measure=None, measure_words="number of cars", aggregation="count", value=5),
    ),
    "distribution": (
        "distribution_bars",
        fact(FactKind.DISTRIBUTION, ("group", "value"), BRANDS, "Sales range from 300 to 910, half from 420 to 760.",
             value=690, statistics=_MIDDLE),
    ),
    "distribution of rows": (
        "distribution_bars",
        fact(FactKind.DISTRIBUTION, ("low", "high", "value"),
             [(100 * at, 100 * at + 100, count) for at, count in enumerate((3, 9, 14, 22, 30, 25, 12, 6, 2, 1))],
             "Prices range from 0 to 1,000.", None, measure_words="price", value=440,
             statistics={"min": 0, "q1": 310, "median": 440, "q3": 560, "max": 1000}),
    ),
    "rank": (
        "rank_bars",
        fact(FactKind.RANK, ("group", "value", "rank"), [(*row, place) for place, row in enumerate(BRANDS, 1)],
             "Ford ranks first of 5 brands in total sales.", focus=("Ford",), statistics={"is_descending": 1}),
    ),
    "association": (
        "association_points",
        fact(FactKind.ASSOCIATION, ("x", "y"), [(x / 2, 3 * x + (x * 7919) % 41) for x in range(80)],
             "Weight and price are positively related (r = 0.98).", None, measure="weight", second_measure="price",
             aggregation="", value=0.98, statistics={"r": 0.98, "slope": 6.0, "intercept": 20.0, "n": 80}),
    ),
    "extreme in time": (
        "extreme_line",
        fact(FactKind.EXTREME, ("group", "value"), MONTHS, "Sales were highest in 2011-11, 52.", MONTH,
             focus=("2011-11",), value=52, statistics={"is_highest": 1, "next": 51}),
    ),
    "extreme": (
        "extreme_bars",
        fact(FactKind.EXTREME, ("group", "value"), BRANDS, "Ford has the highest total sales: 910.", focus=("Ford",),
             statistics={"is_highest": 1, "next": 760}),
    ),
    "outlier in time": (
        "outlier_line",
        fact(FactKind.OUTLIER, ("group", "value", "is_outlier"),
             [(key, 90 if key == "2011-06" else value, key == "2011-06") for key, value in MONTHS],
             "2011-06 is unusual in sales: 90 against a median of 46.5.", MONTH, focus=("2011-06",), value=90,
             statistics=_BOUNDS),
    ),
    "outlier": (
        "outlier_points",
        fact(FactKind.OUTLIER, ("group", "value", "is_outlier"),
             [(f"brand {n}", 80 if n == 3 else 40 + n, n == 3) for n in range(9)],
             "brand 3 is unusual in sales: 80 against a median of 46.5.", focus=("brand 3",), value=80,
             statistics=_BOUNDS),
    ),
}  # fmt: skip
"""By what it shows: the variant that draws it, and the fact."""
