"""The demonstration: its data are as they are published, its report tells the truth, its output can be read."""

from __future__ import annotations

import importlib
import json
import re
import secrets
import shlex
import subprocess
import sys
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from support.demonstration import ANALYST, Demo
from support.golden_rows import rounded
from support.golden_text import compare

from factcheck.commands.check import fact_check
from factcheck.numbers.rounding import matches
from factcheck.quality.cases.case import read_case
from factcheck.quality.cases.source_text import SourceText
from factcheck.sql_reading.from_sql import is_in_query_class

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "demo"
CLAIMS: list[dict[str, Any]] = json.loads((DEMO / "claims.json").read_text("utf-8"))
META: dict[str, Any] = json.loads((DEMO / "meta.json").read_text("utf-8"))
REPORT = SourceText((DEMO / "report.html").read_text("utf-8"))


def run_demo(dsn: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(DEMO / "run_demo.py"), "--dsn", dsn, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def query(demo: Demo, statement: str) -> list[Any]:
    with psycopg.connect(demo.dsn, autocommit=True) as connection:
        return connection.execute(statement.encode()).fetchall()


# --- the report ------------------------------------------------------------------------------------------


def test_the_report_makes_many_claims_of_many_kinds() -> None:
    assert len(CLAIMS) >= 30
    kinds = {"count", "count_distinct", "sum", "avg", "min", "max", "percentage", "cond_prob"}
    assert {claim["kind"] for claim in CLAIMS} == kinds
    tables = {re.search(r"FROM (\w+)", claim["sql"])[1] for claim in CLAIMS}  # type: ignore[index]
    assert tables == {"airlines", "airports", "planes", "weather", "flights"}
    assert [claim["sql"] for claim in CLAIMS if not is_in_query_class(claim["sql"])] == []


def test_every_number_of_the_report_is_a_claim_or_named_as_none() -> None:
    listed = [(entry["sentence"], entry["value_text"]) for entry in [*CLAIMS, *META["distractors"]]]
    assert len(listed) == len(set(listed))
    spans = []
    for sentence, number in listed:
        places = REPORT.numbers(sentence, number)
        assert len(places) == 1, (sentence, number)
        spans += places
    texts = " ".join(number for _, number in listed)
    assert sorted(re.findall(r"\d[\d,.]*\d|\d", texts)) == sorted(
        re.findall(r"(?<!B)\d[\d,.]*\d|(?<!B)\d", REPORT.text)
    )
    assert not any(one.overlaps(other) for one in spans for other in spans if one is not other)


def test_every_claim_is_true(demo: Demo) -> None:
    for claim in CLAIMS:
        [(value,)] = query(demo, claim["sql"])
        assert float(value) == pytest.approx(claim["result"], rel=1e-9), claim["sql"]
        assert matches(value, Decimal(str(claim["value"]))), (claim["value_text"], value)


def test_every_number_of_the_draft_was_true_of_half_of_the_year(demo: Demo) -> None:
    """An honest draft: it gives what the first six months have, and of none the whole year has the same."""
    draft = (DEMO / "draft.md").read_text("utf-8")
    told = re.findall(r"\((\w+)\) (was|were) ([\d.]+) minutes late", draft)
    assert len(told) == len(re.findall(r"\d[\d.]*\d", re.sub(r"\(\w+\)", "", draft))) == 7
    for code, verb, number in told:
        column = "carrier" if verb == "was" else "dest"
        [(half, year)] = query(
            demo,
            f"SELECT round(avg(arr_delay) FILTER (WHERE month <= 6), 1), round(avg(arr_delay), 1)"
            f" FROM flights WHERE {column} = '{code}'",
        )
        assert half == Decimal(number)
        assert year != Decimal(number)


# --- the data --------------------------------------------------------------------------------------------


def test_the_data_are_complete(demo: Demo) -> None:
    counts = {name: query(demo, f"SELECT count(*) FROM {name}")[0][0] for name in ("flights", "weather", "planes")}
    assert counts == {"flights": 336776, "weather": 26115, "planes": 3322}
    assert query(demo, "SELECT time_hour = '2013-01-01 05:00 America/New_York' FROM flights WHERE flight = 1545"
                       " AND month = 1 AND day = 1") == [(True,)]  # fmt: skip
    assert query(demo, "SELECT count(*) FROM flights WHERE dep_delay IS NULL") == [(8255,)]


def test_foreign_keys_are_as_they_really_are(demo: Demo) -> None:
    keys = query(
        demo,
        "SELECT conrelid::regclass::text, conname, confrelid::regclass::text, convalidated,"
        " (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest(c.conkey) WITH ORDINALITY AS k (attnum, n)"
        "  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum)"
        " FROM pg_constraint c WHERE contype = 'f' AND connamespace = 'public'::regnamespace",
    )
    assert {(table, *columns): (target, holds) for table, _, target, holds, columns in keys} == {
        ("flights", "carrier"): ("airlines", True),
        ("flights", "origin"): ("airports", True),
        ("flights", "dest"): ("airports", False),
        ("flights", "tailnum"): ("planes", False),
        ("flights", "origin", "time_hour"): ("weather", False),
        ("weather", "origin"): ("airports", True),
    }
    for table, name, _, holds, _ in keys:
        if not holds:
            with pytest.raises(psycopg.errors.ForeignKeyViolation):
                query(demo, f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


def test_the_analyst_may_read_and_check_and_nothing_else(demo: Demo) -> None:
    assert query(
        demo,
        f"SELECT has_table_privilege('{ANALYST}', 'flights', 'SELECT'),"
        f" has_table_privilege('{ANALYST}', 'flights', 'INSERT, UPDATE, DELETE'),"
        f" has_table_privilege('{ANALYST}', 'factcheck.data_table', 'INSERT, UPDATE, DELETE')",
    ) == [(True, False, False)]


# --- the run ---------------------------------------------------------------------------------------------


def test_verdicts_stand_beside_the_truth(demo: Demo) -> None:
    table = [
        line for line in demo.lines if re.search(r"  (supported|refuted|not_enough_info|disputed|not found)  ", line)
    ]
    summary = "\n".join(demo.lines)
    wrong = sum("  wrong: " in line for line in table)
    right = sum("  right" in line for line in table)
    assert wrong + right == len(CLAIMS)
    assert wrong in {int(0.3 * len(CLAIMS)), int(0.3 * len(CLAIMS)) + 1}
    supported = sum("  wrong: " in line and "  supported" in line for line in table)
    assert f"wrong claims called supported: {supported}/{wrong}" in summary


def test_rows_of_the_report_are_as_they_were(demo: Demo) -> None:
    with psycopg.connect(demo.dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(ANALYST)))
        rows = [rounded(row) for row in fact_check(connection, REPORT.text, None, None, 10)]
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    compare(ROOT / "tests" / "golden" / "demo.jsonl", "\n".join(lines) + "\n")


VERDICTS = {"supported", "refuted", "not_enough_info", "disputed"}


class Marks(HTMLParser):
    """Collects the text and the verdict of each marked claim."""

    def __init__(self) -> None:
        super().__init__()
        self.verdicts: list[str] = []
        self.texts: list[str] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "mark":
            classes = str(dict(attrs)["class"]).split()
            self.verdicts += [each.removeprefix("factcheck-") for each in classes if each[10:] in VERDICTS]
            self.texts.append("")
            self._is_inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "mark":
            self._is_inside = False

    def handle_data(self, data: str) -> None:
        if self._is_inside:
            self.texts[-1] += data


def test_the_last_line_names_the_page_with_the_same_verdicts(demo: Demo) -> None:
    assert demo.lines[-1] == str(demo.page)
    marks = Marks()
    marks.feed(demo.page.read_text("utf-8"))
    start = next(i for i, line in enumerate(demo.lines) if line.startswith("report says"))
    printed = []
    for line in demo.lines[start + 1 : demo.lines.index("", start)]:
        text, verdict = re.split(r"\s{2,}", line)[:2]
        if verdict != "not found":
            printed.append((text, verdict))
    texts = [" ".join(text.split()) for text in marks.texts]
    assert list(zip(texts, marks.verdicts, strict=True)) == printed


def test_the_line_before_serves_the_page_of_the_report_and_the_draft_that_were_stored(demo: Demo) -> None:
    command = shlex.split(demo.lines[-2])
    assert command[1] == "serve"
    assert command[-2:] == ["--role", ANALYST]
    with psycopg.connect(command[3], autocommit=True) as connection:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(ANALYST)))
        kept = connection.execute(
            "SELECT d.title, k.content FROM factcheck.documents d, factcheck.kept_text(d.document_id) AS k ORDER BY 1"
        ).fetchall()
    assert [title for title, _ in kept] == ["Flights out of New York, seed 1", "Late again"]
    assert "Wind and weather" in kept[0][1]
    assert kept[1][1] == (DEMO / "draft.md").read_text("utf-8")


def test_a_second_run_finds_the_data_again_and_writes_a_case(demo: Demo, tmp_path: Path) -> None:
    [(created,)] = query(demo, "SELECT oid FROM pg_database WHERE datname = current_database()")
    done = run_demo(demo.dsn, "--database", demo.database, "--write-case", str(tmp_path / "flights"))
    assert done.returncode == 0, done.stderr
    assert "the data are there from an earlier run" in done.stderr
    assert query(demo, "SELECT oid FROM pg_database WHERE datname = current_database()") == [(created,)]
    case = read_case(tmp_path / "flights")
    assert len(case.claims) == len(CLAIMS)
    assert {path.stem for path in case.data} == {"airlines", "airports", "planes", "weather", "flights"}
    assert sum(1 for _ in (tmp_path / "flights" / "data" / "flights.csv").open()) == 336777


def test_a_database_of_somebody_else_is_left_alone(server_dsn: str) -> None:
    database = f"factcheck_test_other_{secrets.token_hex(4)}"
    with psycopg.connect(server_dsn, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
        try:
            done = run_demo(server_dsn, "--database", database)
            assert done.returncode == 2
            assert f'ERROR:  the database "{database}" exists and is not the demonstration\'s' in done.stderr
            assert "HINT:  Name another one with --database." in done.stderr
        finally:
            server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(database)))


def test_a_database_of_an_earlier_version_is_made_anew_even_when_the_dsn_names_it(
    server_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DEMO)
    demo_database = importlib.import_module("demo_database")
    monkeypatch.setattr(demo_database.flights_data, "load", lambda connection, progress: None)
    database = f"factcheck_test_demo_{secrets.token_hex(4)}"
    dsn = psycopg.conninfo.make_conninfo(server_dsn, dbname=database)
    oid = sql.SQL("SELECT oid FROM pg_database WHERE datname = {}").format(sql.Literal(database))
    with psycopg.connect(server_dsn, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(database)))
        server.execute(
            sql.SQL("COMMENT ON DATABASE {} IS 'demonstration of factcheck, 0.0'").format(sql.Identifier(database))
        )
        before = server.execute(oid).fetchone()
        try:
            assert demo_database.make_database(dsn, database, lambda line: None) == dsn
            after = server.execute(oid).fetchone()
            assert after is not None
            assert after != before
            with psycopg.connect(dsn) as made:
                assert made.execute("SELECT factcheck.version()").fetchone() is not None
        finally:
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database)))
