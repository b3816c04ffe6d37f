"""Claims of several statements: each has the verdict that it has alone, however it is joined to the others."""

from __future__ import annotations

from itertools import permutations

import pytest
from support.function_rows import analyst_of_table

LODGES = """
CREATE TABLE public.lodge (ridge text, price integer, beds integer, weight_kg numeric, wind_dir integer,
                           wind_speed numeric, month integer, year integer);
INSERT INTO public.lodge
SELECT (ARRAY['Alm', 'Bach', 'Cirn'])[1 + g % 3], 50 + 10 * (g % 20) + 300 * (g % 3), 1 + g % 20, 100 - g % 20,
       g * 37 % 360, 5 + g % 3 + (g % 12) * 0.5, 1 + g % 12, 2000 + g % 12
FROM generate_series(1, 240) AS g;
"""
ALONE = {
    "Cirn has the highest price": "supported",
    "Bach has the lowest price": "refuted",
    "Alm has a lower price than Cirn": "supported",
    "wind speed rose over the years": "supported",
    "wind speed fell over the years": "refuted",
}


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, LODGES, "lodge") as connection:
        yield connection


def verdicts(connection, claim):
    """The verdict of each part, without that of the whole."""
    found = connection.execute("SELECT verdict FROM factcheck.check_compound(%s, '{lodge}')", [claim]).fetchall()
    return [row["verdict"] for row in found[:-1]] if len(found) > 1 else [row["verdict"] for row in found]


def captions(connection, question):
    return [
        row["caption"] for row in connection.execute("SELECT caption FROM factcheck.facts(%s, '{lodge}')", [question])
    ]


@pytest.mark.parametrize("join", [", and ", ", but ", ", while ", ", whereas ", "; "])
def test_joined_statements_have_the_verdicts_that_they_have_alone(analyst, join):
    for one, other in permutations(ALONE, 2):
        claim = f"{one[0].upper()}{one[1:]}{join}{other}."
        assert verdicts(analyst, claim) == [ALONE[one], ALONE[other]], claim


@pytest.mark.parametrize(
    ("claim", "each"),
    [
        ("Cirn has the highest price, followed by Bach.", ["supported", "supported"]),
        ("Cirn has the highest price, followed by Alm.", ["supported", "refuted"]),
        ("Cirn has the highest price, followed by Bach and Alm.", ["supported"] * 3),
        (
            "Cirn has the highest price, Bach comes next and Alm third.",
            ["supported"] * 3,
        ),
        (
            "Cirn has the highest price, Alm comes next and Bach third.",
            ["supported", "refuted", "refuted"],
        ),
    ],
)
def test_what_follows_has_the_next_place(analyst, claim, each):
    assert verdicts(analyst, claim) == each


@pytest.mark.parametrize(
    ("claim", "each"),
    [
        ("Cirn leads in price, Bach in wind speed.", ["supported", "refuted"]),
        ("Cirn leads in price, Cirn in wind speed.", ["supported", "supported"]),
    ],
)
def test_a_name_without_a_verb_does_what_the_one_before_does(analyst, claim, each):
    assert verdicts(analyst, claim) == each


@pytest.mark.parametrize(
    ("claim", "each"),
    [
        (
            "Bach lodges, which are cheaper than Cirn lodges, have the lowest price.",
            ["refuted", "supported"],
        ),
        (
            "Cirn lodges are dearer than Bach lodges, which are cheaper than Alm lodges.",
            ["supported", "refuted"],
        ),
    ],
)
def test_a_relative_clause_is_about_the_lodges_that_it_stands_behind(analyst, claim, each):
    assert verdicts(analyst, claim) == each


@pytest.mark.parametrize(
    ("claim", "each"),
    [
        (
            "Bach has a higher price than Alm, but a lower one than Cirn.",
            ["supported", "supported"],
        ),
        (
            "Cirn has a higher price than Alm and Bach, but a lower weight than Alm.",
            ["supported", "supported", "refuted"],
        ),
        (
            "The more beds a lodge has, the higher its price, and the lower its weight.",
            ["supported", "supported"],
        ),
        (
            "The more beds a lodge has, the lower its price, and the lower its weight.",
            ["refuted", "supported"],
        ),
        (
            "Lodges with more beds have higher prices and lower weights.",
            ["supported", "supported"],
        ),
        (
            "The weight did not change over the years, nor did the wind speed.",
            ["supported", "refuted"],
        ),
    ],
)
def test_what_a_clause_leaves_out_is_what_the_one_before_has(analyst, claim, each):
    assert verdicts(analyst, claim) == each


def test_unlike_denies_of_a_name_what_is_said(analyst):
    assert verdicts(analyst, "Unlike Alm, Cirn has the highest price.") == [
        "supported",
        "supported",
    ]
    assert verdicts(analyst, "Unlike Cirn, Bach has the highest price.") == [
        "refuted",
        "refuted",
    ]


def test_strong_wind_is_a_speed_and_not_a_direction(analyst):
    assert captions(analyst, "Which ridge has the strongest wind?")[0].startswith(
        "Cirn has the highest average wind speed"
    )


def test_a_superlative_is_not_said_of_the_month_that_is_asked_for(analyst):
    assert "average wind speed by month" in captions(analyst, "Which month was the windiest?")[0]


def test_things_develop_over_months(analyst):
    [row] = analyst.execute(
        "SELECT fact_type FROM factcheck.decompose('How does the wind speed develop over the months?', '{lodge}')"
    )
    assert row["fact_type"] == "trend"
