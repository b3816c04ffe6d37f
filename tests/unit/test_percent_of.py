"""The noun behind "46 % of" asks for a share of a sum only where a column says how much there is of it."""

from __future__ import annotations

import pytest
from support.passages import parsed_passage

from factcheck.candidates.percent_of import is_amount_of, with_names_called
from factcheck.catalogue.schema import Column
from factcheck.claims.wholes import whole_before, whole_of_share


@pytest.mark.parametrize(
    ("name", "forms", "expected"),
    [
        ("fee", {"fees", "fee"}, True),
        ("total_fees", {"fees", "fee"}, True),
        ("passengersCount", {"passengers", "passenger"}, True),
        ("revenue_usd", {"revenue"}, True),
        ("amount", {"amount"}, True),
        ("loan_amount", {"amount"}, True),
        ("loan_amount", {"loan"}, True),
        ("miles", {"mileage"}, False),
        ("residents_2020", {"residents", "resident"}, True),
        ("2020", {"residents", "resident"}, False),
        ("reader_age", {"readers", "reader"}, False),
        ("reader_id", {"readers", "reader"}, False),
        ("count", {"readers", "reader"}, False),
        ("", {"fees", "fee"}, False),
    ],
)
def test_a_column_is_an_amount_of_what_its_name_ends_in(name, forms, expected):
    column = Column(1, 1, name, name, "integer", "N", None)
    assert is_amount_of(column, forms) is expected
    assert not is_amount_of(Column(1, 1, name, name, "text", "S", None), forms)


def test_a_noun_may_stand_for_another_word_in_a_name():
    assert {"mileage", "miles"} <= with_names_called({"mileage"})
    assert {"passengers", "aboard"} <= with_names_called({"passengers"})


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("Half of the revenue, 45.6%, came from chairs.", "revenue"),
        ("A third of the sales, 32%, were chairs.", "sales"),
        ("Chairs brought in 45.6% of the order amount.", "amount"),
        ("Nearly two-thirds of donations (63%) came from Oslo.", "donations"),
        ("Over half (55%) of all his donations came from Oslo.", "donations"),
        ("The third of the films was liked by 32%.", None),
        ("In the third quarter of the year 32% were chairs.", None),
        ("Top channels by sales: Amazon 45%, shops 32%.", "sales"),
        ("Sales by channel: Amazon 45%, shops 32%.", "Sales"),
        ("Revenue share: Amazon 45%, shops 32%.", "Revenue"),
        ("Gender split: women 45%, men 32%.", "Gender"),
        ("Refunds: women 45%, men 32%.", None),
    ],
)
def test_the_whole_of_a_percentage_may_be_that_of_a_fraction_before(parser, sentence, whole):
    passage, _ = parsed_passage(parser, sentence, -1)
    noun = whole_of_share(passage.tokens, sorted(passage.own))
    assert (None if noun is None else passage.tokens[noun].text) == whole


@pytest.mark.parametrize(
    ("before", "sentence", "whole"),
    [
        ("We spent $18,000 on boats.", "The harbour got 27% of it.", "spent"),
        ("Total sales came to $18,000.", "Snacks were 27 percent of that.", "sales"),
        ("We have 18,000 guests.", "The harbour got 27% of it.", None),
        ("We spent $18,000 on boats.", "The harbour got 27% of that island.", None),
        ("We spent $18,000 on boats.", "The harbour has 27%.", None),
    ],
)
def test_a_pronoun_stands_for_the_amount_told_before(parser, before, sentence, whole):
    [parsed] = parser.parse([f"{before} {sentence}"])
    number = [at for at, token in enumerate(parsed[-1].tokens) if token.text == "27"]
    noun = whole_before(parsed, number)
    assert (None if noun is None else noun.text) == whole


def test_what_is_shared_out_may_be_told_above_a_list(parser):
    [above], [entry], [told] = parser.parse(["Revenue by region", "The north: 27%", "Revenue rose by half in May."])
    number = [at for at, token in enumerate(entry.tokens) if token.text == "27"]
    assert whole_before([above, entry], number).text == "Revenue"
    assert whole_before([told, entry], number) is None
