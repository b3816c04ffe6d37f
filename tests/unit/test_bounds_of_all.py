"""Numbers that no thing goes beyond, or that singles one out: extremes, of groups of rows or of rows."""

from __future__ import annotations

import pytest
from support.listed_queries import listed
from support.parsing import parsed

from factcheck.candidates.bounds_of_all import bound_of_all, singled_out
from factcheck.candidates.claim_words import ClaimWords
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.spotting import find_claims
from factcheck.nlp.parser import Parser

CUSTOMER = Column(1, 1, "customer_id", "customer_id", "integer", "N", None)
BOOK = Column(2, 1, "book_id", "book_id", "integer", "N", None)
BRANCH = Column(3, 1, "branch", "branch", "text", "S", None)
LOANS = Table(1, "loans", "town.loans", None, (CUSTOMER, BOOK, BRANCH), rows=900)


def words_of(parser: Parser, text: str) -> ClaimWords:
    document, parses = parsed(parser, text)
    claim = find_claims(document, parses)[-1]
    return ClaimWords(parses[claim.paragraph][claim.sentence].tokens, claim.tokens)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Everyone has borrowed at least 20 books.", ("Everyone", False)),
        ("Every customer borrowed 20 books or more.", ("Every", False)),
        ("Each branch lent no fewer than 20 books.", ("Each", False)),
        ("Everyone has at most 67 loans.", ("Everyone", True)),
        ("No customer had more than 67 loans.", ("No", True)),
        ("Nobody borrowed fewer than 20 books.", ("Nobody", False)),
        ("None of the branches lent over 670 books.", ("None", True)),
        ("No branch lent fewer than 14 or more than 67.", ("No", True)),
        ("We never lent more than 670 books a day.", ("never", True)),
        ("Everybody has more than 20 books.", None),  # nobody has 20
        ("No customer has at least 20 loans.", None),
        ("In all he lent 670 books or more to her.", None),
        ("Customers borrowed at least 20 books.", None),
        ("No fewer than 670 books were lent.", None),
        ("All branches were open; at least 670 books were lent.", None),
    ],
)
def test_what_holds_of_all_or_of_none_is_an_extreme(
    parser: Parser, text: str, expected: tuple[str, bool] | None
) -> None:
    words = words_of(parser, text)
    bound = bound_of_all(words)
    assert (bound and (words.tokens[bound.index].text, bound.is_greatest)) == expected


@pytest.mark.parametrize(
    ("text", "is_single"),
    [
        ("One customer borrowed 67 books.", True),
        ("One customer came 67 times.", True),
        ("A single branch lent 670 books.", True),
        ("One of the customers has borrowed 67 books.", True),
        ("Customers came up to 67 times.", True),
        ("A customer may have as many as 67 loans.", True),
        ("One branch closed and the others lent 670 books.", False),
        ("Customers borrowed 67 books.", False),
        ("One in ten loans was late, 67 in all.", False),
    ],
)
def test_what_one_thing_has_is_singled_out(parser: Parser, text: str, is_single: bool) -> None:
    assert [each.is_greatest for each in singled_out(words_of(parser, text))] == [True] * is_single


@pytest.mark.parametrize(
    ("text", "extreme", "column"),
    [
        ("One customer came 67 times.", "largest", "customer id"),
        ("One person came 67 times.", "largest", "customer id"),
        ("No customer had more than 67 loans.", "largest", "customer id"),
        ("Everyone had at least 20 loans.", "smallest", "customer id"),
        ("No one has fewer than 20 loans.", "smallest", "customer id"),
        ("No branch has fewer than 20 loans.", "smallest", "branch"),
        ("One branch was open on 5 days; no branch had more than 670 loans.", "largest", "branch"),
    ],
)
def test_it_is_the_extreme_of_the_groups_that_are_named(parser: Parser, text: str, extreme: str, column: str) -> None:
    assert f"the {extreme}, over all values of {column}, of the number of rows in loans" in listed(
        parser, text, [LOANS]
    )


@pytest.mark.parametrize("text", ["Customers had at least 20 loans.", "The customers had 67 loans."])
def test_without_such_words_no_extreme_of_groups_is_meant(parser: Parser, text: str) -> None:
    assert not any(
        words.startswith(("the smallest, over", "the largest, over")) for words in listed(parser, text, [LOANS])
    )


def test_an_average_before_a_semicolon_is_no_word_about_the_number_behind_it(parser: Parser) -> None:
    text = "A customer has 4 loans on average; no customer had more than 67 loans."
    query = "the largest, over all values of customer id, of the number of rows in loans"
    apart, together = (listed(parser, each, [LOANS]) for each in (text, text.replace(";", ",")))
    assert apart[query] > 10 * together.get(query, 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "One customer was warned 67 times, and 144 were warned more than once.",
        "Two customers were banned, and 144 were warned more than once.",
    ],
)
def test_a_number_that_is_a_subject_counts_what_the_subject_before_it_is(parser: Parser, text: str) -> None:
    query = "the number of values of customer id for which the number of rows in loans is above 1"
    assert query in listed(parser, text, [LOANS])
