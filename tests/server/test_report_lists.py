"""What reports list behind labels: shares of sales by channel, times by weekday, values that begin alike."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def trips(admin, analyst_name):
    """Trips with two times each, a channel they were sold by, an amount and the light they were made in."""
    admin.execute(f"""
        CREATE TABLE public.boat_trip AS
        SELECT g AS trip_id, (ARRAY['member', 'casual', 'casual'])[1 + g % 3] AS rider,
               timestamp '2024-01-01 06:00' + g * interval '7 hours 13 minutes' AS started_at,
               timestamp '2024-01-01 06:00' + g * interval '7 hours 13 minutes'
                   + (10 + g * g % 17 + CASE WHEN g % 7 = 3 THEN 20 ELSE 0 END) * interval '1 minute' AS ended_at,
               (ARRAY['Amazon', 'Webshop', 'Counter', 'Phone'])[1 + g * g % 13 % 4] AS channel,
               20 + g * 31 % 90 + CASE WHEN g * g % 13 % 4 = 0 THEN 60 ELSE 0 END AS amount,
               (ARRAY['Daylight', 'Darkness - lit', 'Darkness - unlit'])[1 + g * 5 % 13 % 3] AS light
        FROM generate_series(1, 1500) AS g;
        DELETE FROM public.boat_trip WHERE trip_id % (1 + extract(isodow FROM started_at)::int) = 0;
        GRANT SELECT ON public.boat_trip TO {analyst_name};
        SELECT factcheck.add_table('public.boat_trip', data_set => 'boats');
    """)


def check(analyst, document):
    return analyst.execute(
        "SELECT verdict::text, claim_text, query FROM fact_check(%s, data_set => 'boats')", [document]
    ).fetchall()


def value(admin, sql):
    [row] = admin.execute(f"SELECT {sql} FROM public.boat_trip").fetchone()
    return row


SHARE = "round(100.0 * sum(amount) FILTER (WHERE channel IN ({})) / sum(amount), 1)"


def test_a_label_says_of_what_percentages_are(admin, analyst):
    amazon, webshop = (value(admin, SHARE.format(f"'{name}'")) for name in ("Amazon", "Webshop"))
    both = value(admin, SHARE.format("'Amazon', 'Webshop'"))
    document = f"<ul><li>Top channels by sales: Amazon ~{amazon}%, Webshop ~{webshop}% (≈ {both}% combined)</li></ul>"
    told = [row for row in check(analyst, document) if row[1].endswith("%")]
    assert [verdict for verdict, *_ in told] == ["supported"] * 3
    assert all("sum(amount)" in query for *_, query in told)
    [*_, (verdict, _, _)] = check(analyst, document.replace(f"{both}%", f"{both + 7}%"))
    assert verdict == "refuted"


def test_adjectives_name_values_made_of_them(admin, analyst):
    dark = value(admin, "count(*) FILTER (WHERE light LIKE 'Darkness%')")
    [row] = check(analyst, f"<h3>Trips by light</h3><p>Dark: {dark} trips</p>")
    assert row[0] == "supported"
    assert "darkness" in row[2].lower()


def test_times_between_two_columns_are_told_by_weekday(admin, analyst):
    minutes = "extract(epoch FROM avg(ended_at - started_at) FILTER (WHERE rider = 'casual' AND {})) / 60"
    by_day = {
        name: value(admin, minutes.format(f"to_char(started_at, 'FMDay') = '{name}'"))
        for name in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    }
    longest, shortest = max(by_day, key=by_day.get), min(by_day, key=by_day.get)
    document = (
        f"<h3>Average trip time by weekday</h3><p>Casual riders: Longest on {longest} ({by_day[longest]:.1f} mins),"
        f" shortest on {shortest} ({by_day[shortest]:.1f} mins)</p>"
    )
    rows = check(analyst, document)
    assert [verdict for verdict, *_ in rows] == ["supported"] * 4
    assert all("ended_at" in query for *_, query in rows)
    swapped = document.replace(longest, "?").replace(shortest, longest).replace("?", shortest)
    assert "supported" not in [verdict for verdict, *_ in check(analyst, swapped)]


def test_the_day_of_an_extreme_restricts_no_other_column(admin, analyst):
    counts = dict(
        admin.execute("SELECT to_char(started_at, 'FMDay'), count(*) FROM public.boat_trip GROUP BY 1").fetchall()
    )
    most, least = max(counts, key=counts.get), min(counts, key=counts.get)
    for name, verdict in ((most, "supported"), (least, "refuted")):
        [row] = check(analyst, f"<h3>Number of trips by weekday</h3><p>All trips: Most on {name}</p>")
        assert (row[0], "ended_at" in row[2]) == (verdict, False)


def test_a_list_of_the_first_is_in_order(admin, analyst):
    totals = dict(admin.execute("SELECT channel, sum(amount) FROM public.boat_trip GROUP BY 1").fetchall())
    first, second, third, last = sorted(totals, key=totals.get, reverse=True)
    said = {
        f"{first}, {second}, {third}": "supported",
        f"{second}, {first}, {third}": "not_enough_info",
        f"{first}, {second}, {last}": "refuted",
    }
    for names, verdict in said.items():
        [row] = check(analyst, f"<ul><li>Top 3 channels by amount: {names}</li></ul>")
        assert (names, row[0]) == (names, verdict)
