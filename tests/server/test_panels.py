"""Tables with a row for each year, place and kind: a number is that of one row, though the sentence says no kind."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def moves(admin, analyst_name):
    """How many people moved in and out of towns: each year has a row for each town and direction, and for all towns."""
    admin.execute(f"""
        CREATE TABLE public.moves (year integer, county text, direction text, town text, people integer);
        WITH each AS (
            SELECT year, direction, town,
                   1000 * at + 217 * at * (year - 2009) + CASE direction WHEN 'Inbound' THEN 40131 ELSE 1319 END * at
                   AS people
            FROM generate_series(2010, 2015) AS year, unnest(ARRAY['Inbound', 'Outbound']) AS direction,
                 unnest(ARRAY['Oslo', 'Bergen', 'Moss', 'Halden', 'Voss', 'Hamar']) WITH ORDINALITY AS t (town, at)
        )
        INSERT INTO public.moves
        SELECT year, 'Viken', direction, town, people FROM each
        UNION ALL SELECT year, 'Viken', direction, 'Total', sum(people) FROM each GROUP BY year, direction;
        GRANT SELECT ON public.moves TO {analyst_name};
        SELECT factcheck.add_table('public.moves');
    """)


def checked(analyst, document):
    """Return verdict, claim and description of the likeliest reading of each number of a check."""
    query = "SELECT verdict::text, claim_text, description FROM fact_check(%s, tables => '{moves}')"
    return [row for row in analyst.execute(query, [document]).fetchall() if row[1][0].isdigit()]


def people(admin, year, direction, town):
    row = admin.execute(
        "SELECT people FROM moves WHERE year = %s AND direction = %s AND town = %s", [year, direction, town]
    ).fetchone()
    return row[0]


@pytest.mark.parametrize(("direction", "town"), [("Inbound", "Moss"), ("Outbound", "Moss"), ("Inbound", "Voss")])
def test_a_number_is_that_of_one_kind_that_is_not_said(admin, analyst, moves, direction, town):
    [(verdict, _, description)] = checked(
        analyst, f"In 2013 {people(admin, 2013, direction, town):,} people moved, as far as {town} is concerned."
    )
    assert verdict == "supported"
    assert f"direction is '{direction}'" in description
    assert f"town is '{town}'" in description
    assert "year is 2013" in description


def test_a_kind_that_is_not_said_refutes_nothing(analyst, moves):
    """What one of two kinds has is 9,561; a number near it may be of what nobody spoke of."""
    [(verdict, _, description)] = checked(analyst, "In 2013 10,200 people moved, as far as Moss is concerned.")
    assert verdict == "not_enough_info"
    assert "town is 'Moss'" in description


def test_what_names_no_place_is_of_all_places(admin, analyst, moves):
    number = people(admin, 2012, "Inbound", "Total")
    [(verdict, _, description)] = checked(analyst, f"Altogether {number:,} people arrived in 2012.")
    assert verdict == "supported"
    assert "town is 'Total'" in description
    assert "number of rows" not in description


def test_a_share_is_of_the_total_that_has_a_row_of_its_own(admin, analyst, moves):
    part, whole = (people(admin, 2014, "Inbound", town) for town in ("Voss", "Total"))
    share = round(100 * part / whole, 1)
    text = f"In 2014 {part:,} people came to Voss. Voss had {share} percent of all arrivals in 2014."
    (verdict, _, description) = checked(analyst, text)[-1]
    assert verdict == "supported"
    assert description.count("town is 'Total'") == 1
    assert description.count("town is 'Voss'") == 1


def test_a_column_with_a_single_value_restricts_nothing(admin, analyst, moves):
    number = people(admin, 2015, "Outbound", "Hamar")
    rows = checked(analyst, f"Viken lost {number:,} people of Hamar in 2015.")
    assert [description for *_, description in rows if "county" in description] == []


def test_rows_that_are_told_apart_by_the_year_alone_are_no_panel(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.mayors (year integer, party text, votes integer);
        INSERT INTO public.mayors
        SELECT year, CASE WHEN year % 3 = 0 THEN 'Left' ELSE 'Right' END, 500 + 37 * (year - 2000)
        FROM generate_series(2000, 2019) AS year;
        GRANT SELECT ON public.mayors TO {analyst_name};
        SELECT factcheck.add_table('public.mayors');
    """)
    query = "SELECT verdict::text, description FROM fact_check('There were 20 mayors.', tables => '{mayors}')"
    [(verdict, description)] = analyst.execute(query).fetchall()
    assert (verdict, description) == ("supported", "the number of rows in mayors")


def test_a_total_is_no_rival_of_what_it_adds_up(admin, analyst, moves):
    query = "SELECT verdict::text FROM fact_check(%s, tables => '{moves}') WHERE claimed_value IS NULL"
    text = "In 2013 more people arrived in Hamar than in any other town."
    verdicts = [verdict for (verdict,) in analyst.execute(query, [text]).fetchall()]
    assert verdicts
    assert "refuted" not in verdicts


@pytest.fixture(scope="module")
def deliveries(admin, analyst_name):
    """The shares of parcels on time, with a row for each depot and quarter; quarters are text."""
    admin.execute(f"""
        CREATE TABLE public.deliveries AS
        SELECT depot, format('Q%s%s', quarter, year) AS quarter,
            round((0.31 + 0.047 * at + 0.0123 * quarter * (year - 2009)
                - 0.017 * ((quarter * at + year) % 5))::numeric, 2) AS rate
        FROM generate_series(2010, 2014) AS year, generate_series(1, 4) AS quarter,
            unnest(ARRAY['Oslo', 'Bergen', 'Moss', 'Halden', 'Voss', 'Hamar']) WITH ORDINALITY AS t (depot, at);
        GRANT SELECT ON public.deliveries TO {analyst_name};
        SELECT factcheck.add_table('public.deliveries');
    """)


def test_quarters_written_as_text_are_the_time_of_a_panel(analyst, deliveries):
    text = "Voss stood at 54 percent in the first quarter of 2013."
    query = "SELECT verdict::text, description FROM fact_check(%s, tables => '{deliveries}')"
    [(verdict, description)] = analyst.execute(query, [text]).fetchall()
    assert verdict == "supported"
    assert "rate in deliveries" in description
