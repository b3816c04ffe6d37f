"""Later checks go by what was decided about a sentence."""

from __future__ import annotations

import secrets

from support.decided_trips import TEXT, Trips, rows


def check(trips, text):
    """What fact_check says of a text about the table."""
    return rows(
        trips.analyst,
        "SELECT verdict, found_value, query, message, p_query FROM fact_check(%s, tables => ARRAY[%s::regclass])",
        text,
        trips.name,
    )


def test_a_sentence_that_was_decided_on_is_read_like_that_from_then_on(trips):
    before = check(trips, TEXT)
    other = trips.call("candidates", 2, "rank, query, value")[1]
    trips.call("correct", 2, rank=2)
    after = check(trips, TEXT)
    assert before[1][2] != other[1]
    assert after[1][1:3] == (other[2], other[1])
    assert after[1][4] == 1
    assert after[1][3].endswith("It is read as was decided for this sentence before.")
    [renewed] = check(trips, f"There were {other[2]} trips for Leeds.")
    assert (renewed[0], renewed[2]) == ("supported", other[1])
    [elsewhere] = check(trips, "There were 24 trips for Hull.")
    assert "was decided" not in elsewhere[3]


def test_a_stored_check_goes_by_decisions_and_says_so(trips):
    query = trips.call("candidates", 2, "query")[1][0]
    trips.call("correct", 2, rank=2)
    trips.call("dismiss", 4)
    trips.verify(TEXT.replace("60 trips", "61 trips"))
    assert trips.claims("decision, query")[1] == ("corrected", query)
    assert trips.claims("decision, verdict, query")[3] == (
        "dismissed",
        "not_enough_info",
        None,
    )
    moved = trips.call("reopen", 2, "claim_no, new_verdict, message")
    assert moved[0][:2] == (2, "not_enough_info")
    assert "check the text again" in moved[0][2]
    assert "was decided" not in check(trips, TEXT)[1][3]


def test_what_was_undone_or_forgotten_is_not_remembered(trips):
    before = [row[:3] for row in check(trips, TEXT)]
    trips.call("correct", 2, rank=2)
    trips.call("undo_correction", 2)
    assert [row[:3] for row in check(trips, TEXT)] == before
    trips.call("correct", 2, rank=2)
    assert [row[:3] for row in check(trips, TEXT)] != before
    trips.analyst.execute("SELECT factcheck.forget_correction(correction_id) FROM factcheck.corrections")
    assert [row[:3] for row in check(trips, TEXT)] == before


def test_decisions_of_others_and_about_other_tables_do_not_count(trips, admin):
    trips.call("correct", 2, rank=2)
    shown = "SELECT message FROM fact_check(%s, tables => ARRAY[%s::regclass])"
    assert "was decided" not in rows(admin, shown, TEXT, trips.name)[1][0]
    other = Trips(admin, trips.analyst, f"public.trips_{secrets.token_hex(4)}")
    try:
        assert "was decided" not in rows(trips.analyst, shown, TEXT, other.name)[1][0]
        assert "was decided" in rows(trips.analyst, shown, TEXT, trips.name)[1][0]
        admin.execute(f"REVOKE SELECT ON {trips.name} FROM {trips.analyst.info.user}")
        admin.execute(f"GRANT SELECT (trip_id, hours) ON {trips.name} TO {trips.analyst.info.user}")
        assert "was decided" not in rows(trips.analyst, shown, TEXT, trips.name)[1][0]
    finally:
        admin.execute(f"DROP TABLE {other.name}")
