"""Checks are stored: what verify keeps, under which document, and what an administrator takes away again."""

from __future__ import annotations

import threading

import psycopg
import pytest
from support.databases import new_database

TEXT = "There were 240 sales, of which 90 were in May."


@pytest.fixture
def verify(analyst, sales):
    """Has the analyst check a text and store what was found; returns the rows as dictionaries."""

    def call(document, connection=analyst, **options):
        given = "".join(f", {name} => %({name})s" for name in options)
        with connection.cursor(row_factory=psycopg.rows.dict_row) as cursor:
            return cursor.execute(
                f"SELECT * FROM factcheck.verify(%(document)s{given})", {"document": document, **options}
            ).fetchall()

    return call


def values(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


def test_the_rows_are_those_of_fact_check_with_the_numbers_of_run_and_document(verify, analyst):
    stored = verify(TEXT, title="rows")
    with analyst.cursor(row_factory=psycopg.rows.dict_row) as cursor:
        plain = cursor.execute("SELECT * FROM fact_check(%s)", [TEXT]).fetchall()
    assert [row["verdict"] for row in stored] == ["supported", "refuted"]
    assert [{name: row[name] for name in plain[0]} for row in stored] == plain
    assert len({(row["run_id"], row["document_id"]) for row in stored}) == 1
    assert list(stored[0])[-2:] == ["run_id", "document_id"]


def test_each_run_is_kept_and_the_latest_one_holds(verify, analyst):
    first = verify("There were 240 sales.", title="history")[0]
    second = verify("There were 250 sales.", title="history")[0]
    assert first["document_id"] == second["document_id"]
    history = values(
        analyst,
        "SELECT run_id, verdict, claimed_value, found_value, is_latest FROM factcheck.claim_history"
        " WHERE document_id = %s ORDER BY run_id",
        first["document_id"],
    )
    assert history == [
        (first["run_id"], "supported", 240, 240, False),
        (second["run_id"], "refuted", 250, 240, True),
    ]
    present = "SELECT run_id, verdict FROM factcheck.claims WHERE document_id = %s"
    assert values(analyst, present, first["document_id"]) == [(second["run_id"], "refuted")]


def test_a_text_without_title_is_known_by_itself(verify):
    documents = [verify(text)[0]["document_id"] for text in (TEXT, TEXT, TEXT + " Indeed.")]
    assert documents[0] == documents[1] != documents[2]


def test_a_document_without_a_claim_was_checked_all_the_same(verify, analyst):
    assert verify("Nothing here can be checked.", title="no claim") == []
    document = "SELECT n_claims, status, share_supported, is_withheld FROM factcheck.documents WHERE title = 'no claim'"
    assert values(analyst, document) == [(0, "succeeded", None, False)]


def test_no_document_is_stored_for_null(verify, analyst):
    before = values(analyst, "SELECT count(*) FROM factcheck.documents")
    assert verify(None) == []
    assert values(analyst, "SELECT count(*) FROM factcheck.documents") == before


def test_readings_are_rows_and_the_first_is_the_claims_own(verify, analyst):
    claim = verify(TEXT, title="readings", top_k=3)[1]
    readings = values(
        analyst,
        "SELECT rank, query, value, matches, probability FROM factcheck.readings"
        " WHERE run_id = %s AND claim_no = 2 ORDER BY rank",
        claim["run_id"],
    )
    shown = [(a["rank"], a["query"], a["value"], a["matches"], a["probability"]) for a in claim["alternatives"]]
    assert readings == shown
    assert len(readings) == 3
    assert readings[0][1] == claim["query"]


def test_a_run_tells_how_long_its_stages_took(verify, analyst):
    run = verify(TEXT, title="stages")[0]["run_id"]
    [row] = values(
        analyst,
        "SELECT duration_ms, parsing_ms, retrieval_ms, candidates_ms, evaluation_ms, inference_ms, rows_ms, n_claims,"
        " status, role_name FROM factcheck.runs WHERE run_id = %s",
        run,
    )
    whole, *stages = row[:7]
    assert all(stage > 0 for stage in stages)
    assert sum(stages) <= whole
    assert row[7:] == (2, "succeeded", analyst.info.user)


def test_metrics_count_runs_failures_and_durations_by_role(verify, analyst, admin):
    verify(TEXT, title="metrics")
    query = (
        "SELECT n_runs, n_failed, n_claims, max_duration_ms >= p95_duration_ms FROM factcheck.metrics"
        " WHERE role_name = %s"
    )
    [(runs, failed, claims, is_longest)] = values(analyst, query, analyst.info.user)
    analyst.execute("SELECT factcheck._store_failure('22012', 'division by zero', now(), 'metrics', NULL, NULL)")
    assert values(analyst, query, analyst.info.user) == [(runs + 1, failed + 1, claims, is_longest)]
    assert is_longest


def test_a_check_that_failed_leaves_what_was_found_before(verify, analyst):
    document = verify(TEXT, title="fails later")[0]["document_id"]
    analyst.execute("SELECT factcheck._store_failure('22012', 'division by zero', now(), 'fails later', NULL, NULL)")
    assert values(analyst, "SELECT count(*) FROM factcheck.claims WHERE document_id = %s", document) == [(2,)]
    assert values(analyst, "SELECT status, n_claims FROM factcheck.documents WHERE document_id = %s", document) == [
        ("failed", 2)
    ]
    errors = "SELECT sqlstate, error FROM factcheck.runs WHERE document_id = %s AND status = 'failed'"
    assert values(analyst, errors, document) == [("22012", "division by zero")]


def test_an_error_stores_nothing(verify, analyst):
    before = values(analyst, "SELECT count(*) FROM factcheck.runs")
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        verify(TEXT, title="an error", top_k=0)
    assert values(analyst, "SELECT count(*) FROM factcheck.runs") == before
    assert values(analyst, "SELECT count(*) FROM factcheck.documents WHERE title = 'an error'") == [(0,)]


def test_a_read_only_transaction_is_told_what_to_use_instead(database, analyst_name, sales):
    with psycopg.connect(database, user=analyst_name) as connection:
        connection.read_only = True
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
            connection.execute("SELECT * FROM factcheck.verify('There were 240 sales.')")
    assert caught.value.diag.message_primary == "a check cannot be stored in a read-only transaction"
    assert "fact_check" in caught.value.diag.message_hint


def test_two_sessions_store_a_new_document_once(database, analyst_name, verify, analyst):
    failures = []

    def check():
        try:
            with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
                for _ in range(3):
                    verify("There were 240 sales.", connection, title="at once")
        except Exception as error:  # a thread's errors are told by the test
            failures.append(error)

    threads = [threading.Thread(target=check) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    [(document,)] = values(analyst, "SELECT document_id FROM factcheck.documents WHERE title = 'at once'")
    runs = "SELECT count(*), count(*) FILTER (WHERE is_latest) FROM factcheck.run WHERE document_id = %s"
    assert values(analyst, runs, document) == [(6, 1)]
    newest = "SELECT max(run_id) = max(run_id) FILTER (WHERE is_latest) FROM factcheck.run WHERE document_id = %s"
    assert values(analyst, newest, document) == [(True,)]


def test_titles_and_numbers_of_any_kind_come_back(verify, analyst):
    title = "Wöchentlich 'quoted' " + "x" * 5000
    row = verify("The average number of units was 25.250.", title=title)[0]
    stored = values(
        analyst, "SELECT title, claimed_value::text, found_value FROM factcheck.claims WHERE run_id = %s", row["run_id"]
    )
    assert stored == [(title, "25.250", row["found_value"])]


@pytest.fixture(scope="module")
def administrator(admin, role, database):
    """A session of level admin that may read nothing of the data."""
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'admin')", [name])
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        yield connection


def test_purging_leaves_the_latest_run_of_each_document(verify, analyst, administrator):
    for _ in range(3):
        run = verify(TEXT, title="purged")[0]
    verify(TEXT, title="purged too")
    left = "SELECT run_id FROM factcheck.claim_history WHERE document_id = %s GROUP BY 1"
    assert len(values(analyst, left, run["document_id"])) == 3
    assert values(administrator, "SELECT factcheck.purge('1 hour')") == [(0,)]
    all_runs = values(analyst, "SELECT count(*) FROM factcheck.runs")[0][0]
    [(purged,)] = values(administrator, "SELECT factcheck.purge('0')")
    assert values(analyst, left, run["document_id"]) == [(run["run_id"],)]
    assert values(analyst, "SELECT count(*) FROM factcheck.runs") == [(all_runs - purged,)]
    orphans = "SELECT count(*) FROM factcheck.alternative a WHERE a.run_id NOT IN (SELECT run_id FROM factcheck.run)"
    assert values(analyst, orphans) == [(0,)]


@pytest.mark.parametrize("age", [None, "-1 day"])
def test_nothing_is_purged_by_an_age_that_is_none(administrator, age):
    with pytest.raises(psycopg.errors.InvalidParameterValue):
        administrator.execute("SELECT factcheck.purge(%s::interval)", [age])


def test_the_extension_can_be_dropped_with_runs_stored(server_dsn, template, role):
    with new_database(server_dsn, template) as dsn, psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE TABLE public.sales AS SELECT g AS sale_id FROM generate_series(1, 24) AS g")
        connection.execute("SELECT factcheck.add_table('public.sales')")
        assert len(values(connection, "SELECT * FROM factcheck.verify('There were 24 sales.')")) == 1
        connection.execute("CREATE TABLE public.kept AS SELECT * FROM factcheck.claim_history")
        connection.execute("DROP EXTENSION factcheck")
        assert values(connection, "SELECT verdict, found_value FROM public.kept") == [("supported", 24)]
