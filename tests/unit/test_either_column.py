"""A value that either of two columns may have, as who takes part in a match."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.either_equals import EitherEquals
from factcheck.queries.predicates.either_outcome import EitherOutcome
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.kept import as_list, from_list
from factcheck.retrieval.generators.either_column import either_column, either_outcome
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


HOME = Column(4, 2, "home_team", "home_team", "text", "S", None)
AWAY = Column(5, 2, "away_team", "away_team", "text", "S", None)
HOME_GOALS = Column(6, 2, "home_goals", "home_goals", "integer", "N", None)
AWAY_GOALS = Column(7, 2, "away_goals", "away_goals", "integer", "N", None)
FIXTURES = Table(2, "fixture", "football.fixture", None, (HOME, AWAY, HOME_GOALS, AWAY_GOALS))


@pytest.mark.parametrize(
    ("sentence", "outcome"),
    [
        ("Foxes lost 56 matches.", "<"),
        ("Foxes won 56 of them.", ">"),
        ("Foxes drew 56 matches.", "="),
        ("Foxes lost 56 matches at home.", None),
        ("Foxes scored 56 goals.", None),
    ],
)
def test_who_wins_or_loses_does_so_in_either_role(parser, sentence, outcome):
    own, _ = parsed_passage(parser, sentence, 0)
    named = [(Equals(column, "Foxes"), Seen(1.0, {"said": 1.0})) for column in (HOME, AWAY)]
    made = [each for each, _ in either_outcome(PredicateCue(ClaimWords((own,)), [FIXTURES], {}, named))]
    expected = EitherOutcome(HOME, AWAY, HOME_GOALS, AWAY_GOALS, "Foxes", outcome)
    assert made == ([] if outcome is None else [expected])


def test_an_outcome_says_and_keeps_all_its_columns():
    predicate = EitherOutcome(HOME, AWAY, HOME_GOALS, AWAY_GOALS, "Foxes", "<")
    assert predicate.sql("f.home_team") == (
        "((f.home_team = 'Foxes' AND f.home_goals < f.away_goals)"
        " OR (f.away_team = 'Foxes' AND f.away_goals < f.home_goals))"
    )
    assert predicate.words("home team") == (
        "home team is 'Foxes' with less of home goals than of away goals,"
        " or away team is 'Foxes' and the other way round"
    )
    known = {each.column_id: each for each in FIXTURES.columns}
    assert from_list(as_list(predicate), HOME, known) == predicate
    with pytest.raises(LookupError):
        from_list([*as_list(predicate)[:-1], "!"], HOME, known)
