"""Trips from one city to another, and reports about them, whose claims can be read in several ways."""

from __future__ import annotations

from typing import Any

import psycopg

CITIES = ("Leeds", "York", "Hull")
REPORT = """# Trips of the week

There were 60 trips. There were 24 trips for Leeds. There were 17 trips for York.

There were 9 trips for Hull.
"""
"""The number of trips for a city is read as that of trips from it; what is meant is the number of trips to it."""


def add_trips(admin: psycopg.Connection[Any], reader: str) -> None:
    """Make the table, let a role read it, and let claims be about it."""
    admin.execute(f"""
        CREATE TABLE public.trip (trip_id integer PRIMARY KEY, start_city text, end_city text, hours integer);
        INSERT INTO public.trip SELECT g, (ARRAY['Leeds', 'York', 'Hull'])[1 + g % 3],
            (ARRAY['York', 'Hull', 'Leeds', 'York'])[1 + g % 4], 1 + g * 7 % 11 FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.trip TO {reader};
    """)
    admin.execute("SELECT factcheck.add_table('public.trip', track => true, data_set => 'trips')")


def long_report(claims: int) -> str:
    """A report with at least so many claims."""
    weeks = [
        f"There were {20 + week % 7} trips for {CITIES[week % 3]} in part {week}."
        f" The longest trip from {CITIES[week % 3]} took {week % 11 + 1} hours,"
        f" and all {60 - week % 2} trips were counted."
        for week in range(-(-claims // 3))
    ]
    return "# A long report\n\n" + "\n\n".join(weeks) + "\n"


def verified(connection: psycopg.Connection[Any], text: str, title: str, *, is_kept: bool = True) -> int:
    """Have a text checked and stored, and kept if wanted; returns the number of the document."""
    row = connection.execute(
        "SELECT document_id FROM factcheck.verify(%s, title => %s) LIMIT 1", [text, title]
    ).fetchone()
    assert row is not None
    if is_kept:
        connection.execute("SELECT factcheck.keep_text(%s, %s)", [row[0], text])
    return int(row[0])
