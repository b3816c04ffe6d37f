"""Places by which things are called: "third class" is 3rd, whatever else has a 3, and places are not added up."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def ferry(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ferry AS
        SELECT 'Guest ' || g AS guest, (ARRAY['1st', '2nd', '3rd'])[1 + g % 7 % 3] AS cabin_class,
               (ARRAY['crew', 'guest'])[1 + g % 2] AS role, (ARRAY['slept', 'awake'])[1 + g % 5 % 2] AS night,
               g % 4 AS children, g % 3 AS bags, 20 + g * 13 % 50 AS age
        FROM generate_series(1, 311) AS g;
        GRANT SELECT ON public.ferry TO {analyst_name};
        SELECT factcheck.add_table('public.ferry');
    """)


@pytest.fixture
def checked(admin, analyst, ferry):
    """Check a text with the result of a query in it, and return verdict, value and query of the last claim."""

    def checked(text, sql=""):
        value = admin.execute(f"SELECT {sql} FROM public.ferry").fetchone()[0] if sql else None
        claims = analyst.execute(
            "SELECT verdict, found_value, query FROM fact_check(%s, '{public.ferry}')", [text.format(value)]
        )
        return claims.fetchall()[-1]

    return checked


@pytest.mark.parametrize(("word", "place"), [("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("3rd", "3rd")])
def test_a_place_in_words_is_its_value(checked, word, place):
    of_class = f"cabin_class = '{place}'"
    verdict, _, query = checked(f"The ferry had {{}} people in {word} class.", f"count(*) FILTER (WHERE {of_class})")
    assert verdict == "supported"
    assert query.endswith(f"WHERE {of_class}")


def test_a_wrong_number_of_a_class_is_not_that_of_all_classes(checked, admin):
    verdict, value, query = checked("The night was long. Of the crew in third class, 41 people slept.")
    assert verdict != "supported"
    of_them = "WHERE cabin_class = '3rd' AND role = 'crew' AND night = 'slept'"
    assert query.endswith(of_them)
    assert value == admin.execute(f"SELECT count(*) FROM public.ferry {of_them}").fetchone()[0]


def test_places_are_not_added_up(checked):
    of_first = "count(*) FILTER (WHERE cabin_class = '1st')"
    verdict, _, query = checked("The ferry had {} people in first class.", of_first)
    assert (verdict, "sum(" in query) == ("supported", False)
