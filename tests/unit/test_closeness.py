"""How near results come to a number as it is stated: the precision of verdicts, and what slips of the pen look like."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.numbers import closeness as near
from factcheck.numbers.closeness import Closeness, bands_of, fixed_digits
from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.rounding import matches
from factcheck.settings import Settings

SETTINGS = Settings()


def closeness(text, result, settings=SETTINGS):
    [number] = [each for each in find_numbers(text) if each.reason is None]
    return bands_of(number, settings).closeness(Decimal(result))


@pytest.mark.parametrize(
    ("text", "agreeing", "differing"),
    [
        # written decimals count
        ("The mean was 20.0 degrees.", ["20", "19.96", "20.05"], ["16.44", "20.06", "19.94"]),
        ("The mean was 2 degrees.", ["2.35", "1.5", "2.5"], ["1.49", "2.51"]),
        ("It was 50% of them.", ["49.5", "50.4"], ["45.1", "51"]),
        ("It was 1% of them.", ["0.84", "0.5", "1.4"], ["0.49", "1.6"]),
        ("It was 0.1% of them.", ["0.084", "0.05", "0.14"], ["0.049", "0.16"]),
        # counts below a hundred are counted
        ("10 of the victims were white.", ["10"], ["14", "9", "11"]),
        ("Seven were late.", ["7"], ["6", "8"]),
        # zeros at the end may be rounding, within five percent
        ("It rained on 300 days.", ["300", "295", "314"], ["259", "285", "350"]),
        ("There are 4,000 tracks.", ["3,900", "4,200"], ["3,503", "4,300"]),
        ("The data cover 100 countries.", ["98", "104"], ["142", "94"]),
        ("There are 275 artists.", ["275"], ["274", "276"]),
        # nothing may be after "exactly"
        ("There were exactly 100 penguins.", ["100"], ["99", "101", "124"]),
        # the last digit of a short form counts
        ("Sales came to 1.2 million.", ["1,150,001", "1,249,000"], ["1,100,000", "1,260,000"]),
        ("Sales came to $25 million.", ["25,400,000"], ["26,500,000", "2,500"]),
        ("Two and a half million came.", ["2,460,000"], ["2,700,000"]),
        ("One in five left.", ["18.5", "21.9"], ["15.5", "24"]),
        # a limit that nobody would choose is the result
        ("Over 2,089 are open.", ["2,089", "2,090"], ["2,088", "1,980"]),
        ("Over 2,080 are open.", ["2,081"], ["2,080"]),
        ("Fewer than 2,089 are open.", ["2,089", "2,088"], ["2,090"]),
        # hedges
        ("About 20 left.", ["19", "22"], ["24", "15"]),
        ("Roughly 60,000 came.", ["55,000", "66,000"], ["50,000", "70,000"]),
        ("Nearly a third left.", ["30.4", "36"], ["29", "40"]),
        # ... which leave the digits that are given as they are
        ("About 8.53 million came.", ["8,526,000", "8,534,999"], ["8,646,000", "8,450,000"]),
        ("About 330 million came.", ["328,239,523", "334,000,000"], ["320,000,000", "340,000,000"]),
        ("Nearly 45.3% left.", ["45.26", "45.34"], ["49", "45.4", "43"]),
        ("Some 627 came.", ["627"], ["672", "626", "600"]),
        ("Around 16.60 came.", ["16.6", "16.604"], ["16.65", "16.5"]),
        # ... but fives are round
        ("About 15 left.", ["14", "16"], ["13", "17", "18"]),
        ("Roughly 75% left.", ["73", "77.4"], ["72", "78", "82"]),
        ("Roughly 2,500 came.", ["2,300", "2,700"], ["2,200", "2,800"]),
        ("Roughly 125 came.", ["125"], ["120", "130", "123"]),
        ("More than 60,000 came.", ["60,001", "69,000"], ["60,000", "75,000"]),
        ("Between 3 and 5 percent left.", ["2.5", "4", "5.4"], ["2.4", "5.6"]),
    ],
)
def test_a_verdict_asks_for_the_stated_precision(text, agreeing, differing):
    for result in agreeing:
        assert closeness(text, result.replace(",", "")) is Closeness.AGREES, result
    for result in differing:
        assert closeness(text, result.replace(",", "")) is not Closeness.AGREES, result


def test_with_the_tolerance_of_the_paper_what_rounds_agrees():
    paper = Settings(rounding_tolerance=1)
    assert closeness("10 of the victims were white.", 14) is Closeness.ROUNDS
    assert closeness("10 of the victims were white.", 14, paper) is Closeness.AGREES
    assert closeness("10 of the victims were white.", 16, paper) is not Closeness.AGREES


@pytest.mark.parametrize(
    ("text", "result", "kind"),
    [
        ("They sold 1,204 units.", "1214", Closeness.NEAR),
        ("They sold 1,204 units.", "1024", Closeness.SLIP),
        ("They sold 1,204 units.", "2104", Closeness.SLIP),
        ("They sold 1,204 units.", "12040", Closeness.SLIP),
        ("It weighed 4.2 kg.", "4203", Closeness.UNIT),
        ("It weighed 4.2 kg.", "4.2e6", Closeness.UNIT),
        ("It weighed 4.2 kg.", "42", Closeness.SLIP),
        ("It weighed 4.2 kg.", "4300", Closeness.FAR),
        ("He earned $5 million.", "5.2", Closeness.UNIT),
        ("A pack cost $1.85.", "185", Closeness.UNIT),
        ("It weighed 1.85 kg.", "185", Closeness.SLIP),
        ("He earned $5 million.", "5000", Closeness.FAR),
        ("They sold 1,204 units.", "1300", Closeness.CLOSE),
        ("They sold 1,204 units.", "1600", Closeness.SAME_SIZE),
        ("They sold 1,204 units.", "-1204", Closeness.FAR),
        ("They sold 1,204 units.", "9999", Closeness.FAR),
        ("No units were sold.", "1", Closeness.FAR),
        ("It fell by -12.5 degrees.", "-12.6", Closeness.NEAR),
    ],
)
def test_a_result_that_does_not_round_to_the_number_may_be_what_was_meant(text, result, kind):
    assert closeness(text, result) is kind


@given(
    st.decimals("-1e7", "1e7", places=2, allow_nan=False),
    st.decimals("-1e7", "1e7", places=3, allow_nan=False),
)
def test_what_agrees_rounds_to_the_number(value, result):
    [number] = find_numbers("It was 7.")
    stated = type(number)(0, 1, "7", value, is_integer=value % 1 == 0)
    kind = bands_of(stated, SETTINGS).closeness(result)
    assert kind is not Closeness.AGREES or matches(result, value) or abs(result - value) <= Decimal("0.005")


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("They had 41,018 of them.", 4.6),
        ("They had 412 of them.", 2.6),
        ("They had 4 of them.", 0.6),
        ("They had 40,000 of them.", 1.0),
        ("They had exactly 40,000 of them.", 4.6),
        ("They had about 41,018 of them.", 4.6),
        ("They had more than 41,018 of them.", 0.0),
    ],
)
def test_a_number_fixes_as_many_digits_as_it_states(text, digits):
    [number] = find_numbers(text)
    assert fixed_digits(number, SETTINGS) == pytest.approx(digits, abs=0.11)


@given(
    st.sampled_from(
        ["41,018 came.", "About 1,200 came.", "7 came.", "More than 60 percent left.", "It was $25 million."]
    ),
    st.decimals(min_value="0.001", max_value="1e9", allow_nan=False, places=3),
)
def test_the_nearness_of_one_result_is_what_the_bands_tell(text, result):
    [number] = [each for each in find_numbers(text) if each.reason is None]
    for value in (result, number.value * result.scaleb(-9) + number.value, None, Decimal("NaN")):
        assert near.closeness(value, number, SETTINGS) is bands_of(number, SETTINGS).closeness(value)
