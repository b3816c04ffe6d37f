"""When a value counts as named in full: its small words, and numbers beside a word for their column."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.retrieval.generators.named_values import _Words
from factcheck.retrieval.how_named import with_all_words, with_number_cue, with_rivals
from factcheck.retrieval.predicate_scores import ScoredPredicate, with_names_known
from factcheck.retrieval.relevance import Seen

TITLE = Column(1, 1, "title", "title", "text", "S", None)
DECK = Column(2, 1, "deck", "deck", "integer", "N", None)


@pytest.mark.parametrize(
    ("literal", "words", "said", "is_named"),
    [
        ("This Is the Boat", 1, {"boat"}, False),
        ("This Is the Boat", 1, {"this", "is", "the", "boat"}, True),
        ("Night Boat", 2, {"night", "boats"}, True),
        ("Isle of Mull", 2, {"isle", "of", "mull"}, True),
    ],
)
def test_a_value_with_small_words_is_named_by_all_of_them(literal, words, said, is_named):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": words, "column": 0.0})
    _, with_words = with_all_words(Equals(TITLE, literal), seen, said)
    assert (with_words.parts["said"] == 1.0) is is_named


@pytest.mark.parametrize(
    ("literal", "said", "share"),
    [
        ("Same Tide", {"tide"}, 0.5),
        ("Same Tide", {"same", "tide"}, 1.0),
        ("Not sailing", {"sailing"}, 0.5),
        ("The Boat", {"boat"}, 1.0),
    ],
)
def test_small_words_that_tell_values_apart_count_as_others_do(literal, said, share):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": 1, "here": 1.0, "column": 0.0})
    _, found = with_all_words(Equals(TITLE, literal), seen, said)
    assert found.parts["covered"] == found.parts["here"] == share
    assert (found.score < seen.score) is (share < 1)


@pytest.mark.parametrize(
    ("literal", "columns_beside", "beside"),
    [("4", {"4": {2}}, 1.0), ("4", {"4": set()}, 0.0), ("4", {"7": {2}}, None), ("1998", {"1998": set()}, None)],
)
def test_a_number_needs_a_word_for_its_column_beside_it(literal, columns_beside, beside):
    seen = Seen(1.0, {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": 1, "column": 0.0})
    _, with_cue = with_number_cue(Equals(DECK, literal), seen, columns_beside)
    assert with_cue.parts.get("beside") == beside


def scored(fragment_no, said, words, column=1):
    seen = Seen(0.3 * said, {"terms": 0.6, "covered": said, "said": said, "words": words, "column": 0.1})
    return ScoredPredicate(seen, 0, 0, column, fragment_no)


def test_a_name_given_in_full_may_be_shortened_from_then_on():
    first, later = [scored(1, 1.0, 2), scored(2, 0.5, 1)], [scored(1, 0.5, 1), scored(2, 0.5, 1)]
    [[full, _], [shortened, other]] = with_names_known([first, later])
    assert full.seen.parts["said"] == shortened.seen.parts["said"] == 1.0
    assert shortened.seen.score == pytest.approx(0.7)
    assert other.seen.parts["said"] == 0.5


def test_no_name_is_completed_before_it_is_given_nor_beside_another_one_in_full():
    assert with_names_known([[scored(1, 0.5, 1)], [scored(1, 1.0, 2)]])[0][0].seen.parts["said"] == 0.5
    both = [scored(1, 0.5, 1), scored(2, 1.0, 2)]
    assert with_names_known([[scored(1, 1.0, 2)], both])[1][0].seen.parts["said"] == 0.5
    assert with_names_known([[scored(1, 1.0, 2)], [scored(1, 0.1, 1)]])[1][0].seen.parts["said"] == 0.1


@pytest.mark.parametrize(
    ("value", "sentence", "place"),
    [
        ("azerbaijan", "in azerbajan it rained", 1),
        ("azerbaijan", "in azerbaijn it rained", 1),
        ("denmark", "in denmork it rained", 1),
        ("denmark", "in finland it rained", None),
        ("malta", "in walta it rained", None),
    ],
)
def test_one_letter_of_a_long_value_may_be_wrong(value, sentence, place):
    assert _Words.of(passage(sentence, True).tokens).place([value]) == (None if place is None else (place, place))


@pytest.mark.parametrize(
    ("value", "sentence", "place"),
    [
        ("kan code", "from Kan - code it came", (1, 3)),
        ("part time", "of part-time workers", (1, 1)),
        ("kan code", "from Kan , code it came", None),
    ],
)
def test_signs_that_join_words_part_no_value(value, sentence, place):
    assert _Words.of(passage(sentence, True).tokens).place(value.split()) == place


_SAID = {"terms": 1.0, "covered": 1.0, "said": 1.0, "words": 1.0}
_IN_PART = {"terms": 0.5, "covered": 0.5, "said": 0.0, "words": 0.0}
_UNSAID = {"value of a named column": 0.1}
_SYNONYM = {"terms": 0.4, "covered": 1.0, "said": 0.0, "words": 0.0}
_AROUND = {"terms": 0.4, "covered": 1.0, "said": 0.0, "words": 0.0, "here": 0.0}
ROUTE = Column(3, 1, "route", "route", "text", "S", None)


@pytest.mark.parametrize(
    ("literal", "parts", "is_rival"),
    [
        ("Harbour Tours", _IN_PART, True),  # only words of the other are said
        ("Castle", _UNSAID, True),
        ("Night Boat", _IN_PART, False),  # "night" is said for it alone
        ("Night", _SAID, False),
        ("Keep", _SYNONYM, False),
        ("Keep", _AROUND, True),  # another sentence is about it
        ("yes", {"flag": 1.0}, False),
    ],
)
def test_a_value_beside_one_that_is_named_in_full_needs_a_word_of_its_own(literal, parts, is_rival):
    named, other = Equals(TITLE, "Fjord Tours"), Equals(TITLE, literal)
    marked = dict(with_rivals([(named, Seen(1.0, _SAID)), (other, Seen(1.0, parts))], {"fjord", "tours", "night"}))
    assert ("rival" in marked[other].parts) is is_rival
    assert "rival" not in marked[named].parts


def test_what_another_sentence_is_about_is_not_meant_in_another_column_either():
    named, other = Equals(TITLE, "Fjord Tours"), Equals(TITLE, "Keep")
    alike, else_where = Equals(ROUTE, "keep"), Equals(ROUTE, "Castle")
    around = Seen(1.0, _AROUND)
    marked = dict(
        with_rivals([(named, Seen(1.0, _SAID)), (other, around), (alike, around), (else_where, around)], {"fjord"})
    )
    assert "rival" in marked[alike].parts
    assert "rival" not in marked[else_where].parts


@pytest.mark.parametrize(("column", "parts"), [(TITLE, _IN_PART), (DECK, _SAID)])
def test_where_no_text_is_named_in_full_none_is_its_rival(column, parts):
    other = Equals(TITLE, "Day Boat")
    marked = dict(with_rivals([(Equals(column, "7"), Seen(1.0, parts)), (other, Seen(1.0, _UNSAID))], {"7"}))
    assert "rival" not in marked[other].parts


def test_a_counted_noun_names_no_value_of_several_words_beside_one_that_is_named_in_full():
    theft, hacking, robbery = Equals(TITLE, "Theft"), Equals(TITLE, "Hacking Incident"), Equals(TITLE, "Robbery Case")
    part = {"terms": 0.4, "covered": 0.5, "said": 0.5, "words": 1.0}
    predicates = [(theft, Seen(1.0, _SAID)), (hacking, Seen(1.0, part)), (robbery, Seen(1.0, part))]
    marked = dict(with_rivals(predicates, {"theft", "incident", "robbery"}, {"incident", "incidents"}))
    assert marked[hacking].score < marked[robbery].score == 1.0
    alone = dict(with_rivals(predicates[1:], {"incident"}, {"incident", "incidents"}))
    assert alone[hacking].score == 1.0
