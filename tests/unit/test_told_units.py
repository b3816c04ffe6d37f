"""The unit of a column, from its name and from what is said of it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import Constant, DaysBetween, Operation
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import numbers_of
from factcheck.units.result_unit import read_result_unit
from factcheck.units.told import told_unit


def told(name, *descriptions, others=()):
    unit = told_unit(name, descriptions, others)
    return unit.text if unit else None


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("payload_kg", "kg"),
        ("weightKg", "kg"),
        ("height_cm", "cm"),
        ("height_in", "inches"),
        ("wait_ms", "milliseconds"),
        ("distance_miles", "miles"),
        ("lap_time_s", "seconds"),
        ("minutes_played", "minutes"),
        ("total_hours_worked", "hours"),
        ("tenure_years", "years"),
        ("area_km2", "km²"),
        ("living_area_m2", "m²"),
        ("elevation_ft", "feet"),
        ("wind_mph", "mph"),
        ("miles_per_hour", "mph"),
        ("temp_c", "°C"),
        ("energy_kWh", "kWh"),
        ("revenue_millions", "million"),
        ("revenue_crores", "crore"),
        ("active_users_lakhs", "lakh"),
        ("pop_in_thousands", "thousand"),
        ("price_usd", "USD"),
        ("price_usd_m", "million USD"),
        ("cost_eur_k", "thousand EUR"),
        ("sales (in $000s)", "thousand USD"),
        ("weight_pounds", "lb"),
        ("rent_pounds", "GBP"),
    ],
)
def test_names_that_tell_a_unit(name, unit):
    assert told(name) == unit


@pytest.mark.parametrize(
    "name",
    [
        "price_min",  # the least price
        "vitamin_c",
        "checked_in",
        "emp_f",
        "group_k",
        "birth_year",
        "second_name",
        "price_per_kg",
        "hours_per_week",
        "density_km2",
        "co2",
        "pounds",  # of weight, or of money
        "passengers_m",
        "share_kg",
        "ms_users",
        "ft_made",  # free throws
        "hr",  # home runs
        "m2",  # money
    ],
)
def test_names_that_tell_none(name):
    assert told(name) is None


@pytest.mark.parametrize(
    ("description", "unit"),
    [
        ("Body mass (g)", "g"),
        ("Depth of the well [m]", "m"),
        ("Duration of the call, minutes", "minutes"),
        ("How long the film runs, in minutes", "minutes"),
        ("unit: ms", "milliseconds"),
        ("Budget ($ millions)", "million USD"),
        ("Annual wages in thousands of euros", "thousand EUR"),
        ("Exports (US$ billion)", "billion USD"),
        ("in thousands", "thousand"),
        ("USD", "USD"),
        ("Price in dollars per night", None),
        ("Fee (€/kg)", None),
        ("Came in second place", None),
        ("Goals scored in all seasons", None),
    ],
)
def test_descriptions(description, unit):
    assert told("amount", description) == unit


def test_a_description_completes_a_name_and_may_contradict_it():
    assert told("revenue_usd", "in millions") == "million USD"
    assert told("weight_g", "Weight in kg") is None


def test_a_minimum_beside_a_maximum_has_no_minutes():
    assert told("wait_min") == "minutes"
    assert told("wait_min", others=["wait_min", "wait_max"]) is None


def column(number, name, unit=None, type_name="numeric", category="N", forms=()):
    return Column(number, 1, name, name, type_name, category, None, number_forms=forms, unit=unit)


def test_sums_and_differences_of_columns_have_their_unit():
    outer, inner, price = column(1, "outer_mm", "mm"), column(2, "inner_mm", "mm"), column(3, "price", "USD")
    assert unit_of(derived(Operation("-", outer, inner), 1)).text == "mm"
    assert unit_of(derived(Operation("+", outer, price), 1)) is None
    assert unit_of(derived(Operation("*", column(6, "quantity"), price), 1)).text == "USD"
    assert unit_of(derived(Operation("*", column(6, "pieces"), outer), 1)) is None
    assert unit_of(derived(Operation("/", price, outer), 1)).text == "USD"  # a price for each
    assert unit_of(derived(Operation("/", price, column(7, "cost", "USD")), 1)) is None
    assert unit_of(derived(Operation("/", outer, inner), 1)) is None
    assert unit_of(derived(Operation("*", outer, Constant(Decimal(2))), 1)) is None
    days = DaysBetween(column(4, "opened", type_name="date"), column(5, "closed", type_name="date"))
    assert unit_of(derived(days, 1)).text == "days"


def test_a_declared_measure_tells_its_unit_by_its_name():
    measure = derived(Operation("/", column(1, "grams"), Constant(Decimal(1000))), 1, "weight_kg")
    assert unit_of(measure).text == "kg"


def test_numbers_inside_text_have_the_unit_that_stands_by_them():
    [amount] = numbers_of(column(1, "load", type_name="text", category="S", forms=("amount:kg::",)))
    [hours] = numbers_of(column(2, "runs", type_name="text", category="S", forms=("hours:::",)))
    assert unit_of(amount).text == "kg"
    assert unit_of(hours).text == "minutes"


def test_text_that_is_no_number_has_none():
    assert unit_of(column(1, "load_kg", "kg", "text", "S")) is None
    assert unit_of(None) is None


PIECES = st.sampled_from(
    ["in", "(", ")", "[", "]", "kg", "$", "€", "000s", "millions", "of", "per", "/", ",", "_", "°C", "unit:"]
)


@given(st.text(max_size=30), st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=12).map(" ".join))
def test_whatever_is_said_a_unit_can_be_kept_or_there_is_none(name, description):
    unit = told_unit(name, [description])
    assert unit is None or read_result_unit(unit.text) == unit


def test_a_very_long_description_takes_no_time():
    assert told_unit("amount", ["in kg " + "in (, " * 200_000]).text == "kg"
