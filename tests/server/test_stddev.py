"""A standard deviation is understood where a text says so, and is the one that PostgreSQL gives."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module")
def trips(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.trip (city text, delay integer, fare double precision, toll numeric(8, 2));
        INSERT INTO public.trip
        SELECT (ARRAY['Rome', 'Oslo'])[1 + g % 2], g * 37 % 41, g * 7 % 13 / 3.0, 0.1 FROM generate_series(1, 300) AS g;
        INSERT INTO public.trip VALUES ('Bern', 7, 1.5, 2), ('Lyon', NULL, NULL, NULL);
        GRANT SELECT ON public.trip TO {analyst_name};
        SELECT factcheck.add_table('public.trip');
    """)


def check(analyst, document):
    return analyst.execute(
        "SELECT verdict::text, found_value, query, description FROM fact_check(%s)", [document]
    ).fetchall()


def test_a_deviation_that_is_stated_is_found(analyst, trips):
    [(stated,)] = analyst.execute("SELECT round(stddev(delay), 1) FROM public.trip WHERE city = 'Rome'").fetchall()
    [(verdict, found, query, description)] = check(
        analyst, f"The standard deviation of the delay of trips in Rome was {stated}."
    )
    assert (verdict, query) == ("supported", "SELECT stddev(delay::numeric) FROM public.trip WHERE city = 'Rome'")
    assert description == "the standard deviation of delay in trip where city is 'Rome'"
    [(given,)] = analyst.execute(query).fetchall()
    assert float(found) == pytest.approx(float(given), rel=1e-11)
    [(verdict, *_)] = check(analyst, f"The standard deviation of the delay of trips in Rome was {stated + 3}.")
    assert verdict == "refuted"


def test_no_deviation_is_meant_where_none_is_said(analyst, trips):
    rows = analyst.execute(
        "SELECT a->>'query' FROM fact_check('The delay of trips in Rome was 11.8.'),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("stddev" in query for (query,) in rows)


@pytest.mark.parametrize("column", ["delay", "fare", "toll"])
@pytest.mark.parametrize("city", ["Rome", "Oslo", "Bern", "Lyon", None])
def test_deviations_are_those_of_postgresql(analyst, trips, column, city):
    condition = "" if city is None else f" WHERE city = '{city}'"
    place = "" if city is None else f" in {city}"
    rows = analyst.execute(
        "SELECT a->>'query', (a->>'value')::numeric FROM fact_check(%s, top_k => 100),"
        " jsonb_array_elements(alternatives) AS a",
        [f"The standard deviation of the {column} of trips{place} was 3.7."],
    ).fetchall()
    values = dict(rows)
    query = f"SELECT stddev({column}::numeric) FROM public.trip{condition}"
    [(given,)] = analyst.execute(query).fetchall()
    if given is None:
        assert values[query] is None
    else:
        assert values[query] == pytest.approx(Decimal(given), rel=Decimal("1e-11"), abs=Decimal("1e-11"))
