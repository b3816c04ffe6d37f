"""README and docs tell the truth: their SQL runs in order, and what they show is what comes out."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from support.databases import new_database

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(sql|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(#[^)]*)?\)")
ROLE = "report_reader"


def examples(markdown: str) -> list[tuple[str, str | None]]:
    """The SQL blocks in order, each with the output block that directly follows it, or None."""
    blocks = BLOCK.findall(markdown)
    return [
        (body, blocks[at + 1][1] if at + 1 < len(blocks) and blocks[at + 1][0] == "text" else None)
        for at, (language, body) in enumerate(blocks)
        if language == "sql"
    ]


def plain(output: str) -> list[str]:
    """Output as words and lines: the width of psql's columns does not matter."""
    lines = [" ".join(line.split()) for line in output.splitlines() if not re.fullmatch(r"[-+ ]*", line)]
    return [line for line in lines if not re.fullmatch(r"\(\d+ rows?\)", line)]


def outputs(dsn: str, blocks: list[str]) -> list[str]:
    """What psql prints for each block, in one session, which stops at the first error."""
    end = f"end of a block {secrets.token_hex(8)}"
    done = subprocess.run(
        ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", dsn],
        input="".join(f"{block}\n\\echo {end}\n" for block in blocks),
        capture_output=True,
        text=True,
        check=False,
    )
    shown = done.stdout.split(end)[:-1]
    assert done.returncode == 0, f"{blocks[len(shown)]}\n{done.stderr}"
    return shown


@pytest.fixture
def reader(server_dsn: str) -> Iterator[str]:
    """A role in place of the one that the pages speak of: others on the server may have that name."""
    name = f"factcheck_test_{secrets.token_hex(4)}_reader"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        yield name
        connection.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))


def check_examples(page: Path, dsn: str, reader: str) -> int:
    """Run the examples of a page; returns how many outputs were compared.

    Where outputs are written anew, those that differ take the place of what the page shows.
    """
    text = page.read_text("utf-8")
    pairs = examples(text)
    shown = [
        output.replace(reader, ROLE)
        for output in outputs(dsn, [statements.replace(ROLE, reader) for statements, _ in pairs])
    ]
    if "FACTCHECK_WRITE_GOLDEN" in os.environ:
        for (_, expected), output in zip(pairs, shown, strict=True):
            if expected is not None and plain(output) != plain(expected):
                lines = [line.rstrip() for line in output.strip("\n").splitlines()]
                text = text.replace(f"```text\n{expected}```", "\n".join(["```text", *lines, "```"]))
        page.write_text(text, "utf-8")
    compared = 0
    for (statements, expected), output in zip(pairs, shown, strict=True):
        if expected is not None:
            assert "FACTCHECK_WRITE_GOLDEN" in os.environ or plain(output) == plain(expected), statements
            compared += 1
    return compared


def test_the_first_example_is_a_select_of_five_columns() -> None:
    first = next(statements for statements, output in examples(README.read_text("utf-8")) if output is not None)
    select = re.search(r"^SELECT ([\w, ]+)\s+FROM fact_check", first, re.MULTILINE)
    assert select is not None
    assert len(select[1].split(",")) == 5


def test_what_the_readme_shows_is_what_comes_out(server_dsn: str, reader: str) -> None:
    with new_database(server_dsn) as dsn:
        assert check_examples(README, dsn, reader) == 1


def test_the_readme_fits_on_two_screens() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 100
    picture = ROOT / "docs/figures/checked-page.png"
    assert picture.name in README.read_text("utf-8")
    assert picture.stat().st_size < 150_000


def test_five_lines_check_a_readers_own_data_and_text(server_dsn: str, template: str, tmp_path: Path) -> None:
    """The lines as they stand in the README, in a folder with a file of data and a report."""
    [lines] = re.findall(r"^```sh\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len([line for line in lines.splitlines() if line != "SQL"]) == 5
    rows = [f"{number},{'tea' if number % 4 else 'coffee'}" for number in range(1, 41)]
    (tmp_path / "my_data.csv").write_text("\n".join(["order_id,product", *rows]) + "\n", "utf-8")
    (tmp_path / "my_report.md").write_text("We had **40** orders, and 12 of them were for coffee.\n", "utf-8")
    with new_database(server_dsn, template) as dsn:
        tools = Path(sys.executable).parent
        environment = {**os.environ, "FACTCHECK_DSN": dsn, "PATH": f"{tools}:{os.environ['PATH']}"}
        done = subprocess.run(
            ["bash", "-euc", lines], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    shown = plain(done.stdout)
    assert any(line.startswith("my_data | 40 |") for line in shown)
    assert any(line.startswith("supported | 40 |") for line in shown)
    assert any(line.startswith("refuted | 12 |") and "10" in line for line in shown)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_shows_is_what_comes_out(page: Path, server_dsn: str, template: str, reader: str) -> None:
    shown = [output for _, output in examples(page.read_text("utf-8")) if output is not None]
    with new_database(server_dsn, template) as dsn:
        assert check_examples(page, dsn, reader) == len(shown)


def test_the_page_of_functions_has_all_that_can_be_called_or_read(server_dsn: str, template: str) -> None:
    page = (ROOT / "docs/functions.md").read_text("utf-8")
    named = {
        name for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for name in re.findall(r"`([\w.]+)`", row)
    }
    with new_database(server_dsn, template) as dsn, psycopg.connect(dsn) as connection:
        rows = connection.execute(r"""
            SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'factcheck'::regnamespace AND p.proname !~ '^_'
            UNION
            SELECT c.relname FROM pg_class c
            WHERE c.relnamespace = 'factcheck'::regnamespace AND c.relkind = 'v' AND c.relname !~ '^_'
        """).fetchall()
    existing = {name for (name,) in rows} | {"fact_check"}
    assert {name.removeprefix("factcheck.") for name in named} == existing


def test_links_lead_somewhere() -> None:
    links = [(page, target) for page in [README, *PAGES] for target, _ in LINK.findall(page.read_text("utf-8"))]
    assert len(links) > 10
    assert [f"{page.name}: {target}" for page, target in links if not (page.parent / target).exists()] == []
