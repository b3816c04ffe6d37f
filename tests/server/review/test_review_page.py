"""The review page over HTTP: who is let in, and what a form needs."""

from __future__ import annotations

import re

import pytest
from support.review_forms import form_of, rows

FORGED = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"form_key": ""},
    {"form_key": "0" * 64},
)


def test_nobody_is_let_in_without_the_key(page):
    for path in ("/", "/documents/new", "/?key=wrong"):
        answer = page.request("GET", path)
        assert (answer.status, "trip" in answer.text) == (401, False)
    assert (
        page.request(
            "GET",
            "/",
            headers={"Cookie": f"factcheck_review_{page.host.rpartition(':')[2]}=x"},
        ).status
        == 401
    )


def test_the_key_is_taken_out_of_the_address(page):
    answer = page.request("GET", page.address.removeprefix(page.base))
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "10.0.0.1",
        "",
        "[::1",
        "a@localhost",
        "a b",
    ],
)
def test_a_foreign_host_name_is_not_served(page, cookie, host):
    answer = page.request("GET", "/", headers={**cookie, "Host": host})
    assert answer.status == 421
    assert "factcheck serve printed" in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "[::1]:8432", "127.0.0.1"])
def test_names_of_this_machine_are_served(page, host):
    # which cookie counts depends on the port: without one the page asks for the key
    assert page.request("GET", "/", headers={"Host": host}).status == 401


@pytest.mark.parametrize("forged", FORGED, ids=str)
def test_a_form_of_another_site_is_refused(page, cookie, analyst, document, forged):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/2", "Not a claim")
    fields = {
        **fields,
        **{name: value for name, value in forged.items() if name == "form_key"},
    }
    headers = {name: value for name, value in forged.items() if name != "form_key"}
    assert page.request("POST", action, fields, {**cookie, **headers}).status == 403
    assert (
        rows(
            analyst,
            "SELECT FROM factcheck.corrections WHERE document_id = %s",
            document,
        )
        == []
    )
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
    [(wanted,)] = rows(
        analyst,
        "SELECT query FROM factcheck.candidates(%s, 2) WHERE rank = 2",
        document,
    )
    answer = page.request("POST", action, {**fields, "reading": second}, cookie)
    assert answer.status == 303, re.findall('role="alert".*?</div>', answer.text, re.DOTALL)
    assert rows(
        analyst,
        "SELECT decision, query FROM factcheck.claims WHERE document_id = %s AND claim_no = 2",
        document,
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
    assert rows(
        analyst,
        "SELECT decision FROM factcheck.claims WHERE document_id = %s AND claim_no = 2",
        document,
    ) == [("dismissed",)]


def test_a_reading_that_is_tried_out_is_not_stored(page, cookie, analyst, document):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/4?build", "Try it")
    fields |= {
        "function": "count",
        "column": "trip.*",
        "more_predicates": "trip.end_city = Hull",
    }
    answer = page.request("POST", action.replace("/build", "/try-build"), fields, cookie)
    assert answer.status == 200
    assert re.search(r"<b>15</b>: the number of rows in trip where end city is", answer.text)
    assert "trip.end_city = Hull</textarea>" in answer.text  # what was typed stays
    assert (
        rows(
            analyst,
            "SELECT FROM factcheck.corrections WHERE document_id = %s",
            document,
        )
        == []
    )
    assert page.request("POST", action, fields, cookie).status == 303
    assert rows(
        analyst,
        "SELECT found_value FROM factcheck.claims WHERE document_id = %s AND claim_no = 4",
        document,
    ) == [(15,)]


def test_a_reading_can_be_put_together_of_what_no_reading_has(page, cookie, admin, document):
    admin.execute("CREATE TABLE public.secret (pin integer); SELECT factcheck.add_table('public.secret')")
    try:
        form = page.request("GET", f"/documents/{document}/claims/4?build", headers=cookie).text
    finally:
        admin.execute("SELECT factcheck.remove_table('public.secret'); DROP TABLE public.secret")
    offered = {
        name: re.findall(r'value="([^"]+)"', re.search(rf'<datalist id="{name}">(.*?)</datalist>', form, re.DOTALL)[1])
        for name in ("functions", "columns")
    }
    assert offered["functions"][0] == "count"  # of the likeliest reading
    assert {"median", "stddev", "share_of_sum"} <= set(offered["functions"])
    assert offered["columns"][0] == "trip.*"
    assert {"trip.start_city", "trip.end_city", "trip.hours"} <= set(offered["columns"])
    assert "secret.pin" not in offered["columns"]  # the reader may not read it
    assert all(len(names) == len(set(names)) for names in offered.values())


def test_what_cannot_be_put_together_is_told_and_stays_typed(page, cookie, document):
    action, fields, _ = form_of(page, cookie, f"/documents/{document}/claims/4?build", "Try it")
    fields |= {
        "function": "count",
        "column": "trip.nowhere",
        "more_predicates": "trip.end_city = Hull",
    }
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
    own = {
        **fields,
        "query": "SELECT count(*) FROM public.trip WHERE end_city = 'Hull';",
    }
    assert page.request("POST", action, own, cookie).status == 303
    assert rows(
        analyst,
        "SELECT found_value FROM factcheck.claims WHERE document_id = %s AND claim_no = 4",
        document,
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
