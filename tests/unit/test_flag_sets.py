"""Sets of flags: which columns are one, and how many of them a sentence says are set."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.flag_sets import flag_sets
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

NAMES = ("symptom_fever", "symptom_cough", "symptom_pain", "age")
COLUMNS = tuple(Column(number, 1, name, name, "integer", "N", None) for number, name in enumerate(NAMES, 1))
PATIENTS = Table(1, "patient", "clinic.patient", None, COLUMNS)
VALUES = {1: ("0", "1"), 2: ("0", "1"), 3: ("1",), 4: ("31", "32")}
NAMED_BY = {form: {1: 1.0, 2: 1.0, 3: 1.0} for form in ("symptom", "symptoms")}


def said(parser, sentence: str, values=VALUES) -> list[tuple[str, str]]:
    """Return how the number of flags compares, and with what, that a sentence asks for."""
    own, _ = parsed_passage(parser, sentence, 0)
    cue = PredicateCue(ClaimWords((own,)), [PATIENTS], {}, values=values, columns_named_by=NAMED_BY)
    return [(predicate.comparison, predicate.bound) for predicate, _ in flag_sets(cue)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("212 patients had at least one symptom.", (">=", "1")),
        ("212 patients had any of the symptoms.", (">=", "1")),
        ("212 patients had none of the symptoms.", ("<", "1")),
        ("212 patients had no symptoms.", ("<", "1")),
        ("212 patients didn't have any symptoms.", ("<", "1")),
        ("212 patients had more than one symptom.", (">", "1")),
        ("212 patients had two or more symptoms.", (">=", "2")),
        ("212 patients had several symptoms.", (">", "1")),
        ("212 patients had exactly two symptoms.", ("=", "2")),
        ("212 patients had all three symptoms.", ("=", "3")),
        ("212 patients had all of the symptoms.", ("=", "3")),
    ],
)
def test_a_phrase_says_how_many_flags_are_set(parser, sentence, expected):
    assert said(parser, sentence) == [expected]


@pytest.mark.parametrize(
    "sentence",
    [
        "212 patients had symptoms.",
        "212 patients had at least one visit.",
        "212 patients had all four symptoms.",
        "212 patients had fever.",
    ],
)
def test_without_a_phrase_or_the_name_of_the_set_nothing_is_asked(parser, sentence):
    assert said(parser, sentence) == []


def test_columns_with_other_values_are_no_flags(parser):
    assert said(parser, "212 patients had at least one symptom.", {**VALUES, 3: ("0", "1", "2")}) == []
