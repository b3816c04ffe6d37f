"""A count of all refutes no count of those that are in a state which no column tells."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def hives(admin, analyst_name):
    """90 hives, of which the table does not say how they are."""
    admin.execute(f"""
        CREATE TABLE public.hive AS
        SELECT n AS hive_no, (ARRAY['Ash', 'Elm', 'Oak'])[1 + n % 3] AS grove, 10 + n % 17 AS frames
        FROM generate_series(1, 90) AS n;
        GRANT SELECT ON public.hive TO {analyst_name};
        SELECT factcheck.add_table('public.hive');
    """)


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("84 hives are healthy.", "not_enough_info"),
        ("84 hives are still with us.", "not_enough_info"),
        ("The garden has 84 hives.", "refuted"),
        ("84 hives are in the list.", "refuted"),
    ],
)
def test_what_is_true_of_some_is_no_count_of_all(analyst, hives, sentence, verdict):
    [row] = analyst.execute("SELECT verdict::text FROM fact_check(%s, tables => '{hive}')", [sentence]).fetchall()
    assert row[0] == verdict
