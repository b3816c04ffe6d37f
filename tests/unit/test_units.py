"""Units of measurement: exact conversion, and how the unit of a number compares with that of a result."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from factcheck.numbers.closeness import Closeness, NumberBands, bands_of
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import find_numbers
from factcheck.settings import Settings
from factcheck.units.result_unit import ResultUnit, read_result_unit
from factcheck.units.unit import SCALE_NAMES, UNITS, Unit, conversion

SETTINGS = Settings()
MEASURED = sorted(name for name, unit in UNITS.by_name.items() if not unit.is_money)
BY_DIMENSION: dict[str, list[Unit]] = {}
for each in map(UNITS.by_name.__getitem__, MEASURED):
    BY_DIMENSION.setdefault(each.dimension, []).append(each)
ALIKE = (
    st.sampled_from(sorted(BY_DIMENSION))
    .map(BY_DIMENSION.__getitem__)
    .flatmap(lambda units: st.tuples(*(st.sampled_from(units) for _ in range(3))))
)
"""Three units of one dimension."""

VALUE = st.decimals(-(10**9), 10**9, allow_nan=False, allow_infinity=False, places=4)


def stated(text):
    [number] = [each for each in find_numbers(text) if each.reason is None]
    return number


def unit(name, scale=1):
    return ResultUnit(UNITS.by_name[name] if name else None, scale)


def closeness(text, result, of_result):
    return bands_of(stated(text), SETTINGS, of_result).closeness(Decimal(result))


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("3.75 kg", "g", "3750"),
        ("35 minutes", "milliseconds", "2100000"),
        ("26.2 miles", "km", "42.1648128"),
        ("6 feet", "cm", "182.88"),
        ("5 feet 11", "cm", "180.34"),
        ("5 ft 11 in the morning", "inches", "71"),
        ("2 hours and 30 minutes", "minutes", "150"),
        ("1h 5m", "seconds", "3900"),
        ("12 °C", "°F", "53.6"),
        ("12ºC", "°F", "53.6"),
        ("-40 degrees Fahrenheit", "°C", "-40"),
        ("300 kelvin", "°C", "26.85"),
        ("36 km/h", "m/s", "10"),
        ("60 miles per hour", "km/h", "96.56064"),
        ("2 square miles", "km²", "5.179976220672"),
        ("3 years", "months", "36"),
        ("90 kWh", "MJ", "324"),
        ("2.5 million tonnes", "kg", "2500000000"),
    ],
)
def test_a_number_is_told_in_another_unit_exactly(text, name, told):
    compared = compare_units(stated(text), unit(name))
    assert (compared.fit, compared.told(stated(text).value)) == (Fit.AGREES, Decimal(told))


@given(VALUE, ALIKE)
def test_a_conversion_and_its_reverse_cancel_out(value, units):
    source, target, _ = units
    there, back = conversion(source, target), conversion(target, source)
    exact = Fraction(value) * there.factor + there.offset
    assert exact * back.factor + back.offset == Fraction(value)
    assert abs(there.back(there(value)) - value) < Decimal("1e-60")


@given(ALIKE, VALUE)
def test_conversions_can_be_chained(units, value):
    one, two, three = units
    first, second, direct = conversion(one, two), conversion(two, three), conversion(one, three)
    exact = (Fraction(value) * first.factor + first.offset) * second.factor + second.offset
    assert exact == Fraction(value) * direct.factor + direct.offset


@given(VALUE, VALUE, ALIKE)
def test_a_difference_is_told_as_the_difference_of_both(high, low, units):
    source, target, _ = units
    value, difference = conversion(source, target), conversion(source, target, is_difference=True)
    apart = (Fraction(high) - Fraction(low)) * value.factor
    assert apart == (Fraction(high) - Fraction(low)) * difference.factor + difference.offset


@given(st.decimals(Decimal("0.01"), 10**6, places=2), VALUE, ALIKE)
def test_a_result_agrees_in_any_unit_or_in_none(number, result, units):
    source, target, _ = units
    assume(source.offset == target.offset == 0)
    claim = replace(stated("5 kg"), value=number, measured=replace(stated("5 kg").measured, units=(source,)))
    result = abs(result) or Decimal(1)
    own = bands_of(claim, SETTINGS, ResultUnit(source)).agrees
    told = conversion(source, target)(result)
    other = bands_of(claim, SETTINGS, ResultUnit(target)).agrees
    assert (result in own) == (told in other)


@pytest.mark.parametrize(
    ("text", "name", "scale", "agreeing", "differing"),
    [
        ("4.2 kg", "g", 1, ["4201.75", "4150", "4250"], ["4.2", "4149.9", "4251"]),
        ("$25 million", "USD", 10**6, ["25.3", "24.5"], ["25000000", "26"]),
        ("25 million", None, 10**6, ["25.3"], ["24"]),
        ("4.5 million people", None, 10**3, ["4520"], ["4600", "4.5"]),
        ("about 10 °C", "°F", 1, ["50", "49"], ["10", "70"]),
        ("about 12 °C", "°F", 1, ["53.6", "53"], ["12", "52"]),
        ("over 5 kg", "g", 1, ["5001", "5999"], ["5000", "4999"]),
        ("between 5 and 7 kg", "g", 1, ["5000", "7000"], ["7600", "6"]),
        ("200,000,000 people", None, 10**3, ["200000"], ["260000"]),
        ("$12,750,000", "USD", 10**6, ["12.75"], ["12750000"]),
    ],
)
def test_results_are_compared_in_their_own_unit(text, name, scale, agreeing, differing):
    for result in agreeing:
        assert closeness(text, result, unit(name, scale)) is Closeness.AGREES
    for result in differing:
        assert closeness(text, result, unit(name, scale)) is not Closeness.AGREES


@pytest.mark.parametrize(
    ("text", "of_result"),
    [
        ("4.2", unit("g")),  # no unit is stated
        ("4.2 kg", None),  # none is known of the column
        ("4.2%", unit("g")),
        ("25", unit("USD", 10**6)),  # a text may tell millions as its table does
        ("$25", unit("USD", 10**6)),
        ("500 m", unit("USD")),  # metres, or millions
    ],
)
def test_without_two_known_units_a_number_is_compared_as_it_is(text, of_result):
    compared = compare_units(stated(text), of_result)
    assert compared.conversion is None
    assert compared.fit is not Fit.DIFFERS


@pytest.mark.parametrize(
    ("text", "name"), [("4.2 kg", "cm"), ("$5", "kg"), ("€5", "USD"), ("5 hours", "km"), ("5 years", "days")]
)
def test_no_result_of_another_dimension_is_near(text, name):
    assert compare_units(stated(text), unit(name)).fit is Fit.DIFFERS
    assert closeness(text, stated(text).value, unit(name)) is Closeness.FAR


def test_a_sign_or_word_of_several_units_fits_each():
    assert compare_units(stated("40 pounds"), unit("kg")).told(Decimal(40)) == Decimal("18.1436948")
    assert compare_units(stated("40 pounds"), unit("GBP")).fit is Fit.AGREES
    assert compare_units(stated("$40"), unit("CAD")).fit is Fit.AGREES
    assert compare_units(stated("12 degrees"), unit("°F")).conversion is None


def test_a_number_that_compares_has_a_unit_too():
    assert compare_units(stated("3 kg more than the other one"), unit("g")).told(Decimal(3)) == 3000


def test_minutes_count_nothing_but_days_may():
    assert stated("35 minutes").measured.never_counts
    assert not stated("14 days").measured.never_counts
    assert not stated("$5").measured.never_counts


def test_a_difference_of_temperatures_has_no_zero():
    warmer = stated("5 °C")
    assert compare_units(warmer, ResultUnit(UNITS.by_name["°F"], is_difference=True)).told(Decimal(5)) == Decimal(9)


@pytest.mark.parametrize("text", ["40 hours a week", "35 miles per gallon", "80 mg/day", "5 in all", "30 C"])
def test_rates_and_other_words_are_no_unit(text):
    assert find_numbers(text)[0].measured is None


@pytest.mark.parametrize(
    ("text", "unit", "other", "told"),
    [
        ("32.5 µg/m³", "µg/m³", "mg/m³", "0.0325"),
        ("90 mg/dL", "mg/dl", "g/l", "0.9"),
        ("420 ppm", "ppm", "ppb", "420000"),
        ("31 kg/m2", "kg/m²", "kg/m²", "31"),
    ],
)
def test_concentrations_are_units(text, unit, other, told):
    number = stated(text)
    assert [each.name for each in number.measured.units] == [unit]
    assert compare_units(number, ResultUnit(UNITS.by_name[other])).told(number.value) == Decimal(told)


def test_both_ends_of_a_range_have_the_unit_of_the_second():
    assert [number.measured.text for number in find_numbers("from 2.7 to 6.3 kg")] == ["kg", "kg"]


def test_two_amounts_of_which_the_second_is_not_smaller_stay_two():
    assert [number.text for number in find_numbers("5 minutes and 90 seconds")] == ["5", "90"]
    assert [number.text for number in find_numbers("5 minutes and 3 kg")] == ["5", "3"]


@given(st.sampled_from(sorted(UNITS.by_name)), st.sampled_from([1, *SCALE_NAMES]))
def test_units_are_kept_as_text(name, scale):
    assert read_result_unit(unit(name, scale).text) == unit(name, scale)


@pytest.mark.parametrize("text", [None, "", "thousand furlongs", "furlongs", "kg kg"])
def test_what_is_no_unit_is_none(text):
    assert read_result_unit(text) is None


def test_numbers_without_unit_are_compared_alike_with_all_columns():
    assert NumberBands(stated("420"), SETTINGS).are_alike
    assert not NumberBands(stated("42"), SETTINGS).are_alike  # may be a percentage
    assert not NumberBands(stated("42 kg"), SETTINGS).are_alike
    assert not NumberBands(stated("42 million"), SETTINGS).are_alike


def test_percentages_are_told_of_fractions_and_of_nothing_else():
    assert closeness("16.1 %", "0.1611", unit("fraction")) is Closeness.AGREES
    assert closeness("16.1 %", "16.11", unit("fraction")) is not Closeness.AGREES
    assert closeness("16.1 %", "16.11", None) is Closeness.AGREES
    assert closeness("0.161", "0.1611", unit("fraction")) is Closeness.AGREES
    assert closeness("16.1", "0.1611", unit("fraction")) is Closeness.AGREES  # no fraction is as large
    assert closeness("161", "1.611", unit("fraction")) is not Closeness.AGREES
    assert not NumberBands(stated("16.1 %"), SETTINGS).are_alike


def test_every_unit_is_known_by_a_word_that_stands_for_no_other_of_its_dimension():
    for key, units in UNITS.by_word.items():
        dimensions = [each.dimension for each in units]
        assert len(set(dimensions)) == len(dimensions) or key.startswith("degree"), key
