"""Statements of changes, of bounds that most keep, of years in texts: as they are true, and false twins."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ferry_income (period text, harbour text, income numeric, occupancy numeric);
        INSERT INTO public.ferry_income
        SELECT year || ' Q' || quarter, harbour, (year - 2000) * size + quarter,
               CASE WHEN harbour = 'Bergen' THEN 90 - (year - 2010) ELSE 40 + (year - 2010) END
        FROM generate_series(2010, 2014) AS year, generate_series(1, 4) AS quarter,
             (VALUES ('Bergen', 30), ('Oslo', 20), ('Narvik', 5)) AS harbours (harbour, size);

        CREATE TABLE public.incident (year integer, category text, damage_eur numeric, reporter text);
        INSERT INTO public.incident
        SELECT year, category, 100 * i + year - 2010, CASE WHEN i % 5 = 0 THEN 'guest' ELSE 'employee' END
        FROM (VALUES (2011, 'Theft', 9), (2012, 'Theft', 7), (2013, 'Theft', 4), (2014, 'Theft', 2),
                     (2011, 'Fire', 1), (2012, 'Fire', 9), (2013, 'Fire', 14), (2014, 'Fire', 30)
             ) AS counts (year, category, n), generate_series(1, n) AS i;

        CREATE TABLE public.match_round (round integer, player text, points numeric);
        INSERT INTO public.match_round
        SELECT round, 'Player ' || i, round * 10 + i % 3
        FROM generate_series(1, 5) AS round, generate_series(1, 8) AS i;
        CREATE TABLE public.hotline_call (called_on date, language text);
        INSERT INTO public.hotline_call
        SELECT make_date(year, 1 + i % 6, 1), 'English'
        FROM (VALUES (2012, 5), (2013, 9), (2014, 12), (2015, 4)) AS years (year, n), generate_series(1, n) AS i;
        CREATE TABLE public.kennel_dog (breed_1 text, breed_2 text);
        INSERT INTO public.kennel_dog
        SELECT CASE WHEN i % 3 = 0 THEN 'Collie' ELSE 'Poodle' END, CASE WHEN i % 5 = 0 THEN 'Poodle' ELSE 'Collie' END
        FROM generate_series(1, 30) AS i;

        CREATE TABLE public.town_figure (
            town text, harbours integer, density_1996 numeric, density_2001 numeric, density_2006 numeric,
            density_2011 numeric, density_2016 numeric, density_2021 numeric, population integer);
        INSERT INTO public.town_figure VALUES
            ('Moss', 1, 90, 90, 90, 90, 90, 10, 900), ('Hamar', 2, 20, 20, 20, 20, 20, 80, 100),
            ('Voss', 3, 5, 5, 5, 5, 5, 5, 300);
        GRANT SELECT ON public.kennel_dog, public.town_figure TO {analyst_name};
        SELECT factcheck.add_table('public.kennel_dog'), factcheck.add_table('public.town_figure');
        GRANT SELECT ON public.ferry_income, public.incident, public.match_round, public.hotline_call TO {analyst_name};
        SELECT factcheck.add_table('public.ferry_income'), factcheck.add_table('public.incident'),
               factcheck.add_table('public.match_round'), factcheck.add_table('public.hotline_call');
    """)


def verdicts(analyst, document):
    rows = analyst.execute(
        "SELECT verdict::text, message, query, found_value FROM fact_check(%s)", [document]
    ).fetchall()
    return [row[0] for row in rows], rows


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("Points rose with every round.", "supported"),
        ("Points fell with every round.", "refuted"),
        ("Income grew from 2010 to 2014.", "supported"),
        ("Income fell from 2010 to 2014.", "refuted"),
        ("Thefts went down in 2013.", "supported"),
        ("Thefts went up in 2013.", "refuted"),
        ("The number of incidents rose every year.", "supported"),
        ("The number of incidents fell every year.", "refuted"),
        ("Most incidents caused a damage under 1,500 euros.", "supported"),
        ("Most incidents caused a damage of more than 1,500 euros.", "refuted"),
        ("Bergen had a higher income than average.", "supported"),
        ("Narvik had a higher income than average.", "refuted"),
        ("Ferries from Bergen were fuller than those from Narvik.", "supported"),
        ("Ferries from Bergen were emptier than those from Narvik.", "refuted"),
    ],
)
def test_a_change_or_a_bound_is_judged_as_a_reader_would(analyst, tables, document, expected):
    assert verdicts(analyst, document)[0] == [expected]


def test_a_change_that_is_not_steady_names_the_groups_between_which_it_breaks(analyst, tables):
    [verdict], [(_, message, query, value)] = verdicts(analyst, "Points fell with every round.")
    assert verdict == "refuted"
    assert "not each has less than the one before" in message
    [(again,)] = analyst.execute(query).fetchall()
    assert int(again) == int(value) == 4


def test_a_break_at_the_last_year_alone_refutes_nothing(analyst, tables):
    """The last year may not be over: only the incidents of the first half of 2015 are there."""
    [verdict], [(_, message, _, _)] = verdicts(analyst, "The number of calls rose every year.")
    assert verdict == "not_enough_info", message


def test_who_comes_next_follows_who_has_most(analyst, tables):
    assert verdicts(analyst, "Most incidents were reported by employees. Guest is next.")[0][0] == "supported"


def test_of_what_is_nowhere_neither_side_has_more(analyst, tables):
    found, _ = verdicts(analyst, "Thefts went down in 2003.")
    assert found in ([], ["not_enough_info"])


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("Poodle is the most popular breed.", "supported"),
        ("Collie is the most popular breed.", "not_enough_info"),  # it is of the second breed
        ("Hamar is the most crowded town.", "supported"),
        ("Moss is the most crowded town.", "refuted"),
        ("Moss is the largest town.", "supported"),
        ("Hamar is the largest town.", "refuted"),
    ],
)
def test_of_columns_alike_the_one_is_compared_that_a_reader_would(analyst, tables, document, expected):
    assert verdicts(analyst, document)[0] == [expected]


def test_a_column_that_is_named_as_the_second_is_not_left_out(analyst, tables):
    assert verdicts(analyst, "Collie is the most popular second breed.")[0] != ["refuted"]


def test_larger_things_that_no_table_names_are_not_more_rows(analyst, tables):
    """Employees reported most incidents; nothing tells the size of their wallets."""
    assert verdicts(analyst, "Employees had larger wallets than guests.")[0] in ([], ["not_enough_info"])


def test_where_a_time_is_said_to_be_first_a_value_beside_it_is_not_guessed(analyst, tables):
    """Of all harbours Narvik is the emptiest; that is not what is said of its quarters."""
    assert verdicts(analyst, "Narvik is fullest in the first quarter.")[0] in ([], ["not_enough_info"])
