"""What the cache serves while tables change in every way is what a fresh query gives: a short run of the benchmark."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "cache_stress.py"


def test_nothing_served_is_wrong_while_tables_change(server_dsn):
    done = subprocess.run(
        [sys.executable, BENCHMARK, "--dsn", server_dsn, "--seconds", "4"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = re.findall(r"(\d+) (?:checks|served|values compared|wrong)", done.stdout)
    checks, served, compared, wrong = map(int, told)
    assert wrong == 0
    assert checks > served > 0
    assert compared > 0
