"""How the classifiers of questions, the metrics and the statistics of facts work out what they say."""

import json
import random

import pytest
from click.testing import CliRunner
from nltk.translate.bleu_score import corpus_bleu
from nltk.translate.meteor_score import meteor_score

from factcheck.commands import main
from factcheck.quality.questions.measure import _named
from factcheck.quality.questions.metrics import bleu, f1, meteor, words_of
from factcheck.questions import statistics
from factcheck.questions.attributes import end_meant, measured_by, other_names, other_nouns
from factcheck.questions.captions import number_words
from factcheck.questions.classifier import best_of, classifiers, from_json
from factcheck.questions.training import examples
from factcheck.words.identifiers import is_short_for


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("what be the trend of N over T", "trend"),
        ("how many ROWS of each C be there", "categorization"),
        ("what percentage of ROWS be V", "proportion"),
        ("rank the C by average N", "rank"),
        ("which C be an outlier in N", "outlier"),
        ("be N relate to N", "association"),
        ("which C have the low N", "extreme"),
    ],
)
def test_words_that_name_nothing_tell_the_type_of_fact(words, kind):
    assert best_of(classifiers()["fact_type"].probabilities(words.split())) == kind


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("how do V and V differ in N", "compound"),
        ("tell i about V", "fuzzy"),
        ("what be the average N of V", "low"),
        ("N rise and V lead in N", "compound_claim"),
    ],
)
def test_words_that_name_nothing_tell_the_kind_of_question(words, kind):
    assert best_of(classifiers()["kind"].probabilities(words.split())) == kind


def test_probabilities_of_a_classifier_add_up_to_one():
    assert sum(classifiers()["kind"].probabilities(["V"]).values()) == pytest.approx(1)


@pytest.mark.build
def test_the_weights_that_are_shipped_are_those_that_the_command_writes(tmp_path):
    """Training takes seconds: the command's only run."""
    output = tmp_path / "weights.json"
    result = CliRunner().invoke(main, ["fit-questions", "--output", str(output)])
    assert result.exit_code == 0, result.output
    written = {name: from_json(part) for name, part in json.loads(output.read_text("utf-8")).items()}
    shipped = classifiers()
    assert written.keys() == shipped.keys() == {"fact_type", "kind", "compound", "fuzzy"}
    assert len(written["fact_type"].classes) == 10
    for name, classifier in written.items():
        assert classifier.classes == shipped[name].classes
        common = classifier.weights.keys() & shipped[name].weights.keys()
        assert len(common) > 0.95 * len(shipped[name].weights)
        far = [
            f
            for f in common
            if max(abs(a - b) for a, b in zip(classifier.weights[f], shipped[name].weights[f], strict=True)) > 0.1
        ]
        assert not far


def test_a_template_takes_one_of_the_words_in_brackets():
    written = {" ".join(words) for words in examples(["(a|b) N (c|)"], random.Random(1), 50)}
    assert written == {"a N c", "b N c", "a N", "b N"}


TEXTS = [
    ("What is the trend of average sales over year?", "What is the trend of sales over the years?"),
    ("Which region has the highest profit?", "Which area has the largest profits?"),
    ("What is the number of orders over region?", "What is the number of orders over region?"),
    ("Sales rose over time in the north.", "In the north sales rose over the years."),
]


def test_bleu_is_that_of_nltk():
    pairs = [(words_of(one), words_of(other)) for one, other in TEXTS]
    assert bleu(pairs) == pytest.approx(corpus_bleu([[other] for _, other in pairs], [one for one, _ in pairs]))


def test_meteor_is_that_of_nltk_where_words_match_as_they_are():
    class Exact:
        def stem(self, word):
            return word

        def synsets(self, word):
            return []

    apart = [
        ("Which region has the highest profit?", "Which area has the largest profit?"),
        ("Sales of tea rose over time", "Over time tea sales rose"),
        ("the number of orders by region", "orders by each region"),
    ]  # no word comes twice: of those that do, the one that goes on is taken here, the last one there
    for one, other in apart:
        said, wanted = words_of(one), words_of(other)
        known = meteor_score([wanted], said, stemmer=Exact(), wordnet=Exact())
        assert meteor(said, wanted, lambda word: word, lambda word: ()) == pytest.approx(known, abs=1e-9)


def test_meteor_counts_stems_and_synonyms():
    said, wanted = ["sales", "rose"], ["sale", "climbed"]
    assert meteor(said, wanted, lambda w: w, lambda w: ()) == 0
    by_stem = meteor(said, wanted, lambda w: w.removesuffix("s"), lambda w: ())
    assert (
        0 < by_stem < meteor(said, wanted, lambda w: w.removesuffix("s"), lambda w: {"climbed"} if w == "rose" else ())
    )


def test_f1_of_nothing_is_nothing():
    assert (f1(0, 0, 0), f1(2, 2, 2), f1(1, 1, 3)) == (0, 1, 0.5)


@pytest.mark.parametrize(
    ("t", "freedom", "sure"), [(2.776, 4, 0.95), (4.604, 4, 0.99), (1.96, 100_000, 0.95), (0, 9, 0)]
)
def test_students_t_is_that_of_tables(t, freedom, sure):
    assert statistics.sure_of(t, freedom) == pytest.approx(sure, abs=0.005)


def test_welch_tells_apart_means_that_differ_and_not_those_that_do_not():
    assert statistics.sure_of_difference((10, 1, 50), (12, 1, 50)) > 0.999
    assert statistics.sure_of_difference((10, 100, 5), (12, 100, 5)) < 0.5
    assert statistics.sure_of_difference((10, 0, 1), (12, 0, 50)) == 0


def test_equal_parts_are_spread_evenly_and_unequal_ones_are_not():
    assert statistics.unevenness([5, 5, 5]) == pytest.approx(0)
    assert statistics.unevenness([98, 1, 1]) > 0.5
    assert statistics.sure_of_spread([100, 100, 100]) < 0.05 < 0.99 < statistics.sure_of_spread([10, 100, 190])


def test_a_line_goes_through_points_on_a_line():
    assert statistics.line([1.0, 3.0, 5.0]) == pytest.approx((2, 1, 1))
    assert statistics.line([4.0, 4.0]) == (0, 4, 0)


def test_an_outlier_lies_outside_the_bounds_of_the_others():
    middle, low, high = statistics.bounds([10, 11, 9, 10, 12, 40])
    assert middle == 10.5
    assert low < 9 < 12 < high < 40
    assert statistics.strangeness(40, [10, 11, 9, 10, 12, 40]) == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "3"), (1234567, "1,234,567"), (0.5, "0.5"), (20.512, "20.51"), (12345.6, "12,346"), (None, "unknown")],
)
def test_numbers_are_written_for_readers(value, text):
    assert number_words(value) == text


def test_adjectives_say_what_they_measure_and_which_end_they_mean():
    assert ("price", True) in measured_by("expensive")
    assert ("price", False) in measured_by("cheap")
    assert end_meant("fast", ["top", "speed"]) is True
    assert end_meant("fast", ["lap", "time"]) is False
    assert measured_by("purple") == ()
    assert "us" in other_names("american")
    assert "mpg" in other_nouns("mileage")


@pytest.mark.parametrize("text", ["the average door_width over year", "the average door width over year"])
def test_a_part_names_a_column_with_underscores_or_with_blanks(text):
    assert _named(text, ["width", "door_width", "year", "door"]) == {"door_width", "year"}


@pytest.mark.parametrize(
    ("short", "word"), [("wday", "weekday"), ("popn", "population"), ("asst", "assistant"), ("prof", "professor")]
)
def test_a_word_is_shortened_to_its_beginning_or_without_its_middle(short, word):
    assert is_short_for(short, word)


@pytest.mark.parametrize(("other", "word"), [("date", "delegate"), ("rate", "rotate"), ("price", "practice")])
def test_another_word_is_no_short_form(other, word):
    assert not is_short_for(other, word)
