"""People decide what stored claims mean, and the other claims of the document are read anew in the light of it."""

from __future__ import annotations

import secrets

import psycopg
import pytest

TEXT = "There were 60 trips. There were 24 trips for Leeds. There were 17 trips for York. There were 9 trips for Hull."


def rows(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


class Trips:
    """A table of trips that start in one city and end in another, and a document about it that was checked."""

    def __init__(self, admin, analyst, name):
        self.admin, self.analyst, self.name = admin, analyst, name
        admin.execute(f"""
            CREATE TABLE {name} (trip_id integer, start_city text, end_city text, hours integer);
            INSERT INTO {name} SELECT g, (ARRAY['Leeds', 'York', 'Hull'])[1 + g % 3],
                (ARRAY['York', 'Hull', 'Leeds', 'York'])[1 + g % 4], 1 + g * 7 % 11 FROM generate_series(1, 60) AS g;
            GRANT SELECT ON {name} TO {analyst.info.user};
        """)
        admin.execute("SELECT factcheck.add_table(%s::regclass, track => true)", [name])
        self.document = 0

    def verify(self, text=TEXT):
        checked = rows(
            self.analyst,
            "SELECT verdict, document_id FROM factcheck.verify(%s, title => %s, tables => ARRAY[%s::regclass])",
            text,
            self.name,
            self.name,
        )
        self.document = checked[0][1]
        return [row[0] for row in checked]

    def call(self, called, claim_no, columns="claim_no, old_verdict, new_verdict", **options):
        given = "".join(f", {name} => %s" for name in options)
        return rows(
            self.analyst,
            f"SELECT {columns} FROM factcheck.{called}(%s, %s{given})",
            self.document,
            claim_no,
            *options.values(),
        )

    def claims(self, columns="decision, verdict"):
        return rows(
            self.analyst,
            f"SELECT {columns} FROM factcheck.claims WHERE document_id = %s ORDER BY claim_no",
            self.document,
        )

    def rank_of(self, claim_no, *words):
        """The rank of the reading of a claim that says all of these words and no more restrictions."""
        return next(
            rank
            for rank, text in self.call("candidates", claim_no, "rank, description")
            if all(word in text for word in words)
        )


@pytest.fixture
def trips(admin, analyst):
    """A document about a table, checked by the analyst."""
    made = Trips(admin, analyst, f"public.trips_{secrets.token_hex(4)}")
    made.verify()
    yield made
    admin.execute(f"DROP TABLE {made.name} CASCADE")
    admin.execute("SELECT factcheck.refresh()")


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
    moved = trips.call("confirm", 1, "claim_no, old_verdict, new_verdict, old_reading = new_reading, run_id")
    assert [row[:4] for row in moved] == [(1, "supported", "supported", True)]
    assert trips.claims("verdict") == before
    assert trips.claims("decision, p_query, p_correct")[0] == ("confirmed", 1, 1)
    assert rows(trips.analyst, "SELECT kind, is_latest FROM factcheck.claim_history WHERE run_id = %s LIMIT 1",
                moved[0][4]) == [("correction", True)]  # fmt: skip


def test_a_corrected_claim_takes_others_along(trips):
    [_, (read,), *_] = trips.claims("description")
    column = "end city" if "start city" in read else "start city"
    moved = trips.call(
        "correct", 2, "claim_no, new_reading", rank=trips.rank_of(2, "number of rows", f"{column} is 'Leeds'")
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
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match="nothing was decided about claim 2"):
        trips.call("undo_correction", 2)
    trips.call("dismiss", 3)
    trips.call("confirm", 2)
    trips.call("reopen", 3)
    trips.call("reopen", 2)
    assert trips.claims(shown) == before


def test_what_is_dismissed_can_still_be_given_a_reading(trips):
    trips.call("dismiss", 3)
    offered = trips.call("candidates", 3, "rank, query")
    assert len(offered) > 1
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
    assert rows(trips.analyst, "SELECT FROM factcheck.corrections WHERE correction_id = %s", number) == []
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
        ("correct({document}, 1, rank => NULL)", "claim 1 has no reading of rank 0"),
        ("candidates(NULL, 1)", "there is no claim 1 of document NULL"),
        ("fragments({document}, NULL)", "there is no claim NULL of document"),
    ],
)
def test_what_cannot_be_decided_is_told(trips, call, message):
    with pytest.raises(psycopg.Error, match=message) as caught:
        trips.analyst.execute(f"SELECT * FROM factcheck.{call.format(document=trips.document)}")
    assert caught.value.diag.message_hint
    assert trips.claims("decision") == [(None,)] * 4


def test_in_a_read_only_transaction_candidates_are_shown_and_nothing_is_decided(trips):
    with trips.analyst.transaction():
        trips.analyst.execute("SET TRANSACTION READ ONLY")
        assert trips.call("candidates", 2, "rank")
        assert trips.call("fragments", 2, "kind")
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction), trips.analyst.transaction():
            trips.call("confirm", 2)


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
    assert trips.claims("decision, verdict, query")[3] == ("dismissed", "not_enough_info", None)
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


def test_a_reading_is_put_together_of_fragments(trips):
    table = trips.name.removeprefix("public.")
    predicates = [f"{table}.end_city is 'York'", f"{table}.hours > 5", f"{table}.start_city <> Leeds"]
    moved = trips.call(
        "correct", 3, "claim_no, new_value", function="count", column_name=f"{table}.*", predicates=predicates
    )
    expected = rows(
        trips.admin,
        f"SELECT count(*) FROM {trips.name} WHERE end_city = 'York' AND hours > 5 AND start_city <> 'Leeds'",
    )[0][0]
    assert moved[0] == (3, expected)
    assert rows(trips.analyst, trips.claims("query")[2][0]) == [(expected,)]
    share = trips.call(
        "correct", 3, "new_value", function="conditional_probability", column_name=f"{table}.*",
        predicates=[f"{table}.end_city = York"], condition=[f"{table}.hours <= 3"],
    )  # fmt: skip
    assert rows(trips.admin, f"SELECT 100.0 * avg((end_city = 'York')::int)::float8 FROM {trips.name} WHERE hours <= 3"
                )[0][0] == pytest.approx(float(share[0][0]))  # fmt: skip
    trips.admin.execute(f"DELETE FROM {trips.name} WHERE end_city = 'York'")
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    assert trips.claims("decision, found_value")[2] == ("corrected", 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"function": "mean", "column_name": "{table}.hours"}, 'function "mean" is not known'),
        ({"function": "avg", "column_name": "{table}.days"}, r'column "\w+.days" is not known'),
        ({"function": "avg", "column_name": "{table}.end_city"}, "these fragments make no query"),
        ({"function": "count", "column_name": "{table}.hours"}, "these fragments make no query"),
        ({"function": "percentage", "column_name": "{table}.*"}, "these fragments make no query"),
        ({"function": "count", "column_name": "{table}.*", "predicates": ["{table}.hours = many"]}, "not understood"),
        ({"function": "count", "column_name": "{table}.*", "predicates": ["in York; DROP TABLE x"]}, "not understood"),
        ({"function": None, "column_name": None}, 'function "" is not known'),
    ],
)
def test_fragments_that_make_no_query_are_told(trips, options, message):
    table = trips.name.removeprefix("public.")

    def named(value):
        return [named(part) for part in value] if isinstance(value, list) else value and value.format(table=table)

    given = {name: named(value) for name, value in options.items()}
    with pytest.raises(psycopg.Error, match=message) as caught:
        trips.call("correct", 3, **given)
    assert caught.value.diag.message_hint
    assert trips.claims("decision") == [(None,)] * 4


def test_a_query_of_ones_own_is_what_is_meant(trips):
    query = f"SELECT count(*) - 6 FROM {trips.name} WHERE end_city = 'Hull' -- the last six were called off"
    moved = trips.call("correct", 4, "claim_no, new_verdict, new_value, message", query=query)
    assert moved[0] == (4, "supported", 9, "The data agree: the query that was given says 9.")
    trips.call("confirm", 1)  # another decision leaves it
    assert trips.claims("decision, verdict, found_value, query, is_stale")[3] == (
        "corrected",
        "supported",
        9,
        query,
        False,
    )
    trips.admin.execute(f"INSERT INTO {trips.name} VALUES (61, 'Bath', 'Hull', 1)")
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    assert trips.claims("decision, verdict")[3] == ("corrected", "not_enough_info")
    assert trips.call("correct", 4, "new_verdict, new_value", query=query)[0] == ("refuted", 10)
    trips.call("undo_correction", 4)
    trips.call("undo_correction", 4)
    assert trips.claims("decision")[3] == (None,)


def test_a_query_of_ones_own_that_the_program_can_read_holds_from_then_on(trips):
    own = f"select COUNT(1) from {trips.name} t where t.end_city in ('Hull') and t.hours > 3"
    moved = trips.call("correct", 4, "new_reading, new_value", query=own)
    [(expected,)] = rows(trips.admin, own)
    table = trips.name.removeprefix("public.")
    assert moved[0] == (f"the number of rows in {table} where end city is 'Hull' and hours is above 3", expected)
    shown = "SELECT query, message FROM fact_check(%s, tables => ARRAY[%s::regclass])"
    [query, message] = rows(trips.analyst, shown, "There were 8 trips for Hull.", trips.name)[0]
    assert rows(trips.analyst, query) == [(expected,)]
    assert "was decided" in message
    trips.admin.execute(f"INSERT INTO {trips.name} VALUES (61, 'Bath', 'Hull', 4)")
    trips.analyst.execute("SELECT * FROM factcheck.recheck(%s)", [trips.document])
    assert trips.claims("decision, found_value")[3] == ("corrected", expected + 1)


def test_what_a_query_is_read_as_gives_what_it_gives(trips):
    trips.admin.execute(f"UPDATE {trips.name} SET hours = NULL WHERE trip_id > 50")
    own = f"SELECT count(*) FILTER (WHERE hours > 3) * 1.0 / nullif(count(hours), 0) FROM {trips.name}"
    moved = trips.call("correct", 4, "new_value", query=own)
    assert float(moved[0][0]) == pytest.approx(float(rows(trips.admin, own)[0][0]))
    unread = f"SELECT count(*) FROM (SELECT hours FROM {trips.name} LIMIT 7) AS part"
    assert trips.call("correct", 4, "new_reading, new_value", query=unread)[0] == (
        "the result of a query that was given",
        7,
    )


def test_a_corrected_claim_has_others_read_by_analogy(trips):
    trips.verify(
        "All trips together cost 93,340 crowns. The longest trip cost 2,860 crowns. The 15 trips for Hull are left."
    )
    before = trips.claims("verdict, description")
    assert before[1][0] != "supported"
    total = rows(trips.admin, f"SELECT sum(hours * 260) FROM {trips.name}")[0][0]
    moved = trips.call(
        "correct", 1, "claim_no, new_value, new_reading", query=f"SELECT sum(hours * 260) FROM {trips.name}"
    )
    assert moved[0][:2] == (1, total)
    by_no = {claim_no: (value, reading) for claim_no, value, reading in moved}
    table = trips.name.removeprefix("public.")
    assert by_no[2] == (2860, f"the largest value of hours times 260 in {table}")
    found, query = trips.claims("found_value, query")[1]
    assert rows(trips.analyst, query) == [(found,)]
    rank, query = trips.call("candidates", 2, "rank, query", k=1)[0]
    assert (rank, rows(trips.analyst, query)) == (1, [(2860,)])
    trips.call("confirm", 2)
    assert trips.claims("decision, verdict, found_value")[1] == ("confirmed", "supported", 2860)
    trips.call("undo_correction", 2)
    trips.call("undo_correction", 1)
    assert trips.claims("verdict, description") == before


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT 9; DELETE FROM {table}", "cannot be the reading"),
        ("DELETE FROM {table} RETURNING 9", "cannot be the reading"),
        ("WITH gone AS (DELETE FROM {table} RETURNING 1) SELECT count(*) FROM gone", "cannot be the reading"),
        ("SELECT 9", "cannot be the reading"),
        ("SELECT end_city FROM {table} LIMIT 1", "cannot be the reading"),
        ("SELECT hours, hours FROM {table} LIMIT 1", "cannot be the reading"),
        ("SELECT count(*) FROM nowhere", "cannot be the reading"),
        ("SELECT count(*) FROM public.not_added", "cannot be the reading"),
        ("SELECT trip_id INTO public.kept FROM {table}", "cannot be the reading"),
        ("EXPLAIN ANALYZE SELECT count(*) FROM {table}", "cannot be the reading"),
        ("COMMIT", "cannot be the reading"),
        ("SELECT hours FROM {table}", "gives no number, or several"),
        ("SELECT hours FROM {table} WHERE false", "gives no number, or several"),
        ("SELECT max(hours) FROM {table} WHERE false", "gives no number, or several"),
        ("SELECT count(*) FROM {table} a, {table} b, {table} c, {table} d, {table} e", "would cost too much"),
        ("SELECT hours FROM {table} WHERE trip_id = 1 FOR UPDATE", "."),
        (None, "cannot be the reading"),
    ],
)
def test_what_is_no_reading_is_refused_and_nothing_happens(trips, query, message):
    before = rows(trips.admin, f"SELECT count(*) FROM {trips.name}")
    trips.admin.execute(
        "CREATE TABLE IF NOT EXISTS public.not_added (a integer); GRANT SELECT ON public.not_added TO PUBLIC"
    )
    with pytest.raises(psycopg.Error, match=message) as caught:
        trips.call("correct", 4, query=query and query.format(table=trips.name))
    assert caught.value.diag.message_hint or message == "."
    assert rows(trips.admin, f"SELECT count(*) FROM {trips.name}") == before
    assert trips.claims("decision") == [(None,)] * 4
    assert rows(
        trips.analyst, "SELECT to_regclass('pg_temp.factcheck_query_of_ones_own'), to_regclass('public.kept')"
    ) == [(None, None)]
