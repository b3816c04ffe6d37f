"""Parts of the review page that need no server: names of this machine, names of files, marks, rows that are kept."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from factcheck.documents.document import read_document
from factcheck.markup.marks import LinkMarks, marked_body
from factcheck.review.downloads import as_csv, file_name
from factcheck.review.loopback import host_and_port, is_loopback
from factcheck.review.marked import MarkedDocuments, unchecked_numbers
from factcheck.review.words import ago

TEXT = "<p>We had <a href='https://example.org/'>5 stores</a> in <b>6</b> towns."
MARKS = LinkMarks("/documents/7/claims/", "?show=doubtful")


def claim(number: int, written: str, verdict: str, **columns: object) -> dict[str, object]:
    start = TEXT.index(written) + 1
    position = {"claim_no": number, "claim_text": written, "claim_start": start, "claim_length": len(written)}
    return {**position, "verdict": verdict, "p_query": 0.9, "decision": None, **columns}


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.10", "localhost", "LocalHost", "::1", "[::1]"])
def test_a_machine_reaches_itself_by_these(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", ["", "0.0.0.0", "::", "10.0.0.1", "localhost.evil.example", "127.0.0.1.nip.io", "2130706433", "example.org"]
)
def test_and_by_no_others(host: str) -> None:
    assert not is_loopback(host)


def test_the_header_host_is_name_and_port() -> None:
    assert host_and_port("localhost:8432") == ("localhost", "8432")
    assert host_and_port("[::1]") == ("[::1]", "")
    for odd in ("", ":80", "[::1", "a@localhost", "localhost:x", "localhost:80:80", "localhost/x", "local host"):
        assert host_and_port(odd) == ("", "")


def test_marks_are_links_that_name_the_verdict_and_links_of_the_document_are_gone() -> None:
    claims = [claim(1, "5 stores", "refuted", p_query=0.2), claim(2, "6", "supported", decision="confirmed")]
    body = marked_body(read_document(TEXT), claims, [], MARKS)
    assert '<a href="/documents/7/claims/1?show=doubtful" aria-label="5 stores, refuted, unsure">5 stores</a>' in body
    assert re.search(r'<mark class="[^"]*factcheck-decided" id="claim-2" data-claim="2">', body)
    assert 'aria-label="6, supported, confirmed"' in body
    assert "example.org" not in body


def test_a_claims_text_cannot_leave_its_attribute() -> None:
    text = 'There were 5 "><script>alert(1)</script> stores.'
    row = {**claim(1, "5", "refuted"), "claim_text": '5 "><script>', "claim_start": 12, "claim_length": 1}
    body = marked_body(read_document(text), [row], [], MARKS)
    assert "<script" not in body
    assert 'id="claim-1"' in body


def test_a_document_is_marked_anew_when_a_verdict_or_decision_changes() -> None:
    kept = MarkedDocuments()
    first = kept.body(TEXT, [claim(1, "5", "refuted")], [], MARKS)
    assert kept.body(TEXT, [claim(1, "5", "refuted")], [], MARKS) is first
    assert "factcheck-supported" in kept.body(TEXT, [claim(1, "5", "supported")], [], MARKS)
    assert "factcheck-decided" in kept.body(TEXT, [claim(1, "5", "refuted", decision="corrected")], [], MARKS)
    assert "?show" not in kept.body(TEXT, [claim(1, "5", "refuted")], [], LinkMarks("/documents/7/claims/"))


def test_kept_numbers_of_another_form_are_left_out() -> None:
    good = {"text": "2020", "start": 3, "length": 4, "reason": "a year"}
    bad = [None, 1, "x", [], {}, {**good, "start": "3"}, {**good, "reason": None}, {"text": "2020"}]
    assert [number.text for number in unchecked_numbers([*bad, good])] == ["2020"]
    assert unchecked_numbers({"a": 1}) == unchecked_numbers(None) == []


def test_files_are_named_after_their_document() -> None:
    assert file_name("Trips: week 7 / Leeds", 3, "csv") == "trips-week-7-leeds.csv"
    assert file_name('../../"x"\r\nSet-Cookie: a', 3, "json") == "x-set-cookie-a.json"
    assert file_name("„“", 3, "html") == file_name(None, 3, "html") == "document-3.html"


def test_texts_that_a_spreadsheet_would_run_are_quoted_and_numbers_are_not() -> None:
    names = as_csv([]).strip().split(",")
    row = dict.fromkeys(names, None) | {"claim_text": "=1+1", "sentence": "@x", "claimed_value": -5}
    cells = as_csv([row]).splitlines()[1].split(",")
    told = dict(zip(names, cells, strict=True))
    assert (told["claim_text"], told["sentence"], told["claimed_value"]) == ("'=1+1", "'@x", "-5")


def test_how_long_ago_something_was() -> None:
    now = datetime.now(UTC)
    assert ago(now) == "just now"
    assert ago(now - timedelta(minutes=1, seconds=5)) == "1 minute ago"
    assert ago(now - timedelta(hours=5)) == "5 hours ago"
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", ago(now - timedelta(days=3)))
