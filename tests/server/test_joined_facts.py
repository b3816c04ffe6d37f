"""Facts whose measure stands in one table and whose groups stand in another one, which a foreign key leads to."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of

SHOP = """
CREATE TABLE public.province (province_no integer PRIMARY KEY, province_name text, climate text);
CREATE TABLE public.buyer (buyer_no integer PRIMARY KEY, trade text, credit integer,
                           province_no integer REFERENCES public.province);
CREATE TABLE public.invoice (invoice_no integer PRIMARY KEY, amount numeric, year integer,
                             buyer_no integer REFERENCES public.buyer);
INSERT INTO public.province VALUES (1, 'Lapland', 'cold'), (2, 'Savonia', 'mild'), (3, 'Karelia', 'mild');
INSERT INTO public.buyer
SELECT g, (ARRAY['baker', 'joiner', 'florist'])[1 + g % 3], 100 * g, 1 + g % 3 FROM generate_series(1, 30) AS g;
INSERT INTO public.invoice
SELECT g, 10 + g % 3 * 7 + g % 8 * 3, 2015 + g % 8, CASE WHEN g % 50 > 0 THEN 1 + g % 30 END
FROM generate_series(1, 400) AS g;
"""
TABLES = "{invoice,buyer,province}"


@pytest.fixture(scope="module")
def shop(admin, analyst_name):
    admin.execute(SHOP)
    for table in ("province", "buyer", "invoice"):
        admin.execute(f"GRANT SELECT ON public.{table} TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{table}"])


@pytest.fixture(scope="module")
def analyst(database, analyst_name, shop):
    with session_of(database, analyst_name) as connection:
        yield connection


def first(connection, question, before=None):
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute("SELECT * FROM factcheck.facts(%s, %s, 1, before => %s)", (question, TABLES, before))
        return cursor.fetchone()


GROUPS = (
    "SELECT p.province_name, sum(i.amount) FROM public.invoice i JOIN public.buyer USING (buyer_no)"
    " JOIN public.province p USING (province_no) GROUP BY 1 ORDER BY 2 DESC, 1"
)


def test_the_groups_may_stand_two_foreign_keys_away(analyst):
    fact = first(analyst, "Which province name has the highest total amount?")
    highest = analyst.execute(GROUPS).fetchone()
    assert fact["fact_type"] == "extreme"
    assert (fact["fact"]["focus"], fact["value"]) == ([highest[0]], highest[1])


def test_the_query_of_a_joined_fact_gives_its_groups(analyst):
    fact = first(analyst, "What is the rank of province name by total amount?")
    assert [row[:2] for row in analyst.execute(fact["query"])] == analyst.execute(GROUPS).fetchall()


def test_a_value_of_a_joined_table_restricts_the_rows(analyst):
    fact = first(analyst, "What is the average amount of bakers?")
    wanted = "SELECT avg(amount) FROM public.invoice JOIN public.buyer USING (buyer_no) WHERE trade = 'baker'"
    assert float(fact["value"]) == pytest.approx(float(analyst.execute(wanted).fetchone()[0]))


def test_what_one_table_tells_is_not_joined(analyst):
    fact = first(analyst, "What is the trend of total amount over year?")
    assert "JOIN" not in fact["query"]
    assert sum(row[1] for row in analyst.execute(fact["query"])) == sum(
        row[0] for row in analyst.execute("SELECT amount FROM public.invoice")
    )


def test_rows_without_a_partner_count_where_the_partner_does_not_matter(analyst):
    fact = first(analyst, "What is the total amount?")
    assert fact["value"] == analyst.execute("SELECT sum(amount) FROM public.invoice").fetchone()[0]


def test_amounts_are_not_repeated_for_each_row_that_leads_to_them(analyst):
    fact = first(analyst, "What is the total credit by trade?")
    wanted = "SELECT trade, sum(credit) FROM public.buyer GROUP BY 1 ORDER BY 2 DESC, 1"
    assert sorted(analyst.execute(fact["query"])) == sorted(analyst.execute(wanted))


def test_a_question_goes_on_into_a_joined_table(analyst):
    fact = first(analyst, "And by trade?", ["What is the total amount?"])
    assert fact["fact"]["breakdown"]["column"] == "trade"
    assert " JOIN " in fact["query"]


def test_a_claim_is_decided_across_tables(analyst):
    highest, *_ = analyst.execute(GROUPS).fetchone()
    claim = f"{highest} has the highest total amount, but Lapland is not cold."
    rows = analyst.execute("SELECT verdict, query FROM factcheck.check_compound(%s, %s)", (claim, TABLES)).fetchall()
    assert rows[0][0] == "supported"
    assert " JOIN " in rows[0][1]


def test_a_joined_table_that_the_role_may_not_read_is_left_out(admin, analyst, analyst_name):
    admin.execute(f"REVOKE SELECT ON public.province FROM {analyst_name}")
    try:
        with analyst.cursor(row_factory=dict_row) as cursor:
            cursor.execute("SELECT * FROM factcheck.facts('Which province name has the highest total amount?', k => 3)")
            queries = [row["query"] for row in cursor.fetchall()]
        assert not [query for query in queries if "province " in query]
    finally:
        admin.execute(f"GRANT SELECT ON public.province TO {analyst_name}")


def test_the_quartiles_of_a_distribution_are_those_of_the_server(analyst):
    [fact] = analyst.execute(
        "SELECT fact FROM factcheck.facts('Show the histogram of amount.', '{invoice}', 1)"
    ).fetchone()
    shares = "percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY amount)"
    [quartiles] = analyst.execute(f"SELECT {shares} FROM public.invoice").fetchone()
    assert [fact["statistics"][name] for name in ("q1", "median", "q3")] == quartiles
