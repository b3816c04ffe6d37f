"""Values of columns of one name in several tables."""

from __future__ import annotations

from factcheck.candidates.said_elsewhere import values_elsewhere
from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.text_contains import TextContains

OF_BEDS = Column(1, 1, "ward", "ward", "text", "S", None)
OF_WAGES = Column(2, 2, "ward", "ward", "text", "S", None)
ROLE = Column(3, 2, "role", "role", "text", "S", None)


def test_either_table_restricts_its_own_column_where_both_have_a_value() -> None:
    predicates = [Equals(OF_BEDS, "ICU"), Equals(OF_WAGES, "ICU"), Equals(ROLE, "nurse")]
    assert values_elsewhere(predicates, [0.5, 0.5, 0.3]) == {1: frozenset({2}), 2: frozenset({1})}


def test_a_table_that_is_named_keeps_its_value() -> None:
    predicates = [Equals(OF_BEDS, "ICU"), Equals(OF_WAGES, "ICU")]
    assert values_elsewhere(predicates, [0.5, 0.8]) == {1: frozenset({2}), 2: frozenset()}


def test_a_column_that_lacks_a_value_says_nothing_of_it() -> None:
    predicates = [Equals(OF_BEDS, "ICU"), Equals(OF_WAGES, "ICU"), Equals(OF_WAGES, "kitchen")]
    assert values_elsewhere(predicates, [0.5, 0.5, 0.5]) == {1: frozenset({2}), 2: frozenset()}


def test_other_restrictions_are_not_compared() -> None:
    predicates = [Equals(OF_BEDS, "ICU"), Equals(OF_WAGES, "ICU"), TextContains(OF_WAGES, "I")]
    assert values_elsewhere(predicates, [0.5, 0.5, 0.5]) == {}
