"""How names of columns call what a claim is about, where the text calls it otherwise."""

from __future__ import annotations

from factcheck.retrieval.measure_words import MeasureWords, measure_words

MEASURES = MeasureWords({word: [word] for word in measure_words()})


def test_units_are_a_quantity_and_a_salary_an_income():
    assert 0 < MEASURES.with_names({"units": 1.0})["quantity"] < 1.0
    assert "income" in MEASURES.with_names({"salary": 1.0})


def test_a_quantity_is_no_unit_and_what_is_said_keeps_its_weight():
    assert MEASURES.with_names({"quantity": 0.7, "depth": 0.3}) == {"quantity": 0.7, "depth": 0.3}
    assert MEASURES.with_names({"quantity": 0.7, "units": 1.0})["quantity"] == 0.7


def test_who_was_aboard_is_told_from_who_died_and_who_survived():
    told = {name: MEASURES.qualities({name}) for name in ("aboard", "fatalities", "survivors", "cabin")}
    assert told == {"aboard": {"exposed"}, "fatalities": {"dead"}, "survivors": {"alive"}, "cabin": set()}
