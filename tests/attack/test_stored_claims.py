"""Attack: reading other roles' numbers out of stored verdicts, and forging verdicts.

An administrator watches a report table; a reader may read the report and not the data.  The reader asks views and base
tables, with functions that tell of every value they are handed; keeps asking after a right has gone; takes over names
of columns.  An analyst writes into the history by hand: verdicts of others, verdicts on a report table, queries for
others to run.

Protection: row security on every table of the history, whose policies ask for the rights of each statement's role; rows
carry their origin, which no role can choose.
"""

from __future__ import annotations

import json

import psycopg
import pytest

TEXT = "There were 12 orders for Zyxolite. The average price of an order was 7.25."
SECRETS = ("Zyxolite'", "7.25:", "is 12", "7.25.", "price", "refuted", "supported")
OF_CLAIMS = ("claims", "claim_history", "readings", "documents", "daily_summary", "review_queue")
VIEWS = (*OF_CLAIMS, "runs", "run_stages", "published")
TABLES = ("claim_verdict", "claim_value", "alternative", "verdict_count", "run_error", "run_work")


@pytest.fixture(scope="module")
def watcher(make_role, connect, root):
    """A session of an administrator who may read the data, and has checked a report about them."""
    name = make_role("admin")
    root.execute(f"""
        CREATE SCHEMA trade; GRANT USAGE ON SCHEMA trade TO PUBLIC;
        CREATE TABLE trade.orders (order_id integer PRIMARY KEY, product text, price numeric);
        INSERT INTO trade.orders SELECT g, CASE WHEN g <= 12 THEN 'Zyxolite' ELSE 'Tea' END, 7.25
        FROM generate_series(1, 40) AS g;
        CREATE TABLE trade.report (id integer PRIMARY KEY, body text);
        GRANT SELECT ON trade.orders, trade.report TO {name};
        GRANT SELECT ON trade.report TO PUBLIC;
        SELECT factcheck.add_table('trade.orders');
    """)
    session = connect(name)
    session.execute("SELECT factcheck._store_check(%s, 'Report', 'trade.report', '1')", [TEXT])
    assert session.rows("SELECT verdict FROM factcheck.claims") == [("supported",), ("supported",)]
    return session


@pytest.fixture(scope="module")
def reader(watcher, make_role, connect):
    """A session of a reader of the report, who may not read the data."""
    return connect(make_role("reader"))


def everything(session):
    """All that a role gets out of views and tables, but for what the text says."""
    shown = [str(row) for view in VIEWS for row in session.rows(f"SELECT v::text FROM factcheck.{view} AS v")]
    shown += [str(row) for table in TABLES for row in session.rows(f"SELECT t::text FROM factcheck.{table} AS t")]
    return (
        "\n".join(shown)
        .replace("There were 12 orders for Zyxolite.", "")
        .replace("The average price of an order was 7.25.", "")
    )


def secrets_in(text):
    return [secret for secret in SECRETS if secret in text]


def test_the_owner_of_the_run_sees_what_the_others_must_not(watcher):
    assert {"is 12", "supported", "price"} <= set(secrets_in(everything(watcher)))


def test_a_reader_of_the_report_sees_nothing_of_the_data(reader):
    assert len(reader.rows("SELECT * FROM factcheck.claims WHERE is_withheld")) == 2
    assert secrets_in(everything(reader)) == []
    assert [table for table in TABLES if reader.rows(f"SELECT * FROM factcheck.{table}")] == []


def test_who_may_not_read_the_report_sees_no_document(watcher, root, reader):
    root.execute("REVOKE SELECT ON trade.report FROM PUBLIC")
    try:
        assert [view for view in VIEWS if reader.rows(f"SELECT * FROM factcheck.{view}")] == []
        assert reader.rows("SELECT * FROM factcheck.document") == reader.rows("SELECT * FROM factcheck.claim") == []
    finally:
        root.execute("GRANT SELECT ON trade.report TO PUBLIC")


def test_row_security_on_the_report_hides_its_documents(watcher, root, reader):
    root.execute(
        "ALTER TABLE trade.report ENABLE ROW LEVEL SECURITY; CREATE POLICY all_rows ON trade.report USING (true)"
    )
    try:
        assert reader.rows("SELECT * FROM factcheck.documents") == []
        assert len(watcher.rows("SELECT * FROM factcheck.documents")) == 1
    finally:
        root.execute("DROP POLICY all_rows ON trade.report; ALTER TABLE trade.report DISABLE ROW LEVEL SECURITY")


def test_a_cheap_function_in_the_condition_is_not_handed_what_is_withheld(attacker, watcher, root):
    attacker.execute("""
        CREATE FUNCTION attic.tell(anything anyelement) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
        AS $$BEGIN RAISE NOTICE 'told %', anything; RETURN true; END$$;
    """)
    attacker.told.clear()
    for column in ("verdict", "message", "query", "found_value", "p_correct"):
        attacker.rows(f"SELECT 1 FROM factcheck.claims WHERE attic.tell({column})")
    for table, column in (("claim_value", "message"), ("claim_verdict", "p_correct"), ("alternative", "query")):
        attacker.rows(f"SELECT 1 FROM factcheck.{table} WHERE attic.tell({column})")
        attacker.rows(f"SELECT 1 FROM factcheck.{table} WHERE attic.tell(origin_id) OR attic.tell(columns)")
    told = "\n".join(str(text) for text in attacker.told)
    assert "told" in told
    assert secrets_in(told) == []
    assert "{" not in told.replace("{}", "")


WAYS = {
    "REVOKE": ("REVOKE SELECT ON trade.orders FROM {reader}", "GRANT SELECT ON trade.orders TO {reader}"),
    "a column less": (
        "REVOKE SELECT ON trade.orders FROM {reader}; GRANT SELECT (order_id) ON trade.orders TO {reader}",
        "GRANT SELECT ON trade.orders TO {reader}",
    ),
    "closing the schema": ("REVOKE USAGE ON SCHEMA trade FROM PUBLIC", "GRANT USAGE ON SCHEMA trade TO PUBLIC"),
    "row security": (
        "ALTER TABLE trade.orders ENABLE ROW LEVEL SECURITY; CREATE POLICY all_rows ON trade.orders USING (true)",
        "DROP POLICY all_rows ON trade.orders; ALTER TABLE trade.orders DISABLE ROW LEVEL SECURITY",
    ),
    "another column of the name": (
        "ALTER TABLE trade.orders RENAME product TO secret_product;"
        " ALTER TABLE trade.orders RENAME price TO secret_price;"
        " ALTER TABLE trade.orders ADD product text, ADD price numeric; REVOKE SELECT ON trade.orders FROM {reader};"
        " GRANT SELECT (order_id, product, price) ON trade.orders TO {reader}",
        "ALTER TABLE trade.orders DROP product, DROP price; ALTER TABLE trade.orders RENAME secret_product TO product;"
        " ALTER TABLE trade.orders RENAME secret_price TO price; GRANT SELECT ON trade.orders TO {reader}",
    ),
    "another type": (
        "ALTER TABLE trade.orders ALTER price TYPE text, ALTER product TYPE varchar",
        "ALTER TABLE trade.orders ALTER price TYPE numeric USING price::numeric, ALTER product TYPE text",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_was_seen_is_withheld_once_the_right_is_gone(root, reader, watcher, way):
    name = reader.connection.info.user
    taken, given = (statement.format(reader=name) for statement in WAYS[way])
    root.execute(f"GRANT SELECT ON trade.orders TO {name}")
    try:
        assert {"is 12", "supported"} <= set(secrets_in(everything(reader)))
        root.execute(taken)
        try:
            left = everything(reader)
        finally:
            root.execute(given)
        # the rows of the table itself are no secret of a column
        assert [secret for secret in secrets_in(left) if secret not in {"supported", "refuted"}] == []
        assert len(reader.rows("SELECT * FROM factcheck.claims WHERE NOT is_withheld")) == 2
    finally:
        root.execute(f"REVOKE SELECT ON trade.orders FROM {name}")


def test_a_view_with_a_filter_of_its_own_shows_results_to_its_asker_alone(root, watcher, reader):
    name = watcher.connection.info.user
    root.execute(f"""
        CREATE VIEW trade.mine AS SELECT order_id, product FROM trade.orders WHERE current_user = '{name}';
        GRANT SELECT ON trade.mine TO PUBLIC;
        SELECT factcheck.add_table('trade.mine');
    """)
    try:
        watcher.execute(
            "SELECT factcheck._store_check('There were 12 orders for Zyxolite.', 'Mine', 'trade.report', '2',"
            " ARRAY['trade.mine'::regclass])"
        )
        claim = "SELECT verdict, found_value FROM factcheck.claims WHERE source_key = '2'"
        assert watcher.rows(claim) == [("supported", 12)]
        assert reader.rows(claim) == [(None, None)]
        root.execute("ALTER TABLE trade.orders ENABLE ROW LEVEL SECURITY")
        try:
            assert watcher.rows(claim) == [(None, None)]
        finally:
            root.execute("ALTER TABLE trade.orders DISABLE ROW LEVEL SECURITY")
    finally:
        root.execute("DELETE FROM factcheck.document WHERE source_key = '2'")
        root.execute("SELECT factcheck.remove_table('trade.mine'); DROP VIEW trade.mine")


def test_an_analyst_stores_nothing_about_a_report_table(attacker, watcher):
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        attacker.execute("SELECT factcheck._store_check('All is wrong: 7.', 'Report', 'trade.report', '1')")
    assert caught.value.diag.message_hint
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        attacker.execute("INSERT INTO factcheck.origin (source_table) VALUES ('trade.report')")


FORGED = {
    "a claim": "INSERT INTO factcheck.claim (run_id, claim_no, origin_id, claim_text, claim_start, claim_length)"
    " VALUES (%(run)s, 9, %(origin)s, 'forged', 1, 6)",
    "a verdict": "INSERT INTO factcheck.claim_verdict"
    " (run_id, claim_no, origin_id, columns, reading_columns, states, verdict, p_correct, is_certified)"
    " VALUES (%(run)s, 1, %(origin)s, '{}', '{}', '{}', 'refuted', 0, true)",
    "a value": "INSERT INTO factcheck.claim_value (run_id, claim_no, origin_id, columns, reading_columns,"
    " found_value, message) VALUES (%(run)s, 1, %(origin)s, '{}', '{}', 7, 'forged')",
    "a count": "INSERT INTO factcheck.verdict_count"
    " (run_id, origin_id, columns, reading_columns, states, n_supported, n_refuted, n_not_enough_info, n_disputed)"
    " VALUES (%(run)s, %(origin)s, '{}', '{}', '{}', 0, 99, 0, 0)",
    "a run": "INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, n_claims)"
    " SELECT %(origin)s, document_id, true, 'check', 'succeeded', now(), 99 FROM factcheck.run WHERE run_id = %(run)s",
}


@pytest.mark.parametrize("what", FORGED)
def test_a_row_of_another_origin_cannot_be_written(attacker, watcher, what):
    of_watcher = watcher.rows("SELECT origin_id, max(run_id) FROM factcheck.run GROUP BY 1 ORDER BY 1")[0]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        attacker.execute(FORGED[what], {"origin": of_watcher[0], "run": of_watcher[1]})


@pytest.mark.parametrize("what", FORGED)
def test_a_row_of_ones_own_is_not_taken_for_a_part_of_anothers_run(attacker, watcher, reader, what):
    def shown():
        return [
            session.rows(f"SELECT v::text FROM factcheck.{view} AS v")
            for session in (watcher, reader)
            for view in OF_CLAIMS
        ]

    before = shown()
    attacker.rows("SELECT * FROM factcheck.verify('There were 40 orders.', title => 'mine')")
    own = attacker.value("SELECT origin_id FROM factcheck.document WHERE title = 'mine'")
    run = watcher.value("SELECT max(run_id) FROM factcheck.claims")
    attacker.execute(FORGED[what], {"origin": own, "run": run})
    assert shown() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE factcheck.claim_verdict SET verdict = 'refuted'",
        "DELETE FROM factcheck.claim",
        "DELETE FROM factcheck.run",
        "TRUNCATE factcheck.run CASCADE",
        "UPDATE factcheck.run SET checked_at = now()",
        "UPDATE factcheck.origin SET source_table = 'trade.report'",
        "INSERT INTO factcheck.origin (role_name, role_id) VALUES ('postgres', 10)",
        "INSERT INTO factcheck.publication (source_table, role_name, role_id, what)"
        " VALUES ('trade.report', 'x', 1, 'values')",
        "BEGIN; LOCK TABLE factcheck.run IN SHARE MODE",
        "BEGIN; LOCK TABLE factcheck.claim_verdict IN ACCESS EXCLUSIVE MODE",
        "SELECT factcheck.publish('trade.report', current_user::regrole)",
        "SELECT factcheck.purge('0')",
    ],
)
def test_an_analyst_neither_changes_nor_locks_the_history(attacker, watcher, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        attacker.execute(statement)
    attacker.execute("ROLLBACK")


def test_the_latest_run_of_another_role_stays_the_latest(attacker, watcher):
    assert attacker.execute("UPDATE factcheck.run SET is_latest = NOT is_latest WHERE origin_id <> ALL"
                            " (factcheck._own_origins())").rowcount == 0  # fmt: skip
    assert attacker.execute("UPDATE factcheck.document SET title = 'x' WHERE title = 'Report'").rowcount == 0


def test_nobody_runs_queries_that_another_role_has_stored(attacker, root):
    attacker.rows("SELECT * FROM factcheck.verify('There were 40 orders.', title => 'planted')")
    document = attacker.value("SELECT document_id FROM factcheck.documents WHERE title = 'planted'")
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        root.execute("SELECT * FROM factcheck.recheck(%s)", [document])
    assert caught.value.diag.message_hint


PLANTED = {
    "text": "SELECT count(attic.write()) FROM public.orders",
    "a function": [
        "Aggregate",
        ["Measure", ["function", "count(attic.write()) + count"], None],
        ["Selection", "T", ["all"]],
    ],
    "a factor": ["Ratio", "A", "A", "1.0 * attic.write() + 1"],
    "a comparison": [
        "Aggregate",
        "M",
        ["Selection", "T", ["all", ["predicate", "C", ["compare", "< attic.write() OR 1 <", "1"]]]],
    ],
    "a part of a date": [
        "Aggregate",
        "M",
        ["Selection", "T", ["all", ["predicate", "C", ["date part", "year FROM now()) = 1 OR attic.write(", 1]]]],
    ],
    "a bound": [
        "Aggregate",
        "M",
        ["Selection", "T", ["all", ["predicate", "C", ["compare", "<", "1 + attic.write()"]]]],
    ],
    "a type": [
        "Aggregate",
        "M",
        [
            "Selection",
            "T",
            ["all", ["predicate", ["column", "C1", "C2", "text); SELECT attic.write("], ["equals", "x"]]],
        ],
    ],
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_reading_is_not_run(attacker, root, orders, what):
    """What is kept of a reading is no code: an analyst may write rows of its own, and adopt others' after a restore."""
    attacker.rows("SELECT * FROM factcheck.verify('There were 40 orders.', title => 'plants')")
    table, column, kind = root.rows(
        "SELECT table_id, column_id, format_type(column_type, -1) FROM factcheck.data_column JOIN factcheck.data_table"
        " USING (table_id) WHERE relation = 'public.orders'::regclass AND column_name = 'order_id'"
    )[0]
    parts = {"T": ["tables", table], "M": ["Measure", ["function", "count"], None], "C1": table, "C2": column,
             "C": ["column", table, column, kind]}  # fmt: skip
    parts["A"] = ["Aggregate", parts["M"], ["Selection", parts["T"], ["all"]]]

    def filled(part):
        return [filled(each) for each in part] if isinstance(part, list) else parts.get(part, part)

    root.execute(
        "UPDATE factcheck.claim_value SET kept_query = %s::jsonb, query = 'SELECT attic.write()'"
        " WHERE run_id = (SELECT max(run_id) FROM factcheck.run)", [json.dumps(filled(PLANTED[what]))]
    )  # fmt: skip
    attacker.execute("CREATE TABLE attic.written (at timestamptz)")
    attacker.execute("CREATE FUNCTION attic.write() RETURNS integer LANGUAGE plpgsql"
                     " AS $$BEGIN RAISE NOTICE 'written'; RETURN 1; END$$")  # fmt: skip
    attacker.told.clear()
    try:
        root.execute("INSERT INTO public.orders VALUES (41, 'York')")
        document = attacker.value("SELECT document_id FROM factcheck.document WHERE title = 'plants'")
        changed = attacker.rows(f"SELECT new_verdict::text FROM factcheck.recheck({document})")
        assert changed == [("not_enough_info",)]
        assert "written" not in "".join(map(str, attacker.told))
    finally:
        root.execute("DELETE FROM public.orders WHERE order_id = 41")
        attacker.execute("DROP TABLE attic.written; DROP FUNCTION attic.write()")


def test_a_reading_made_again_runs(attacker, root, orders):
    """The control: the same row as it was written by the check is run."""
    attacker.rows("SELECT * FROM factcheck.verify('There were 40 orders.', title => 'runs')")
    root.execute("INSERT INTO public.orders SELECT g, 'York' FROM generate_series(41, 52) AS g")
    try:
        document = attacker.value("SELECT document_id FROM factcheck.document WHERE title = 'runs'")
        assert attacker.rows(f"SELECT new_verdict::text, new_value FROM factcheck.recheck({document})") == [
            ("refuted", 52)
        ]
    finally:
        root.execute("DELETE FROM public.orders WHERE order_id > 40")


@pytest.fixture
def poor_administrator(make_role, connect, watcher):
    """A session of an administrator who may read the report and not the data."""
    return connect(make_role("admin"))


def test_an_administrator_publishes_only_what_may_be_read(poor_administrator, reader):
    name = reader.connection.info.user
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        poor_administrator.execute("SELECT factcheck.publish('trade.report', %s::regrole, 'values')", [name])
    assert caught.value.diag.message_detail == "2 of 2 present verdicts are withheld from you."
    poor_administrator.execute(
        "INSERT INTO factcheck.publication (source_table, role_name, role_id, what)"
        " SELECT 'trade.report', rolname, oid, 'values' FROM pg_roles WHERE rolname = %s", [name]
    )  # fmt: skip
    try:
        assert secrets_in(everything(reader)) == []
    finally:
        poor_administrator.execute("SELECT factcheck.unpublish('trade.report', %s::regrole)", [name])


def test_a_publication_ends_with_the_publishers_right(watcher, reader, root):
    name, publisher = reader.connection.info.user, watcher.connection.info.user
    watcher.execute("SELECT factcheck.publish('trade.report', %s::regrole, 'values')", [name])
    try:
        assert {"is 12", "supported"} <= set(secrets_in(everything(reader)))
        root.execute(f"REVOKE SELECT ON trade.orders FROM {publisher}")
        try:
            assert [s for s in secrets_in(everything(reader)) if s != "supported"] == []
        finally:
            root.execute(f"GRANT SELECT ON trade.orders TO {publisher}")
    finally:
        watcher.execute("SELECT factcheck.unpublish('trade.report', %s::regrole)", [name])


def test_a_later_role_of_the_name_is_another(root, watcher, connect):
    root.execute("CREATE ROLE factcheck_short_lived LOGIN; GRANT SELECT ON trade.orders TO factcheck_short_lived")
    root.execute("SELECT factcheck.grant_usage('factcheck_short_lived', 'analyst')")
    try:
        session = connect("factcheck_short_lived")
        session.rows("SELECT * FROM factcheck.verify('There were 12 orders for Zyxolite.', title => 'short')")
        assert len(session.rows("SELECT * FROM factcheck.claims WHERE title = 'short'")) == 1
        session.connection.close()
        root.execute("DROP OWNED BY factcheck_short_lived; DROP ROLE factcheck_short_lived")
        root.execute("CREATE ROLE factcheck_short_lived LOGIN; GRANT SELECT ON trade.orders TO factcheck_short_lived")
        root.execute("SELECT factcheck.grant_usage('factcheck_short_lived', 'analyst')")
        session = connect("factcheck_short_lived")
        assert session.rows("SELECT * FROM factcheck.claims WHERE title = 'short'") == []
        session.connection.close()
    finally:
        root.execute("DROP OWNED BY factcheck_short_lived; DROP ROLE factcheck_short_lived")


def test_without_the_policy_it_is_there(root, reader, watcher):
    """The control: what keeps the verdicts from the reader is the policy."""
    root.execute("ALTER TABLE factcheck.claim_value DISABLE ROW LEVEL SECURITY")
    try:
        assert "is 12" in everything(reader)
    finally:
        root.execute("ALTER TABLE factcheck.claim_value ENABLE ROW LEVEL SECURITY")
