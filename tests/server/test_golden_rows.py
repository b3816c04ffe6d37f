"""Rows of labelled cases are what they were when they were looked at last: a change of structure changes none.

A wanted change: ``make golden`` writes ``tests/golden`` anew; say of each line that changes why it does.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.golden_rows import CASES, case_lines, chosen_cases, rows_of_cases, source_hash
from support.golden_text import compare

from factcheck.errors import FactcheckError

KEPT = Path(__file__).parents[1] / "golden" / "cases.txt"


def folders():
    bench = os.environ.get("FACTCHECK_BENCH")
    try:
        return chosen_cases(Path(bench) / "articles") if bench else []
    except FactcheckError:
        return []


def test_rows_of_cases_are_what_they_were(server_dsn):
    cases = folders()
    if len(cases) < CASES:
        pytest.skip("FACTCHECK_BENCH names no folder with the labelled cases that rows are kept of")
    known = {line for line in KEPT.read_text().splitlines() if line.startswith("case")} if KEPT.exists() else set()
    changed = [n for n, folder in enumerate(cases, 1) if f"case {n} {source_hash(folder)}" not in known]
    if changed and not os.environ.get("FACTCHECK_WRITE_GOLDEN"):
        pytest.skip(f"cases {changed} are other ones than those that rows are kept of")
    checked = zip(cases, rows_of_cases(server_dsn, cases), strict=True)
    lines = [line for n, (folder, rows) in enumerate(checked, 1) for line in case_lines(n, folder, rows)]
    compare(KEPT, "\n".join(lines) + "\n")
