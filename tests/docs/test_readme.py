"""The README tells the truth: its SQL runs in order, and what it shows is what comes out."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import psycopg
import pytest

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```(sql|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(markdown):
    """The SQL blocks in order, each with the output block that directly follows it, or None."""
    blocks = BLOCK.findall(markdown)
    return [
        (body, blocks[at + 1][1] if at + 1 < len(blocks) and blocks[at + 1][0] == "text" else None)
        for at, (language, body) in enumerate(blocks)
        if language == "sql"
    ]


def plain(output):
    """Output as words and lines: the width of psql's columns does not matter."""
    lines = [" ".join(line.split()) for line in output.splitlines() if not re.fullmatch(r"[-+ ]*", line)]
    return [line for line in lines if not re.fullmatch(r"\(\d+ rows?\)", line)]


@pytest.fixture(scope="module")
def empty_database(server_dsn, template, role):
    """A database without the extension, and the role the README speaks of."""
    name = f"{template}_readme"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS report_reader")
        connection.execute("CREATE ROLE report_reader LOGIN")
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        yield psycopg.conninfo.make_conninfo(server_dsn, dbname=name)
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        connection.execute("DROP ROLE report_reader")


def test_the_first_example_is_a_select_of_five_columns():
    first = next(sql for sql, output in examples(README.read_text()) if output is not None)
    select = re.search(r"SELECT (.*?)\s+FROM fact_check", first, re.DOTALL)
    assert select is not None
    assert len(select[1].split(",")) == 5


def test_what_the_readme_shows_is_what_comes_out(empty_database):
    shown = examples(README.read_text())
    assert len([output for _, output in shown if output is not None]) >= 2
    for sql, output in shown:
        done = subprocess.run(
            ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", empty_database],
            input=sql,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{sql}\n{done.stderr}"
        if output is not None:
            assert plain(done.stdout) == plain(output)
