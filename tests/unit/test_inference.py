"""Expectation maximisation over implicit candidates: the same as over all of them, written out one by one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support import brute_force
from support.brute_force import SMOOTH, SPARSE, TIED

from factcheck.candidates.candidate_space import CandidateSpace, derived_columns
from factcheck.candidates.claim_view import ClaimView
from factcheck.candidates.listed import ListedCandidate
from factcheck.candidates.matches import Matches
from factcheck.candidates.space import AggregateFragment, Candidate, ProductPart
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import Constant, Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.inference import expectation_maximization
from factcheck.inference.document_prior import EXPONENTS, PriorExponents, learned_prior, uniform_prior
from factcheck.inference.expectation_maximization import EarlierInference, query_and_learn
from factcheck.inference.factors import factors_of
from factcheck.inference.posterior import ClaimEvidence, EvaluatedClaim, evidence_of_closeness, evidence_of_match
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.sums import SUM
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.relevance import Relevance
from factcheck.runtime.checkpoints import looking

NEARLY = 1e-9
VIEW = ClaimView(find_numbers("They had 412 of them.")[0], Relevance(dict.fromkeys(FUNCTIONS, 0.5), {}, {}, ()))


NOT_FAR = [each for each in Closeness if each is not Closeness.FAR]


def as_matches(near, space):
    """Candidates with their closeness as matches."""
    listed = {each.number: closeness for each, closeness in near.items() if isinstance(each, ListedCandidate)}
    products = {each: closeness for each, closeness in near.items() if not isinstance(each, ListedCandidate)}
    return Matches.of(space.product, products, listed)


def random_document(random, kind):
    """Tables and some claims on them, each with those of its evaluated candidates that are not far, in any order."""
    tables, relations = brute_force.random_schema(random)
    claims = []
    for _ in range(random.randint(1, 3)):
        space = brute_force.random_space(random, tables, relations, kind)
        scope = brute_force.random_scope(random, space)
        inside = [each for each in brute_force.candidates(space) if brute_force.is_inside(space, scope, each)]
        chosen = random.sample(inside, min(random.choice([0, 1, 3, 10, len(inside)]), len(inside)))
        near = {each: random.choice([Closeness.AGREES, random.choice(NOT_FAR)]) for each in chosen}
        claims.append((ClaimEvidence(space, scope, as_matches(near, space), random.choice([0.0, 2.5, 4.6])), near))
    return tables, claims


def documents(*kinds):
    return st.builds(random_document, brute_force.SEEDS, st.sampled_from(kinds))


def of_restriction(p):
    """What the probability that a column is restricted makes of the weight of a candidate that restricts it."""
    return p**EXPONENTS.restriction * max(1 - p, 0.001) ** EXPONENTS.unrestricted


def voted_for(column):
    """The column that a query speaks for: one times a constant, or by one, is the same in another unit."""
    match column:
        case DerivedColumn(formula=Operation(operator="*" | "/", left=Column() as stored, right=Constant())) if (
            not isinstance(stored, DerivedColumn) and not column.is_declared
        ):
            return stored.column_id
    return column.column_id


class Written:
    """A claim's candidates, all written out (Equations 2 to 5)."""

    def __init__(self, claim, near, p_true):
        self.space, self.scope = claim.space, claim.scope
        self.all = brute_force.candidates(self.space)
        self.inside = {each for each in self.all if brute_force.is_inside(self.space, self.scope, each)}
        self.near = near
        matching = [each for each, closeness in near.items() if closeness <= Closeness.ROUNDS]
        self.p_match = evidence_of_match(len(matching), len(self.inside), p_true)
        self.evidence = evidence_of_closeness(self.p_match, len(matching), digits=claim.digits)

    def weights(self, functions, aggregated, restricted):
        """Each candidate's weight before evidence, and after it."""
        own = {}
        product = self.space.product
        scores = [aggregate.score for aggregate in product.aggregates]
        for each in self.all:
            weight = self.prior(each, functions, aggregated, restricted)
            if isinstance(each, ListedCandidate):
                own[each] = weight * self.space.listed.queries[each.number].score
            else:
                own[each] = weight * brute_force.product_weight(self.space, each, scores, product.predicate_scores)
        after = {e: w * self.evidence[self.near.get(e, Closeness.FAR)] for e, w in own.items()}
        return own, after

    def prior(self, candidate, functions, aggregated, restricted):
        """What the document's theme says of a candidate (Equation 5)."""
        query = self.space.query(candidate)
        column = -query.selection.anchor.table_id if query.column is None else voted_for(query.column)
        weight = functions[query.function] ** EXPONENTS.function * aggregated[column] ** EXPONENTS.column
        for predicate in query.predicates:
            weight *= of_restriction(restricted[predicate.column.column_id])
        return weight

    def most_likely(self, prior):
        """The most likely evaluated candidate, if there is one."""
        after = {e: w for e, w in self.weights(*prior)[1].items() if e in self.inside and w > 0}
        top = max(after.values(), default=0)
        tied = sorted((e for e, weight in after.items() if weight >= top * (1 - NEARLY)), key=brute_force.rank)
        exact = [each for each in tied if after[each] == top]
        # products that tie but for rounding may come in any order, and so may those that tie by chance
        assume(not tied or tied[0] in exact)
        assume(len({self.factors(each, *prior) for each in tied}) <= 1)
        return tied[0] if tied else None

    def factors(self, candidate, functions, aggregated, restricted):
        """The weights of a candidate's fragments, which its own is the product of, in ascending order."""
        if isinstance(candidate, ListedCandidate):
            listed = self.space.listed.queries[candidate.number].score
            return (listed * self.prior(candidate, functions, aggregated, restricted),)
        product = self.space.product
        aggregate = product.aggregates[candidate.aggregate]
        column = -aggregate.table.table_id if aggregate.column is None else voted_for(aggregate.column)
        own = aggregate.score * functions[aggregate.function] ** EXPONENTS.function
        own *= aggregated[column] ** EXPONENTS.column
        columns = [product.predicates[place].column.column_id for place in candidate.predicates]
        others = [
            product.predicate_scores[p] * of_restriction(restricted[c])
            for p, c in zip(candidate.predicates, columns, strict=True)
        ]
        size = float(product.size_factors[product.families.of[candidate.aggregate], len(others)])
        return tuple(sorted([own, size, *others, 1 / (2 ** len(others) - 2 if candidate.condition else 1)]))


def written_out(tables, claims, p_true, rounds):
    """Algorithm 3 in plain Python: the prior, and each claim with all its candidates."""
    columns = [column.column_id for table in tables for column in table.columns]
    derived = derived_columns(claim.space for claim, _ in claims)
    keys = [*columns, *(column.column_id for column in derived), *(-table.table_id for table in tables)]
    own = [Written(claim, near, p_true) for claim, near in claims]
    prior = (
        {f: 1 / len(FUNCTIONS) for f in FUNCTIONS},
        {k: 1 / len(keys) for k in keys},
        {c: 1 / len(columns) for c in columns},
    )
    chosen = [claim.most_likely(prior) for claim in own]
    for _ in range(rounds - 1):
        queries = [claim.space.query(best) for claim, best in zip(own, chosen, strict=True) if best is not None]
        used = [-q.selection.anchor.table_id if q.column is None else voted_for(q.column) for q in queries]
        fixed = [p.column.column_id for q in queries for p in q.predicates]
        n = len(queries)
        prior = (
            {f: ([q.function for q in queries].count(f) + 30) / (n + 30 * len(FUNCTIONS)) for f in FUNCTIONS},
            {key: (used.count(key) + 30) / (n + 30 * len(keys)) for key in keys},
            {column: (fixed.count(column) + 2) / (n + 2 * len(columns)) for column in columns},
        )
        before, chosen = chosen, [claim.most_likely(prior) for claim in own]
        if chosen == before:
            break
    return prior, own


def learn(tables, claims, p_true=0.999, rounds=10, top_k=5):
    return query_and_learn([claim for claim, _ in claims], tables, p_true, rounds, top_k=top_k)


@settings(max_examples=100)
@given(
    documents(SMOOTH, TIED, SPARSE),
    st.sampled_from([0.999, 0.8, 0.5, 0.3]),
    st.sampled_from([10, 10, 2, 1]),
    st.sampled_from([1, 5, 2000]),
)
def test_inference_is_what_writing_all_candidates_out_gives(document, p_true, rounds, top_k):
    tables, claims = document
    prior, written = written_out(tables, claims, p_true, rounds)
    posteriors, learned = learn(tables, claims, p_true, rounds, top_k)
    for found, wanted in zip((learned.functions, learned.aggregated, learned.restricted), prior, strict=True):
        assert found == pytest.approx(wanted, rel=1e-9)
    for posterior, claim in zip(posteriors, written, strict=True):
        before, after = claim.weights(*prior)
        total = brute_force.total(after)
        assert posterior.normaliser == pytest.approx(total, rel=1e-9, abs=0)
        evaluated = {e: w for e, w in after.items() if e in claim.inside and w > 0}
        order = brute_force.in_order(evaluated)[:top_k]
        assert len(posterior.best) == len(order)
        for reading, wanted in zip(posterior.best, order, strict=True):
            probability = after[reading.candidate] / total
            assert reading.probability == pytest.approx(probability, rel=1e-9, abs=0)
            assert probability == pytest.approx(after[wanted] / total, rel=1e-9, abs=0)
            assert reading.closeness is claim.near.get(reading.candidate, Closeness.FAR)
            assert reading.matches == (reading.closeness is Closeness.AGREES)
            assert reading.query == claim.space.query(reading.candidate)
        mass = brute_force.total({e: w for e, w in after.items() if claim.near.get(e) is Closeness.AGREES})
        assert posterior.p_matching == pytest.approx(mass / total if total else 0, rel=1e-9, abs=0)
        outside = {e: w for e, w in before.items() if e not in claim.inside and w > 0}
        assert posterior.is_certified == (not posterior.outside)
        assert set(posterior.outside) <= set(outside)
        likeliest = max(outside.values(), default=0) * max(claim.evidence)
        best = max(evaluated.values(), default=0)
        if abs(best - likeliest) > NEARLY * likeliest:
            assert posterior.is_certified == (best >= likeliest)
        else:
            assert posterior.is_certified
        for candidate in posterior.outside:
            assert outside[candidate] * max(claim.evidence) > best * (1 - NEARLY)
        likelier = {e for e, w in outside.items() if w * max(claim.evidence) > best * (1 + NEARLY)}
        assert {e for e in likelier if isinstance(e, ListedCandidate)} <= set(posterior.outside)


@settings(max_examples=50)
@given(documents(SMOOTH, TIED), documents(SMOOTH), st.randoms(use_true_random=False))
def test_what_was_inferred_earlier_changes_nothing(document, other, random):
    """Whether the same is known of claims as before, or more of some, or they are others."""
    tables, claims = document
    now = [claim for claim, _ in claims]
    number = random.randrange(len(now))
    near = dict.fromkeys([*claims[number][1]][1:], Closeness.AGREES)
    then = [*now]
    then[number] = replace(now[number], matches=as_matches(near, now[number].space))
    of_other = [claim for claim, _ in other[1]]
    earlier = EarlierInference()
    for tables_of, evidence in ((tables, then), (tables, now), (tables, now), (other[0], of_other), (tables, then)):
        found = query_and_learn(evidence, tables_of, 0.999, 10, top_k=5, earlier=earlier)
        assert found == query_and_learn(evidence, tables_of, 0.999, 10, top_k=5)


def test_claims_that_are_as_they_were_are_not_weighed_anew(monkeypatch):
    tables, claims = random_document(Random(4), SMOOTH)
    evidence, earlier = [claim for claim, _ in claims], EarlierInference()
    first = query_and_learn(evidence, tables, 0.999, 10, earlier=earlier)
    again = [replace(claim, scope=replace(claim.scope)) for claim in evidence]
    monkeypatch.setattr(expectation_maximization, "EvaluatedClaim", None)
    assert query_and_learn(again, tables, 0.999, 10, earlier=earlier) == first


@settings(max_examples=30)
@given(documents(TIED), st.randoms(use_true_random=False))
def test_equal_input_gives_equal_output(document, random):
    tables, claims = document

    def in_any_order(near):
        return dict(random.sample([*near.items()], len(near)))

    shuffled = [
        (
            ClaimEvidence(claim.space, claim.scope, as_matches(in_any_order(near), claim.space), claim.digits),
            near,
        )
        for claim, near in claims
    ]
    assert learn(tables, claims) == learn(tables, shuffled)


def test_a_learned_prior_keeps_the_exponents_of_the_weights_in_force():
    exponents = PriorExponents(function=0.5, restriction=2.0)
    sales = Table(1, "sales", "public.sales", None, ())
    assert learned_prior([], [sales], (), exponents).exponents == exponents


def test_a_coin_says_nothing():
    for matching in (0, 1, 2, 50, 1000):
        assert evidence_of_match(matching, 1000, 0.5) == 0.5


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.floats(0.5, 0.999999))
def test_a_match_never_speaks_against_a_query(matching, others, p_true):
    evidence = evidence_of_match(matching, matching + others, p_true)
    assert 0.5 <= evidence <= p_true + 1e-12
    assert evidence_of_match(matching + 1, matching + 1 + others, p_true) <= evidence


def test_who_doubts_every_claim_is_taken_at_his_word():
    """Chance makes a match say less; it cannot make one count that shall speak against a query."""
    assert evidence_of_match(1, 1000, 0.3) == pytest.approx(0.3)
    assert evidence_of_match(500, 1000, 0.3) == pytest.approx(0.3)


def test_common_matches_say_less_than_rare_ones():
    assert evidence_of_match(1, 10, 0.999) == pytest.approx(0.999)
    assert evidence_of_match(20, 10**6, 0.999) == pytest.approx(0.999)
    assert 0.5 < evidence_of_match(5000, 10**6, 0.999) < 0.999


@settings(max_examples=30)
@given(brute_force.cases(SMOOTH))
def test_a_match_makes_a_query_more_likely(case):
    candidates = brute_force.candidates(case.space)
    assume(len(candidates) > 1)
    unlikely = min(candidates, key=lambda each: brute_force.weight_of(case, each))
    prior = uniform_prior(case.tables, derived_columns([case.space]))

    def probability(near):
        evidence = ClaimEvidence(case.space, case.space.whole(), as_matches(near, case.space))
        posterior = EvaluatedClaim(evidence, 0.999).posterior(prior, len(candidates))
        return next(reading.probability for reading in posterior.best if reading.candidate == unlikely)

    assert probability({unlikely: Closeness.AGREES}) > probability({})


@settings(max_examples=30)
@given(brute_force.cases(SMOOTH))
def test_the_nearer_a_result_the_more_likely_its_query(case):
    candidates = brute_force.candidates(case.space)
    assume(len(candidates) > 1)
    unlikely = min(candidates, key=lambda each: brute_force.weight_of(case, each))
    prior = uniform_prior(case.tables, derived_columns([case.space]))
    probabilities = []
    for closeness in NOT_FAR:
        evidence = ClaimEvidence(case.space, case.space.whole(), as_matches({unlikely: closeness}, case.space))
        posterior = EvaluatedClaim(evidence, 0.999).posterior(prior, len(candidates))
        probabilities.append(next(each.probability for each in posterior.best if each.candidate == unlikely))
    assert probabilities == sorted(probabilities, reverse=True)
    assert len(set(probabilities)) == len(probabilities)


@settings(max_examples=60)
@given(documents(SMOOTH))
def test_the_factors_of_a_reading_multiply_to_its_posterior(document):
    tables, claims = document
    posteriors, prior = learn(tables, claims)
    for posterior, (claim, near) in zip(posteriors, claims, strict=True):
        for reading in posterior.best:
            factors = factors_of(reading, claim.space, posterior, prior, VIEW)
            assert factors.probability == pytest.approx(reading.probability, rel=1e-9)
            assert factors.function.fragment == reading.query.function
            assert factors.column.fragment in (reading.query.column, reading.query.selection.anchor)
            assert tuple(factor.fragment for factor in factors.predicates) == reading.query.predicates
            assert factors.evidence == posterior.evidence[near.get(reading.candidate, Closeness.FAR)]


def test_the_theme_of_a_document_carries_over():
    """A claim that could restrict either column follows what the other claims restrict."""
    region, product = (Column(place, 1, f"c{place}", f"c{place}", "text", "S", None) for place in (1, 2))
    sales = Table(1, "sales", "public.sales", None, (region, product))
    north, tea = Equals(region, "north"), Equals(product, "tea")

    def claim(*scores):
        count = AggregateFragment(COUNT, sales, None, 1.0)
        space = CandidateSpace(ProductPart((count,), (north, tea), np.array(scores), Relations([sales]), 1))
        return ClaimEvidence(space, space.whole(), as_matches({}, space))

    def read_last(claims):
        posteriors, prior = query_and_learn(claims, [sales], 0.999, 10)
        return posteriors[-1].best[0].query.predicates, prior

    either = claim(9.0, 9.3)
    assert read_last([either])[0] == (tea,)
    followed, prior = read_last([claim(27.0, 0.3)] * 6 + [either])
    assert followed == (north,)
    assert prior.restricted[region.column_id] > prior.restricted[product.column_id]


def test_a_claim_without_candidates_has_no_reading():
    sales = Table(1, "sales", "public.sales", None, ())
    space = CandidateSpace(ProductPart((), (), np.empty(0), Relations([sales]), 3))
    [posterior], _ = query_and_learn([ClaimEvidence(space, space.whole(), as_matches({}, space))], [sales], 0.999, 10)
    assert (posterior.best, posterior.p_matching, posterior.outside) == ((), 0.0, ())


def test_inference_asks_often_whether_to_go_on():
    """Before each claim of each round, so that a cancelled check ends at once."""
    sales = Table(1, "sales", "public.sales", None, ())
    count = AggregateFragment(COUNT, sales, None, 1.0)
    space = CandidateSpace(ProductPart((count,), (), np.empty(0), Relations([sales]), 3))
    asked = []
    claims = [ClaimEvidence(space, space.whole(), as_matches({}, space))] * 7
    with looking(lambda: asked.append(1)):
        query_and_learn(claims, [sales], 0.999, 10)
    assert len(asked) == 7 * 4  # to get ready, twice to learn, and for the distribution


def test_a_match_of_many_digits_outweighs_a_likelier_reading_that_comes_near():
    """Both are meant by chance as often, but a wrong reading hardly ever gives five digits."""
    small, large = Column(1, 1, "hits", "hits", "int4", "N", None), Column(2, 1, "outs", "outs", "int4", "N", None)
    batting = Table(1, "batting", "public.batting", None, (small, large))
    aggregates = tuple(
        AggregateFragment(SUM, batting, column, score) for column, score in ((small, 1.0), (large, 200.0))
    )
    space = CandidateSpace(ProductPart(aggregates, (), np.empty(0), Relations([batting]), 3))
    near = {Candidate(0, (), ()): Closeness.AGREES, Candidate(1, (), ()): Closeness.NEAR}

    def first(digits):
        evidence = ClaimEvidence(space, space.whole(), as_matches(near, space), digits)
        [posterior], _ = query_and_learn([evidence], [batting], 0.999, 10)
        return posterior.best[0].query.column

    assert first(4.6) == small
    assert first(1.6) == large
