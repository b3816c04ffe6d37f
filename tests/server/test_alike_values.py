"""Of values that the same word finds the one that most rows have is looked at first, indexed or not."""

from __future__ import annotations

import pytest

ALIKE = ("KARLA", "Karl", "Karle", "Karles", "Karls", "KARLS", "Karlas", "karl")


@pytest.fixture(scope="module", autouse=True)
def names(admin, analyst_name):
    rows = ", ".join(f"('{name}')" for name in ALIKE)
    admin.execute(f"""
        CREATE TABLE public.boat (boat_name text, berth integer);
        INSERT INTO public.boat SELECT name, 1 FROM (VALUES {rows}) AS v (name);
        INSERT INTO public.boat SELECT 'Karla', g FROM generate_series(1, 57) AS g;
        INSERT INTO public.boat SELECT 'boat ' || g, g FROM generate_series(1, 300) AS g;
        CREATE VIEW public.boat_seen AS SELECT * FROM public.boat;
        GRANT SELECT ON public.boat, public.boat_seen TO {analyst_name};
        SELECT factcheck.add_table('public.boat', data_set => 'boats');
        SELECT factcheck.add_table('public.boat_seen', data_set => 'boats seen');
    """)


@pytest.mark.parametrize("data_set", ["boats", "boats seen"])
def test_the_frequent_one_is_found_among_its_likes(analyst, data_set):
    [(verdict, query)] = analyst.execute(
        "SELECT verdict::text, query FROM fact_check('In the register 57 boats are called Karla.', data_set => %s)",
        [data_set],
    ).fetchall()
    assert verdict == "supported"
    assert query.endswith("boat_name = 'Karla'")
