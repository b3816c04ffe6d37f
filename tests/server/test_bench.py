"""The benchmark's labels fit its articles, and its queries give their results on the tables as we load them."""

from __future__ import annotations

import math
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from factcheck.commands.load import load_csv
from factcheck.quality.cases.case import find_cases, locate_claims, read_case
from factcheck.quality.cases.source_text import SourceText


@pytest.fixture(scope="module")
def cases() -> list[Path]:
    folder = os.environ.get("FACTCHECK_BENCH")
    if not folder:
        pytest.skip("FACTCHECK_BENCH is not set: pass the folder of the benchmark")
    return find_cases([Path(folder) / "articles"])


@pytest.fixture
def connection(server_dsn: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        yield connection


def test_every_labelled_number_is_found(cases: list[Path]) -> None:
    for folder in cases:
        case = read_case(folder)
        text = SourceText(case.source)
        for claim, places in zip(case.claims, locate_claims(text, case.claims), strict=True):
            assert places, (case.case_id, claim.sentence, claim.value_text)
        for sentence, number in case.unlabelled:
            assert text.numbers(sentence, number), (case.case_id, sentence, number)


def test_labelled_queries_give_their_results(cases: list[Path], connection: psycopg.Connection[Any]) -> None:
    """Of queries that run on the tables as they are loaded; some take a date for text, or give a name."""
    wrong, unusable, total = [], [], 0
    for folder in cases:
        case = read_case(folder)
        schema = f"factcheck_test_{secrets.token_hex(4)}"
        connection.execute(f"CREATE SCHEMA {schema}")
        connection.execute(f"SET search_path = {schema}")
        for path in case.data:
            load_csv(connection, path, schema)
        for claim in case.claims:
            total += 1
            try:
                row = connection.execute(str(claim.sql)).fetchone()
            except psycopg.Error:
                row = None
            if row is None or isinstance(row[0], str):
                unusable.append((case.case_id, claim.sql))
            elif not math.isclose(row[0] or 0, claim.result or 0.0, rel_tol=1e-9, abs_tol=1e-12):
                wrong.append((case.case_id, claim.sql))
        connection.execute(f"DROP SCHEMA {schema} CASCADE")
    assert len(wrong) <= total * 0.005, wrong
    assert len(unusable) <= total * 0.06, unusable
