"""Tables that join by a column with words: what is said once is restricted once."""

from __future__ import annotations

import pytest


@pytest.fixture
def guests(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.land (land text PRIMARY KEY, continent text);
        INSERT INTO public.land VALUES ('France', 'Europe'), ('Spain', 'Europe'), ('Peru', 'America');
        CREATE TABLE public.guest (guest_no integer, land text REFERENCES public.land);
        INSERT INTO public.guest
        SELECT i, (ARRAY['France', 'Spain', 'Peru', NULL])[1 + i % 4] FROM generate_series(1, 400) AS i;
        GRANT SELECT ON public.land, public.guest TO {analyst_name};
        SELECT factcheck.add_table('public.land'), factcheck.add_table('public.guest');
    """)


@pytest.mark.usefixtures("guests")
def test_a_key_is_restricted_on_one_side_only(analyst):
    rows = analyst.execute(
        "SELECT verdict::text, query, alternatives FROM fact_check(%s) ORDER BY claim_no",
        ["We had 100 guests from France. We had 200 guests from Europe, 100 of them from Spain."],
    ).fetchall()
    assert [row[0] for row in rows] == ["supported"] * 3
    assert rows[0][1] == "SELECT count(*) FROM public.guest WHERE land = 'France'"
    assert "continent" in rows[1][1]
    for _, _, readings in rows:
        for reading in readings:
            restricted = [
                side for side in ("public.guest.land = '", "public.land.land = '") if side in reading["query"]
            ]
            assert len(restricted) < 2, reading["query"]
