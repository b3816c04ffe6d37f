"""The review page over HTTP: who is let in, what a form needs, what each role sees, what is downloaded."""

from __future__ import annotations

import csv
import http.client
import io
import json
import re
import subprocess
import sys
import time
import zipfile
from decimal import Decimal
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from support.databases import new_database
from support.review_server import review_server
from support.trips import REPORT, add_trips, verified

PROGRAM = Path(sys.executable).with_name("factcheck")


@pytest.fixture(scope="module")
def trips(admin, analyst_name):
    add_trips(admin, analyst_name)


@pytest.fixture(scope="module")
def page(database, analyst_name, trips):
    with review_server(database, analyst_name) as server:
        yield server


@pytest.fixture(scope="module")
def cookie(page):
    return page.cookie()


@pytest.fixture
def document(admin, analyst, request, trips):
    admin.execute("DELETE FROM factcheck.correction")  # what is remembered of other tests' sentences
    return verified(analyst, REPORT, request.node.name)


def rows(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


def form_of(page, cookie, address, button):
    """The address and the fields of the form that has a button, as a browser would send it."""
    text = page.request("GET", address, headers=cookie).text
    for form in re.findall(r"<form.*?</form>", text, re.DOTALL):
        if button in form:
            action = re.search(r'action="([^"]*)"', form)[1]
            fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
            return action, fields, form
    raise AssertionError(f"no form has {button}")


def test_nobody_is_let_in_without_the_key(page):
    for path in ("/", "/documents/new", "/?key=wrong"):
        answer = page.request("GET", path)
        assert (answer.status, "trip" in answer.text) == (401, False)
    assert (
        page.request("GET", "/", headers={"Cookie": f"factcheck_review_{page.host.rpartition(':')[2]}=x"}).status == 401
    )


def test_the_key_is_taken_out_of_the_address(page):
    answer = page.request("GET", page.address.removeprefix(page.base))
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "", "[::1", "a@localhost", "a b"]
)
def test_a_foreign_host_name_is_not_served(page, cookie, host):
    answer = page.request("GET", "/", headers={**cookie, "Host": host})
    assert answer.status == 421
    assert "factcheck serve printed" in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "[::1]:8432", "127.0.0.1"])
def test_names_of_this_machine_are_served(page, host):
    # which cookie counts depends on the port: without one the page asks for the key
    assert page.request("GET", "/", headers={"Host": host}).status == 401


FORGED = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"form_key": ""},
    {"form_key": "0" * 64},
)


@pytest.mark.parametrize("forged", FORGED, ids=str)
def test_a_form_of_another_site_is_refused(page, cookie, analyst, document, forged):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/2", "Not a claim")
    fields = {**fields, **{name: value for name, value in forged.items() if name == "form_key"}}
    headers = {name: value for name, value in forged.items() if name != "form_key"}
    assert page.request("POST", action, fields, {**cookie, **headers}).status == 403
    assert rows(analyst, "SELECT FROM factcheck.corrections WHERE document_id = %s", document) == []
    own = {"Origin": page.base, "Sec-Fetch-Site": "same-origin"}
    _, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/2", "Not a claim")
    assert page.request("POST", action, fields, {**cookie, **own}).status == 303


def test_every_answer_has_the_headers_that_keep_others_out(page, cookie, document):
    for path, headers in (
        ("/", cookie),
        ("/", {}),
        (f"/documents/{document}", cookie),
        ("/no", cookie),
        ("/marked.css", {}),
    ):
        answer = page.request("GET", path, headers=headers)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert not re.search(r"<script(?! src=)|<style|\son\w+=|style=", answer.text)


def test_a_choice_is_entered_by_the_reading_not_by_its_rank(page, cookie, analyst, document):
    action, fields, form = form_of(page, cookie, f"/documents/{document}/claims/2", "This is meant")
    second = re.findall(r'name="reading" value="(\w+)"', form)[1]
    [(wanted,)] = rows(analyst, "SELECT query FROM factcheck.candidates(%s, 2) WHERE rank = 2", document)
    answer = page.request("POST", action, {**fields, "reading": second}, cookie)
    assert answer.status == 303, re.findall('role="alert".*?</div>', answer.text, re.DOTALL)
    assert rows(
        analyst, "SELECT decision, query FROM factcheck.claims WHERE document_id = %s AND claim_no = 2", document
    ) == [("corrected", wanted)]
    shown = page.request("GET", answer.headers["location"], headers=cookie).text
    assert "Your decision is stored" in shown


def test_who_has_not_seen_a_decision_does_not_overrule_it(page, cookie, analyst, document):
    action, fields, form = form_of(page, cookie, f"/documents/{document}/claims/2", "This is meant")
    rows(analyst, "SELECT * FROM factcheck.dismiss(%s, 2)", document)
    second = re.findall(r'name="reading" value="(\w+)"', form)[1]
    answer = page.request("POST", action, {**fields, "reading": second}, cookie)
    assert answer.status == 409
    assert "decided by somebody else meanwhile" in answer.text
    assert rows(analyst, "SELECT decision FROM factcheck.claims WHERE document_id = %s AND claim_no = 2", document) == [
        ("dismissed",)
    ]


def test_a_reading_that_is_tried_out_is_not_stored(page, cookie, analyst, document):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/4?build", "Try it")
    fields |= {"function": "count", "column": "trip.*", "more_predicates": "trip.end_city = Hull"}
    answer = page.request("POST", action.replace("/build", "/try-build"), fields, cookie)
    assert answer.status == 200
    assert re.search(r"<b>15</b>: the number of rows in trip where end city is", answer.text)
    assert "trip.end_city = Hull</textarea>" in answer.text  # what was typed stays
    assert rows(analyst, "SELECT FROM factcheck.corrections WHERE document_id = %s", document) == []
    assert page.request("POST", action, fields, cookie).status == 303
    assert rows(
        analyst, "SELECT found_value FROM factcheck.claims WHERE document_id = %s AND claim_no = 4", document
    ) == [(15,)]


def test_what_cannot_be_put_together_is_told_and_stays_typed(page, cookie, document):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/4?build", "Try it")
    fields |= {"function": "count", "column": "trip.nowhere", "more_predicates": "trip.end_city = Hull"}
    answer = page.request("POST", action, fields, cookie)
    assert answer.status == 422
    assert 'role="alert"' in answer.text
    assert 'value="trip.nowhere"' in answer.text
    assert "trip.end_city = Hull</textarea>" in answer.text


def test_a_query_that_writes_is_refused(page, cookie, analyst, document):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/4?build", "One SELECT")
    query = "DELETE FROM public.trip"
    answer = page.request("POST", action, {**fields, "query": query}, cookie)
    assert answer.status == 422
    assert query in answer.text
    own = {**fields, "query": "SELECT count(*) FROM public.trip WHERE end_city = 'Hull';"}
    assert page.request("POST", action, own, cookie).status == 303
    assert rows(
        analyst, "SELECT found_value FROM factcheck.claims WHERE document_id = %s AND claim_no = 4", document
    ) == [(15,)]


def test_a_session_that_the_server_has_ended_is_replaced(page, cookie, admin, document, analyst_name):
    assert page.request("GET", f"/documents/{document}", headers=cookie).status == 200
    ended = rows(
        admin,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE usename = %s AND application_name = 'factcheck serve'",
        analyst_name,
    )
    assert ended
    assert page.request("GET", f"/documents/{document}", headers=cookie).status == 200


@pytest.fixture(scope="module")
def stranger(admin, role):
    """A role of level analyst that may read no data."""
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
    return name


def test_a_role_without_rights_sees_no_document(database, stranger, page, document):
    with review_server(database, stranger) as other:
        cookie = other.cookie()
        assert "No document is stored yet" in other.request("GET", "/", headers=cookie).text
        for path in ("", "/claims/1", "/runs", "/download.json", "/download.csv", "/download.html", "/state"):
            answer = other.request("GET", f"/documents/{document}{path}", headers=cookie)
            assert answer.status == 404
            assert "60 trips" not in answer.text
        form = {"form_key": other.form_key(cookie)}
        answer = other.request("POST", f"/documents/{document}/claims/1/dismiss", form, cookie)
        assert answer.status == 404


def test_a_member_looks_and_does_not_decide_and_what_it_may_not_read_is_withheld(
    database, admin, role, analyst_name, page, document
):
    member = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [member])
    admin.execute(f"GRANT {analyst_name} TO {member}")
    admin.execute(f"REVOKE SELECT ON public.trip FROM {analyst_name}")
    try:
        with review_server(database, member) as other:
            cookie = other.cookie()
            text = other.request("GET", f"/documents/{document}/claims/2", headers=cookie).text
            assert "withheld from you" in text
            assert "There were 24 trips for Leeds." in text
            assert "This is meant" not in text
            assert "start_city" not in text
            told = json.loads(other.request("GET", f"/documents/{document}/download.json", headers=cookie).text)
            assert {claim["found_value"] for claim in told["claims"]} == {None}
    finally:
        admin.execute(f"GRANT SELECT ON public.trip TO {analyst_name}")


def test_the_role_option_decides_whose_documents_they_are(database, admin, role, analyst_name, document):
    member = role()
    admin.execute(f"GRANT {analyst_name} TO {member}")
    with review_server(database, member, "--role", analyst_name) as other:
        text = other.request("GET", f"/documents/{document}/claims/2", headers=other.cookie()).text
        assert "This is meant" in text


def test_a_reader_without_a_level_is_told(database, role):
    with review_server(database, role()) as other:
        answer = other.request("GET", "/", headers=other.cookie())
        assert answer.status == 403
        assert "permission denied" in answer.text.lower()
        assert "grant_usage" in answer.text


def test_a_database_without_the_extension_is_told_at_the_start(server_dsn):
    with new_database(server_dsn) as dsn:
        told = subprocess.run(
            [PROGRAM, "serve", "--dsn", dsn, "--port", "0"], capture_output=True, text=True, timeout=60, check=False
        )
    assert told.returncode == 2
    assert "CREATE EXTENSION factcheck" in told.stderr


def test_a_document_whose_text_is_not_kept_shows_its_sentences(page, cookie, analyst, trips):
    number = verified(analyst, REPORT, "only sentences", is_kept=False)
    text = page.request("GET", f"/documents/{number}", headers=cookie).text
    assert "There were 17 trips for York." in text
    assert "Trips of the week" not in text
    assert page.request("GET", f"/documents/{number}/download.html", headers=cookie).status == 404


def test_an_erased_text_is_gone_and_the_verdicts_stay(page, cookie, analyst, document):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}", "Erase the text")
    assert page.request("POST", action, fields, cookie).status == 303
    text = page.request("GET", f"/documents/{document}", headers=cookie).text
    assert "Trips of the week" not in text
    assert "There were 17 trips for York." in text
    assert rows(analyst, "SELECT FROM factcheck.kept_text(%s)", document) == []


def test_a_json_download_has_all_digits_and_the_readings(page, cookie, analyst, document):
    answer = page.request("GET", f"/documents/{document}/download.json", headers=cookie)
    assert answer.headers["content-type"].startswith("application/json")
    told = json.loads(answer.text, parse_float=Decimal)
    expected = rows(
        analyst,
        "SELECT claim_no, verdict, found_value FROM factcheck.claims WHERE document_id = %s ORDER BY 1",
        document,
    )
    assert [(each["claim_no"], each["verdict"], each["found_value"]) for each in told["claims"]] == expected
    assert [len(each["readings"]) > 1 for each in told["claims"]] == [True] * len(expected)


def test_a_csv_download_runs_no_formula(page, cookie, admin, analyst):
    admin.execute("COMMENT ON COLUMN public.trip.hours IS 'hours'")
    number = verified(analyst, '=HYPERLINK("https://evil.example") There were 60 trips.', "formula")
    answer = page.request("GET", f"/documents/{number}/download.csv", headers=cookie)
    assert "attachment" in answer.headers["content-disposition"]
    read = list(csv.DictReader(io.StringIO(answer.text)))
    assert read
    assert all(not cell.startswith(("=", "+", "@")) for row in read for cell in row.values())
    assert any("HYPERLINK" in row["sentence"] for row in read)


def test_an_html_download_is_the_marked_page(page, cookie, document):
    answer = page.request("GET", f"/documents/{document}/download.html", headers=cookie)
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text.startswith("<!DOCTYPE html>")
    assert answer.text.count('<mark class="factcheck-claim ') == 4


def word_document(text, before=""):
    """A Word document of one paragraph."""
    namespace = "http://schemas.openxmlformats.org"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{namespace}/package/2006/content-types"><Default Extension="rels"'
            ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override'
            ' PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
            'wordprocessingml.document.main+xml"/></Types>',
        )
        parts.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{namespace}/package/2006/relationships"><Relationship Id="r1"'
            f' Type="{namespace}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
        )
        parts.writestr(
            "word/document.xml",
            f'{before}<w:document xmlns:w="{namespace}/wordprocessingml/2006/main"><w:body><w:p><w:r>'
            f"<w:t>{text}</w:t></w:r></w:p></w:body></w:document>",
        )
    return content.getvalue()


def upload(page, cookie, name, content):
    """Send a file as a browser would; returns the answer to it, or the document's page."""
    boundary = "x" * 30
    key = page.form_key(cookie)
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="form_key"\r\n\r\n{key}\r\n--{boundary}\r\n'
    head += f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
    body = head.encode() + content + f"\r\n--{boundary}--\r\n".encode()
    connection = http.client.HTTPConnection(page.host, timeout=60)
    kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    connection.request("POST", "/documents/new", body, {**cookie, **kind})
    answer = connection.getresponse()
    text, place = answer.read().decode(), answer.headers.get("location")
    connection.close()
    if place is None:
        return answer.status, text
    for _ in range(600):
        checked = page.request("GET", place, headers=cookie)
        if checked.status == 303:
            return 200, page.request("GET", checked.headers["location"], headers=cookie).text
        if "Checking" not in checked.text:
            return checked.status, checked.text
        time.sleep(0.1)
    raise AssertionError("the check does not end")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("week.txt", b"There were 60 trips."),
        ("week.md", b"# Week\n\nThere were **60 trips**."),
        ("week.html", b"<h1>Week</h1><p>There were <b>60</b> trips."),
        ("week.docx", word_document("There were 60 trips.")),
        ("latin.txt", "Zürich: there were 60 trips.".encode("cp1252")),
    ],
)
def test_a_file_is_checked(page, cookie, name, content):
    status, text = upload(page, cookie, name, content)
    assert status == 200
    assert f"<h1>{name.rpartition('.')[0]}</h1>" in text
    assert re.search(r'<mark class="factcheck-claim factcheck-supported"[^>]*><a [^>]*>60', text)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("week.exe", b"MZ", "format that is not read"),
        ("week.docx", b"no archive", "not readable as a Word document"),
        ("week.docx", word_document("x")[:200], "not readable as a Word document"),
        ("week.docx", word_document("&e;", "<!DOCTYPE w [<!ENTITY e 'There were 60 trips.'>]>"), "DTDForbidden"),
        ("week.docx", word_document(" " * 100_000_001), "too much room"),
        ("week.txt", b"  \n", "no text to check"),
        ("", b"", "no text to check"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(page, cookie, name, content, told):
    status, text = upload(page, cookie, name, content)
    assert status in {404, 422}
    assert told in text


def test_a_text_without_claims_is_stored(page, cookie):
    status, text = upload(page, cookie, "thanks.txt", b"Thank you for reading.")
    assert status == 200
    assert "No claim was found" in text


def test_the_page_is_for_this_machine_alone(server_dsn):
    told = subprocess.run(
        [PROGRAM, "serve", "--dsn", server_dsn, "--host", "0.0.0.0"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 2
    assert 'the review page is not served on host "0.0.0.0"' in told.stderr
    assert "ssh -L" in told.stderr


def test_a_port_that_is_taken_is_told(server_dsn, page):
    port = page.host.rpartition(":")[2]
    told = subprocess.run(
        [PROGRAM, "serve", "--dsn", server_dsn, "--port", port], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in told.stderr


def test_a_server_that_cannot_be_reached_is_told_at_the_start(server_dsn):
    dsn = make_conninfo(server_dsn, dbname="no_such_database")
    told = subprocess.run(
        [PROGRAM, "serve", "--dsn", dsn, "--port", "0"], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 2
    assert "no_such_database" in told.stderr


def test_a_text_can_be_kept_by_its_role_alone_and_as_it_was_checked(analyst, database, stranger, document):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="not the text of document"):
        rows(analyst, "SELECT factcheck.keep_text(%s, 'another text')", document)
    with psycopg.connect(database, user=stranger, autocommit=True) as other:
        with pytest.raises(psycopg.errors.UndefinedObject):
            rows(other, "SELECT factcheck.keep_text(%s, %s)", document, REPORT)
        with pytest.raises(psycopg.errors.UndefinedObject):
            rows(other, "SELECT factcheck.forget_text(%s)", document)
        assert rows(other, "SELECT FROM factcheck.document_text") == []
        assert rows(other, "SELECT FROM factcheck.kept_text(%s)", document) == []


def test_a_kept_text_that_was_not_checked_last_is_not_shown(analyst, document):
    [(title,)] = rows(analyst, "SELECT title FROM factcheck.documents WHERE document_id = %s", document)
    assert len(rows(analyst, "SELECT FROM factcheck.kept_text(%s)", document)) == 1
    rows(analyst, "SELECT FROM factcheck.verify('There were 60 trips.', title => %s)", title)
    assert rows(analyst, "SELECT FROM factcheck.kept_text(%s)", document) == []
