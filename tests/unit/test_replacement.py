"""What a linter proposes in the place of a wrong number."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.numbers.parse import read_numbers
from factcheck.numbers.replacement import written_like
from factcheck.numbers.rounding import matches


@pytest.mark.parametrize(
    ("text", "stated", "value", "replacement"),
    [
        ("1,308", 1308, "1038", "1,038"),
        ("1308", 1308, "12345", "12345"),
        ("950", 950, "12345", "12,345"),
        ("16%", 16, "13.04", "13%"),
        ("54 percent", 54, "43.92", "44 percent"),
        ("1.2 million", 1200000, "2345678", "2.3 million"),
        ("12 thousand", 12000, "13499", "13 thousand"),
        ("$1,234.50", "1234.5", "2", "$2.00"),
        ("20.0", 20, "16.436", "16.4"),
        ("-3.5", "-3.5", "-4.25", "-4.3"),
        ("0.5‰", "0.05", "0.07", "0.7‰"),
        ("1.234,5", "1234.5", "9876.54", "9.876,5"),
        ("1.234", 1234, "99", "99"),
        ("2,5", "2.5", "3.75", "3,8"),
        ("€ 1 234", 1234, "4321987", "€ 4 321 987"),
        ("Thirty-nine", 39, "16", "Sixteen"),
        ("four", 4, "15.6", "sixteen"),
    ],
)
def test_a_value_is_written_in_the_style_of_the_number(text: str, stated: object, value: str, replacement: str) -> None:
    assert written_like(text, Decimal(str(stated)), Decimal(value)) == replacement


@pytest.mark.parametrize(
    ("text", "stated", "value"),
    [
        ("5 million", 5000000, "1234"),
        ("twelve", 12, "104"),
        ("one in five", 20, "30"),
        ("3 to 5", 3, "7"),
        ("1,308", 1308, "-5"),
        ("half", 50, "20"),
        ("none", 0, "20"),
        ("1,308", 1308, "NaN"),
        ("1,308", 1308, "1E+900"),
        ("17", 34, "5"),
        ("7 thousand", 7000, "500"),
    ],
)
def test_nothing_is_proposed_where_the_style_has_no_way(text: str, stated: int, value: str) -> None:
    assert written_like(text, Decimal(stated), Decimal(value)) is None


@given(
    st.sampled_from(["1,308", "27", "3.5", "$4,200.75", "12.5%", "1.2 million", "45 percent", "7 thousand"]),
    st.decimals(min_value=Decimal("0.01"), max_value=10**11, places=2),
)
def test_a_check_reads_a_proposal_as_the_value_rounded(text: str, value: Decimal) -> None:
    [stated] = read_numbers(text)
    proposal = written_like(text, stated.value, value)
    if proposal is None:
        return
    [number] = read_numbers(proposal)
    assert number.unit == stated.unit
    decimals = max(0, -int(stated.value.as_tuple().exponent))
    assert matches(value, number.value) or number.value == round(value, decimals)
