"""Measures that a site declares: claims find them by their words, and only who may read all of their columns."""

from __future__ import annotations

from decimal import Decimal

import psycopg
import pytest


@pytest.fixture(scope="module")
def stay(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.hotel (hotel_id integer PRIMARY KEY, town text, tax_share numeric);
        CREATE TABLE public.stay (stay_id integer PRIMARY KEY, hotel_id integer REFERENCES public.hotel,
                                  adults integer, children integer, bonus float8, season text);
        INSERT INTO public.hotel VALUES (1, 'Graz', 0.1), (2, 'Linz', 0.2), (3, 'Wels', NULL);
        INSERT INTO public.stay SELECT g, CASE WHEN g % 11 > 0 THEN 1 + g % 3 END, 1 + g % 4,
                                       CASE WHEN g % 5 > 0 THEN g % 3 END, g / 8.0,
                                       (ARRAY['summer', 'winter'])[1 + g % 2]
        FROM generate_series(1, 200) AS g;
        GRANT SELECT ON public.hotel, public.stay TO {analyst_name};
        SELECT factcheck.add_table(t, data_set => 'stays') FROM unnest('{{hotel, stay}}'::regclass[]) AS t;
    """)
    declare(admin, "occupancy", "stay", "adults + 0.5 * coalesce(children, 0)", "guests, children by half")
    declare(admin, "city levy", "stay", "adults * hotel.tax_share")


def declare(connection, name, table, expression, description=None):
    connection.execute("SELECT factcheck.add_measure(%s, %s, %s, %s)", [name, table, expression, description])


def check(connection, document):
    [row] = connection.execute(
        "SELECT verdict::text, found_value, query, description FROM fact_check(%s, data_set => 'stays')", [document]
    ).fetchall()
    return row


def value(connection, sql):
    [(found,)] = connection.execute(sql).fetchall()
    return found


def test_a_claim_finds_a_measure_by_its_name(analyst, stay):
    total = value(analyst, "SELECT sum(adults + 0.5 * coalesce(children, 0)) FROM public.stay WHERE season = 'summer'")
    verdict, found, query, said = check(analyst, f"In summer the total occupancy was {total}.")
    assert (verdict, found) == ("supported", total)
    assert "occupancy" in said
    assert value(analyst, query) == total
    verdict, found, *_ = check(analyst, f"In summer the total occupancy was {total + 41}.")
    assert (verdict, found) == ("refuted", total)


def test_a_measure_reaches_along_a_join(analyst, stay):
    average = value(analyst, "SELECT avg(adults * tax_share) FROM public.stay JOIN public.hotel USING (hotel_id)")
    verdict, found, query, _ = check(analyst, f"The average city levy was {average:.3f}.")
    assert verdict == "supported"
    assert round(found, 6) == round(average, 6)
    assert round(value(analyst, query), 6) == round(average, 6)


def test_measures_are_listed_replaced_and_taken_back(admin, stay):
    declare(admin, "spare", "stay", "adults - children")
    declare(admin, "spare", "stay", "Adults - 1", "something else")
    listed = "SELECT \"table\"::text, expression, description FROM factcheck.measures WHERE name = 'spare'"
    assert admin.execute(listed).fetchall() == [("stay", "Adults - 1", "something else")]
    admin.execute("SELECT factcheck.remove_measure('spare')")
    assert admin.execute(listed).fetchall() == []
    with pytest.raises(psycopg.errors.UndefinedObject, match='there is no measure "spare"'):
        admin.execute("SELECT factcheck.remove_measure('spare')")


@pytest.mark.parametrize(
    ("expression", "detail"),
    [
        ("adults *", "Something is missing at its end."),
        ("pg_sleep(9)", "Pg_sleep() is none of the functions"),
        ("season", "Column season holds no numbers."),
        ("guests", "There is no column guests"),
        ("adults; DROP TABLE stay", "It cannot be read from “; DROP TABLE stay” on."),
        ("(SELECT 1)", "There is no column select"),
        ("adults::text", "It cannot be read from “::text” on."),
        ("1 + 1", "It names no column."),
        ("round(adults, 1)", "Round() does not take 2 arguments."),
        ("adults children", "“children” is not expected there."),
    ],
)
def test_what_is_no_arithmetic_over_columns_is_refused(admin, stay, expression, detail):
    with pytest.raises(psycopg.errors.SyntaxError) as refused:
        declare(admin, "bad", "stay", expression)
    assert (refused.value.diag.message_detail or "").startswith(detail)
    assert "abs, coalesce" in (refused.value.diag.message_hint or "")


def test_a_table_whose_rows_have_many_partners_is_out_of_reach(admin, stay):
    with pytest.raises(psycopg.errors.SyntaxError):
        declare(admin, "bad", "hotel", "tax_share * stay.adults")


def test_who_may_not_read_a_column_does_not_get_the_measure(admin, analyst, analyst_name, stay):
    admin.execute(f"REVOKE SELECT ON public.hotel FROM {analyst_name}")
    admin.execute(f"GRANT SELECT (hotel_id, town) ON public.hotel TO {analyst_name}")
    try:
        queries = analyst.execute(
            "SELECT a->>'query' FROM fact_check('The average city levy was 0.3.', 'stays'::text, top_k => 100),"
            " jsonb_array_elements(alternatives) AS a"
        ).fetchall()
        assert queries
        assert not any("tax_share" in query for (query,) in queries)
    finally:
        admin.execute(f"GRANT SELECT ON public.hotel TO {analyst_name}")


@pytest.fixture
def toll(admin, analyst_name):
    admin.execute(f"""
        DROP TABLE IF EXISTS public.toll;
        SELECT factcheck.refresh();
        CREATE TABLE public.toll (toll_id integer PRIMARY KEY, fee numeric, rebate numeric);
        INSERT INTO public.toll SELECT g, g, 1 FROM generate_series(1, 100) AS g;
        GRANT SELECT ON public.toll TO {analyst_name};
        SELECT factcheck.add_table('public.toll', data_set => 'tolls');
    """)
    declare(admin, "net earnings", "public.toll", "fee * 2")


def net_earnings(analyst, stated):
    return analyst.execute(
        "SELECT verdict::text, query FROM fact_check(%s, data_set => 'tolls')", [f"Net earnings came to {stated}."]
    ).fetchall()


def test_a_measure_follows_a_column_that_was_renamed(admin, analyst, toll):
    assert net_earnings(analyst, "10,100") == [("supported", "SELECT sum(fee * 2) FROM public.toll")]
    admin.execute("ALTER TABLE public.toll RENAME fee TO price; SELECT factcheck.refresh('public.toll')")
    assert net_earnings(analyst, "10,100") == [("supported", "SELECT sum(price * 2) FROM public.toll")]
    # and is not of the one that has its name now
    admin.execute("ALTER TABLE public.toll RENAME rebate TO fee; SELECT factcheck.refresh('public.toll')")
    assert net_earnings(analyst, "10,100") == [("supported", "SELECT sum(price * 2) FROM public.toll")]


def test_a_measure_goes_by_the_name_of_a_column_that_was_made_anew(admin, analyst, toll):
    admin.execute("""
        ALTER TABLE public.toll DROP fee, ADD fee bigint;
        UPDATE public.toll SET fee = toll_id * 10;
        SELECT factcheck.refresh('public.toll');
    """)
    assert net_earnings(analyst, "101,000") == [("supported", "SELECT sum(fee::numeric * 2) FROM public.toll")]


def measures_found(session):
    return session.execute(
        "SELECT item, status, detail, hint FROM factcheck.doctor() WHERE item LIKE 'measures%'"
    ).fetchall()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DROP fee", "there is no column fee that it can name, or several"),
        ("ALTER fee TYPE text", "column fee holds no numbers"),
    ],
)
def test_the_doctor_names_a_measure_that_cannot_be_worked_out_any_more(admin, analyst, toll, change, reason):
    assert measures_found(analyst) == []
    admin.execute(f"ALTER TABLE public.toll {change}; SELECT factcheck.refresh('public.toll')")
    [(item, status, detail, hint)] = measures_found(admin)
    assert (item, status, detail) == (
        "measures",
        "warning",
        f'cannot be worked out any more: "net earnings" ({reason})',
    )
    assert hint.startswith("Run SELECT factcheck.refresh() where a column was renamed; else declare them anew")
    [(*_, hint)] = measures_found(analyst)
    assert hint.startswith("Ask an administrator to run SELECT factcheck.refresh()")
    admin.execute("SELECT factcheck.remove_measure('net earnings')")
    assert measures_found(admin) == []


def test_the_doctor_tells_a_missing_right_from_a_missing_column(admin, analyst, analyst_name, toll):
    admin.execute(f"REVOKE SELECT ON public.toll FROM {analyst_name}")
    admin.execute(f"GRANT SELECT (toll_id) ON public.toll TO {analyst_name}")
    assert measures_found(analyst) == [
        (
            "measures not readable",
            "ok",
            'no part of your checks: "net earnings"',
            "Ask for SELECT on their columns, if claims are about them.",
        )
    ]
    assert measures_found(admin) == []
    admin.execute(f"REVOKE SELECT (toll_id) ON public.toll FROM {analyst_name}")
    assert measures_found(analyst) == []


def test_the_doctor_finds_no_fault_with_a_measure_of_a_renamed_column(admin, analyst, toll):
    admin.execute("ALTER TABLE public.toll RENAME fee TO price; SELECT factcheck.refresh('public.toll')")
    assert measures_found(analyst) == []


def test_an_analyst_declares_nothing(analyst, stay):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        declare(analyst, "mine", "stay", "adults * 2")


def test_a_removed_table_takes_its_measures_along(admin, stay):
    admin.execute("CREATE TABLE public.passing (a integer); SELECT factcheck.add_table('public.passing')")
    declare(admin, "passing thing", "public.passing", "a * 2")
    admin.execute("SELECT factcheck.remove_table('public.passing')")
    assert value(admin, "SELECT count(*) FROM factcheck.measures WHERE name = 'passing thing'") == Decimal(0)


DBT = """
semantic_models:
  - name: stays
    model: ref('stay')
    measures:
      - {name: heads, agg: sum, expr: "adults + coalesce(children, 0)"}
      - {name: stays, agg: count, expr: stay_id}
      - {name: crowded, agg: max, expr: CASE WHEN adults > 2 THEN 1 END}
metrics:
  - {name: headcount, type: simple, type_params: {measure: heads}, description: Everybody who stayed}
  - {name: heads per stay, type: ratio, type_params: {numerator: heads, denominator: stays}}
"""


def test_metrics_of_a_dictionary_become_measures(admin, analyst, stay):
    """What has no value for each row, and what is no arithmetic, is left out and named."""
    notices = []

    def hear(diagnostic):
        notices.append(f"{diagnostic.message_primary} {diagnostic.message_detail}")

    admin.add_notice_handler(hear)
    [(taken,)] = admin.execute(
        "SELECT factcheck.load_dictionary(%s)",
        [DBT],
    ).fetchall()
    admin.remove_notice_handler(hear)
    assert taken == 1
    [notice] = [notice for notice in notices if "measures" in notice]
    assert notice.startswith("3 of 4 measures of the dictionary were left out")
    assert all(name in notice for name in ("heads per stay", "stays", "crowded"))
    total = value(analyst, "SELECT sum(adults + coalesce(children, 0)) FROM public.stay")
    verdict, found, _, said = check(analyst, f"The total headcount was {total}.")
    assert (verdict, found) == ("supported", total)
    assert "headcount" in said
