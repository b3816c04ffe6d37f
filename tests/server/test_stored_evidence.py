"""Passages in stored runs, and in pages: who sees what each says of a claim."""

from __future__ import annotations

import json

import psycopg
import pytest
from support.policies import CHANGED, HOME, POLICIES, add_policies
from support.reports import one

READINGS = """
SELECT claim_text, label, p_label, score, passage_source, passage_key, passage_start, passage_length, passage_words,
       description
FROM factcheck.readings WHERE {condition} AND rank = 1 ORDER BY claim_no
"""


@pytest.fixture(scope="module")
def policies(admin, analyst_name, sales):
    add_policies(admin, analyst_name)


def test_stored_passages_keep_what_they_say_of_a_claim(analyst, policies):
    checked = analyst.execute(
        "SELECT alternatives->0 FROM factcheck.verify(%s, 'kept', sources => '{public policies}')",
        [f"{CHANGED} {HOME}"],
    ).fetchall()
    rows = analyst.execute(READINGS.format(condition="title = 'kept'")).fetchall()
    assert [row[0] for row in rows] == [CHANGED, HOME]
    assert [row[1] for row in rows] == ["supported", "refuted"]
    for row, (passage,) in zip(rows, checked, strict=True):
        names = (
            "label",
            "p_label",
            "score",
            "source",
            "key",
            "start",
            "length",
            "words",
            "description",
        )
        assert list(row[1:]) == [passage[name] for name in names]
        body = dict(POLICIES)[int(row[5])]
        assert body[row[6] - 1 : row[6] - 1 + row[7]] == row[9]
        assert set(row[8].split()) <= set(row[9].lower().replace(".", "").split())


def test_a_recheck_keeps_what_passages_say(analyst, policies):
    [(number,)] = analyst.execute(
        "SELECT DISTINCT document_id FROM factcheck.verify(%s, 'again', sources => '{public policies}')",
        [CHANGED],
    ).fetchall()
    before = analyst.execute(READINGS.format(condition="title = 'again' AND is_latest")).fetchall()
    analyst.execute("SELECT factcheck.recheck(%s)", [number])
    assert (
        one(
            analyst,
            "SELECT count(*) FROM factcheck.runs WHERE document_id = %s",
            [number],
        )
        == 2
    )
    assert analyst.execute(READINGS.format(condition="title = 'again' AND is_latest")).fetchall() == before


def test_what_a_passage_says_is_hidden_from_who_may_not_read_the_source(admin, analyst, analyst_name, policies):
    analyst.execute(
        "SELECT factcheck.verify(%s, 'hidden', sources => '{public policies}')",
        [CHANGED],
    )
    shown = READINGS.format(condition="title = 'hidden'")
    assert len(analyst.execute(shown).fetchall()) == 1
    admin.execute(f"REVOKE SELECT ON public.policy FROM {analyst_name}")
    try:
        assert analyst.execute(shown).fetchall() == []
    finally:
        admin.execute(f"GRANT SELECT ON public.policy TO {analyst_name}")


def test_claims_of_passages_are_stale_once_the_texts_have_changed(admin, analyst, policies):
    stale = "SELECT is_stale FROM factcheck.claims WHERE title = 'stale'"
    analyst.execute(
        "SELECT factcheck.verify(%s, 'stale', sources => '{public policies}')",
        [CHANGED],
    )
    assert analyst.execute(stale).fetchall() == [(False,)]
    admin.execute("UPDATE public.policy SET body = body WHERE policy_id = 1")
    admin.execute("SELECT pg_stat_force_next_flush()")
    analyst.execute("SELECT pg_stat_clear_snapshot()")
    assert analyst.execute(stale).fetchall() == [(True,)]


def test_a_page_marks_the_claims_that_passages_decide(analyst, policies):
    document = f"There were 240 sales. {CHANGED}"
    without = one(analyst, "SELECT factcheck.check_html(%s)", [document])
    page = one(
        analyst,
        "SELECT factcheck.check_html(%s, sources => '{public policies}')",
        [document],
    )
    assert 'id="claim-1"' in without
    assert 'id="claim-2"' not in without
    assert 'id="claim-2"' in page
    assert "Passages support this" in page


def test_a_page_shows_passages_where_they_stand(admin, analyst, policies):
    page = one(analyst, "SELECT factcheck.check_html(%s, sources => '{public policies}')", [CHANGED])
    sources = page.split('class="factcheck-sources"')[1]
    assert "Customer data is kept for six years. <span" in sources
    assert '<mark class="factcheck-word">retention</mark>' in sources


def test_a_passage_is_read_where_it_stands(analyst, policies):
    context = "SELECT * FROM factcheck.passage_context('public policies', %s, 42, 9, %s)"
    assert analyst.execute(context, ["1", 10]).fetchall() == [("\u2026ears. The ", "retention", " policy wa\u2026")]
    assert analyst.execute(context, ["9", 10]).fetchall() == []
    with pytest.raises(psycopg.Error) as caught:
        analyst.execute(context, ["1", -1])
    assert (caught.value.sqlstate, bool(caught.value.diag.message_hint)) == ("22023", True)


def test_a_person_confirms_or_dismisses_what_passages_say(analyst, policies):
    [(number,)] = analyst.execute(
        "SELECT DISTINCT document_id FROM factcheck.verify(%s, 'decided', sources => '{public policies}')",
        [f"{CHANGED} {HOME}"],
    ).fetchall()
    readings = "SELECT claim_no, label, decision FROM factcheck.claims JOIN factcheck.readings USING (run_id, claim_no)"
    readings += f" WHERE claims.document_id = {number} AND rank = 1 ORDER BY claim_no"
    analyst.execute("SELECT factcheck.confirm(%s, 1)", [number])
    assert analyst.execute(readings).fetchall() == [(1, "supported", "confirmed"), (2, "refuted", None)]
    verdicts = f"SELECT verdict FROM factcheck.claims WHERE document_id = {number} ORDER BY claim_no"
    assert analyst.execute(verdicts).fetchall() == [("supported",), ("refuted",)]
    analyst.execute("SELECT factcheck.dismiss(%s, 2)", [number])
    assert analyst.execute(readings).fetchall() == [(1, "supported", "confirmed")]
    analyst.execute("SELECT factcheck.undo_correction(%s, 2)", [number])
    assert analyst.execute(verdicts).fetchall() == [("supported",), ("refuted",)]
    analyst.execute("SELECT factcheck.correct(%s, 2, 2)", [number])
    [(message,)] = analyst.execute(
        f"SELECT message FROM factcheck.claims WHERE document_id = {number} AND claim_no = 2"
    ).fetchall()
    assert message.startswith("The passage that was chosen")


def test_texts_of_passages_are_in_no_statistics(admin, analyst, policies):
    analyst.execute(
        "SELECT factcheck.verify(%s, 'counted', sources => '{public policies}')",
        [CHANGED],
    )
    admin.execute("ANALYZE factcheck.claim_value, factcheck.alternative")
    shown = admin.execute(
        "SELECT s.tablename, s.attname FROM pg_stats s WHERE s.schemaname = 'factcheck' AND s.attname = 'passage'"
    ).fetchall()
    assert json.dumps(shown) == "[]"
