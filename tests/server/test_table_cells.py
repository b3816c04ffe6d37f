"""Cells of a document's tables are checked where a setting asks for it, by the headings of their rows and columns."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def harvest(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.harvest (orchard text, fruit text, weight integer);
        INSERT INTO public.harvest
        SELECT (ARRAY['Hillside', 'Riverbank', 'Meadow'])[1 + g % 3], (ARRAY['apple', 'pear'])[1 + g % 2],
               40 + g * 37 % 91
        FROM generate_series(1, 217) AS g;
        GRANT SELECT ON public.harvest TO {analyst_name};
        SELECT factcheck.add_table('public.harvest');
    """)


@pytest.fixture
def checked_cells(admin):
    """Sets how many cells are checked."""

    def change(most):
        admin.execute("UPDATE factcheck.setting SET value = %s WHERE name = 'table_cells'", [most])

    yield change
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'table_cells'")


def report(analyst):
    """A report with the right numbers in a table."""
    rows = analyst.execute("SELECT orchard, count(*), sum(weight) FROM public.harvest GROUP BY 1 ORDER BY 1").fetchall()
    lines = "".join(f"| {orchard} | {number} | {total:,} |\n" for orchard, number, total in rows)
    table = f"| Orchard | Number of rows | Total weight |\n|---|---|---|\n{lines}"
    return f"# The harvest\n\nThere were 217 rows of the harvest.\n\n{table}", rows


def test_cells_are_left_out_until_a_setting_asks_for_them(analyst, harvest):
    document, _ = report(analyst)
    rows = analyst.execute("SELECT claim_text FROM fact_check(%s, tables => '{harvest}')", [document]).fetchall()
    assert rows == [("217",)]
    reasons = analyst.execute("SELECT reason FROM factcheck.explain(%s) WHERE part = 'number'", [document]).fetchall()
    assert reasons.count(("in a table",)) == 6


def test_each_cell_is_checked_by_its_headings(analyst, harvest, checked_cells):
    document, rows = report(analyst)
    checked_cells(100)
    cells = analyst.execute(
        "SELECT claim_text, verdict::text, found_value, query, sentence, substr(%s, claim_start, claim_length)"
        " FROM fact_check(%s, tables => '{harvest}') OFFSET 1",
        [document, document],
    ).fetchall()
    expected = []
    for orchard, number, total in rows:
        source = f" FROM public.harvest WHERE orchard = '{orchard}'"
        expected += [
            (str(number), "supported", number, f"SELECT count(*){source}", f"{orchard}, Number of rows: {number}"),
            (f"{total:,}", "supported", total, f"SELECT sum(weight){source}", f"{orchard}, Total weight: {total:,}"),
        ]
    assert cells == [(*row, row[0]) for row in expected]


def test_no_more_cells_than_the_setting_says(analyst, harvest, checked_cells):
    document, _ = report(analyst)
    checked_cells(2)
    rows = analyst.execute("SELECT claim_text FROM fact_check(%s, tables => '{harvest}')", [document]).fetchall()
    assert len(rows) == 3
    reasons = analyst.execute("SELECT reason FROM factcheck.explain(%s) WHERE part = 'number'", [document]).fetchall()
    assert reasons.count(("in a table",)) == 4
    [(reason, headings)] = analyst.execute(
        "SELECT max(reason) FILTER (WHERE part = 'number'), count(*) FILTER (WHERE item IN ('hillside', 'rows'))"
        " FROM factcheck.explain(%s, 2, tables => '{harvest}') WHERE part IN ('number', 'keyword')",
        [document],
    ).fetchall()
    assert (reason, headings) == ("a stated number", 2)
