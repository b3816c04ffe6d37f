"""The command line's check of files: output, exit status, and files that cannot be checked."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result

from factcheck.adapters.client_session import client_session
from factcheck.commands import main

pytestmark = pytest.mark.usefixtures("shared")

RIGHT = "The list has 40 stores."
WRONG = "The list has 47 stores."
PLACE = ["file", "line", "column", "end_line", "end_column", "severity", "replacement"]

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


@pytest.fixture
def check_files(check: Check, database: str) -> Check:
    """Checks files of the current folder, written from names and texts."""

    def check_files(files: dict[str, str], *arguments: str) -> Result:
        for name, document in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(document, "utf-8")
        return CliRunner().invoke(main, ["check", *arguments, "--dsn", database])

    return check_files


def test_verdicts_are_printed_as_a_table(check: Check) -> None:
    result = check(f"{RIGHT}\n\n{WRONG}")
    name, first, second, empty, summary = result.stdout.splitlines()
    assert name == "report.txt"
    assert first.split()[:3] == ["1:14", "supported", "40"]
    assert second.split()[:3] == ["3:14", "refuted", "47"]
    assert "the data say 40" in second
    assert second.index("Stated") == first.index("The data")
    assert (empty, summary) == ("", "2 claims: 1 supported, 1 refuted")


@pytest.mark.parametrize(("document", "status"), [(RIGHT, 0), (WRONG, 1), (f"{WRONG} {RIGHT}", 1)])
@pytest.mark.parametrize("output_format", ["table", "line", "json", "html", "sarif"])
def test_the_status_tells_whether_something_is_refuted(
    check: Check, document: str, status: int, output_format: str
) -> None:
    assert check(document, "--format", output_format).exit_code == status


@pytest.mark.parametrize(
    ("document", "fail_on", "status"), [(WRONG, "error", 1), (WRONG, "never", 0), (RIGHT, "note", 0)]
)
def test_the_status_follows_the_severity_asked_for(check: Check, document: str, fail_on: str, status: int) -> None:
    assert check(document, "--fail-on", fail_on).exit_code == status


@pytest.mark.parametrize(("fail_on", "status"), [("error", 0), ("warning", 0), ("note", 1)])
def test_an_undecided_claim_is_no_error(
    check: Check, admin: psycopg.Connection[Any], fail_on: str, status: int
) -> None:
    admin.execute("UPDATE factcheck.setting SET value = 1 WHERE name = 'supported_threshold'")
    try:
        result = check(RIGHT, "--fail-on", fail_on)
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'supported_threshold'")
    assert "not_enough_info" in result.stdout
    assert result.exit_code == status


def test_lines_name_the_place(check: Check) -> None:
    result = check(f"Stores\r\n\r\n{RIGHT} {WRONG}\r\n", "--format", "line")
    first, second = result.stdout.splitlines()
    assert first.startswith("report.txt:3:14:supported:")
    assert second.startswith(f"report.txt:3:{len(RIGHT) + 15}:refuted:")


def test_json_has_every_column(check: Check, admin: psycopg.Connection[Any]) -> None:
    (row,) = json.loads(check(WRONG, "--format", "json").stdout)
    columns = [column.name for column in admin.execute("SELECT * FROM fact_check('')").description or []]
    assert list(row) == [*PLACE, *columns]
    assert [row[name] for name in PLACE] == ["report.txt", 1, 14, 1, 16, "error", "40"]
    assert WRONG[row["claim_start"] - 1 :][: row["claim_length"]] == "47"
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


def test_a_data_set_says_what_the_claims_are_about(check: Check, admin: psycopg.Connection[Any]) -> None:
    admin.execute("CREATE TABLE IF NOT EXISTS office AS SELECT n AS office_id FROM generate_series(1, 7) AS n")
    admin.execute("SELECT factcheck.add_table('office', data_set => 'offices')")
    [row] = json.loads(check(RIGHT, "--data-set", "offices", "--format", "json").stdout)
    assert "office" in row["query"]
    unknown = check(RIGHT, "--data-set", "typo")
    assert (unknown.exit_code, unknown.stderr.splitlines()[0]) == (2, 'ERROR:  data set "typo" is not known')
    both = check(RIGHT, "--data-set", "offices", "--tables", "stores")
    assert (both.exit_code, both.stderr.splitlines()[1]) == (2, "HINT:  Leave one of the two options out.")


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


def test_a_server_that_does_not_answer_is_told_with_the_way_to_name_another(check: Check, tmp_path: Path) -> None:
    result = check(RIGHT, "--dsn", f"host={tmp_path}")
    assert result.exit_code == 2
    assert "ERROR:  connection" in result.stderr
    assert "HINT:  See that the server runs; --dsn or FACTCHECK_DSN names another one." in result.stderr


def test_patterns_stand_for_files_each_checked_once(check_files: Check) -> None:
    files = {"reports/b.md": WRONG, "reports/a.md": RIGHT, "reports/2024/may.md": RIGHT, "reports/notes.txt": WRONG}
    result = check_files(files, "reports/**/*.md", "reports/b.md", "--format", "line")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == [
        "reports/2024/may.md",
        "reports/a.md",
        "reports/b.md",
    ]
    assert result.exit_code == 1


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(check_files: Check) -> None:
    result = check_files({"r[1].md": RIGHT, "r1.md": WRONG}, "r[1].md", "--format", "line")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["r[1].md"]


@pytest.mark.parametrize("output_format", ["table", "line", "json", "sarif"])
def test_what_cannot_be_checked_is_told_and_stops_no_other_file(check_files: Check, output_format: str) -> None:
    files = {"a.md": RIGHT, "folder/c.md": RIGHT, "z.md": WRONG}
    result = check_files(files, "a.md", "folder", "gone.md", "no*.md", "z.md", "--format", output_format)
    assert result.exit_code == 2
    assert "folder: ERROR:  cannot read file folder\nDETAIL:  Is a directory.\n" in result.stderr
    assert "gone.md: ERROR:  cannot read file gone.md\nDETAIL:  No such file or directory.\n" in result.stderr
    assert "ERROR:  no file matches no*.md\nHINT:" in result.stderr
    assert "a.md" in result.stdout
    assert "z.md" in result.stdout
    assert "Traceback" not in result.output
    if output_format == "table":
        assert result.stdout.splitlines()[-1] == "2 claims in 2 files: 1 supported, 1 refuted; 3 files not checked"


def test_a_document_that_the_server_refuses_stops_no_other(check_files: Check) -> None:
    most = 5_000_000
    result = check_files({"a.md": "x" * (most + 1), "b.md": WRONG}, "a.md", "b.md", "--format", "line")
    assert result.exit_code == 2
    assert result.stderr.startswith("a.md: ERROR:  ")
    assert result.stdout.startswith("b.md:1:14:refuted:")


def test_a_lost_session_ends_the_command(check_files: Check, admin: psycopg.Connection[Any], tmp_path: Path) -> None:
    """The second document comes through a pipe; the session ends before anything is written into it."""
    os.mkfifo(tmp_path / "pipe.md")

    def end_session() -> None:
        with (tmp_path / "pipe.md").open("w") as pipe:  # opens when the command reads
            admin.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE application_name = 'factcheck' AND datname = current_database()"
            )
            pipe.write(RIGHT)

    ending = threading.Thread(target=end_session)
    ending.start()
    result = check_files({"a.md": RIGHT, "z.md": RIGHT}, "a.md", "pipe.md", "z.md", "--format", "line")
    ending.join()
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["a.md"]
    assert "terminating connection" in result.stderr
    assert "Traceback" not in result.output


def test_one_session_checks_all_files(
    check_files: Check, admin: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("factcheck.commands.session.client_session", client_session)

    def sessions() -> int:
        admin.execute("SELECT pg_stat_force_next_flush()")
        row = admin.execute("SELECT sessions FROM pg_stat_database WHERE datname = current_database()").fetchone()
        assert row is not None
        return int(row[0])

    before = sessions()
    check_files({f"{name}.md": RIGHT for name in "abc"}, "*.md")
    deadline = time.monotonic() + 10
    while sessions() == before and time.monotonic() < deadline:
        time.sleep(0.1)
    assert sessions() == before + 1


def test_pages_of_several_documents_go_to_a_folder(check_files: Check) -> None:
    files = {"reports/a.md": RIGHT, "reports/b.md": WRONG}
    refused = check_files(files, "reports/*.md", "--format", "html")
    assert refused.exit_code == 2
    assert "--output" in refused.stderr
    result = check_files(files, "reports/*.md", "../nowhere.md", "--format", "html", "--output", "pages")
    assert result.exit_code == 2
    pages = sorted(str(path) for path in Path("pages").rglob("*.html"))
    assert pages == ["pages/reports/a.md.html", "pages/reports/b.md.html"]
    assert "refuted" in Path(pages[1]).read_text()


@pytest.mark.parametrize("output_format", ["table", "line", "json", "html", "sarif"])
def test_a_file_takes_the_output(check_files: Check, output_format: str) -> None:
    printed = check_files({"a.md": WRONG}, "a.md", "--format", output_format)
    result = check_files({"a.md": WRONG}, "a.md", "--format", output_format, "--output", "out")
    assert (result.exit_code, result.stdout) == (1, "")
    assert Path("out").read_text() == printed.stdout


def test_notices_name_their_file(check_files: Check) -> None:
    result = check_files({"a.md": "No number here.", "b.md": RIGHT}, "a.md", "b.md")
    assert result.stderr.startswith("a.md: NOTICE:")
    assert "b.md" not in result.stderr


def test_progress_is_shown_on_a_terminal_only(check: Check, database: str, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.md").write_text(RIGHT)
    command = [sys.executable, "-c", "from factcheck.commands import main; main()"]
    command += ["check", "a.md", "b.md", "--dsn", database, "--format", "line"]
    quiet = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert quiet.stderr == ""
    controller, terminal = pty.openpty()
    shown = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, check=True, timeout=120)
    os.close(terminal)
    progress = os.read(controller, 4096).decode()
    os.close(controller)
    assert shown.stdout == quiet.stdout
    lines = progress.split("\r\x1b[K")
    assert [line for line in lines if ":" not in line] == ["[1/2] a.md", "[2/2] b.md", ""]


def test_the_steps_of_a_long_document_are_shown_on_a_terminal(check: Check, database: str, tmp_path: Path) -> None:
    around = "Whoever made the list went from street to street, and wrote down what was seen there. " * 4
    text = "\n\n".join(f"{around}In part {n} the list has {n % 50} stores." for n in range(150))
    (tmp_path / "long.md").write_text(text)
    controller, terminal = pty.openpty()
    command = [*COMMAND, "long.md", "--dsn", database, "--format", "json", "--fail-on", "never"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, check=True, timeout=120)
    os.close(terminal)
    progress = os.read(controller, 100_000).decode()
    os.close(controller)
    assert "Reading the text: " in progress
    assert " of 150 paragraphs" in progress
    assert "NOTICE" not in progress
    assert json.loads(shown.stdout)


COMMAND = [sys.executable, "-c", "from factcheck.commands import main; main()", "check"]


def test_an_interrupted_check_does_not_look_like_a_refuted_claim(check: Check, database: str) -> None:
    """The command waits for standard input, in a session that is open."""
    command = ["env", "--default-signal=INT", *COMMAND, "-"]  # tests that run in the background ignore it
    waiting = subprocess.Popen([*command, "--dsn", database], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    with waiting, psycopg.connect(database, autocommit=True) as watcher:
        query = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE application_name = 'factcheck' AND datname = current_database()"
        )
        deadline = time.monotonic() + 60
        while watcher.execute(query).fetchone() == (0,) and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(0.5)
        waiting.send_signal(signal.SIGINT)
        assert waiting.stderr is not None
        told = waiting.stderr.read().decode()
    assert (waiting.returncode, told) == (130, "")


def test_who_reads_no_further_sees_no_error(check: Check, database: str, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(RIGHT)
    command = [*COMMAND, "0.md", "1.md", "2.md", "--dsn", database, "--format", "line"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writing:
        assert writing.stdout is not None
        assert writing.stderr is not None
        writing.stdout.close()
        assert writing.stderr.read() == b""


def test_a_file_that_cannot_be_written_is_told_before_anything_is_checked(check_files: Check) -> None:
    result = check_files({"a.md": "No number here."}, "a.md", "--output", "no/folder/out.txt")
    assert result.exit_code == 2
    assert "NOTICE" not in result.stderr
    assert "No such file or directory" in result.stderr
