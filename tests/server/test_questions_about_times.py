"""Questions that ask by a length of time: quarters and weeks of dates, as months and years."""

from __future__ import annotations

import pytest
from support.function_rows import analyst_of_table, rows

INVOICE = """
CREATE TABLE public.invoice AS
SELECT g AS invoice_id, date '2022-01-03' + g AS paid_on, (ARRAY['Rent', 'Travel', 'Tools'])[1 + g % 3] AS category,
       (100 + (g * 37) % 211)::numeric AS amount
FROM generate_series(1, 640) AS g;
"""


@pytest.fixture(scope="module")
def analyst(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, INVOICE, "invoice") as connection:
        yield connection


@pytest.mark.parametrize(
    ("unit", "start"), [("year", "2022"), ("quarter", "2022-Q1"), ("month", "2022-01"), ("week", "2022-01-03")]
)
def test_the_total_by_a_length_of_time_has_a_group_for_each(analyst, unit, start):
    [fact, *_] = rows(analyst, "facts(%s, %s::regclass[])", f"What is the total amount by {unit}?", ["invoice"])
    groups = analyst.execute(
        f"SELECT count(DISTINCT date_trunc('{unit}', paid_on)) AS groups, sum(amount) AS amount FROM public.invoice"
    ).fetchone()
    found = analyst.execute(fact["query"]).fetchall()
    assert str(found[0]["group"]) == start
    assert len(found) == groups["groups"]
    assert sum(row["value"] for row in found) == groups["amount"]


def test_the_quarter_is_asked_for_and_no_category(analyst):
    [fact, *_] = rows(analyst, "facts(%s, %s::regclass[])", "Which quarter had the highest total amount?", ["invoice"])
    top = analyst.execute(
        "SELECT to_char(paid_on, 'YYYY-\"Q\"Q') AS quarter FROM public.invoice"
        " GROUP BY 1 ORDER BY sum(amount) DESC LIMIT 1"
    ).fetchone()
    assert fact["fact_type"] == "extreme"
    assert top["quarter"] in fact["caption"]


CAPTIONS = [
    ("Which quarter had the highest total amount?", "by quarter of paid on"),
    ("Which month had the lowest total amount?", "by month of paid on"),
    ("Which category had the highest total amount?", "by category:"),
]


@pytest.mark.parametrize(("question", "words"), CAPTIONS)
def test_a_caption_and_a_chart_say_by_what_length_of_time(analyst, question, words):
    [fact, *_] = rows(analyst, "facts(%s, %s::regclass[])", question, ["invoice"])
    assert words in fact["caption"]
    [[shown]] = [list(row.values()) for row in rows(analyst, "dashboard(%s, %s::regclass[])", question, ["invoice"])]
    assert words.rstrip(":") in shown["sections"][0]["charts"][0]["title"]


def test_a_development_is_asked_for_by_its_length_of_time(analyst):
    [part] = rows(analyst, "decompose(%s, %s::regclass[])", "total amount by month in 2022", ["invoice"])
    assert "over month of paid on" in part["part_text"]


WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
CALL = """
CREATE TABLE public.call AS
SELECT g AS call_id, timestamp '2023-05-01 00:20' + g * g % 5011 * interval '1 hour' AS received,
       (ARRAY['sales', 'support'])[1 + g % 2] AS desk, 1 + g * 7 % 5 AS rating
FROM generate_series(1, 900) AS g;
"""
ISODOW = "extract(isodow FROM received)"


@pytest.fixture(scope="module")
def caller(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, CALL, "call") as connection:
        yield connection


@pytest.mark.parametrize("words", ["by day of the week", "by weekday", "per weekday"])
def test_weekdays_are_groups(caller, words):
    [fact, *_] = rows(caller, "facts(%s, %s::regclass[])", f"How many calls {words}?", ["call"])
    wanted = caller.execute(f"SELECT {ISODOW} AS day, count(*) AS calls FROM call GROUP BY 1").fetchall()
    told = {row["group"]: row["value"] for row in caller.execute(fact["query"]).fetchall()}
    assert told == {WEEKDAYS[int(row["day"]) - 1]: row["calls"] for row in wanted}
    assert [row[0] for row in fact["fact"]["rows"]["tuples"]] == list(told)
    assert fact["fact_type"] == "categorization"


@pytest.mark.parametrize(
    "question", ["On which weekday do we get most calls?", "Which day of the week has the highest number of calls?"]
)
def test_the_weekday_with_the_most_rows_is_told(caller, question):
    [fact, *_] = rows(caller, "facts(%s, %s::regclass[])", question, ["call"])
    top = caller.execute(f"SELECT {ISODOW} AS day FROM call GROUP BY 1 ORDER BY count(*) DESC LIMIT 1").fetchone()
    assert fact["caption"].startswith(
        f"{WEEKDAYS[int(top['day']) - 1]} has the highest number of calls by weekday of received"
    )
    groups = [row["group"] for row in caller.execute(fact["query"]).fetchall()]
    assert groups == [row[0] for row in fact["fact"]["rows"]["tuples"]] == WEEKDAYS


def test_an_average_by_hour_has_a_group_for_each_hour(caller):
    [fact, *_] = rows(caller, "facts(%s, %s::regclass[])", "average rating by hour of the day", ["call"])
    wanted = caller.execute(
        "SELECT extract(hour FROM received)::integer AS hour, avg(rating)::float AS rating FROM call GROUP BY 1"
    ).fetchall()
    told = {row["group"]: float(row["value"]) for row in caller.execute(fact["query"]).fetchall()}
    assert told == pytest.approx({row["hour"]: row["rating"] for row in wanted})


RESTRICTED = [
    ("How many calls were received on weekdays?", ["received is on a weekday"]),
    ("How many calls were received on a Monday?", ["received is on a Monday"]),
    ("Which desk has the most calls on weekdays?", ["received is on a weekday"]),
]


@pytest.mark.parametrize(("question", "subspace"), RESTRICTED)
def test_weekdays_that_are_not_asked_for_restrict(caller, question, subspace):
    [part] = rows(caller, "decompose(%s, %s::regclass[])", question, ["call"])
    assert part["subspace"] == subspace
    assert part["breakdown"] != "received"


def test_the_day_with_the_most_rows_is_a_date(caller):
    [fact, *_] = rows(caller, "facts(%s, %s::regclass[])", "Which day had the most calls?", ["call"])
    assert fact["fact"]["breakdown"]["unit"] == "day"


def test_a_trend_of_weekdays_is_one_over_months(caller):
    [fact, *_] = rows(caller, "facts(%s, %s::regclass[])", "How did the number of calls per weekday develop?", ["call"])
    assert fact["fact"]["breakdown"]["unit"] != "weekday" or fact["fact_type"] != "trend"


def test_the_best_month_is_one_of_the_dates(caller):
    [part] = rows(caller, "decompose(%s, %s::regclass[])", "What was the best month by number of calls?", ["call"])
    assert (part["fact_type"], part["breakdown"], part["measure"]) == ("extreme", "received", None)


BIRTH = """
CREATE TABLE public.birth AS
SELECT day::date AS day, to_char(day, 'Dy') AS wday, extract(hour FROM day)::integer AS hour, 40 + n * 7 % 31 AS births
FROM generate_series(timestamp '2021-01-01', timestamp '2022-12-31', '1 day') WITH ORDINALITY AS g (day, n);
"""


@pytest.fixture(scope="module")
def registrar(admin, database, analyst_name):
    with analyst_of_table(admin, database, analyst_name, BIRTH, "birth") as connection:
        yield connection


@pytest.mark.parametrize("question", ["On which weekday are the most children born?", "total births by weekday"])
def test_a_column_of_weekdays_is_meant_itself(registrar, question):
    [part] = rows(registrar, "decompose(%s, %s::regclass[])", question, ["birth"])
    assert part["breakdown"] == "wday"


def test_rows_per_month_are_a_development(caller):
    [part] = rows(caller, "decompose(%s, %s::regclass[])", "calls per month for the sales desk in 2023", ["call"])
    assert (part["fact_type"], part["breakdown"]) == ("trend", "received")
