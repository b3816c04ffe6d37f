"""A table by country and year that has the countries' codes beside their names, as an analyst checks texts about it."""

from __future__ import annotations

import pytest

COUNTRIES = {
    "Denmark": "DNK", "Germany": "DEU", "Norway": "NOR", "Chile": "CHL", "Greece": "GRC", "Japan": "JPN",
}  # fmt: skip


@pytest.fixture(scope="module")
def working(admin, analyst_name):
    """Hours worked in a year by country; those of each country fall."""
    admin.execute("CREATE TABLE public.working_year (country text, isocode text, year integer, hours numeric)")
    for place, (country, code) in enumerate(COUNTRIES.items()):
        admin.execute(
            "INSERT INTO public.working_year SELECT %s, %s, y, 1371.4 + 103.7 * %s + 9.3 * (2019 - y)"
            " FROM generate_series(1990, 2019) AS y",
            [country, code, place],
        )
    admin.execute(f"GRANT SELECT ON public.working_year TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.working_year')")


def checked(analyst, document):
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, query, message FROM fact_check(%s, tables => '{working_year}')", [document]
    )
    return {text: rest for text, *rest in rows}


@pytest.mark.parametrize(
    "document",
    [
        "In 2019 Norway had 1,579 hours.",
        "Norway is close behind with 1,579 hours in 2019, and Germany is third with 1,475.",
        "In 2019 the Norwegians worked 1,579 hours.",
    ],
)
def test_a_country_is_restricted_by_its_name_or_its_code_beside_the_year(analyst, working, document):
    verdict, query, message = checked(analyst, document)["1,579"]
    assert verdict == "supported", message
    assert "2019" in query
    assert ("country" in query) != ("isocode" in query)


def test_another_year_of_the_country_is_refuted(analyst, working):
    verdict, _, message = checked(analyst, "In 2019 Norway had 1,644 hours.")["1,644"]  # those of 2012
    assert verdict != "supported", message


def test_a_place_may_be_one_from_below(analyst, working):
    rows = checked(analyst, "Germany is close behind with 1,475 hours in 2019, and Norway is third with 1,579.")
    assert rows["Norway is third"][0] != "refuted", rows["Norway is third"]


def test_what_something_fell_from_and_to_is_of_the_first_and_the_last_year(analyst, working):
    rows = checked(analyst, "The hours of Norway fell from 1,848 to 1,579.")
    assert [rows[text][0] for text in ("1,848", "1,579")] == ["supported", "supported"], rows
    assert "1990" in rows["1,848"][1]
    assert "2019" in rows["1,579"][1]
    rows = checked(analyst, "The hours of Norway fell from 1,848 to 1,644.")  # those of 2012
    assert rows["1,644"][0] != "supported", rows


KNOWN = "ATL ORD DFW DEN LAX SEA JFK BOS MIA PHX SFO MSP".split()
UNKNOWN = "QBH QCJ QDH QFJ".split()


@pytest.fixture(scope="module")
def flights(admin, analyst_name):
    """Flights between airports; one more of those that are flown from is in no list of codes."""
    admin.execute("CREATE TABLE public.charter_flights (origin text, destination text, seats integer)")
    for place, origin in enumerate(KNOWN + UNKNOWN):
        for step, destination in enumerate(KNOWN + UNKNOWN[:-1]):
            admin.execute(
                "INSERT INTO public.charter_flights SELECT %s, %s, 50 FROM generate_series(1, %s)",
                [origin, destination, 1 + (place * 5 + step * step) % 4],
            )
    admin.execute(f"GRANT SELECT ON public.charter_flights TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.charter_flights')")


def test_both_columns_of_codes_have_the_names_of_places(analyst, admin, flights):
    [leaving] = admin.execute("SELECT count(*) FROM public.charter_flights WHERE origin = 'ORD'").fetchone()
    [arriving] = admin.execute("SELECT count(*) FROM public.charter_flights WHERE destination = 'ORD'").fetchone()
    assert leaving != arriving
    for number in (leaving, arriving):
        [row] = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, tables => '{charter_flights}')",
            [f"Chicago has {number} flights."],
        ).fetchall()
        assert row[0] == "supported", row
