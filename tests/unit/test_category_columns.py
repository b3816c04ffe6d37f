"""Which heading suits a column, by the other columns."""

from __future__ import annotations

from factcheck.categories.columns.knowledge import FEATURES, ColumnKnowledge
from factcheck.categories.columns.matching import writing_likeness
from factcheck.categories.columns.profile import ColumnProfile, heading_of
from factcheck.weights.categories import column_weights

TOWNS = ["Northfield", "Eastfield", "Westfield", "Southfield", "Highfield", "Lowfield", "Longfield", "Summerfield"]
METALS = ["ferrium", "cuprium", "natrium", "kalium", "argentium", "aurium", "stannium", "plumbium"]


def column(key, relation, name, values):
    return ColumnProfile.of(key, relation, name, values)


def knowledge():
    columns = []
    for number in range(6):
        chosen = slice(number % 3, number % 3 + 5)
        columns.append(column(2 * number, f"t{number}", "town", TOWNS[chosen]))
        columns.append(column(2 * number + 1, f"u{number}", "metals", METALS[chosen]))
    return ColumnKnowledge(columns)


def test_values_written_alike_have_the_heading_of_those():
    ranked = knowledge().rank(column(99, "new", "x", ["Greenfield", "Whitfield"]), [], column_weights())
    assert ranked[0].heading == "town"
    assert ranked[0].support == 6
    assert sum(each.probability for each in ranked) > 0.999


def test_a_value_speaks_for_a_heading_and_against_another():
    known, weights = knowledge(), column_weights()
    assert known.log_odds("calcium", "metal", weights) > 0 > known.log_odds("calcium", "town", weights)


def test_a_heading_that_no_column_has_is_unknown():
    assert knowledge().log_odds("calcium", "planet", column_weights()) is None


def test_a_column_does_not_speak_for_itself():
    columns = [
        column(1, "a", "town", ["Northfield"]),
        column(2, "b", "town", ["Zzz"]),
        column(3, "c", "metal", ["qqq"]),
        column(4, "d", "metal", ["ppp"]),
    ]
    known = ColumnKnowledge(columns)
    place = FEATURES.index("neighbours"), known.headings.index("town")
    itself = known.features(columns[0], [])
    another = known.features(column(99, "e", "town", ["Northfield"]), [])
    assert itself[place[1], place[0]] < another[place[1], place[0]]


def test_no_columns_know_nothing():
    assert ColumnKnowledge([]).rank(column(1, "a", "town", TOWNS), [], column_weights()) == []


def test_headings_are_phrases_in_the_singular():
    assert heading_of("homeTeams") == "home team"
    assert heading_of("country_of_origin") == "country of origin"


def test_equal_columns_are_written_alike_and_others_are_not():
    assert writing_likeness(column(1, "a", "x", TOWNS), column(2, "b", "y", TOWNS)) > 0.999
    assert writing_likeness(column(1, "a", "x", TOWNS), column(2, "b", "y", METALS)) < 0.3
