"""The experiments count what they say, and write the same page and plots from the same figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.commands.experiments import _NAMES
from factcheck.quality.experiments.cached import CachedTime
from factcheck.quality.experiments.figures import Figures, figures
from factcheck.quality.experiments.naive import NaiveTime
from factcheck.quality.experiments.page import addresses, other_sections, page
from factcheck.quality.experiments.plots import write_plots
from factcheck.quality.experiments.run import CaseExperiments, VariantCheck
from factcheck.quality.experiments.themes import CHARACTERISTICS, covered_by_most_frequent, predicate_counts
from factcheck.quality.experiments.variants import (
    DEFAULT,
    KEYWORD_STEPS,
    MODEL_STEPS,
    Experiment,
    Variant,
    changed,
    variants,
)
from factcheck.quality.judging.report import Machine
from factcheck.quality.judging.results import Check, CheckedClaim
from factcheck.queries.query import Query
from factcheck.settings import Settings
from factcheck.sql_reading.from_sql import read_queries

ALL = frozenset(Experiment)
QUERIES = (
    "SELECT COUNT(*) FROM orders",
    "SELECT COUNT(*) FROM orders WHERE status = 'returned'",
    "SELECT COUNT(*) FROM orders o WHERE o.status = 'lost'",
    "SELECT AVG(price) FROM orders WHERE status = 'returned' AND customer = 'A'",
)


def read(*queries: str) -> list[Query]:
    return [read_queries(query)[0].query for query in queries]


@pytest.mark.parametrize(
    ("characteristic", "most", "covered"),
    [
        ("aggregation functions", 1, 3),
        ("aggregation functions", 2, 4),
        ("aggregation columns", 1, 3),
        ("predicate column sets", 1, 2),
        ("predicate column sets", 2, 3),
        ("predicate column sets", 3, 4),
    ],
)
def test_most_frequent_characteristics_cover_their_queries(characteristic: str, most: int, covered: int) -> None:
    assert covered_by_most_frequent(read(*QUERIES), characteristic, most) == (covered, 4)


def test_a_column_is_the_same_with_and_without_its_tables_name() -> None:
    queries = read("SELECT SUM(price) FROM orders", "SELECT SUM(o.price) FROM orders AS o")
    assert covered_by_most_frequent(queries, "aggregation columns", 1) == (2, 2)


def test_predicates_are_counted_with_those_of_a_shares_whole() -> None:
    share = "SELECT 100.0 * COUNT(*) FILTER (WHERE status = 'returned') / COUNT(*) FROM orders WHERE customer = 'A'"
    assert predicate_counts(read(*QUERIES, share)) == {0: 1, 1: 2, 2: 2}


@given(st.lists(st.sampled_from(read(*QUERIES))), st.sampled_from(sorted(CHARACTERISTICS)))
def test_more_instances_never_cover_less(queries: list[Query], characteristic: str) -> None:
    covered = [covered_by_most_frequent(queries, characteristic, most)[0] for most in range(5)]
    assert covered == sorted(covered)
    assert covered[0] == 0
    assert covered[4] == len(queries)


def test_a_setting_at_its_default_makes_no_other_variant() -> None:
    assert changed(p_true=Settings().p_true) == DEFAULT
    assert changed(p_true=0.5).apply(Settings()) == replace(Settings(), p_true=0.5)


def test_every_variant_runs_once_the_default_first() -> None:
    every = variants(ALL)
    assert every[0] == DEFAULT
    assert len(set(every)) == len(every)
    assert variants({Experiment.THEME}) == (DEFAULT,)
    assert set(every) > {*MODEL_STEPS.values(), *KEYWORD_STEPS.values()}


def test_what_changes_inference_alone_is_told() -> None:
    assert changed(p_true=0.5, em_rounds=1).changes_inference_only
    assert replace(DEFAULT, is_corrupted=True).changes_inference_only
    assert not any(variant.changes_inference_only for variant in (DEFAULT, changed(columns_per_claim=1)))
    assert not any(variant.changes_inference_only for variant in KEYWORD_STEPS.values())


def test_the_command_offers_all_experiments() -> None:
    assert set(_NAMES) == {experiment.value for experiment in Experiment}


def claim(rank: int | None, is_correct: bool = True, verdict: str = "supported", in_class: bool = True) -> CheckedClaim:
    label = ("A sentence.", "1", 1.0, is_correct, None, "SELECT 1", in_class)
    return CheckedClaim(*label, verdict=verdict, right_rank=rank)


def case(name: str, checks: Mapping[Variant, tuple[CheckedClaim, ...]], seconds: float = 1.0) -> CaseExperiments:
    return CaseExperiments(
        name,
        name,
        tuple(read(*QUERIES)),
        {v: VariantCheck(Check(claims, (), seconds), {"evaluation": seconds / 2}) for v, claims in checks.items()},
        prepare_seconds=0.5,
        naive=NaiveTime(allowed=5000, candidates=1000, sampled=10, sample_seconds=0.1),
        cached=CachedTime(seconds=0.3, evaluation=0.05),
    )


def cases() -> list[CaseExperiments]:
    usual = (claim(1), claim(5), claim(None, is_correct=False, verdict="refuted"), claim(2, in_class=False))
    checks = dict.fromkeys(variants(ALL), usual)
    checks[MODEL_STEPS["relevance scores"]] = (claim(None), claim(12), *usual[2:])
    corrupted = replace(changed(p_true=0.9), is_corrupted=True)
    checks[corrupted] = (claim(1, is_correct=False, verdict="refuted"), claim(5, verdict="refuted"), *usual[2:])
    return [case("rivers", checks), case("lakes", checks), CaseExperiments("seas", "seas", failure="is empty")]


@pytest.fixture(scope="module")
def found() -> Figures:
    return figures(cases(), ALL)


def test_coverage_is_counted_by_variant(found: Figures) -> None:
    scores, _, _, priors = found.model.values()
    assert [(r.part, r.whole) for r in scores.in_class.values()] == [(0, 6), (0, 6), (0, 6)]
    assert [(r.part, r.whole) for r in priors.in_class.values()] == [(2, 6), (4, 6), (4, 6)]
    assert [(r.part, r.whole) for r in priors.of_all.values()] == [(2, 8), (6, 8), (6, 8)]
    assert (found.cases, found.claims, found.in_class, found.wrong) == (2, 8, 6, 2)


def test_coverage_is_counted_apart_for_right_and_wrong_claims(found: Figures) -> None:
    assert [ratio.part for ratio in found.by_depth["right claims"]] == [2] * 4 + [4] * 16
    assert [ratio.part for ratio in found.by_depth["wrong claims"]] == [0] * 20
    assert found.by_depth["wrong claims"][0].whole == 2


def test_written_errors_count_as_wrong_claims(found: Figures) -> None:
    published, corrupted = found.p_true[0.9].published, found.p_true[0.9].corrupted
    assert (published.recall.part, published.recall.whole) == (2, 2)
    assert (published.precision.part, published.precision.whole) == (2, 2)
    assert (corrupted.recall.part, corrupted.recall.whole) == (4, 4)
    assert (corrupted.precision.part, corrupted.precision.whole) == (4, 6)
    assert (corrupted.false_alarms.part, corrupted.false_alarms.whole) == (2, 2)
    every = found.p_true[0.9].corrupted_all.false_alarms
    assert (every.part, every.whole) == (2, 4)


def test_themes_are_means_over_documents(found: Figures) -> None:
    covered = found.theme["aggregation functions"]
    assert [point.micro.value for point in covered[:2] if point.micro] == [0.75, 1.0]
    assert covered[0].whole == 2
    assert found.predicates == {0: 2, 1: 4, 2: 2}


def test_naive_time_is_scaled_to_all_candidates(found: Figures) -> None:
    naive, merged, _ = found.times.values()
    assert naive.candidates == merged.candidates == 2000
    assert naive.query == pytest.approx(20.0)
    assert merged.query == pytest.approx(1.0)
    assert (merged.total, naive.total) == (pytest.approx(3.0), pytest.approx(22.0))


def test_cached_time_is_told_only_if_the_server_kept_results_of_every_case(found: Figures) -> None:
    cached = found.times["cached"]
    assert (cached.total, cached.query) == (pytest.approx(0.6), pytest.approx(0.1))
    first, second, failed = cases()
    assert "cached" not in figures([first, replace(second, cached=None), failed], ALL).times


@pytest.fixture(scope="module")
def plots(found: Figures, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The figures, drawn once for the tests that look at them."""
    return write_plots(found, tmp_path_factory.mktemp("page") / "figures")


def test_the_page_has_the_papers_figures_beside_ours_and_no_name_of_a_case(
    found: Figures, plots: Mapping[str, Path]
) -> None:
    page_file = plots["figure-8"].parents[1] / "page.md"
    text = page(found, Machine(0.1, 1.0), 0.3, 200, addresses(plots, page_file))
    assert "| + learned priors | 33.3 % [33.3, 33.3] | 58.4 % | 66.7 % [66.7, 66.7] | 68.4 % |" in text
    assert "Evaluation adds 33.3 points to top-1 in class (paper: 42.4), priors 0.0 (paper:\n5.3)" in text
    assert ", re-ranking 0.0." in text
    assert "here 100.0 %" in text
    assert "A candidate is 20 × cheaper merged than naive, over 2,000 candidates." in text
    assert "allow 5e+03 candidates on average;\n1e+03 of them are evaluated." in text
    assert "| naive | 22.0 s (scaled) | 20.0 s (scaled) |" in text
    assert "(figures/figure-8.svg)" in text
    assert not any(name in text for name in ("rivers", "lakes", "seas"))
    assert all(len(line) <= 120 or line.startswith("|") for line in text.splitlines())


def test_plots_are_the_same_bytes_each_time(found: Figures, plots: Mapping[str, Path], tmp_path: Path) -> None:
    again = write_plots(found, tmp_path)
    assert plots.keys() == {"table-1", "figure-5", "figure-6", "figure-7", "figure-8", "figure-9"}
    for name, path in plots.items():
        assert path.read_bytes() == again[name].read_bytes()
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_what_was_not_chosen_is_left_out(tmp_path: Path) -> None:
    found = figures(cases(), {Experiment.DEPTH})
    text = page(found, Machine(None, 1.0), 0.3, 200, {})
    assert "Figure 6" in text
    assert "Table 1" not in text
    assert "Table 2" not in text
    assert write_plots(found, tmp_path).keys() == {"figure-6"}


def test_sections_that_are_written_by_hand_stay_on_the_page(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    assert other_sections(file) == ""
    file.write_text("# Old\n\n## Old section\n", "utf-8")
    assert other_sections(file) == ""
    kept = "<!-- What follows is written by hand. -->\n\n## Ours\n\nText.\n"
    file.write_text(f"# Old\n\n{kept}", "utf-8")
    file.write_text(f"# New\n{other_sections(file)}", "utf-8")
    assert file.read_text("utf-8") == f"# New\n\n{kept}"
