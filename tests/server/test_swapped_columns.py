"""Columns whose names others have taken over: what was said of one is not said of the other after a refresh.

Checks and rechecks are a superuser's here: the stored verdicts of other roles on altered columns are withheld.
"""

from __future__ import annotations

import pytest

TEXT = "The total fare was 28,920. The average tip was 1.5."


@pytest.fixture
def ride(admin):
    admin.execute("""
        DROP TABLE IF EXISTS public.ride;
        SELECT factcheck.refresh();
        CREATE TABLE public.ride (ride_id integer PRIMARY KEY, fare numeric, tip numeric, stop text);
        INSERT INTO public.ride
        SELECT g, g, 1 + g % 2, (ARRAY['Graz', 'Linz'])[1 + g % 2] FROM generate_series(1, 240) AS g;
        SELECT factcheck.add_table('public.ride');
    """)


def verdicts(connection, text):
    return connection.execute(
        "SELECT verdict::text, query FROM fact_check(%s, '{ride}'::regclass[])", [text]
    ).fetchall()


def stored(connection, title):
    return connection.execute(
        "SELECT verdict FROM factcheck.claims WHERE title = %s ORDER BY claim_no", [title]
    ).fetchall()


def swap(admin, one, other):
    admin.execute(f"""
        ALTER TABLE public.ride RENAME {one} TO between;
        ALTER TABLE public.ride RENAME {other} TO {one};
        ALTER TABLE public.ride RENAME between TO {other};
    """)


def test_stored_readings_do_not_go_over_to_a_column_that_took_over_the_name(admin, ride):
    admin.execute("SELECT * FROM factcheck.verify(%s, 'Swapped')", [TEXT])
    assert stored(admin, "Swapped") == [("supported",), ("supported",)]
    swap(admin, "fare", "tip")
    admin.execute("SELECT factcheck.refresh('public.ride')")
    flips = admin.execute("SELECT new_verdict::text FROM factcheck.recheck('Swapped') ORDER BY claim_no").fetchall()
    assert flips == [("not_enough_info",), ("not_enough_info",)]
    assert verdicts(admin, "The total fare was 360.") == [("supported", "SELECT sum(fare) FROM public.ride")]


def test_a_decision_does_not_go_over_to_a_column_that_took_over_the_name(admin, ride):
    admin.execute("SELECT * FROM factcheck.verify(%s, 'Decided')", [TEXT])
    admin.execute("SELECT * FROM factcheck.confirm('Decided', 1)")
    swap(admin, "fare", "tip")
    admin.execute("SELECT factcheck.refresh('public.ride')")
    [(said,)] = admin.execute(
        "SELECT message FROM fact_check('The total fare was 360.', '{ride}'::regclass[])"
    ).fetchall()
    assert "decided" not in said


def test_stored_readings_follow_a_column_whose_old_name_is_free(admin, ride):
    admin.execute("SELECT * FROM factcheck.verify(%s, 'Renamed')", [TEXT])
    admin.execute("ALTER TABLE public.ride RENAME fare TO price")
    admin.execute("INSERT INTO public.ride VALUES (1000, 80, 1, 'Wels')")
    admin.execute("SELECT factcheck.refresh('public.ride')")
    flips = "SELECT claim_no, new_verdict::text, new_value FROM factcheck.recheck('Renamed') ORDER BY claim_no"
    assert admin.execute(flips).fetchall()[0] == (1, "refuted", 29000)


def test_a_recheck_between_a_rename_and_the_refresh_loses_nothing(admin, ride):
    admin.execute("SELECT * FROM factcheck.verify(%s, 'Between')", [TEXT])
    admin.execute("ALTER TABLE public.ride RENAME fare TO price")
    flips = "SELECT claim_no, new_verdict::text, message FROM factcheck.recheck('Between') ORDER BY claim_no"
    [(claim_no, verdict, message)] = admin.execute(flips).fetchall()
    assert (claim_no, verdict) == (1, "not_enough_info")
    assert "was renamed since its table was indexed" in message
    admin.execute("SELECT factcheck.refresh('public.ride')")
    said = "The data agree: the total of price in ride is 28,920."
    assert admin.execute(flips).fetchall() == [(1, "supported", said)]
    stored_now = "SELECT message, query FROM factcheck.claims WHERE title = 'Between' ORDER BY claim_no"
    assert admin.execute(stored_now).fetchall()[0] == (said, "SELECT sum(price) FROM public.ride")


def test_a_column_made_anew_stands_in_the_place_of_the_one_that_was_dropped(admin, ride):
    admin.execute("SELECT * FROM factcheck.verify(%s, 'Anew')", [TEXT])
    admin.execute("""
        ALTER TABLE public.ride ADD copied numeric;
        UPDATE public.ride SET copied = fare;
        ALTER TABLE public.ride DROP fare;
        ALTER TABLE public.ride RENAME copied TO fare;
        SELECT factcheck.refresh('public.ride');
    """)
    assert admin.execute("SELECT * FROM factcheck.recheck('Anew')").fetchall() == []
    assert stored(admin, "Anew") == [("supported",), ("supported",)]


def test_columns_that_were_chosen_stay_the_chosen_names(admin, ride):
    admin.execute("SELECT factcheck.add_table('public.ride', columns => '{ride_id,fare,tip}')")
    swap(admin, "fare", "tip")
    admin.execute("SELECT factcheck.refresh('public.ride')")
    chosen = admin.execute(
        "SELECT column_name::text FROM factcheck.data_column JOIN factcheck.data_table USING (table_id)"
        " WHERE relation = 'public.ride'::regclass ORDER BY 1"
    ).fetchall()
    assert chosen == [("fare",), ("ride_id",), ("tip",)]
