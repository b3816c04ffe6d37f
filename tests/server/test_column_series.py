"""Wide tables: the same measured once a year, in a column each, beside other columns."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of

YEARS = range(1986, 2017, 2)
MEASURES = ("inhabitants", "households", "density")


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    """A table with three measures of six years each; of no year are the values those of another."""
    columns = [f"{measure}_{year}" for measure in MEASURES for year in YEARS]
    values = [
        f"{1000 * (index + 3) + index * index} + g * {17 + index} % {211 + index}" for index in range(len(columns))
    ]
    admin.execute(f"""
        CREATE TABLE public.parish AS SELECT 'Parish ' || g AS parish, (ARRAY['hill', 'coast'])[1 + g % 2] AS land,
            {", ".join(f"{value} AS {column}" for value, column in zip(values, columns, strict=True))},
            40 + g * 7 % 53 AS road_length FROM generate_series(1, 90) AS g;
        GRANT SELECT ON public.parish TO {analyst_name};
        SELECT factcheck.add_table('public.parish');
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def total(session, column):
    return session.execute(f"SELECT sum({column}) AS total FROM public.parish").fetchone()["total"]


def checked(session, text):
    return session.execute("SELECT * FROM fact_check(%s, '{public.parish}')", [text]).fetchall()


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("In 2016, the parishes had {:,} inhabitants, up from {:,} six years before.",
         ("inhabitants_2016", "inhabitants_2010")),
        ("In 1996, the parishes had {:,} inhabitants, and a decade later {:,}.",
         ("inhabitants_1996", "inhabitants_2006")),
    ],
)  # fmt: skip
def test_a_year_told_from_another_names_a_column(session, text, columns):
    rows = checked(session, text.format(*(total(session, column) for column in columns)))
    assert [row["verdict"] for row in rows if row["claimed_value"] is not None] == [
        "supported",
        "supported",
    ]
    for row, column in zip([row for row in rows if row["claimed_value"] is not None], columns, strict=True):
        assert row["query"] == f"SELECT sum({column}) FROM public.parish"


def test_many_years_leave_room_for_other_columns(session):
    [row] = checked(
        session,
        f"The roads of all parishes add up to a length of {total(session, 'road_length'):,}.",
    )
    assert row["query"] == "SELECT sum(road_length) FROM public.parish"


def test_without_a_year_the_latest_is_a_reading(session):
    """All inhabitants' columns fit equally well; the number decides, and the latest year must be among them."""
    [row] = checked(
        session,
        f"The parishes have {total(session, 'inhabitants_2016'):,} inhabitants in all.",
    )
    assert row["query"] == "SELECT sum(inhabitants_2016) FROM public.parish"
