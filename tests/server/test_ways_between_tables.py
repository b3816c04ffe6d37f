"""Tables that two columns join: the words of the text tell which is meant; where none does, nothing is wrong."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def ferries(admin, analyst_name):
    """60 crossings between three ports: 30 begin in Oban, and 20 end there."""
    admin.execute(f"""
        CREATE TABLE public.port (port_id integer PRIMARY KEY, port_name text);
        INSERT INTO public.port VALUES (1, 'Oban'), (2, 'Mallaig'), (3, 'Ullapool');
        CREATE TABLE public.crossing (
            crossing_id integer PRIMARY KEY, boarding_port_id integer REFERENCES public.port,
            landing_port_id integer REFERENCES public.port, passengers integer);
        INSERT INTO public.crossing
        SELECT n, CASE WHEN n % 2 = 0 THEN 1 ELSE 2 + n % 4 / 2 END,
               CASE WHEN n % 3 = 0 THEN 1 ELSE 2 + n % 5 / 3 END, 40 + n % 23
        FROM generate_series(1, 60) AS n;
        GRANT SELECT ON public.port, public.crossing TO {analyst_name};
        SELECT factcheck.add_table('public.port'), factcheck.add_table('public.crossing');
    """)


@pytest.mark.parametrize(
    ("sentence", "verdict", "found"),
    [
        ("Oban is the first boarding port with 30 crossings.", "supported", 30),
        ("Oban is the first boarding port with 31 crossings.", "refuted", 30),
        ("Oban is the last landing port with 20 crossings.", "supported", 20),
        ("There were 26 crossings of Oban.", "not_enough_info", 30),
    ],
)
def test_the_words_of_the_text_choose_the_way(analyst, ferries, sentence, verdict, found):
    asked = "SELECT verdict::text, found_value FROM fact_check(%s, tables => '{port,crossing}')"
    [row] = analyst.execute(asked, [sentence]).fetchall()
    assert row == (verdict, found)
