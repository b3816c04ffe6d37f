"""Sentences that say several things: the whole holds only if all parts do."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table

TRAMS = """
CREATE TABLE public.tram (depot text, bought_in integer, riders numeric, fare integer);
INSERT INTO public.tram
SELECT (ARRAY['Northgate', 'Eastfield', 'Westholm'])[1 + g % 3], 2007 + g % 5, 400 + 25 * (g % 5) - 30 * (g % 3),
       100 + g
FROM generate_series(1, 150) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, TRAMS, "tram") as connection:
        yield connection


def sentences(connection, document):
    return connection.execute("SELECT * FROM factcheck.check_sentences(%s, '{tram}')", [document]).fetchall()


@pytest.mark.parametrize(
    ("sentence", "verdict", "failing"),
    [
        ("Riders grew and Northgate led.", "supported", []),
        ("Riders fell over the years and Northgate led.", "refuted", ["Riders fell over the years"]),
        (
            "Northgate has the highest riders, but Westholm has the highest fare.",
            "refuted",
            ["Westholm has the highest"],
        ),
        ("The table has 150 trams, and Northgate has 50 of them.", "supported", []),
        ("The table has 150 trams, and Northgate has 70 of them.", "refuted", ["70"]),
    ],
)
def test_a_sentence_holds_only_if_all_its_parts_do(analyst, sentence, verdict, failing):
    [row] = sentences(analyst, sentence)
    assert (row["verdict"], row["failing"]) == (verdict, failing)


def test_a_claim_of_the_check_is_not_repeated_as_a_clause(analyst):
    [row] = sentences(analyst, "The table has 150 trams, and Northgate has 50 of them, but riders fell over the years.")
    assert [(part["text"], part["claim_no"]) for part in row["parts"]] == [
        ("150", 1),
        ("50", 2),
        ("riders fell over the years", None),
    ]


def test_the_sentence_stands_where_it_says_in_marked_up_text(analyst):
    document = "<p>We run trams.</p><p>It has <b>150 trams</b>, and Northgate &amp; co. has 50 of them.</p>"
    [row] = sentences(analyst, document)
    found = document[row["sentence_start"] - 1 :][: row["sentence_length"]]
    assert found == "It has <b>150 trams</b>, and Northgate &amp; co. has 50 of them."
    assert [part["text"] for part in row["parts"]][:2] == ["150", "50"]


@pytest.mark.parametrize("document", [None, "", "Northgate led.", "The weather was fine and we had lunch."])
def test_what_says_one_thing_or_nothing_has_no_row(analyst, document):
    assert sentences(analyst, document) == []


def test_the_queries_of_the_parts_run_for_the_role_that_asks(analyst):
    [row] = sentences(analyst, "Riders grew and Northgate led.")
    assert all(analyst.execute(part["query"]).fetchall() for part in row["parts"])
