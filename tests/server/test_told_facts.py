"""Facts say what the data say: of which rows, of which groups, and of what their question named."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of

VISITS = """
CREATE TABLE public.er_visit (
    visit_id integer PRIMARY KEY, ward text, sex text, arrived_on date, triage_level integer, charge_eur numeric,
    is_insured boolean, arrival text);
INSERT INTO public.er_visit
SELECT g, (ARRAY['Cardiology', 'Oncology', 'Neurology'])[1 + g % 3], (ARRAY['female', 'male'])[1 + g % 2],
       date '2021-01-01' + g * 2, 1 + g % 3 + g % 2, 100 + g % 50, g % 5 > 1,
       CASE WHEN g % 4 > 0 THEN (ARRAY['ambulance', 'walk-in'])[1 + g / 3 % 2] END
FROM generate_series(1, 600) AS g;
CREATE TABLE public.article (sku text, brand_name text, price numeric);
INSERT INTO public.article SELECT 'S' || g, 'Brand ' || g % 200, g FROM generate_series(1, 400) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    admin.execute(VISITS)
    admin.execute(f"GRANT SELECT ON public.er_visit, public.article TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.er_visit'), factcheck.add_table('public.article')")
    with session_of(database, analyst_name) as connection:
        yield connection


def first_fact(connection, question, table="er_visit"):
    query = "SELECT fact_type, value::float8, caption FROM factcheck.facts(%s, ARRAY[%s]::regclass[], 1)"
    [row] = connection.execute(query, [question, f"public.{table}"]).fetchall()
    return row


def number(connection, query):
    [(value,)] = connection.execute(f"SELECT ({query})::float8").fetchall()
    return value


@pytest.mark.parametrize("verb", ["has", "had"])
def test_a_column_of_few_numbers_is_measured_where_things_have_it(analyst, verb):
    kind, value, caption = first_fact(analyst, f"Which ward {verb} the highest triage level?")
    best = "SELECT max(a) FROM (SELECT avg(triage_level) AS a FROM public.er_visit GROUP BY ward) AS g"
    assert (kind, value) == ("extreme", pytest.approx(number(analyst, best)))
    assert "highest average triage level by ward" in caption


def test_a_column_of_few_numbers_still_leads_to_another_question(analyst):
    query = "SELECT part_text FROM factcheck.decompose(%s, '{public.er_visit}')"
    [(first,), (second,)] = analyst.execute(
        query, ["In the triage level with the highest average charge, how many visits are there per ward?"]
    ).fetchall()
    assert first == "Which triage level has the highest average charge eur?"
    assert second.endswith("in that triage level?")


@pytest.mark.parametrize(
    ("question", "part", "whole"),
    [
        ("What percentage of women were insured?", "is_insured", "sex = 'female'"),
        ("What percentage of insured patients are women?", "sex = 'female'", "is_insured"),
        ("What share of Cardiology visits were insured?", "is_insured", "ward = 'Cardiology'"),
        ("What share of those who are insured came to Oncology?", "ward = 'Oncology'", "is_insured"),
        ("What is the share of women among the insured?", "sex = 'female'", "is_insured"),
    ],
)
def test_a_share_is_of_what_stands_before_the_verb(analyst, question, part, whole):
    kind, value, _ = first_fact(analyst, question)
    share = f"SELECT avg(({part})::integer) FROM public.er_visit WHERE {whole}"
    assert (kind, value) == ("proportion", pytest.approx(number(analyst, share), abs=1e-9))


def test_a_share_tells_that_rows_without_a_group_are_left_out(analyst):
    _, value, caption = first_fact(analyst, "What share of visits came by ambulance?")
    share = "SELECT avg((arrival = 'ambulance')::integer) FROM public.er_visit WHERE arrival IS NOT NULL"
    assert value == pytest.approx(number(analyst, share))
    assert caption == f"ambulance accounts for {100 * value:.3g} % of the visits where arrival is known."
    _, _, caption = first_fact(analyst, "What share of visits went to Oncology?")
    assert caption == "Oncology accounts for 33.3 % of the visits."


def test_a_flag_is_named_with_its_share(analyst):
    _, _, caption = first_fact(analyst, "What share of visits were insured?")
    assert caption == "is insured is true for 60 % of the visits."


def test_rows_are_not_called_what_the_question_calls_them(analyst):
    assert first_fact(analyst, "How many unicorns were seen?")[2] == "The number of er visits is 600."
    assert first_fact(analyst, "How many visits were there?")[2] == "The number of visits is 600."
    assert first_fact(analyst, "How many rows are there?")[2] == "The number of rows is 600."


def test_the_average_of_several_rows_is_called_an_average(analyst):
    _, value, caption = first_fact(analyst, "Which brand has the highest price?", "article")
    assert value == 300  # of the rows with 200 and 400
    assert caption.startswith("Brand 0 has the highest average price by brand name: 300")
    assert first_fact(analyst, "Which sku has the highest price?", "article")[2].startswith(
        "S400 has the highest price"
    )
