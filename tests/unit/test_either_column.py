"""A value that either of two columns may have, as who takes part in a match."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.either_equals import EitherEquals
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.kept import as_list, from_list
from factcheck.retrieval.generators.either_column import either_column
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

WINNER = Column(1, 1, "winner", "winner", "text", "S", None)
LOSER = Column(2, 1, "loser", "loser", "text", "S", None)
SURFACE = Column(3, 1, "surface", "surface", "text", "S", None)
MATCHES = Table(1, "match", "tennis.match", None, (WINNER, LOSER, SURFACE))


def made(parser, sentence: str) -> list[EitherEquals]:
    """Return what a sentence asks for of a player who is known as winner and loser."""
    own, _ = parsed_passage(parser, sentence, 0)
    named = [(Equals(column, "Berg"), Seen(1.0, {"said": 1.0})) for column in (WINNER, LOSER)]
    return [predicate for predicate, _ in either_column(PredicateCue(ClaimWords((own,)), [MATCHES], {}, named))]


@pytest.mark.parametrize("sentence", ["Berg played 42 matches.", "Berg won 52% of his matches."])
def test_who_takes_part_is_in_either_column(parser, sentence):
    assert made(parser, sentence) == [EitherEquals(LOSER, WINNER, "Berg")]


def test_a_single_role_is_meant_where_the_sentence_says_so(parser):
    assert made(parser, "Berg won 42 matches.") == []


def test_it_says_and_keeps_both_columns():
    predicate = EitherEquals(LOSER, WINNER, "Berg")
    assert predicate.sql("tennis.match.loser") == "(tennis.match.loser = 'Berg' OR tennis.match.winner = 'Berg')"
    assert predicate.words("loser") == "loser or winner is 'Berg'"
    assert from_list(as_list(predicate), LOSER, {1: WINNER, 2: LOSER}) == predicate
