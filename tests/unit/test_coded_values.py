"""What words say of codes: levels of a scale of whole numbers, and flags that are named by an opposite."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.catalogue.schema import Column
from factcheck.claims.keywords import Keyword
from factcheck.retrieval.coded_values import answers_given, coded_columns, seen_in_codes
from factcheck.retrieval.literal_sources import ColumnLiterals
from factcheck.retrieval.predicate_scores import flag_values
from factcheck.text_index.bm25 import TextStatistics


def source(number, name, values, type_name="integer"):
    """A column with some values, the most frequent first."""
    column = Column(number, 1, name, name, type_name, "N" if type_name == "integer" else "S", None)
    literals = dict(enumerate(values))
    return ColumnLiterals(column, TextStatistics(np.ones(1), np.ones(1)), None, list(literals), literals)


def literals_seen(keywords, *sources, named=None):
    """The literals of which keywords say something, by column, the likeliest first."""
    few = {each.column.column_id: each for each in sources}
    flags = {number: values for number, each in few.items() if (values := flag_values(each))}
    coded = coded_columns(few, flags)
    seen = seen_in_codes(keywords, coded, {}, named or {}, answers_given(keywords, coded))
    return {
        few[number].column.name: [few[number].by_number[n] for n in sorted(of, key=lambda n: -of[n].score)]
        for number, of in seen.items()
    }


def levelled(word, level):
    return Keyword(word, word, 0.5, level=level)


def test_a_flag_may_say_that_there_is_no_answer():
    undecided = source(3, "plans_to_move", ["No", "Yes", "Undecided"], "text")
    assert flag_values(undecided) == {1: True, 0: False}
    assert flag_values(source(3, "plans_to_move", ["No", "Yes", "Later"], "text")) == {}
    assert flag_values(source(3, "plans_to_move", ["No", "Undecided"], "text")) == {}


SCALE = source(1, "FoodSatisfaction", ["3", "1", "2", "4"])


@pytest.mark.parametrize(
    ("word", "level", "codes"),
    [
        ("dissatisfied", -2, ["1"]),
        ("dissatisfied", -1, ["2", "1"]),
        ("satisfied", 1, ["3", "4"]),
        ("satisfied", 2, ["4"]),
    ],
)
def test_a_word_of_the_same_family_names_codes_of_a_short_scale(word, level, codes):
    assert literals_seen([levelled(word, level)], SCALE) == {"FoodSatisfaction": codes}


def test_a_scale_of_five_has_a_code_for_each_level():
    scale = source(1, "engagement", list("54321"))
    codes = [literals_seen([levelled("engaged", level)], scale)["engagement"][0] for level in range(-2, 3)]
    assert codes == ["1", "2", "3", "4", "5"]


def test_low_needs_the_name_of_the_scale_beside_it():
    assert literals_seen([levelled("low", -1)], SCALE) == {}
    assert literals_seen([levelled("low", -1)], SCALE, named={1: 0.6}) == {"FoodSatisfaction": ["2", "1"]}


@pytest.mark.parametrize(
    "values", [["1", "2"], ["1", "7", "30"], ["2", "3", "4"], [str(value) for value in range(1, 13)]]
)
def test_other_whole_numbers_are_no_scale(values):
    assert literals_seen([levelled("satisfied", 1)], source(1, "satisfaction", values)) == {}


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("Churn", "left", "Yes"),
        ("Churn", "stayed", None),
        ("Churn", "stay", "No"),
        ("Churn", "active", "No"),
        ("survived", "died", "No"),
        ("survived", "alive", "Yes"),
        ("Churn", "died", None),
    ],
)
def test_an_opposite_names_a_value_of_a_flag(name, word, value):
    flag = source(1, name, ["No", "Yes"], "text")
    seen = literals_seen([Keyword(word, word, 1.0)], flag)
    assert seen == ({} if value is None else {name: [value]})


def test_the_base_form_counts_too():
    flag = source(1, "Churn", ["No", "Yes"], "text")
    assert literals_seen([Keyword("stayed", "stay", 1.0)], flag) == {"Churn": ["No"]}


def test_a_word_of_the_name_itself_says_nothing_more():
    assert literals_seen([Keyword("churn", "churn", 1.0)], source(1, "Churn", ["No", "Yes"], "text")) == {}


RESULT = source(7, "landing", ["Failure", "Success", "Partial Failure"], "text")


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("unsuccessful", ["Failure", "Partial Failure"]),
        ("succeeded", ["Success"]),
        ("failure", None),
        ("late", None),
    ],
)
def test_a_word_says_in_other_words_what_a_value_says(word, values):
    assert literals_seen([Keyword(word, word, 0.5)], RESULT).get("landing") == values


def test_a_question_is_no_answer():
    married = source(8, "marital_status", ["Married", "Divorced"], "text")
    assert not literals_seen([Keyword("marital", "marital", 1.0)], married)
