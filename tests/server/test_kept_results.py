"""Checks over tracked tables start from what earlier checks left, and give the rows they would give without."""

from __future__ import annotations

from collections import defaultdict

import pytest

DOCUMENT = (
    "We had 100 sales of tea. In all, there were 400 sales in 3 different regions. The average price of tea was 3.1."
    " 25 percent of the sales were of juice. In the north region, there were 120 sales. The median price was 3.1."
)
TEA = "SELECT count(*) FROM public.sale WHERE product = 'tea'"
OTHER = "There were 100 sales of juice, and 120 sales in the south region."


@pytest.fixture(scope="module")
def shops(admin, analyst_name):
    """Two tracked tables that join."""
    admin.execute(f"""
        CREATE TABLE public.shop (shop_id integer PRIMARY KEY, region text, opened date);
        INSERT INTO public.shop SELECT i, (ARRAY['north', 'south', 'east'])[1 + i % 3], '2020-01-01'::date + i
        FROM generate_series(1, 12) AS i;
        CREATE TABLE public.sale (sale_id integer, shop_id integer REFERENCES public.shop, product text, price real);
        INSERT INTO public.sale
        SELECT i, CASE WHEN i % 10 > 0 THEN 1 + i % 12 END, (ARRAY['tea', 'juice', 'water', 'milk'])[1 + i % 4],
               i % 7 + 0.1
        FROM generate_series(1, 400) AS i;
        GRANT SELECT ON public.shop, public.sale TO {analyst_name};
        SELECT factcheck.add_table('public.shop', track => true);
        SELECT factcheck.add_table('public.sale', track => true);
    """)
    return ["public.shop", "public.sale"]


@pytest.fixture(autouse=True)
def nothing_kept(admin, shops):
    admin.execute("TRUNCATE factcheck.cube_cache")


def check(connection, document=DOCUMENT):
    return connection.execute("SELECT c.* FROM fact_check(%s) AS c", [document]).fetchall()


def found_values(connection):
    """The value found for each reading of the claims, by its query."""
    rows = connection.execute("SELECT alternatives FROM fact_check(%s)", [DOCUMENT]).fetchall()
    return defaultdict(lambda: None, {each["query"]: each["value"] for (every,) in rows for each in every})


def kept(admin):
    """The number of entries, and which transactions kept them."""
    return admin.execute(
        "SELECT count(*), array_agg(writer::text ORDER BY writer) FROM factcheck.cube_cache WHERE bytes > 0"
    ).fetchone()


def test_a_second_check_computes_nothing_and_says_the_same(admin, analyst):
    first = check(analyst)
    number, writers = kept(admin)
    assert number > 0
    assert check(analyst) == first
    assert kept(admin) == (number, writers)
    admin.execute("TRUNCATE factcheck.cube_cache")
    assert check(analyst) == first


GROUPS = (
    "The most sales of one product, 100, were sales of tea. Tea had the highest average price. On average, each shop"
    " had 33.3 sales. Most sales were in the north region."
)


def test_rows_of_groups_are_kept_until_their_table_changes(admin, analyst):
    first = check(analyst, GROUPS)
    before = kept(admin)
    assert check(analyst, GROUPS) == first
    assert kept(admin) == before
    admin.execute(
        "UPDATE factcheck.cube_cache SET cube = convert_to(replace(convert_from(cube, 'UTF8'), '[\"', '[\"9'), 'UTF8')"
        " WHERE contents LIKE '%rows%'"
    )
    assert check(analyst, GROUPS) != first  # what was kept was served
    admin.execute("UPDATE public.sale SET product = 'tea' WHERE sale_id = 1")
    try:
        changed = check(analyst, GROUPS)
        admin.execute("TRUNCATE factcheck.cube_cache")
        assert check(analyst, GROUPS) == changed
    finally:
        admin.execute("UPDATE public.sale SET product = 'juice' WHERE sale_id = 1")
    assert changed != first
    assert check(analyst, GROUPS) == first


def test_a_table_whose_trigger_is_off_is_read_anew(admin, analyst):
    check(analyst)
    admin.execute("ALTER TABLE public.sale DISABLE TRIGGER factcheck_log_change")
    try:
        admin.execute("UPDATE public.sale SET product = 'cider' WHERE product = 'tea'")
        changed = found_values(analyst)
    finally:
        admin.execute("UPDATE public.sale SET product = 'tea' WHERE product = 'cider'")
        admin.execute("ALTER TABLE public.sale ENABLE ALWAYS TRIGGER factcheck_log_change")
    assert changed[TEA] in {None, 0}
    assert found_values(analyst)[TEA] == 100


def test_a_change_is_seen(admin, analyst):
    assert found_values(analyst)[TEA] == 100
    admin.execute("DELETE FROM public.sale WHERE sale_id = 4")
    try:
        assert found_values(analyst)[TEA] == 99
    finally:
        admin.execute("INSERT INTO public.sale VALUES (4, 5, 'tea', 4.1)")


def test_other_documents_use_what_covers_them(admin, analyst):
    check(analyst, DOCUMENT + " " + OTHER)
    before = kept(admin)
    alone = check(analyst, OTHER)
    assert kept(admin) == before
    admin.execute("TRUNCATE factcheck.cube_cache")
    assert check(analyst, OTHER) == alone


def test_without_a_place_to_write_a_check_still_works(admin, analyst):
    first = check(analyst)
    admin.execute("TRUNCATE factcheck.cube_cache")
    with analyst.transaction():
        analyst.execute("SET TRANSACTION READ ONLY")
        assert check(analyst) == first
    assert kept(admin)[0] == 0
