"""The experiments run on a case from its files to page and plots, and clean up."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result

from factcheck.commands import main
from factcheck.commands.load import load_csv
from factcheck.nlp.spacy_parser import SpacyParser
from factcheck.quality.experiments.run import CaseExperiments, ExperimentOptions, run_experiments
from factcheck.quality.experiments.variants import DEFAULT, KEYWORD_STEPS, MODEL_STEPS, Experiment

pytestmark = pytest.mark.usefixtures("shared")

ARTICLE = (
    "<html><body><h1>Lorries of the ferry port</h1><p>The port counted 48 crossings. In the spring season, 12 had"
    " a delay. Of the crossings by automobile, 9 were in winter. The average fare was $43.50.</p></body></html>"
)
SEASONS = ("spring", "summer", "autumn", "winter")
CROSSINGS = "crossing,season,vehicle,fare\n" + "".join(
    f"{n},{SEASONS[n % 4]},{'car' if n % 3 == 0 else 'lorry'},{n + 19}\n" for n in range(1, 49)
)
LABELS = [
    ("The port counted 48 crossings.", "48", 48, "SELECT COUNT(*) FROM crossings", True),
    (
        "In the spring season, 12 had a delay.",
        "12",
        12,
        "SELECT COUNT(*) FROM crossings WHERE season = 'spring'",
        True,
    ),
    (
        "Of the crossings by automobile, 9 were in winter.",
        "9",
        9,
        "SELECT COUNT(*) FROM crossings WHERE vehicle = 'car' AND season = 'winter'",
        False,
    ),
    ("The average fare was $43.50.", "$43.50", 43.5, "SELECT AVG(fare) FROM crossings", True),
]


def write_case(folder: Path, data: str = CROSSINGS) -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "article.html").write_text(ARTICLE)
    (folder / "data" / "crossings.csv").write_text(data)
    labels = [
        {"sentence": sentence, "value_text": text, "value": value, "sql": query, "correct": is_correct}
        for sentence, text, value, query, is_correct in LABELS
    ]
    (folder / "claims.json").write_text(json.dumps(labels))
    return folder


def experiments(dsn: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["experiments", *map(str, arguments), "--dsn", dsn])


def cells(page: str, name: str) -> list[list[str]]:
    """The rows of the page's tables that begin with a name."""
    return [re.split(r" \| ", line.strip("| ")) for line in page.splitlines() if line.startswith(f"| {name} |")]


@pytest.fixture(scope="module")
def outcome(database: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    folder = tmp_path_factory.mktemp("experiments")
    write_case(folder / "cases" / "port")
    write_case(folder / "cases" / "broken", data="")
    arguments = ("--page", folder / "page.md", "--figures", folder / "plots", "--sample", 5)
    return experiments(database, folder / "cases", *arguments), folder


def test_the_page_has_every_experiment(outcome: tuple[Result, Path]) -> None:
    result, folder = outcome
    page = (folder / "page.md").read_text()
    assert result.exit_code == 1, "a case failed"
    assert "broken: " in result.stderr
    assert "is empty" in result.stderr
    assert re.findall(r"^## (\w+ \d)", page, re.MULTILINE) == [
        "Table 1",
        *(f"Figure {number}" for number in range(5, 10)),
        "Table 2",
        "Table 6",
    ]
    assert "from 1 articles about 1 data sets" in page
    assert "port" not in re.sub(r"(sup|re)port", "", page)
    assert {path.name for path in (folder / "plots").iterdir()} == {
        f"{name}.svg" for name in ("table-1", *(f"figure-{number}" for number in range(5, 10)))
    }
    assert "(plots/figure-9.svg)" in page


def test_right_queries_are_found_and_counted(outcome: tuple[Result, Path]) -> None:
    page = (outcome[1] / "page.md").read_text()
    [_, overall] = cells(page, "all claims")
    assert overall[1] == "4"
    assert overall[-1] in {"75.0 %", "100.0 %"}
    [functions] = cells(page, "aggregation functions")
    assert functions[1:3] == ["75.0 %", "100.0 %"]
    [shares] = cells(page, "share")
    assert shares[1:] == ["50.0 %", "25.0 %", "25.0 %"]


def test_naive_evaluation_is_timed_beside_the_merged_one(outcome: tuple[Result, Path]) -> None:
    page = (outcome[1] / "page.md").read_text()
    found = re.search(r"A candidate is ([\d,]+) × cheaper merged than naive, over ([\d,]+) candidates", page)
    assert found is not None
    assert int(found[2].replace(",", "")) > 100
    assert int(found[1].replace(",", "")) > 1


def test_nothing_is_left_behind(outcome: tuple[Result, Path], admin: psycopg.Connection[Any]) -> None:
    assert outcome[0].stderr
    left = admin.execute(
        "SELECT nspname::text FROM pg_namespace WHERE nspname ~ '^factcheck_(case|subset)_'"
        " UNION ALL SELECT relation::text FROM factcheck.data_table"
        " UNION ALL SELECT polname::text FROM pg_policy WHERE polname = 'no_synonyms'"
    ).fetchall()
    assert left == []


@pytest.fixture(scope="module")
def measured(database: str, tmp_path_factory: pytest.TempPathFactory) -> CaseExperiments:
    folder = write_case(tmp_path_factory.mktemp("cases") / "port")
    options = ExperimentOptions(frozenset({Experiment.MODEL, Experiment.KEYWORDS}))
    [result] = run_experiments(database, [folder], options, load_csv, SpacyParser())
    assert result.failure is None
    return result


def ranks(measured: CaseExperiments, step: str) -> list[int]:
    steps = MODEL_STEPS | KEYWORD_STEPS
    return [claim.right_rank or 99 for claim in measured.checks[steps[step]].check.claims]


def test_synonyms_are_left_out_of_claims_and_columns(measured: CaseExperiments) -> None:
    """The claim says automobile where the data have car: without synonyms nothing leads there."""
    assert ranks(measured, "+ previous sentence")[2] > ranks(measured, "+ synonyms")[2]


def test_evaluation_results_say_something_of_right_claims(measured: CaseExperiments) -> None:
    scores, evaluated = ranks(measured, "relevance scores"), ranks(measured, "+ evaluation results")
    right = [0, 1, 3]
    assert sum(evaluated[place] for place in right) <= sum(scores[place] for place in right)
    assert scores != evaluated


def test_a_check_here_gives_what_the_server_gives(measured: CaseExperiments, database: str, tmp_path: Path) -> None:
    case, report = write_case(tmp_path / "port"), tmp_path / "report.json"
    CliRunner().invoke(main, ["evaluate", str(case), "--dsn", database, "--json", str(report)])
    [found] = json.loads(report.read_text())["cases"]
    ours = measured.checks[DEFAULT].check.claims
    assert [(unqualified(claim.query), claim.p_correct) for claim in ours] == [
        (unqualified(claim["query"]), pytest.approx(claim["p_correct"])) for claim in found["natural"]["claims"]
    ]


def unqualified(query: str | None) -> str:
    return re.sub(r"factcheck_case_\w+\.", "", query or "")


def test_a_case_whose_right_query_is_invalid_has_its_place_on_the_page(database: str, tmp_path: Path) -> None:
    case = write_case(tmp_path / "cases" / "port")
    labels = json.loads((case / "claims.json").read_text())
    (case / "claims.json").write_text(json.dumps([labels[0] | {"sql": "SELECT count(*) FRM crossings"}]))
    arguments = ("--page", tmp_path / "page.md", "--figures", tmp_path / "plots", "--sample", 5)
    result = experiments(database, tmp_path / "cases", *arguments)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "page.md").read_text()
