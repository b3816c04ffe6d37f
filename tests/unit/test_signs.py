"""Phrases that say that there is more than nothing of what a column counts, less, or none."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.retrieval.generators.signs import sign_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

PROFIT = Column(1, 1, "net_profit", "net_profit", "numeric", "N", None)
DELAY = Column(2, 1, "delay_min", "delay_min", "integer", "N", None)
INJURIES = Column(3, 1, "injuries", "injuries", "integer", "N", None)
FARE = Column(4, 1, "fare", "fare", "integer", "N", None)
TABLE = Table(1, "voyage", "harbour.voyage", None, (PROFIT, DELAY, INJURIES, FARE))


def cue(text):
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(word, at, at + len(word), word.lower(), "NNS" if word.endswith("s") else "NN", "", 0))
        at += len(word) + 1
    passage = Passage(tuple(tokens), (0.5,) * len(tokens), True)
    named = {"injuries": {3: 1.0}, "injury": {3: 1.0}, "fares": {4: 1.0}}
    return PredicateCue(ClaimWords((passage,)), [TABLE], {}, columns_named_by=named, columns_with={"0": {2, 3}})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the voyages were profitable", "net_profit > 0"),
        ("the ferry made a small profit", "net_profit > 0"),
        ("they lost money", "net_profit < 0"),
        ("voyages made at a loss", "net_profit < 0"),
        ("the boats were delayed", "delay_min > 0"),
        ("boats arrived late", "delay_min > 0"),
        ("boats arrived on time", "delay_min <= 0"),
        ("voyages with injuries", "injuries > 0"),
        ("voyages without injuries", "injuries = 0"),
        ("voyages had no injuries", "injuries = 0"),
        ("voyages with fares", None),  # none has a fare of nothing
        ("voyages with an injury", None),
        ("the latest voyages", None),
    ],
)
def test_a_phrase_says_on_which_side_of_zero_a_column_lies(text, expected):
    found = [predicate.sql(predicate.column.sql_name) for predicate, _ in sign_predicates(cue(text))]
    assert found == ([] if expected is None else [expected])
