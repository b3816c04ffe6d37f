"""An evaluation runs each case in a schema of its own, as a role of its own, and cleans up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result

from factcheck.commands import main

pytestmark = pytest.mark.usefixtures("shared")

ARTICLE = (
    "<html><body><h1>Orders</h1><p>In 2023 the shop took 60 orders. Of these orders, 15 have the status returned."
    " The list has 99 customers. The average price of an order was $32.50.</p></body></html>"
)
ORDERS = "order_number,status,customer,price\n" + "".join(
    f"{n},{'returned' if n % 4 == 0 else 'delivered'},customer {n % 12},{n + 2}\n" for n in range(1, 61)
)


def label(sentence: str, text: str, value: float, sql: str | None, result: float) -> dict[str, Any]:
    correct = value == result
    return {
        "sentence": sentence,
        "value_text": text,
        "value": value,
        "sql": sql,
        "result": result,
        "correct": correct,
    }


LABELS = [
    label("In 2023 the shop took 60 orders.", "60", 60, "SELECT COUNT(*) FROM orders", 60),
    label(
        "Of these orders, 15 have the status returned.",
        "15",
        15,
        "SELECT COUNT(*) FROM orders WHERE status = 'returned'",
        15,
    ),
    label(
        "The list has 99 customers.",
        "99",
        99,
        "SELECT COUNT(DISTINCT customer) FROM orders",
        12,
    ),
    label(
        "The average price of an order was $32.50.",
        "$32.50",
        32.5,
        "SELECT AVG(price) FROM orders",
        32.5,
    ),
]


def write_case(folder: Path, data: str = ORDERS) -> Path:
    (folder / "data").mkdir(parents=True)
    (folder / "article.html").write_text(ARTICLE)
    (folder / "data" / "Orders.csv").write_text(data)
    (folder / "claims.json").write_text(json.dumps(LABELS))
    return folder


def evaluate(dsn: str, *arguments: object) -> Result:
    return CliRunner().invoke(main, ["evaluate", *map(str, arguments), "--dsn", dsn])


def leftovers(admin: psycopg.Connection[Any]) -> list[tuple[str]]:
    return admin.execute(
        "SELECT nspname::text FROM pg_namespace WHERE nspname ~ '^factcheck_(case|subset)_'"
        " UNION ALL SELECT r.rolname::text FROM pg_roles r JOIN pg_shdepend d ON d.refobjid = r.oid"
        " JOIN pg_database b ON b.oid = d.dbid"
        " WHERE b.datname = current_database() AND r.rolname ~ '^factcheck_evaluate_'"
        " UNION ALL SELECT relation::text FROM factcheck.data_table"
    ).fetchall()


@pytest.fixture(scope="module")
def outcome(database: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("cases")
    write_case(folder / "orders")
    write_case(folder / "broken", data="")
    report = folder / "report.json"
    result = evaluate(database, folder, "--corrupt", 1, "--seed", 3, "--json", report)
    return result, json.loads(report.read_text())


def test_a_failing_case_is_reported_and_the_others_run(
    outcome: tuple[Result, dict[str, Any]],
) -> None:
    result, report = outcome
    assert result.exit_code == 1
    assert "is empty" in result.stdout
    assert "1 cases on 1 data sets, 1 failed" in result.stdout
    broken, orders = report["cases"]
    assert "is empty" in broken["failure"]
    assert orders["failure"] is None


def test_every_claim_is_beside_its_row(outcome: tuple[Result, dict[str, Any]]) -> None:
    _, report = outcome
    natural = report["cases"][1]["natural"]
    assert [claim["value_text"] for claim in natural["claims"]] == [
        "60",
        "15",
        "99",
        "$32.50",
    ]
    for claim in natural["claims"]:
        assert claim["verdict"] is not None
        assert claim["claimed_value"] == claim["value"]
        assert claim["is_in_class"]
    assert natural["claims"][0]["right_rank"] == 1
    assert report["summary"]["spotting"]["recall"]["micro"]["value"] == 1.0
    assert report["summary"]["coverage"]["top-10, all"]["part"] >= 3


def test_errors_were_written_into_all_right_numbers(
    outcome: tuple[Result, dict[str, Any]],
) -> None:
    _, report = outcome
    natural, corrupted = report["cases"][1]["natural"], report["cases"][1]["corrupted"]
    errors = [claim["error"] for claim in corrupted["claims"]]
    assert [error is not None for error in errors] == [True, True, False, True]
    assert not any(claim["is_correct"] for claim in corrupted["claims"])
    assert corrupted["claims"][0]["value_text"] != "60"
    assert all(claim["error"] is None for claim in natural["claims"])
    assert sum(figure["whole"] for figure in report["summary"]["by_error"].values()) == 3


def test_nothing_is_left_behind(outcome: tuple[Result, dict[str, Any]], admin: psycopg.Connection[Any]) -> None:
    assert outcome[0].stdout
    assert leftovers(admin) == []


def test_a_clean_run_ends_well(database: str, tmp_path: Path) -> None:
    case = write_case(tmp_path / "orders")
    result = evaluate(database, case, "--in-class")
    assert result.exit_code == 0, result.output
    assert "1 cases on 1 data sets, 0 failed" in result.stdout
    assert "errors written" not in result.stdout


def test_missed_claims_are_listed_with_their_reason(database: str, tmp_path: Path) -> None:
    case = write_case(tmp_path / "orders")
    year = label("In 2023 the shop took 60 orders.", "2023", 2023, None, 2023)
    (case / "claims.json").write_text(json.dumps([year, *LABELS[:2]]))
    result = evaluate(database, case, "--misses", "--json", tmp_path / "report.json")
    assert "Lost claims, number not spotted: 1\n  orders: “2023”: a year\n" in result.stdout
    assert "Rows about no claim: 2\n  orders: “99”, " in result.stdout
    assert "\n      The list has 99 customers." in result.stdout
    [missed, *found] = json.loads((tmp_path / "report.json").read_text())["cases"][0]["natural"]["claims"]
    assert missed["loss"] == {"stage": "number not spotted", "detail": "a year"}
    assert all(claim["loss"] is None for claim in found)


def test_a_folder_without_cases_is_told(database: str, tmp_path: Path) -> None:
    result = evaluate(database, tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith("ERROR:  no case in folder")


def test_labels_that_cannot_be_read_cost_their_case_alone(
    database: str, admin: psycopg.Connection[Any], tmp_path: Path
) -> None:
    write_case(tmp_path / "good")
    for name, query in (("nested", "SELECT " + "(" * 2000 + "1" + ")" * 2000), ("typed", ["SELECT 1"])):
        case = write_case(tmp_path / name)
        (case / "claims.json").write_text(json.dumps([LABELS[0] | {"sql": query}]))
    result = evaluate(database, tmp_path)
    assert result.exit_code == 1, result.output
    assert "1 cases on 1 data sets, 2 failed" in result.stdout
    assert "a text or a query of the case is nested too deeply" in result.stdout
    assert "claim 1 has no text as sql." in result.stdout
    assert leftovers(admin) == []


PLANETS = "planet,moons,radius\n" + "".join(f"planet {n},{n % 7},{n * 100}\n" for n in range(1, 21))


@pytest.fixture(scope="module")
def unlike(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unlike")
    write_case(folder / "orders")
    planets = write_case(folder / "planets", data=PLANETS)
    (planets / "data" / "Orders.csv").rename(planets / "data" / "Planets.csv")
    (planets / "article.html").write_text("<p>The list has 20 planets.</p>")
    (planets / "claims.json").write_text(
        json.dumps([label("The list has 20 planets.", "20", 20, "SELECT COUNT(*) FROM planets", 20)])
    )
    return folder


def test_data_are_asked_about_a_text_on_other_data(database: str, unlike: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    result = evaluate(database, unlike, "--foreign", "--json", report)
    assert result.exit_code == 0, result.output
    assert "Documents about other data" in result.stdout
    orders, planets = json.loads(report.read_text())["cases"]
    assert (orders["foreign"]["case_id"], planets["foreign"]["case_id"]) == ("planets", "orders")
    assert [row["text"] for row in orders["foreign"]["rows"]] == ["20"]


def test_a_crowd_is_loaded_beside_a_case_and_gone_afterwards(
    database: str, unlike: Path, tmp_path: Path, admin: psycopg.Connection[Any]
) -> None:
    report = tmp_path / "report.json"
    result = evaluate(database, unlike, "--crowd", 5, "--json", report)
    assert result.exit_code == 0, result.output
    orders, _ = json.loads(report.read_text())["cases"]
    assert orders["tables"] == 1
    assert orders["natural"]["claims"][0]["right_rank"] == 1
    assert leftovers(admin) == []


def test_with_the_rounding_of_the_paper_fewer_digits_agree(
    database: str, tmp_path: Path, admin: psycopg.Connection[Any]
) -> None:
    case = write_case(tmp_path / "orders")
    (case / "article.html").write_text("<p>The average price of an order was $30.</p>")
    claim = label("The average price of an order was $30.", "$30", 30, "SELECT AVG(price) FROM orders", 32.5)
    (case / "claims.json").write_text(json.dumps([claim]))
    verdicts = {}
    for rounding in ("stated", "paper"):
        result = evaluate(database, case, "--rounding", rounding, "--json", tmp_path / "report.json")
        assert result.exit_code == 0, result.output
        [checked] = json.loads((tmp_path / "report.json").read_text())["cases"][0]["natural"]["claims"]
        verdicts[rounding] = checked["verdict"]
    assert verdicts["paper"] == "supported"
    assert verdicts["stated"] != "supported"
    left = admin.execute("SELECT value = default_value FROM factcheck.setting WHERE name = 'rounding_tolerance'")
    assert left.fetchone() == (True,)
