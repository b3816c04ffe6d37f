"""The command line's check of one file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result

from factcheck.commands import main

RIGHT = "The list has 40 stores."
WRONG = "The list has 47 stores."

Check = Callable[..., Result]


@pytest.fixture(scope="module")
def stores(admin: psycopg.Connection[Any]) -> str:
    admin.execute("CREATE TABLE stores AS SELECT n AS number, 'town ' || n AS town FROM generate_series(1, 40) n")
    admin.execute("SELECT factcheck.add_table('stores')")
    return "stores"


@pytest.fixture
def check(database: str, stores: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    monkeypatch.chdir(tmp_path)

    def check(document: str, *options: str) -> Result:
        Path("report.txt").write_bytes(document.encode())
        return CliRunner().invoke(main, ["check", "report.txt", "--dsn", database, *options])

    return check


def test_verdicts_are_printed_sentence_by_sentence(check: Check) -> None:
    result = check(f"{RIGHT}\n\n{WRONG}")
    lines = result.stdout.splitlines()
    assert lines[0] == RIGHT
    assert lines[1].split() == ["supported", "40", "(found", "40)"]
    assert WRONG in lines
    assert any(line.split() == ["refuted", "47", "(found", "40)"] for line in lines)
    assert lines[-1] == "2 claims: 1 supported, 1 refuted"


@pytest.mark.parametrize(("document", "status"), [(RIGHT, 0), (WRONG, 1), (f"{WRONG} {RIGHT}", 1)])
@pytest.mark.parametrize("output_format", ["text", "line", "json", "html"])
def test_the_status_tells_whether_something_is_refuted(
    check: Check, document: str, status: int, output_format: str
) -> None:
    assert check(document, "--format", output_format).exit_code == status


def test_lines_name_the_place(check: Check) -> None:
    result = check(f"Stores\r\n\r\n{RIGHT} {WRONG}\r\n", "--format", "line")
    first, second = result.stdout.splitlines()
    assert first.startswith("report.txt:3:14:supported:")
    assert second.startswith(f"report.txt:3:{len(RIGHT) + 15}:refuted:")


def test_json_has_every_column(check: Check, admin: psycopg.Connection[Any]) -> None:
    (row,) = json.loads(check(WRONG, "--format", "json").stdout)
    columns = [column.name for column in admin.execute("SELECT * FROM fact_check('')").description or []]
    assert list(row) == columns
    assert (row["claim_text"], row["claimed_value"], row["found_value"]) == (
        "47",
        47,
        40,
    )
    assert row["alternatives"][0]["query"] == row["query"]


def test_html_marks_the_claims(check: Check) -> None:
    page = check(WRONG, "--format", "html", "--tables", "stores").stdout
    assert "<mark" in page
    assert "refuted" in page


def test_standard_input_and_other_encodings(database: str, stores: str) -> None:
    command = ["check", "-", "--dsn", database, "--format", "line"]
    result = CliRunner().invoke(main, command, input=f"Café: {WRONG}".encode("cp1252"))
    assert result.exit_code == 1
    assert result.stdout.startswith(f"-:1:{len('Café: The list has ') + 1}:refuted:")


def test_tables_and_role_are_those_asked_for(check: Check, admin: psycopg.Connection[Any], analyst_name: str) -> None:
    assert check(RIGHT, "--tables", "public.stores").exit_code == 0
    admin.execute("CREATE TABLE IF NOT EXISTS never_added (n integer)")
    result = check(RIGHT, "--tables", "stores,never_added")
    assert result.exit_code == 2
    assert "never_added" in result.stderr
    assert "HINT" in result.stderr
    assert "Traceback" not in result.output
    assert '"supported"' not in check(RIGHT, "--role", analyst_name, "--format", "json").stdout
    admin.execute(f"GRANT SELECT ON stores TO {analyst_name}")
    assert '"supported"' in check(RIGHT, "--role", analyst_name, "--format", "json").stdout


def test_notices_go_to_standard_error(check: Check) -> None:
    result = check("No number here.")
    assert result.exit_code == 0
    assert result.stdout == "0 claims\n"
    assert "NOTICE:" in result.stderr


def test_missing_files_and_roles_are_told(check: Check, database: str) -> None:
    result = CliRunner().invoke(main, ["check", "none.txt", "--dsn", database])
    assert result.exit_code == 2
    assert "No such file" in result.stderr
    result = check(RIGHT, "--role", "no_such_role")
    assert result.exit_code == 2
    assert 'role "no_such_role" does not exist' in result.stderr
