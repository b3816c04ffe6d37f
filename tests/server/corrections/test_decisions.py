"""People decide what stored claims mean, and the other claims of the document are read anew in the light of it."""

from __future__ import annotations

import psycopg
import pytest
from support.decided_trips import rows


def test_candidates_are_the_readings_of_a_claim_by_rank(trips):
    found = trips.call("candidates", 2, "rank, value, matches, probability", k=3)
    assert [row[0] for row in found] == [1, 2, 3]
    assert [row[3] for row in found] == sorted((row[3] for row in found), reverse=True)
    value, query = trips.call("candidates", 2, "value, query", k=1)[0]
    assert rows(trips.analyst, query) == [(value,)]


def test_fragments_add_up_what_the_readings_say(trips):
    found = {(kind, text): p for kind, text, p in trips.call("fragments", 1, "kind, fragment, probability")}
    table = trips.name.removeprefix("public.")
    assert found["function", "count"] > 0.5
    assert found["column", f"{table}.*"] > 0.5
    assert sum(p for (kind, _), p in found.items() if kind == "function") <= 1.000001


def test_a_confirmed_claim_is_certain_and_stays_what_it_was(trips):
    before = trips.claims("verdict")
    moved = trips.call(
        "confirm",
        1,
        "claim_no, old_verdict, new_verdict, old_reading = new_reading, run_id",
    )
    assert [row[:4] for row in moved] == [(1, "supported", "supported", True)]
    assert trips.claims("verdict") == before
    assert trips.claims("decision, p_query, p_correct")[0] == ("confirmed", 1, 1)
    assert rows(trips.analyst, "SELECT kind, is_latest FROM factcheck.claim_history WHERE run_id = %s LIMIT 1",
                moved[0][4]) == [("correction", True)]  # fmt: skip


def test_a_corrected_claim_takes_others_along(trips):
    [_, (read,), *_] = trips.claims("description")
    column = "end city" if "start city" in read else "start city"
    moved = trips.call(
        "correct",
        2,
        "claim_no, new_reading",
        rank=trips.rank_of(2, "number of rows", f"{column} is 'Leeds'"),
    )
    assert moved[0][0] == 2
    assert f"{column} is 'Leeds'" in moved[0][1]
    assert {claim_no for claim_no, _ in moved} > {2}
    assert all(column in reading for _, reading in moved)
    for found, query in trips.claims("found_value, query"):
        assert rows(trips.analyst, query) == [(found,)]
    assert trips.claims("decision") == [(None,), ("corrected",), (None,), (None,)]


def test_undoing_and_reopening_give_back_what_was_there(trips):
    shown = "verdict, found_value, description, message, p_correct, decision, is_stale"
    before = trips.claims(shown)
    trips.call("correct", 2, rank=2)
    corrected = trips.claims(shown)
    assert corrected != before
    trips.call("dismiss", 2)
    assert trips.claims("verdict, found_value, description, decision")[1] == (
        "not_enough_info",
        None,
        None,
        "dismissed",
    )
    trips.call("undo_correction", 2)
    assert trips.claims(shown) == corrected
    trips.call("undo_correction", 2)
    assert trips.claims(shown) == before
    with pytest.raises(
        psycopg.errors.ObjectNotInPrerequisiteState,
        match="nothing was decided about claim 2",
    ):
        trips.call("undo_correction", 2)
    trips.call("dismiss", 3)
    trips.call("confirm", 2)
    trips.call("reopen", 3)
    trips.call("reopen", 2)
    assert trips.claims(shown) == before


def test_what_is_dismissed_can_still_be_given_a_reading(trips):
    fragments = trips.call("fragments", 3, "kind, fragment")
    trips.call("dismiss", 3)
    offered = trips.call("candidates", 3, "rank, query")
    assert len(offered) > 1
    assert trips.call("fragments", 3, "kind, fragment") == fragments
    trips.call("correct", 3, rank=2)
    assert trips.claims("decision, query")[2] == ("corrected", offered[1][1])


def test_a_recheck_keeps_what_was_decided(trips):
    rank = trips.rank_of(2, "number of rows", "end city is 'Leeds'")
    trips.call("correct", 2, rank=rank)
    trips.call("dismiss", 4)
    count = trips.claims("found_value")[1][0]
    trips.admin.execute(f"INSERT INTO {trips.name} SELECT 60 + g, 'Bath', 'Leeds', 1 FROM generate_series(1, 5) AS g")
    assert trips.claims("is_stale")[1] == (True,)
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    decision, found, description, p_query = trips.claims("decision, found_value, description, p_query")[1]
    assert (decision, found, p_query) == ("corrected", count + 5, 1)
    assert description.endswith("end city is 'Leeds'")
    assert trips.claims("decision, verdict, message LIKE 'This was dismissed%%'")[3] == (
        "dismissed", "not_enough_info", True,
    )  # fmt: skip
    assert trips.claims("is_stale") == [(False,)] * 4
    trips.call("reopen", 2)  # after a recheck, what the check said is the ground again
    assert trips.claims("decision")[1] == (None,)
    found = rows(trips.analyst, trips.claims("query")[1][0])[0][0]
    assert trips.claims("found_value")[1][0] == found


def test_purging_keeps_what_a_correction_goes_back_to(trips):
    trips.call("correct", 2, rank=2)
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    trips.admin.execute("SELECT factcheck.purge('0 s')")
    trips.call("reopen", 2)
    assert trips.claims("decision")[1] == (None,)


def test_every_decision_is_on_record(trips):
    trips.call("correct", 2, rank=2)
    trips.call("dismiss", 3)
    trips.call("undo_correction", 3)
    seen = rows(
        trips.analyst,
        "SELECT claim_no, decision, corrected_by, is_in_force, query IS NOT NULL, undone_id IS NOT NULL"
        " FROM factcheck.corrections WHERE document_id = %s ORDER BY correction_id",
        trips.document,
    )
    user = trips.analyst.info.user
    assert seen == [
        (2, "corrected", user, True, True, False),
        (3, "dismissed", user, False, True, False),
        (3, "reopened", user, False, False, True),
    ]
    [(number,)] = rows(
        trips.analyst,
        "SELECT correction_id FROM factcheck.corrections WHERE document_id = %s AND is_in_force",
        trips.document,
    )
    trips.analyst.execute("SELECT factcheck.forget_correction(%s)", [number])
    assert (
        rows(
            trips.analyst,
            "SELECT FROM factcheck.corrections WHERE correction_id = %s",
            number,
        )
        == []
    )
    assert trips.claims("decision")[1] == (None,)
    with pytest.raises(psycopg.errors.UndefinedObject, match="there is no correction"):
        trips.analyst.execute("SELECT factcheck.forget_correction(%s)", [number])


def test_what_is_decided_needs_no_more_review(trips):
    queue = "SELECT claim_no FROM factcheck.review_queue WHERE document_id = %s"
    waiting = {claim_no for (claim_no,) in rows(trips.analyst, queue, trips.document)}
    assert waiting
    for claim_no in waiting:
        trips.call("dismiss", claim_no)
    assert rows(trips.analyst, queue, trips.document) == []


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("confirm({document}, 99)", "there is no claim 99 of document"),
        ("correct({document}, 1, rank => 99)", "claim 1 has no reading of rank 99"),
        ("correct({document}, 1, rank => NULL)", "no rank given"),
        ("candidates({document}, 1, -1)", "k cannot be -1"),
        ("candidates(NULL, 1)", "there is no claim 1 of document NULL"),
        ("fragments({document}, NULL)", "there is no claim NULL of document"),
    ],
)
def test_what_cannot_be_decided_is_told(trips, call, message):
    with pytest.raises(psycopg.Error, match=message) as caught:
        trips.analyst.execute(f"SELECT * FROM factcheck.{call.format(document=trips.document)}")
    assert caught.value.diag.message_hint
    assert trips.claims("decision") == [(None,)] * 4


def test_what_is_withheld_cannot_be_decided_until_it_may_be_read_again(trips):
    user = trips.analyst.info.user
    trips.admin.execute(f"REVOKE SELECT ON {trips.name} FROM {user}")
    trips.admin.execute(f"GRANT SELECT (trip_id, hours, end_city) ON {trips.name} TO {user}")
    for call, options in [("confirm", {}), ("dismiss", {}), ("correct", {"rank": 2}), ("reopen", {})]:
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="the verdict on claim 2 of document"):
            trips.call(call, 2, **options)
    trips.call("confirm", 1)  # what follows for the others is not known meanwhile
    trips.admin.execute(f"GRANT SELECT ON {trips.name} TO {user}")
    assert trips.claims("verdict, query IS NULL")[1] == ("not_enough_info", True)
    assert "start city is 'Leeds'" in trips.call("confirm", 2, "new_reading")[0][0]
    assert [decision for (decision,) in trips.claims("decision")] == ["confirmed", "confirmed", None, None]


def test_a_hint_can_be_typed_as_it_stands(trips):
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        trips.call("correct", 2, rank=99)
    hint = caught.value.diag.message_hint or ""
    assert rows(trips.analyst, hint[hint.index("SELECT") :].rstrip("."))[0][0] == 1


def test_in_a_read_only_transaction_candidates_are_shown_and_nothing_is_decided(trips):
    with trips.analyst.transaction():
        trips.analyst.execute("SET TRANSACTION READ ONLY")
        assert trips.call("candidates", 2, "rank")
        assert trips.call("fragments", 2, "kind")
        with (
            pytest.raises(psycopg.errors.ReadOnlySqlTransaction),
            trips.analyst.transaction(),
        ):
            trips.call("confirm", 2)


def test_a_document_is_named_by_its_title(trips):
    def call(called, *arguments):
        given = ", ".join(["%s"] * (len(arguments) + 1))
        return rows(trips.analyst, f"SELECT claim_no FROM factcheck.{called}({given})", trips.name, *arguments)

    likeliest = trips.call("candidates", 2, "rank, query")
    asked = "SELECT rank, query FROM factcheck.candidates(%s, 2)"
    assert rows(trips.analyst, asked, trips.name) == rows(trips.analyst, asked, str(trips.document)) == likeliest
    assert rows(trips.analyst, "SELECT kind FROM factcheck.fragments(%s, 1)", trips.name)
    for called, *arguments in [
        ("confirm", 1),
        ("dismiss", 1),
        ("undo_correction", 1),
        ("reopen", 1),
        ("correct", 1, 2),
        ("correct", 1, likeliest[0][1]),
        ("correct", 1, "count", f"{trips.name.removeprefix('public.')}.*"),
    ]:
        assert (1,) in call(called, *arguments), called


@pytest.mark.parametrize("called", ["candidates", "fragments", "confirm", "dismiss", "reopen", "undo_correction"])
def test_a_title_that_is_not_there_is_told(trips, called):
    with pytest.raises(psycopg.errors.UndefinedObject, match='has the title "Week 7"') as caught:
        trips.analyst.execute(f"SELECT * FROM factcheck.{called}('Week 7', 1)")
    assert "factcheck.documents" in caught.value.diag.message_hint
