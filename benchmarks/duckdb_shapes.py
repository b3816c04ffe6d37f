"""Times shapes of queries in DuckDB, in an environment of its own: `make duckdb`.

Reads from standard input, as JSON, the file of the table, the types of its columns, queries by name and the repeats;
writes the medians of seconds by name.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time

import duckdb  # type: ignore[import-not-found,import-untyped,unused-ignore]


def main() -> None:
    """Load the table, run each query several times by turns, and write the medians."""
    asked = json.load(sys.stdin)
    connection = duckdb.connect(":memory:", config={"threads": os.cpu_count() or 1})
    connection.execute("CREATE SCHEMA IF NOT EXISTS public")
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in asked["columns"].items())
    start = time.perf_counter()
    connection.execute(
        f"CREATE TABLE {asked['table']} AS FROM read_csv('{asked['file']}', header = true, columns = {{{columns}}})"
    )
    times: dict[str, list[float]] = {"import": [time.perf_counter() - start]}
    for _ in range(asked["repeats"]):
        for name, query in asked["queries"].items():
            start = time.perf_counter()
            connection.execute(query).fetchall()
            times.setdefault(name, []).append(time.perf_counter() - start)
    json.dump({name: statistics.median(each) for name, each in times.items()}, sys.stdout)


if __name__ == "__main__":
    main()
