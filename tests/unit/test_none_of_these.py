"""Whether a reading is what is meant: what its claim's words name, what the features say, and what follows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.space import Candidate
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.keywords import Keyword
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.none_of_these import p_correct, p_meant
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.inference.verdict_features import MEANINGS, SIGNS, verdict_features
from factcheck.joins.relation_sets import RelationSet
from factcheck.nlp.parser import Token
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.weights.verdicts import VERDICTS, read_verdict_weights, written_verdict_weights

HARBOUR = Column(7, 3, "harbour", "harbour", "text", "S", None)
BOATS = Table(3, "boats", "public.boats", None, (HARBOUR,))
IN_OBAN = Equals(HARBOUR, "Oban")

NOUNS = {"boats": "NNS", "Oban": "NNP", "harbour": "NN", "voters": "NNS", "Lima": "NNP", "ships": "NNS"}


def read_claim(sentence: str, closeness: Closeness = Closeness.AGREES, counted: str = "") -> ReadClaim:
    """Return a claim whose sentence is read as the number of boats whose harbour is Oban."""
    words = sentence.rstrip(".").split()
    tokens = tuple(
        Token(each, 0, 0, each.rstrip("s"), NOUNS.get(each, "CD" if each.isdigit() else "IN"), "", 0) for each in words
    )
    [number] = find_numbers(sentence)
    keywords = tuple(Keyword(each.lower(), each.lower(), 0.5, each == counted) for each in words if each in NOUNS)
    relevance = Relevance(
        {COUNT: 0.0},
        {},
        {BOATS.table_id: 1.0},
        ((IN_OBAN, Seen(1.0, {"terms": 1.0, "said": 1.0, "words": 1.0})),),
        columns_named_by={"harbour": {HARBOUR.column_id: 2.0}},
        tables_named_by={"boats": {BOATS.table_id: 1.0}, "ships": {BOATS.table_id: 0.4}},
    )
    query = Aggregate(Measure(COUNT, None), Selection(RelationSet(BOATS, (), (BOATS,)), (IN_OBAN,)))
    best = LikelyQuery(Candidate(0, ()), query, 0.6, closeness)
    posterior = Posterior((best,), 0.6, True, None, 1.0, ())
    claimed = tuple(index for index, word in enumerate(words) if word == number.text)
    return ReadClaim(number, ClaimWords(tokens, claimed, keywords), relevance, posterior)


def said(claim: ReadClaim) -> dict[str, tuple[float, bool]]:
    return {word.token.text: (word.explained, word.is_known) for word in claim.said}


def test_words_of_the_reading_are_explained_and_others_are_not() -> None:
    words = said(read_claim("12 boats lie in Oban beside voters of Lima."))
    assert words == {"boats": (1.0, True), "Oban": (1.0, True), "voters": (0.0, False), "Lima": (0.0, False)}


def test_another_word_for_the_table_explains_as_its_name_does() -> None:
    assert said(read_claim("12 ships lie there."))["ships"] == (1.0, True)


def test_what_the_number_counts_is_told_where_nothing_names_it() -> None:
    assert read_claim("12 voters came to the harbour.", counted="voters").unknown == "voters"
    assert read_claim("12 boats came for the voters.", counted="boats").unknown is None


def features(*claims: ReadClaim) -> dict[str, float]:
    return verdict_features(claims)[0]


def meant(*claims: ReadClaim) -> float:
    return p_meant(features(*claims), agrees=claims[0].posterior.best[0].matches)


def test_a_text_about_something_else_is_meant_less_likely() -> None:
    for closeness in (Closeness.AGREES, Closeness.NEAR, Closeness.FAR):
        own, foreign = read_claim("12 boats lie in Oban.", closeness), read_claim("12 voters live in Lima.", closeness)
        assert meant(own) > meant(foreign)


def test_the_other_claims_of_a_document_count() -> None:
    claim = read_claim("12 boats lie in Oban.", Closeness.NEAR)
    agreeing, far = read_claim("31 boats lie in Oban."), read_claim("31 voters live in Lima.", Closeness.FAR)
    assert meant(claim, agreeing, agreeing) > meant(claim) > meant(claim, far, far)


def test_two_numbers_of_a_sentence_that_are_read_alike_are_doubtful() -> None:
    claim = read_claim("12 boats lie in Oban.")
    assert features(claim, claim)["same_reading"] == 1.0
    assert features(claim, read_claim("12 boats lie in Oban harbour."))["same_reading"] == 0.0


def test_a_claim_without_a_reading_has_no_features() -> None:
    claim = read_claim("12 boats lie in Oban.")
    nothing = ReadClaim(claim.number, claim.words, claim.relevance, Posterior((), 0.0, True, None, 0.0, ()))
    assert verdict_features([nothing, claim])[0] == {}


@pytest.mark.parametrize("agrees", [True, False])
def test_weights_are_those_of_known_features_and_have_their_signs(agrees: bool) -> None:
    weights = VERDICTS.of(agrees=agrees).features
    assert weights.keys() <= MEANINGS.keys()
    assert all(weight * SIGNS[name] >= 0 for name, weight in weights.items())


@given(st.floats(0.001, 0.999), st.floats(0.01, 0.5), st.floats(0.01, 0.5), st.booleans())
def test_where_more_is_wrong_no_claim_is_likelier_to_be_correct(
    meant: float, one: float, other: float, agrees: bool
) -> None:
    few, many = sorted((one, other))
    assert p_correct(meant, many, agrees=agrees) <= p_correct(meant, few, agrees=agrees)


@given(st.floats(0.001, 0.999), st.floats(0.001, 0.999))
def test_the_surer_a_reading_the_surer_what_follows(one: float, other: float) -> None:
    less, more = sorted((one, other))
    assert p_correct(less, 0.1, agrees=True) <= p_correct(more, 0.1, agrees=True)
    assert p_correct(less, 0.1, agrees=False) >= p_correct(more, 0.1, agrees=False)


def test_written_weights_are_read_again() -> None:
    text = written_verdict_weights(VERDICTS, "One line.\nAnother one.")
    assert text.startswith("# One line.\n# Another one.\n")
    assert written_verdict_weights(read_verdict_weights(text), "One line.\nAnother one.") == text


def test_an_unknown_weight_is_an_error() -> None:
    with pytest.raises(TypeError, match="unheard_of"):
        read_verdict_weights("[agreeing]\nbase = 1.0\nunheard_of = 1.0\n[agreeing.features]\n")
