"""Days that a text tells by the month or the day it speaks of: "Thursday the 10th", "the day before", feasts."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ferry_trip AS
        SELECT g AS trip, date '2015-11-20' + g * 17 % 47 AS sailed_on, 40 + g * 31 % 160 AS passengers
        FROM generate_series(1, 410) AS g
        WHERE g % 47 NOT IN (3, 20) OR g % 3 > 0;
        GRANT SELECT ON public.ferry_trip TO {analyst_name};
        SELECT factcheck.add_table('public.ferry_trip');
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("The ferries sailed in December 2015. On Thursday the 10th there were {} trips.", "12-10", "12-10"),
        ("The ferries sailed in December 2015. From the 7th to the 13th there were {} trips.", "12-07", "12-13"),
        (
            "In December 2015 it was cold. In the week from Monday the 7th to Sunday the 13th, there were {} trips.",
            "12-07",
            "12-13",
        ),
        ("On 10 December 2015 a storm blew. The day before there were {} trips.", "12-09", "12-09"),
        ("The year 2015 ended quietly. On New Year's Eve there were {} trips.", "12-31", "12-31"),
    ],
)
def test_told_days_tell_which_rows_are_meant(session, text, first, last):
    of_days = f"sailed_on BETWEEN '2015-{first}' AND '2015-{last}'"
    number = session.execute(f"SELECT count(*) AS n FROM public.ferry_trip WHERE {of_days}").fetchone()["n"]
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.ferry_trip}')", [text.format(number)]).fetchall()
    row = next(row for row in rows if row["claimed_value"] == number)
    assert (row["verdict"], row["query"]) == (
        "supported",
        f"SELECT count(*) FROM public.ferry_trip WHERE {of_days}",
    )


def test_a_weekday_that_does_not_fit_is_no_such_day(session):
    rows = session.execute(
        "SELECT * FROM fact_check('The ferries sailed in December 2015. On Monday the 10th there were 9 trips.',"
        " '{public.ferry_trip}')"
    ).fetchall()
    assert not any("2015-12-10" in each["query"] for row in rows for each in row["alternatives"])
