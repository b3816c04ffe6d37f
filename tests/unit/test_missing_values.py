"""Words for values that are missing, or there."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage, passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.is_null import IsNull
from factcheck.retrieval.generators.missing_values import missing_values
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

AGE = Column(1, 1, "age", "age", "integer", "N", None, has_missing=True)
NICKNAME = Column(2, 1, "nickname", "nickname", "text", "S", None, has_missing=True)
SAILORS = Table(1, "sailor", "harbour.sailor", None, (AGE, NICKNAME))


def found(sentence: str) -> set[str]:
    """Return the conditions that a sentence makes, of which the age is what the claim is about."""
    named = {"age": {1: 1.0}, "ages": {1: 1.0}, "nickname": {2: 1.0}}
    cue = PredicateCue(ClaimWords((passage(sentence, True),)), [SAILORS], {1: 1.0}, columns_named_by=named)
    return {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("for 12 sailors no age is on record", {"age IS NULL"}),
        ("12 sailors have no recorded age", {"age IS NULL"}),
        ("for 12 sailors nothing was noted", {"age IS NULL"}),
        ("the age is undefined for 12 sailors", {"age IS NULL"}),
        ("the age is not defined for 12 sailors", {"age IS NULL"}),
        ("for 12 sailors they forgot to note the age", {"age IS NULL"}),
        ("12 sailors carry a nickname", {"NOT nickname IS NULL"}),
        ("12 sailors have a nickname", {"NOT nickname IS NULL"}),
        ("12 sailors are of that age", set()),
        ("12 sailors didn't give one", {"age IS NULL"}),
        ("for 12 sailors nobody wrote down the age", {"age IS NULL"}),
        ("of 12 sailors we know what their nickname was", {"NOT nickname IS NULL"}),
        ("12 sailors kept it to themselves", {"age IS NULL"}),
        ("12 sailors lost theirs", {"age IS NULL"}),
        ("12 sailors gave one", set()),
        ("the age was on record for 12 sailors", {"age IS NOT NULL"}),
        ("the age could be worked out for 12 sailors", {"age IS NOT NULL"}),
        ("the age has been determined for 12 sailors", {"age IS NOT NULL"}),
        ("the age cannot be worked out for 12 sailors", {"age IS NULL"}),
        ("the age could not be determined for 12 sailors", {"age IS NULL"}),
        ("a nickname is named for 12 sailors", {"NOT nickname IS NULL"}),
        ("a nickname exists for 12 sailors", {"NOT nickname IS NULL"}),
        ("for 12 sailors there is a nickname", {"NOT nickname IS NULL"}),
        ("no nickname exists for 12 sailors", {"nickname IS NULL"}),
        ("no age could be calculated for 12 sailors", {"age IS NULL"}),
        ("a nickname does not exist for 12 sailors", {"nickname IS NULL"}),
        ("for 12 sailors the age is not on file", {"age IS NULL"}),
        ("12 sailors were not measured for age", set()),
        ("12 sailors of that age were registered", set()),
        ("12 sailors exist", set()),
        ("there is a nickname which 12 sailors dread", set()),
        ("12 sailors on record came of age", set()),
    ],
)
def test_words_for_what_is_missing_or_there(sentence, expected):
    assert {each.replace("nickname IS NOT NULL", "NOT nickname IS NULL") for each in found(sentence)} == expected


def test_what_tells_rows_apart_is_not_known_or_unknown():
    berth = Column(3, 2, "cabin_id", "cabin_id", "integer", "N", None)
    deck = Column(4, 2, "deck", "deck", "text", "S", None)
    cabins = Table(2, "cabin", "harbour.cabin", None, (berth, deck), rows=40)
    named = {"cabins": {3: 1.0}, "deck": {4: 1.0}}
    for sentence, expected in (
        ("12 cabins were assigned to the crew", set()),
        ("the deck was recorded for 12 cabins", {"deck IS NOT NULL"}),
    ):
        cue = PredicateCue(ClaimWords((passage(sentence, True),)), [cabins], {}, columns_named_by=named)
        assert {each.sql(each.column.sql_name) for each, _ in missing_values(cue)} == expected


@pytest.mark.parametrize(
    ("sentence", "claim", "expected"),
    [
        ("The age is missing in 12 rows, the nickname in 30.", 1, "nickname"),
        ("The age is missing in 12 rows, the nickname in 30.", 0, "age"),
        ("The age of 36 sailors from the northern villages is unknown.", 0, "age"),
    ],
)
def test_what_is_missing_may_be_carried_on(parser, sentence, claim, expected):
    own, _ = parsed_passage(parser, sentence, claim)
    named = {"age": {1: 1.0}, "nickname": {2: 1.0}}
    cue = PredicateCue(ClaimWords((own,)), [SAILORS], {}, columns_named_by=named)
    assert IsNull(AGE if expected == "age" else NICKNAME) in {predicate for predicate, _ in missing_values(cue)}


@pytest.mark.parametrize(
    ("before", "sentence", "expected"),
    [
        ("Age counts for much.", "It is missing in 12 files.", {"age IS NULL"}),
        ("We come to the nickname.", "In 12 files it is left blank.", {"nickname IS NULL"}),
        ("The age decides on a nickname.", "It was not recorded for 12 sailors.", {"age IS NULL"}),
        ("The age decides on a nickname.", "It is known for 12 sailors.", {"age IS NOT NULL"}),
        ("Age counts for much.", "It is unknown why 12 sailors left.", set()),
        ("Age counts for much.", "It is high in 12 files.", set()),
        ("The sea is calm.", "It is missing in 12 files.", set()),
    ],
)
def test_a_pronoun_is_missing_as_what_it_stands_for(parser, before, sentence, expected):
    own, _ = parsed_passage(parser, sentence, 0)
    [parse] = parser.parse([before])[0]
    context = Passage(parse.tokens, (0.2,) * len(parse.tokens), False)
    named = {"age": {1: 1.0}, "nickname": {2: 1.0}}
    cue = PredicateCue(ClaimWords((own, context)), [SAILORS], {}, columns_named_by=named)
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)} == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The age was on record for 12 nicknames.", {"age IS NOT NULL"}),
        ("The age is missing for 12 nicknames.", {"age IS NULL"}),
        ("12 nicknames are known.", {"nickname IS NOT NULL"}),
    ],
)
def test_what_is_counted_is_not_what_is_known_of_it(parser, sentence, expected):
    own, _ = parsed_passage(parser, sentence, 0)
    named = {"age": {1: 1.0}, "nicknames": {2: 1.0}}
    cue = PredicateCue(ClaimWords((own,)), [SAILORS], {}, columns_named_by=named)
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)} == expected


@pytest.mark.parametrize(
    ("before", "sentence", "expected"),
    [
        ("Age", "There are 12 missing values.", {"age IS NULL"}),
        ("Nickname", "It has 12 NAs.", {"nickname IS NULL"}),
        ("The sea is calm.", "There are 12 missing values.", set()),
        ("Nickname", "There are 12 missing values of age.", {"age IS NULL"}),
    ],
)
def test_values_are_missing_of_what_a_section_is_about(parser, before, sentence, expected):
    own, _ = parsed_passage(parser, sentence, 0)
    [parse] = parser.parse([before])[0]
    context = Passage(parse.tokens, (0.2,) * len(parse.tokens), False)
    named = {"age": {1: 1.0}, "nickname": {2: 1.0}, "values": {2: 1.0}}
    cue = PredicateCue(ClaimWords((own, context)), [SAILORS], {}, columns_named_by=named)
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)} == expected


REFUNDED = Column(5, 3, "refund_ts", "refund_ts", "date", "D", None, has_missing=True)
LOADED = Column(6, 3, "first_load_ts", "first_load_ts", "date", "D", None, has_missing=True)
VOYAGES = Table(3, "voyage", "harbour.voyage", None, (REFUNDED, LOADED))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The refund rate is 12 %.", {"refund_ts IS NOT NULL"}),
        ("There were 12 refunds.", {"refund_ts IS NOT NULL"}),
        ("There were 12 refunded voyages.", {"refund_ts IS NOT NULL"}),
        ("A refund takes 12 days.", set()),
        ("The load rate is 12 %.", set()),
    ],
)
def test_what_happened_has_a_time(parser, sentence, expected):
    own, _ = parsed_passage(parser, sentence, 0)
    named = {"refund": {5: 1.0}, "refunds": {5: 1.0}, "refunded": {5: 1.0}, "load": {6: 1.0}}
    cue = PredicateCue(ClaimWords((own,)), [VOYAGES], {}, columns_named_by=named)
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)} == expected


CONTACT = Column(3, 2, "email", "email", "text", "S", None)
MEMBERS = Table(2, "member", "club.member", None, (CONTACT,))


@pytest.mark.parametrize(
    ("blanks", "sentence", "expected"),
    [
        (("N/A",), "12 members have no email", {"email = 'N/A'"}),
        (("", "-"), "12 members have no email", {"(email = '' OR email = '-')"}),
        (("N/A",), "12 members gave an email", {"NOT (email = 'N/A')"}),
        (("N/A",), "12 members provided their email", {"NOT (email = 'N/A')"}),
        (("N/A",), "12 members have an email", {"NOT (email = 'N/A')"}),
        ((), "12 members gave an email", set()),
    ],
)
def test_a_text_may_stand_for_a_missing_value(blanks, sentence, expected):
    words = ClaimWords((passage(sentence, True),))
    known = {3: blanks} if blanks else {}
    cue = PredicateCue(words, [MEMBERS], {}, columns_named_by={"email": {3: 1.0}}, blanks=known)
    written = {predicate.sql("email") for predicate, _ in missing_values(cue)}
    assert {each for each in written if "NULL" not in each} == expected


RETURNED = Column(4, 3, "returned_on", "returned_on", "date", "D", None, has_missing=True)
LOANS = Table(3, "loan", "club.loan", None, (RETURNED,))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("12 boats were returned.", {"returned_on IS NOT NULL"}),
        ("12 boats were never returned.", {"returned_on IS NULL"}),
        ("12 boats are old.", set()),
    ],
)
def test_a_day_tells_whether_it_has_happened(parser, sentence, expected):
    own, _ = parsed_passage(parser, sentence, 0)
    cue = PredicateCue(ClaimWords((own,)), [LOANS], {}, columns_named_by={"returned": {4: 1.0}})
    assert {predicate.sql("returned_on") for predicate, _ in missing_values(cue)} == expected


@pytest.mark.parametrize("sentence", ["12% of the cases are still unresolved.", "12 cases remain unresolved."])
def test_what_a_word_denies_has_no_day(parser, sentence):
    resolved = Column(5, 3, "resolution_date", "resolution_date", "date", "D", None, has_missing=True)
    cases = Table(3, "cases", "club.cases", None, (resolved,))
    own, _ = parsed_passage(parser, sentence, 0)
    cue = PredicateCue(ClaimWords((own,)), [cases], {})
    assert {predicate.sql("day") for predicate, _ in missing_values(cue)} == {"day IS NULL"}


@pytest.mark.parametrize(
    ("name", "sentence", "expected"),
    [
        ("rating", "12 tours were rated.", {"rating IS NOT NULL"}),
        ("guide_rating", "12 tours were rated.", {"guide_rating IS NOT NULL"}),
        ("rating", "12 tours were rated 4.", set()),
        ("worst_guide_rating_of_year", "The last place is rated by 12 guests.", set()),
    ],
)
def test_what_was_done_is_known_of_a_column_that_a_verb_names(parser, name, sentence, expected):
    column = Column(7, 3, name, name, "numeric", "N", None, has_missing=True)
    own, _ = parsed_passage(parser, sentence, 0)
    table = Table(3, "tour", "harbour.tour", None, (column,))
    cue = PredicateCue(ClaimWords((own,)), [table], {}, columns_named_by={"rated": {7: 1.0}})
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)} == expected


@pytest.mark.parametrize(
    ("has_missing", "expected"),
    [(False, set()), (True, {"fever IS NOT NULL"})],
)
def test_a_flag_without_gaps_says_yes_where_it_is_reported(has_missing, expected):
    fever = Column(8, 4, "fever", "fever", "text", "S", None, has_missing=has_missing)
    patients = Table(4, "patient", "clinic.patient", None, (fever,), rows=40)
    own = passage("fever was reported by 12 patients", True)
    cue = PredicateCue(
        ClaimWords((own,)), [patients], {}, values={8: ["no", "yes"]}, columns_named_by={"fever": {8: 1.0}}
    )
    assert {predicate.sql(predicate.column.sql_name) for predicate, _ in missing_values(cue)} == expected
