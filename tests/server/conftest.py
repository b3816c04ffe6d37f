"""Data tables the server tests check texts about."""

from __future__ import annotations

import pytest

SALES = """
CREATE TABLE public.sales (
    sale_id integer PRIMARY KEY, month text, region text, product text, units integer, revenue numeric(12, 2));
INSERT INTO public.sales
SELECT g, (ARRAY['April', 'May', 'June'])[1 + g % 3], (ARRAY['North', 'South', 'East', 'West'])[1 + g * 7 % 4],
       (ARRAY['Tea', 'Coffee', 'Cocoa'])[1 + g * 5 % 7 % 3], 5 + g * 37 % 41, (g * 7919 % 10007) / 100.0
FROM generate_series(1, 240) AS g;
ANALYZE public.sales;
"""


@pytest.fixture(scope="module")
def sales(admin, analyst_name):
    """The table sales, added and readable by the analyst."""
    admin.execute(SALES)
    admin.execute(f"GRANT SELECT ON public.sales TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.sales')")
    return "public.sales"
