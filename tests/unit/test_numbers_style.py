"""Documents that write 1.204,5 for what others write 1,204.5."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.style import NumberStyle, in_usual_style, number_style

COMMA = NumberStyle(",", "1.204,5")


@pytest.mark.parametrize(
    ("texts", "evidence"),
    [
        (["We sold 1.204 cups at 2,5 % more.", "In all 1.204,5 litres."], "2,5"),
        (["It grew by 0,75 points."], "0,75"),
        (["It cost 1 204,50 in all."], "1 204,50"),
        (["It cost 3,50 € each."], "3,50"),
        (["4,2K are won."], "4,2"),
        (["Of 1.234.567 people 12 came on 12.05.2020."], "1.234.567"),
        (["About 3,5 million came.", "Version 3.5 was better, said § 2.1."], "3,5"),
    ],
)
def test_a_decimal_comma_is_noticed(texts, evidence):
    assert number_style(texts) == NumberStyle(",", evidence)


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["We sold 1,204 cups.", "It was 3.5% more."],
        ["We sold 1.204,5 litres, 3.5% more."],  # both: contradiction
        ["We sold 1,204 cups, 3,5 % more."],  # one number of each style: the comma rather parts thousands
        ["Rows 1,2 and 3,4 were left out."],
        ["Coded 0,1 in the file."],
        ["On 12.05.2020 and 1.2.3 and 10.0.0.1 and 5,6."],
        ["No numbers, none."],
    ],
)
def test_the_usual_style(texts):
    assert number_style(texts) == NumberStyle(".", None)


@pytest.mark.parametrize(
    ("text", "written", "value", "unit"),
    [
        ("sold 1.204 cups", "1.204", "1204", "plain"),
        ("sold 1.204,5 litres", "1.204,5", "1204.5", "plain"),
        ("sold 1 204,5 litres", "1 204,5", "1204.5", "plain"),
        ("sold 3,5 litres", "3,5", "3.5", "plain"),
        ("sold 3,125 litres", "3,125", "3.125", "plain"),
        ("cost 1.204,50 € then", "1.204,50 €", "1204.50", "currency"),
        ("up 2,5% then", "2,5%", "2.5", "percent"),
        ("some 1,2 million cups", "1,2 million", "1200000", "plain"),
        ("a change of -0,5 then", "-0,5", "-0.5", "plain"),
        ("from 12 cups", "12", "12", "plain"),
        ("１.２０４,５ cups", "１.２０４,５", "1204.5", "plain"),
    ],
)
def test_numbers_with_a_decimal_comma(text, written, value, unit):
    [number] = find_numbers(text, COMMA)
    assert (number.text, str(number.value), number.unit, number.reason) == (written, value, unit, None)


def test_ranges_keep_what_is_written():
    [number] = find_numbers("between 1,5 and 2,5 %", COMMA)
    assert (number.text, number.value, number.high) == ("1,5 and 2,5 %", Decimal("1.5"), Decimal("2.5"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("on 12.05.2020 we", "a date"), ("release 1.2.3 of", "a version"), ("see Table 2.1", "a label"),
     ("about 3.5 litres", "written in another number style")],
)  # fmt: skip
def test_dates_and_labels_stay_what_they_are(text, reason):
    assert [number.reason for number in find_numbers(text, COMMA)] == [reason]


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("sold 1.204,5 litres", "1204.5", None),
        ("up 2,5 % then", "2.5", None),
        ("about 0,75 of it", "0.75", None),
        ("about 3,5 of it", "3", "written in another number style"),
        ("about 1,234,56 of it", "1", "written in another number style"),
        ("sold 1.204 litres", "1.204", None),
    ],
)
def test_a_decimal_comma_in_a_document_of_the_usual_style(text, value, reason):
    [number] = find_numbers(text)
    assert (str(number.value), number.reason) == (value, reason)


def test_a_list_without_spaces_is_no_number():
    assert [number.value for number in find_numbers("in 1,2,3 there")] == [1, 2, 3]


@given(st.integers(1000, 10**9), st.integers(10, 99).filter(lambda cents: cents % 10))
def test_any_number_reads_back_in_both_styles(whole, cents):
    usual = f"{whole:,}.{cents}"
    comma = usual.translate(str.maketrans(".,", ",."))
    for written, style in ((usual, NumberStyle()), (comma, COMMA), (comma, NumberStyle())):
        [number] = find_numbers(f"It was {written} in all.", style)
        assert (number.text, number.value) == (written, Decimal(f"{whole}.{cents}"))
    assert number_style([f"It was {comma} in all."]).evidence == comma
    assert number_style([f"It was {usual} in all."]) == NumberStyle()


@given(st.text(st.sampled_from("0123456789.,' \u00a0%€-/:aA(٣５٫"), max_size=60) | st.text())
def test_every_character_keeps_its_place(text):
    for style in (NumberStyle(), COMMA):
        assert len(in_usual_style(text, style)) == len(text)
        for number in find_numbers(text, style):
            assert number.text == text[number.start : number.end]
    number_style([text])
