"""Statements about months of one year, single days and years of texts, about what is busy, and about other rows."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.check_in (
            arrived_on date, channel text, avg_price_per_room numeric, days_in_waiting_list integer,
            is_repeated_guest integer);
        INSERT INTO public.check_in
        SELECT day, (ARRAY['Direct', 'Agency', 'Corporate'])[1 + number % 3],
               100 + CASE WHEN day >= '2022-08-01' AND day < '2022-09-01' THEN 60 ELSE 0 END
                   - CASE WHEN number % 3 = 2 THEN 30 ELSE 0 END,
               CASE WHEN day < '2022-01-01' THEN 20 ELSE 0 END, (number % 7 = 0)::integer
        FROM (SELECT day::date AS day, row_number() OVER (ORDER BY day, i) AS number
              FROM generate_series(timestamp '2021-11-01', '2023-02-28', '1 day') AS day,
                   generate_series(1, CASE WHEN day = '2023-01-16' THEN 12
                                           WHEN day >= '2022-10-01' AND day < '2022-11-01' THEN 4
                                           WHEN extract(isodow FROM day) = 1 THEN 2 ELSE 1 END) AS i) AS days;

        CREATE TABLE public.station (station text, line integer, passengers bigint, platforms integer);
        INSERT INTO public.station VALUES
            ('Harbour', 1, 34500000, 4), ('Castle', 2, 33100000, 9), ('Mill Lane', 3, 28600000, 6),
            ('Old Fort', 1, 124941, 2), ('University', 2, 9800000, 5);

        CREATE TABLE public.inn (quarter text, region text, takings numeric);
        INSERT INTO public.inn
        SELECT year || ' Q' || number, region, 10 * (year - 2012) + number + length(region)
        FROM generate_series(2013, 2016) AS year, generate_series(1, 4) AS number,
             unnest(ARRAY['North', 'Southern']) AS region
        WHERE NOT (year = 2016 AND number > 3);
        GRANT SELECT ON public.check_in, public.station, public.inn TO {analyst_name};
        SELECT factcheck.add_table(name::regclass)
        FROM unnest(ARRAY['public.check_in', 'public.station', 'public.inn']) AS name;
    """)


def verdicts(analyst, document, table):
    query = "SELECT verdict::text FROM fact_check(%s, tables => ARRAY[%s::regclass]) WHERE claimed_value IS NULL"
    return [verdict for (verdict,) in analyst.execute(query, [document, f"public.{table}"]).fetchall()]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("October 2022 was our busiest month.", "August 2022 was our busiest month."),
        ("August 2022 was the dearest month.", "October 2022 was the dearest month."),
        ("The busiest single day was 16 January 2023.", "The busiest single day was 3 October 2022."),
        ("January 16, 2023 was the busiest day.", "October 3, 2022 was the busiest day."),
        ("October 2022 saw more guests than any other month.", "May 2022 saw more guests than any other month."),
        ("Monday is the busiest day of the week.", "Friday is the busiest day of the week."),
        ("Prices fell in September 2022.", "Prices rose in September 2022."),
        ("Prices were higher in August 2022 than in May 2022.", "Prices were lower in August 2022 than in May 2022."),
        ("Corporate guests pay the least.", "Agency guests pay the least."),
    ],
)
def test_months_of_one_year_and_days_are_compared(analyst, tables, right, wrong):
    assert (verdicts(analyst, right, "check_in"), verdicts(analyst, wrong, "check_in")) == (["supported"], ["refuted"])


def test_a_year_that_the_clause_names_restricts_what_is_compared(analyst, tables):
    assert verdicts(analyst, "In 2023, January was the busiest month.", "check_in") == ["supported"]
    assert verdicts(analyst, "In 2022, January was the busiest month.", "check_in") == ["refuted"]
    assert verdicts(analyst, "January was the busiest month.", "check_in") == ["refuted"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Harbour is by far the busiest.", "Castle is by far the busiest."),
        ("The quietest station is Old Fort.", "The quietest station is University."),
        ("No station is busier than Harbour.", "No station is busier than Castle."),
    ],
)
def test_passengers_tell_how_busy_a_place_is(analyst, tables, right, wrong):
    assert (verdicts(analyst, right, "station"), verdicts(analyst, wrong, "station")) == (["supported"], ["refuted"])


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("2015 was the best year for takings.", "2014 was the best year for takings."),
        ("Takings were higher in 2015 than in 2014.", "Takings were lower in 2015 than in 2014."),
        ("Takings rose from 2013 to 2015.", "Takings fell from 2013 to 2015."),
    ],
)
def test_years_of_texts_are_compared(analyst, tables, right, wrong):
    assert (verdicts(analyst, right, "inn"), verdicts(analyst, wrong, "inn")) == (["supported"], ["refuted"])


def test_what_the_head_of_a_sentence_sets_apart_keeps_a_statement_open(analyst, tables):
    assert verdicts(analyst, "Castle has the most passengers.", "station") == ["refuted"]
    assert verdicts(analyst, "Among commuters, Castle has the most passengers.", "station") == ["not_enough_info"]
    number = "Among commuters, Castle has the most passengers, with 33.1 million."
    assert verdicts(analyst, number, "station") == ["not_enough_info"]
    assert verdicts(analyst, "Among stations, Castle has the most passengers.", "station") == ["refuted"]


def test_others_of_a_kind_are_not_all_others(analyst, tables):
    assert verdicts(analyst, "Castle has more passengers than any other station.", "station") == ["refuted"]
    assert verdicts(analyst, "Castle has more passengers than any rural station.", "station") == ["not_enough_info"]
    assert verdicts(analyst, "Harbour has more passengers than any rural station.", "station") == ["supported"]
