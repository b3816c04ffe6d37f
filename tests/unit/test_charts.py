"""Charts of facts and verdicts: valid for Vega-Lite, by the rules of design, and told to those who do not see them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft7Validator
from support.sample_facts import BRANDS, SAMPLES, fact

from factcheck.charts.allowed import require_allowed
from factcheck.charts.of_fact import VARIANTS, fact_chart, variants_of
from factcheck.charts.of_verdict import verdict_chart
from factcheck.errors import FactcheckError
from factcheck.questions.fact import MOST_ROWS, FactKind

Spec = dict[str, Any]

CLAIM = {
    "verdict": "refuted", "claim_text": "960", "message": "Stated 960, the data say 910.", "claimed_value": 960,
    "claimed_high": None, "comparison": "=", "found_value": 910, "p_query": 0.9, "alternatives": [],
    "description": "the sum of sales where brand is 'Ford'",
}  # fmt: skip
GROUPS = [{"name": name, "value": value, "is_claimed": name == "Toyota"} for name, value in BRANDS]
CLAIMS = {
    "number": CLAIM,
    "range": CLAIM | {"claimed_high": 1200, "comparison": "between"},
    "negative number": CLAIM | {"found_value": -12, "claimed_value": 15},
    "nothing found but zero": CLAIM | {"found_value": 0, "claimed_value": 0},
    "statement": CLAIM | {"claimed_value": None, "alternatives": [{"compared": GROUPS}]},
}


def charts() -> dict[str, Spec]:
    """A chart of each variant and each form of verdict, as JSON has it."""
    drawn = {name: fact_chart(about, variant) for name, (variant, about) in SAMPLES.items()}
    return json.loads(json.dumps(drawn | {name: verdict_chart(claim) for name, claim in CLAIMS.items()}))


CHARTS = charts()
every_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)


@pytest.fixture(scope="session")
def schema() -> Draft7Validator:
    """The schema of Vega-Lite, as altair brings it."""
    text = files("altair").joinpath("vegalite/v6/schema/vega-lite-schema.json").read_text("utf-8")
    return Draft7Validator(json.loads(text))


def layers(chart: Spec, *marks: str) -> list[Spec]:
    return [layer for layer in chart["layer"] if not marks or layer["mark"]["type"] in marks]


def rows(layer: Spec) -> list[dict[str, Any]]:
    return layer["data"]["values"]


def words(chart: Spec) -> list[str]:
    """What the chart writes: texts beside marks."""
    return [row["text"] for layer in layers(chart, "text") for row in rows(layer)]


def keys(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
        for value in part.values():
            yield from keys(value)
    elif isinstance(part, list):
        for each in part:
            yield from keys(each)


@every_chart
def test_a_chart_is_valid(chart: Spec, schema: Draft7Validator) -> None:
    assert [error.message[:200] for error in schema.iter_errors(chart)] == []


@every_chart
def test_a_chart_has_a_title_a_subtitle_and_the_same_for_those_who_do_not_see_it(chart: Spec) -> None:
    subtitle = chart["title"]["subtitle"]
    assert chart["title"]["text"]
    assert chart["description"] == (subtitle if isinstance(subtitle, str) else " ".join(subtitle))


@every_chart
def test_a_chart_has_its_data_and_nothing_to_run_or_load(chart: Spec) -> None:
    assert not {"transform", "url", "params", "signal", "expr", "condition", "href", "datasets"} & set(keys(chart))
    assert sum(len(rows(layer)) for layer in layers(chart)) > 0
    assert max(len(rows(layer)) for layer in layers(chart)) <= MOST_ROWS


@every_chart
def test_bars_and_areas_begin_at_zero(chart: Spec) -> None:
    for layer in layers(chart, "bar", "area"):
        values = [
            channel
            for channel in (layer["encoding"]["x"], layer["encoding"]["y"])
            if channel["type"] == "quantitative" and channel["field"] == "value"
        ]
        assert len(values) == 1
        low, high = values[0]["scale"]["domain"]
        assert low <= 0 <= high
        assert all(low <= row["value"] <= high for row in rows(layer))


@every_chart
def test_every_mark_lies_on_its_scale(chart: Spec) -> None:
    for layer in layers(chart):
        for channel in layer["encoding"].values():
            domain = channel.get("scale", {}).get("domain")
            if domain and channel["type"] == "quantitative" and layer["mark"].get("clip") is None:
                assert all(domain[0] <= row[channel["field"]] <= domain[1] for row in rows(layer))


@every_chart
def test_a_pie_has_at_most_six_slices(chart: Spec) -> None:
    assert all(2 <= len(rows(layer)) <= 6 for layer in layers(chart, "arc"))


@every_chart
def test_names_stand_in_the_order_of_the_rows_and_no_two_marks_share_one(chart: Spec) -> None:
    """The order is written out: layers that sort by each other's values would have it dropped without a word."""
    for layer in layers(chart, "bar"):
        for channel in layer["encoding"].values():
            if channel.get("field") in {"label", "at"} and channel["type"] in {"nominal", "ordinal"}:
                shown = [row[channel["field"]] for row in rows(layer)]
                assert channel["sort"] == shown
                assert len(set(shown)) == len(shown)


@every_chart
def test_what_is_in_focus_has_words_beside_it(chart: Spec) -> None:
    for layer in layers(chart):
        coloured = [row for row in rows(layer) if row.get("role") == "focus" and "color" in layer["encoding"]]
        for row in coloured:
            assert any(row["text"] == text for text in words(chart))


@every_chart
def test_layers_with_marks_of_groups_tell_them_to_screen_readers(chart: Spec) -> None:
    told = [row["said"] for layer in layers(chart) if layer["mark"].get("aria") is not False for row in rows(layer)]
    assert told or chart["usermeta"]["factcheck"]["variant"] == "value_text"
    assert all(layer["encoding"].get("description") or layer["mark"]["aria"] is False for layer in layers(chart))


@every_chart
def test_what_is_drawn_may_be_rendered(chart: Spec) -> None:
    require_allowed(chart)


def test_the_ten_kinds_have_fifteen_variants_all_of_which_are_drawn_here() -> None:
    assert len({variant.name for variant in VARIANTS}) == 15
    assert {variant.kind for variant in VARIANTS} == set(FactKind)
    drawn = {chart["usermeta"]["factcheck"]["variant"] for chart in CHARTS.values()}
    assert {variant.name for variant in VARIANTS} <= drawn


def test_the_usual_variant_is_the_first_that_fits() -> None:
    usual = {name: variants_of(about)[0].name for name, (_, about) in SAMPLES.items()}
    assert usual["proportion"] == "proportion_pie"
    assert usual["proportion of many"] == "proportion_bars"
    assert usual["trend as bars"] == "trend_line"
    assert (usual["extreme"], usual["extreme in time"]) == ("extreme_bars", "extreme_line")


def test_a_pie_of_many_groups_is_refused() -> None:
    with pytest.raises(FactcheckError, match='not drawn as "proportion_pie"') as raised:
        fact_chart(SAMPLES["proportion of many"][1], "proportion_pie")
    assert raised.value.hint is not None
    assert "proportion_bars" in raised.value.hint


def test_ranks_are_written_with_their_places() -> None:
    assert [text.split()[0] for text in words(CHARTS["rank"])] == ["#1", "#2", "#3", "#4", "#5"]


def test_a_group_in_focus_is_shown_however_many_stand_before_it() -> None:
    chart = CHARTS["proportion of many"]
    [bars] = layers(chart, "bar")
    assert [row["label"] for row in rows(bars) if row["role"] == "focus"] == ["brand 20"]


def test_a_trend_has_its_line_dashed_and_both_ends_in_words() -> None:
    chart = CHARTS["trend"]
    dashed = [layer for layer in layers(chart, "line") if "strokeDash" in layer["mark"]]
    assert [row["value"] for row in rows(dashed[0])] == [202, 253, 304, 355, 406]
    assert words(chart) == ["200", "420"]


def test_months_stand_at_their_days_whatever_the_time_zone() -> None:
    [points] = [layer for layer in layers(CHARTS["extreme in time"], "point") if len(rows(layer)) == 12]
    assert points["encoding"]["x"]["scale"] == {"type": "utc"}
    assert rows(points)[0]["at"] == 1293840000000


def test_the_difference_is_written_between_two_dashed_rules() -> None:
    chart = CHARTS["difference"]
    assert "+150 (+19.7 %)" in words(chart)
    assert any(layer["mark"].get("strokeDash") and len(rows(layer)) == 2 for layer in layers(chart, "rule"))


def test_what_is_stated_is_a_dashed_rule_with_words() -> None:
    chart = CHARTS["number"]
    [rule] = layers(chart, "rule")
    assert rule["mark"]["strokeDash"]
    assert rows(rule)[0]["at"] == 960
    assert words(chart) == ["stated 960", "found 910"]


def test_numbers_that_no_axis_can_have_are_not_drawn() -> None:
    assert verdict_chart(CLAIM | {"found_value": Decimal("1e400")}) is None
    chart = verdict_chart(CLAIM | {"claimed_value": Decimal("1e400"), "found_value": Decimal("2.5e299")})
    assert chart is not None
    assert words(chart) == ["found 2.5e+299"]
    json.dumps(chart, allow_nan=False)


def test_a_verdict_without_a_value_has_no_chart() -> None:
    assert verdict_chart(CLAIM | {"found_value": None}) is None
    assert verdict_chart(CLAIM | {"verdict": None}) is None


def test_long_names_stay_apart_and_lose_what_steers_a_terminal() -> None:
    names = [
        "A name that is longer than all labels, first",
        "A name that is longer than all labels, second",
        "\x1b[31mred\x00",
    ]
    chart = fact_chart(
        fact(FactKind.RANK, ("group", "value"), [(name, 9 - at) for at, name in enumerate(names)], "Ranks.")
    )
    [bars] = layers(chart, "bar")
    assert len({row["label"] for row in rows(bars)}) == 3
    assert "\x1b" not in json.dumps(chart)
    assert "\\u001b" not in json.dumps(chart)


def test_groups_without_a_value_are_left_out() -> None:
    chart = fact_chart(fact(FactKind.CATEGORIZATION, ("group", "value"), [("a", None), ("b", 2)], "Groups."))
    assert [row["label"] for row in rows(layers(chart, "bar")[0])] == ["b"]


@pytest.mark.parametrize("columns", [("group", "value"), ("name", "number")])
def test_a_fact_without_rows_is_no_chart(columns: tuple[str, str]) -> None:
    with pytest.raises(FactcheckError, match="no rows that a chart could draw"):
        fact_chart(fact(FactKind.RANK, columns, [], "Nothing."))
