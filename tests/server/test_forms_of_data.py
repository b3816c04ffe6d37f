"""What columns hold is written in many ways: flags as decimals, lists, spans of time, days as numbers, no value."""

from __future__ import annotations

import pytest

TRACKS = """
CREATE TABLE public.track AS
SELECT g AS id, (ARRAY['Rock', 'Jazz'])[1 + g % 2] AS genre,
       (150 + g * 37 % 200) / 60 || ':' || lpad(((150 + g * 37 % 200) % 60)::text, 2, '0') AS duration,
       make_interval(secs => 150 + g * 37 % 200) AS mix, CASE WHEN g % 11 > 0 THEN (g % 3 = 0)::int::float8 END AS live,
       20190100 + g % 28 + 1 + 100 * (g % 6) AS recorded,
       CASE g % 5 WHEN 0 THEN 'guitar, drums' WHEN 1 THEN 'piano' WHEN 2 THEN 'drums, piano, bass' WHEN 3 THEN 'bass'
       ELSE 'drums' END AS instruments,
       CASE WHEN g % 4 = 0 THEN 'N/A' ELSE 'Label ' || g % 7 END AS label,
       (ARRAY['[18,30)', '[30,40)', '[40,65)'])[1 + g % 3] AS age_band,
       CASE WHEN g % 7 < 3 THEN '{loud,slow}'::text[] WHEN g % 2 = 0 THEN '{quiet,slow}' ELSE '{quiet}' END AS moods,
       (g % 50 + 0.99)::numeric::money AS price, round(g * 1.7, 1) AS plays_thousands
FROM generate_series(1, 240) AS g
"""


@pytest.fixture(scope="module", autouse=True)
def track(admin, analyst_name):
    """Make the tracks, in the session's own database."""
    admin.execute(TRACKS)
    admin.execute(f"GRANT SELECT ON public.track TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('track')")


@pytest.mark.parametrize(
    ("sentence", "number", "is_written"),
    [
        ("{} tracks have drums.", "count(*) FILTER (WHERE instruments LIKE '%drums%')", "{:.0f}"),
        ("{} tracks have both drums and piano.", "count(*) FILTER (WHERE instruments LIKE '%drums%piano%')", "{:.0f}"),
        ("{} tracks were live.", "count(*) FILTER (WHERE live = 1)", "{:.0f}"),
        ("{} tracks were recorded in March.", "count(*) FILTER (WHERE recorded / 100 = 201903)", "{:.0f}"),
        ("{} tracks have no label.", "count(*) FILTER (WHERE label = 'N/A')", "{:.0f}"),
        ("The average duration is {} minutes.", "avg(extract(epoch FROM ('0:' || duration)::interval)) / 60", "{:.2f}"),
        (
            "Rock tracks last {} minutes on average.",
            "avg(150 + id * 37 % 200) FILTER (WHERE genre = 'Rock') / 60",
            "{:.2f}",
        ),
        ("The longest mix takes {} minutes.", "max(extract(epoch FROM mix)) / 60", "{:.2f}"),
        ("{} tracks are slow.", "count(*) FILTER (WHERE 'slow' = ANY (moods))", "{:.0f}"),
        ("{} tracks are both loud and slow.", "count(*) FILTER (WHERE 'loud' = ANY (moods))", "{:.0f}"),
        ("The average price is ${}.", "avg(price::numeric)", "{:.2f}"),
        ("Jazz tracks had {} plays in all.", "sum(plays_thousands) FILTER (WHERE genre = 'Jazz') * 1000", "{:,.0f}"),
        ("{} tracks are for people aged 30 to 39.", "count(*) FILTER (WHERE age_band = '[30,40)')", "{:.0f}"),
    ],
)
def test_a_sentence_about_it_is_checked(analyst, sentence, number, is_written):
    [[value]] = analyst.execute(f"SELECT ({number})::float8 FROM public.track").fetchall()
    for factor, wanted in ((1.0, {"supported"}), (1.17, {"refuted", "not_enough_info"})):
        text = sentence.format(is_written.format(value * factor))
        rows = analyst.execute(
            "SELECT verdict::text, message FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [text]
        )
        found = rows.fetchall()
        assert found[0][0] in wanted, (text, found)
