"""The command that draws: verdicts of stored documents and specifications, as pictures and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from support.sample_facts import SAMPLES
from support.trips import add_trips, verified

from factcheck.charts.of_fact import fact_chart
from factcheck.commands import main

pytestmark = pytest.mark.usefixtures("shared")


@pytest.fixture(scope="module")
def document(admin, analyst, analyst_name):
    add_trips(admin, analyst_name)
    return verified(analyst, "There were 66 trips.", "to be drawn", is_kept=False)


@pytest.fixture
def run(database, analyst_name, tmp_path, monkeypatch):
    """Run the command as the analyst, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, text=""):
        options = ["chart", "--dsn", database, "--role", analyst_name, *arguments]
        return CliRunner().invoke(main, options, input=text, catch_exceptions=False)

    return run


def test_a_verdict_is_drawn_as_a_picture_and_as_a_specification(run, document):
    for name in ("a.svg", "a.png", "a.pdf", "a.json"):
        done = run("--claim", f"{document}/1", "-o", name)
        assert done.exit_code == 0, done.output
        assert done.output.startswith(f"{name}: ")
    assert "stated 66" in "".join(ElementTree.parse("a.svg").getroot().itertext())
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert Path("a.pdf").read_bytes().startswith(b"%PDF-")
    assert json.loads(Path("a.json").read_text())["usermeta"] == {"factcheck": {"variant": "verdict_value"}}


def test_a_specification_from_standard_input_is_drawn(run):
    assert run("-o", "b.svg", text=json.dumps(fact_chart(SAMPLES["rank"][1]))).exit_code == 0
    assert "#1" in Path("b.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "text", "message"),
    [
        (["-o", "c.gif"], "{}", "cannot tell what to write into c.gif"),
        (["-o", "c.svg"], "nothing", "what stands on standard input is no JSON"),
        (["-o", "c.svg"], "[]", "this specification is not rendered"),
        (["-o", "c.html"], "{}", "only the answer to a question is written as a page"),
        (["-o", "c.svg", "--claim", "999999/1"], "", "there is no claim 1 of document 999999"),
        (["-o", "c.svg", "--claim", "1/1", "--question", "?"], "", "--claim and --question are two charts"),
    ],
)
def test_what_cannot_be_drawn_is_told_and_no_file_written(run, document, arguments, text, message):
    done = run(*arguments, text=text)
    assert done.exit_code == 2
    assert f"ERROR:  {message}" in done.output
    assert not list(Path.cwd().iterdir())


def test_a_claim_has_two_numbers(run):
    done = run("-o", "c.svg", "--claim", "7")
    assert done.exit_code == 2
    assert "such as 3/1" in done.output


def test_a_file_that_cannot_be_written_is_told_as_the_system_tells_it(run, document):
    done = run("--claim", f"{document}/1", "-o", "missing/a.json")
    assert done.exit_code == 2
    assert done.output.splitlines() == [
        "ERROR:  cannot open file missing/a.json",
        "DETAIL:  No such file or directory.",
    ]
