"""Amounts per thing that many things have in common."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def depots(admin, analyst_name):
    """Depots with a lease, their couriers, and the parcels of these."""
    admin.execute(f"""
        CREATE TABLE public.depot (
            depot_id integer PRIMARY KEY, depot_name text, people integer, lease integer, depot_rank integer);
        INSERT INTO public.depot
        VALUES (1, 'Malmo', 340000, 41300, 2), (2, 'Bergen', 270000, 28700, 3), (3, 'Turku', 190000, 19900, 1);
        CREATE TABLE public.service (service_id integer PRIMARY KEY, service_name text, price integer);
        INSERT INTO public.service SELECT g, 'service ' || g, 4 + g * 7 FROM generate_series(1, 9) AS g;
        CREATE TABLE public.courier (
            courier_id integer PRIMARY KEY, alias text, depot_id integer REFERENCES public.depot);
        INSERT INTO public.courier SELECT g, 'courier ' || g, 1 + g * 7 % 10 % 3 FROM generate_series(1, 77) AS g;
        CREATE TABLE public.parcel (
            parcel_id integer PRIMARY KEY, sent_on date, service_id integer REFERENCES public.service,
            courier_id integer REFERENCES public.courier, fee numeric(8, 2), rating integer);
        INSERT INTO public.parcel
        SELECT g, date '2023-01-01' + g * 11 % 360, 1 + g % 9, 1 + g * 7 % 77, 3 + g * 13 % 29, 1 + g % 5
        FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.service, public.depot, public.courier, public.parcel TO {analyst_name};
        SELECT factcheck.add_table(t)
        FROM unnest('{{service, depot, courier, parcel}}'::regclass[]) AS t;
    """)


def checked(analyst, document, tables="{service, depot, courier, parcel}"):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => %s::regclass[])"
        " WHERE claimed_value IS NOT NULL",
        [document, tables],
    ).fetchall()


@pytest.mark.parametrize("depot", ["Bergen", "Malmo"])
def test_what_couriers_have_in_common_is_taken_once(admin, analyst, depot):
    [value] = admin.execute(f"""
        SELECT avg(lease) / count(*) FROM depot JOIN courier USING (depot_id) WHERE depot_name = '{depot}'
    """).fetchone()
    [(verdict, description)] = checked(analyst, f"In {depot} the average lease per courier was {value:,.0f}.")
    assert verdict == "supported"
    assert description.startswith("the average of lease of depot in courier")


def test_what_couriers_have_in_common_is_not_added_up_for_a_wrong_number(analyst):
    [(verdict, description)] = checked(analyst, "In Bergen the lease per courier was 1,900.")
    assert verdict != "supported"
    assert description.startswith("the average of lease of depot in courier where depot name of depot is 'Bergen'")


def test_depots_of_a_list_have_each_their_own_average(admin, analyst):
    values = [
        admin.execute(
            f"SELECT avg(lease) / count(*) FROM depot JOIN courier USING (depot_id) WHERE depot_name = '{depot}'"
        ).fetchone()[0]
        for depot in ("Bergen", "Turku")
    ]
    document = f"Bergen and Turku had the lowest average lease per courier at {values[0]:,.0f} and {values[1]:,.0f}."
    rows = checked(analyst, document)
    assert [verdict for verdict, _ in rows] == ["supported", "supported"]
    assert [description.split(" divided ")[0] for _, description in rows] == [
        f"the average of lease of depot in courier where depot name of depot is '{depot}'"
        for depot in ("Bergen", "Turku")
    ]


def test_what_each_row_has_of_its_own_is_still_added_up(admin, analyst):
    [value] = admin.execute("SELECT sum(fee) / count(DISTINCT courier_id) FROM parcel").fetchone()
    [(verdict, description)] = checked(analyst, f"The fee per courier came to {value:.2f}.")
    assert verdict == "supported"
    assert description.startswith("the total of fee in parcel")
