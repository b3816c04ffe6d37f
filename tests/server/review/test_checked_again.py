"""Documents that are checked again on the review page, and how far a check has come."""

from __future__ import annotations

import json
import re
import time

import psycopg
import pytest
from support.reports import RIGHT
from support.review_forms import form_of, rows
from support.review_server import review_server
from support.trips import REPORT, long_report


@pytest.fixture
def more_trips(admin, trips):
    """Ten more trips, which the report does not know of."""
    admin.execute("INSERT INTO public.trip SELECT g, 'Leeds', 'York', 2 FROM generate_series(101, 110) AS g")
    yield
    admin.execute("DELETE FROM public.trip WHERE trip_id > 100")


def pressed(page, cookie, address, button):
    """The page that a button of a form leads to."""
    action, fields, _ = form_of(page, cookie, address, button)
    answer = page.request("POST", action, fields, cookie)
    assert answer.status == 303
    return page.request("GET", answer.headers["location"], headers=cookie).text


def test_check_again_shows_which_verdicts_flipped(page, cookie, analyst, document, more_trips):
    text = pressed(page, cookie, f"/documents/{document}", "Check again")
    told = re.search(r'class="review-flipped".*?</div>', text, re.DOTALL)[0]
    flips = rows(analyst, "SELECT claim_text, new_value FROM factcheck.flips WHERE document_id = %s", document)
    assert ("60", 70) in flips
    assert f"{len(flips)} verdict" in told
    assert re.search(r">60</a>:\s+supported → <b>refuted</b>.\s+The data say 70 now, 60 before", told)
    assert rows(analyst, "SELECT kind FROM factcheck.runs WHERE document_id = %s", document)[-1] == ("recheck",)


def test_check_again_says_that_nothing_flipped(page, cookie, document):
    assert "No verdict flipped" in pressed(page, cookie, f"/documents/{document}", "Check again")


def test_who_may_not_recheck_finds_no_button(database, admin, role, analyst_name, page, document):
    member = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [member])
    admin.execute(f"GRANT {analyst_name} TO {member}")
    with review_server(database, member) as other:
        cookie = other.cookie()
        assert "Check again" not in other.request("GET", f"/documents/{document}", headers=cookie).text
        form = {"form_key": other.form_key(cookie)}
        answer = other.request("POST", f"/documents/{document}/recheck", form, cookie)
        assert (answer.status, "had a document checked" in answer.text) == (403, True)


def test_a_kept_text_is_checked_anew_about_the_same_data(page, cookie, analyst, document, more_trips):
    text = page.request("GET", f"/documents/{document}/new", headers=cookie).text
    [(title,)] = rows(analyst, "SELECT title FROM factcheck.documents WHERE document_id = %s", document)
    assert f'name="title" value="{title}"' in text
    assert REPORT.strip() in text
    assert "<option selected>trips</option>" in text
    form = {"form_key": page.form_key(cookie), "title": title, "document": REPORT, "data_set": "trips"}
    place = page.request("POST", "/documents/new", form, cookie).headers["location"]
    shown = followed(page, cookie, place)
    assert "Checked again" in shown
    assert "supported → <b>refuted</b>" in shown
    assert rows(analyst, "SELECT kind FROM factcheck.runs WHERE document_id = %s", document) == [("check",)] * 2


def followed(page, cookie, place):
    """The page of a document once its check is over."""
    for _ in range(300):
        answer = page.request("GET", place, headers=cookie)
        if answer.status == 303:
            return page.request("GET", answer.headers["location"], headers=cookie).text
        time.sleep(0.1)
    raise AssertionError("the check does not end")


def test_a_text_that_is_not_kept_cannot_be_checked_anew(page, cookie, analyst, document):
    analyst.execute("SELECT factcheck.forget_text(%s)", [document])
    assert "Check the text anew" not in page.request("GET", f"/documents/{document}", headers=cookie).text
    answer = page.request("GET", f"/documents/{document}/new", headers=cookie)
    assert (answer.status, "is not kept" in answer.text) == (404, True)


def test_a_first_check_flips_nothing_and_says_nothing_of_it(page, cookie):
    form = {"form_key": page.form_key(cookie), "title": "first check", "document": "There were 60 trips."}
    place = page.request("POST", "/documents/new", form, cookie).headers["location"]
    assert "flipped" not in followed(page, cookie, place)


def test_a_check_tells_its_stage_and_its_share(page, cookie):
    form = {"form_key": page.form_key(cookie), "title": "long", "document": long_report(300)}
    place = page.request("POST", "/documents/new", form, cookie).headers["location"]
    states, page_texts = [], []
    while not states or not states[-1]["is_over"]:
        states.append(json.loads(page.request("GET", f"{place}/state", headers=cookie).text))
        page_texts.append(page.request("GET", place, headers=cookie).text)
        time.sleep(0.05)
    shares = [state["share"] for state in states]
    assert shares == sorted(shares)
    assert len(set(shares)) > 3
    steps = {state["step"].partition(":")[0] for state in states if state["step"]}
    assert "Reading the text" in steps
    assert any(re.search(r"Reading the text: \d+ of \d+ paragraphs", text) for text in page_texts)


@pytest.fixture
def reader(admin, role, desk):
    """A role of level reader that may read the report table."""
    name = role()
    admin.execute(f"SELECT factcheck.grant_usage('{name}', 'reader'); GRANT USAGE ON SCHEMA desk TO {name}")
    admin.execute(f"GRANT SELECT ON desk.weekly TO {name}; GRANT SELECT ON public.sales TO {name}")
    return name


@pytest.fixture
def report(desk):
    """A row of a watched table that was checked: the number of its document."""
    desk.write(f"# Weekly\n\n{RIGHT} And that is all.")
    desk.watch()
    desk.run()
    return desk.root.execute("SELECT document_id FROM factcheck.document WHERE source_key = '1'").fetchone()[0]


def test_the_row_of_a_watched_table_is_marked_up(database, reader, report):
    with review_server(database, reader) as other:
        text = other.request("GET", f"/documents/{report}", headers=other.cookie()).text
    assert re.search(r'There are <mark class="factcheck-claim factcheck-supported"[^>]*><a [^>]*>100</a>', text)
    assert "And that is all." in text


def test_a_row_that_has_another_text_by_now_shows_the_sentences(database, reader, report, desk):
    desk.writer.execute("UPDATE desk.weekly SET body = 'A secret of today: 4711.'")
    with review_server(database, reader) as other:
        text = other.request("GET", f"/documents/{report}", headers=other.cookie()).text
    assert "another text by now" in text
    assert "There are 100 sales." in text
    assert "4711" not in text


def test_who_may_not_read_the_report_table_reads_no_row_of_it(database, admin, role, report):
    name = role()
    admin.execute(f"SELECT factcheck.grant_usage('{name}', 'analyst')")
    with psycopg.connect(database, user=name, autocommit=True) as stranger:
        assert rows(stranger, "SELECT factcheck.report_text(%s)", report) == [(None,)]
    with review_server(database, name) as other:
        assert other.request("GET", f"/documents/{report}", headers=other.cookie()).status == 404


def test_row_security_of_the_report_table_holds_for_its_text(database, admin, reader, report, desk):
    desk.editor.execute("ALTER TABLE desk.weekly ENABLE ROW LEVEL SECURITY")
    desk.editor.execute("CREATE POLICY none ON desk.weekly USING (false)")
    with psycopg.connect(database, user=reader, autocommit=True) as session:
        assert rows(session, "SELECT factcheck.report_text(%s)", report) == [(None,)]


def test_code_of_others_is_not_run_to_show_a_text(database, reader, report, desk):
    """The planner evaluates functions of an index for whoever reads the table."""
    desk.editor.execute("CREATE FUNCTION desk.peek(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT $1'")
    desk.editor.execute("CREATE INDEX ON desk.weekly (id) WHERE desk.peek(id) > 0")
    with (
        psycopg.connect(database, user=reader, autocommit=True) as session,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="runs code of others"),
    ):
        rows(session, "SELECT factcheck.report_text(%s)", report)
    with review_server(database, reader) as other:
        text = other.request("GET", f"/documents/{report}", headers=other.cookie()).text
    assert "There are 100 sales." in text
    assert "And that is all." not in text
