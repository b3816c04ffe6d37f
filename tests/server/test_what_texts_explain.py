"""What a text explains itself, or leaves to the table: codes it names, units it gives once, what an id stands for."""

from __future__ import annotations

import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of


@pytest.fixture(scope="module")
def session(admin, database, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.ringed AS
        SELECT (ARRAY['BT', 'GW', 'KX'])[1 + g % 3] AS kind, (ARRAY['F', 'M'])[1 + g / 3 % 2] AS sex,
               10 + g % 3 * 40 + g % 7 + g / 3 % 2 * 5 AS weight, 60 + g % 3 * 30 + g % 5 AS wing
        FROM generate_series(1, 210) AS g;
        CREATE TABLE public.till AS
        SELECT 'R' || lpad((g / 3)::text, 4, '0') AS id, (ARRAY['soup', 'cake', 'tea', 'bread'])[1 + g % 4] AS dish,
               2 + g % 7 * 0.5 AS price, date '2021-01-01' + g / 9 AS day
        FROM generate_series(1, 630) AS g;
        CREATE TABLE public.show AS
        SELECT 'S' || lpad((1 + g % 12)::text, 2, '0') AS season, 'queen ' || g AS queen, 20 + g * 7 % 31 AS age,
               g % 11 AS wins
        FROM generate_series(1, 140) AS g;
        CREATE TABLE public.staff AS
        SELECT (ARRAY['Female', 'Male'])[1 + g % 2] AS gender, 4200 - g % 2 * 350 + g * 37 % 900 AS monthly_income,
               11 + g % 2 + g % 5 AS percent_salary_hike, 20 + g * 7 % 41 AS age
        FROM generate_series(1, 300) AS g;
        GRANT SELECT ON public.ringed, public.till, public.show, public.staff TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{ringed, till, show, staff}}'::regclass[]) AS t;
    """)
    with session_of(database, analyst_name, dict_row) as connection:
        yield connection


def numbers(session, table, text, **queries):
    """Check a text with the results of queries written into it; return the rows about these numbers."""
    values = {name: session.execute(f"SELECT {sql} AS value").fetchone()["value"] for name, sql in queries.items()}
    rows = session.execute(
        "SELECT * FROM fact_check(%s, ARRAY[%s::regclass])", [text.format(**values), f"public.{table}"]
    ).fetchall()
    return [row for row in rows if row["claimed_value"] is not None]


MEAN = "(SELECT round(avg(weight)) FROM public.ringed WHERE kind = '{}'{})"


def test_a_text_says_what_codes_stand_for(session):
    text = (
        "Three kinds were ringed: BT (blue-crested, {all} birds), GW (grey warbler) and KX (king's wader). "
        "The grey warblers weighed {gw} g on average. The blue-crested birds weighed {bt} g on average."
    )
    rows = numbers(
        session,
        "ringed",
        text,
        all="(SELECT count(*) FROM public.ringed WHERE kind = 'BT')",
        gw=MEAN.format("GW", ""),
        bt=MEAN.format("BT", ""),
    )
    for row, kind in zip(rows[-2:], ("GW", "BT"), strict=True):
        assert (row["verdict"], row["query"]) == (
            "supported",
            f"SELECT avg(weight) FROM public.ringed WHERE kind = '{kind}'",
        )


def test_without_the_explanation_the_code_is_not_known(session):
    """So it is the text that tells it."""
    rows = numbers(session, "ringed", "The king's waders weighed {kx} g on average.", kx=MEAN.format("KX", ""))
    assert rows[0]["query"] != "SELECT avg(weight) FROM public.ringed WHERE kind = 'KX'"


def test_a_unit_given_once_holds_for_the_number_beside(session):
    rows = numbers(
        session,
        "ringed",
        "GW is the grey warbler. Female GW weigh {f} g on average, the males {m}.",
        f=MEAN.format("GW", " AND sex = 'F'"),
        m=MEAN.format("GW", " AND sex = 'M'"),
    )
    assert [row["verdict"] for row in rows] == ["supported", "supported"]


def test_an_id_counts_what_nothing_else_is_called(session):
    [row] = numbers(
        session, "till", "In total there were {n} orders.", n="(SELECT count(DISTINCT id) FROM public.till)"
    )
    assert (row["verdict"], row["query"]) == ("supported", "SELECT count(DISTINCT id) FROM public.till")


def test_a_wrong_number_of_them_is_refuted_or_left_open(session):
    [row] = numbers(
        session, "till", "In total there were {n} orders.", n="(SELECT 91 + count(DISTINCT id) FROM public.till)"
    )
    assert row["verdict"] != "supported"


@pytest.mark.parametrize(("said", "season"), [("season 4", "S04"), ("season one", "S01"), ("the last season", "S12")])
def test_a_number_names_a_value_with_a_label(session, said, season):
    where = f"season = '{season}'"
    [row] = numbers(
        session, "show", f"The average age of the queens in {said} was {{age}}.",
        age=f"(SELECT round(avg(age), 2) FROM public.show WHERE {where})",
    )  # fmt: skip
    assert (row["verdict"], row["query"]) == ("supported", f"SELECT avg(age) FROM public.show WHERE {where}")


def test_one_of_something_names_no_label(session):
    [row] = numbers(
        session,
        "show",
        "{n} queens won at least one challenge.",
        n="(SELECT count(*) FROM public.show WHERE wins >= 1)",
    )
    assert "season" not in row["query"]


def test_the_sign_of_a_coefficient_asks_for_a_correlation(session):
    [row] = numbers(
        session, "ringed", "Weight and wing go together (r = {r}).",
        r="(SELECT round(corr(weight, wing)::numeric, 2) FROM public.ringed)",
    )  # fmt: skip
    assert row["verdict"] == "supported"
    assert "corr(" in row["query"]


@pytest.mark.parametrize(
    "text",
    [
        "Missing values: Weight({w}), Wing Length ({l}) and Moult(8).",
        "## Null values\n\n- weight: {w}\n- wing_length: {l}\n- moult: 8",
    ],
)
def test_what_each_column_lacks_is_listed(session, admin, analyst_name, text):
    admin.execute(f"""
        DROP TABLE IF EXISTS public.netted;
        CREATE TABLE public.netted AS
        SELECT n AS bird, CASE WHEN n % 7 > 0 THEN 11 + n / 50.0 END AS weight,
            CASE WHEN n % 9 > 0 THEN 62 + n / 60.0 END AS wing_length, CASE WHEN n % 50 > 0 THEN n % 5 END AS moult
        FROM generate_series(1, 400) AS n;
        GRANT SELECT ON public.netted TO {analyst_name};
        SELECT factcheck.add_table('public.netted');
    """)
    rows = numbers(session, "netted", text, w="(SELECT 400 / 7)", l="(SELECT 400 / 9)")
    assert [row["verdict"] for row in rows] == ["supported"] * 3
    assert all("IS NULL" in row["query"] for row in rows)


@pytest.mark.parametrize(
    ("text", "query", "read"),
    [
        ("The fitted line is weight = {n} + {slope} × wing.", "regr_intercept", "regr_slope"),
        ("The slope of weight over wing is {slope} and R² is {r2}.", "regr_r2", "regr_r2"),
        ("Wing explains {share}% of the variation in weight.", "regr_r2", "regr_r2"),
    ],
)
def test_the_line_that_fits_two_columns_is_read(session, text, query, read):
    rows = numbers(
        session, "ringed", text,
        n="(SELECT round(regr_intercept(weight, wing)::numeric, 2) FROM public.ringed)",
        slope="(SELECT round(regr_slope(weight, wing)::numeric, 3) FROM public.ringed)",
        r2="(SELECT round(regr_r2(weight, wing)::numeric, 3) FROM public.ringed)",
        share="(SELECT round(100 * regr_r2(weight, wing)::numeric, 1) FROM public.ringed)",
    )  # fmt: skip
    assert {row["verdict"] for row in rows} == {"supported"}
    assert query in rows[0]["query"] + rows[-1]["query"]
    assert read in rows[-1]["query"]


@pytest.mark.parametrize(
    "text", ["{n} years had more girl births than boys.", "In {n} of the years, more girls than boys came."]
)
def test_rows_with_more_of_one_column_than_of_another_are_counted(session, admin, analyst_name, text):
    """All years together have more boys: what is said of some years is no statement about them."""
    admin.execute(f"""
        DROP TABLE IF EXISTS public.births;
        CREATE TABLE public.births AS
        SELECT 1900 + n AS year, 500 + n * 37 % 83 AS boys, 450 + n * 53 % 97 AS girls FROM generate_series(1, 60) AS n;
        GRANT SELECT ON public.births TO {analyst_name};
        SELECT factcheck.add_table('public.births');
    """)
    count = "(SELECT count(*) FROM public.births WHERE girls > boys)"
    [row] = numbers(session, "births", text, n=count)
    assert row["verdict"] == "supported"
    assert "girls > boys" in row["query"]
    document = text.format(n=session.execute(f"SELECT {count} AS n").fetchone()["n"])
    statements = session.execute("SELECT * FROM fact_check(%s, '{public.births}')", [document]).fetchall()
    assert len(statements) == 1


@pytest.mark.parametrize(("how", "verdict"), [("more", "supported"), ("less", "refuted")])
def test_the_numbers_beside_a_statement_say_what_is_compared(session, how, verdict):
    """Women have the higher income, and the lower rise, which "earn" might mean as well."""
    mean = "SELECT round(avg(monthly_income)) AS mean FROM public.staff WHERE gender = %s"
    women, men = (session.execute(mean, [gender]).fetchone()["mean"] for gender in ("Female", "Male"))
    text = f"Women earn slightly {how} than men on average (${women:,} vs. ${men:,})."
    rows = session.execute("SELECT * FROM fact_check(%s, '{public.staff}')", [text]).fetchall()
    [statement] = [row for row in rows if row["claimed_value"] is None]
    assert (statement["verdict"], "monthly_income" in statement["query"]) == (verdict, True)
