"""Documents with their claims marked, for the page: written once and kept while nothing about them changes."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from factcheck.documents.document import read_document
from factcheck.markup.claim_words import claim_classes, is_unsure
from factcheck.markup.marks import LinkMarks, Unchecked, marked_body
from factcheck.markup.whole_sentences import whole_sentences
from factcheck.visible import without_controls

Claim = Mapping[str, Any]

_MOST_KEPT = 32
_UNCHECKED = {"text": str, "start": int, "length": int, "reason": str}


class MarkedDocuments:
    """Marks claims in texts; the key of what is kept has all that can be seen of it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()

    def body(self, text: str, claims: Sequence[Claim], unchecked: Sequence[Unchecked], marks: LinkMarks) -> str:
        """Return a text as HTML, with a link around each claim."""
        seen = [
            (claim["claim_no"], claim["claim_start"], claim["claim_length"], *claim_classes(claim)) for claim in claims
        ]
        signs = [(each.number, each.classes, each.told) for each in whole_sentences(claims)]
        key = hashlib.sha256(f"{marks}{seen}{signs}{text}".encode(errors="replace")).hexdigest()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        body = without_controls(marked_body(read_document(text), claims, unchecked, marks))
        with self._lock:
            self._kept[key] = body
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return body


def unchecked_numbers(kept: Any) -> list[Unchecked]:
    """Read the numbers that are no claims as they were kept; their role may have written what has another form."""
    rows = kept if isinstance(kept, list) else []
    return [
        Unchecked(row["text"], row["start"], row["length"], row["reason"])
        for row in rows
        if isinstance(row, dict) and {name: type(row.get(name)) for name in _UNCHECKED} == _UNCHECKED
    ]


def is_doubtful(claim: Claim) -> bool:
    """Tell whether a reader should look at a claim: nothing was decided about it, and it is not surely supported."""
    return claim["priority"] is not None or (is_unsure(claim) and not claim["decision"])
