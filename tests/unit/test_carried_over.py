"""Limits of a sentence before that the claim's own goes on about: "they", "of them", "that leaves", "the rest"."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import all_passages
from factcheck.claims.spotting import find_claims
from factcheck.retrieval.generators.carried_over import carried_over
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

PEOPLE = Column(1, 1, "inhabitants", "inhabitants", "integer", "N", None)
RENT = Column(2, 1, "rent", "rent", "integer", "N", None)
BROADBAND = Column(3, 1, "broadband_pct", "broadband_pct", "numeric", "N", None)
TOWNS = Table(1, "town", "land.town", None, (PEOPLE, RENT, BROADBAND))
NAMED = {"inhabitants": {1: 1.0}, "rent": {2: 1.0}, "broadband": {3: 1.0}}
LARGE = "45 towns have more than 50,000 inhabitants."


HISTORY = Column(4, 2, "history_length", "history_length", "integer", "N", None)
LOANS = Table(2, "loan", "bank.loan", None, (HISTORY,))
SHORT = "Clients with a short history (0-4 years) default most (22%)."


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ((SHORT, "Clients with a short history need 12% more."), ["history_length BETWEEN 0 AND 4"]),
        (("Those with short histories default most (22%).", SHORT.replace("history", "histories")), []),
        ((SHORT, "Clients with a short history (0-2 years) need 12% more."), []),
        ((SHORT, "Clients with a long history need 12% more."), []),
    ],
)
def test_the_limits_of_a_degree_hold_where_it_is_named_alone(parser, sentences, expected):
    document, parses = parsed(parser, "\n\n".join(sentences))
    claims = find_claims(document, parses)
    passages = all_passages(claims, document, parses)[-1]
    words = ClaimWords(passages, claims[-1].conditions, claims[-1].numbers, carried=claims[-1].carried)
    cue = PredicateCue(words, [LOANS], {}, columns_named_by={"history": {4: 1.0}, "histories": {4: 1.0}})
    assert [predicate.sql(predicate.column.sql_name) for predicate, _ in carried_over(cue)] == expected


def carried(parser, *sentences: str) -> list[str]:
    """Return what the last claim of a paragraph takes over from the sentences before, best first."""
    document, parses = parsed(parser, " ".join(sentences))
    claims = find_claims(document, parses)
    passages = all_passages(claims, document, parses)[-1]
    words = ClaimWords(passages, claims[-1].conditions, claims[-1].numbers, carried=claims[-1].carried)
    cue = PredicateCue(words, [TOWNS], {}, columns_named_by=NAMED)
    return [predicate.sql(predicate.column.sql_name) for predicate, _ in carried_over(cue)]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ((LARGE, "Their average rent is 601."), "inhabitants > 50000"),
        ((LARGE, "They ask for a rent of 601."), "inhabitants > 50000"),
        ((LARGE, "Of these, 12 lie on the coast."), "inhabitants > 50000"),
        ((LARGE, "Their average rent is 601.", "12 of them lie on the coast."), "inhabitants > 50000"),
        ((LARGE, "The others have an average rent of 580."), "inhabitants <= 50000"),
        ((LARGE, "In all other towns it is 580."), "inhabitants <= 50000"),
        ((LARGE, "They ask for a rent of 601, the rest for 580."), "inhabitants <= 50000"),
        (("Take the towns whose households mostly have broadband.", "That leaves 78."), "broadband_pct > 50"),
        (
            (
                "Take the towns whose households mostly have broadband.",
                "That leaves 78.",
                "They ask for a rent of 601.",
            ),
            "broadband_pct > 50",
        ),
    ],
)
def test_a_limit_holds_on_where_a_word_points_back(parser, sentences, expected):
    assert carried(parser, *sentences)[0] == expected


@pytest.mark.parametrize(
    "sentences",
    [
        (LARGE, "The average rent of the country is 590."),
        (LARGE, "On the other hand, the average rent of the country is 590."),
        ("There are 45 towns.", "Their average rent is 590."),
    ],
)
def test_no_limit_holds_on_without_such_a_word_or_limit(parser, sentences):
    assert carried(parser, *sentences) == []


def test_what_stands_before_the_others_keeps_its_limit(parser):
    found = carried(parser, LARGE, "The others ask for 580, but they are happy with 601.")
    assert set(found) == {"inhabitants > 50000", "inhabitants <= 50000"}


LIST = "<ul><li>North, 46</li><li>South, 12</li></ul>"


@pytest.mark.parametrize(
    "above",
    [
        "<h3>How many towns have more than 50,000 inhabitants?</h3>",
        "<h3>How many towns have more than 50,000 inhabitants?</h3><p>The South has the fewest.</p>",
    ],
)
def test_the_limit_of_a_headline_holds_for_the_entries_below(parser, above):
    assert carried(parser, f"<html><body>{above}{LIST}</body></html>")[0] == "inhabitants > 50000"


def test_the_limit_of_a_headline_does_not_hold_for_whole_sentences(parser):
    text = "<h3>Towns with more than 50,000 inhabitants</h3><p>The country has an average rent of 590.</p>"
    assert carried(parser, f"<html><body>{text}</body></html>") == []
