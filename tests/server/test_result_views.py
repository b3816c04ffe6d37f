"""The result views: what BI tools find there, and what each level sees."""

from __future__ import annotations

import psycopg
import pytest

VIEWS = (
    "claims",
    "claim_history",
    "readings",
    "documents",
    "daily_summary",
    "review_queue",
    "runs",
    "run_stages",
    "sentences",
    "metrics",
    "published",
)
SCALAR = {
    "bigint",
    "boolean",
    "date",
    "double precision",
    "integer",
    "numeric",
    "text",
    "timestamp with time zone",
}
TEXT = "There were 240 sales, of which 90 were in May. The average number of units was 25.25."


def values(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


@pytest.fixture(scope="module")
def columns(admin):
    """The columns of the views: view, name, type, comment."""
    return values(
        admin,
        "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL), col_description(c.oid, a.attnum)"
        " FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
        " WHERE c.relnamespace = 'factcheck'::regnamespace AND c.relname = ANY (%s)",
        list(VIEWS),
    )


def test_columns_have_types_that_every_tool_knows(columns):
    assert {view for view, *_ in columns} == set(VIEWS)
    assert [(view, name, kind) for view, name, kind, _ in columns if kind not in SCALAR] == []


def test_columns_have_comments(columns):
    assert [(view, name) for view, name, _, comment in columns if not comment] == []


def test_flags_are_named_like_flags(columns):
    flags = {name for _, name, kind, _ in columns if kind == "boolean"}
    assert {name for name in flags if not name.startswith("is_")} == {"matches"}


def test_views_run_with_the_rights_of_whoever_asks(admin):
    options = values(
        admin,
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relname = ANY (%s)"
        " AND NOT reloptions @> ARRAY['security_invoker=true']",
        list(VIEWS),
    )
    assert options == []


@pytest.fixture(scope="module")
def roles(admin, role):
    """A role of each level: all may read the report table, the watcher the data, too."""
    names = {level: role() for level in ("reader", "analyst", "admin")}
    for level, name in names.items():
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [name, level])
    return names


@pytest.fixture(scope="module")
def sessions(admin, database, roles, sales):
    """A session of each role; the administrator's has checked a report of three claims."""
    everybody = ", ".join(roles.values())
    admin.execute(f"""
        CREATE SCHEMA reports; GRANT USAGE ON SCHEMA reports TO {everybody};
        CREATE TABLE reports.weekly (id integer PRIMARY KEY, body text);
        GRANT SELECT ON reports.weekly TO {everybody};
        GRANT SELECT ON public.sales TO {roles["admin"]};
        GRANT SELECT (month, sale_id) ON public.sales TO {roles["analyst"]};
    """)
    opened = {level: psycopg.connect(database, user=name, autocommit=True) for level, name in roles.items()}
    opened["admin"].execute("SELECT factcheck._store_check(%s, 'Week 7', 'reports.weekly', '7')", [TEXT])
    yield opened
    for session in opened.values():
        session.close()


@pytest.mark.parametrize("level", ["reader", "analyst", "admin"])
@pytest.mark.parametrize("view", VIEWS)
def test_every_level_may_select_from_every_view(sessions, view, level):
    sessions[level].execute(f"SELECT * FROM factcheck.{view}").fetchall()


def test_the_administrator_sees_all_of_the_own_runs(sessions):
    claims = values(
        sessions["admin"],
        "SELECT claim_no, source_table, source_key, title, verdict, found_value, difference, is_withheld, is_stale"
        " FROM factcheck.claims ORDER BY claim_no",
    )
    row = ("reports.weekly", "7", "Week 7")
    assert claims == [
        (1, *row, "supported", 240, 0, False, False),
        (2, *row, "refuted", 80, -10, False, False),
        (3, *row, "supported", 25.25, 0, False, False),
    ]


def test_an_analyst_sees_verdicts_only_where_the_columns_of_all_readings_may_be_read(sessions, admin, roles):
    claims = "SELECT claim_no, verdict, is_withheld FROM factcheck.claims ORDER BY claim_no"
    documents = (
        "SELECT n_claims, n_supported, n_refuted, n_withheld, share_supported, is_withheld FROM factcheck.documents"
    )
    readings = "SELECT count(DISTINCT claim_no)::integer FROM factcheck.readings"
    assert values(sessions["analyst"], claims) == [(number, None, True) for number in (1, 2, 3)]
    assert values(sessions["analyst"], documents) == [(3, 0, 0, 3, None, True)]
    assert values(sessions["analyst"], readings) == [(0,)]
    admin.execute(f"GRANT SELECT ON public.sales TO {roles['analyst']}")
    try:
        assert values(sessions["analyst"], claims) == [
            (1, "supported", False),
            (2, "refuted", False),
            (3, "supported", False),
        ]
        assert values(sessions["analyst"], documents) == [(3, 2, 1, 0, 2 / 3, False)]
        assert values(sessions["analyst"], readings) == [(3,)]
    finally:
        admin.execute(f"REVOKE SELECT ON public.sales FROM {roles['analyst']}")
        admin.execute(f"GRANT SELECT (month, sale_id) ON public.sales TO {roles['analyst']}")


def test_a_reader_sees_the_document_and_no_verdict(sessions):
    claims = values(
        sessions["reader"],
        "SELECT claim_text, claimed_value, verdict, p_correct, found_value, difference, description, message, query,"
        " p_query, is_certified, is_withheld, is_stale FROM factcheck.claims ORDER BY claim_no",
    )
    nothing = (None,) * 8
    assert claims == [
        ("240", 240, *nothing, False, True, False),
        ("90", 90, *nothing, False, True, False),
        ("25.25", 25.25, *nothing, False, True, False),
    ]
    assert values(sessions["reader"], "SELECT * FROM factcheck.readings") == []
    assert values(sessions["reader"], "SELECT * FROM factcheck.review_queue") == []
    documents = (
        "SELECT n_claims, n_supported, n_refuted, n_not_enough_info, n_disputed, n_withheld, share_supported,"
        " worst_claim, is_withheld FROM factcheck.documents"
    )
    assert values(sessions["reader"], documents) == [(3, 0, 0, 0, 0, 3, None, None, True)]


def test_the_summary_of_a_day_adds_up_for_each_level(sessions):
    summary = "SELECT verdict, is_withheld, n_claims FROM factcheck.daily_summary ORDER BY verdict"
    assert values(sessions["admin"], summary) == [("refuted", False, 1), ("supported", False, 2)]
    assert values(sessions["analyst"], summary) == [(None, True, 3)]
    assert values(sessions["reader"], summary) == [(None, True, 3)]


def test_a_day_counts_each_document_as_its_last_run_found_it(sessions, admin):
    sessions["admin"].execute("SELECT factcheck._store_check(%s, 'Week 7', 'reports.weekly', '7')", [TEXT])
    summary = "SELECT verdict, n_claims FROM factcheck.daily_summary ORDER BY verdict"
    assert values(sessions["admin"], summary) == [("refuted", 1), ("supported", 2)]
    admin.execute("UPDATE factcheck.run SET checked_at = checked_at - interval '1 day' WHERE NOT is_latest")
    days = "SELECT count(DISTINCT day), sum(n_claims) FROM factcheck.daily_summary"
    assert values(sessions["admin"], days) == [(2, 6)]


def test_the_queue_puts_the_likelier_wrong_first(sessions):
    queue = values(
        sessions["admin"],
        "SELECT claim_no, verdict, priority, p_correct, waiting_since <= checked_at FROM factcheck.review_queue"
        " ORDER BY priority DESC",
    )
    assert [(number, verdict, waited) for number, verdict, _, _, waited in queue] == [(2, "refuted", True)]
    assert queue[0][2] == pytest.approx(1 - queue[0][3])


MANY_CLAIMS = """
WITH o AS (SELECT min(origin_id) AS origin_id FROM factcheck.origin),
d AS (INSERT INTO factcheck.document (origin_id, identity)
      SELECT origin_id, sha256(convert_to('many ' || n, 'UTF8')) FROM o, generate_series(1, 3000) AS n RETURNING *),
r AS (INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, checked_at, n_claims)
      SELECT origin_id, document_id, true, 'check', 'succeeded', now(), now(), 1 FROM d RETURNING *),
c AS (INSERT INTO factcheck.claim
          (run_id, claim_no, origin_id, claim_text, claimed_value, comparison, sentence, claim_start, claim_length)
      SELECT run_id, 1, origin_id, '80', 80, '=', 'There were 80 sales.', 11, 2 FROM r RETURNING *)
INSERT INTO factcheck.claim_verdict
    (run_id, claim_no, origin_id, columns, reading_columns, states, verdict, p_correct, is_certified)
SELECT run_id, 1, origin_id, '{}', '{}', '{}', 'refuted', run_id % 100 / 100.0, true FROM c
"""


def test_the_first_page_of_the_queue_does_not_sort_all_claims(sessions, admin):
    with admin.transaction(force_rollback=True):
        admin.execute(MANY_CLAIMS)
        admin.execute("ANALYZE factcheck.document, factcheck.run, factcheck.claim, factcheck.claim_verdict")
        page = "SELECT * FROM factcheck.review_queue ORDER BY priority DESC LIMIT 50"
        plan = "\n".join(line for (line,) in admin.execute(f"EXPLAIN (COSTS OFF) {page}"))
    assert "claim_verdict_priority" in plan
    assert "Sort" not in plan


def test_published_verdicts_are_seen_without_their_values_and_then_with_them(sessions, roles):
    publisher, reader = sessions["admin"], sessions["reader"]
    claim = (
        "SELECT verdict, p_correct IS NULL, found_value, message, query, is_withheld FROM factcheck.claims"
        " WHERE claim_no = 2"
    )
    publisher.execute("SELECT factcheck.publish('reports.weekly', %s::regrole)", [roles["reader"]])
    assert values(reader, claim) == [("refuted", False, None, None, None, True)]
    assert values(reader, "SELECT n_refuted, n_withheld FROM factcheck.documents") == [(1, 0)]
    assert values(reader, "SELECT claim_no, found_value FROM factcheck.review_queue") == [(2, None)]
    publisher.execute("SELECT factcheck.publish('reports.weekly', %s::regrole, 'values')", [roles["reader"]])
    [(verdict, _, value, message, query, is_withheld)] = values(reader, claim)
    assert (verdict, value, is_withheld) == ("refuted", 80, False)
    assert "80" in message
    assert "count(*)" in query
    published = "SELECT source_table, role_name, what, publisher_name FROM factcheck.published"
    assert values(reader, published) == [("reports.weekly", roles["reader"], "values", roles["admin"])]
    publisher.execute("SELECT factcheck.unpublish('reports.weekly', %s::regrole)", [roles["reader"]])
    assert values(reader, claim) == [(None, True, None, None, None, True)]
    assert values(reader, published) == []


def test_who_publishes_in_vain_is_told(sessions, admin, role):
    publisher, stranger, notices = sessions["admin"], role(), []
    publisher.add_notice_handler(lambda notice: notices.append((notice.message_primary, notice.message_hint)))
    admin.execute(f"CREATE TABLE reports.unread (body text); GRANT SELECT ON reports.unread TO {publisher.info.user}")
    publisher.execute("SELECT factcheck.publish('reports.unread', %s::regrole)", [stranger])
    assert [message for message, _ in notices] == [
        "no check of table reports.unread is stored as yet",
        f"role {stranger} may not read table reports.unread, and sees none of its verdicts",
    ]
    admin.execute(notices[1][1].split(": ", 1)[1].rstrip("."))
    notices.clear()
    publisher.execute("SELECT factcheck.publish('reports.unread', %s::regrole)", [stranger])
    assert f"role {stranger} may not use the schema of table reports.unread" in notices[1][0]
    admin.execute(notices[1][1].split(": ", 1)[1].rstrip("."))
    notices.clear()
    publisher.execute("SELECT factcheck.publish('reports.unread', %s::regrole)", [stranger])
    assert [message for message, _ in notices] == ["no check of table reports.unread is stored as yet"]
    publisher.execute("SELECT factcheck.unpublish('reports.unread', %s::regrole)", [stranger])
    admin.execute("DROP TABLE reports.unread")
    admin.execute(f"REVOKE USAGE ON SCHEMA reports FROM {stranger}")


@pytest.mark.parametrize("asked", ["_unaltered_columns()", "_shown_columns(true)", "_readable_origins()"])
def test_what_each_query_asks_reads_no_catalog_as_a_whole(sessions, asked):
    """A site has many tables, columns and views; what claims used is few of them."""
    session = sessions["admin"]
    read = ", ".join(
        f"pg_stat_get_xact_tuples_{read}('{catalog}'::regclass)"
        for catalog in ("pg_class", "pg_class_oid_index", "pg_attribute", "pg_rewrite", "pg_depend")
        for read in ("returned", "fetched")
    )
    with session.transaction():
        for _ in range(2):  # what planning reads is not meant
            session.execute(f"SELECT factcheck.{asked}")
            [before] = values(session, f"SELECT {read}")
        session.execute(f"SELECT factcheck.{asked}")
        [after] = values(session, f"SELECT {read}")
    assert max(now - earlier for earlier, now in zip(before, after, strict=True)) < 60, (before, after)


def test_what_is_not_published_cannot_be_taken_back(sessions, roles):
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        sessions["admin"].execute("SELECT factcheck.unpublish('reports.weekly', %s::regrole)", [roles["analyst"]])
    assert caught.value.diag.message_hint


def test_runs_and_metrics_are_for_members_of_pg_monitor_too(sessions, admin, role, database):
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'reader')", [name])
    admin.execute(f"GRANT pg_monitor TO {name}")
    with psycopg.connect(database, user=name, autocommit=True) as monitor:
        counted = values(monitor, "SELECT role_name, n_runs FROM factcheck.metrics")
        runs = values(monitor, "SELECT DISTINCT title, source_key FROM factcheck.runs")
        documents = values(monitor, "SELECT * FROM factcheck.documents")
    assert counted == [(sessions["admin"].info.user, 2)]
    assert runs == [(None, None)]
    assert documents == []


def test_members_of_the_role_that_checked_see_its_documents(sessions, admin, role, roles, database):
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'reader')", [name])
    sessions["analyst"].execute("SELECT * FROM factcheck.verify('There were 240 sales.', title => 'of the team')")
    with psycopg.connect(database, user=name, autocommit=True) as member:
        titles = "SELECT title, n_supported, n_withheld FROM factcheck.documents"
        assert values(member, titles) == []
        admin.execute(f"GRANT {roles['analyst']} TO {name}")
        try:
            assert ("of the team", 1, 0) in values(member, titles)
        finally:
            admin.execute(f"REVOKE {roles['analyst']} FROM {name}")
