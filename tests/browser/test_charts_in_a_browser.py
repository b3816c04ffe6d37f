"""Specifications drawn by Vega-Lite in a browser without network, as notebooks and dashboards draw them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import vl_convert
from support.sample_facts import SAMPLES

from factcheck.charts.layout import Section, dashboard
from factcheck.charts.of_fact import fact_chart

CHARTS = {name: fact_chart(fact, variant) for name, (variant, fact) in SAMPLES.items()}
CHARTS["dashboard"] = dashboard("All?", [Section("All", tuple(fact for _, fact in SAMPLES.values()))], {})["spec"]


@pytest.fixture(scope="module")
def bundle() -> str:
    """Vega, Vega-Lite and what embeds them, as vl-convert brings them."""
    return str(vl_convert.javascript_bundle())


def texts(part: Any) -> set[str]:
    """The first words that the layers of a specification write."""
    found = set()
    for each in part.get("layer", []):
        if each["mark"]["type"] == "text":
            found |= {row["text"].split()[0] for row in each["data"]["values"]}
    for each in [*part.get("vconcat", []), *part.get("hconcat", [])]:
        found |= texts(each)
    return found


def test_every_specification_is_drawn_offline_without_a_warning(opened: Callable[..., Any], bundle: str) -> None:
    page = opened("<!DOCTYPE html><title>charts</title><div id=chart></div>", offline=True)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda request: said.append(request.url))
    page.add_script_tag(content=bundle)
    for name, spec in CHARTS.items():
        draw = "spec => vegaEmbed('#chart', spec, {renderer: 'svg', actions: false}).then(() => 0)"
        page.evaluate(draw, json.loads(json.dumps(spec)))
        drawn = " ".join(page.locator("#chart svg text").all_text_contents())
        missing = {word for word in texts(spec) if word not in drawn}
        assert (name, missing) == (name, set())
    assert said == []
