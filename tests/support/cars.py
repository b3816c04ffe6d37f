"""A table of cars to ask about: Honda sells most, and sales grow."""

from __future__ import annotations

from typing import Any

import psycopg


def add_cars(admin: psycopg.Connection[Any], reader: str) -> int:
    """Make the table, let a role read it and ask about it; returns the table's OID."""
    admin.execute(f"""
        CREATE TABLE public.car (car_id integer PRIMARY KEY, brand text, sold_on date, sales numeric);
        INSERT INTO public.car
        SELECT g, (ARRAY['Ford', 'Toyota', 'Honda'])[1 + g % 3], make_date(2007 + g % 5, 1 + g % 12, 1),
               40 + 1.5 * g + 30 * (g % 3)
        FROM generate_series(1, 150) AS g;
        GRANT SELECT ON public.car TO {reader};
    """)
    admin.execute("SELECT factcheck.add_table('public.car')")
    row = admin.execute("SELECT 'public.car'::regclass::oid::int8").fetchone()
    assert row is not None
    return int(row[0])
