"""Amounts of a row divided by another amount of it, where a sentence asks for it by "per"."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def cottages(admin, analyst_name):
    """Cottages with a price, two areas and nights let, and archers with points and rounds."""
    admin.execute(f"""
        CREATE TABLE public.cottage (village text, sale_price integer, floor_area integer, garden_area integer);
        INSERT INTO public.cottage
        SELECT (ARRAY['Elmham', 'Oakley', 'Ashby'])[1 + g % 3], (700 + g * 11 % 97) * (90 + g * 7 % 61) + g % 13,
               700 + g * 11 % 97, 2000 + g * 31 % 1501
        FROM generate_series(1, 200) AS g;
        CREATE TABLE public.archer (club text, points integer, rounds integer);
        INSERT INTO public.archer
        SELECT (ARRAY['North', 'South'])[1 + g % 2], (3 + g % 9) * (20 + g * 7 % 41) + g % 5, 3 + g % 9
        FROM generate_series(1, 120) AS g;
        GRANT SELECT ON public.cottage, public.archer TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{cottage, archer}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        (
            "The average price per square foot of floor area was ${}.",
            "avg(sale_price::numeric / floor_area) FROM cottage",
        ),
        (
            "Cottages in Oakley sold for ${} per square foot of floor area on average.",
            "avg(sale_price::numeric / floor_area) FROM cottage WHERE village = 'Oakley'",
        ),
        ("Archers averaged {} points per round.", "avg(points::numeric / rounds) FROM archer"),
        ("The best archer made {} points per round.", "max(points::numeric / rounds) FROM archer"),
    ],
)
def test_an_amount_per_unit_is_found(admin, analyst, cottages, sentence, right):
    [(value,)] = admin.execute(f"SELECT round({right.split(' FROM ', 1)[0]}, 2) FROM {right.split(' FROM ', 1)[1]}")
    tables = "{archer}" if "archer" in right else "{cottage}"
    check = "SELECT verdict FROM fact_check(%s, tables => %s::regclass[])"
    assert analyst.execute(check, [sentence.format(value), tables]).fetchall() == [("supported",)]
    wrong = analyst.execute(check, [sentence.format(value + 9), tables]).fetchall()
    assert wrong != [("supported",)]


@pytest.fixture
def visits(admin, analyst_name):
    """Visits, of which one in seven brings a sale."""
    admin.execute(f"""
        CREATE TABLE public.visit AS
        SELECT g AS visit_id, date '2024-01-01' + g * g % 90 AS day, (ARRAY['paid', 'organic'])[1 + g % 2] AS channel,
               CASE WHEN g % 7 = 0 THEN 10 + g % 50 END AS sales
        FROM generate_series(1, 2100) AS g;
        GRANT SELECT ON public.visit TO {analyst_name};
        SELECT factcheck.add_table('visit');
    """)
    yield
    admin.execute("DROP TABLE public.visit")


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("Sales per visit were ${}.", "round(sum(sales)::numeric / count(*), 2) FROM visit"),
        (
            "Sales per visit were ${} for paid traffic.",
            "round(sum(sales)::numeric / count(*), 2) FROM visit WHERE channel = 'paid'",
        ),
        ("The average sale was ${}.", "round(avg(sales), 2) FROM visit"),
        (
            "Traffic peaked at {} visits a day.",
            "max(visits) FROM (SELECT count(*) AS visits FROM visit GROUP BY day) AS days",
        ),
    ],
)
def test_rows_without_an_amount_count_where_it_is_told_for_each_row(admin, analyst, visits, sentence, right):
    [(value,)] = admin.execute(f"SELECT {right}")
    check = (
        "SELECT verdict, message FROM fact_check(%s, tables => '{visit}'::regclass[]) WHERE claimed_value IS NOT NULL"
    )
    [(verdict, message)] = analyst.execute(check, [sentence.format(value)])
    assert verdict == "supported", message
