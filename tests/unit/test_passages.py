"""Texts are split into passages, these into terms, and terms are scored by BM25."""

from __future__ import annotations

import math

import numpy as np
import pytest

from factcheck.evidence.features import Match, pair_features, read_sentence
from factcheck.evidence.judge import says_it_of_another, says_the_opposite, says_the_same
from factcheck.evidence.passages import passages_of
from factcheck.text_index import passage_scores
from factcheck.text_index.bm25 import Bm25
from factcheck.text_index.passage_postings import SegmentBuilder
from factcheck.text_index.passage_scores import (
    TermPostings,
    best_by_bm25,
    best_passages,
    bm25_among,
    bm25_scores,
    tfidf_scores,
)
from factcheck.weights.evidence import (
    EvidenceModels,
    read_evidence_weights,
    shipped_evidence_weights,
    written_evidence_weights,
)
from factcheck.words.passage_words import terms_of, words_of

TEXTS = (
    ["tea", "sale", "rise"],
    ["tea", "tea", "price", "fall", "again"],
    ["coffee", "price"],
    ["rain"],
)


def pieces(text: str) -> list[str]:
    return [text[place.start : place.end] for place in passages_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Data are kept for six years. Then they go away.", ["Data are kept for six years.", "Then they go away."]),
        ("Dr. Smith agreed with Prof. Miller about it.", ["Dr. Smith agreed with Prof. Miller about it."]),
        ("Growth was 3.5 percent in the U.S. economy.", ["Growth was 3.5 percent in the U.S. economy."]),
        ("A first paragraph of text\n\nA second one of text", ["A first paragraph of text", "A second one of text"]),
        (
            "- the first item of a list\n- the second item of it",
            ["- the first item of a list", "- the second item of it"],
        ),
        ("The board has decided so. Yes.", ["The board has decided so. Yes."]),
        ("   \n\n  ", []),
    ],
)
def test_a_text_is_split_into_sentences(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_a_sentence_without_an_end_is_cut_and_no_word_is_lost() -> None:
    text = "word " * 2000
    found = pieces(text)
    assert max(map(len, found)) <= 1000
    assert " ".join(found).split() == text.split()


def test_a_lowered_figure_is_found_as_it_is_typed() -> None:
    stems = {word: [word] for word in ("co", "2", "co2", "levels", "rose", "in", "may")}
    assert "co2" in terms_of(words_of("CO 2 levels rose"), stems)
    assert terms_of(words_of("CO2 levels rose"), stems)[0] == "co2"
    assert "levels2" not in terms_of(words_of("levels 2"), stems)


def segment_of(texts: tuple[list[str], ...], bm25: Bm25):
    builder = SegmentBuilder(1)
    builder.add(texts, [[f"={word}" for word in text] for text in texts])
    return builder.build(bm25)


def postings_of(segment, values) -> dict[str, TermPostings]:
    starts = segment.ends - segment.sizes
    return {
        term: TermPostings(segment.passages[start:end], np.asarray(values[start:end], dtype=float))
        for term, start, end in zip(segment.terms, starts, segment.ends, strict=True)
    }


def test_stored_impacts_add_up_to_bm25() -> None:
    bm25 = Bm25(0.9, 0.6)
    segment = segment_of(TEXTS, bm25)
    postings = postings_of(segment, segment.impacts)
    scores = bm25_scores({term: postings[term] for term in ("tea", "price")}, len(TEXTS), len(TEXTS))
    average = sum(map(len, TEXTS)) / len(TEXTS)
    for number, text in enumerate(TEXTS, 1):
        expected = 0.0
        for term in ("tea", "price"):
            n = sum(term in each for each in TEXTS)
            idf = math.log((len(TEXTS) - n + 0.5) / (n + 0.5) + 1)
            f = text.count(term)
            expected += idf * f * (0.9 + 1) / (f + 0.9 * (1 - 0.6 + 0.6 * len(text) / average))
        assert scores[number] == pytest.approx(expected)


def test_tfidf_gives_a_text_itself_a_cosine_of_one() -> None:
    segment = segment_of(TEXTS, Bm25())
    postings = postings_of(segment, segment.frequencies)
    norms = np.concatenate([[0.0], segment.norms])
    scores = tfidf_scores(postings, {"tea": 2, "price": 1, "fall": 1, "again": 1}, len(TEXTS), norms)
    assert scores[2] == pytest.approx(1.0)
    assert scores[4] == 0.0


def test_forms_of_words_change_neither_lengths_nor_cosines() -> None:
    with_forms = segment_of(TEXTS, Bm25())
    builder = SegmentBuilder(1)
    builder.add(TEXTS, [[] for _ in TEXTS])
    alone = builder.build(Bm25())
    assert with_forms.lengths.tolist() == alone.lengths.tolist()
    assert with_forms.norms == pytest.approx(alone.norms)
    of_forms, of_terms = (postings_of(each, each.impacts) for each in (with_forms, alone))
    assert of_forms["=tea"].values == pytest.approx(of_terms["tea"].values)


def test_a_weight_multiplies_what_a_term_counts() -> None:
    segment = segment_of(TEXTS, Bm25())
    postings = postings_of(segment, segment.impacts)
    once = bm25_scores({"tea": postings["tea"]}, len(TEXTS), len(TEXTS))
    twice = bm25_scores({"tea": postings["tea"].weighing(2.0)}, len(TEXTS), len(TEXTS))
    assert twice == pytest.approx(2 * once)
    assert bm25_among({"tea": postings["tea"].weighing(2.0)}, np.array([1, 2]), len(TEXTS)) == pytest.approx(twice[1:3])


def test_the_best_passages_come_first_and_equal_ones_by_number() -> None:
    assert best_passages(np.array([0.0, 2.0, 5.0, 2.0, 2.0]), 3).tolist() == [2, 1, 3]
    assert best_passages(np.zeros(4), 3).tolist() == []


def test_pruned_scores_are_those_of_all_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_scores, "_FREQUENT", 50)
    random = np.random.default_rng(7)
    pruned = 0
    for _ in range(200):
        sizes = random.choice([1, 3, 20, 60, 400, 900], 5)
        postings = {
            str(index): TermPostings(
                np.sort(random.choice(1000, size, replace=False)),
                random.uniform(0.1, 1.4, size),
                random.uniform(0.1, 2),
            )
            for index, size in enumerate(sizes)
        }
        scores = bm25_scores(postings, 1000, 1000)
        best = best_passages(scores, 5)
        found, found_scores = best_by_bm25(postings, 1000, 1000, 1.4, 5)
        assert found.tolist() == best.tolist()
        assert found_scores == pytest.approx(scores[best])
        pruned += sum(size >= 50 for size in sizes) > 0
    assert pruned > 100


def features(claim: str, passage: str):
    first, second = (
        read_sentence(text, [w for w in words_of(text) if w not in {"don", "t"}]) for text in (claim, passage)
    )
    return pair_features(first, second, Match(1.0, 1), {})


def test_a_negation_more_in_the_same_words_says_the_opposite() -> None:
    assert says_the_opposite(features("Staff may work from home", "Staff may not work from home"))
    assert says_the_opposite(features("Staff don't work from home", "Staff work from home"))
    assert not says_the_opposite(features("Staff may not work from home", "Staff may not work from home"))
    assert not says_the_opposite(features("Staff may work from home", "Cats do not bark at the moon"))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Customer data is kept for seven years", "Customer data is kept for six years"),
        ("Customer data is kept for 7 years", "Customer data is kept for six years"),
        ("The merger was rejected by the council", "The merger was approved by the council"),
        ("The road was closed by the council", "The road was opened by the council"),
        ("Complaints rose", "Complaints fell"),
        ("Vaping is prohibited in the garden", "Vaping is allowed in the garden"),
        ("Nurses may work remotely", "Nurses cannot work remotely"),
        ("Overtime must be approved", "Overtime need not be approved"),
        ("Doctors may not treat without approval", "Doctors may treat without approval"),
    ],
)
def test_another_number_or_an_opposite_word_in_the_same_words_says_the_opposite(claim: str, passage: str) -> None:
    assert says_the_opposite(features(claim, passage))
    assert not says_the_same(features(claim, passage))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The shop has 14 employees", "The shop has fourteen employees"),
        ("The town spent 1,200,000 on roads", "The town spent 1.2 million on roads"),
        ("The merger was not rejected by the council", "The merger was approved by the council"),
        ("The candidate failed in the exam", "The candidate has not passed in the exam"),
        ("The lifts were not repaired", "Neither the roof nor the lifts were repaired"),
        ("Staff may not leave without notice", "I do not know that staff may leave without notice"),
    ],
)
def test_the_same_number_and_two_denials_say_the_same(claim: str, passage: str) -> None:
    assert says_the_same(features(claim, passage))
    assert not says_the_opposite(features(claim, passage))


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The shop in Cologne has many employees", "The shop in Bonn has many employees"),
        ("The policy was changed in 2019 by the board", "The policy was changed in 2021 by the board"),
        ("The board changed the policy in 2019", "The policy was changed in 2021 by the board"),
        ("The shop in Cologne has no employees", "The shop in Bonn has employees"),
        ("Waiting times rose during the winter", "Waiting times rose during the summer"),
        ("Lifts are inspected every month", "Lifts are inspected every year"),
        ("Visitors must wear a badge", "Visitors may wear a badge"),
        ("Visitors may wear a badge", "Visitors need not wear a badge"),
    ],
)
def test_another_name_time_or_mood_in_the_same_words_is_said_of_another(claim: str, passage: str) -> None:
    assert says_it_of_another(features(claim, passage))
    assert not says_the_opposite(features(claim, passage))
    assert not says_the_same(features(claim, passage))


def test_a_number_that_is_no_exact_one_does_not_contradict_another() -> None:
    assert not says_the_opposite(features("The shop has more than 10 employees", "The shop has more than 9 employees"))


def test_numbers_with_a_unit_each_are_not_compared() -> None:
    assert not says_the_opposite(
        features("Data of clients is kept for 72 months", "Data of clients is kept for 6 years")
    )


def test_directions_cross_or_agree() -> None:
    assert features("Prices have risen", "Prices have fallen")["directions_cross"] == 1
    assert features("Prices have risen", "Prices increased")["directions_agree"] == 1


def test_numbers_of_the_claim_are_looked_for_in_the_passage() -> None:
    assert features("It began in 1998", "It began in 1998")["numbers_shared"] == 1
    assert features("It began in 1998", "It began in 2003")["numbers_missing"] == 1


def test_written_weights_are_read_as_they_were() -> None:
    models = shipped_evidence_weights()
    again = read_evidence_weights(written_evidence_weights(models, "heading"))
    row = dict.fromkeys(models.words.rank.features, 0.5)
    assert again.words.rank.probabilities([row]) == pytest.approx(models.words.rank.probabilities([row]))
    assert isinstance(again, EvidenceModels)
    assert again.words.balance == models.words.balance


def test_probabilities_of_all_labels_add_up_to_one() -> None:
    model = shipped_evidence_weights().words.label
    rows = [dict.fromkeys(model.features, value) for value in (0.0, 1.0, -3.0)]
    assert model.probabilities(rows).sum(axis=1) == pytest.approx([1.0, 1.0, 1.0])
    assert set(model.outcomes) == {"supported", "refuted", "not_enough_info", "disputed"}


def test_scores_of_some_passages_are_those_among_all() -> None:
    segment = segment_of(TEXTS, Bm25())
    postings = postings_of(segment, segment.impacts)
    chosen = {term: postings[term] for term in ("tea", "price", "rain")}
    some = np.array([1, 2, 4])
    assert bm25_among(chosen, some, len(TEXTS)) == pytest.approx(bm25_scores(chosen, len(TEXTS), len(TEXTS))[some])
