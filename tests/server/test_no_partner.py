"""Rows to which no row of another table belongs are counted where a text speaks of "never" or "without"."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def club(admin, analyst_name):
    """Members with bookings, some of members who are unknown."""
    admin.execute(f"""
        CREATE TABLE public.member (member_id integer PRIMARY KEY, level text);
        CREATE TABLE public.booking (booking_id integer PRIMARY KEY, member_id integer REFERENCES public.member,
                                     hours integer);
        INSERT INTO public.member SELECT g, (ARRAY['junior', 'senior'])[1 + g % 2] FROM generate_series(1, 250) AS g;
        INSERT INTO public.booking
        SELECT g, CASE WHEN g % 9 > 0 THEN 1 + g * g % 193 END, 1 + g % 3 FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.member, public.booking TO {analyst_name};
        SELECT factcheck.add_table(t) FROM unnest('{{member, booking}}'::regclass[]) AS t;
    """)


ALONE = "NOT EXISTS (SELECT FROM booking WHERE booking.member_id = member.member_id)"


@pytest.mark.parametrize(
    ("sentence", "right", "words"),
    [
        (
            "{} members have never made a booking.",
            f"count(*) FILTER (WHERE {ALONE}) FROM member",
            "the number of rows in member that no row of booking refers to",
        ),
        (
            "{} members are without any booking.",
            f"count(*) FILTER (WHERE {ALONE}) FROM member",
            "the number of rows in member that no row of booking refers to",
        ),
        (
            "{}% of the members never made a booking.",
            f"100.0 * count(*) FILTER (WHERE {ALONE}) / count(*) FROM member",
            "the percentage of rows in member that no row of booking refers to",
        ),
        (
            "{} junior members have never made a booking.",
            f"count(*) FILTER (WHERE {ALONE}) FROM member WHERE level = 'junior'",
            "the number of rows in member where level is 'junior' that no row of booking refers to",
        ),
    ],
)
def test_rows_without_partner(admin, analyst, club, sentence, right, words):
    [(value,)] = admin.execute(
        f"SELECT round({right.split(' FROM member', 1)[0]}, 1) FROM member{right.split(' FROM member', 1)[1]}"
    )
    text = f"{value.normalize():f}"
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL",
        [sentence.format(text)],
    ).fetchall()
    assert rows == [("supported", words)]


def test_without_such_a_word_rows_without_partner_are_no_candidates(analyst, club):
    rows = analyst.execute(
        "SELECT a->>'description' FROM fact_check('121 members made a booking.', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("refers to" in description for (description,) in rows)
