"""A document's claims as files to take along: the marked page, JSON and CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from factcheck.documents.document import read_document
from factcheck.exact_json import to_json
from factcheck.markup.notes import Unchecked
from factcheck.markup.page import mark_up
from factcheck.visible import visible_json

Row = Mapping[str, Any]

_ABOUT_DOCUMENT = ("document_id", "run_id", "title", "source_table", "source_key", "role_name", "checked_at")
_OF_CLAIM = (
    "claim_no",
    "verdict",
    "decision",
    "p_correct",
    "claim_text",
    "claimed_value",
    "claimed_high",
    "comparison",
    "found_value",
    "description",
    "query",
    "p_query",
    "is_certified",
    "is_stale",
    "is_withheld",
    "message",
    "sentence",
    "claim_start",
    "claim_length",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a text begins with that spreadsheet programs run as a formula."""


def as_html(
    text: str, unchecked: Sequence[Unchecked], claims: Sequence[Row], readings: Mapping[int, Sequence[Row]]
) -> str:
    """Write the page that check_html writes, with the claims as they are read now; those withheld are not marked."""
    rows = [
        {**claim, "alternatives": _with_groups(claim, readings.get(claim["claim_no"], []))}
        for claim in claims
        if not claim["is_withheld"]
    ]
    return mark_up(read_document(text), rows, unchecked)


def _with_groups(claim: Row, readings: Sequence[Row]) -> list[Row]:
    """Return the readings of a claim, the first with the groups that a statement compares."""
    groups = dict((claim["alternatives"] or [{}])[0])
    return [{**reading, **(groups if reading["rank"] == 1 else {})} for reading in readings]


def as_json(document: Row, claims: Sequence[Row], readings: Mapping[int, Sequence[Row]]) -> str:
    """Write the document and its claims as an object, each claim with its readings."""
    about = {name: _plain(document[name]) for name in _ABOUT_DOCUMENT}
    rows = [
        {**{name: claim[name] for name in _OF_CLAIM}, "readings": list(readings.get(claim["claim_no"], []))}
        for claim in claims
    ]
    return visible_json(to_json({**about, "claims": rows}, ensure_ascii=False, indent=1)) + "\n"


def as_csv(claims: Sequence[Row]) -> str:
    """Write a row for each claim; a text that a spreadsheet program would run begins with an apostrophe."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(_OF_CLAIM)
    writer.writerows([_cell(claim[name]) for name in _OF_CLAIM] for claim in claims)
    return written.getvalue()


def file_name(title: str | None, document_id: int, suffix: str) -> str:
    """Name a file after its document, in letters that any file system takes."""
    words = re.sub(r"[^A-Za-z0-9]+", "-", title or "").strip("-").lower()[:60]
    return f"{words or f'document-{document_id}'}.{suffix}"


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
