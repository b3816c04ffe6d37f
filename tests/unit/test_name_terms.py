"""What limits of a sentence and initials count for as words of columns' names."""

from __future__ import annotations

from factcheck.numbers.mentions import find_numbers
from factcheck.retrieval.acronyms import CalledInOtherWords
from factcheck.retrieval.name_terms import weigh_in_names
from factcheck.retrieval.predicate_cue import ClaimWords


def weighed(sentence, *called):
    terms = {"5": 1.0, "14": 0.5, "berth": 0.5}
    numbers = tuple(find_numbers(sentence))
    weigh_in_names([terms], [ClaimWords(conditions=numbers)], [called], {"toi": ["toi"]})
    return terms


def test_a_limit_is_hardly_a_word_of_a_name():
    terms = weighed("36 harbours are below 5")
    assert (terms["5"], terms["14"], terms["berth"]) == (0.3, 0.5, 0.5)
    assert weighed("harbours of between 5 and 14 berths") == {"5": 0.3, "14": 0.15, "berth": 0.5}


def test_a_number_that_limits_nothing_stays_one():
    assert weighed("the 5 berths")["5"] == 1.0


def test_initials_are_words_of_names():
    assert weighed("the 5 berths", CalledInOtherWords("toi", "ice", 0.8))["toi"] == 0.8
