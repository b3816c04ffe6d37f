"""Values that are words written shorter, and the words of texts that stand for them."""

from __future__ import annotations

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.shortened_words import shortened_words
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import may_shorten

PLACE = Column(1, 1, "place", "place", "text", "S", None)
UNIT = Column(2, 1, "unit", "unit", "text", "S", None)
RANK = Column(3, 1, "rank", "rank", "text", "S", None)
TABLE = Table(1, "flat", "housing.flat", None, (PLACE, UNIT, RANK))
VALUES = {
    1: ["BTM", "TOP", "MDL"],
    2: ["aprtmnt", "house", "km"],
    3: ["Mgr", "Dir", "Fin", "Ops", "Coll grad", "Some coll", "Self-emp", "Cat", "Amex"],
}
SHORT_FORMS = frozenset("btm mdl aprtmnt km mgr dir fin ops coll grad emp amex".split())


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
    cue = PredicateCue(ClaimWords(passages), [TABLE], {}, values=VALUES, short_forms=SHORT_FORMS)
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
        ("the/DT managers/NNS", {("rank", "Mgr")}),
        ("12/CD directors/NNS", {("rank", "Dir")}),
        ("they/PRP worked/VBD in/IN finance/NN", {("rank", "Fin")}),
        ("they/PRP worked/VBD in/IN operations/NNS", {("rank", "Ops")}),
        ("12/CD college/NN graduates/NNS", {("rank", "Coll grad")}),
        ("with/IN some/DT college/NN", set()),
        ("12/CD self/NN -/HYPH employed/JJ people/NNS", {("rank", "Self-emp")}),
        ("12/CD self/NN made/JJ people/NNS", set()),
        ("12/CD catalogues/NNS", set()),
        ("by/IN American/NNP Express/NNP", {("rank", "Amex")}),
        ("an/DT American/JJ firm/NN", set()),
    ],
)
def test_a_word_names_the_value_that_is_written_shorter(text, values):
    assert set(found(passage(text))) == values


def test_a_word_of_the_sentence_itself_names_it_in_full():
    own = found(passage("the/DT bottom/NN flat/NN"))["place", "BTM"]
    before = found(passage("12/CD flats/NNS"), passage("the/DT bottom/NN flat/NN", is_own=False))["place", "BTM"]
    assert (own["said"], before["said"]) == (1.0, 0.0)


def test_a_word_that_states_the_number_names_nothing():
    assert found(passage("the/DT bottom/NN flat/NN", own=(1,))) == {}


def test_a_word_that_names_another_value_in_full_is_none_in_short():
    direct = Equals(PLACE, "direct")
    seen = Seen(0.5, {"terms": 0.5, "covered": 1.0, "said": 1.0})
    cue = PredicateCue(
        ClaimWords((passage("12/CD direct/JJ flights/NNS"),)),
        [TABLE],
        {},
        named=[(direct, seen)],
        values=VALUES,
        short_forms=SHORT_FORMS,
    )
    assert list(shortened_words(cue)) == []


@pytest.mark.parametrize(
    ("short", "word"),
    [
        ("twnhse", "townhouse"),
        ("abnorml", "abnormal"),
        ("aprtmnt", "apartment"),
        ("cath", "catholics"),
        ("peds", "pediatrics"),
    ],
)
def test_most_letters_in_their_order_may_shorten_a_word(short, word):
    assert may_shorten(short, word)


@pytest.mark.parametrize(
    ("short", "word"),
    [("mdl", "metal"), ("fin", "fine"), ("btm", "boat"), ("hp", "hip"), ("opr", "options"), ("rtn", "rotating")],
)
def test_other_letters_or_too_few_shorten_none(short, word):
    assert not may_shorten(short, word)
