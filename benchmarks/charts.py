"""Times charts in one server process (after `make charts`): specifications, pictures, and the memory that they take.

The facts are made here: groups with a value each, as a question about categories or months finds them.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from statistics import median
from typing import Any

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine

_PICTURES = 40
_CHART = "SELECT factcheck.chart(%s::jsonb)"
_SVG = "SELECT factcheck.chart_svg(%s::jsonb)"
_PNG = "SELECT octet_length(factcheck.chart_png(%s::jsonb))"
_ALLOW = "UPDATE factcheck.setting SET value = 1 WHERE name = 'render_charts'"


def fact(kind: str, groups: int) -> str:
    """Make a fact about so many groups."""
    rows = [[f"group {number}", 1000 - 7 * number] for number in range(groups)]
    breakdown = {"column": "region", "kind": "category", "unit": None}
    held = {
        "kind": kind, "relation": "public.sales", "subspace": [], "breakdown": breakdown, "measure": "units",
        "measure_words": "total units", "aggregation": "sum", "focus": ["group 0"], "sql": "SELECT 1", "value": 1000,
        "rows": {"columns": ["group", "value"], "tuples": rows}, "caption": f"Group 0 of {groups} has most.",
        "relevance": 1, "significance": 1, "impact": 1, "score": 1,
    }  # fmt: skip
    return json.dumps(held)


def timed(connection: Connection, query: str, given: str) -> tuple[float, Any]:
    """Return the milliseconds of a query, and what it gives."""
    began = time.perf_counter()
    row = connection.execute(query.encode(), [given]).fetchone()
    return 1000 * (time.perf_counter() - began), row and row[0]


def megabytes(connection: Connection) -> float:
    """Return the resident memory of the server process; the server has to be on this machine."""
    status = Path(f"/proc/{connection.info.backend_pid}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


@click.command()
@dsn_option
@keep_option
def main(dsn: str, keep: bool) -> None:
    """Time charts in a database of their own."""
    facts = [
        fact(kind, groups) for kind in ("rank", "extreme", "proportion", "distribution") for groups in (3, 12, 100)
    ]
    click.echo(machine())
    with benchmark_database(dsn, keep=keep) as connection:
        connection.execute(_ALLOW.encode())
        timed(connection, _CHART, facts[0])  # the library is loaded
        drawn = [timed(connection, _CHART, each) for each in facts]
        before = megabytes(connection)
        specs = [json.dumps(spec) for _, spec in drawn]
        first, _ = timed(connection, _SVG, specs[0])
        loaded = megabytes(connection)
        later = {name: [timed(connection, query, specs[at % len(specs)])[0] for at in range(_PICTURES)]
                 for name, query in (("SVG", _SVG), ("PNG", _PNG))}  # fmt: skip
        after = megabytes(connection)
    click.echo(
        f"specification: {median(each for each, _ in drawn):.1f} ms, {max(map(len, specs)):,} characters at most"
    )
    click.echo(f"first picture: {first:.0f} ms, {loaded - before:.0f} MB")
    for name, times in later.items():
        click.echo(f"later {name}: {median(times):.0f} ms, at most {max(times):.0f} ms")
    click.echo(f"memory after {2 * _PICTURES} more: {after - before:.0f} MB above that of specifications")


if __name__ == "__main__":
    main()
