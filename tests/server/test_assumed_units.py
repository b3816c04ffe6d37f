"""Units that only the text tells: columns of seconds told in minutes, columns of thousands told in full."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module")
def harbour(admin, analyst_name):
    """A table of ferry trips in seconds, and one of ports with passengers in thousands; no name tells either."""
    admin.execute(f"""
        CREATE TABLE public.ferry_trip (trip_no integer PRIMARY KEY, ferry text, crossing integer, boarding integer);
        INSERT INTO public.ferry_trip
        SELECT g, (ARRAY['Alba', 'Brisa', 'Corvo'])[1 + g % 3], (ARRAY[3000, 4266, 5436])[1 + g % 3] + g, 700 + 3 * g
        FROM generate_series(1, 180) AS g;
        CREATE TABLE public.port (port text PRIMARY KEY, passengers integer, freight numeric, berths integer);
        INSERT INTO public.port VALUES
            ('Ancona', 1214, 873.5, 11), ('Bastia', 2467, 152.25, 8), ('Cadiz', 918, 3311.75, 14),
            ('Dover', 311, 77.0, 6);
        GRANT SELECT ON public.ferry_trip, public.port TO {analyst_name};
        SELECT factcheck.add_table('ferry_trip', data_set => 'harbour'),
               factcheck.add_table('port', data_set => 'harbour');
    """)


def checked(connection, document):
    rows = connection.execute(
        "SELECT claim_text, verdict::text, found_value, query, message"
        " FROM fact_check(%s, data_set => 'harbour') WHERE claimed_value IS NOT NULL",
        [document],
    ).fetchall()
    return {text: rest for text, *rest in rows}


IN_MINUTES = (
    "On average a crossing took 72.1 minutes. The crossings of the Alba took 51.5 minutes on average, "
    "those of the Brisa {brisa} minutes. The longest crossing took 93.6 minutes."
)


def test_a_column_without_a_unit_is_told_in_the_unit_that_several_numbers_agree_in(analyst, harbour):
    rows = checked(analyst, IN_MINUTES.format(brisa="72.6"))
    means = analyst.execute("SELECT avg(crossing) / 60.0 FROM public.ferry_trip").fetchone()
    assert rows["72.1"][1] == pytest.approx(means[0])
    for text, (verdict, _, query, message) in rows.items():
        assert (verdict, "/ nullif(60, 0)" in query) == ("supported", True), (
            text,
            message,
        )


def test_a_wrong_number_in_such_a_unit_is_not_supported(analyst, harbour):
    rows = checked(analyst, IN_MINUTES.format(brisa="81.5"))
    assert rows["81.5"][0] != "supported", rows["81.5"]


def test_one_number_alone_tells_no_unit(analyst, harbour):
    [(verdict, _, _, message)] = checked(analyst, "On average a crossing took 72.1 minutes.").values()
    assert verdict == "not_enough_info", message


def test_a_column_in_thousands_is_told_in_full(analyst, harbour):
    rows = checked(
        analyst,
        "The ports had 4.91 million passengers in total. Bastia had 2.467 million passengers and Ancona 1.214 million.",
    )
    assert {text: (verdict, found) for text, (verdict, found, _, _) in rows.items()} == {
        "4.91 million": ("supported", Decimal(4910000)),
        "2.467 million": ("supported", Decimal(2467000)),
        "1.214 million": ("supported", Decimal(1214000)),
    }


def test_a_total_that_is_the_number_as_it_is_is_taken_as_it_is(analyst, harbour):
    rows = checked(analyst, "The crossings of the three ferries took 778,410 seconds in total.")
    assert all("* 1000" not in query for _, _, query, _ in rows.values())


def test_a_number_beside_one_in_minutes_is_in_minutes_too(analyst, harbour):
    rows = checked(analyst, "The average crossing was 72.1 minutes, the median 72.6.")
    assert rows["72.6"][1] == pytest.approx(Decimal("72.5917"), abs=Decimal("0.001")), rows["72.6"]


def test_a_limit_of_one_unit_is_told_in_the_unit_of_the_column(analyst, harbour):
    [(verdict, found, query, message)] = checked(analyst, "There were 60 crossings of less than an hour.").values()
    assert (verdict, found) == ("supported", 60), message
    assert "3600" in query


def test_the_slowest_is_the_one_that_took_longest_where_only_the_text_tells_that_times_are_meant(analyst, harbour):
    rows = checked(analyst, "The slowest crossing took 93.6 minutes, the fastest 50.1 minutes.")
    queries = [query for _, _, query, _ in rows.values()]
    assert "max(crossing" in queries[0], rows
    assert "min(crossing" in queries[1], rows


def test_money_may_be_told_in_full_of_a_column_of_thousands_with_decimals(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.prize (game integer PRIMARY KEY, round text, pot numeric);
        INSERT INTO public.prize VALUES (1, 'first', 1.2), (2, 'first', 0.95), (3, 'final', 16.4), (4, 'final', 8.35);
        GRANT SELECT ON public.prize TO {analyst_name};
        SELECT factcheck.add_table('public.prize', data_set => 'prizes');
    """)
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, found_value FROM fact_check(%s, data_set => 'prizes')"
        " WHERE claimed_value IS NOT NULL",
        ["The biggest pot was $16,400, the smallest pot $950. The average pot of the final was $12,375."],
    ).fetchall()
    assert rows[0] == ("$16,400", "supported", Decimal(16400))
    assert rows[2] == ("$12,375", "supported", Decimal(12375))


@pytest.fixture
def snacks(admin, analyst_name):
    """Prices of snacks, of which no name says that they are in dollars."""
    admin.execute(f"""
        CREATE TABLE public.snack AS
        SELECT g AS snack_no, (ARRAY['crisps', 'nuts'])[1 + g % 2] AS kind,
               (60 + g % 7 * 9 + g % 2 * 31) / 100.0 AS cost
        FROM generate_series(1, 140) AS g;
        GRANT SELECT ON public.snack TO {analyst_name};
        SELECT factcheck.add_table('snack', data_set => 'harbour');
    """)
    yield
    admin.execute("DROP TABLE public.snack")


def test_an_amount_in_cents_is_a_hundredth_of_one_in_dollars(admin, analyst, harbour, snacks):
    [(cents,)] = admin.execute("SELECT round(100 * avg(cost)) FROM snack WHERE kind = 'crisps'")
    for said in (f"{cents} cents", f"{cents}¢"):
        [(verdict, found, query, message)] = checked(analyst, f"On average the crisps cost {said}.").values()
        assert (verdict, round(found), "cost * 100" in query) == ("supported", cents, True), message
    [(verdict, *_)] = checked(analyst, f"On average the crisps cost {cents + 14} cents.").values()
    assert verdict == "refuted"
