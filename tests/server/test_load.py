"""Loading CSV files into tables."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner, Result
from openpyxl import Workbook

from factcheck.commands import main
from factcheck.commands.load import load_file
from factcheck.errors import FactcheckError

Connection = psycopg.Connection[Any]


@pytest.fixture
def connection(server_dsn: str) -> Iterator[Connection]:
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        yield connection


@pytest.fixture
def schema(connection: Connection) -> Iterator[str]:
    name = f"factcheck_test_{secrets.token_hex(4)}"
    connection.execute(f"CREATE SCHEMA {name}")
    yield name
    connection.execute(f"DROP SCHEMA {name} CASCADE")


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["load", *map(str, arguments)])


def test_a_file_becomes_a_table(connection: Connection, schema: str, tmp_path: Path) -> None:
    content = (
        "id;Größe;zip;is new;sold on;seen at;note\r\n"
        '1;1.5;00501;true;2024-02-29;2024-02-29 10:15;"a ""b""\nc\\d\t"\r\n'
        "3000000000;;10001;false;;2024-03-01 00:00;\r\n"
    )
    loaded = load_file(
        connection,
        write(tmp_path, "My Sales-2024.csv", content.encode("cp1252")),
        schema,
    )
    assert (loaded.name, loaded.rows) == ("my_sales_2024", 2)
    assert loaded.regclass == f'"{schema}"."my_sales_2024"'
    rows = connection.execute(f"SELECT * FROM {loaded.regclass}").fetchall()
    assert rows == [
        (
            1,
            Decimal("1.5"),
            "00501",
            True,
            date(2024, 2, 29),
            datetime(2024, 2, 29, 10, 15),
            'a "b"\nc\\d',
        ),
        (3_000_000_000, None, "10001", False, None, datetime(2024, 3, 1), None),
    ]
    types = connection.execute(
        "SELECT attname, atttypid::regtype::text FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0",
        [loaded.regclass],
    ).fetchall()
    assert dict(types) == {
        "id": "bigint",
        "Größe": "numeric",
        "zip": "text",
        "is new": "boolean",
        "sold on": "date",
        "seen at": "timestamp without time zone",
        "note": "text",
    }


def test_changed_headings_are_kept_as_comments(connection: Connection, schema: str, tmp_path: Path) -> None:
    question = "Do you ever recline your seat, when you fly, and if so, é how often? It's \\ asked."
    path = write(tmp_path, "t.csv", f'"{question}","{question}",,plain\n1,2,3,4\n')
    loaded = load_file(connection, path, schema)
    comments = dict(
        connection.execute(
            "SELECT attname, col_description(attrelid, attnum) FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0",
            [loaded.regclass],
        ).fetchall()
    )
    first, second, empty, plain = comments
    assert question.startswith(first)
    assert len(first.encode()) in (62, 63)
    assert second.endswith("_2")
    assert comments == {first: question, second: question, empty: None, plain: None}
    assert empty == "column_3"


def test_the_planner_knows_the_table(connection: Connection, schema: str, tmp_path: Path) -> None:
    loaded = load_file(connection, write(tmp_path, "t.csv", "n\n" + "1\n" * 500), schema)
    row = connection.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [loaded.regclass]).fetchone()
    assert row == (500,)


def test_a_table_is_replaced_only_on_request(connection: Connection, schema: str, tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "n\n1\n")
    load_file(connection, path, schema)
    with pytest.raises(FactcheckError, match="already exists") as caught:
        load_file(connection, path, schema)
    assert "--replace" in (caught.value.hint or "")
    write(tmp_path, "t.csv", "n\n2\n3\n")
    assert load_file(connection, path, schema, replace=True).rows == 2
    assert load_file(connection, path, schema, table="Other Name").name == "Other Name"


def test_a_failed_load_leaves_nothing(connection: Connection, schema: str, tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "a\n1\n")
    load_file(connection, path, schema)
    connection.execute(f"CREATE VIEW {schema}.v AS SELECT * FROM {schema}.t")
    write(tmp_path, "t.csv", "a\n2\n")
    with pytest.raises(psycopg.errors.DependentObjectsStillExist):
        load_file(connection, path, schema, replace=True)
    assert connection.execute(f"SELECT * FROM {schema}.v").fetchall() == [(1,)]


def test_the_command_loads_several_files(server_dsn: str, connection: Connection, schema: str, tmp_path: Path) -> None:
    files = [
        write(tmp_path, "A.csv", "n\n1\n"),
        write(tmp_path, "B.csv", "x,y\n1\n2,b\n"),
    ]
    result = run(*files, "--dsn", server_dsn, "--schema", schema)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f'"{schema}"."a": 1 rows, 1 columns, from utf-8',
        f'"{schema}"."b": 2 rows, 2 columns, from utf-8; 1 rows with missing or extra fields',
    ]
    row = connection.execute(f"SELECT count(*) FROM {schema}.b WHERE y IS NULL").fetchone()
    assert row == (1,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["missing.csv"],
            "ERROR:  cannot read file missing.csv\nDETAIL:  No such file or directory.",
        ),
        (
            ["t.csv", "--schema", "no_such_schema"],
            'ERROR:  schema "no_such_schema" does not exist',
        ),
        (
            ["t.csv", "t.csv", "--table", "x"],
            "ERROR:  --table names one table, but there are several files",
        ),
    ],
)
def test_errors_are_told_without_a_traceback(
    server_dsn: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "t.csv", "n\n1\n")
    result = run(*arguments, "--dsn", server_dsn)
    assert result.exit_code == 2
    assert result.stderr.startswith(message)
    assert "Traceback" not in result.output


def test_an_unreachable_server_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "n\n1\n")
    result = run(path, "--dsn", f"host={tmp_path} dbname=nothing")
    assert result.exit_code == 2
    assert result.stderr.startswith("ERROR:  connection ")


def comments(connection: Connection, table: str) -> dict[str, str | None]:
    rows = connection.execute(
        "SELECT attname, col_description(attrelid, attnum) FROM pg_attribute"
        " WHERE attrelid = %s::regclass AND attnum > 0",
        [table],
    ).fetchall()
    return dict(rows)


EXPORT = (
    "Sales by month;;;\nPeriod:;2024;;\n\n"
    "month;revenue;share of all the revenue of the year, in each of the twelve months;closed on\n"
    "April;$1,234.50;45%;30.04.2024\n"
    "May;$2,001.00;n/a;31.05.2024\n"
    "\nSource: the tills;;;\n"
)


def test_an_export_for_people_becomes_a_table_of_numbers(
    server_dsn: str, connection: Connection, schema: str, tmp_path: Path
) -> None:
    path = write(tmp_path, "export.csv", EXPORT)
    result = run(path, "--dsn", server_dsn, "--schema", schema)
    assert result.exit_code == 0
    assert result.stdout == f'"{schema}"."export": 2 rows, 4 columns, from utf-8\n'
    heading = "share of all the revenue of the year, in each of the twelve months"
    name = heading.encode()[:63].decode()
    assert result.stderr.splitlines() == [
        'NOTICE:  above the headings left out: "Sales by month", "Period: 2024"',
        'NOTICE:  below the table left out: "Source: the tills"',
        "NOTICE:  column revenue: $ removed, thousands commas removed",
        f"NOTICE:  column {name}: % removed",
        f'NOTICE:  column {name}: 1 value "n/a" read as NULL',
        "NOTICE:  column closed on: dates read with the day first",
    ]
    assert connection.execute(f"SELECT * FROM {schema}.export").fetchall() == [
        ("April", Decimal("1234.50"), 45, date(2024, 4, 30)),
        ("May", Decimal("2001.00"), None, date(2024, 5, 31)),
    ]
    assert comments(connection, f"{schema}.export") == {
        "month": None,
        "revenue": "in dollars ($)",
        name: f"{heading}, in percent (%)",
        "closed on": None,
    }


def test_as_written_the_file_is_the_table(server_dsn: str, connection: Connection, schema: str, tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", "a,b\n$5,n/a\nTotal,5\n")
    result = run(path, "--dsn", server_dsn, "--schema", schema, "--as-written")
    assert (result.exit_code, result.stderr) == (0, "")
    assert connection.execute(f"SELECT * FROM {schema}.t").fetchall() == [("$5", "n/a"), ("Total", "5")]


@pytest.mark.parametrize(
    ("options", "value"), [([], "1,234"), (["--decimal", "point"], 1234), (["--decimal", "comma"], Decimal("1.234"))]
)
def test_an_option_decides_what_a_comma_sets_off(
    server_dsn: str, connection: Connection, schema: str, tmp_path: Path, options: list[str], value: object
) -> None:
    path = write(tmp_path, "t.csv", 'a;b\nx;"1,234"\n')
    assert run(path, "--dsn", server_dsn, "--schema", schema, *options).exit_code == 0
    assert connection.execute(f"SELECT b FROM {schema}.t").fetchone() == (value,)


def test_a_sheet_becomes_a_table(server_dsn: str, connection: Connection, schema: str, tmp_path: Path) -> None:
    workbook = Workbook()
    workbook.active.append(["month", "share"])
    workbook.active.append(["May", 0.455])
    workbook.active["B2"].number_format = "0.0%"
    workbook.create_sheet("Prices").append(["price"])
    workbook["Prices"].append([2])
    workbook.save(tmp_path / "Book.xlsx")
    result = run(tmp_path / "Book.xlsx", "--dsn", server_dsn, "--schema", schema)
    assert result.stdout == f'"{schema}"."book": 1 rows, 2 columns, from sheet "Sheet"\n'
    assert 'NOTICE:  other sheets not loaded: "Prices"; choose one with --sheet' in result.stderr
    assert connection.execute(f"SELECT * FROM {schema}.book").fetchall() == [("May", Decimal("45.5"))]
    assert comments(connection, f"{schema}.book") == {"month": None, "share": "in percent (%)"}
    second = run(
        tmp_path / "Book.xlsx", "--dsn", server_dsn, "--schema", schema, "--sheet", "Prices", "--table", "prices"
    )
    assert second.exit_code == 0
    assert connection.execute(f"SELECT * FROM {schema}.prices").fetchall() == [(2,)]


def test_claims_about_what_was_written_for_people_are_checked(database: str, admin: Connection, tmp_path: Path) -> None:
    """The way of a first-time user: load an export, add the table, check a sentence about it."""
    path = write(tmp_path, "shop.csv", EXPORT)
    assert run(path, "--dsn", database).exit_code == 0
    admin.execute("SELECT factcheck.add_table('shop')")
    rows = admin.execute(
        "SELECT verdict::text, found_value FROM fact_check('The total revenue was $3,235.50.')"
    ).fetchall()
    assert rows == [("supported", Decimal("3235.50"))]
