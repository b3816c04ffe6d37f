"""Claims about medians: over groups, of even counts, without values, with what is no number."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(database, admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.house (town text, price numeric, rooms integer, area double precision, lot real);
        INSERT INTO public.house VALUES
            ('Rome', 100, 1, 40.5, 1), ('Rome', 300, 2, 50.5, 2), ('Rome', 250, 9, 'NaN', 3),
            ('Rome', NULL, NULL, 70, 4),
            ('Oslo', 400, 3, 80, NULL), ('Oslo', 900, 4, NULL, NULL), ('Oslo', 7000, 5, 100.25, NULL),
            ('Oslo', 500, 6, 91, NULL),
            ('Graz', NULL, 7, NULL, 0.1), ('Graz', NULL, 7, NULL, 0.2);
        SELECT factcheck.add_table('public.house');
        GRANT SELECT ON public.house TO {analyst_name};
    """)
    with session_of(database, analyst_name) as connection:
        yield connection


def check(session, document):
    return session.execute(
        "SELECT verdict, found_value::float8, query FROM fact_check(%s, tables => '{house}')", [document]
    ).fetchall()


@pytest.mark.parametrize(
    ("document", "verdict", "value", "column", "condition"),
    [
        ("The median price was 400.", "supported", 400, "price", ""),
        ("The median price was 450.", "refuted", 400, "price", ""),
        ("In Rome the median price was 250.", "supported", 250, "price", " WHERE town = 'Rome'"),
        ("In Oslo the median price was 700.", "supported", 700, "price", " WHERE town = 'Oslo'"),
        ("In Oslo the median price was 900.", "refuted", 700, "price", " WHERE town = 'Oslo'"),
        ("The median number of rooms was 5.", "supported", 5, "rooms", ""),
        ("The median area in Oslo was 91.", "supported", 91, "area", " WHERE town = 'Oslo'"),
        ("The median area in Rome was 60.25.", "supported", 60.25, "area", " WHERE town = 'Rome'"),
        ("The median lot in Graz was 0.15.", "supported", 0.15, "lot", " WHERE town = 'Graz'"),
    ],
)
def test_a_median_is_found(session, document, verdict, value, column, condition):
    [(found_verdict, found_value, query)] = check(session, document)
    assert (found_verdict, found_value) == (verdict, pytest.approx(value))
    assert "percentile_" in query
    assert column in query
    assert condition in query
    [own] = session.execute(query).fetchone()
    assert float(own) == pytest.approx(value)


def test_a_median_of_nothing_supports_nothing(session):
    [(verdict, _, query)] = check(session, "In Graz the median price was 400.")
    assert not (verdict == "supported" and "Graz" in query and "percentile" in query)


def test_nobody_means_a_median_without_saying_so(session):
    rows = session.execute(
        "SELECT query, alternatives::text FROM fact_check('The price was 400.', tables => '{house}', top_k => 100)"
    ).fetchall()
    assert rows
    assert "percentile" not in repr(rows)


def test_medians_of_random_groups(database, admin, session, analyst_name):
    chance = random.Random(5)
    admin.execute("CREATE TABLE public.flat (street text, rent integer)")
    rents = {}
    for street in ("Birchlane", "Oakfield", "Pinehurst", "Elmcourt"):
        rents[street] = [chance.randint(100, 2000) for _ in range(chance.randint(20, 31))]
        for rent in rents[street]:
            admin.execute("INSERT INTO public.flat VALUES (%s, %s)", [street, rent])
    admin.execute(f"SELECT factcheck.add_table('public.flat'); GRANT SELECT ON public.flat TO {analyst_name}")
    for street, own in rents.items():
        median = statistics.median(own)
        [row] = session.execute(
            "SELECT verdict, found_value::float8, query FROM fact_check(%s, tables => '{flat}')",
            [f"The median rent in {street} was {median:g}."],
        ).fetchall()
        assert row[:2] == ("supported", median)
        assert street in row[2]
        assert math.isfinite(row[1])
