"""A small table under one name for every test, and what the index has of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

Connection = psycopg.Connection[Any]
TEXTS = ("visibility", "fragment", "posting", "spelling", "text_index")
"""The tables of the index that keep values."""


@contextmanager
def trip_table(admin: Connection, analyst_name: str) -> Iterator[str]:
    """Make the table and add it; it goes at the end."""
    admin.execute(f"""
        CREATE TABLE public.trip (trip_id integer PRIMARY KEY, city text, season text, fare numeric);
        INSERT INTO public.trip
        SELECT g, (ARRAY['Rome', 'Oslo'])[1 + g % 2], (ARRAY['winter', 'summer'])[1 + g / 2 % 2], g
        FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.trip TO {analyst_name};
        SELECT factcheck.add_table('public.trip');
    """)
    yield "public.trip"
    admin.execute("DROP TABLE IF EXISTS public.trip, public.tour; SELECT factcheck.refresh()")


def refresh(admin: Connection, table: str = "public.trip") -> Any:
    """Refresh a table, and return what that tells."""
    [(told,)] = admin.execute("SELECT factcheck.refresh(%s::regclass)", [table]).fetchall()
    return told


def literals(admin: Connection, column: str) -> dict[str, int]:
    """Return how often the index has each value of a column."""
    return dict(
        admin.execute(
            "SELECT literal, frequency FROM factcheck.fragment JOIN factcheck.visibility USING (visibility_id)"
            " JOIN factcheck.data_column USING (column_id)"
            " WHERE column_name = %s ORDER BY fragment_no",
            [column],
        ).fetchall()
    )
