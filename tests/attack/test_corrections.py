"""Attack: reading other roles' numbers out of corrections, deciding for others, and planting readings.

An administrator watches a report and decides what its claims mean.  A reader of the report, who may not read the data,
asks all views and tables of the history.  An analyst decides about documents of others, enters decisions by hand, and
plants what it wants to be run as a reading.

Protection: row security on what people decided as on what checks found; a reading is kept as plain values, of which the
query is made.
"""

from __future__ import annotations

import json

import psycopg
import pytest

TEXT = "There were 12 orders for Zyxolite. There were 9 orders for Tea. The average price of an order was 7.25."
SECRETS = ("Zyxolite", "7.25:", "is 12", "price", "refuted", "supported")
VIEWS = ("claims", "claim_history", "readings", "documents", "daily_summary", "review_queue", "corrections", "synonyms")
TABLES = ("claim_verdict", "claim_value", "alternative", "verdict_count", "correction", "correction_reading",
          "correction_word")  # fmt: skip


@pytest.fixture(scope="module")
def watcher(make_role, connect, root):
    """A session of an administrator who may read the data, has checked a report about them, and decides about it."""
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
    return session


@pytest.fixture(scope="module")
def document(watcher):
    """The number of the report's document, whose claims the watcher has decided about."""
    number = watcher.value("SELECT document_id FROM factcheck.documents")
    for call in ("confirm({}, 1)", "correct({}, 2, rank => 2)", "dismiss({}, 3)", "undo_correction({}, 3)"):
        watcher.execute(f"SELECT factcheck.{call.format(number)}")
    return number


@pytest.fixture(scope="module")
def reader(watcher, make_role, connect):
    """A session of a reader of the report, who may not read the data."""
    return connect(make_role("reader"))


def everything(session):
    """All that a role gets out of views and tables, but for what the text says."""
    shown = [str(row) for view in VIEWS for row in session.rows(f"SELECT v::text FROM factcheck.{view} AS v")]
    shown += [str(row) for table in TABLES for row in session.rows(f"SELECT t::text FROM factcheck.{table} AS t")]
    said = "\n".join(shown)
    for sentence in TEXT.replace(". ", ".|").split("|"):
        said = said.replace(sentence, "")
    return said


def test_who_may_not_read_the_data_sees_that_it_was_decided_and_not_what(reader, document):
    seen = reader.rows(
        "SELECT decision, description, query, is_withheld FROM factcheck.corrections ORDER BY correction_id"
    )
    assert [row[0] for row in seen] == ["confirmed", "corrected", "dismissed", "reopened"]
    assert {row[1:3] for row in seen} == {(None, None)}
    assert [row[3] for row in seen] == [True, True, True, False]
    assert [secret for secret in SECRETS if secret in everything(reader)] == []
    assert reader.rows(f"SELECT * FROM factcheck.candidates({document}, 1)") == []


def test_who_may_read_the_data_sees_it(reader, root, document):
    """The control."""
    user = reader.value("SELECT current_user")
    root.execute(f"GRANT SELECT ON trade.orders TO {user}")
    try:
        assert "Zyxolite" in everything(reader)
        assert reader.rows(f"SELECT * FROM factcheck.candidates({document}, 1)") != []
    finally:
        root.execute(f"REVOKE SELECT ON trade.orders FROM {user}")


@pytest.mark.parametrize("call", ["confirm({}, 1)", "correct({}, 1, rank => 1)", "dismiss({}, 1)", "reopen({}, 1)",
                                  "undo_correction({}, 1)"])  # fmt: skip
def test_nobody_decides_about_documents_of_others(attacker, root, document, call):
    user = attacker.value("SELECT current_user")
    root.execute(f"GRANT SELECT ON trade.orders TO {user}")
    try:
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="permission denied for document"):
            attacker.execute(f"SELECT * FROM factcheck.{call.format(document)}")
    finally:
        root.execute(f"REVOKE SELECT ON trade.orders FROM {user}")


@pytest.mark.parametrize("statement", [
    "INSERT INTO factcheck.correction (origin_id, document_id, decision, claim_no, claim_text)"
    " SELECT origin_id, document_id, 'dismissed', 1, '12' FROM factcheck.document WHERE document_id = {}",
    "INSERT INTO factcheck.decided_claim (run_id, claim_no, origin_id, correction_id)"
    " SELECT run_id, 3, origin_id, 1 FROM factcheck.run WHERE document_id = {} AND is_latest",
    "INSERT INTO factcheck.correction_reading (correction_id, origin_id, columns, query, description)"
    " SELECT 4, origin_id, '{{}}', 'SELECT 1', 'one' FROM factcheck.document WHERE document_id = {}",
    "INSERT INTO factcheck.correction_word (correction_id, origin_id, columns, word, term, table_name, is_named)"
    " SELECT 4, origin_id, '{{}}', 'tea', 'tea', 'trade.orders', false FROM factcheck.document WHERE document_id = {}",
])  # fmt: skip
def test_nobody_enters_decisions_for_others(attacker, document, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        attacker.execute(statement.format(document))


def test_nobody_forgets_or_rewrites_decisions_of_others(attacker, root, document):
    before = root.rows("SELECT c::text FROM factcheck.correction AS c ORDER BY 1")
    number = root.value("SELECT max(correction_id) FROM factcheck.correction")
    attacker.execute("UPDATE factcheck.correction SET decision = 'dismissed'")
    attacker.execute("UPDATE factcheck.correction_word SET is_synonym = true, fragment = 'orders.product'")
    assert root.rows("SELECT 1 FROM factcheck.correction_word WHERE is_synonym OR fragment = 'orders.product'") == []
    with pytest.raises(psycopg.errors.UndefinedObject, match="there is no correction"):
        attacker.execute(f"SELECT factcheck.forget_correction({number})")
    for statement in (
        "DELETE FROM factcheck.correction",
        "DO $$BEGIN LOCK TABLE factcheck.correction; END$$",
        "TRUNCATE factcheck.correction CASCADE",
        "INSERT INTO factcheck.correction (corrected_by) VALUES ('somebody')",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            attacker.execute(statement)
    assert root.rows("SELECT c::text FROM factcheck.correction AS c ORDER BY 1") == before


def test_a_planted_reading_is_not_run(attacker, root, orders):
    """A role may write rows of its own: what it says that a reading is never becomes SQL."""
    number = attacker.value(
        "SELECT document_id"
        " FROM factcheck.verify('There were 40 orders.', title => 'decided plants', tables => '{public.orders}')"
    )
    attacker.execute(f"SELECT factcheck.confirm({number}, 1)")
    attacker.execute("CREATE FUNCTION attic.tell() RETURNS integer LANGUAGE plpgsql"
                     " AS $$BEGIN RAISE NOTICE 'written'; RETURN 1; END$$")  # fmt: skip
    try:
        for planted in (["Aggregate", "attic.tell()"], ["tables", "attic.tell()"], "SELECT attic.tell()", None):
            root.execute(
                "UPDATE factcheck.correction_reading SET kept_query = %s::jsonb, query = 'SELECT attic.tell()'"
                " WHERE correction_id = (SELECT max(correction_id) FROM factcheck.correction)",
                [None if planted is None else json.dumps(planted)],
            )
            attacker.told.clear()
            attacker.execute(f"SELECT factcheck.dismiss({number}, 1)")
            [(verdict,)] = attacker.rows(f"SELECT new_verdict::text FROM factcheck.undo_correction({number}, 1)")
            assert verdict == "not_enough_info"
            assert "written" not in "".join(map(str, attacker.told))
    finally:
        attacker.execute("DROP FUNCTION attic.tell()")
