"""Measures that follow from several columns are understood where a text asks for them, along a join too."""

from __future__ import annotations

from decimal import Decimal

import psycopg
import pytest


@pytest.fixture(scope="module")
def shop(admin, analyst_name):
    """Order lines with quantities, products with prices in another table, films with budgets, and odd numbers."""
    admin.execute(f"""
        CREATE TABLE public.product (product_id integer PRIMARY KEY, name text, price numeric(8, 2), unit_cost float8);
        CREATE TABLE public.order_line (line_id integer PRIMARY KEY, product_id integer REFERENCES public.product,
                                        quantity integer, region text);
        CREATE TABLE public.film (title text, studio text, budget integer, revenue integer, area integer);
        CREATE TABLE public.pupil (pupil text, math_score integer, reading_score integer, writing_score integer);
        INSERT INTO public.product VALUES (1, 'tea', 2.5, 1.0), (2, 'coffee', 4, 2.25), (3, 'rare', 1000, NULL);
        INSERT INTO public.order_line
        SELECT g, CASE WHEN g % 10 = 0 THEN NULL ELSE 1 + g % 2 END, 1 + g % 5, (ARRAY['North', 'South'])[1 + g % 2]
        FROM generate_series(1, 203) AS g;
        INSERT INTO public.film
        SELECT 'film ' || g, (ARRAY['Alpha', 'Beta', 'Gamma'])[1 + g % 3], 1000 + 37 * g, 900 + 61 * g, g % 4
        FROM generate_series(1, 100) AS g;
        INSERT INTO public.film VALUES ('lost', 'Beta', NULL, 7), ('last', 'Beta', 2147483647, -2147483648);
        INSERT INTO public.pupil
        SELECT 'pupil ' || g, 40 + g, 50 + g % 17, 45 + g % 23 FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.product, public.order_line, public.film, public.pupil TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{product, order_line, film, pupil}}'::regclass[]) AS t;
    """)


def check(analyst, document):
    [row] = analyst.execute(
        "SELECT verdict::text, found_value, query, description FROM fact_check(%s)", [document]
    ).fetchall()
    return row


def value(connection, sql):
    [(found,)] = connection.execute(sql).fetchall()
    return found


def test_a_product_along_a_join(analyst, shop):
    rows = "FROM public.order_line JOIN public.product USING (product_id)"
    revenue = value(analyst, f"SELECT sum(quantity * price) {rows}")
    verdict, found, query, said = check(analyst, f"Revenue was ${revenue}.")
    assert (verdict, found) == ("supported", revenue)
    assert said == "the total of quantity times price of product in order_line"
    assert value(analyst, query) == revenue
    north = value(analyst, f"SELECT sum(quantity * price) {rows} WHERE region = 'North'")
    found = analyst.execute(
        "SELECT verdict::text, found_value FROM fact_check(%s) ORDER BY claim_no",
        [f"In the North revenue was ${north}. The total revenue was ${revenue + 400}."],
    ).fetchall()
    assert found == [("supported", north), ("refuted", revenue)]


def test_a_product_restricted_and_its_share(analyst, shop):
    rows = "FROM public.order_line JOIN public.product USING (product_id)"
    north = value(analyst, f"SELECT sum(quantity * price) {rows} WHERE region = 'North'")
    assert check(analyst, f"In the North revenue was ${north}.")[:2] == ("supported", north)
    share = value(analyst, f"SELECT round(100 * {north} / sum(quantity * price), 1) {rows}")
    verdict, found, query, _ = check(analyst, f"The North accounted for {share}% of revenue.")
    assert (verdict, round(found, 1)) == ("supported", share)
    assert "quantity * public.product.price" in query


def test_a_profit_per_unit_times_the_quantity(analyst, shop):
    profit = value(
        analyst,
        "SELECT sum(quantity * (price - unit_cost::numeric)) FROM public.order_line"
        " JOIN public.product USING (product_id)",
    )
    verdict, found, _, said = check(analyst, f"Profit was ${profit}.")
    assert (verdict, found) == ("supported", profit)
    assert said == "the total of quantity times (price of product minus unit cost of product) in order_line"


def test_whole_numbers_too_large_for_their_type_do_not_stop_a_check(analyst, shop):
    profit = value(analyst, "SELECT max(revenue::bigint - budget) FROM public.film")
    verdict, found, query, said = check(analyst, f"The largest profit was {profit}.")
    assert (verdict, found) == ("supported", profit)
    assert said == "the largest value of revenue minus budget in film"
    assert query == "SELECT max(revenue::bigint - budget) FROM public.film"
    assert value(analyst, "SELECT min(revenue::bigint - budget) FROM public.film") < -(2**31)


def test_parts_that_share_a_word_are_added_up(analyst, shop):
    total = value(analyst, "SELECT avg(math_score + reading_score + writing_score) FROM public.pupil")
    verdict, found, query, _ = check(analyst, f"The average total score was {total:.2f}.")
    assert (verdict, round(found, 6)) == ("supported", round(total, 6))
    assert query == "SELECT avg(math_score::bigint + reading_score + writing_score) FROM public.pupil"


def test_nothing_is_multiplied_where_no_word_asks_for_it(analyst, shop):
    rows = analyst.execute(
        "SELECT a->>'query' FROM fact_check('The North had 240 in quantity.', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("*" in query.replace("count(*)", "").replace("100.0 *", "") for (query,) in rows)


def test_dividing_by_zero_gives_nothing(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.region (name text, population integer, area_km2 integer);
        INSERT INTO public.region VALUES ('a', 100, 0), ('b', 100, 3), ('c', NULL, 3), ('d', 7, NULL), ('e', 350, 7);
        GRANT SELECT ON public.region TO {analyst_name};
        SELECT factcheck.add_table('public.region', data_set => 'regions');
    """)
    density = value(analyst, "SELECT avg(population::numeric / nullif(area_km2, 0)) FROM public.region")
    [row] = analyst.execute(
        "SELECT verdict::text, found_value, query FROM fact_check(%s, data_set => 'regions')",
        [f"The average population density was {density:.2f}."],
    ).fetchall()
    assert row[0] == "supported"
    assert row[1] == pytest.approx(Decimal(density), rel=Decimal("1e-9"))
    assert row[2] == "SELECT avg(population::numeric / nullif(area_km2, 0)) FROM public.region"


def test_a_column_that_may_not_be_read_takes_no_part(admin, analyst, analyst_name, shop):
    admin.execute(f"REVOKE SELECT ON public.product FROM {analyst_name}")
    admin.execute(f"GRANT SELECT (product_id, name) ON public.product TO {analyst_name}")
    try:
        rows = analyst.execute(
            "SELECT a->>'query' FROM fact_check('Revenue was $1,900.', top_k => 100),"
            " jsonb_array_elements(alternatives) AS a"
        ).fetchall()
        assert rows
        assert not any("price" in query or "unit_cost" in query for (query,) in rows)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            analyst.execute("SELECT price FROM public.product")
    finally:
        admin.execute(f"GRANT SELECT ON public.product TO {analyst_name}")


def test_a_verb_with_up_that_moves_nothing_compares_nothing(admin, analyst, analyst_name):
    """To put up with something is no increase."""
    admin.execute(f"""
        CREATE TABLE public.trips AS
        SELECT (ARRAY['EV', 'UA', 'B6'])[1 + g % 3] AS carrier, g % 60 AS minute, g * 7 % 2400 AS dep_time,
               g * 13 % 50 - 10 AS dep_delay, g * 17 % 60 - 15 AS arr_delay
        FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.trips TO {analyst_name};
        SELECT factcheck.add_table('public.trips');
    """)
    document = "Customers of EV put up with a departure delay of 20 minutes on average."
    queries = [
        query
        for (query,) in analyst.execute(
            "SELECT a->>'query' FROM fact_check(%s, ARRAY['public.trips'::regclass], top_k => 100),"
            " jsonb_array_elements(alternatives) AS a",
            [document],
        )
    ]
    assert queries
    assert [query for query in queries if query.count("SELECT") == 3] == []


def test_a_stored_claim_names_all_columns_that_its_measure_reads(admin, shop):
    admin.execute("SELECT factcheck.verify('Revenue was $1,900.', title => 'derived')")
    columns = admin.execute("""
        SELECT DISTINCT u.column_name::text FROM factcheck.used_column u
        WHERE u.relation::regclass::text IN ('public.order_line', 'public.product', 'order_line', 'product')
    """).fetchall()
    assert {("quantity",), ("price",), ("product_id",)} <= set(columns)


def test_explain_shows_the_measure_and_what_speaks_for_it(analyst, shop):
    items = analyst.execute(
        "SELECT part, item, reason FROM factcheck.explain('Revenue was $1,900.', 1) WHERE part IN ('factor', 'feature')"
    ).fetchall()
    assert ("factor", "public.order_line.quantity * public.product.price", "aggregation column") in items
    plan = analyst.execute("SELECT item FROM factcheck.explain_plan('Revenue was $1,900.')").fetchall()
    assert ("public.order_line.quantity * public.product.price",) in plan


def test_survivors_are_all_aboard_less_the_dead(analyst, admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ferry_accident (accident text, harbour text, aboard integer, fatalities integer);
        INSERT INTO public.ferry_accident
        SELECT 'accident ' || g, (ARRAY['Kiel', 'Oslo', 'Turku'])[1 + g % 3], 20 + g * 7 % 61, g * 5 % 19
        FROM generate_series(1, 90) AS g;
        GRANT SELECT ON public.ferry_accident TO {analyst_name};
        SELECT factcheck.add_table('public.ferry_accident');
    """)
    alive, share = admin.execute(
        "SELECT sum(aboard - fatalities), round(100.0 * sum(aboard - fatalities) / sum(aboard), 1) FROM ferry_accident"
    ).fetchone()
    verdict, found, _, said = check(analyst, f"In all ferry accidents, {alive} passengers survived.")
    assert (verdict, found) == ("supported", alive)
    assert said == "the total of aboard minus fatalities in ferry_accident"
    verdict, found, *_ = check(analyst, f"In all ferry accidents, {alive + 60} passengers survived.")
    assert (verdict, found) == ("refuted", alive)
    verdict, found, *_ = check(analyst, f"In the ferry accidents, {share}% of the passengers aboard survived.")
    assert (verdict, round(found, 1)) == ("supported", share)


def test_short_names_of_averages_of_money_are_rates(analyst, admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.bakery_sale (order_no integer, article text, pieces integer, unit_price numeric(6, 2));
        INSERT INTO public.bakery_sale
        SELECT 1 + g / 3, (ARRAY['roll', 'loaf', 'tart', 'pie'])[1 + g % 4], 1 + g % 5, 1.25 + g % 7
        FROM generate_series(1, 400) AS g;
        GRANT SELECT ON public.bakery_sale TO {analyst_name};
        SELECT factcheck.add_table('public.bakery_sale', data_set => 'bakery');
    """)
    value = admin.execute(
        "SELECT round(sum(pieces * unit_price) / count(DISTINCT order_no), 2) FROM bakery_sale"
    ).fetchone()[0]
    texts = [
        f"The bakery had 134 orders. Revenue per order, or AOV, was ${each}."
        for each in (value, value + Decimal("0.7"))
    ]
    texts.append(f"There were 134 orders and the bakery's AOV on revenue was ${value}.")
    rows = [
        analyst.execute(
            "SELECT verdict::text, found_value FROM fact_check(%s, data_set => 'bakery')", [text]
        ).fetchall()
        for text in texts
    ]
    told = [(verdict, None if found is None else round(found, 2)) for verdict, found in (of[-1] for of in rows)]
    assert told == [("supported", value), ("refuted", value), ("supported", value)]


def test_the_range_between_both_ends_of_a_day(analyst, admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.harbour_air (day date, low numeric(4, 1), high numeric(4, 1), gusts integer);
        INSERT INTO public.harbour_air
        SELECT date '2021-01-01' + g, 2 + g * 7 % 11, 15 + g * 5 % 13 + 0.5 * (g % 3), 20 + g * 3 % 29
        FROM generate_series(0, 199) AS g;
        GRANT SELECT ON public.harbour_air TO {analyst_name};
        SELECT factcheck.add_table('public.harbour_air', data_set => 'harbour');
    """)
    mean, widest = admin.execute("SELECT round(avg(high - low), 1), max(high - low) FROM harbour_air").fetchone()
    text = f"In the harbour the daily range of the air was {mean} degrees on average. The widest range was {widest}."
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, data_set => 'harbour')", [text]
    ).fetchall()
    assert rows == [
        ("supported", "the average of high minus low in harbour_air"),
        ("supported", "the largest value of high minus low in harbour_air"),
    ]


def test_what_an_order_has_on_average_is_of_those_that_have_any(analyst, admin, analyst_name):
    """One table tells both, and orders without a line would be none of those that the average is of."""
    admin.execute(f"""
        CREATE TABLE public.cafe_order (order_id integer PRIMARY KEY, day date);
        CREATE TABLE public.cafe_line (line_id integer PRIMARY KEY, order_id integer REFERENCES public.cafe_order,
                                       quantity integer);
        INSERT INTO public.cafe_order SELECT g, date '2021-01-01' + g % 300 FROM generate_series(1, 100) AS g;
        INSERT INTO public.cafe_line SELECT g, 1 + g % 100, 1 + g % 4 FROM generate_series(1, 347) AS g;
        GRANT SELECT ON public.cafe_order, public.cafe_line TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'cafe') FROM unnest('{{cafe_order, cafe_line}}'::regclass[]) AS t;
    """)
    mean = value(admin, "SELECT round(1.0 * sum(quantity) / count(DISTINCT order_id), 2) FROM cafe_line")
    text = f"The cafe had 100 orders with a total quantity of 869. The average order had a quantity of {mean}."
    *_, row = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, data_set => 'cafe')", [text]
    ).fetchall()
    of_lines = "the number of different values of order id in cafe_line"
    assert row == ("supported", f"the total of quantity in cafe_line divided by {of_lines}")
