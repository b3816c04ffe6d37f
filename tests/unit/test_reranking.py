"""Which of the likely readings of a claim comes first, once all that they are made of is looked at."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.read_claims import ALL_BOATS, BOATS, IN_OBAN, read_claim

from factcheck.candidates.space import Candidate
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.posterior import LikelyQuery
from factcheck.inference.read_document import ReadDocument
from factcheck.inference.reranking import (
    RANKING_MEANINGS,
    RERANKED,
    ranking_features_of,
    ranking_signs,
    reranked,
)
from factcheck.joins.relation_sets import RelationSet
from factcheck.numbers.closeness import Closeness
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.weights.reranking import (
    RERANKING,
    RerankingWeights,
    read_reranking_weights,
    written_reranking_weights,
)

NEUTRAL = RerankingWeights(1.0, {})
EVIDENCE = (8.0, 4.0, 2.0, 2.0, 2.0, 1.0, 1.0, 0.5)

OBAN = Aggregate(Measure(COUNT, None), Selection(RelationSet(BOATS, (), (BOATS,)), (IN_OBAN,)))
ALL = Aggregate(Measure(COUNT, None), ALL_BOATS)


def reading(
    number: int,
    query: Aggregate,
    probability: float,
    closeness: Closeness = Closeness.FAR,
) -> LikelyQuery:
    return LikelyQuery(Candidate(number, ()), query, probability, closeness)


def with_readings(sentence: str, *readings: tuple[Aggregate, float, int, Closeness]) -> ReadClaim:
    """Return a claim with these readings: query, probability, value and how near that is."""
    claim = read_claim(sentence)
    best = tuple(reading(at, query, p, closeness) for at, (query, p, _, closeness) in enumerate(readings))
    posterior = replace(
        claim.posterior,
        best=best,
        p_matching=sum(each.probability for each in best if each.matches),
        evidence=EVIDENCE,
    )
    return replace(
        claim,
        posterior=posterior,
        values=tuple(Decimal(value) for _, _, value, _ in readings),
    )


def likely(claim: ReadClaim, weights: RerankingWeights = RERANKING, *others: ReadClaim) -> list[Aggregate]:
    """Return the readings of a claim in their new order, beside other claims of its document."""
    return [each.query for each in reranked([claim, *others], weights)[0].claim.posterior.best]


def document(query: Aggregate = ALL) -> list[ReadClaim]:
    """Return three claims that agree, so that a document tells more than a claim by itself."""
    return [with_readings(f"{number} ships lie there.", (query, 0.9, 12, Closeness.AGREES)) for number in (5, 6, 7)]


def features(claim: ReadClaim, *others: ReadClaim) -> list[dict[str, float]]:
    return ranking_features_of(claim, ReadDocument([claim, *others]))


def test_without_weights_the_order_of_the_posterior_stays() -> None:
    claim = with_readings(
        "12 boats lie in Oban.",
        (ALL, 0.5, 40, Closeness.FAR),
        (OBAN, 0.3, 12, Closeness.AGREES),
    )
    [same] = reranked([claim], NEUTRAL)
    assert [each.query for each in same.claim.posterior.best] == [ALL, OBAN]
    assert [each.probability for each in same.claim.posterior.best] == pytest.approx([0.5, 0.3])
    assert same.claim.posterior.p_matching == pytest.approx(0.3)


def test_a_reading_that_explains_the_words_comes_before_a_likelier_one_that_does_not() -> None:
    """A wrong number speaks for no reading: what the words name decides."""
    claim = with_readings(
        "31 boats lie in Oban.",
        (ALL, 0.4, 40, Closeness.SAME_SIZE),
        (OBAN, 0.3, 40, Closeness.SAME_SIZE),
    )
    weights = RerankingWeights(1.0, {"words_explained": 2.0})
    assert likely(claim, weights, *document()) == [OBAN, ALL]
    assert likely(claim, RERANKING, *document(OBAN)) == [OBAN, ALL]
    assert likely(claim, weights) == [ALL, OBAN]  # a claim by itself is read as its own words make likely


def test_a_value_of_the_numbers_size_comes_before_one_that_is_not() -> None:
    claim = with_readings(
        "31 boats lie in Oban.",
        (OBAN, 0.31, 9000, Closeness.FAR),
        (ALL, 0.3, 33, Closeness.CLOSE),
    )
    assert likely(claim, RerankingWeights(1.0, {"value_distance": -0.5}), *document()) == [ALL, OBAN]
    far, close = features(claim)
    assert far["value_distance"] == 5.0
    assert close["value_distance"] == pytest.approx(math.log(33 / 31))


def test_what_the_claims_around_it_mean_decides_between_readings() -> None:
    claim = with_readings(
        "31 boats lie there.",
        (OBAN, 0.31, 40, Closeness.FAR),
        (ALL, 0.3, 40, Closeness.FAR),
    )
    beside = with_readings("12 boats lie here.", (ALL, 0.9, 12, Closeness.AGREES))
    weights = RerankingWeights(1.0, {"shape_near": 0.5})
    assert likely(claim, weights) == [OBAN, ALL]
    assert likely(claim, weights, beside) == [ALL, OBAN]
    wrong = with_readings("12 boats lie here.", (ALL, 0.9, 12, Closeness.FAR))
    assert likely(claim, weights, wrong) == [OBAN, ALL]


def test_two_numbers_of_a_sentence_are_not_read_as_one_query() -> None:
    sentence = "31 boats lie there."
    claim = with_readings(sentence, (ALL, 0.5, 12, Closeness.FAR), (OBAN, 0.4, 40, Closeness.FAR))
    other = with_readings(sentence, (ALL, 0.9, 12, Closeness.AGREES))
    first, second = features(claim, other)
    assert (first["read_already"], second["read_already"]) == (1.0, 0.0)
    assert likely(claim, RerankingWeights(1.0, {"read_already": -3.0}), other) == [
        OBAN,
        ALL,
    ]


def test_a_claims_own_reading_is_none_of_the_claims_around_it() -> None:
    claim = with_readings("12 boats lie there.", (ALL, 0.5, 12, Closeness.AGREES))
    [alone] = features(claim)
    of_others = [
        name for name in alone if name.endswith(("_near", "_beside", "_in_sentence")) or name.startswith("same_")
    ]
    assert len(of_others) > 5
    assert all(alone[name] == 0 for name in of_others)


def test_a_claim_without_a_reading_has_none_afterwards_either() -> None:
    nothing = with_readings("12 boats lie in Oban.")
    [alone] = reranked([nothing], RERANKING)
    beside = reranked([nothing, *document()], RERANKING)[0]
    assert alone.claim.posterior.best == beside.claim.posterior.best == ()


def test_readings_beyond_those_ordered_anew_stay() -> None:
    many = [(ALL, 0.04, 40, Closeness.FAR)] * RERANKED
    claim = with_readings("12 boats lie in Oban.", *many, (OBAN, 0.01, 12, Closeness.AGREES))
    after = reranked([claim], RERANKING)[0].claim
    assert after.posterior.best[-1] == claim.posterior.best[-1]
    assert after.values[-1] == 12


def test_how_much_lighter_the_first_reading_is_before_evidence_is_told_anew() -> None:
    claim = with_readings(
        "12 boats lie in Oban.",
        (ALL, 0.4, 12, Closeness.AGREES),
        (OBAN, 0.2, 40, Closeness.FAR),
    )
    first = reranked([claim, *document()], RerankingWeights(1.0, {"words_explained": 9.0}))[0].claim.posterior
    assert first.best[0].query == OBAN
    assert first.lag == pytest.approx(math.log((0.4 / EVIDENCE[0]) / (0.2 / EVIDENCE[-1])))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([ALL, OBAN]),
            st.floats(0.001, 0.04),
            st.integers(1, 99),
            st.sampled_from(Closeness),
        ),
        min_size=1,
        max_size=RERANKED,
    )
)
def test_the_readings_and_what_they_have_together_stay(
    readings: list[tuple[Aggregate, float, int, Closeness]],
) -> None:
    claim = with_readings("12 boats lie in Oban.", *readings)
    after = reranked([claim, *document()], RERANKING)[0].claim
    before = {
        each.candidate: (each.query, value) for each, value in zip(claim.posterior.best, claim.values, strict=True)
    }
    assert {
        each.candidate: (each.query, value) for each, value in zip(after.posterior.best, after.values, strict=True)
    } == before
    probabilities = [each.probability for each in after.posterior.best]
    assert probabilities == sorted(probabilities, reverse=True)
    assert sum(probabilities) == pytest.approx(sum(p for _, p, _, _ in readings))
    matching = sum(each.probability for each in after.posterior.best if each.matches)
    assert after.posterior.p_matching == pytest.approx(matching)


def test_every_weight_has_a_feature_and_its_sign() -> None:
    assert RERANKING.features
    assert RERANKING.features.keys() <= RANKING_MEANINGS.keys() == ranking_signs().keys()
    assert 0 < RERANKING.posterior <= 1
    assert all(weight * ranking_signs()[name] > 0 for name, weight in RERANKING.features.items())


def test_weights_read_as_they_were_written() -> None:
    assert read_reranking_weights(written_reranking_weights(RERANKING, "Two\nlines")) == RERANKING
    for text in ("", "posterior = 1\nfeature = {}"):
        with pytest.raises((TypeError, KeyError)):
            read_reranking_weights(text)
