"""Times that a sentence names restrict the rows that its claim is about: dates, timestamps, times, text like a date."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.weather (day date, rain numeric(6, 1), sky text);
        INSERT INTO public.weather
        SELECT day::date, extract(doy FROM day)::integer * 37 % 211 / 10.0,
               (ARRAY['sunny', 'rainy', 'foggy', 'snowy'])[1 + extract(doy FROM day)::integer * 7 % 11 % 4]
        FROM generate_series(timestamp '2012-01-01', '2015-12-31', '1 day') AS day;
        CREATE TABLE public.parcel (parcel_no integer PRIMARY KEY, ordered_at timestamp, shipped text, opened time);
        INSERT INTO public.parcel
        SELECT g, timestamp '2018-01-01' + g * interval '5 hours 17 minutes',
               to_char(date '2018-01-02' + g * 211 % 730, 'MM/DD/YYYY'), time '00:00' + g * interval '97 minutes'
        FROM generate_series(1, 3000) AS g;
        INSERT INTO public.parcel VALUES (9001, 'infinity', 'lost', NULL), (9002, NULL, '02/30/2018', NULL);
        CREATE TABLE public.film (film_no integer, released text, year integer);
        INSERT INTO public.film
        SELECT g, to_char(date '1985-01-05' + g * 17, 'FMMonth FMDD, YYYY'), 1985 + g % 30
        FROM generate_series(1, 700) AS g;
        CREATE TABLE public.visit (visit_no integer, visit_date integer);
        INSERT INTO public.visit
        SELECT g, to_char(date '2019-01-05' + g, 'YYYYMMDD')::integer FROM generate_series(1, 700) AS g;
        GRANT SELECT ON public.weather, public.parcel, public.film, public.visit TO {analyst_name};
        SELECT factcheck.add_table(each) FROM unnest('{{weather,parcel,film,visit}}'::regclass[]) AS each;
    """)


def check(analyst, document, table):
    return analyst.execute(
        "SELECT verdict::text, found_value, query, description FROM fact_check(%s, ARRAY[%s]::regclass[])",
        [document, f"public.{table}"],
    ).fetchall()


@pytest.mark.parametrize(
    ("sentence", "query", "words"),
    [
        (
            "In 2015 there were {} sunny days.",
            "SELECT count(*) FROM weather WHERE sky = 'sunny' AND extract(year FROM day) = 2015",
            "day is in 2015",
        ),
        (
            "In July 2013 rain came to {} mm in total.",
            "SELECT sum(rain) FROM weather WHERE day BETWEEN '2013-07-01' AND '2013-07-31'",
            "day is in July 2013",
        ),
        (
            "There were {} foggy days from 2012 to 2013.",
            "SELECT count(*) FROM weather WHERE sky = 'foggy' AND day < '2014-01-01'",
            "day is from 2012 to 2013",
        ),
        (
            "There were {} rainy days on weekends.",
            "SELECT count(*) FROM weather WHERE sky = 'rainy' AND extract(isodow FROM day) > 5",
            "day is on a weekend",
        ),
        (
            "There were {} snowy days since 2014.",
            "SELECT count(*) FROM weather WHERE sky = 'snowy' AND day >= '2014-01-01'",
            "day is in 2014 or later",
        ),
        (
            "{} parcels were ordered between 5 and 7 pm.",
            "SELECT count(*) FROM parcel WHERE extract(hour FROM ordered_at) IN (17, 18)",
            "ordered at is from 17:00 to 18:59",
        ),
        (
            "In the first quarter of 2019, {} parcels were ordered.",
            "SELECT count(*) FROM parcel WHERE ordered_at >= '2019-01-01' AND ordered_at < '2019-04-01'",
            "ordered at is in the first quarter of 2019",
        ),
        (
            "{} parcels were opened in the morning.",
            "SELECT count(*) FROM parcel WHERE opened >= '05:00' AND opened < '12:00'",
            "opened is from 5:00 to 11:59",
        ),
        (
            "{} parcels were shipped in 2018.",
            "SELECT count(*) FROM parcel WHERE shipped LIKE '%/2018'",
            "shipped is in 2018",
        ),
        (
            "{} parcels were shipped in May.",
            "SELECT count(*) FROM parcel WHERE shipped LIKE '05/%'",
            "shipped is in May",
        ),
        (
            "{} films were released in the 1990s.",
            "SELECT count(*) FROM film WHERE released LIKE '%, 199_'",
            "released is from 1990 to 1999",
        ),
        (
            "Of the year 2020 there are {} visits, by their dates.",
            "SELECT count(*) FROM visit WHERE visit_date / 10000 = 2020",
            "visit date is in 2020",
        ),
    ],
)
def test_a_named_time_restricts_the_rows(analyst, tables, sentence, query, words):
    [(number,)] = analyst.execute(query).fetchall()
    table = query.split("FROM ")[1].split(" ")[0]
    [(verdict, found, shown, description)] = check(analyst, sentence.format(f"{number:,}"), table)
    assert (verdict, found) == ("supported", number)
    assert words in description
    [(value,)] = analyst.execute(shown).fetchall()
    assert value == number


def test_text_that_is_no_date_raises_no_error(analyst, admin, tables, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.odd (said text);
        INSERT INTO public.odd SELECT to_char(date '2018-01-02' + g, 'MM/DD/YYYY') FROM generate_series(1, 400) AS g;
        INSERT INTO public.odd VALUES ('02/30/2018'), ('13/45/2018'), ('soon'), (''), (NULL), ('00/00/0000');
        GRANT SELECT ON public.odd TO {analyst_name};
        SELECT factcheck.add_table('public.odd');
    """)
    for document in ("12 were said on Mondays.", "12 were said in February 2018.", "12 were said before 5 May 2018."):
        assert len(check(analyst, document, "odd")) == 1


def test_a_year_alone_names_no_single_day(analyst, tables):
    rows = analyst.execute(
        "SELECT a->>'query' FROM fact_check('In 2015 there were 12 days of rain.', '{weather}', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("day = " in query for (query,) in rows)
