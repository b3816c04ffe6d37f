"""What reports on a shop of several tables say: units and unit prices, orders and their lines, days of shipping."""

from __future__ import annotations

import pytest

TABLES = ("shop_product", "shop_order", "shop_order_line")


@pytest.fixture(scope="module", autouse=True)
def shop(admin, analyst_name):
    """Products with unit prices, orders with a fee and two days, and their lines."""
    admin.execute(f"""
        CREATE TABLE public.shop_product AS
        SELECT g AS product_id, (ARRAY['Dairy', 'Bakery', 'Snacks'])[1 + g * g % 3] AS category,
               round((1 + g * 7 % 23 + g * 0.35)::numeric, 2) AS unit_price
        FROM generate_series(1, 40) AS g;
        ALTER TABLE public.shop_product ADD PRIMARY KEY (product_id);
        CREATE TABLE public.shop_order AS
        SELECT g AS order_id, (ARRAY['paid', 'cancelled', 'returned'])[1 + g * g % 11 % 3] AS status,
               date '2024-01-01' + g * 13 % 300 AS order_date,
               date '2024-01-01' + g * 13 % 300 + 1 + g * g % 17 % 9 AS shipped_date, g % 12 * 0.75 AS shipping_fee
        FROM generate_series(1, 700) AS g;
        ALTER TABLE public.shop_order ADD PRIMARY KEY (order_id);
        CREATE TABLE public.shop_order_line AS
        SELECT o.order_id, line, 1 + (o.order_id * line * 11 + line) % 40 AS product_id,
               1 + (o.order_id * 3 + line * line) % 7 AS quantity
        FROM public.shop_order o, generate_series(1, 5) AS line
        WHERE line <= 1 + o.order_id * o.order_id % 11 % 5;
        ALTER TABLE public.shop_order_line ADD FOREIGN KEY (order_id) REFERENCES public.shop_order,
            ADD FOREIGN KEY (product_id) REFERENCES public.shop_product;
        GRANT SELECT ON {", ".join(f"public.{name}" for name in TABLES)} TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'reports') FROM unnest('{{{", ".join(TABLES)}}}'::regclass[]) AS t;
    """)


LINES = "shop_order_line JOIN shop_product USING (product_id)"


@pytest.mark.parametrize(
    ("text", "right", "described"),
    [
        (
            "Dairy accounts for {}% of units sold.",
            f"100.0 * sum(quantity) FILTER (WHERE category = 'Dairy') / sum(quantity) FROM {LINES}",
            "the total of quantity in shop_order_line",
        ),
        (
            "{}% of orders were cancelled.",
            "100.0 * count(*) FILTER (WHERE status = 'cancelled') / count(*) FROM shop_order",
            "rows in shop_order where",
        ),
        (
            "{}% of orders were shipped within 3 days.",
            "100.0 * count(*) FILTER (WHERE shipped_date - order_date <= 3) / count(*) FROM shop_order",
            "the days from order date to shipped date is at most 3",
        ),
    ],
)
def test_what_is_said_of_units_orders_and_days_is_not_said_of_others(admin, analyst, text, right, described):
    [(value,)] = admin.execute(
        f"SELECT round(({right.split(' FROM ', 1)[0]})::numeric, 1) FROM {right.split(' FROM ', 1)[1]}"
    )
    check = (
        "SELECT verdict::text, description FROM fact_check(%s, data_set => 'reports') WHERE claimed_value IS NOT NULL"
    )
    [(verdict, description)] = analyst.execute(check, [text.format(value)]).fetchall()
    assert verdict == "supported", description
    assert described in description
    assert "shipping fee" not in description
    [(verdict, _)] = analyst.execute(check, [text.format(value + 9)]).fetchall()
    assert verdict == "refuted"


def test_a_percentage_of_it_is_one_of_the_amount_told_before(admin, analyst):
    [(total, share, of_rows)] = admin.execute(
        "SELECT sum(shipping_fee),"
        " round(100 * sum(shipping_fee) FILTER (WHERE status = 'cancelled') / sum(shipping_fee), 1),"
        " round(100.0 * count(*) FILTER (WHERE status = 'cancelled') / count(*), 1) FROM shop_order"
    )
    assert share != of_rows
    text = f"We earned ${total:,} in shipping fees. Cancelled orders brought {share}% of it."
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, data_set => 'reports') WHERE claim_text = %s",
        [text, f"{share}%"],
    ).fetchall()
    assert [verdict for verdict, _ in rows] == ["supported"], rows
    assert "the total of shipping fee" in rows[0][1]
