"""Passages that contradict each other: a claim on which they do is disputed, and both sides are shown everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from support.review_server import ReviewServer, review_server

CLAIM = "The harbour was dredged in May."
FOR_IT, AGAINST_IT = "The harbour was dredged in May by the port.", "The harbour was not dredged in May."
MINUTES = [
    (1, FOR_IT),
    (2, AGAINST_IT),
    (3, "Nets were mended in the harbour all winter."),
    (4, "The library is open."),
]

Session = psycopg.Connection[Any]


@pytest.fixture(scope="module")
def source(admin: Session, analyst_name: str, sales: object) -> str:
    admin.execute("CREATE TABLE public.minutes (minute_id integer PRIMARY KEY, body text)")
    with admin.cursor() as cursor:
        cursor.executemany("INSERT INTO public.minutes VALUES (%s, %s)", MINUTES)
    admin.execute(f"GRANT SELECT ON public.minutes TO {analyst_name}")
    admin.execute("SELECT factcheck.add_source('minutes', 'public.minutes', 'minute_id', 'body')")
    return "minutes"


@pytest.fixture(scope="module")
def page(database: str, analyst_name: str, source: str) -> Iterator[ReviewServer]:
    with review_server(database, analyst_name) as server:
        yield server


def test_rows_have_the_best_passage_of_each_side_first(analyst: Session, source: str) -> None:
    [(verdict, message, alternatives)] = analyst.execute(
        "SELECT verdict, message, alternatives FROM fact_check(%s, sources => '{minutes}')", [CLAIM]
    ).fetchall()
    assert verdict == "disputed"
    assert {each["label"]: each["description"] for each in alternatives[:2]} == {
        "supported": FOR_IT,
        "refuted": AGAINST_IT,
    }
    assert [each["matches"] for each in alternatives[:2]] == [each["label"] == "supported" for each in alternatives[:2]]
    assert [each["rank"] for each in alternatives] == list(range(1, len(alternatives) + 1))
    assert f'For it: "{FOR_IT.rstrip(".")}" (minutes, 1).' in message
    assert f'Against it: "{AGAINST_IT.rstrip(".")}" (minutes, 2).' in message


def test_both_sides_are_shown_when_one_passage_is_asked_for(analyst: Session, source: str) -> None:
    [(verdict, evidence)] = analyst.execute(
        "SELECT verdict, evidence FROM factcheck.check_evidence(%s, 'minutes', 1)", [CLAIM]
    ).fetchall()
    assert verdict == "disputed"
    assert sorted(each["label"] for each in evidence) == ["refuted", "supported"]


def test_without_the_other_side_nothing_is_disputed(admin: Session, analyst: Session, source: str) -> None:
    admin.execute("CREATE TABLE public.one_side AS SELECT * FROM public.minutes WHERE minute_id <> 2")
    admin.execute("GRANT SELECT ON public.one_side TO PUBLIC")
    admin.execute("SELECT factcheck.add_source('one side', 'public.one_side', 'minute_id', 'body')")
    [(verdict,)] = analyst.execute("SELECT verdict FROM factcheck.check_evidence(%s, 'one side')", [CLAIM]).fetchall()
    assert verdict == "supported"


def test_a_page_shows_both_sides(analyst: Session, source: str) -> None:
    [(shown,)] = analyst.execute("SELECT factcheck.check_html(%s, sources => '{minutes}')", [CLAIM]).fetchall()
    assert "factcheck-disputed" in shown
    for text, stance in ((FOR_IT, "supports it"), (AGAINST_IT, "speaks against it")):
        assert text.split()[-1] in shown
        assert stance in shown


def test_the_review_page_shows_both_sides(analyst: Session, source: str, page: ReviewServer) -> None:
    [(document,)] = analyst.execute(
        "SELECT max(document_id) FROM factcheck.verify(%s, 'Harbour', sources => '{minutes}')", [CLAIM]
    ).fetchall()
    answer = page.request("GET", f"/documents/{document}/claims/1", headers=page.cookie())
    assert answer.status == 200
    for number, stance in ((1, "supports it"), (2, "speaks against it")):
        assert f"minutes, {number}</span>" in answer.text
        assert stance in answer.text


def test_thin_evidence_decides_nothing(analyst: Session, source: str) -> None:
    [(verdict, message)] = analyst.execute(
        "SELECT verdict, message FROM factcheck.check_evidence(%s, 'minutes')",
        ["The library of the university bought rare maps of Asia in winter."],
    ).fetchall()
    assert verdict == "not_enough_info"
    assert message.startswith("No passage is clearly about this claim.")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The lifts were not repaired.", "supported"),
        ("The lifts were repaired.", "refuted"),
        ("Complaints about parking rose.", "refuted"),
        ("Vaping is prohibited in designated areas.", "refuted"),
        ("The alarm is tested every week.", "not_enough_info"),
        ("The alarm is tested every year.", "supported"),
    ],
)
def test_a_passage_in_the_same_words_decides_by_what_differs(
    admin: Session, analyst: Session, analyst_name: str, claim: str, verdict: str
) -> None:
    admin.execute("CREATE TABLE IF NOT EXISTS public.estate (estate_id integer PRIMARY KEY, body text)")
    texts = [
        "Neither the roof nor the lifts were repaired. The boiler was replaced.",
        "Waiting times in the emergency department rose during the summer. Complaints about parking fell.",
        "Vaping is allowed in designated areas.",
        "The alarm is tested every year.",
        "The estate team reported on maintenance of lifts and boilers. " * 50,
    ]
    if not admin.execute("SELECT FROM public.estate").fetchall():
        with admin.cursor() as cursor:
            cursor.executemany("INSERT INTO public.estate VALUES (%s, %s)", list(enumerate(texts, 1)))
        admin.execute(f"GRANT SELECT ON public.estate TO {analyst_name}")
        admin.execute("SELECT factcheck.add_source('estate', 'public.estate', 'estate_id', 'body')")
    [(found,)] = analyst.execute("SELECT verdict FROM factcheck.check_evidence(%s, 'estate')", [claim]).fetchall()
    assert found == verdict
