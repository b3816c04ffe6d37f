"""The value that stands with a claim's number scores as high as those that stand with other numbers."""

from __future__ import annotations

import pytest

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.predicate_view import predicate_scores
from factcheck.catalogue.schema import Column
from factcheck.nlp.parser import Parser
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance, Seen

PARTY = Column(1, 1, "party", "party", "text", "S", None)
SAID = {"terms": 0.5, "said": 1.0, "covered": 1.0, "words": 1.0}


def scores(parser: Parser, sentence: str, number: int, **seen: float) -> dict[str, float]:
    """Return the scores of parties for a number of a sentence, given those by its words alone."""
    [[parse]] = parser.parse([sentence])
    claim = find_numbers(sentence)[number]
    claimed = tuple(i for i, t in enumerate(parse.tokens) if t.start < claim.end and t.end > claim.start)
    predicates = tuple((Equals(PARTY, name), Seen(score, SAID)) for name, score in seen.items())
    relevance = Relevance(dict.fromkeys(FUNCTIONS, 0.0), {1: 0.1}, {1: 0.1}, predicates)
    found = predicate_scores(ClaimView(claim, relevance, ClaimWords(parse.tokens, claimed)))
    return dict(zip(seen, found, strict=True))


def test_the_own_value_scores_as_high_as_that_of_another_number(parser: Parser) -> None:
    """Whatever the parser makes of a long list of them."""
    sentence = "Of the Reds 45 out of 248 stood trial, of the Blues 27 out of 249."
    found = scores(parser, sentence, 2, Reds=1.0, Blues=0.2)
    assert found["Blues"] == pytest.approx(found["Reds"])
    found = scores(parser, sentence, 0, Reds=1.0, Blues=0.2)
    assert found["Blues"] < found["Reds"]


def test_nothing_is_raised_where_no_value_stands_with_the_number(parser: Parser) -> None:
    found = scores(parser, "The Reds and the Blues had 27 seats.", 0, Reds=1.0, Blues=0.2)
    assert found["Blues"] < found["Reds"]
