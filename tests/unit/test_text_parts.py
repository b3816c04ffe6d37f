"""Parts of text that several values have in common, in whatever form they and the sentence write it."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.text_parts import text_parts
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

TOUR = Column(1, 1, "tour", "tour", "text", "S", None)
TABLE = Table(1, "trip", "harbour.trip", None, (TOUR,))


def parts(parser, sentence: str, *values: str) -> set[tuple[str, bool]]:
    """Return the texts that values contain by a sentence, and whether they begin with them."""
    [parse] = parser.parse([sentence])[0]
    passage = Passage(parse.tokens, (0.5,) * len(parse.tokens), True)
    named = [(Equals(TOUR, value), Seen(1.0, {"terms": 1.0})) for value in values]
    cue = PredicateCue(ClaimWords((passage,)), [TABLE], {1: 1.0}, named)
    return {(predicate.text, predicate.at_start) for predicate, _ in text_parts(cue)}


@pytest.mark.parametrize(
    ("sentence", "values", "expected"),
    [
        ("12 guests took a whale watching tour.", ["Whale Watching Tours North", "Whale Watching Tour South"], True),
        ("12 guests took whale watch tours.", ["Whale Watching Tours North", "Whale Watching Tour South"], True),
        ("12 guests took a whale tour.", ["Whale Watching Tours North", "Whale Watching Tour South"], False),
        ("12 guests took a whale watching tour.", ["Whale Watching Tour"], False),
    ],
)
def test_values_share_a_phrase_in_other_forms(parser, sentence, values, expected):
    assert (("whale watching tour", True) in parts(parser, sentence, *values)) is expected


def test_a_common_noun_in_another_form_is_no_part(parser):
    assert parts(parser, "12 boats were sold.", "Red Boat North", "Boat South") == set()


def test_a_noun_in_the_plural_is_what_names_end_in(parser):
    assert parts(parser, "There are 12 sparrows.", "Song Sparrow", "Fox Sparrow") == {("sparrow", False)}
    assert parts(parser, "There are 12 foxes.", "Fox Sparrow", "Fox Wren") == set()
    assert parts(parser, "There are 12 tours.", "Fjord Tour", "Whale Tour") == set()  # all are tours
    assert parts(parser, "There are 12 sparrows.", "Song Sparrow") == set()


def test_the_unit_of_a_number_is_no_part(parser):
    plans = ("A 3 month plan", "A 12 month plan")
    assert parts(parser, "Those who stay 13-24 months pay 28%.", *plans) == set()
    assert ("month plan", False) in parts(parser, "Those with month plans pay 28%.", *plans)


def test_what_is_called_something_begins_so(parser):
    assert ("Porte", True) in parts(parser, "20 stations are called Porte something.")


def test_forms_of_a_word_that_have_little_in_common_are_no_part(parser):
    assert parts(parser, "Three teams bought equipment.", "buyers of equipment", "bought equipment") == {
        ("equipment", False)
    }


def test_a_word_of_a_value_named_in_full_is_no_beginning(parser):
    assert parts(parser, "12 guests came to New Harbour.", "New Harbour", "New Castle") == set()
    assert parts(parser, "12 guests came to the South.", "South Harbour", "South Castle") == {("South", True)}


@pytest.mark.parametrize(
    "sentence", ["4 tours have the word fjord in their name.", "There are 4 tours with the term fjord in it."]
)
def test_a_word_that_is_said_to_be_inside(parser, sentence):
    assert ("fjord", False) in parts(parser, sentence, "Fjord Cruise", "Castle")


@pytest.mark.parametrize("numbers", [(1, 2), (1, 8), (7, 32)])
def test_columns_that_have_a_word_alike_are_in_the_order_of_their_table(parser, numbers):
    columns = tuple(
        Column(n, 1, name, name, "text", "S", None) for n, name in zip(numbers, ("unit", "title"), strict=True)
    )
    [parse] = parser.parse(["There are 12 paid by the police."])[0]
    passage = Passage(parse.tokens, (0.5,) * len(parse.tokens), True)
    cue = PredicateCue(
        ClaimWords((passage,)),
        [Table(1, "wage", "town.wage", None, columns)],
        {},
        words_inside={"police": frozenset(numbers)},
    )
    found = [predicate.column.name for predicate, _ in text_parts(cue)]
    assert found == ["unit", "title"]
