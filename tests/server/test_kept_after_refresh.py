"""What was stored about columns holds after their values were indexed anew: readings, decisions, words."""

from __future__ import annotations

import pytest
from support.databases_in_turn import session_of

ERRANDS = """
DROP TABLE IF EXISTS public.errand;
SELECT factcheck.refresh();
CREATE TABLE public.errand (errand_id integer PRIMARY KEY, town text, kind text, paid text);
INSERT INTO public.errand
SELECT g, (ARRAY['Leeds', 'York', 'Hull'])[1 + g % 3], (ARRAY['K17', 'K29', 'K41', 'K53'])[1 + g % 4], '$' || g || 'k'
FROM generate_series(1, 90) AS g;
SELECT factcheck.add_table('public.errand');
"""


@pytest.fixture
def errand(admin, analyst_name):
    admin.execute(ERRANDS)
    admin.execute(f"GRANT SELECT ON public.errand TO {analyst_name}")


@pytest.fixture(scope="module")
def analyst(database, analyst_name):
    with session_of(database, analyst_name) as connection:
        yield connection


def index_anew(admin, *, again=False):
    """Write new values of all columns, and index them."""
    for number in (1000, 2000) if again else (1000,):
        admin.execute(
            "INSERT INTO public.errand VALUES (%s, 'York', 'K17', '$7k'), (%s, %s, %s, '$11k')",
            [number, number + 1, f"Zagreb {number}", f"Z{number}"],
        )
        admin.execute("SELECT factcheck.refresh('public.errand')")


@pytest.mark.parametrize("again", [False, True])
def test_a_stored_reading_is_run_again_after_a_refresh(admin, analyst, errand, again):
    analyst.execute("SELECT * FROM factcheck.verify('There were 30 errands in York.', 'Errands')")
    index_anew(admin, again=again)
    admin.execute("SELECT pg_stat_force_next_flush()")
    flips = "SELECT new_verdict::text, new_value FROM factcheck.recheck('Errands')"
    assert analyst.execute(flips).fetchall() == [("refuted", 32 if again else 31)]


def test_a_stored_reading_of_amounts_in_text_is_run_again_after_a_refresh(admin, analyst, errand):
    [(verdict,)] = analyst.execute(
        "SELECT verdict::text FROM factcheck.verify('In York $1.335 million was paid.', 'Amounts')"
    ).fetchall()
    assert verdict == "supported"
    index_anew(admin)
    admin.execute("SELECT pg_stat_force_next_flush()")
    [(value,)] = analyst.execute("SELECT new_value FROM factcheck.recheck('Amounts')").fetchall()
    assert value == 1342000


@pytest.mark.parametrize("renewal", ["refresh", "forget"])
def test_a_decision_about_a_sentence_holds_after_its_values_were_indexed_anew(admin, analyst, errand, renewal):
    analyst.execute("SELECT * FROM factcheck.verify('There were 30 errands in York.', 'Decided')")
    analyst.execute("SELECT * FROM factcheck.confirm('Decided', 1)")
    if renewal == "forget":
        admin.execute("SELECT factcheck.forget('public.errand')")
    index_anew(admin)
    asked = "SELECT verdict::text, message FROM fact_check('There were 31 errands in York.', '{errand}'::regclass[])"
    [(verdict, message)] = analyst.execute(asked).fetchall()
    assert verdict == "supported"
    assert "decided for this sentence before" in message
    analyst.execute("SELECT * FROM factcheck.reopen('Decided', 1)")


def test_a_word_that_corrections_taught_is_gone_by_after_a_refresh(admin, analyst, errand):
    document = "There were 7 heists in Leeds. In York 8 heists were counted."
    analyst.execute("SELECT * FROM factcheck.verify(%s, 'Heists')", [document])
    for number, town in ((1, "Leeds"), (2, "York")):
        analyst.execute(
            "SELECT * FROM factcheck.correct('Heists', %s, 'count', 'errand.*', %s)",
            [number, ["errand.kind = K17", f"errand.town = {town}"]],
        )
    index_anew(admin)
    asked = "SELECT query FROM fact_check('Hull had 8 heists.', '{errand}'::regclass[])"
    [(query,)] = analyst.execute(asked).fetchall()
    assert "kind = 'K17'" in query


def test_the_number_of_a_column_made_anew_after_removal_is_not_the_old_one(admin, analyst, errand):
    analyst.execute("SELECT * FROM factcheck.verify('There were 30 errands in York.', 'Removed')")
    admin.execute("SELECT factcheck.remove_table('public.errand'), factcheck.add_table('public.errand')")
    admin.execute("INSERT INTO public.errand VALUES (3000, 'York', 'K17', '$7k')")
    admin.execute("SELECT pg_stat_force_next_flush()")
    flips = "SELECT new_verdict::text FROM factcheck.recheck('Removed')"
    assert analyst.execute(flips).fetchall() == [("not_enough_info",)]
