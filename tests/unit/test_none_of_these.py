"""Whether a reading is what is meant: what its claim's words name, what the features say, and what follows."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.read_claims import ALL_BOATS, BOATS, HARBOUR, IN_OBAN, read_claim

from factcheck.catalogue.schema import Column
from factcheck.inference.explained_words import ReadClaim
from factcheck.inference.none_of_these import moved_to_rate, p_correct, p_meant
from factcheck.inference.posterior import LikelyQuery, Posterior
from factcheck.inference.verdict_features import MEANINGS, READINGS, signs_of, verdict_features
from factcheck.joins.relation_sets import RelationSet
from factcheck.numbers.closeness import Closeness
from factcheck.numbers.mentions import find_numbers
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection
from factcheck.retrieval.relevance import UNNAMED, Relevance, Seen
from factcheck.weights.verdicts import VERDICTS, read_verdict_weights, written_verdict_weights


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


def test_three_numbers_of_a_document_that_are_read_alike_contradict_less() -> None:
    """One reading has one value: of three numbers that differ it is meant for one at most."""
    first, second, third = (read_claim(f"{each} boats lie in Oban.", Closeness.FAR) for each in (12, 31, 47))
    assert features(first, second)["read_alike"] == 0
    assert features(first, second, first)["read_alike"] == 0  # the same number twice
    assert features(first, second, third)["read_alike"] == pytest.approx(math.log(3))
    assert meant(first, second, third) < meant(first, second, second)


def test_a_number_that_a_sentence_states_twice_is_doubtful() -> None:
    claim = read_claim("12 boats and 12 ships lie in Oban.")
    assert features(claim, claim)["stated_twice"] == 1.0
    assert features(claim, read_claim("12 boats lie in Oban."))["stated_twice"] == 0.0
    assert meant(claim, claim) < meant(claim)


def with_others(claim: ReadClaim, *others: tuple[int, float]) -> ReadClaim:
    """Return a claim with further readings: what they give, and their probabilities."""
    [best] = claim.posterior.best
    more = tuple(replace(best, probability=probability, closeness=Closeness.FAR) for _, probability in others)
    values = (*claim.values, *(Decimal(value) for value, _ in others))
    return replace(claim, posterior=replace(claim.posterior, best=(best, *more)), values=values)


def test_readings_that_give_one_value_stand_together_against_another() -> None:
    claim = read_claim("21 boats lie in Oban.", Closeness.FAR)
    alone, alike, rivals = claim, with_others(claim, (12, 0.3), (7, 0.1)), with_others(claim, (7, 0.3), (12, 0.1))
    assert features(alone)["margin"] > features(alike)["margin"] > features(rivals)["margin"] > 0
    assert meant(alike) > meant(rivals)


def test_readings_beyond_those_always_looked_at_change_nothing() -> None:
    claim = with_others(read_claim("21 boats lie in Oban.", Closeness.FAR), *[(7, 0.04)] * (READINGS - 1))
    assert features(with_more := replace_best(claim, 5)) == features(claim)
    assert len(with_more.posterior.best) == READINGS + 5


def replace_best(claim: ReadClaim, more: int) -> ReadClaim:
    """Return a claim of which more readings were asked for."""
    best = claim.posterior.best
    return replace(
        claim,
        posterior=replace(claim.posterior, best=(*best, *best[-1:] * more)),
        values=claim.values + (Decimal(3),) * more,
    )


def test_a_slip_of_the_pen_speaks_for_the_reading_whose_value_it_changed() -> None:
    for stated, value in (("21", 12), ("12,040", 1204)):
        slip = read_claim(f"{stated} boats lie in Oban.", Closeness.FAR, value=Decimal(value))
        other = read_claim("87 boats lie in Oban.", Closeness.FAR, value=Decimal(value))
        assert features(slip)["slip"] == 1.0
        assert meant(slip) > meant(other)
    assert features(read_claim("21 boats lie in Oban.", Closeness.FAR, value=None))["slip"] == 0.0


@pytest.mark.parametrize(
    ("text", "is_left_out"),
    [
        ("The boats of Oban had a drop of just 21.", 1.0),
        ("There was a change in boats of 21 in Oban.", 1.0),
        ("A fleet of 21 boats lies in Oban.", 0.0),
    ],
)
def test_what_compares_nothing_is_no_change(text: str, is_left_out: float) -> None:
    assert features(read_claim(text, Closeness.FAR))["kind_left_out"] == is_left_out


@pytest.mark.parametrize(("value", "is_left_out"), [(364, 0.0), (366, 1.0), (12, 1.0)])
def test_a_kind_of_what_is_counted_is_never_just_more_than_all(value: int, is_left_out: float) -> None:
    closeness = Closeness.FAR if value == 12 else Closeness.NEAR
    claim = read_claim("365 Lima boats lie in Oban.", closeness, "boats", value)
    narrowed = {1: {"dependency": "compound", "head": 2}}
    tokens = (
        replace(token, start=10 * at, **narrowed.get(at, {"head": at})) for at, token in enumerate(claim.words.tokens)
    )
    claim = replace(claim, words=replace(claim.words, tokens=tuple(tokens)))
    assert features(claim)["kind_left_out"] == is_left_out


def with_query(claim: ReadClaim, query: Aggregate) -> ReadClaim:
    best = (replace(claim.posterior.best[0], query=query),)
    return replace(claim, posterior=replace(claim.posterior, best=best))


def test_a_count_of_rows_by_that_name_means_all_rows() -> None:
    claim = read_claim("365 rows are about boats.", Closeness.FAR, "rows")
    assert features(claim)["rows_named"] == 0.0  # of those in Oban
    of_all = with_query(claim, Aggregate(Measure(COUNT, None), ALL_BOATS))
    assert features(of_all)["rows_named"] == 1.0
    boats = with_query(read_claim("365 boats are there.", Closeness.FAR, "boats"), of_all.posterior.best[0].query)
    assert features(boats)["rows_named"] == 0.0


def test_an_extreme_of_groups_is_none_of_one_groups_rows() -> None:
    crew = Column(9, 3, "crew", "crew", "integer", "N", None)
    most = Aggregate(Measure(MAX, crew), Selection(RelationSet(BOATS, (), (BOATS,)), (IN_OBAN,)))
    claim = with_query(read_claim("Oban was the harbour that had most 31 boats.", Closeness.FAR), most)
    tags = {3: {}, 5: {"dependency": "relcl", "head": 3}, 6: {"tag": "JJS", "head": 5}}
    tokens = [
        replace(token, start=10 * at, **{"head": at, **tags.get(at, {})}) for at, token in enumerate(claim.words.tokens)
    ]
    ranked = replace(claim, words=replace(claim.words, tokens=tuple(tokens)))
    assert features(ranked)["extreme_of_groups"] == 1.0
    tokens[3] = replace(tokens[3], text="place", lemma="place")
    other = replace(claim, words=replace(claim.words, tokens=tuple(tokens)))
    assert features(other)["extreme_of_groups"] == 0.0
    assert features(with_query(ranked, Aggregate(Measure(COUNT, None), ALL_BOATS)))["extreme_of_groups"] == 0.0


def test_claims_around_that_agree_speak_for_a_reading() -> None:
    claim = read_claim("31 boats lie in Oban.", Closeness.FAR)
    beside, apart = read_claim("31 boats lie in Oban."), read_claim("12 boats lie there.")
    for name, agreeing, other in (
        ("sentence_agrees", beside, read_claim("31 boats lie in Oban.", Closeness.FAR)),
        ("claims_near_agree", apart, read_claim("12 boats lie there.", Closeness.FAR)),
    ):
        assert features(claim, agreeing)[name] > features(claim)[name] > features(claim, other)[name]


def test_few_digits_with_the_point_elsewhere_speak_for_no_reading() -> None:
    moved = read_claim("120 boats lie in Oban.", Closeness.FAR, value=Decimal(12))
    assert features(moved)["point_moved"] == 1.0
    assert meant(moved) < meant(read_claim("210 boats lie in Oban.", Closeness.FAR, value=Decimal(120)))


def test_claims_read_alike_that_agree_speak_for_a_reading() -> None:
    claim = read_claim("31 boats lie in Oban.", Closeness.NEAR)
    assert features(claim, read_claim("12 boats lie in Oban."))["same_shape"] > features(claim)["same_shape"] == 0.0
    assert features(claim, read_claim("13 boats lie in Oban.", Closeness.FAR))["same_shape"] == 0.0


def test_values_named_in_full_that_a_reading_leaves_out_are_told() -> None:
    claim = read_claim("12 boats lie in Oban.")
    without = replace(claim.posterior.best[0], query=Aggregate(Measure(COUNT, None), ALL_BOATS))
    left_out = replace(claim, posterior=replace(claim.posterior, best=(without,)))
    assert features(left_out)["values_unexplained"] > features(claim)["values_unexplained"] == 0.0
    assert left_out.left_out(2) == ("Oban",)


def test_words_of_presentation_are_not_told_as_left_out() -> None:
    assert read_claim("12 boats lie in Oban beside voters of the total.").left_out(2) == ("voters",)


def test_a_claim_without_a_reading_has_no_features() -> None:
    claim = read_claim("12 boats lie in Oban.")
    nothing = ReadClaim(claim.number, claim.words, claim.relevance, Posterior((), 0.0, True, (), 0.0, ()), ())
    assert verdict_features([nothing, claim])[0] == {}


@pytest.mark.parametrize("agrees", [True, False])
def test_weights_are_those_of_known_features_and_have_their_signs(agrees: bool) -> None:
    weights = VERDICTS.of(agrees=agrees).features
    assert weights.keys() <= signs_of(agrees=agrees).keys() <= MEANINGS.keys()
    assert all(weight * signs_of(agrees=agrees)[name] >= 0 for name, weight in weights.items())


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


def test_moving_to_another_error_rate_and_back_changes_nothing() -> None:
    assert moved_to_rate(moved_to_rate(0.8, 0.1, 0.3), 0.3, 0.1) == pytest.approx(0.8)
    assert moved_to_rate(0.9, 0.1, 0.5) == pytest.approx(0.5)


def test_written_weights_are_read_again() -> None:
    text = written_verdict_weights(VERDICTS, "One line.\nAnother one.")
    assert text.startswith("# One line.\n# Another one.\n")
    assert written_verdict_weights(read_verdict_weights(text), "One line.\nAnother one.") == text


def test_an_unknown_weight_is_an_error() -> None:
    with pytest.raises(TypeError, match="unheard_of"):
        read_verdict_weights("[agreeing]\nbase = 1.0\nunheard_of = 1.0\n[agreeing.features]\n")


LOAD = Column(9, 3, "load", "load", "integer", "N", None)


def of_load(sentence: str, *, are_boats_named: bool = False) -> dict[str, float]:
    """The features of a number that is read as that of boats of Oban, where a total of loads weighs more."""
    claim = read_claim(sentence)
    selection = claim.posterior.best[0].query.selection
    relevance = replace(
        claim.relevance,
        functions={COUNT: 0.3, SUM: 0.3},
        columns={LOAD.column_id: 0.5},
        tables_named_by=claim.relevance.tables_named_by if are_boats_named else {},
    )
    posterior = replace(claim.posterior, heaviest=Aggregate(Measure(SUM, LOAD), selection))
    [features] = verdict_features([replace(claim, relevance=relevance, posterior=posterior)])
    return features


def test_rows_that_no_word_names_are_no_total_that_is_asked_for() -> None:
    assert of_load("The total load of Oban was 12.")["function_left_out"] == 1
    assert of_load("The total of boats in Oban was 12.", are_boats_named=True)["function_left_out"] == 0


def test_an_average_is_not_meant_where_a_median_is_asked_for_and_likely() -> None:
    claim = read_claim("The median load of Oban was 12.")
    best = claim.posterior.best[0]
    average, median = (
        replace(best, query=Aggregate(Measure(function, LOAD), best.query.selection)) for function in (AVG, MEDIAN)
    )
    asked = replace(claim.relevance, functions={AVG: 0.1, MEDIAN: 0.8})

    def left_out(*likely: LikelyQuery, functions: Relevance = asked) -> float:
        posterior = replace(claim.posterior, best=likely)
        return features(replace(claim, relevance=functions, posterior=posterior))["function_left_out"]

    assert left_out(average, replace(median, closeness=Closeness.FAR)) == 1
    assert left_out(median, average) == 0
    assert left_out(average, median, functions=replace(asked, functions={AVG: 0.8, MEDIAN: 0.1})) == 0
    assert left_out(average) == 0
    claim = read_claim("Oban had a load of 12.")  # the sentences around tell of medians
    assert left_out(average, replace(median, closeness=Closeness.FAR)) == 0


def test_what_is_counted_is_no_average_rounded() -> None:
    claim = read_claim("Boats of Oban: 12")
    best = claim.posterior.best[0]
    average = replace(best, query=Aggregate(Measure(AVG, LOAD), best.query.selection))

    def left_out(value: str, **relevance: object) -> float:
        posterior = replace(claim.posterior, best=(average,), heaviest=best.query)
        known = replace(claim.relevance, **relevance)
        return features(replace(claim, posterior=posterior, values=(Decimal(value),), relevance=known))[
            "function_left_out"
        ]

    assert left_out("11.8") == 1
    assert left_out("12") == 0
    assert left_out("11.8", functions={AVG: 0.3}) == 0
    assert left_out("11.8", columns_named_by={"boats": {LOAD.column_id: 0.8}}) == 0


def test_what_all_claims_close_by_are_restricted_to_is_left_out() -> None:
    """Among entries of a list that each tell of red boats in a port, one that agrees as all boats of its port."""
    claim = read_claim("Boats of Oban: 12")
    best = claim.posterior.best[0]
    red = Equals(Column(77, 3, "hue", "hue", "text", "S", None), "red")

    def of_boats(*predicates: Equals) -> Aggregate:
        return Aggregate(best.query.measure, replace(best.query.selection, predicates=predicates))

    port = best.query.predicates[0]
    others = [
        with_query(read_claim(f"Boats of {town}: 12"), of_boats(replace(port, literal=town), red))
        for town in ("Oslo", "Bergen", "Lima")
    ]

    def left_out(value: int | None, closeness: Closeness = Closeness.FAR, near: int = 3) -> float:
        rival = replace(best, query=of_boats(port, red), closeness=closeness)
        values = (claim.values[0], None if value is None else Decimal(value))
        read = replace(claim, posterior=replace(claim.posterior, best=(best, rival)), values=values)
        return features(read, *others[:near])["near_left_out"]

    assert left_out(9) == 1
    assert left_out(12, Closeness.AGREES) == 0
    assert left_out(None) == 0
    assert left_out(9, near=2) == 0


def test_an_extreme_of_several_rows_that_no_word_asks_for_is_told() -> None:
    claim = read_claim("The load of Oban was 12.")
    best = claim.posterior.best[0]
    largest = replace(best, query=Aggregate(Measure(MAX, LOAD), best.query.selection))
    read = replace(claim, posterior=replace(claim.posterior, best=(largest,)))
    several = replace(claim.relevance, frequencies={IN_OBAN: 12})
    claims = [
        replace(read, relevance=several),
        replace(read, relevance=replace(several, functions={MAX: 0.2})),
        replace(read, relevance=replace(several, frequencies={IN_OBAN: 1})),
        read,  # nothing is known of the value's rows
    ]
    assert [features["extreme_unsaid"] for features in verdict_features(claims)] == [1, 0, 0, 0]


def test_a_number_that_tells_which_rows_another_is_about_is_not_refuted_itself() -> None:
    longer = Compare(LOAD, ">", "75")
    counted = read_claim("12 boats have over 75 tons.")
    [best] = counted.posterior.best
    of_rows = replace(best, query=Aggregate(Measure(COUNT, None), replace(best.query.selection, predicates=(longer,))))
    counted = replace(counted, posterior=replace(counted.posterior, best=(of_rows,)))
    limit = replace(
        read_claim("12 boats have over 75 tons.", Closeness.FAR), number=find_numbers("12 boats, over 75 tons")[1]
    )
    assert verdict_features([limit, counted])[0]["restricts_another"] == 1
    assert verdict_features([limit])[0]["restricts_another"] == 0
    assert meant(limit, counted) < meant(limit)


def test_a_reading_of_all_years_refutes_less_where_one_is_named() -> None:
    named = read_claim("12 boats lay in Oban in 2015.", Closeness.NEAR)
    unnamed = read_claim("12 boats lay in Oban in spring.", Closeness.NEAR)
    assert [features["year_left_out"] for features in verdict_features([named, unnamed])] == [1, 0]
    assert meant(named) < meant(unnamed)


def test_a_count_of_all_refutes_less_where_words_are_left_over() -> None:
    claim = read_claim("12 boats were repainted.", Closeness.FAR)
    [best] = claim.posterior.best
    counted = Aggregate(Measure(COUNT, None), replace(best.query.selection, predicates=()))
    of_all = replace(claim, posterior=replace(claim.posterior, best=(replace(best, query=counted),)))
    assert verdict_features([of_all])[0]["counts_all"] == 1
    assert verdict_features([claim])[0]["counts_all"] == 0  # of the boats in Oban


def test_an_extreme_that_no_word_asks_for_refutes_less() -> None:
    claim = read_claim("The load of Oban was 12.", Closeness.NEAR)
    best = claim.posterior.best[0]
    largest = replace(best, query=Aggregate(Measure(MAX, LOAD), best.query.selection))
    read = replace(claim, posterior=replace(claim.posterior, best=(largest,)))
    unsaid = replace(read, relevance=replace(claim.relevance, frequencies={IN_OBAN: 12}))
    said = replace(unsaid, relevance=replace(unsaid.relevance, functions={MAX: 0.2}))
    assert meant(unsaid) < meant(said)


def test_a_reading_of_values_that_nothing_names_supports_less() -> None:
    claim = read_claim("12 boats lie there.")
    unnamed = replace(claim.relevance, predicates=((IN_OBAN, Seen(0.1, {UNNAMED: 0.1})),))
    assert meant(replace(claim, relevance=unnamed)) < meant(claim)


def with_condition(claim: ReadClaim, limit: str) -> ReadClaim:
    """Return a claim of whose sentence a number says which rows are meant."""
    conditions = tuple(find_numbers(limit))
    return replace(claim, words=replace(claim.words, conditions=conditions))


def test_a_reading_without_the_limit_of_the_sentence_is_doubtful() -> None:
    claim = read_claim("12 boats lie in Oban.", Closeness.FAR)
    limited = with_condition(claim, "longer than 40 feet")
    assert features(limited)["condition_left_out"] == 1.0
    assert meant(limited) < meant(claim)
    [best] = claim.posterior.best
    length = Column(8, 3, "length", "length", "integer", "N", None)
    for predicate in (Compare(length, ">", "40"), Equals(HARBOUR, "over 40")):
        query = Aggregate(Measure(COUNT, None), Selection(RelationSet(BOATS, (), (BOATS,)), (predicate,)))
        of_these = replace(claim.posterior, best=(replace(best, query=query),))
        assert features(replace(limited, posterior=of_these))["condition_left_out"] == 0.0


def test_a_value_may_write_the_limit_of_the_sentence_in_short() -> None:
    claim = with_condition(read_claim("12 boats lie in Oban.", Closeness.FAR), "below $40,000")
    [best] = claim.posterior.best
    query = Aggregate(
        Measure(COUNT, None), Selection(RelationSet(BOATS, (), (BOATS,)), (Equals(HARBOUR, "Less than $40K"),))
    )
    of_value = replace(claim.posterior, best=(replace(best, query=query),))
    assert features(claim)["condition_left_out"] == 1.0
    assert features(replace(claim, posterior=of_value))["condition_left_out"] == 0.0


@pytest.mark.parametrize(
    ("name", "function", "is_of_amount"),
    [("length", AVG, 1.0), ("turnout", AVG, 0.0), ("win_pct", MAX, 0.0), ("length", COUNT, 0.0)],
)
def test_a_percentage_is_no_amount(name: str, function: AggregationFunction, is_of_amount: float) -> None:
    claim = read_claim("12% of the boats lie in Oban.", Closeness.FAR)
    [best] = claim.posterior.best
    query = Aggregate(Measure(function, Column(8, 3, name, name, "numeric", "N", None)), ALL_BOATS)
    told = replace(claim, posterior=replace(claim.posterior, best=(replace(best, query=query),)))
    assert features(told)["percent_of_amount"] == is_of_amount
    plain = read_claim("12 boats lie in Oban.", Closeness.FAR)
    told = replace(plain, posterior=replace(plain.posterior, best=(replace(best, query=query),)))
    assert features(told)["percent_of_amount"] == 0.0
