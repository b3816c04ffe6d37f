"""The command that measures how questions are read."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner

from factcheck.commands import main

pytestmark = pytest.mark.usefixtures("shared")

CASES = [
    {
        "data": "boats.csv",
        "question": "Which harbour has the highest average price?",
        "kind": "low",
        "method": None,
        "parts": [{"fact_type": "extreme", "text": "Which harbour has the highest average price?"}],
    },
    {
        "data": "boats.csv",
        "question": "How do Kiel and Oban compare in price?",
        "kind": "compound",
        "method": "comparison",
        "parts": [{"fact_type": "rank", "text": "What is the rank of harbour by crew?"}],
    },
]
QUERY = {
    "data": "boats.csv",
    "query": "average price by harbour",
    "turn": None,
    "nl4dv_attributes": ["price", "harbour"],
    "nl4dv_tasks": ["derived_value"],
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()
    rows = [f"Boat {n},{('Kiel', 'Oban', 'Bergen')[n % 3]},{1000 + n},{n % 5}" for n in range(60)]
    (tmp_path / "data" / "boats.csv").write_text("\n".join(["name,harbour,price,crew", *rows]) + "\n", "utf-8")
    (tmp_path / "decomposition_hand.jsonl").write_text("\n".join(map(json.dumps, CASES)), "utf-8")
    (tmp_path / "nl4dv_queries.jsonl").write_text(json.dumps(QUERY), "utf-8")
    return tmp_path


def test_right_and_wrong_parts_are_counted_and_shown(folder, database):
    figures = folder / "figures.json"
    result = CliRunner().invoke(main, ["evaluate-questions", str(folder), "--dsn", database, "--json", str(figures)])
    assert result.exit_code == 0, result.output
    told = json.loads(figures.read_text("utf-8"))
    assert told["questions, every part right"] == {"hits": 1, "cases": 2}
    assert told["question kind"] == {"hits": 2, "cases": 2}
    assert told["fact type of parts"] == {"hits": 1, "cases": 2}
    assert told["NL4DV: attributes and tasks"] == {"hits": 1, "cases": 1}
    assert "wanted  rank: What is the rank of harbour by crew?" in result.output
    assert "Which harbour has the highest average price?  [" not in result.output


@pytest.mark.parametrize(
    ("question", "reference", "fact_type", "are_details_right"),
    [
        ("What is the average price in Kiel?", "What is the average price where harbour is Kiel?", "value", 1),
        ("What is the average price in Kiel?", "What is the average price where harbour is Oban?", "value", 0),
        ("What is the average price in Kiel?", "What is the total price where harbour is Kiel?", "value", 0),
        ("Which harbour has the lowest average price?", "Which harbour has the lowest average price?", "extreme", 1),
        ("Which harbour has the lowest average price?", "Which harbour has the highest average price?", "extreme", 0),
        (
            "Boats in Kiel have a higher price than those in Oban.",
            "The average price where harbour is Oban is below that where harbour is Kiel.",
            "difference",
            1,
        ),
        (
            "Boats in Kiel have a higher price than those in Oban.",
            "The average price where harbour is Kiel is below that where harbour is Oban.",
            "difference",
            0,
        ),
    ],
)
def test_details_are_compared_beside_types_and_columns(
    folder, database, question, reference, fact_type, are_details_right
):
    case = {**CASES[0], "question": question, "parts": [{"fact_type": fact_type, "text": reference}]}
    (folder / "decomposition_hand.jsonl").write_text(json.dumps(case), "utf-8")
    figures = folder / "figures.json"
    result = CliRunner().invoke(main, ["evaluate-questions", str(folder), "--dsn", database, "--json", str(figures)])
    assert result.exit_code == 0, result.output
    told = json.loads(figures.read_text("utf-8"))
    assert told["questions, every part right"] == {"hits": 1, "cases": 1}
    assert told["questions, right in details, too"] == {"hits": are_details_right, "cases": 1}
    assert (f"wanted  {fact_type}: {reference}" in result.output) is (not are_details_right)


def test_nothing_of_a_measurement_stays_in_the_database(folder, database, admin):
    before = admin.execute("SELECT count(*) FROM factcheck.data_table").fetchone()
    assert CliRunner().invoke(main, ["evaluate-questions", str(folder), "--dsn", database]).exit_code == 0
    assert admin.execute("SELECT count(*) FROM factcheck.data_table").fetchone() == before


def test_figures_of_the_neural_method_come_without_the_misses(folder, database):
    told = ["evaluate-questions", str(folder), "--dsn", database, "--method", "neural", "--no-misses"]
    result = CliRunner().invoke(main, told)
    assert result.exit_code == 0, result.output
    assert "questions, every part right" in result.output
    assert "wanted" not in result.output


def test_training_without_its_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "autograd", None)
    monkeypatch.setitem(sys.modules, "autograd.numpy", None)
    monkeypatch.delitem(sys.modules, "factcheck.questions.neural.training", raising=False)
    monkeypatch.delitem(sys.modules, "factcheck.quality.questions.neural", raising=False)
    result = CliRunner().invoke(main, ["fit-questions", "--method", "neural"])
    assert result.exit_code == 2
    assert "pip install 'factcheck[train]'" in result.output
