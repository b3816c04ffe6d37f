"""Fragments of labelled queries are looked up in the index as the server keeps it, and cleaned up after."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result

from factcheck.commands import main
from factcheck.quality.fragments.recall import SOURCE_STEPS

pytestmark = pytest.mark.usefixtures("shared")

ARTICLE = (
    "<html><body><h1>Garden party</h1><p>The party had 40 guests. Of them, 10 came by ferry."
    " Only 5 of the guests were vegan. Each made a donation. The mean was $21.50."
    " Nobody of the 7 from Atlantis came.</p></body></html>"
)
GUESTS = "guest,travelled by,is_vegan,donation\n" + "".join(
    f"guest {n},{'ferry' if n % 4 == 0 else 'train'},{'true' if n % 8 == 0 else 'false'},{n + 1}\n"
    for n in range(1, 41)
)
QUERIES = {
    "40": ("The party had 40 guests.", 'SELECT COUNT("guest") FROM guests'),
    "10": ("Of them, 10 came by ferry.", "SELECT COUNT(*) FROM guests WHERE \"travelled by\" = 'ferry'"),
    "5": ("Only 5 of the guests were vegan.", "SELECT COUNT(*) FROM guests g WHERE g.is_vegan = 't'"),
    "$21.50": ("The mean was $21.50.", "SELECT AVG(donation) FROM guests"),
    "7": (
        "Nobody of the 7 from Atlantis came.",
        "SELECT COUNT(*) FROM guests WHERE \"travelled by\" = 'Atlantis' AND donation > 2",
    ),
}
ABSENT = ("Nobody of the 7 from Atlantis came.", "SELECT COUNT(*) FROM guests WHERE \"travelled by\" = 'submarine'")


def write_case(folder: Path, queries: dict[str, tuple[str, str]]) -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "article.html").write_text(ARTICLE)
    (folder / "data" / "guests.csv").write_text(GUESTS)
    labels = [
        {"sentence": sentence, "value_text": text, "value": float(text.strip("$")), "sql": query, "correct": True}
        for text, (sentence, query) in queries.items()
    ]
    (folder / "claims.json").write_text(json.dumps(labels))
    return folder


def evaluate(dsn: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["evaluate-fragments", *map(str, arguments), "--dsn", dsn])


@pytest.fixture(scope="module")
def outcome(database: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("cases")
    write_case(folder / "party", {**QUERIES, "7": ABSENT})
    report = folder / "report.json"
    result = evaluate(database, folder, "--by-source", "--json", report)
    assert result.exit_code == 0, result.output
    return result, json.loads(report.read_text())


def fragments(report: dict[str, Any], number: str) -> dict[str, Any]:
    [claim] = [claim for claim in report["cases"][0]["claims"] if claim["value_text"] == number]
    return {fragment["text"]: fragment for fragment in claim["fragments"]}


def test_each_fragment_is_found_however_the_query_spells_it(outcome: tuple[Result, dict[str, Any]]) -> None:
    _, report = outcome
    assert set(fragments(report, "40")) == {"count", "guests.*"}
    assert fragments(report, "10")["guests.travelled by = 'ferry'"]["rank"] == 1
    assert fragments(report, "5")["guests.is_vegan = 'true'"]["missing"] is None
    assert fragments(report, "$21.50")["guests.donation"]["rank"] == 1
    existing = report["summary"]["existing"]
    assert (existing["functions"]["part"], existing["functions"]["whole"]) == (5, 5)
    assert (existing["columns"]["part"], existing["columns"]["whole"]) == (5, 5)


def test_a_value_that_no_row_has_is_missing(outcome: tuple[Result, dict[str, Any]]) -> None:
    result, report = outcome
    absent = fragments(report, "7")["guests.travelled by = 'submarine'"]
    assert (absent["missing"], absent["rank"]) == ("no row has the value", None)
    assert "Fragments that do not exist: 1\n" in result.stdout
    assert "predicate guests.travelled by = 'submarine': no row has the value" in result.stdout


def test_sources_are_measured_one_after_the_other_and_the_last_step_is_the_whole(
    outcome: tuple[Result, dict[str, Any]],
) -> None:
    _, report = outcome
    steps = report["cases"][0]["by_step"]
    assert list(steps) == [step.name for step in SOURCE_STEPS]
    assert steps[SOURCE_STEPS[-1].name] == report["cases"][0]["claims"]
    # The column is named in the sentence before only.
    places = [steps[SOURCE_STEPS[at].name][3]["fragments"][1]["rank"] for at in (0, -1)]
    assert places[0] > places[1]


def test_nothing_is_left_behind(outcome: tuple[Result, dict[str, Any]], admin: psycopg.Connection[Any]) -> None:
    assert outcome[0].stdout
    left = admin.execute(
        "SELECT nspname::text FROM pg_namespace WHERE nspname ~ '^factcheck_case_'"
        " UNION ALL SELECT relation::text FROM factcheck.data_table"
        " UNION ALL SELECT tgname::text FROM pg_trigger WHERE tgname = 'leave_out'"
    ).fetchall()
    assert left == []


def test_queries_outside_the_class_are_left_out(database: str, tmp_path: Path) -> None:
    result = evaluate(database, write_case(tmp_path / "party", QUERIES))
    assert result.exit_code == 0, result.output
    assert "party: 4 of 4 queries retrieved" in result.stderr
