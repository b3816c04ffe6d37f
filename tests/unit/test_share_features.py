"""Of which rows a share is one, by the words: what is said of a part is not what tells the whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.parsing import parsed
from support.read_claims import HARBOUR, IN_OBAN, read_claim

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.spotting import find_claims
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.posterior import LikelyQuery
from factcheck.inference.read_document import ReadDocument
from factcheck.inference.reranking import ranking_features_of
from factcheck.inference.share_features import takes_the_whole_for_a_part
from factcheck.joins.relation_sets import RelationSet
from factcheck.nlp.parser import Parser
from factcheck.numbers.closeness import Closeness
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection

LEAK = Column(8, 3, "leak", "leak", "integer", "N", None)
LEAKING = Equals(LEAK, "1")
BOATS = Table(3, "boats", "public.boats", None, (HARBOUR, LEAK))
BOAT_STATES = Table(4, "boat_states", "public.boat_states", None, ())


def count(*predicates: Predicate, table: Table = BOATS) -> Aggregate:
    return Aggregate(Measure(COUNT, None), Selection(RelationSet(table, (), (table,)), predicates))


LEAKS_IN_OBAN = Ratio(count(IN_OBAN, LEAKING), count(IN_OBAN))
OBAN_OF_LEAKS = Ratio(count(IN_OBAN, LEAKING), count(LEAKING))
OBAN = Ratio(count(IN_OBAN), count())


def read(parser: Parser, text: str, *queries: Query) -> ReadClaim:
    """Return the last number of a text with readings, the likeliest first."""
    document, parses = parsed(parser, text)
    claim = find_claims(document, parses)[-1]
    tokens = parses[claim.paragraph][claim.sentence].tokens
    read = read_claim(text)
    best = tuple(LikelyQuery(Candidate(at, ()), query, 0.3, Closeness.FAR) for at, query in enumerate(queries))
    return replace(
        read,
        words=ClaimWords(tokens, claim.tokens, read.words.keywords),
        posterior=replace(read.posterior, best=best),
        values=(None,) * len(queries),
    )


def features(parser: Parser, text: str, *queries: Query) -> list[dict[str, float]]:
    """Return the features of readings of the last number of a text."""
    claim = read(parser, text, *queries)
    return ranking_features_of(claim, ReadDocument([claim]))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("40 % of the boats in Oban had a leak.", LEAKS_IN_OBAN),
        ("Of all that counts, 40 % of the leaks are in Oban.", OBAN_OF_LEAKS),
    ],
)
def test_the_whole_is_what_the_share_is_said_to_be_of(parser: Parser, text: str, told: Query) -> None:
    of_leaks, of_oban = features(parser, text, LEAKS_IN_OBAN, OBAN_OF_LEAKS)
    first, second = (of_leaks, of_oban) if told is LEAKS_IN_OBAN else (of_oban, of_leaks)
    assert first["whole_as_told"] > 0 > second["whole_as_told"]


@pytest.mark.parametrize(
    ("text", "is_of_more"),
    [
        ("Of all that counts, 40 % of the leaks are in Oban.", True),
        ("We saw 40 % of the boats leak in Oban.", False),
        ("Oban has 40 % leaks.", False),
    ],
)
def test_a_share_of_all_is_more_than_one_of_what_is_told(parser: Parser, text: str, is_of_more: bool) -> None:
    assert takes_the_whole_for_a_part(read(parser, text, Ratio(count(IN_OBAN, LEAKING), count()))) is is_of_more
    assert not takes_the_whole_for_a_part(read(parser, text, OBAN_OF_LEAKS))


def test_a_rate_is_one_of_what_it_is_called_by(parser: Parser) -> None:
    of_leaks, of_oban = features(parser, "Oban had the highest leak rate at 40 %.", LEAKS_IN_OBAN, OBAN_OF_LEAKS)
    assert of_leaks["rate_as_told"] == 1.0
    assert of_oban["rate_as_told"] == -1.0


def test_without_words_for_a_whole_or_a_rate_nothing_is_told(parser: Parser) -> None:
    for each in features(parser, "Oban has 40 % leaks.", LEAKS_IN_OBAN, OBAN_OF_LEAKS, count(IN_OBAN)):
        assert each["whole_as_told"] == each["rate_as_told"] == 0.0


def test_a_share_of_all_is_not_one_of_what_is_said_behind_them(parser: Parser) -> None:
    of_all, of_leaks = features(parser, "We saw 40 % of all boats with a leak in Oban.", OBAN, OBAN_OF_LEAKS)
    assert of_all["whole_as_told"] > of_leaks["whole_as_told"]
