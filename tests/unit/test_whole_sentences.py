"""What a checked page says of sentences with several claims: the whole holds only if all of its claims do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from factcheck.documents.document import read_document
from factcheck.markup.page import mark_up
from factcheck.markup.whole_sentences import sentence_counts, whole_sentences

TEXT = "We run 150 trams, 50 of them from Northgate and 40 from Eastfield. There are 3 depots."
FIRST, SECOND = TEXT.split(". ", maxsplit=1)[0] + ".", "There are 3 depots."


def claims(*verdicts: str, **columns: Any) -> list[dict[str, Any]]:
    """Rows of a check of the text, one for each of its numbers."""
    found = list(re.finditer(r"\d+", TEXT))
    return [
        {
            "claim_no": number,
            "verdict": verdict,
            "claim_text": match[0],
            "claim_start": match.start() + 1,
            "claim_length": len(match[0]),
            "sentence": SECOND if match[0] == "3" else FIRST,
            "message": "",
            **columns,
        }
        for number, (match, verdict) in enumerate(zip(found, verdicts, strict=False), 1)
    ]


def sign(page: str) -> tuple[str, str, str]:
    """The text before the sign of a sentence in the document, what it shows, and what it says."""
    document = page[page.index('<div class="factcheck-document') : page.index("</main>")]
    [found] = re.finditer(r'<span class="factcheck-whole[^>]*>', document)
    shown = re.search(r'data-shown="([^"]*)"', found[0])
    told = re.search(r'aria-label="([^"]*)"', found[0])
    assert shown is not None
    assert told is not None
    return re.sub("<[^>]*>", "", document[: found.start()]), shown[1], told[1]


@pytest.mark.parametrize(
    ("verdicts", "shown", "told"),
    [
        (("supported",) * 4, "✓ 3 of 3", "The whole sentence holds: all 3 of its claims are supported."),
        (
            ("supported", "refuted", "supported", "supported"),
            "✗ 2 of 3",
            "The sentence does not hold as a whole: “50” is refuted.",
        ),
        (
            ("refuted", "refuted", "disputed", "supported"),
            "✗ 0 of 3",
            "The sentence does not hold as a whole: “150” and “50” are refuted.",
        ),
        (
            ("supported", "not_enough_info", "supported", "refuted"),
            "? 2 of 3",
            "The sentence as a whole is not decided: “50” is not.",
        ),
        (
            ("supported", "disputed", "not_enough_info", "refuted"),
            "≠ 1 of 3",
            "Sources differ on the sentence as a whole: “50” is disputed.",
        ),
    ],
)
def test_a_sign_at_the_end_says_whether_the_whole_sentence_holds(
    verdicts: tuple[str, ...], shown: str, told: str
) -> None:
    before, *said = sign(mark_up(read_document(TEXT), claims(*verdicts)))
    assert before.endswith("and 40")
    assert said == [shown, told]


def test_a_sentence_of_which_nothing_is_decided_shows_no_sign() -> None:
    [sentence] = whole_sentences(claims("not_enough_info", "not_enough_info", "not_enough_info", "supported"))
    assert (sentence.verdict, sentence.shown, sentence.told) == (None, "", "")
    assert "factcheck-whole-unsaid" in sentence.classes


def test_a_claim_that_a_person_dismissed_fails_no_sentence() -> None:
    rows = claims("supported", "refuted", "supported")
    rows[1]["decision"] = "dismissed"
    [sentence] = whole_sentences(rows)
    assert (sentence.verdict, sentence.shown) == ("supported", "✓ 2 of 2")


@pytest.mark.parametrize(("p_query", "is_unsure"), [(0.3, True), (0.9, False)])
def test_a_sentence_that_only_an_unsure_claim_fails_is_unsure(p_query: float, is_unsure: bool) -> None:
    [sentence] = whole_sentences(claims("supported", "refuted", "supported", p_query=p_query))
    assert ("factcheck-unsure" in sentence.classes) == is_unsure


def test_the_note_of_each_claim_leads_to_those_that_fail_its_sentence() -> None:
    page = mark_up(read_document(TEXT), claims("supported", "refuted", "supported", "refuted"))
    notes = re.findall(r'<li class="factcheck-note".*?</li>', page)
    assert [re.findall(r'href="#claim-(\d)" data-claim-link', note) for note in notes] == [["2"], ["2"], ["2"], []]


def test_the_counts_say_how_many_sentences_hold() -> None:
    assert sentence_counts(claims("supported", "refuted", "supported", "supported")) == (
        "1 sentence makes several claims: 0 hold as a whole, 1 does not."
    )
    assert sentence_counts(claims("supported")) == ""


def test_a_document_cannot_write_the_sign_itself() -> None:
    forged = '<span class="factcheck-whole factcheck-whole-supported" role="img" data-shown="✓ 9 of 9">x</span>'
    page = mark_up(read_document(f"<p>{forged} We run 150 trams.</p>"), [])
    document = page[page.index('<div class="factcheck-document') : page.index("</main>")]
    assert "✓ 9 of 9" not in document
    assert "factcheck-whole" not in document
