"""Restrictions that only words around a sentence bring up, where the sentence speaks of all."""

from __future__ import annotations

import pytest
from support.parsing import parsed

from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.predicate_features import OF_PREDICATE
from factcheck.catalogue.schema import Column
from factcheck.claims.keywords import all_keywords
from factcheck.claims.spotting import find_claims
from factcheck.nlp.parser import Parser
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import UNNAMED, Relevance, Seen

PUBLIC = Column(1, 1, "public", "public", "text", "S", None)
IS_PUBLIC = Equals(PUBLIC, "yes")
OF_ALL, PLAIN = "The largest pile of letters anywhere was 165.", "The largest pile of letters was 165."


def factor(parser: Parser, text: str, **parts: float) -> float:
    """Return what a text makes of a value, of which some parts were seen."""
    document, parses = parsed(parser, text)
    claims = find_claims(document, parses)
    claim, keywords = claims[-1], all_keywords(claims, document, parses)[-1]
    words = ClaimWords(parses[claim.paragraph][claim.sentence].tokens, claim.tokens, keywords)
    seen = Seen(0.5, {"words": 1.0, **parts})
    named = {"public": {PUBLIC.column_id: 1.0}}
    relevance = Relevance(
        dict.fromkeys(FUNCTIONS, 0.0), {}, {}, ((IS_PUBLIC, seen),), columns_named_by=named, values={1: 2}
    )
    return OF_PREDICATE.score(ClaimView(claim.number, relevance, words), IS_PUBLIC, seen)


def test_a_flag_that_is_named_elsewhere_is_hardly_meant_of_all(parser: Parser) -> None:
    assert factor(parser, OF_ALL, flag=0.2) < 0.5 * factor(parser, PLAIN, flag=0.2)


@pytest.mark.parametrize(
    ("text", "is_meant"),
    [
        (OF_ALL, False),
        (PLAIN, False),
        ("The largest pile has 165 letters.", True),
        ("Most of them are open piles: 165.", True),
    ],
)
def test_a_value_that_nothing_names_restricts_no_number_that_is_an_extreme(
    parser: Parser, text: str, is_meant: bool
) -> None:
    assert (factor(parser, text, **{UNNAMED: 0.2}) > 0) is is_meant


@pytest.mark.parametrize("parts", [{"terms": 0.2, "said": 1.0}, {"terms": 0.2, "said": 0.0}, {"sign": 0.2}])
def test_what_the_text_names_restricts_as_ever(parser: Parser, parts: dict[str, float]) -> None:
    assert factor(parser, OF_ALL, **parts) == factor(parser, PLAIN, **parts)


def test_a_flag_that_the_sentence_names_restricts_as_ever(parser: Parser) -> None:
    texts = (f"Of the public letters {text[0].lower()}{text[1:]}" for text in (OF_ALL, PLAIN))
    of_all, plain = (factor(parser, text, flag=0.2) for text in texts)
    assert of_all == plain


def test_what_the_sentence_names_in_part_restricts_as_ever(parser: Parser) -> None:
    texts = (f"Yes, {text[0].lower()}{text[1:]}" for text in (OF_ALL, PLAIN))
    of_all, plain = (factor(parser, text, flag=0.2) for text in texts)
    assert of_all == plain


def test_all_of_another_part_of_the_sentence_say_nothing(parser: Parser) -> None:
    text = "It rained everywhere; the largest pile of letters was 165."
    assert factor(parser, text, flag=0.2) == factor(parser, PLAIN, flag=0.2)
