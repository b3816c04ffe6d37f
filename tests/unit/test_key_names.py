"""Names of columns that hold the key of another table, and names that only look alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.joins.key_names import Fit, is_called_a_calendar, may_share_values, name_fit, possible_keys

EXACT = [
    ("customer_id", "customers", "id"),
    ("customerid", "customers", "id"),
    ("customer", "customers", "id"),
    ("customer", "customers", "customer_id"),
    ("CustomerID", "customer", "customer_id"),
    ("id_customer", "customers", "id"),
    ("address_id", "addresses", "id"),
    ("category_id", "categories", "id"),
    ("order_no", "orders", "id"),
    ("order_id", "orders", "order_id"),
    ("type_id", "types", "id"),
    ("country_code", "countries", "code"),
    ("customer_id", "dim_customer", "id"),
    ("product_id", "product_catalogue", "id"),
    ("customer_id", "customers_2020", "id"),
    ("order_item_id", "order_items", "id"),
    ("orderitem_id", "order_items", "id"),
    ("cust_id", "customers", "cust_id"),
    ("store_id", "staff", "store_id"),
]
LOOSE = [
    ("cust_id", "customers", "id"),
    ("dept", "departments", "dept_no"),
    ("home_team_id", "teams", "team_id"),
    ("category_id", "product_categories", "id"),
]
OTHER_NAMES = [
    ("support_rep_id", "employee", "employee_id"),
    ("manager_id", "staff", "staff_id"),
    ("client_id", "customers", "id"),
    ("vendor_no", "dim_suppliers", "supplier_key"),
]
NONE = [
    ("id", "customers", "id"),
    ("id", "ids", "id"),
    ("row_id", "rows", "row_id"),
    ("customer_id", "customers", "age"),
    ("customer_id", "customers", "manager_id"),
    ("customer_name", "customers", "id"),
    ("order_id", "order_items", "item_id"),
    ("order_id", "order_items", "order_item_id"),
    ("amount", "customers", "id"),
    ("year", "years", "year"),
    ("price", "prices", "price"),
    ("rank", "teams", "rank"),
    ("", "customers", "id"),
]


@pytest.mark.parametrize(
    ("fit", "names"),
    [
        *((Fit.EXACT, names) for names in EXACT),
        *((Fit.LOOSE, names) for names in LOOSE),
        *((Fit.OTHER_NAME, names) for names in OTHER_NAMES),
        *((None, names) for names in NONE),
    ],
)
def test_names_of_numbers(fit, names):
    assert name_fit("facts", *names, is_number=True, is_leading=False) is fit


@pytest.mark.parametrize(
    ("fit", "names"),
    [
        (Fit.EXACT, ("customer_name", "customers", "name")),
        (Fit.EXACT, ("customer", "customers", "name")),
        (Fit.EXACT, ("country", "populations", "country")),
        (Fit.LOOSE, ("home_team", "teams", "name")),
        (None, ("name", "customers", "name")),
        (None, ("title", "books", "title")),
        (None, ("customer_id", "customers", "name")),
    ],
)
def test_names_of_texts(fit, names):
    assert name_fit("facts", *names, is_number=False, is_leading=True) is fit


def test_numbers_of_equal_names_are_keys_only_if_they_say_so():
    assert name_fit("polls", "votes", "parties", "votes", is_number=True, is_leading=True) is None
    assert name_fit("polls", "party_no", "seats", "party_no", is_number=True, is_leading=False) is Fit.EXACT


def test_texts_of_equal_names_are_keys_where_they_say_so_or_begin_a_table():
    assert name_fit("customers", "state", "shops", "state", is_number=False, is_leading=False) is None
    assert name_fit("customers", "state", "populations", "state", is_number=False, is_leading=True) is Fit.EXACT
    assert name_fit("customers", "state", "states", "state", is_number=False, is_leading=False) is Fit.EXACT
    assert name_fit("pupils", "school_name", "budgets", "school_name", is_number=False, is_leading=False) is Fit.EXACT


def test_postal_codes_go_by_several_names():
    assert name_fit("sales", "postal_code", "places", "zip", is_number=True, is_leading=True) is Fit.EXACT
    assert name_fit("sales", "zip", "places", "postcode", is_number=False, is_leading=False) is Fit.EXACT
    assert name_fit("sales", "area_code", "places", "zip", is_number=True, is_leading=True) is None


def test_a_tables_own_key_is_that_of_another_one_under_an_equal_name_only():
    assert name_fit("teams", "team_id", "national_teams", "id", is_number=True, is_leading=True) is None
    assert name_fit("games", "team_id", "national_teams", "id", is_number=True, is_leading=True) is Fit.LOOSE
    assert name_fit("teams", "team_id", "national_teams", "team_id", is_number=True, is_leading=True) is Fit.EXACT


@pytest.mark.parametrize(
    ("names", "may"),
    [
        (("country_code_2", "ID"), True),
        (("ward_code", "key"), True),
        (("country", "ID"), False),
        (("country_name", "Country"), True),
        (("status", "status_name"), False),
        (("town", "city"), False),
        (("question_12", "answer_12"), False),
    ],
)
def test_names_may_leave_it_to_the_values(names: tuple[str, str], may: bool) -> None:
    assert may_share_values(*names) is may


_NAMES = st.lists(
    st.sampled_from(
        "customer customers cust cities city id no name code ID year amount 2 12 teams home dept x".split()
    ),
    max_size=3,
).map("_".join)


@given(from_table=_NAMES, from_columns=st.lists(_NAMES), to_table=_NAMES, to_columns=st.lists(_NAMES))
def test_columns_that_are_passed_over_fit_none(from_table, from_columns, to_table, to_columns):
    possible = possible_keys(to_table, to_columns)
    for from_column in from_columns:
        for passed_over in {*range(len(to_columns))} - {*possible.beside(from_column)}:
            to_column = to_columns[passed_over]
            for is_number in (True, False):
                fit = name_fit(from_table, from_column, to_table, to_column, is_number=is_number, is_leading=True)
                assert fit is None
            assert not may_share_values(from_column, to_column)


def test_few_columns_of_wide_tables_are_compared():
    columns = [f"answer_{number}" for number in range(100)] + ["ward_id"]
    possible = possible_keys("wards", columns)
    assert [columns[index] for index in possible.beside("ward")] == ["ward_id"]
    assert [columns[index] for index in possible.beside("question_12")] == ["ward_id"]


@pytest.mark.parametrize("table", ["dim_date", "calendar", "dates", "dim_calendar_table", "time"])
def test_tables_that_are_called_calendars(table):
    assert is_called_a_calendar(table)


@pytest.mark.parametrize("table", ["time_sheets", "daily_sales", "updates", "dim_customer", "dim"])
def test_tables_of_other_things_are_no_calendars(table):
    assert not is_called_a_calendar(table)
