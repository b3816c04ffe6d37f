"""Amounts hold exact numbers without rounding, whatever their size and sign, and so do sums and orders of them."""

from __future__ import annotations

import json
import struct
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from factcheck.evaluation.amounts import Amounts, decimals, doubles, ordered, whole_numbers
from factcheck.exact_json import to_json

UNSIGNED = {"NaN": 0xC000, "Infinity": 0xD000, "-Infinity": 0xF000}
amounts = st.builds(
    lambda digits, power: Decimal(digits).scaleb(power),
    st.integers(-(10**18), 10**18) | st.integers(-999, 999),
    st.integers(-9, 3) | st.integers(-40, 40),
)
lists = st.lists(amounts, max_size=12)


def sent(value: Decimal) -> bytes:
    """What PostgreSQL's numeric_send gives: digits to the base 10,000, weight of the first, sign, decimals shown."""
    if not value.is_finite():
        return struct.pack(">hhHh", 0, 0, UNSIGNED[str(value)], 0)
    wholes, _, parts = f"{abs(value):f}".partition(".")
    wholes = wholes.zfill(-(-len(wholes) // 4) * 4)
    text = wholes + parts.ljust(-(-len(parts) // 4) * 4, "0")
    digits = [int(text[at : at + 4]) for at in range(0, len(text), 4)]
    weight = len(wholes) // 4 - 1
    while digits and digits[0] == 0:
        del digits[0]
        weight -= 1
    while digits and digits[-1] == 0:
        del digits[-1]
    sign = 0x4000 if value < 0 else 0
    return struct.pack(f">hhHh{len(digits)}h", len(digits), weight if digits else 0, sign, len(parts), *digits)


def read(values: list[Decimal]) -> Amounts:
    parts = [sent(value) for value in values]
    return decimals(b"".join(parts), np.array([len(part) for part in parts], dtype=np.int64))


def total(held: Amounts) -> Amounts:
    return Amounts(held.limbs.sum(axis=1)[:, None], held.scale)


def near(found: float, exact: Fraction) -> bool:
    return abs(Fraction(found) - exact) <= abs(exact) / 10**14


@given(lists)
@example([Decimal("900719925474099.93"), Decimal("-900719925474099.91")])
@example([Decimal("1E+40"), Decimal("1E-40"), Decimal("-1E+40")])
def test_decimals_and_their_sums_are_exact(values):
    held = read(values)
    exact = [Fraction(value) for value in values]
    assert [held.fraction(place) for place in range(len(values))] == exact
    assert total(held).fraction(0) == sum(exact)
    assert near(total(held).floats()[0], Fraction(sum(exact)))
    assert all(near(found, value) for found, value in zip(held.floats().tolist(), exact, strict=True))


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=12))
@example([2**63 - 1, -(2**63), 2])
def test_integers_and_their_sums_are_exact(values):
    held = whole_numbers(np.array(values, dtype=np.int64))
    assert [held.fraction(place) for place in range(len(values))] == values
    assert total(held).fraction(0) == sum(values)
    assert near(total(held).floats()[0], Fraction(sum(values)))


@given(lists)
def test_what_is_compared_ascends_as_the_values_do(values):
    held = read(values)
    compared, order = ordered(held)
    assert [values[place] for place in np.argsort(compared, kind="stable")] == sorted(values)
    back = order.amounts(compared)
    assert [back.fraction(place) for place in range(len(values))] == [Fraction(value) for value in values]


@given(st.lists(amounts | st.sampled_from([Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity")]), min_size=1))
def test_what_is_no_finite_number_stays_so(values):
    held = read(values)
    compared, order = ordered(held)
    for place, value in enumerate(values):
        for each in (held.floats()[place], order.amounts(compared).floats()[place]):
            assert str(Decimal(float(each))) == str(value) or value.is_finite()
        assert (held.fraction(place) is None) is not value.is_finite()


def test_a_number_beyond_doubles_counts_as_infinite():
    held = read([Decimal("1E+5000"), Decimal("-1E+5000"), Decimal(7)])
    assert held.floats().tolist() == [float("inf"), float("-inf"), 7.0]
    assert held.fraction(2) == 7


def test_money_of_usual_size_takes_one_number_each():
    assert not read([Decimal("12.50"), Decimal("-999999999999.99")]).is_wide
    assert read([Decimal("12.50"), Decimal("99999999999999.99")]).is_wide
    assert not doubles(np.array([1e300, 1e-300])).is_wide


@given(st.lists(amounts), st.text())
def test_json_has_all_digits(values, text):
    with localcontext() as context:
        context.prec = 200
        written = to_json({"values": values, "text": text})
        read_again = json.loads(written, parse_float=Decimal, parse_int=Decimal)
        assert read_again == {"values": values, "text": text}
