"""Values that are words without their vowels, and the words of texts that stand for them."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.retrieval.generators.shortened_words import shortened_words, skeleton
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

PLACE = Column(1, 1, "place", "place", "text", "S", None)
UNIT = Column(2, 1, "unit", "unit", "text", "S", None)
TABLE = Table(1, "flat", "housing.flat", None, (PLACE, UNIT))
VALUES = {1: ["BTM", "TOP", "MDL"], 2: ["aprtmnt", "house", "km"]}


def passage(text, own=(), *, is_own=True):
    """Cut a sentence of words with their tags, as in "the/DT bottom/NN", at blanks."""
    tokens, at = [], 0
    for part in text.split(" "):
        word, _, tag = part.partition("/")
        tokens.append(Token(word, at, at + len(word), word.lower().rstrip("s"), tag or "NN", "", 0))
        at += len(word) + 1
    weights = tuple(0.0 if index in own else 0.5 for index in range(len(tokens)))
    return Passage(tuple(tokens), weights, is_own, frozenset(own))


def found(*passages):
    cue = PredicateCue(ClaimWords(passages), [TABLE], {}, values=VALUES)
    return {(predicate.column.name, predicate.literal): seen.parts for predicate, seen in shortened_words(cue)}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("the/DT bottom/NN flat/NN", {("place", "BTM")}),
        ("12/CD apartments/NNS", {("unit", "aprtmnt")}),
        ("the/DT middle/JJ floor/NN", {("place", "MDL")}),
        ("the/DT top/NN floor/NN", set()),
        ("a/DT boat/NN team/NN", set()),
        ("they/PRP bought/VBD metal/NN", set()),
        ("BTM/NNP", set()),
        ("km/NN", set()),
    ],
)
def test_a_word_names_the_value_that_it_is_without_its_vowels(text, values):
    assert set(found(passage(text))) == values


def test_a_word_of_the_sentence_itself_names_it_in_full():
    own = found(passage("the/DT bottom/NN flat/NN"))["place", "BTM"]
    before = found(passage("12/CD flats/NNS"), passage("the/DT bottom/NN flat/NN", is_own=False))["place", "BTM"]
    assert (own["said"], before["said"]) == (1.0, 0.0)


def test_a_word_that_states_the_number_names_nothing():
    assert found(passage("the/DT bottom/NN flat/NN", own=(1,))) == {}


def test_a_vowel_at_the_beginning_stays():
    assert [skeleton(word) for word in ("Apartment", "bottom", "yards")] == ["aprtmnt", "btm", "yrds"]
