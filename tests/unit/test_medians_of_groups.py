"""Medians of what groups have: "the median customer", "a median of 4 loans per customer"."""

from __future__ import annotations

import pytest
from support.listed_queries import listed

from factcheck.catalogue.schema import Column, Table
from factcheck.nlp.parser import Parser

CUSTOMER = Column(1, 1, "customer_id", "customer_id", "integer", "N", None)
BRANCH = Column(2, 1, "branch", "branch", "text", "S", None)
LOANS = Table(1, "loans", "town.loans", None, (CUSTOMER, BRANCH), rows=900)
QUERY = "the median, over all values of customer id, of the number of rows in loans"


@pytest.mark.parametrize(
    "text",
    [
        "The median customer has 4 loans.",
        "Everyone has at least 2 loans; the median customer 4.",
        "There is a median of 4 loans per customer.",
        "The median number of loans for each customer is 4.",
        "The typical customer has 4 loans.",
    ],
)
def test_the_median_of_groups_is_asked_for_by_its_name(parser: Parser, text: str) -> None:
    assert QUERY in listed(parser, text, [LOANS])


@pytest.mark.parametrize("text", ["The median loan of a customer is 4.", "A customer had 4 loans on average."])
def test_other_medians_and_other_averages_are_none_of_groups(parser: Parser, text: str) -> None:
    assert QUERY not in listed(parser, text, [LOANS])
