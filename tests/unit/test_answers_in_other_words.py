"""Values that a sentence says in other words: bands by their ends, verbs, which way things went, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.nlp.parser import Parser
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.directions import directions
from factcheck.retrieval.generators.named_bands import named_bands
from factcheck.retrieval.generators.outcomes import outcomes
from factcheck.retrieval.generators.verbs_as_values import verbs_as_values
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

AGES = Column(1, 1, "age_group", "age_group", "text", "S", None)
BOAT = Column(2, 1, "boat", "boat", "text", "S", None)
PAY = Column(3, 1, "pay_change", "pay_change", "text", "S", None)
OUTCOME = Column(4, 1, "outcome", "outcome", "text", "S", None)
SAILORS = Table(1, "sailor", "harbour.sailor", None, (AGES, BOAT, PAY, OUTCOME))
VALUES = {
    1: ["18-23", "24-28", "29-33", "65+"],
    2: ["Own", "Rent", "Other"],
    3: ["Increased", "Decreased", "Stayed the same"],
    4: ["0_no", "1_yes"],
}

Generator = Callable[[PredicateCue], Iterable[tuple[Predicate, Seen]]]


def said(parser: Parser, generator: Generator, sentence: str, claim: int = 0) -> set[str]:
    """Return the values that a generator finds in a sentence, of whose numbers one is the claim."""
    passage, numbers = parsed_passage(parser, sentence, claim)
    words = ClaimWords((passage,), (), tuple(numbers))
    cue = PredicateCue(words, [SAILORS], {3: 0.5}, values=VALUES)
    return {predicate.words(predicate.column.name) for predicate, _ in generator(cue)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Of the 24–28s, a mere 12 came.", {"age_group is '24-28'"}),
        ("The commonest answer is 24 to 28 (436 votes).", {"age_group is '24-28'"}),
        ("In the big group, 29-33, we saw 32%.", {"age_group is '29-33'"}),
        ("Between 24 and 28 we saw 32%.", {"age_group is '24-28'"}),
        ("The 65+ are 12.", {"age_group is '65+'"}),
        ("It rose from 24 to 27 in 12 harbours.", set()),
        ("The score was 24–28/3 in 12 harbours.", set()),
    ],
)
def test_a_band_is_named_by_its_ends(parser, sentence, expected):
    assert said(parser, named_bands, sentence, claim=-1) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("300 of them own a boat.", {"boat is 'Own'"}),
        ("More of them own (300) than rent (290).", {"boat is 'Own'"}),
        ("300 sailors are owners.", {"boat is 'Own'"}),
        ("300 of them brought their own food.", set()),
        ("300 of them sail in order.", set()),
    ],
)
def test_verbs_name_values_that_are_verbs(parser, sentence, expected):
    assert said(parser, verbs_as_values, sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("310 even earned more.", {"pay_change is 'Increased'"}),
        ("310 earned less than before.", {"pay_change is 'Decreased'"}),
        ("For 310 of them pay went up.", {"pay_change is 'Increased'"}),
        ("For 310 of them pay fell.", {"pay_change is 'Decreased'"}),
        ("310 sailors had more expensive boats.", set()),
        ("More than 310 sailors came.", set()),
    ],
)
def test_which_way_things_went_is_an_answer(parser, sentence, expected):
    assert said(parser, directions, sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Scurvy developed in 79 sailors.", {"outcome is '1_yes'"}),
        ("Those who rent had an incidence of 17%.", {"outcome is '1_yes'"}),
        ("The north had a rate of 5.3%.", {"outcome is '1_yes'"}),
        ("Scurvy did not develop in 79 sailors.", set()),
        ("79 sailors came at any rate.", set()),
    ],
)
def test_what_happened_is_the_outcome(parser, sentence, expected):
    assert said(parser, outcomes, sentence) == expected
