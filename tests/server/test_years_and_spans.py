"""Years of days, ages and spans of time: how far dates reach, of columns of dates and of text that writes days."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def voyage(admin, analyst_name):
    """Voyages with dates, dates written as text, and captains' births; some are unknown or infinite."""
    admin.execute(f"""
        CREATE TABLE public.voyage (
            ship text, captain text, left_on date, logged text, captain_born date, cargo integer);
        INSERT INTO public.voyage
        SELECT (ARRAY['Albatross', 'Beagle', 'Cormorant'])[1 + g % 3], 'captain ' || g % 17,
               date '1871-03-02' + g * 53 + g * g % 29,
               to_char(date '1874-05-11' + g * 47, 'Dy Mon DD, YYYY') || ' 05:12',
               date '1830-01-15' + g % 17 * 400, 40 + g * 11 % 60
        FROM generate_series(1, 240) AS g;
        INSERT INTO public.voyage VALUES ('Albatross', 'captain x', 'infinity', 'unknown', NULL, 50),
            ('Beagle', 'captain y', NULL, NULL, '-infinity', 60);
        CREATE TABLE public.debut (player text, debut_year integer, birth_date text);
        INSERT INTO public.debut
        SELECT 'player ' || g, 1950 + g * 7 % 61, to_char(date '1900-06-01' + g * 97, 'YYYY-MM-DD')
        FROM generate_series(1, 120) AS g;
        GRANT SELECT ON public.voyage, public.debut TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{voyage, debut}}'::regclass[]) AS t;
    """)


_LEFT = "left_on IS NOT NULL AND isfinite(left_on)"
_LOGGED = "substring(logged from '[0-9]{4}')::numeric"
_AGE = "debut_year - left(birth_date, 4)::numeric"

SENTENCES = [
    (
        "The records of when ships left go back to {}.",
        f"extract(year FROM min(left_on)) FROM voyage WHERE {_LEFT}",
        "the smallest value of the year of left on in voyage",
    ),
    (
        "The most recent voyage of the Beagle left in {}.",
        f"extract(year FROM max(left_on)) FROM voyage WHERE {_LEFT} AND ship = 'Beagle'",
        "the largest value of the year of left on in voyage where ship is 'Beagle'",
    ),
    (
        "The records of voyages that were logged go back to {}.",
        f"min({_LOGGED}) FROM voyage",
        "the smallest value of the year of logged in voyage",
    ),
    (
        "The Cormorant left port over a period of {} years.",
        f"round((max(left_on) - min(left_on)) / 365.2425, 1) FROM voyage WHERE {_LEFT} AND ship = 'Cormorant'",
        "the years from the first to the last value of left on in voyage where ship is 'Cormorant'",
    ),
    (
        "The oldest player to make a debut was {} years old.",
        f"max({_AGE}) FROM debut",
        "the largest value of debut year minus the year of birth date in debut",
    ),
    (
        "On average, players were {} years old at their debut.",
        f"round(avg({_AGE}), 1) FROM debut",
        "the average of debut year minus the year of birth date in debut",
    ),
]


@pytest.mark.parametrize(("sentence", "right", "words"), SENTENCES)
def test_years_and_spans_are_asked_for_by_their_words(admin, analyst, voyage, sentence, right, words):
    [(value,)] = admin.execute(f"SELECT {right}")
    rows = analyst.execute(
        "SELECT verdict::text, description, query FROM fact_check(%s) WHERE claimed_value IS NOT NULL",
        [sentence.format(f"{value:f}")],
    ).fetchall()
    assert len(rows) == 1
    verdict, description, query = rows[0]
    assert words in description
    assert verdict == "supported"
    assert analyst.execute(f"SELECT round(({query})::numeric, 1)").fetchall() == [(round(value, 1),)]


@pytest.mark.parametrize(("unit", "days", "mean"), [("years", "365.0", "365.2425"), ("months", "30.0", "30.436875")])
def test_a_span_may_be_reckoned_without_leap_days(admin, analyst, voyage, unit, days, mean):
    [(span,)] = admin.execute(f"SELECT max(left_on) - min(left_on) FROM voyage WHERE {_LEFT} AND ship = 'Cormorant'")
    by_mean, reckoned = (f"{span / float(each):.2f}" for each in (mean, days))
    assert by_mean != reckoned
    for value, expected in ((by_mean, f"the {unit} from"), (reckoned, f"the {unit} of {days[:-2]} days from")):
        [(verdict, description)] = analyst.execute(
            "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL",
            [f"The Cormorant left port over a period of {value} {unit}."],
        ).fetchall()
        assert verdict == "supported"
        assert description.startswith(expected)
    [(verdict,)] = analyst.execute(
        "SELECT verdict::text FROM fact_check(%s) WHERE claimed_value IS NOT NULL",
        [f"The Cormorant left port over a period of {float(reckoned) * 1.3:.2f} {unit}."],
    ).fetchall()
    assert verdict != "supported"


def test_a_wrong_first_year_is_refuted(analyst, voyage):
    rows = analyst.execute(
        "SELECT verdict::text FROM fact_check('The records of when ships left go back to 1869.')"
    ).fetchall()
    assert rows == [("refuted",)]


def test_a_year_in_passing_is_no_claim(analyst, voyage):
    assert analyst.execute("SELECT * FROM fact_check('In 1871 ships left for the south.')").fetchall() == []
