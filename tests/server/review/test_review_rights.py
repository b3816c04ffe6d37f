"""What each role sees on the review page, and who may keep a text for it."""

from __future__ import annotations

import json

import psycopg
import pytest
from support.review_forms import rows
from support.review_server import review_server
from support.trips import REPORT


def test_a_role_without_rights_sees_no_document(database, stranger, page, document):
    with review_server(database, stranger) as other:
        cookie = other.cookie()
        assert "No document is stored yet" in other.request("GET", "/", headers=cookie).text
        for path in (
            "",
            "/claims/1",
            "/runs",
            "/download.json",
            "/download.csv",
            "/download.html",
            "/state",
        ):
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
    [(title,)] = rows(
        analyst,
        "SELECT title FROM factcheck.documents WHERE document_id = %s",
        document,
    )
    assert len(rows(analyst, "SELECT FROM factcheck.kept_text(%s)", document)) == 1
    rows(
        analyst,
        "SELECT FROM factcheck.verify('There were 60 trips.', title => %s)",
        title,
    )
    assert rows(analyst, "SELECT FROM factcheck.kept_text(%s)", document) == []
