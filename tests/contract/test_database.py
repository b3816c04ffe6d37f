"""What the core may expect of a database, over both drivers: the same statements, the same answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase

# Runs inside the server: the adapter over plpy answers, the values come back with their types written out.
IN_SERVER = """
CREATE OR REPLACE FUNCTION public.contract_query(statement text) RETURNS text LANGUAGE plpython3u AS $python$
    plpy.execute("SELECT factcheck._load()")
    import json
    from factcheck.adapters.plpy_port import PlpyDatabase
    database = PlpyDatabase(plpy)
    database.checkpoint()
    rows = database.query(statement)
    return json.dumps([{name: [type(v).__name__, v.hex() if isinstance(v, bytes) else str(v)]
                        for name, v in row.items()} for row in rows])
$python$
"""

Answer = list[dict[str, list[str]]]


@pytest.fixture(params=["plpy", "psycopg"])
def ask(request: pytest.FixtureRequest, admin: Any) -> Callable[[str], Answer]:
    def over_psycopg(statement: str) -> Answer:
        rows = PsycopgDatabase(admin).query(statement)
        return [
            {name: [type(v).__name__, v.hex() if isinstance(v, bytes) else str(v)] for name, v in row.items()}
            for row in rows
        ]

    def over_plpy(statement: str) -> Answer:
        admin.execute(IN_SERVER)
        [text] = admin.execute("SELECT public.contract_query(%s)", [statement]).fetchone()
        answer: Answer = json.loads(text)
        return answer

    return over_plpy if request.param == "plpy" else over_psycopg


@pytest.mark.parametrize(
    ("expression", "kind", "text"),
    [
        ("1", "int", "1"),
        ("1::bigint", "int", "1"),
        ("0.5::float8", "float", "0.5"),
        ("1.20::numeric", "Decimal", "1.20"),
        ("'é%s''x'::text", "str", "é%s'x"),
        ("true", "bool", "True"),
        ("decode('00ff', 'hex')", "bytes", "00ff"),
        ("NULL", "NoneType", "None"),
        ("ARRAY[1, 2]", "list", "[1, 2]"),
        ("ARRAY['a', 'b']", "list", "['a', 'b']"),
    ],
)
def test_values_are_plain_python(ask, expression, kind, text):
    assert ask(f"SELECT {expression} AS value") == [{"value": [kind, text]}]


def test_rows_come_in_order(ask):
    rows = ask("SELECT g AS n FROM generate_series(1, 5) AS g ORDER BY g DESC")
    assert [row["n"][1] for row in rows] == ["5", "4", "3", "2", "1"]


def test_no_row_is_an_empty_answer(ask):
    assert ask("SELECT 1 AS n WHERE false") == []


def test_a_statement_that_returns_nothing_answers_nothing(ask):
    assert ask("CREATE TABLE IF NOT EXISTS public.contract_table (n integer)") == []
    assert ask("INSERT INTO public.contract_table VALUES (1)") == []
    assert ask("DELETE FROM public.contract_table WHERE n = 1 RETURNING n") == [{"n": ["int", "1"]}]


def test_numeric_keeps_its_digits(ask):
    digits = "12345678901234567890.123456789"
    assert ask(f"SELECT {digits} AS value") == [{"value": ["Decimal", digits]}]
    assert Decimal(digits) == Decimal("12345678901234567890.123456789")
