"""The picture of a checked page: which note it opens."""

from __future__ import annotations

import click
import draw_checked_page
import pytest

from factcheck.documents.document import read_document
from factcheck.markup.page import mark_up

DOCUMENT = "We had 5 stores in 6 towns and 7 villages."


def claim(number: int, text: str, verdict: str) -> dict[str, object]:
    start = DOCUMENT.index(text) + 1
    return {"claim_no": number, "verdict": verdict, "message": "-", "claim_start": start, "claim_length": len(text)}


def test_the_note_of_the_first_refuted_claim_is_open() -> None:
    claims = [claim(1, "5", "supported"), claim(2, "6", "refuted"), claim(3, "7", "refuted")]
    page = draw_checked_page.with_open_note(mark_up(read_document(DOCUMENT), claims))
    assert "#claim-2-note { display: block }</style>" in page
    assert page.count("</style>") == 1


def test_a_page_without_a_refuted_claim_is_no_picture() -> None:
    with pytest.raises(click.ClickException, match="no refuted claim"):
        draw_checked_page.with_open_note(mark_up(read_document(DOCUMENT), [claim(1, "5", "supported")]))
