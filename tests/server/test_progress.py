"""A check tells how far it has come, where a session asks for it, and while it runs."""

from __future__ import annotations

import psycopg
import pytest

from factcheck.runtime.progress import SQLSTATE, STAGES, Progress

TEXT = "There were 240 sales, of which 80 were in May.\n\nThe average number of units was 25.25."


@pytest.fixture
def told(database, analyst_name, sales):
    """A session of the analyst that asks for progress, and the reports that it got."""
    reports = []
    with psycopg.connect(database, user=analyst_name, autocommit=True) as session:

        def note(notice):
            if notice.sqlstate == SQLSTATE:
                reports.append(Progress.read(notice.message_primary))

        session.add_notice_handler(note)
        session.execute("SET factcheck.progress = on")
        yield session, reports


def test_all_stages_are_told_in_their_order(told):
    session, reports = told
    session.execute("SELECT * FROM fact_check(%s)", [TEXT])
    assert list(dict.fromkeys(report.stage for report in reports)) == list(STAGES)
    first = reports[0]
    assert (first.done, first.total, first.unit) == (0, 2, "paragraphs")
    assert Progress("spotting", 3, "claims") in reports
    shares = [report.share for report in reports]
    assert shares == sorted(shares)


def test_nothing_is_told_unless_it_is_asked_for(told):
    session, reports = told
    session.execute("SET factcheck.progress = off")
    session.execute("SELECT * FROM fact_check(%s)", [TEXT])
    session.execute("RESET factcheck.progress")
    session.execute("SELECT * FROM fact_check(%s)", [TEXT])
    assert reports == []


def test_a_report_arrives_while_the_check_is_at_work(told, admin):
    session, _ = told
    states = []

    def look(_notice):
        row = admin.execute("SELECT state FROM pg_stat_activity WHERE pid = %s", [session.info.backend_pid]).fetchone()
        states.append(row[0])

    session.add_notice_handler(look)
    session.execute("SELECT * FROM fact_check(%s)", [TEXT])
    assert states[0] == "active"  # the last ones may be read when a quick check has ended


def test_the_rows_are_the_same_with_it(told, analyst):
    session, _ = told
    query = "SELECT claim_no, verdict, p_correct, found_value, query FROM fact_check(%s)"
    assert session.execute(query, [TEXT]).fetchall() == analyst.execute(query, [TEXT]).fetchall()
