"""The figures of fragment recall against counts made by hand, ranks with ties, and the report about them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise

import pytest

from factcheck.catalogue.schema import Column
from factcheck.quality.fragments.lookup import CatalogueFragment, Kind, rank
from factcheck.quality.fragments.page import fragment_page
from factcheck.quality.fragments.recall import SOURCE_STEPS, CaseFragments, ClaimFragments, Fragment
from factcheck.quality.fragments.summary import fragment_report, fragments_as_json, summarise_fragments
from factcheck.quality.judging.metrics import Ratio
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen


def claim(*fragments: Fragment, is_spotted: bool = True) -> ClaimFragments:
    return ClaimFragments("There\nare 5.", "5", "SELECT COUNT(*) FROM t", is_spotted, fragments)


def fragment(kind: Kind, place: int | None, missing: str | None = None) -> Fragment:
    return Fragment(kind, f"the {kind}", missing, place)


ALL_FIRST = claim(fragment("function", 1), fragment("column", 1))
DEEP = claim(fragment("function", 1), fragment("column", 4), fragment("predicate", 21))
ABSENT = claim(fragment("function", 2), fragment("column", 2), fragment("predicate", None, "no row has the value"))
UNSPOTTED = claim(fragment("function", None), fragment("column", None), is_spotted=False)
RESULTS = [
    CaseFragments("one", "a", (ALL_FIRST, DEEP), {SOURCE_STEPS[0].name: (DEEP, UNSPOTTED)}),
    CaseFragments("two", "b", (ABSENT, UNSPOTTED), {SOURCE_STEPS[0].name: (ALL_FIRST,)}),
    CaseFragments("three", "c", failure="it broke"),
]


def counts(figures: Mapping[str, Ratio], name: str) -> tuple[float, float]:
    return figures[name].part, figures[name].whole


def test_existence_is_counted_by_query_and_by_fragment() -> None:
    existing = summarise_fragments(RESULTS).existing
    assert counts(existing, "queries, all fragments") == (3, 4)
    assert counts(existing, "functions") == (4, 4)
    assert counts(existing, "predicates") == (1, 2)


def test_retrieval_counts_claims_not_spotted_as_missed_or_leaves_them_out() -> None:
    summary = summarise_fragments(RESULTS)
    assert counts(summary.retrieved, "queries, all fragments, top-1") == (1, 4)
    assert counts(summary.retrieved, "columns, top-5") == (3, 4)
    assert counts(summary.retrieved_if_spotted, "columns, top-5") == (3, 3)
    assert counts(summary.retrieved, "predicates, top-20") == (0, 2)
    macro = summary.retrieved["columns, top-5"].macro
    assert macro is not None
    assert macro.value == pytest.approx((2 / 2 + 1 / 2) / 2)


def test_steps_are_about_spotted_claims() -> None:
    by_step = summarise_fragments(RESULTS).by_step
    assert list(by_step) == [SOURCE_STEPS[0].name]
    assert counts(by_step[SOURCE_STEPS[0].name], "queries, all fragments, top-1") == (1, 2)


def test_steps_add_one_source_each_up_to_all() -> None:
    for before, after in pairwise(SOURCE_STEPS):
        assert before.of_claims <= after.of_claims
        assert after.of_columns is None or set(before.of_columns or ()) <= set(after.of_columns)
        assert before != after
    assert SOURCE_STEPS[-1].of_columns is None


def test_the_report_lists_what_is_missing_and_what_was_not_retrieved() -> None:
    text = fragment_report(RESULTS, summarise_fragments(RESULTS))
    assert "2 cases on 2 data sets, 1 failed" in text
    assert "three: it broke" in text
    assert "do not exist: 1\n  two: “5”: There are 5.\n      predicate the predicate: no row has the value" in text
    assert "among the first 20: 1\n  one: “5”: There are 5.\n      predicate the predicate: rank 21\n" in text
    assert "not spotted: 1\n  two: “5”: There are 5." in text
    assert "Recall by keyword source" in text


def test_the_page_has_the_figures_and_nothing_of_a_case() -> None:
    text = fragment_page(RESULTS, summarise_fragments(RESULTS))
    assert "from 2 articles about 2 data sets (4 claims" in text
    assert "| functions | 100.0 % [100.0, 100.0] | 75.0 %" in text
    assert f"| {SOURCE_STEPS[0].name} | 50.0 % |" in text
    assert "█" * 20 + " " in text
    assert "There are 5." not in text
    assert "no row has the value" not in text


def test_everything_goes_into_json() -> None:
    document = json.loads(json.dumps(fragments_as_json(RESULTS, summarise_fragments(RESULTS))))
    assert document["cases"][0]["claims"][1]["fragments"][2]["rank"] == 21


STATUS = Column(7, 1, "status", "status", "text", "S", None)
OTHER = Column(8, 1, "other", "other", "text", "S", None)
RELEVANCE = Relevance(
    functions={COUNT: 0.5, SUM: 0.5, AVG: 0.0},
    columns={7: 0.2, 8: 0.0, 9: 0.0},
    tables={1: 0.3, 7: 0.0},
    predicates=((Equals(STATUS, "open"), Seen(2.0, {})), (Equals(STATUS, "new"), Seen(1.0, {}))),
)


@pytest.mark.parametrize(
    ("found", "place"),
    [
        (CatalogueFragment("function", "sum", None, SUM), 2),
        (CatalogueFragment("function", "avg", None, AVG), 3),
        (CatalogueFragment("column", "t.no", "the column is not in the catalogue"), None),
        (CatalogueFragment("column", "t.status", None, 7), 2),
        (CatalogueFragment("column", "t.*", None, 1, is_star=True), 1),
        (CatalogueFragment("column", "t.other", None, 9), 5),
        (CatalogueFragment("predicate", "", None, spellings=frozenset({Equals(STATUS, "new")})), 2),
        (CatalogueFragment("predicate", "", None, spellings=frozenset({Equals(STATUS, "old")})), None),
        (CatalogueFragment("predicate", "", None, spellings=frozenset({Equals(OTHER, "new")})), None),
    ],
)
def test_ties_take_the_worst_place(found: CatalogueFragment, place: int | None) -> None:
    assert rank(found, RELEVANCE) == place
