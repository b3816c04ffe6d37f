"""``factcheck fit-evidence`` and ``evaluate-evidence`` on a folder of labelled claims."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from factcheck.commands import main
from factcheck.text_index.embeddings import embedder
from factcheck.weights.evidence import read_evidence_weights

pytestmark = pytest.mark.usefixtures("shared")

THINGS = [
    "harbour",
    "library",
    "bakery",
    "station",
    "museum",
    "garden",
    "school",
    "market",
    "bridge",
    "tower",
]
LABELS = ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "DISPUTED"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Forty claims: what is said of the opening of each thing, in the four ways of the labels."""
    path = tmp_path_factory.mktemp("labelled")
    passages, claims = [], []
    for number, thing in enumerate(THINGS):
        said = {
            "SUPPORTS": f"The {thing} of Westport opened in {1900 + number} by the river.",
            "REFUTES": f"The {thing} of Eastport never opened in {1900 + number} by the river.",
            "NOT_ENOUGH_INFO": f"A {thing} was planned for Northport.",
            "DISPUTED": f"The {thing} of Southport opened in {1900 + number} by the river, although it did not.",
        }
        for label, (place, text) in zip(
            LABELS,
            zip(("West", "East", "North", "South"), said.values(), strict=True),
            strict=True,
        ):
            key = f"{thing}-{label}"
            passages.append({"id": key, "text": text})
            claims.append(
                {
                    "claim_id": key,
                    "split": "dev" if number >= 7 else "train",
                    "claim_text": f"The {thing} of {place}port opened in {1900 + number}.",
                    "claim_label": label,
                    "evidences": [key],
                    "sentences": [
                        {
                            "text": text,
                            "label": "NOT_ENOUGH_INFO" if label == "DISPUTED" else label,
                        }
                    ],
                }
            )
    for name, rows in (("passages", passages), ("claims", claims)):
        (path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return path


def invoke(*arguments):
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_weights_are_fitted_and_measured(folder, database, tmp_path, admin):
    weights, figures = tmp_path / "weights.toml", tmp_path / "figures.json"
    fitted = invoke("fit-evidence", folder, "--dsn", database, "--output", weights)
    assert fitted.exit_code == 0, fitted.output
    assert read_evidence_weights(weights.read_text("utf-8")).similarity is None
    measured = invoke(
        "evaluate-evidence",
        folder,
        "--dsn",
        database,
        "--weights",
        weights,
        "--json",
        figures,
    )
    assert measured.exit_code == 0, measured.output
    left_out = json.loads(figures.read_text("utf-8"))["claims left out"]
    values = {each["name"]: each["value"] for each in left_out["figures"]}
    assert len(left_out["claims"]) == 12
    assert values["recall@20"] == 1.0
    assert values["always supported: accuracy"] == 0.25
    assert values["accuracy"] > 0.4
    # few claims show an error by chance alone
    assert 0 < values["calibration error where probabilities are right"] < 0.5
    assert "| recall@20 | 0.362 | 1.000" in measured.output
    # nothing stays behind
    assert admin.execute("SELECT count(*) FROM factcheck.passage_source").fetchone() == (0,)
    assert admin.execute("SELECT count(*) FROM factcheck.passage").fetchone() == (0,)


def test_a_folder_without_the_files_is_told(tmp_path, database):
    told = invoke("evaluate-evidence", tmp_path, "--dsn", database)
    assert told.exit_code == 2
    assert "there is no file" in told.output
    assert "claims.jsonl and passages.jsonl" in told.output


def test_the_cross_encoder_is_trained_and_compared(folder, database, admin):
    pytest.importorskip("autograd")
    told = invoke("evaluate-cross-encoder", folder, "--dsn", database, "--width", "8", "--rounds", "1")
    assert told.exit_code == 0, told.output
    assert "| evidence, 12 claims |" in told.output
    assert "| ranked anew, first 4 of 20 | 0.086 |" in told.output
    assert "| labels by BM25 3 and 1 ranked anew |" in told.output
    assert admin.execute("SELECT count(*) FROM factcheck.passage_source").fetchone() == (0,)
    of_a_fold = invoke(
        "evaluate-cross-encoder", folder, "--dsn", database, "--width", "8", "--rounds", "1", "--fold", "0"
    )
    assert "| evidence, 6 claims |" in of_a_fold.output


@pytest.mark.skipif(embedder() is None, reason="the packages of factcheck[semantic] are not installed")
def test_fused_claims_are_measured_by_embeddings_that_are_kept_in_a_file(folder, database, tmp_path):
    kept = tmp_path / "kept.npz"
    told = []
    for name in ("first", "second"):
        figures = tmp_path / f"{name}.json"
        options = ("--mode", "fused", "--kept-embeddings", kept, "--json", figures)
        measured = invoke("evaluate-evidence", folder, "--dsn", database, *options)
        assert measured.exit_code == 0, measured.output
        told.append(json.loads(figures.read_text("utf-8")))
    assert told[0] == told[1]
    with np.load(kept) as file:
        assert len(file["keys"]) == 80  # forty claims and forty passages, each once
