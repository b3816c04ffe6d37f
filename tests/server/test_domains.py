"""Sentences of ten domains name rows in other words than the data do: derived words, codes, bands, signs, denials."""

from __future__ import annotations

import pytest
from support.domains import DOMAINS, SENTENCES, TABLE_NAMES

_AMONG_THE_FIRST = 3


@pytest.fixture(scope="module")
def domains(admin, analyst_name):
    admin.execute(DOMAINS)
    for name in TABLE_NAMES:
        admin.execute(f"ANALYZE public.{name}; GRANT SELECT ON public.{name} TO {analyst_name}")
        admin.execute(f"SELECT factcheck.add_table('public.{name}')")


def rows_of(analyst, table, condition):
    return {row for (row,) in analyst.execute(f"SELECT ctid::text FROM public.{table} WHERE {condition}").fetchall()}


@pytest.mark.parametrize(("table", "sentence", "condition"), SENTENCES)
def test_rows_named_in_other_words_are_among_the_first_readings(analyst, domains, table, sentence, condition):
    wanted = rows_of(analyst, table, condition)
    found = analyst.execute(
        "SELECT a->>'query' FROM fact_check(%s, ARRAY[%s::regclass]),"
        " jsonb_array_elements(alternatives) WITH ORDINALITY AS listed (a, place)"
        " WHERE claimed_value = %s AND place <= %s ORDER BY place",
        [sentence.format(len(wanted)), f"public.{table}", len(wanted), _AMONG_THE_FIRST],
    ).fetchall()
    conditions = [query.partition(" WHERE ")[2] for (query,) in found if query.startswith("SELECT count(")]
    assert any(rows_of(analyst, table, each or "true") == wanted for each in conditions), found


@pytest.mark.parametrize(
    ("table", "sentence", "condition"),
    [
        ("patient", "{} patients were uninsured.", "NOT insured"),
        ("patient", "{} patients were under 18.", "age_group = '0-17'"),
        ("staff", "{} employees work part-time.", "contract = 'PT'"),
        ("staff", "{} staff work in Human Resources.", "dept = 'HR'"),
        ("train", "{} trains were late.", "delay_min > 0"),
        ("pupil", "{} girls failed.", "exam = 'F' AND gender = 'F'"),
        ("police_case", "{} suspects were minors.", "suspect_age < 18"),
        ("film", "{} films lost money.", "profit < 0"),
    ],
)
def test_a_wrong_number_is_not_supported(analyst, domains, table, sentence, condition):
    wrong = 3 * len(rows_of(analyst, table, condition)) + 7
    [(verdict,)] = analyst.execute(
        "SELECT verdict::text FROM fact_check(%s, ARRAY[%s::regclass]) WHERE claimed_value = %s",
        [sentence.format(wrong), f"public.{table}", wrong],
    ).fetchall()
    assert verdict != "supported"
