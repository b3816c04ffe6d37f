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


CALLS = """
CREATE TABLE public.phone_call (call_id integer PRIMARY KEY, began_at timestamptz, seconds integer);
INSERT INTO public.phone_call
SELECT g, timestamptz '2021-01-01 00:30+00' + g * interval '23 hours', g % 90 FROM generate_series(0, 1400) AS g;
"""


@pytest.fixture(scope="module")
def calls(admin, analyst, analyst_name):
    admin.execute(CALLS)
    admin.execute(f"GRANT SELECT ON public.phone_call TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.phone_call')")
    return analyst


def groups(connection, question, table):
    query = "SELECT fact->'rows'->'tuples' FROM factcheck.facts(%s, ARRAY[%s]::regclass[], 1)"
    [(tuples,)] = connection.execute(query, [question, f"public.{table}"]).fetchall()
    return tuples


def test_a_development_in_a_year_goes_by_its_months(analyst):
    months = groups(analyst, "How did the number of visits develop in 2022?", "er_visit")
    assert [month for month, *_ in months] == [f"2022-{month:02}" for month in range(1, 13)]
    caption = first_fact(analyst, "How did the number of visits develop in 2022?")[2]
    assert caption.startswith("The number of visits where arrived on is in 2022 ")
    assert "the data end" not in caption


@pytest.mark.parametrize(
    ("question", "unit", "among"),
    [
        ("Which month had the most visits?", "month", "true"),
        ("Which month of 2022 had the most visits?", "month", "extract(year FROM arrived_on) = 2022"),
        ("In what year were there the most visits?", "year", "true"),
        ("On which day was the number of insured visits the highest?", "day", "is_insured"),
    ],
)
def test_a_length_of_time_that_is_asked_for_divides_the_dates(analyst, question, unit, among):
    kind, value, caption = first_fact(analyst, question)
    counts = f"SELECT count(*) AS n FROM public.er_visit WHERE {among} GROUP BY date_trunc('{unit}', arrived_on)"
    assert kind in {"extreme", "rank"}
    assert value == number(analyst, f"SELECT max(n) FROM ({counts}) AS g")
    assert "arrived on" in caption


def test_visits_by_month_are_divided_by_months(analyst):
    months = groups(analyst, "Show the number of visits by month", "er_visit")
    assert months[0][0] == "2021-01"
    assert len(months) == number(analyst, "SELECT count(DISTINCT date_trunc('month', arrived_on)) FROM public.er_visit")


def test_a_development_over_all_years_still_goes_by_years(analyst):
    years = groups(analyst, "How did the number of visits develop?", "er_visit")
    assert [year for year, *_ in years] == [2021, 2022, 2023, 2024]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/New_York"])
def test_groups_of_times_are_those_of_utc_in_every_time_zone(calls, zone):
    with calls.transaction(force_rollback=True):
        calls.execute("SELECT set_config('TimeZone', %s, true)", [zone])
        months = groups(calls, "How did the number of phone calls develop in 2022?", "phone_call")
    assert [month for month, *_ in months] == [f"2022-{month:02}" for month in range(1, 13)]
    began = "began_at AT TIME ZONE 'UTC'"
    january = f"SELECT count(*) FROM public.phone_call WHERE {began} BETWEEN '2022-01-01' AND '2022-02-01'"
    assert months[0][1] == number(calls, january)


def test_a_share_of_a_measure_is_one_of_its_total(analyst):
    kind, value, caption = first_fact(analyst, "What share of the charges goes to Oncology?")
    share = "SELECT sum(charge_eur) FILTER (WHERE ward = 'Oncology') / sum(charge_eur) FROM public.er_visit"
    assert (kind, value) == ("proportion", pytest.approx(number(analyst, share)))
    assert caption.endswith("% of charge eur.")


@pytest.fixture(scope="module")
def accounts(admin, analyst, analyst_name):
    admin.execute("CREATE TABLE public.ledger (account text, balance numeric, year integer, reach numeric)")
    admin.execute("INSERT INTO public.ledger VALUES ('Alpha', -400, 2019, 2), ('Beta', -100, 2020, 900)")
    admin.execute("INSERT INTO public.ledger VALUES ('Alpha', -300, 2020, 9000), ('Beta', -50, 2021, 40000)")
    admin.execute(f"GRANT SELECT ON public.ledger TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.ledger')")
    return analyst


def test_negative_amounts_have_no_per_cents(accounts):
    assert first_fact(accounts, "How did the average balance develop over the years?", "ledger")[2] == (
        "The average balance rose from -400 in 2019 to -50 in 2021."
    )
    _, _, caption = first_fact(accounts, "Which account has the highest average balance?", "ledger")
    assert caption == "Beta has the highest average balance by account: -75."
    _, _, caption = first_fact(accounts, "What is the difference in average balance between Beta and Alpha?", "ledger")
    assert caption == "The average balance of Beta is -75, 275 above that of Alpha, -350."


def test_large_per_cents_are_written_out(accounts):
    _, _, caption = first_fact(accounts, "How did the average reach develop over the years?", "ledger")
    assert caption == "The average reach rose from 2 in 2019 to 40,000 in 2021 (+1,999,900 %)."


def answer(connection, question, table="er_visit"):
    """Return the relevance of the first fact, and what notices tell."""
    notices = []

    def note(notice):
        notices.append(notice.message_primary)

    connection.add_notice_handler(note)
    try:
        query = "SELECT relevance, caption FROM factcheck.facts(%s, ARRAY[%s]::regclass[], 1)"
        [(relevance, _)] = connection.execute(query, [question, f"public.{table}"]).fetchall()
    finally:
        connection.remove_notice_handler(note)
    return relevance, notices


@pytest.mark.parametrize(
    ("question", "words", "relevance"),
    [
        ("How many visits were there from Atlantis?", '"Atlantis"', 0.5),
        ("What is the average bonus?", '"bonus"', 0),
        ("What is the highest charge of a dentist in Cardiology?", '"dentist"', 2 / 3),
        ("How many patients are under 18?", '"patients", "18"', 0),
    ],
)
def test_words_that_name_nothing_are_told_and_make_facts_less_relevant(analyst, question, words, relevance):
    found, notices = answer(analyst, question)
    assert notices == [f"the facts leave out words that name nothing in er_visit: {words}"]
    assert found == pytest.approx(relevance, abs=1e-3)


@pytest.mark.parametrize(
    "question",
    [
        "How many visits to Cardiology were there in May 2022?",
        "What is the relationship between charge and triage level?",
        "Draw a barchart of the avg charge by ward",
        "How many visits had a charge above 0.12 thousand?",
        "Show the number of visits over the years",
        "What share of women were insured?",
    ],
)
def test_questions_in_the_words_of_the_table_get_no_notice(analyst, question):
    assert answer(analyst, question) == (1.0, [])


def test_a_column_that_the_role_may_not_read_is_told_of_like_one_that_is_not_there(admin, analyst, analyst_name):
    admin.execute("CREATE TABLE public.deal (region text, turnover numeric, margin numeric)")
    admin.execute("INSERT INTO public.deal SELECT 'R' || g % 3, g, g FROM generate_series(1, 30) AS g")
    admin.execute(f"GRANT SELECT (region, turnover) ON public.deal TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.deal')")
    told = [answer(analyst, f"What is the {word} by region?", "deal") for word in ("margin", "rabatt")]
    assert [notices for _, notices in told] == [
        [f'the facts leave out words that name nothing in deal: "{word}"'] for word in ("margin", "rabatt")
    ]
    assert told[0][0] == told[1][0] < 1


@pytest.mark.parametrize(
    ("before", "question", "rows"),
    [
        ("How many visits were there in 2022?", "And in 2023?", "extract(year FROM arrived_on) = 2023"),
        ("How many visits went to Oncology?", "And to Neurology?", "ward = 'Neurology'"),
        (
            "How many visits went to Oncology in 2022?",
            "And to Neurology?",
            "ward = 'Neurology' AND extract(year FROM arrived_on) = 2022",
        ),
        ("How many visits went to Oncology?", "And also to Neurology?", "ward IN ('Oncology', 'Neurology')"),
        ("How many visits had a charge above 120?", "And a charge below 130?", "charge_eur > 120 AND charge_eur < 130"),
        (
            "How many visits went to Oncology?",
            "And in 2022?",
            "ward = 'Oncology' AND extract(year FROM arrived_on) = 2022",
        ),
    ],
)
def test_a_question_that_goes_on_names_other_rows_in_place_of_those_before(analyst, before, question, rows):
    query = "SELECT value::float8 FROM factcheck.facts(%s, '{public.er_visit}', 1, before => %s)"
    [(value,)] = analyst.execute(query, [question, [before]]).fetchall()
    assert value == number(analyst, f"SELECT count(*) FROM public.er_visit WHERE {rows}")


@pytest.mark.parametrize(
    "question",
    [
        "How many visits have no arrival?",
        "How many visits are there with a missing arrival?",
        "How many visits were there without an arrival?",
    ],
)
def test_rows_without_a_value_are_counted(analyst, question):
    kind, value, caption = first_fact(analyst, question)
    assert (kind, value) == ("value", number(analyst, "SELECT count(*) FROM public.er_visit WHERE arrival IS NULL"))
    assert caption == "The number of visits where arrival is missing is 150."


def test_no_row_lacks_a_value_of_a_complete_column(analyst):
    assert "is missing" not in first_fact(analyst, "Which ward had no insured visits?")[2]
    assert first_fact(analyst, "How many visits are there by arrival?")[0] == "categorization"


SUPPLIERS = """
CREATE TABLE public.supply (supplier text, product_group text, paid numeric);
INSERT INTO public.supply
SELECT (ARRAY['O''Brien & Sons', 'Sons of Cork', 'A/B Test %', 'Łódź Sp. z o.o.'])[1 + g % 4],
       (ARRAY['tea', 'coffee'])[1 + g % 2], g
FROM generate_series(1, 90) AS g;
"""


@pytest.fixture(scope="module")
def suppliers(admin, analyst, analyst_name):
    admin.execute(SUPPLIERS)
    admin.execute(f"GRANT SELECT ON public.supply TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.supply')")
    return analyst


@pytest.mark.parametrize("name", ["O'Brien & Sons", "Sons of Cork", "A/B Test %", "Łódź Sp. z o.o."])
def test_a_value_with_signs_is_named_as_it_is_written(suppliers, name):
    _, value, caption = first_fact(suppliers, f"How much was paid in total to {name}?", "supply")
    total = "SELECT sum(paid)::float8 FROM public.supply WHERE supplier = %s"
    assert [(value,)] == suppliers.execute(total, [name]).fetchall()
    assert f"where supplier is {name}" in caption


def test_a_part_of_a_name_is_not_the_value_that_it_is_in(suppliers):
    assert "where supplier" not in first_fact(suppliers, "How many rows are about A/B Testing %?", "supply")[2]
