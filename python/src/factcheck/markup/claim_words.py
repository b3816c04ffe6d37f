"""How a claim is named, and its verdict, wherever it is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape
from typing import Any

Claim = Mapping[str, Any]
"""A row of ``fact_check``, column by name."""

_VERDICT_WORDS = {
    "supported": "Supported",
    "refuted": "Refuted",
    "not_enough_info": "Not enough information",
    "disputed": "Disputed",
    "withheld": "Withheld from you",
}
_SURE = 0.5
"""Probability of a reading from which it is taken for what is meant."""
_LONGEST_CLAIM = 60
_TAG = re.compile(r"<[^<>]*+>")


def is_unsure(claim: Claim) -> bool:
    """Tell whether a verdict follows a reading that something else is likelier than."""
    probability = claim.get("p_query")
    return claim["verdict"] in {"supported", "refuted"} and probability is not None and float(probability) < _SURE


def verdict_words(claim: Claim) -> str:
    """Name a verdict, and say where it is unsure."""
    return _VERDICT_WORDS[str(claim["verdict"])] + (", unsure" if is_unsure(claim) else "")


def as_read(text: str) -> str:
    """Return a part of an HTML or Markdown source as a reader sees it."""
    return unescape(_TAG.sub("", text))


def claim_classes(claim: Claim) -> list[str]:
    """Return the classes by which the mark of a claim shows its verdict."""
    unsure = ["factcheck-unsure"] if is_unsure(claim) else []
    decided = ["factcheck-decided"] if claim.get("decision") else []
    return [f"factcheck-{claim['verdict']}", *unsure, *decided]


def quoted(claim: Claim) -> str:
    """Quote the words of a claim, which may have tags of the document between them."""
    text = str(claim.get("claim_text") or claim["claim_no"])
    return f"“{escape(shortened(text))}”"


def shortened(text: str) -> str:
    """Cut a text that would fill more than a line."""
    return text if len(text) <= _LONGEST_CLAIM else f"{text[: _LONGEST_CLAIM - 1]}…"
