"""Columns and values that are made of initials or beginnings, and the words of texts that stand for them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.acronyms import Acronyms
from factcheck.retrieval.generators.codes_of_names import codes_for, codes_of_names
from factcheck.retrieval.generators.thresholds import threshold_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

AIRPORT = Column(1, 1, "origin", "origin", "text", "S", None)
CITY = Column(2, 1, "city", "city", "text", "S", None)
TABLE = Table(1, "departure", "air.departure", None, (AIRPORT, CITY))
CODES = ("DEN", "SLC", "STL", "BOS", "MTL", "NYY", "NYM", "SAN", "SFO", "TB")
NAMES = {"hdi": 1.0, "ppg": 1.0, "toi": 1.0, "col": 1.0, "hr": 0.8, "bmi": 1.0, "bty": 1.0}


def passage(text):
    """Cut a sentence of words with their tags, as in "New/NNP York/NNP", at blanks; hyphens stand alone."""
    tokens, at = [], 0
    for part in text.split(" "):
        word, _, tag = part.partition("/")
        tokens.append(Token(word, at, at + len(word), word.lower(), tag or "NN", "", 0))
        at += len(word) + 1
    return Passage(tuple(tokens), (0.5,) * len(tokens), True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("human/JJ development/NN index/NN", [("hdi", "index")]),
        ("goals/NNS on/IN the/DT power/NN", []),
        ("points/NNS per/IN game/NN", [("ppg", "game")]),
        ("time/NN on/IN ice/NN", [("toi", "ice")]),
        ("the/DT cost/NN of/IN living/NN", [("col", "living")]),
        ("body/NN -/HYPH mass/NN index/NN", [("bmi", "index")]),
        ("heart/NN rate/NN", [("hr", "rate")]),
        ("heart/NN of/IN the/DT region/NN", []),
        ("Hudson/NNP River/NNP", []),
        ("he/PRP ran/VBD", []),
        ("a/DT homer/NN", [("hr", "homer")]),
        ("his/PRP$ BP/NNP", [("BP", "bp")]),
        ("in/IN the/DT US/NNP", []),
        ("the/DT beauty/NN of/IN it/PRP", [("bty", "beauty")]),
        ("the/DT bounty/NN of/IN it/PRP", []),
    ],
)
def test_words_stand_for_a_column_that_has_their_initials(text, said):
    acronyms = Acronyms(NAMES, {"homer": ("hr",)})
    assert [(each.name, each.head) for each in acronyms.found([passage(text)])] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("body/NN mass/NN index/NN at/IN baseline/NN", [("blbmi", "index")]),
        ("their/PRP$ BMI/NNP", [("blbmi", "bmi")]),
        ("big/JJ men/NNS", []),
    ],
)
def test_a_longer_name_may_end_with_initials(text, said):
    acronyms = Acronyms({}, {}, ending={"bmi": ("blbmi",)})
    assert [(each.name, each.head) for each in acronyms.found([passage(text)])] == said


def test_two_words_are_weaker_evidence_than_three():
    two, three = Acronyms(NAMES, {}).found([passage("heart/NN rate/NN ,/, human/JJ development/NN index/NN")])
    assert two.weight < three.weight


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("DENVER", ["DEN"]),
        ("SALT LAKE CITY", ["SLC"]),
        ("ST LOUIS", ["STL"]),
        ("MONTREAL", ["MTL"]),
        ("NEW YORK", ["NYM", "NYY"]),
        ("SAN FRANCISCO", ["SFO"]),
        ("TAMPA BAY", ["TB"]),
        ("TBILISI", []),
        ("LONDON", []),
    ],
)
def test_a_name_is_shortened_to_a_code(name, codes):
    assert next(codes_for(name.split(), CODES), ([], 0.0))[0] == codes


def restrictions(text, named=()):
    cue = PredicateCue(ClaimWords((passage(text),)), [TABLE], {}, named=named, codes={1: CODES})
    return {predicate.literal: seen for predicate, seen in codes_of_names(cue)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("flights/NNS from/IN Denver/NNP", {"DEN"}),
        ("Boston/NNP Red/NNP Caps/NNPS", {"BOS"}),
        ("flights/NNS from/IN New/NNP York/NNP", {"NYM", "NYY"}),
        ("the/DT dens/NNS", set()),
        ("sandy/JJ flights/NNS", set()),
    ],
)
def test_a_proper_name_restricts_a_column_of_codes(text, said):
    assert restrictions(text).keys() == said


def test_a_code_that_one_of_several_may_be_is_not_named_in_full():
    assert restrictions("in/IN Denver/NNP")["DEN"].parts["said"] == 1.0
    assert restrictions("in/IN New/NNP York/NNP")["NYM"].parts["said"] == 0.0


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("towns/NNS with/IN fewer/JJR than/IN 900/CD people/NNS", ["settlers_1990", "settlers_1980"]),
        ("players/NNS with/IN over/IN 900/CD free/JJ throws/NNS", ["FT"]),
        ("the/DT 900/CD ,/, people/NNS say/VBP", []),
    ],
)
def test_a_threshold_is_about_what_its_number_counts(text, columns):
    old, new = (Column(n, 1, f"settlers_{year}", "", "integer", "N", None) for n, year in ((3, 1980), (4, 1990)))
    short = Column(5, 1, "FT", "", "integer", "N", None)
    sentence = passage(text)
    at = next(token.start for token in sentence.tokens if token.tag == "CD")
    number = Number(at, at + 3, "900", Decimal(900), comparison="<")
    called = {"people": frozenset({3, 4}), "throws": frozenset({5})}
    table = Table(1, "place", "public.place", None, (old, new, short))
    cue = PredicateCue(ClaimWords((sentence,), (number,), (number,)), [table], {}, called=called)
    assert [predicate.column.name for predicate, _ in threshold_predicates(cue)] == columns


def test_a_name_that_is_a_value_itself_stands_for_no_code():
    named = [(Equals(CITY, "Denver"), Seen(1.0, {"said": 1.0}))]
    assert restrictions("flights/NNS from/IN Denver/NNP", named) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the/DT marital/JJ status/NN", [("marstat", "status")]),
        ("a/DT difficult/JJ cannulation/NN", [("difcan", "cannulation")]),
        ("the/DT status/NN marital/JJ", []),
        ("a/DT different/JJ status/NN", []),
        ("the/DT married/VBN and/CC statistics/NN", []),
    ],
)
def test_a_column_may_be_called_by_the_beginnings_of_two_words(text, said):
    acronyms = Acronyms({}, {}, frozenset({"marstat", "difcan"}))
    assert [(each.name, each.head) for each in acronyms.found([passage(text)])] == said
