"""Values that texts call otherwise: by codes, full names, names of people, and by numbers behind a noun."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.one_of import OneOf
from factcheck.retrieval.generators.initials import initials
from factcheck.retrieval.generators.negations import negations
from factcheck.retrieval.generators.numbered_values import numbered_values
from factcheck.retrieval.generators.other_names import other_names
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.words.code_systems import SYSTEMS, leading_codes, leading_letters, system_of, values_by_name
from factcheck.words.opposites import says_of

COUNTRY = Column(1, 1, "origin", "origin", "text", "S", None)
STATE = Column(2, 1, "st", "st", "text", "S", None)
SEX = Column(3, 1, "sex", "sex", "text", "S", None)
DEPOT = Column(4, 1, "depot", "depot", "integer", "N", None)
TEAM = Column(5, 1, "team", "team", "text", "S", None)
HEAT = Column(6, 1, "heat", "heat", "text", "S", None)
SCORE = Column(7, 1, "score", "score", "text", "S", None)
TABLE = Table(1, "runner", "race.runner", None, (COUNTRY, STATE, SEX, DEPOT, TEAM, HEAT, SCORE))
VALUES = {1: ["DEU", "KEN", "USA", "KOR"], 2: ["tx", "ca", "Ohio"], 3: ["F", "M", "unknown"], 6: ["W", "L", "D"]}
SCORES = ["W 3 - 1", "L 0 - 2", "W 2 - 0", "T 1 - 1"]


def passage(text, own=()):
    """Cut a sentence at blanks; words that begin with a capital or a small letter are nouns alike."""
    tokens, at = [], 0
    for word in text.split(" "):
        tag = "CD" if word.isdecimal() else "CC" if word in {"and", "&"} else "NNS" if word.endswith("s") else "NN"
        tokens.append(Token(word, at, at + len(word), word.lower().rstrip("s") or word, tag, "", 0))
        at += len(word) + 1
    weights = tuple(0.0 if index in own else 0.5 for index in range(len(tokens)))
    return Passage(tuple(tokens), weights, True, frozenset(own))


def cue(text, own=()):
    sentence = passage(text, own)
    numbers = tuple(
        Number(token.start, token.end, token.text, Decimal(token.text))
        for index, token in enumerate(sentence.tokens)
        if token.tag == "CD" and index not in own
    )
    return PredicateCue(
        ClaimWords((sentence,), (), numbers),
        [TABLE],
        {},
        values={5: ["A", "B"]},
        columns_named_by={"depot": {4: 1.0}, "depots": {4: 1.0}, "team": {5: 1.0}},
        columns_with={"4": {4}, "17": {4}},
        other_names={number: values_by_name(values, system_of(values)) for number, values in VALUES.items()},
        beginnings={7: leading_codes(SCORES)},
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the Germans were faster", {("origin", "DEU")}),
        ("12 runners from South Korea", {("origin", "KOR")}),
        ("runners from Texas and California", {("st", "tx"), ("st", "ca")}),
        ("the women of Ohio", {("sex", "F")}),
        ("African American runners", set()),
        ("most of us or they", set()),
        ("runners of the US", {("origin", "USA")}),
        ("runners from OH", {("st", "Ohio")}),
        ("they won 4 times", {("heat", "W"), ("score", "w ")}),
        ("2 wins and 1 defeat", {("heat", "W"), ("heat", "L"), ("score", "w "), ("score", "l ")}),
        ("one draw", {("heat", "D"), ("score", "t ")}),
    ],
)
def test_a_value_is_found_by_its_other_names(text, said):
    found = [
        (predicate.column.name, predicate.literal if isinstance(predicate, Equals) else predicate.text)
        for predicate, _ in other_names(cue(text))
    ]
    assert sorted(found) == sorted(said)


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (["M", "F"], "sexes"),
        (["male", "female", "", "n/a"], "sexes"),
        (["S", "M", "L"], "sizes"),
        (["S", "M"], None),
        (["S", "M", "D"], "marital_statuses"),
        (["Sales", "R&D", "IT", "HR"], None),
        (["W", "B", "A", "H"], None),
        (["CA", "NY", "TX"], "states_of_the_united_states"),
        (["CA", "GB", "DE", "US"], "countries"),
        (["CA", "DE"], None),
        (["Rome", "Oslo"], None),
        (["W", "L"], "results_of_games"),
        (["Chile", "Peru", "Bermuda", "Chile/ Peru", "Peru and Ghana", "Ghana, Chile"], "countries"),
        ([], None),
    ],
)
def test_values_show_of_what_they_are_codes(values, name):
    assert system_of(values) is (None if name is None else SYSTEMS[name])


@pytest.mark.parametrize(
    ("values", "column", "name"),
    [
        (["M", "W"], ["athlete", "sex"], "sexes"),
        (["M", "W"], ["marital", "status"], "marital_statuses"),
        (["S", "M"], ["size"], "sizes"),
        (["S", "M"], ["team"], None),
        (["en", "fr", "de"], ["lang"], "languages"),
        (["G", "F", "C"], ["pos"], "positions_in_basketball"),
        (["G", "F", "C"], ["block"], None),
        (["ORD", "SEA", "EWR"], ["dest"], "airports"),
    ],
)
def test_the_name_of_a_column_tells_codes_apart_that_mean_two_things(values, column, name):
    assert system_of(values, column) is (None if name is None else SYSTEMS[name])


@pytest.mark.parametrize(
    ("values", "name", "beginnings"),
    [
        (["W 3-1", "L 0-2", "W2-0"], "victory", ("w", "w ")),
        (["DE 80331", "US 10001", "DE 10115"], "germany", ("de ",)),
        (["Oslo 1", "Rome 2"], "oslo", ()),
        (["W 3-1", "postponed", "unknown", "L 2-0"], "win", ()),
        ([], "win", ()),
    ],
)
def test_values_may_begin_with_codes(values, name, beginnings):
    assert leading_codes(values).get(name, ()) == beginnings


@pytest.mark.parametrize(
    ("text", "own", "said"),
    [
        ("depot 4 sold 90", {3}, {("depot", "4")}),
        ("depot No. 17 leads", (), {("depot", "17")}),
        ("depot 5 sold 90", {3}, set()),
        ("there were 4 depots", (), set()),
        ("depot 4", {1}, set()),
        ("team A beat team B", (), {("team", "A"), ("team", "B")}),
        ("team C", (), set()),
        ("every depot grew , most in the 4th", (), {("depot", "4")}),
        ("every depot grew in the 4th week", (), set()),
        ("the depot grew in the 4th", (), set()),
    ],
)
def test_a_number_behind_the_name_of_a_column_is_its_value(text, own, said):
    found = [(predicate.column.name, predicate.literal) for predicate, _ in numbered_values(cue(text, own))]
    assert sorted(found) == sorted(said)


def test_a_label_is_the_value_of_the_column_that_it_begins_with():
    of_sentence = cue("depot 4 sold 90", {1, 3})
    label = Number(0, 7, "depot 4", Decimal(4), reason="a label")
    words = ClaimWords((passage("depot 4 sold 90", {3}),), (), (label,))
    found = [predicate for predicate, _ in numbered_values(replace(of_sentence, words=words))]
    assert found == [Equals(DEPOT, "4")]


def test_an_identifier_may_be_called_a_number_without_a_noun():
    bout = Column(10, 2, "bout_no", "bout_no", "integer", "N", None)
    label = Number(10, 20, "number 254", Decimal(254), reason="a label")
    words = ClaimWords((passage("there was number 254 with 12", {5}),), (), (label,))
    of_sentence = replace(
        cue("there was number 254 with 12", {5}), words=words, tables=[Table(2, "b", "b", None, (bout,))]
    )
    assert [predicate for predicate, _ in numbered_values(of_sentence)] == [Equals(bout, "254")]


def test_a_number_is_found_behind_the_letters_that_all_codes_of_a_column_have():
    of_sentence = replace(cue("team 40211 sold 90", {3}), prefixes={5: ("z", 5)})
    assert Equals(TEAM, "z40211") in {predicate for predicate, _ in numbered_values(of_sentence)}
    other_codes = replace(of_sentence, prefixes={5: ("z", 4)})
    assert TEAM not in {predicate.column for predicate, _ in numbered_values(other_codes)}


def test_a_number_names_the_numeral_that_a_column_has_for_it():
    numerals = {6: ["I", "II", "III", "IV"]}
    of_stages = replace(cue("heat 3 sold 90", {3}), values=numerals, columns_named_by={"heat": {6: 1.0}})
    assert [predicate for predicate, _ in numbered_values(of_stages)] == [Equals(HEAT, "III")]


def test_letters_of_a_list_share_the_noun_before_the_first():
    found = [predicate for predicate, _ in numbered_values(cue("team A sold 46 , B sold 31", {3, 7}))]
    assert found == [Equals(TEAM, "A"), Equals(TEAM, "B")]
    assert list(numbered_values(cue("A sold 46 , B sold 31", {2, 6}))) == []


def test_a_number_behind_the_name_of_a_table_is_no_value_that_nothing_knows():
    weight, length = (
        Column(8, 2, "weight", "weight", "integer", "N", None),
        Column(9, 2, "h", "h", "integer", "N", None),
    )
    bout = Column(10, 2, "bout_no", "bout_no", "integer", "N", None)
    games = Table(2, "games", "race.games", None, (weight, length, bout))
    of_sentence = replace(
        cue("the games 2024 had 31", {4}), tables=[games], columns_named_by={"games": {8: 0.2, 9: 0.2, 10: 0.2}}
    )
    assert [predicate for predicate, _ in numbered_values(of_sentence)] == [Equals(bout, "2024")]
    known = replace(of_sentence, columns_with={"2024": {8}})
    assert {predicate.column for predicate, _ in numbered_values(known)} == {weight, bout}
    named = replace(of_sentence, columns_named_by={"games": {8: 0.2}})
    assert [predicate.column for predicate, _ in numbered_values(named)] == [weight]


@pytest.mark.parametrize("text", ["depots 4 and 17 sold 90", "depots 4 & 17 sold 90"])
def test_numbers_behind_one_name_are_taken_together(text):
    found = [predicate for predicate, _ in numbered_values(cue(text, {len(text.split()) - 1}))]
    assert OneOf(DEPOT, ("17", "4")) in found
    assert {predicate.literal for predicate in found if isinstance(predicate, Equals)} == {"4", "17"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("human resources hired most", {"HR"}),
        ("the unit for research and development", {"R&D"}),
        ("the ICU was full", {"Intensive Care Unit"}),
        ("happy people and research", set()),
        ("the HQ", set()),
    ],
)
def test_a_value_is_found_by_initials(text, said):
    unit = replace(cue(text), values={5: ["HR", "R&D", "IT", "Intensive Care Unit", "Ward"]}, other_names={})
    assert {predicate.literal for predicate, _ in initials(unit)} == said


def test_two_small_words_may_have_the_initials_of_a_value_by_chance():
    values = {5: ["HR", "R&D", "IT", "Ward"]}
    [(_, by_chance)] = initials(replace(cue("happy runners"), values=values, other_names={}))
    [(_, named)] = initials(replace(cue("Human Resources"), values=values, other_names={}))
    assert (by_chance.parts["said"], named.parts["said"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("word", "name", "expected"),
    [
        ("uninsured", ("insured",), False),
        ("unfurnished", ("is", "furnished"), False),
        ("childless", ("children",), False),
        ("paid", ("unpaid",), False),
        ("understood", ("sold",), None),
        ("insured", ("insured",), None),
        ("lost", ("win", "loss"), False),
        ("won", ("win", "loss"), True),
        ("won", ("loss", "win"), False),
        ("road", ("home",), False),
    ],
)
def test_a_word_denies_what_a_flag_says(word, name, expected):
    assert says_of(word, name) is (True if expected is None and word in name else expected)


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("those who do not travel", ["Non-Travel", "Travel_Rarely"], {"Non-Travel"}),
        ("those who travel", ["Non-Travel", "Travel_Rarely"], set()),
        ("they were never employed", ["not employed", "employed"], {"not employed"}),
    ],
)
def test_what_a_sentence_denies_a_value_may_deny(text, values, said):
    travel = Column(9, 1, "habit", "habit", "text", "S", None)
    words = PredicateCue(
        ClaimWords((passage(text, ()),)), [Table(1, "t", "t", None, (travel,))], {}, values={9: values}
    )
    assert {each.literal for each, _ in negations(words) if isinstance(each, Equals)} == said


def test_initials_are_told_with_an_ampersand():
    unit = Column(9, 1, "unit", "unit", "text", "S", None)
    values = {9: ["Research_Development", "Sales"]}
    words = PredicateCue(
        ClaimWords((passage("R&D lost 12", ()),)), [Table(1, "t", "t", None, (unit,))], {}, values=values
    )
    assert [predicate.literal for predicate, _ in initials(words)] == ["Research_Development"]


@pytest.mark.parametrize(
    ("values", "letters"),
    [
        (["A1", "A2", "B1", "B2", "C-4", "C5"], {"a": ("A",), "b": ("B",), "c": ("C",)}),
        (["S01", "S02", "S03"], {}),
        (["A1", "A2", "B1"], {}),
        (["A1", "A2", "B1", "B2", "none"], {}),
        (["A123", "A124", "B123", "B124"], {}),
    ],
)
def test_a_letter_names_labels_that_begin_with_it_where_several_do(values, letters):
    assert leading_letters(values) == letters


@pytest.mark.parametrize(
    ("text", "beginnings"), [("the runners of grade B", {"B"}), ("a runner", set()), ("an A runner", {"A"})]
)
def test_a_capital_letter_alone_stands_for_all_labels_that_begin_with_it(text, beginnings):
    grade = Column(8, 1, "grade", "grade", "text", "S", None)
    table = Table(1, "runner", "race.runner", None, (grade,))
    labels = {8: leading_letters(["A1", "A2", "B1", "B2"])}
    found = other_names(PredicateCue(ClaimWords((passage(text),), (), ()), [table], {}, beginnings=labels))
    assert {predicate.text for predicate, _ in found} == beginnings


def test_a_number_is_that_of_the_column_which_has_it_where_two_are_called_alike():
    campaign, key, clicks = (
        Column(number, 3, name, name, "integer", "N", None)
        for number, name in enumerate(("campaign_id", "ad_campaign_id", "clicks"), 11)
    )
    adverts = Table(3, "advert", "shop.advert", None, (campaign, key, clicks))
    of_sentence = replace(
        cue("the campaign 916 had 31", {4}), tables=[adverts], columns_named_by={"campaign": {11: 0.3, 12: 0.3}}
    )
    assert {predicate.column for predicate, _ in numbered_values(of_sentence)} == {campaign, key}
    known = replace(of_sentence, columns_with={"916": {11}})
    assert [predicate for predicate, _ in numbered_values(known)] == [Equals(campaign, "916")]
