"""What becomes of each row is read: budgets exceeded, scores improved, tickets closed or still open, hours between."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def tables(admin, analyst_name):
    """Budgets, scores before and after a course, tickets with times, stocks, and days with rain."""
    admin.execute(f"""
        CREATE TABLE public.department_budget AS
        SELECT 'Department ' || g AS department, 100000 + g * 7919 % 90001 AS budget,
               90000 + g * 6007 % 110003 AS spending
        FROM generate_series(1, 23) AS g;
        CREATE TABLE public.test_taker AS
        SELECT g AS id, 30 + g * 17 % 41 AS pre_score, 28 + g * 29 % 53 AS post_score FROM generate_series(1, 180) AS g;
        CREATE TABLE public.ticket AS
        SELECT g AS ticket_id, t.opened AS opened_at,
               CASE WHEN g % 7 > 0 THEN t.opened + make_interval(mins => 60 + g * 389 % 6000) END AS closed_at
        FROM generate_series(1, 361) AS g,
             LATERAL (SELECT timestamp '2020-01-01' + make_interval(mins => g * 977)) AS t (opened);
        CREATE TABLE public.article AS
        SELECT 'SKU' || g AS sku, greatest(0, g * 37 % 83 - 9) AS on_hand, 2 + g * 3 % 31 + 0.25 AS unit_cost,
               5 + g * 11 % 19 AS reorder_level FROM generate_series(1, 203) AS g;
        CREATE TABLE public.weather_day AS
        SELECT date '2019-01-01' + g AS day, round(greatest(0, g * 13 % 29 - 17) * 1.1, 1) AS precipitation_mm
        FROM generate_series(0, 364) AS g;
        GRANT SELECT ON public.department_budget, public.test_taker, public.ticket, public.article, public.weather_day
            TO {analyst_name};
        SELECT factcheck.add_table(t)
        FROM unnest('{{department_budget, test_taker, ticket, article, weather_day}}'::regclass[]) AS t;
    """)


HOURS = "extract(epoch FROM closed_at - opened_at) / 3600"


@pytest.mark.parametrize(
    ("table", "sentence", "right"),
    [
        ("department_budget", "{:.0f} departments exceeded their budget.", "count(*) FILTER (WHERE spending > budget)"),
        ("test_taker", "{:.0f} of those tested improved.", "count(*) FILTER (WHERE post_score > pre_score)"),
        ("test_taker", "{:.0f} did worse in the second test.", "count(*) FILTER (WHERE post_score < pre_score)"),
        ("ticket", "{:.0f} tickets have been closed.", "count(closed_at)"),
        ("ticket", "{:.0f} tickets are still open.", "count(*) FILTER (WHERE closed_at IS NULL)"),
        ("ticket", "On average, a ticket was closed after {:.1f} hours.", f"avg({HOURS})"),
        ("ticket", "{:.0f} tickets were closed within 24 hours.", f"count(*) FILTER (WHERE {HOURS} <= 24)"),
        (
            "article",
            "{:.0f} articles are below their reorder level.",
            "count(*) FILTER (WHERE on_hand < reorder_level)",
        ),
        ("article", "{:.0f} articles are out of stock.", "count(*) FILTER (WHERE on_hand = 0)"),
        ("article", "The inventory is worth ${:,.0f}.", "sum(on_hand * unit_cost)"),
        ("weather_day", "It rained on {:.0f} days.", "count(*) FILTER (WHERE precipitation_mm > 0)"),
    ],
)
def test_what_becomes_of_each_row(admin, analyst, table, sentence, right):
    [[value]] = admin.execute(f"SELECT ({right})::float8 FROM public.{table}").fetchall()
    for factor, wanted in ((1.0, {"supported"}), (1.23, {"refuted", "not_enough_info"})):
        text = sentence.format(value * factor)
        rows = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s, ARRAY[%s::regclass]) WHERE claimed_value IS NOT NULL",
            [text, table],
        ).fetchall()
        assert rows[0][0] in wanted, (text, rows)


@pytest.fixture(scope="module")
def games(admin, analyst_name):
    """Games of two players each, with their results as boards write them."""
    admin.execute(f"""
        CREATE TABLE public.game AS
        SELECT g AS game_id, (ARRAY['Voss', 'Berg', 'Dahl', 'Lund'])[1 + g % 4] AS winner,
               (ARRAY['Voss', 'Berg', 'Dahl', 'Lund'])[1 + (g + 1 + g * g % 3) % 4] AS loser,
               (ARRAY['1-0', '0-1', '1-0', '1/2-1/2', '0-1', '1-0', '1-0'])[1 + g % 7] AS result
        FROM generate_series(1, 291) AS g;
        GRANT SELECT ON public.game TO {analyst_name};
        SELECT factcheck.add_table('public.game');
    """)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("Berg played {:.0f} games.", "count(*) FILTER (WHERE 'Berg' IN (winner, loser))"),
        (
            "Berg won {:.0f}% of his games.",
            "100.0 * count(*) FILTER (WHERE winner = 'Berg') / count(*) FILTER (WHERE 'Berg' IN (winner, loser))",
        ),
        ("{:.0f} games ended in a draw.", "count(*) FILTER (WHERE result = '1/2-1/2')"),
    ],
)
def test_who_takes_part_and_how_it_ends(admin, analyst, games, sentence, right):
    [[value]] = admin.execute(f"SELECT ({right})::float8 FROM public.game").fetchall()
    [(verdict, message)] = analyst.execute(
        "SELECT verdict::text, message FROM fact_check(%s, ARRAY['game'::regclass])", [sentence.format(value)]
    ).fetchall()
    assert verdict == "supported", message


def test_a_kind_that_nothing_has_refutes_no_number(admin, analyst, tables):
    """Thefts of cars are none of all thefts."""
    admin.execute(
        "CREATE TABLE public.offence AS SELECT g AS offence_no, (ARRAY['theft', 'theft', 'fraud', 'arson'])[1 + g % 4]"
        " AS kind FROM generate_series(1, 320) AS g"
    )
    admin.execute("GRANT SELECT ON public.offence TO PUBLIC")
    admin.execute("SELECT factcheck.add_table('public.offence')")
    verdicts = {
        text: analyst.execute("SELECT verdict::text FROM fact_check(%s, ARRAY['offence'::regclass])", [text]).fetchall()
        for text in ("There were 63 bicycle thefts.", "There were 63 thefts.")
    }
    assert list(verdicts.values()) == [[("not_enough_info",)], [("refuted",)]]
