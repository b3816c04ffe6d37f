"""A document with several wrong numbers is believed less than one whose other numbers are right."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row

pytestmark = pytest.mark.usefixtures("sales")

DOUBTFUL = "The regional office reported some 90 units for May in tea."


@pytest.fixture
def each_by_itself(admin):
    """Let no claim of a document tell of another one, as the setting's highest value does."""
    admin.execute("UPDATE factcheck.setting SET value = highest WHERE name = 'error_rate_claims'")
    yield
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'error_rate_claims'")


def units_of(analyst, month, more):
    total = analyst.execute("SELECT sum(units) FROM sales WHERE month = %s", [month]).fetchone()[0]
    return f"We sold {total + more:,} units in {month}."


def document(analyst, more, doubtful=DOUBTFUL):
    return " ".join([*(units_of(analyst, month, more) for month in ("April", "May", "June")), doubtful])


def last(analyst, text):
    with analyst.cursor(row_factory=dict_row) as cursor:
        cursor.execute("SELECT * FROM fact_check(%s)", [text])
        return cursor.fetchall()[-1]


def test_wrong_numbers_beside_it_speak_against_a_claim(analyst, request):
    beside_right, beside_wrong = (last(analyst, document(analyst, more))["p_correct"] for more in (0, 137))
    request.getfixturevalue("each_by_itself")
    by_itself_right, by_itself_wrong = (last(analyst, document(analyst, more))["p_correct"] for more in (0, 137))
    assert beside_right == by_itself_right
    assert beside_wrong < by_itself_wrong


def test_they_say_nothing_of_what_the_tables_know_nothing_of(analyst, request):
    text = document(analyst, 137, "900 voters came.")
    beside_wrong = last(analyst, text)
    assert "about voters" in beside_wrong["message"]
    request.getfixturevalue("each_by_itself")
    assert beside_wrong["p_correct"] == last(analyst, text)["p_correct"]
