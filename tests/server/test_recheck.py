"""Verdicts live: they are shown stale when data change, and stored readings tell what holds now."""

from __future__ import annotations

import secrets
from decimal import Decimal

import psycopg
import pytest

TEXT = "There were 24 visits, of which 12 were in Leeds."


def values(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


class Visits:
    """A table of 24 visits, half of them in Leeds, and a document about it that the analyst had checked."""

    def __init__(self, admin, analyst, name, *, track):
        self.admin, self.analyst, self.name = admin, analyst, name
        admin.execute(f"""
            CREATE TABLE {name} (visit_id integer, city text, hours integer);
            INSERT INTO {name} SELECT g, (ARRAY['Leeds', 'York'])[1 + g % 2], g FROM generate_series(1, 24) AS g;
            GRANT SELECT ON {name} TO {analyst.info.user};
        """)
        admin.execute("SELECT factcheck.add_table(%s::regclass, track => %s)", [name, track])
        self.settle()

    def settle(self):
        """Have the server's statistics know of what the administrator's session wrote."""
        self.admin.execute("SELECT pg_stat_force_next_flush()")

    def verify(self, text=TEXT):
        rows = values(
            self.analyst,
            "SELECT verdict, document_id FROM factcheck.verify(%s, title => %s, tables => ARRAY[%s::regclass])",
            text,
            self.name,
            self.name,
        )
        self.document = rows[0][1]
        return [row[0] for row in rows]

    def change(self, statement):
        self.admin.execute(statement.format(name=self.name))
        self.settle()

    def recheck(self, **options):
        given = "".join(f", {name} => %s" for name in options)
        return values(
            self.analyst,
            f"SELECT claim_no, old_verdict, new_verdict, old_value, new_value FROM factcheck.recheck(%s{given})",
            self.document,
            *options.values(),
        )

    def claims(self, columns="verdict, found_value, is_stale"):
        return values(
            self.analyst,
            f"SELECT {columns} FROM factcheck.claims WHERE document_id = %s ORDER BY claim_no",
            self.document,
        )


@pytest.fixture(params=["tracked", "untracked"])
def visits(request, admin, analyst):
    """A document about a tracked table, and one about a table that is not tracked."""
    made = Visits(admin, analyst, f"public.visits_{secrets.token_hex(4)}", track=request.param == "tracked")
    yield made
    admin.execute(f"DROP TABLE {made.name} CASCADE")
    admin.execute("SELECT factcheck.refresh()")


def test_a_verdict_is_fresh_until_the_data_change_and_after_a_recheck(visits):
    assert visits.verify() == ["supported", "supported"]
    assert visits.claims("is_stale") == [(False,), (False,)]
    visits.change("INSERT INTO {name} SELECT g, 'Leeds' FROM generate_series(101, 106) AS g")
    assert visits.claims() == [("supported", 24, True), ("supported", 12, True)]
    assert values(
        visits.analyst, "SELECT is_stale FROM factcheck.documents WHERE document_id = %s", visits.document
    ) == [(True,)]
    assert visits.recheck() == [(1, "supported", "refuted", 24, 30), (2, "supported", "refuted", 12, 18)]
    assert visits.claims() == [("refuted", 30, False), ("refuted", 18, False)]


def test_a_limit_that_more_data_keep_is_not_refuted(visits):
    assert visits.verify("There were over 23 visits.") == ["supported"]
    visits.change("INSERT INTO {name} VALUES (101, 'Leeds')")
    assert visits.recheck() == [(1, "supported", "not_enough_info", 24, 25)]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {name} SET city = 'York' WHERE visit_id = 2",
        "DELETE FROM {name} WHERE visit_id = 2",
        "TRUNCATE {name}",
        "ALTER TABLE {name} ALTER visit_id TYPE bigint",
    ],
)
def test_whatever_changes_the_data_makes_verdicts_stale(visits, statement):
    visits.verify()
    visits.change(statement)
    assert visits.claims("is_stale") == [(True,), (True,)]


def test_other_tables_make_no_verdict_stale(visits, admin):
    visits.verify()
    admin.execute("CREATE TABLE public.other_visits AS SELECT 1 AS visit_id; DROP TABLE public.other_visits")
    admin.execute(f"GRANT SELECT ON {visits.name} TO pg_monitor; COMMENT ON TABLE {visits.name} IS 'trips'")
    admin.execute(f"ANALYZE {visits.name}")
    assert visits.claims("is_stale") == [(False,), (False,)]


def test_a_verdict_that_was_wrong_turns_right_when_the_data_do(visits):
    assert visits.verify("There were 24 visits, of which 18 were in Leeds.") == ["supported", "refuted"]
    visits.change("INSERT INTO {name} SELECT g, 'Leeds' FROM generate_series(101, 106) AS g")
    assert visits.recheck() == [(1, "supported", "refuted", 24, 30), (2, "refuted", "supported", 12, 18)]
    visits.change("DELETE FROM {name} WHERE visit_id > 100")
    assert visits.recheck() == [(1, "refuted", "supported", 30, 24), (2, "supported", "refuted", 18, 12)]


def test_a_recheck_says_of_a_reading_what_a_check_says(visits):
    visits.verify()
    visits.change("DELETE FROM {name} WHERE city = 'York' AND visit_id > 12")
    visits.recheck()
    again = values(
        visits.analyst,
        "SELECT claim_no, verdict::text, found_value, query, message FROM fact_check(%s, ARRAY[%s::regclass])",
        TEXT,
        visits.name,
    )
    rechecked = visits.claims("claim_no, verdict, found_value, query, message")
    assert rechecked[1] == again[1]  # the check reads the first number otherwise, now that it is wrong
    assert rechecked[0][1:3] == ("refuted", 18)
    assert again[0][1] != "supported"


def test_nothing_flips_where_nothing_changed(visits):
    visits.verify()
    before = visits.claims("verdict, found_value, p_correct, message")
    assert visits.recheck() == []
    assert visits.claims("verdict, found_value, p_correct, message") == before


def test_a_rounded_result_moves_without_a_flip(visits):
    assert visits.verify("The average number of hours was 12.5.") == ["supported"]
    visits.change("UPDATE {name} SET hours = hours + 1 WHERE visit_id = 24")
    assert visits.recheck() == []
    [(verdict, value, is_stale)] = visits.claims()
    assert (verdict, f"{value:.4f}", is_stale) == ("supported", "12.5417", False)


def test_a_recheck_is_a_run_of_its_own_in_the_history(visits):
    visits.verify()
    visits.change("DELETE FROM {name} WHERE visit_id = 1")
    visits.recheck()
    visits.recheck()
    runs = values(
        visits.analyst,
        "SELECT kind, checked_run_id IS NULL, n_claims, status FROM factcheck.runs WHERE document_id = %s"
        " ORDER BY run_id",
        visits.document,
    )
    assert runs == [("check", True, 2, "succeeded"), *[("recheck", False, 2, "succeeded")] * 2]
    history = (
        "SELECT verdict, found_value FROM factcheck.claim_history WHERE document_id = %s AND claim_no = 1"
        " ORDER BY run_id"
    )
    assert values(visits.analyst, history, visits.document) == [("supported", 24), ("refuted", 23), ("refuted", 23)]


def test_flips_of_checks_and_rechecks_are_noted_and_a_corrected_number_is_another_claim(visits):
    flips = (
        "SELECT kind, claim_no, old_verdict, new_verdict, old_value, new_value FROM factcheck.flips"
        " WHERE document_id = %s ORDER BY run_id, claim_no"
    )
    visits.verify()
    visits.change("INSERT INTO {name} SELECT g, 'Leeds' FROM generate_series(101, 106) AS g")
    visits.recheck()
    visits.recheck()
    rechecked = [("recheck", 1, "supported", "refuted", 24, 30), ("recheck", 2, "supported", "refuted", 12, 18)]
    assert values(visits.analyst, flips, visits.document) == rechecked
    visits.change("DELETE FROM {name} WHERE visit_id > 100")
    assert visits.verify("There were 24 visits, of which 13 were in Leeds.") == ["supported", "refuted"]
    assert values(visits.analyst, flips, visits.document) == [
        *rechecked,
        ("check", 1, "refuted", "supported", 30, 24),
    ]


def test_readings_of_a_recheck_have_their_values_of_now(visits):
    visits.verify("There were 24 visits, of which 11 were in Leeds.")
    visits.change("DELETE FROM {name} WHERE visit_id = 2")
    visits.recheck()
    for query, value in values(
        visits.analyst,
        "SELECT query, value FROM factcheck.readings WHERE document_id = %s AND is_latest",
        visits.document,
    ):
        assert values(visits.analyst, query) == [(value,)]


def test_a_table_that_was_renamed_is_read_by_its_new_name(visits):
    visits.verify()
    visits.change("ALTER TABLE {name} RENAME TO moved_visits")
    visits.name = "public.moved_visits"
    visits.change("DELETE FROM {name} WHERE visit_id = 1")
    assert visits.recheck() == [(1, "supported", "refuted", 24, 23)]
    for query, value in visits.claims("query, found_value"):
        assert values(visits.analyst, query) == [(value,)]
        assert visits.name in query


def test_where_the_server_cannot_run_one_reading_the_others_are_judged(visits):
    assert visits.verify("There were 24 visits. The average number of hours was 12.5.") == ["supported", "supported"]
    visits.change("DELETE FROM {name} WHERE visit_id = 1")
    visits.admin.execute(
        "UPDATE factcheck.claim_value SET kept_query = jsonb_set(kept_query, '{1,2}',"
        " (SELECT jsonb_build_array('column', c.table_id, c.column_id, 'text') FROM factcheck.data_column c"
        " JOIN factcheck.data_table t USING (table_id) WHERE t.relation = %s::regclass AND c.column_name = 'city'))"
        " WHERE claim_no = 2 AND run_id = (SELECT max(run_id) FROM factcheck.run)",
        [visits.name],
    )
    assert visits.recheck() == [
        (1, "supported", "refuted", 24, 23),
        (2, "supported", "not_enough_info", Decimal("12.5"), None),
    ]


def test_a_message_names_a_renamed_table_as_it_is_called_now(visits):
    visits.verify("The average number of hours was 12.5.")
    visits.change("ALTER TABLE {name} RENAME TO strolls")
    visits.name = "public.strolls"
    visits.change("UPDATE {name} SET hours = 13 WHERE visit_id = 12")
    visits.change("UPDATE {name} SET hours = 12 WHERE visit_id = 13")
    visits.recheck()
    [(message, query)] = visits.claims("message, query")
    assert (message, query) == (
        "The data agree: the average of hours in strolls is 12.5.",
        "SELECT avg(hours) FROM public.strolls",
    )
    visits.change("ALTER TABLE {name} RENAME TO visits_again")
    visits.name = "public.visits_again"


def test_verdicts_come_back_with_a_right_that_was_gone_at_a_recheck(visits):
    visits.verify("There were 24 visits. The average number of hours was 12.5.")
    name = visits.analyst.info.user
    visits.change(f"REVOKE SELECT ON {{name}} FROM {name}")
    visits.change(f"GRANT SELECT (visit_id) ON {{name}} TO {name}")
    visits.recheck()
    visits.change(f"GRANT SELECT ON {{name}} TO {name}")
    visits.recheck()
    assert visits.claims("verdict, found_value") == [("supported", 24), ("supported", Decimal("12.5"))]


def test_a_table_that_was_removed_is_not_read(visits, admin):
    visits.verify()
    visits.change("DELETE FROM {name} WHERE visit_id = 2")
    admin.execute("SELECT factcheck.remove_table(%s::regclass)", [visits.name])
    try:
        assert [row[2] for row in visits.recheck()] == ["not_enough_info", "not_enough_info"]
        assert {message for (message,) in visits.claims("message")} == {
            "What this claim was judged by is no longer there, was renamed since its table was indexed, or may no"
            " longer be read: check the text again."
        }
    finally:
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [visits.name])


def test_a_budget_that_is_used_up_leaves_claims_stale(visits):
    visits.verify()
    visits.change("DELETE FROM {name} WHERE visit_id = 2")
    assert visits.recheck(time_budget="1 microsecond") == []
    assert visits.claims() == [("supported", 24, True), ("supported", 12, True)]
    assert len(visits.recheck(time_budget="1 minute")) == 2


def test_a_lock_that_is_held_ends_the_recheck_and_nothing_is_lost(visits, database):
    visits.verify()
    visits.change("INSERT INTO {name} SELECT g, 'Leeds' FROM generate_series(101, 106) AS g")
    with psycopg.connect(database) as holder:
        holder.execute(f"LOCK TABLE {visits.name}".encode())
        visits.analyst.execute("SET lock_timeout = '100ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            visits.recheck()
    visits.analyst.execute("RESET lock_timeout")
    assert len(visits.recheck()) == 2


@pytest.mark.parametrize("number", [None, 0, 10**12])
def test_a_document_that_is_not_there_is_named(analyst, number):
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        analyst.execute("SELECT * FROM factcheck.recheck(%s)", [number])
    assert "factcheck.documents" in caught.value.diag.message_hint


def test_a_document_is_rechecked_by_its_title(visits):
    visits.verify()
    visits.change("INSERT INTO {name} VALUES (25, 'Oslo', 1)")
    again = "SELECT claim_no, new_value FROM factcheck.recheck({})"
    assert values(visits.analyst, again.format(f"'{visits.name}'")) == [(1, 25)]
    assert values(visits.analyst, again.format(f"'{visits.document}', '1 min'")) == []
    assert values(visits.analyst, again.format("%s::text, time_budget => '1 min'"), str(visits.document)) == []


def test_a_title_that_no_own_document_has_is_told(visits, admin):
    visits.verify()
    for connection, title in [(visits.analyst, "Week 7"), (admin, visits.name)]:
        with pytest.raises(psycopg.errors.UndefinedObject, match=f'has the title "{title}"') as caught:
            connection.execute("SELECT factcheck.recheck(%s::text)", [title])
        assert "factcheck.documents" in caught.value.diag.message_hint
    with pytest.raises(psycopg.errors.UndefinedObject, match="there is no document NULL"):
        visits.analyst.execute("SELECT factcheck.recheck(NULL)")


def test_one_of_several_documents_with_a_title_has_to_be_named(admin):
    name = f"bulletin_{secrets.token_hex(4)}"
    admin.execute(f"""
        CREATE TABLE {name} (id integer PRIMARY KEY, title text, body text);
        INSERT INTO {name} VALUES (1, 'Week {name}', 'Nothing.'), (2, 'Week {name}', 'Nothing.');
        SELECT factcheck.watch('{name}', 'body', title_column => 'title');
    """)
    admin.execute("CALL factcheck.run_pending()")
    with pytest.raises(psycopg.errors.CardinalityViolation, match=f'2 documents .* the title "Week {name}"') as caught:
        admin.execute("SELECT factcheck.recheck(%s::text)", [f"Week {name}"])
    query = caught.value.diag.message_hint.partition(": ")[2].rstrip(".")
    assert {key for _, _, key in values(admin, query)} == {"1", "2"}


def test_a_recheck_needs_a_transaction_that_may_write(database, analyst_name):
    with psycopg.connect(database, user=analyst_name) as connection:
        connection.read_only = True
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            connection.execute("SELECT * FROM factcheck.recheck(1)")


def test_row_security_that_came_later_keeps_the_verdict_withheld(visits):
    visits.verify()
    visits.change("ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        visits.recheck()
    assert caught.value.diag.message_hint == "Check the text again: factcheck.verify."


def test_a_change_that_is_rolled_back_leaves_verdicts_on_tracked_tables_fresh(visits):
    visits.verify()
    visits.admin.execute(f"BEGIN; DELETE FROM {visits.name}; ROLLBACK")
    visits.settle()
    is_tracked = values(
        visits.admin, "SELECT is_tracked FROM factcheck.data_table WHERE relation = %s::regclass", visits.name
    )
    if is_tracked == [(True,)]:
        assert visits.claims("is_stale") == [(False,), (False,)]
    assert visits.recheck() == []
