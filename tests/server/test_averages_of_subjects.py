"""What the rows of one table have of another one on average, told of the subject: "customers placed 3.1 orders"."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def shop(admin, analyst_name):
    """Customers, some of whom ordered nothing, orders, some without items, and items of a price."""
    admin.execute(f"""
        CREATE TABLE public.customer (customer_id integer PRIMARY KEY, country text);
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, customer_id integer REFERENCES public.customer);
        CREATE TABLE public.order_item (
            order_id integer REFERENCES public.orders, quantity integer, unit_price numeric
        );
        INSERT INTO public.customer SELECT g, (ARRAY['Norway', 'Spain'])[1 + g % 2] FROM generate_series(1, 140) AS g;
        INSERT INTO public.orders SELECT g, 1 + g * g % 121 FROM generate_series(1, 437) AS g;
        INSERT INTO public.order_item SELECT 1 + g * 17 % 401, 1 + g % 6, 3 + g * 7 % 57 + 0.5
        FROM generate_series(1, 1300) AS g;
        GRANT SELECT ON public.customer, public.orders, public.order_item TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{customer, orders, order_item}}'::regclass[]) AS t;
    """)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("Customers placed {} orders on average.", "(SELECT count(*) FROM orders)::numeric / count(*) FROM customer"),
        ("An order contains {} items on average.", "sum(quantity)::numeric / count(DISTINCT order_id) FROM order_item"),
        (
            "Customers spent ${} on average.",
            "(SELECT sum(quantity * unit_price) FROM order_item) / count(*) FROM customer",
        ),
    ],
)
def test_an_average_of_the_subject(admin, analyst, sentence, right):
    [[value]] = admin.execute(f"SELECT {right}").fetchall()
    text = sentence.format(f"{value:.2f}")
    [(verdict, found)] = analyst.execute("SELECT verdict::text, found_value FROM fact_check(%s)", [text]).fetchall()
    assert verdict == "supported"
    assert round(found, 2) == round(value, 2)
    rows = analyst.execute("SELECT verdict::text FROM fact_check(%s)", [sentence.format(f"{value * 2:.2f}")])
    assert rows.fetchall() != [("supported",)]


def test_what_is_a_row_has_the_average_of_its_column(admin, analyst):
    [[value]] = admin.execute("SELECT round(avg(unit_price), 2) FROM order_item").fetchall()
    [(verdict, description)] = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s)", [f"The items had a unit price of {value} on average."]
    ).fetchall()
    assert (verdict, description) == ("supported", "the average of unit price in order_item")
