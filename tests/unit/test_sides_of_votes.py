"""Two sides of a vote, each a column that is called what the side is called."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.retrieval.generators.sides import sides
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

YES, NO, BLANK = (
    Column(n, 1, name, name, "integer", "N", None) for n, name in ((1, "yes"), (2, "no"), (3, "undecided"))
)
POLLS = Table(1, "poll", "vote.poll", None, (YES, NO, BLANK))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In 56 of them, Yes came out ahead.", ["yes > no"]),
        ("In 42 of them, No was in front.", ["no > yes"]),
        ("56 polls had Yes winning.", ["yes > no"]),
        ("In 56 polls No lost.", ["yes > no"]),
        ("In 56 polls the yes side was ahead at the end.", ["yes > no"]),
        ("56 polls were taken by phone.", []),
        ("56 polls said yes two weeks ahead of schedule.", []),
    ],
)
def test_the_side_that_leads_has_more(parser, sentence, expected):
    passage, _ = parsed_passage(parser, sentence)
    document = {"yes": {1: 1.0}, "no": {}, "undecided": {3: 1.0}}
    found = sides(PredicateCue(ClaimWords((passage,)), [POLLS], {}, columns_named_by=document))
    assert [predicate.sql(predicate.column.sql_name) for predicate, _ in found] == expected


def test_a_dead_heat_is_level(parser):
    passage, _ = parsed_passage(parser, "9 polls with as many for Yes as for No were dead heats.")
    document = {"yes": {1: 1.0}, "no": {}}
    found = sides(PredicateCue(ClaimWords((passage,)), [POLLS], {}, columns_named_by=document))
    assert [predicate.sql(predicate.column.sql_name) for predicate, _ in found] == ["yes = no"]


def test_a_phrase_that_is_cut_off_may_name_a_side(parser):
    """Phrases of statements are parts of sentences, whose words may hang on words outside of them."""
    passage, _ = parsed_passage(parser, "In 56 of them the polls say that Yes came out ahead.")
    cut = Passage(passage.tokens[8:], passage.weights[8:], True)
    assert [token.text for token in cut.tokens][:2] == ["Yes", "came"]
    document = {"yes": {1: 1.0}, "no": {2: 1.0}}
    found = sides(PredicateCue(ClaimWords((cut,)), [POLLS], {}, columns_named_by=document))
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in found} <= {"yes > no"}
