"""Documents that come to the review page by upload, and leave it by download."""

from __future__ import annotations

import csv
import http.client
import io
import json
import re
import time
import zipfile
from decimal import Decimal

import pytest
from support.review_forms import form_of, rows
from support.trips import REPORT, verified


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


def test_a_statement_is_shown_with_the_groups_that_it_compares(page, cookie, admin, analyst, trips):
    admin.execute("INSERT INTO public.trip SELECT g, 'Leeds', 'York', 2 FROM generate_series(201, 210) AS g")
    try:
        text = "There were 70 trips. Leeds had more trips than York."
        number = verified(analyst, text, "more trips")
    finally:
        admin.execute("DELETE FROM public.trip WHERE trip_id > 200")
    shown = page.request("GET", f"/documents/{number}/claims/2", headers=cookie).text
    downloaded = page.request("GET", f"/documents/{number}/download.html", headers=cookie).text
    for html in (shown, downloaded):
        [chart] = re.findall(r'<svg class="factcheck-chart".*?</svg>', html, re.DOTALL)
        assert re.search('aria-label="Leeds [0-9]+, York [0-9]+"', chart)
        assert chart.count("factcheck-bar-claimed") == 1
    assert "factcheck-chart" not in page.request("GET", f"/documents/{number}/claims/1", headers=cookie).text


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
        (
            "week.docx",
            word_document("&e;", "<!DOCTYPE w [<!ENTITY e 'There were 60 trips.'>]>"),
            "DTDForbidden",
        ),
        ("week.txt", b"  \n", "no text to check"),
        ("", b"", "no text to check"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(page, cookie, name, content, told):
    status, text = upload(page, cookie, name, content)
    assert status in {404, 422}
    assert told in text


def test_a_document_that_unpacks_to_too_much_is_told(page, cookie):
    status, text = upload(page, cookie, "week.docx", word_document(" " * 100_000_001))
    assert status == 422
    assert "too much room" in text


def test_a_text_without_claims_is_stored(page, cookie):
    status, text = upload(page, cookie, "thanks.txt", b"Thank you for reading.")
    assert status == 200
    assert "No claim was found" in text
