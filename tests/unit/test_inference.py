"""Expectation maximisation: distributions are distributions, evidence counts, and equal input gives equal output."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factcheck.catalogue.fragments import Function, Predicate
from factcheck.catalogue.schema import Column, Table
from factcheck.model.candidates import candidate_spaces
from factcheck.model.inference import ClaimCandidates, evidence_of_match, query_and_learn, uniform_prior
from factcheck.numbers.mentions import find_numbers
from factcheck.retrieval.retrieve import Relevance
from factcheck.settings import Settings

SETTINGS = Settings()


def make_table(table_id=1, columns=("region", "product", "amount")):
    made = tuple(
        Column(
            table_id * 10 + place,
            table_id,
            name,
            name,
            "numeric" if name == "amount" else "text",
            "N" if name == "amount" else "S",
            None,
        )
        for place, name in enumerate(columns)
    )
    return Table(table_id, f"sales{table_id}", f"public.sales{table_id}", None, made)


TABLE = make_table()
LITERALS = [(0, "north"), (0, "south"), (1, "tea"), (1, "coffee")]
NUMBER = find_numbers("We had 1,204 of them.")[0]


def relevance(scores):
    return Relevance(
        dict.fromkeys(Function, 0.0),
        {column.column_id: 0.1 for column in TABLE.columns},
        {TABLE.table_id: 0.1},
        tuple(
            (Predicate(TABLE.columns[column], value), score)
            for (column, value), score in zip(LITERALS, scores, strict=True)
        ),
    )


score_lists = st.lists(st.floats(0.01, 1), min_size=4, max_size=4)


def claim_of(scores, seed, rate=0.02):
    [space] = candidate_spaces(NUMBER, relevance(scores), [TABLE], SETTINGS)
    matches = np.random.default_rng(seed).random(len(space.aggregate)) < rate
    return ClaimCandidates((space,), (matches,))


def learn(claims, p_true=0.999):
    return query_and_learn(claims, [TABLE], p_true, 10, lambda: None)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(score_lists, st.integers(0, 1000)), min_size=1, max_size=4))
def test_posteriors_and_prior_are_distributions(claims):
    posteriors, prior = learn([claim_of(*claim) for claim in claims])
    for posterior in posteriors:
        assert sum(p.sum() for p in posterior.probabilities) == pytest.approx(1)
        assert min(p.min() for p in posterior.probabilities) >= 0
    assert sum(prior.functions.values()) == pytest.approx(1)
    assert sum(prior.aggregated.values()) == pytest.approx(1)
    assert all(0 < p <= 1 for p in prior.restricted.values())


@settings(max_examples=20, deadline=None)
@given(score_lists, st.integers(0, 1000))
def test_best_is_the_most_likely_and_repeats_agree(scores, seed):
    claim = claim_of(scores, seed)
    [first], _ = learn([claim])
    [second], _ = learn([claim])
    at, place = first.best
    assert first.probabilities[at][place] == max(p.max() for p in first.probabilities)
    assert second.best == first.best
    assert (second.probabilities[0] == first.probabilities[0]).all()


def test_every_candidate_follows_the_formula():
    """Against Equations 2 to 5, written out for each candidate in the first round."""
    claim = claim_of([0.9, 0.4, 0.7, 0.2], 3)
    [posterior], _ = query_and_learn([claim], [TABLE], 0.99, 1, lambda: None)
    prior = uniform_prior([TABLE])
    [space], [matches] = claim.spaces, claim.matches
    p_match = evidence_of_match(claim, 0.99)
    weights = []
    for place in range(len(space.aggregate)):
        query = space.query(place)
        weight = space.aggregates[space.aggregate[place]].score * prior.functions[query.function]
        weight *= prior.aggregated[query.column.column_id if query.column else -TABLE.table_id]
        for predicate in query.predicates:
            weight *= prior.restricted[predicate.column.column_id]
        weight *= space.set_scores[space.predicate_set[place]] / space.choices[place]
        weights.append(weight * (p_match if matches[place] else 1 - p_match))
    assert posterior.probabilities[0] == pytest.approx(np.array(weights) / sum(weights))


def test_a_match_makes_a_query_more_likely():
    claim = claim_of([0.5] * 4, 0, rate=0.0)
    [without], _ = learn([claim])
    matches = claim.matches[0].copy()
    unlikely = int(without.probabilities[0].argmin())
    matches[unlikely] = True
    [with_match], _ = learn([ClaimCandidates(claim.spaces, (matches,))])
    assert with_match.probabilities[0][unlikely] > 100 * without.probabilities[0][unlikely]


def test_common_matches_say_less_than_rare_ones():
    rare, common = claim_of([0.5] * 4, 0, rate=0.0), claim_of([0.5] * 4, 0, rate=0.5)
    assert evidence_of_match(rare, 0.999) == pytest.approx(0.999)
    assert 0.5 < evidence_of_match(common, 0.999) < 0.999
    one = rare.matches[0].copy()
    one[0] = True
    assert evidence_of_match(ClaimCandidates(rare.spaces, (one,)), 0.999) == pytest.approx(0.999)


def test_the_theme_of_a_document_carries_over():
    """A claim that could restrict either column follows what the other claims restrict."""
    clear = claim_of([0.9, 0.01, 0.01, 0.01], 0, rate=0.0)
    open_claim = claim_of([0.3, 0.01, 0.31, 0.01], 0, rate=0.0)
    alone, _ = learn([open_claim])
    together, prior = learn([clear] * 6 + [open_claim])

    def mass(posterior, value):
        space = open_claim.spaces[0]
        wanted = [value in [p.literal for p in space.query(i).predicates] for i in range(len(space.aggregate))]
        return posterior.probabilities[0][wanted].sum()

    assert mass(together[-1], "north") > mass(alone[0], "north")
    assert prior.restricted[TABLE.columns[0].column_id] > prior.restricted[TABLE.columns[1].column_id]


def test_conditions_share_the_weight_of_their_query():
    claim = claim_of([0.5] * 4, 0)
    [space] = claim.spaces
    for place in range(len(space.aggregate)):
        query = space.query(place)
        if query.function is Function.CONDITIONAL_PROBABILITY:
            assert 0 < len(query.condition) < len(query.predicates)
            assert space.choices[place] == 2 ** len(query.predicates) - 2
        else:
            assert not query.condition
            assert space.choices[place] == 1


def test_no_query_restricts_a_column_twice():
    [space] = candidate_spaces(NUMBER, relevance([0.5] * 4), [TABLE], SETTINGS)
    for members in space.predicate_sets:
        columns = [space.predicates[place].column for place in members if place >= 0]
        assert len(columns) == len(set(columns))
    assert NUMBER.value == Decimal(1204)
