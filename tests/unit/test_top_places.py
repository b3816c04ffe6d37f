"""The first places of a ranking, of which a sentence says how many."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.retrieval.generators.top_places import top_places
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

RANK = Column(1, 1, "chart_rank", "chart_rank", "integer", "N", None)
WEEKS = Column(2, 1, "weeks", "weeks", "integer", "N", None)
PLACE = Column(3, 1, "place_of_birth", "place_of_birth", "text", "S", None)
TABLE = Table(1, "song", "charts.song", None, (RANK, WEEKS, PLACE))


def limits(text, own=()):
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(word, at, at + len(word), word.lower(), "NN", "", 0))
        at += len(word) + 1
    weights = tuple(0.0 if index in own else 0.5 for index in range(len(tokens)))
    sentence = Passage(tuple(tokens), weights, True, frozenset(own))
    return [(p.column.name, p.sql("c")) for p, _ in top_places(PredicateCue(ClaimWords((sentence,)), [TABLE], {}))]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("12 songs reached the top 40", "40"),
        ("12 songs reached the top ten", "10"),
        ("47 of the first hundred places", "100"),
        ("47 of the best 20 positions", "20"),
        ("the top 10 % of songs", None),
        ("the first ten songs", None),
        ("the top of the charts", None),
    ],
)
def test_places_up_to_a_number_are_the_first_ones(text, limit):
    assert limits(text) == ([] if limit is None else [("chart_rank", f"c <= {limit}")])


def test_the_number_of_the_claim_is_no_limit():
    assert limits("the top 40 was full", own=(2,)) == []
