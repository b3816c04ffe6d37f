"""The literals that score best are those a slow scoring, literal by literal, finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.text_index import literal_collection
from factcheck.text_index.bm25 import Bm25, TextStatistics, rarity
from factcheck.text_index.literal_collection import LiteralCollection
from factcheck.text_index.postings import Postings

UNCOVERED = 0.2

TERMS = ["york", "new", "rome", "oslo", "graz", "st"]


def statistics_of(literals):
    """A column's statistics as the index keeps them, from the set of terms of each literal."""
    numbers, frequencies = [], []
    for term in TERMS:
        having = [number for number, own in enumerate(literals) if term in own]
        numbers += having
        frequencies += [len(having)] * len(having)
    return TextStatistics.of(len(literals), np.array(numbers, dtype=np.int64), np.array(frequencies, dtype=np.int64))


def postings_of(columns, terms):
    """Postings of some terms in all columns that have them, in order of terms and columns."""
    rows = [
        (place, column, [number for number, own in enumerate(literals) if term in own])
        for place, term in enumerate(terms)
        for column, literals in sorted(columns.items())
    ]
    rows = [row for row in rows if row[2]]
    return Postings(
        terms,
        np.array([row[0] for row in rows], dtype=np.int64),
        np.array([row[1] for row in rows], dtype=np.int64),
        np.array([len(row[2]) for row in rows], dtype=np.int64),
        np.array([number for row in rows for number in row[2]], dtype=np.int64),
    )


def collection(columns, *batches):
    return LiteralCollection(
        {column: statistics_of(literals) for column, literals in columns.items()},
        [postings_of(columns, batch) for batch in batches],
    )


def slow_best(columns, looked_up, weights, column_scores, per_column, in_all):
    """All literals that share a term with the claim, scored one by one and sorted."""
    scored = []
    for place, literals in enumerate(columns.values()):
        average = sum(map(len, literals)) / len(literals)
        for number, own in enumerate(literals):
            rare = {term: rarity(len(literals), sum(term in other for other in literals)) for term in own}
            shared = [term for term in own if term in weights and term in looked_up]
            if not shared:
                continue
            factor = 2.2 / (1 + 1.2 * (0.7 + 0.3 * len(own) / average))
            relevance = factor * sum(weights[term] * rare[term] for term in shared)
            covered = min(sum(rare[term] for term in shared) / sum(rare.values()), 1.0)
            score = (relevance + column_scores[place]) * (UNCOVERED + (1 - UNCOVERED) * covered)
            scored.append((place, number, score))
    scored.sort(key=lambda entry: (-round(entry[2], 9), entry[0], entry[1]))
    chosen = []
    for place, number, score in scored:
        if sum(entry[0] == place for entry in chosen) < per_column and len(chosen) < in_all:
            chosen.append((place, number, score))
    return chosen


LITERALS = st.lists(st.frozensets(st.sampled_from(TERMS)), min_size=1, max_size=12)
COLUMNS = st.dictionaries(st.integers(1, 90), LITERALS, min_size=1, max_size=4).filter(
    lambda columns: all(any(literals) for literals in columns.values())
)


@given(COLUMNS, st.data())
def test_the_best_literals_are_those_a_slow_scoring_finds(columns, data):
    order = data.draw(st.permutations(TERMS))
    known = data.draw(st.integers(0, len(TERMS)))
    cut = data.draw(st.integers(0, known))
    weights = {term: data.draw(st.sampled_from([0.1, 0.35, 0.8, 1.0])) for term in [*TERMS[::2], "unknown"]}
    scores = np.array([data.draw(st.sampled_from([0.0, 0.25, 1.5])) for _ in columns])
    per_column, in_all = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 20))
    found = collection(columns, order[:cut], order[cut:known]).best(weights, scores, per_column, in_all, UNCOVERED)
    expected = slow_best(columns, order[:known], weights, scores, per_column, in_all)
    assert [literal.score for literal in found] == pytest.approx([score for *_, score in expected])
    # sums of floating point may differ in the last digit, so that literals that score alike may change places
    by_score = {}
    for place, number, score in slow_best(columns, order[:known], weights, scores, 10**6, 10**6):
        by_score.setdefault(round(score, 9), set()).add((place, number))
    for literal in found:
        alike = {entry for score, entries in by_score.items() if abs(score - literal.score) < 1e-8 for entry in entries}
        assert (literal.column, literal.fragment_no) in alike


def test_equal_scores_go_by_the_order_of_columns_and_by_number():
    columns = {7: [{"rome"}, {"rome"}, {"oslo"}], 3: [{"rome"}, {"oslo"}, {"rome"}]}
    found = collection(columns, TERMS).best({"rome": 1.0}, np.zeros(2), 6, 20, UNCOVERED)
    assert [(literal.column, literal.fragment_no) for literal in found] == [(0, 0), (0, 1), (1, 0), (1, 2)]
    assert collection(columns, TERMS).columns == [7, 3]


def test_many_literals_give_the_same_as_few_at_a_time(monkeypatch):
    """More literals than are looked at first; many columns' share may be used up before the wanted number is found."""
    columns = {1: [{"rome"}] * 40, 2: [{"rome", "oslo"}] * 40, 3: [{"rome", "graz", "oslo"}] * 3}
    whole = collection(columns, TERMS).best({"rome": 1.0, "oslo": 0.5}, np.zeros(3), 4, 12, UNCOVERED)
    for examined in (1, 5, 30, 82):
        monkeypatch.setattr(literal_collection, "_EXAMINED", examined)
        assert collection(columns, TERMS).best({"rome": 1.0, "oslo": 0.5}, np.zeros(3), 4, 12, UNCOVERED) == whole
    assert [sum(literal.column == place for literal in whole) for place in range(3)] == [4, 4, 3]


def test_a_value_that_is_named_in_full_comes_before_a_longer_one():
    columns = {1: [{"new", "york"}, {"york"}, {"new", "york", "st"}]}
    [first, *_] = collection(columns, TERMS).best({"york": 1.0}, np.zeros(1), 6, 20, UNCOVERED)
    assert first.fragment_no == 1
    [first, *_] = collection(columns, TERMS).best({"york": 1.0, "new": 1.0}, np.zeros(1), 6, 20, UNCOVERED)
    assert first.fragment_no == 0


def test_what_the_sentence_says_in_full_is_chosen_before_what_it_says_in_part():
    columns = {1: [{"new", "york"}, {"york", "st"}, {"york", "graz"}, {"oslo"}]}
    weights, said = {"york": 1.0, "oslo": 0.1}, {"york", "oslo"}
    without = collection(columns, TERMS).best(weights, np.zeros(1), 2, 20, UNCOVERED, said)
    assert 3 not in {literal.fragment_no for literal in without}
    chosen = collection(columns, TERMS).best(weights, np.zeros(1), 2, 20, UNCOVERED, said, np.array([2.0]))
    [oslo] = [literal for literal in chosen if literal.fragment_no == 3]
    assert oslo.said == 1
    assert oslo.score < min(literal.score for literal in chosen if literal is not oslo)
    unsaid = collection(columns, TERMS).best(weights, np.zeros(1), 2, 20, UNCOVERED, {"york"}, np.array([2.0]))
    assert unsaid == collection(columns, TERMS).best(weights, np.zeros(1), 2, 20, UNCOVERED, {"york"})


def test_a_score_comes_with_its_parts():
    columns = {1: [{"new", "york"}, {"york"}], 2: [{"rome", "oslo", "graz"}]}
    scores = np.array([0.25, 1.5])
    found = collection(columns, TERMS).best({"york": 0.8, "rome": 0.5}, scores, 6, 20, UNCOVERED)
    assert len(found) == 3
    for literal in found:
        share = UNCOVERED + (1 - UNCOVERED) * literal.covered
        assert literal.score == pytest.approx((literal.terms + scores[literal.column]) * share)
    [rome, york, new_york] = sorted(found, key=lambda literal: (-literal.column, literal.fragment_no != 1))
    assert (rome.terms, rome.covered) == (pytest.approx(0.5), pytest.approx(1 / 3))
    assert york.covered == 1
    assert 0 < new_york.terms < york.terms


def test_a_collection_may_weigh_length_otherwise():
    columns = {1: [{"york"}, {"york", "new", "st"}]}
    statistics = {column: statistics_of(literals) for column, literals in columns.items()}
    postings = [postings_of(columns, TERMS)]
    parts = {}
    for b in (0.0, 0.3, 0.9):
        found = LiteralCollection(statistics, postings, Bm25(b=b)).best({"york": 1.0}, np.zeros(1), 6, 20, UNCOVERED)
        short, long = sorted(found, key=lambda literal: literal.fragment_no)
        parts[b] = short.terms - long.terms
    assert parts[0.0] == 0 < parts[0.3] < parts[0.9]


def test_without_columns_or_terms_there_is_nothing():
    assert LiteralCollection({}, []).best({"rome": 1.0}, np.zeros(0), 6, 20, UNCOVERED) == []
    assert collection({1: [{"rome"}]}, TERMS).best({}, np.zeros(1), 6, 20, UNCOVERED) == []
    assert collection({1: [{"rome"}]}, ["oslo"]).best({"rome": 1.0}, np.zeros(1), 6, 20, UNCOVERED) == []
