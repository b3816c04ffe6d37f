"""Facts laid out as a dashboard: sections for the question's parts, charts by relevance, captions of readers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from xml.etree import ElementTree

import pytest
from jsonschema import Draft7Validator
from support.sample_facts import SAMPLES

from factcheck.charts.allowed import require_allowed
from factcheck.charts.layout import COLUMNS, KeptCaption, Section, dashboard, digest, spans
from factcheck.charts.page import dashboard_page, style
from factcheck.charts.rendering import svg
from factcheck.questions.fact import Fact

QUESTION = "Does any brand sell a lot, and did sales grow?"


def sample(name: str, relevance: float, score: float = 0.5) -> Fact:
    return replace(SAMPLES[name][1], relevance=relevance, score=score)


SECTIONS = [
    Section("Which brand sold most?", (sample("rank", 0.5), sample("extreme", 0.9), sample("proportion", 0.5, 0.9))),
    Section("Did sales grow?", (sample("trend", 0.7), sample("value", 0.6), sample("rank", 0.2))),
]


def shown(question: str = QUESTION, sections: list[Section] = SECTIONS, **kept: KeptCaption) -> dict:
    return json.loads(json.dumps(dashboard(question, sections, kept)))


@pytest.mark.parametrize(
    "scores", [[1.0], [1, 0.9], [1, 0.2, 0.1], [1, 0.9, 0.8, 0.3], [0.5] * 12, [1] + [0.1] * 7, [0, 0]]
)
def test_rows_are_full_and_no_chart_is_wider_than_a_more_relevant_one_of_its_row(scores: list[float]) -> None:
    widths = spans(scores)
    assert len(widths) == len(scores)
    taken = 0
    for place, width in enumerate(widths):
        if taken:
            assert width <= widths[place - 1]
        taken = (taken + width) % COLUMNS
    assert taken == 0


def test_the_most_relevant_chart_is_larger_than_one_that_hardly_matters() -> None:
    widths = spans([1, 0.3, 0.2, 0.1])
    assert widths[0] > widths[-1]


def test_sections_have_the_parts_as_titles_and_their_charts_by_relevance_then_score() -> None:
    page = shown()
    assert page["title"] == QUESTION
    assert [section["title"] for section in page["sections"]] == ["Which brand sold most?", "Did sales grow?"]
    assert [[chart["kind"] for chart in section["charts"]] for section in page["sections"]] == [
        ["extreme", "proportion", "rank"],
        ["trend", "value"],
    ]


def test_a_fact_that_answers_two_parts_is_shown_once_where_it_matters_more() -> None:
    keys = [chart["key"] for section in shown()["sections"] for chart in section["charts"]]
    assert len(keys) == len(set(keys)) == 5


def test_each_chart_has_its_caption_and_its_query() -> None:
    for section in shown()["sections"]:
        for chart in section["charts"]:
            assert chart["caption"] == chart["spec"]["description"]
            assert chart["sql"].startswith("SELECT")
            assert not chart["is_edited"]


def test_a_kept_caption_stands_while_the_fact_says_the_same() -> None:
    fact = SAMPLES["trend"][1]
    [chart] = shown(
        QUESTION, [Section("a", (fact,))], **{fact.key: KeptCaption("Sales doubled.", digest(fact.caption))}
    )["sections"][0]["charts"]
    assert (chart["caption"], chart["own_caption"], chart["is_edited"]) == ("Sales doubled.", fact.caption, True)
    assert chart["spec"]["description"] == "Sales doubled."


def test_a_caption_about_other_values_is_not_shown() -> None:
    fact = SAMPLES["trend"][1]
    [chart] = shown(QUESTION, [Section("a", (fact,))], **{fact.key: KeptCaption("Sales doubled.", digest("It fell."))})[
        "sections"
    ][0]["charts"]
    assert (chart["caption"], chart["is_edited"], chart["is_outdated"]) == (fact.caption, False, True)


def test_all_charts_are_one_valid_specification_that_may_be_rendered() -> None:
    spec = shown()["spec"]
    text = files("altair").joinpath("vegalite/v6/schema/vega-lite-schema.json").read_text("utf-8")
    assert [error.message[:200] for error in Draft7Validator(json.loads(text)).iter_errors(spec)] == []
    require_allowed(spec)
    drawn = svg(spec)
    assert "Which brand sold most?" in drawn
    assert "29.5 %" in drawn


def test_a_question_without_an_answer_has_no_specification() -> None:
    page = shown(QUESTION, [Section("a", ())])
    assert page["spec"] is None


def test_the_page_loads_and_runs_nothing_and_says_who_sold_most() -> None:
    fact = replace(SAMPLES["rank"][1], caption="<b>Ford</b> & 1")
    page = dashboard_page(shown("Who <leads>?", [Section("Part", (fact,))]), svg)
    assert not re.search(r"<script|<link|src=|href=|@import|url\((?!#)", page)
    assert "&lt;b&gt;Ford&lt;/b&gt; &amp; 1" in page
    assert "<title>Who &lt;leads&gt;?</title>" in page
    ElementTree.fromstring(page[page.index("<svg") : page.index("</svg>") + 6])


def test_every_width_has_a_rule() -> None:
    widths = {width for n in range(1, 13) for width in spans([1 - place / 20 for place in range(n)])}
    widths |= {width for n in range(1, 13) for width in spans([1, *[0.1] * (n - 1)])}
    assert {f".charts-{width} " for width in widths} <= set(re.findall(r"\.charts-\d+ ", style()))
