"""What is said of the former and of the latter of two that were named before."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage, passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.former_latter import former_or_latter, former_values
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.generators.values_before import values_before
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

PORT = Column(1, 1, "port", "port", "text", "S", None)
YEAR = Column(2, 1, "year", "year", "integer", "N", None)
MONTH = Column(3, 1, "month", "month", "integer", "N", None)
TABLE = Table(1, "ship", "sea.ship", None, (PORT, YEAR, MONTH))
OWN = "Mind you , 969 ships went to the former and 412 to the latter ."


def cue(number: str, before: str, own: str = OWN) -> PredicateCue:
    sentence = passage(own, True)
    claimed = frozenset(index for index, token in enumerate(sentence.tokens) if token.text == number)
    sentence = Passage(sentence.tokens, sentence.weights, True, claimed)
    named = [(Equals(PORT, port), Seen(1.0, {})) for port in ("Oslo", "Bergen", "Tromso")]
    return PredicateCue(ClaimWords((sentence, passage(before, False))), [TABLE], {}, named)


@pytest.mark.parametrize(("number", "port"), [("969", "Oslo"), ("412", "Bergen")])
def test_the_values_of_a_sentence_before_are_told_apart(number, port):
    [(predicate, _)] = former_values(cue(number, "Oslo takes sail , Bergen takes steam ."))
    assert predicate.sql("port") == f"port = '{port}'"


@pytest.mark.parametrize("before", ["Oslo takes sail .", "Oslo , Bergen and Tromso take sail ."])
def test_there_have_to_be_two(before):
    assert not list(former_values(cue("969", before)))


def test_a_former_captain_is_no_former(parser):
    own, _ = parsed_passage(parser, "In all 969 ships went to the former captain.")
    assert former_or_latter(own) is None


@pytest.mark.parametrize(("number", "years"), [("969", "1940 AND 1949"), ("412", "1990 AND 1999")])
def test_two_times_are_told_apart(number, years):
    found = time_predicates(cue(number, "Those of the Forties are slower than those of the Nineties ."))
    weights = {predicate.sql("year"): seen.score for predicate, seen in found if predicate.column is YEAR}
    assert max(weights, key=weights.__getitem__) == f"year BETWEEN {years}"


def test_months_that_were_named_are_taken_together():
    found = values_before(
        cue("79", "Most came in September , then August and October .", "Throw the three together and have 79 % .")
    )
    assert [predicate.sql("month") for predicate, _ in found] == ["(month = 10 OR month = 8 OR month = 9)"]
