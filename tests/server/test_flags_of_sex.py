"""A flag called male or female is what texts say of men and women, of boys and girls."""

from __future__ import annotations

import pytest
from support.made_tables import checked_claims, make_tables

PATIENTS = """
CREATE TABLE public.ward_patients AS
SELECT g AS id, (g % 3 = 1)::int AS male, 30 + g * 17 % 50 + CASE WHEN g % 3 = 1 THEN 4 ELSE 0 END AS age,
       60 + g * 31 % 40 + g % 4 * 3 AS weight, (g * 7 % 11 < 4)::int AS readmitted
FROM generate_series(1, 300) AS g
"""
PUPILS = """
CREATE TABLE public.class_pupils AS
SELECT g AS id, g % 5 < 2 AS female, 140 + g * 13 % 40 + CASE WHEN g % 5 < 2 THEN 6 ELSE 0 END AS height
FROM generate_series(1, 200) AS g
"""


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    make_tables(admin, analyst_name, (PATIENTS, PUPILS))


@pytest.mark.parametrize(
    ("text", "table", "verdicts"),
    [
        ("Of all patients 200 were women.", "ward_patients", ["supported"]),
        ("Of all patients 100 were men.", "ward_patients", ["supported"]),
        ("Of all patients 160 were women.", "ward_patients", ["refuted"]),
        ("The women were 54.5 years old on average.", "ward_patients", ["supported"]),
        ("In the classes there were 120 boys and 80 girls.", "class_pupils", ["supported", "supported"]),
    ],
)
def test_women_and_boys_are_those_whom_the_flag_denies(analyst, tables, text, table, verdicts):
    rows = checked_claims(analyst, table, text)
    assert [rest[0] for rest in rows.values()] == verdicts, rows


def test_both_in_one_sentence_are_not_taken_for_each_other(analyst, tables):
    rows = checked_claims(analyst, "ward_patients", "Of all patients 200 were women and 100 were men.")
    assert [rest[0] for rest in rows.values()] in (["supported", each] for each in ("supported", "not_enough_info"))
    rows = checked_claims(analyst, "ward_patients", "Of all patients 100 were women and 200 were men.")
    assert "supported" not in {rest[0] for rest in rows.values()}, rows


@pytest.mark.parametrize(
    ("text", "table", "verdict"),
    [
        ("Men were older than women.", "ward_patients", "supported"),
        ("Women were older than men.", "ward_patients", "refuted"),
        ("Male patients were older than female patients.", "ward_patients", "supported"),
        ("Girls were taller than boys.", "class_pupils", "supported"),
        ("Boys were taller than girls.", "class_pupils", "refuted"),
    ],
)
def test_they_are_compared(analyst, tables, text, table, verdict):
    rows = analyst.execute(
        "SELECT verdict::text, message FROM fact_check(%s, ARRAY[%s::regclass])", [text, table]
    ).fetchall()
    assert [row[0] for row in rows] == [verdict], rows
