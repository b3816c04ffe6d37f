"""What a caller may vary about a check, and which texts are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.errors import FactcheckError
from factcheck.settings import Settings

_MOST_READINGS = 100


@dataclass(frozen=True, slots=True)
class Options:
    """What the caller of a check may vary; None stands for the setting or for no limit (seconds)."""

    relations: tuple[str, ...] | None = None
    p_true: float | None = None
    top_k: int = 10
    time_budget: float | None = None


def checked_options(
    relations: Sequence[str | None] | None, p_true: float | None, top_k: int | None, time_budget: float | None
) -> Options:
    """Options from arguments as given; raises ``FactcheckError`` (22023) for one out of range."""
    if p_true is not None and not 0 < p_true < 1:
        raise FactcheckError(
            f"p_true cannot be {p_true:g}",
            hint="Give a probability between 0 and 1, such as 0.999, or NULL for the setting.",
        )
    if top_k is not None and not 1 <= top_k <= _MOST_READINGS:
        raise FactcheckError(f"top_k cannot be {top_k}", hint=f"Give a number from 1 to {_MOST_READINGS}.")
    if time_budget is not None and time_budget <= 0:
        raise FactcheckError(
            "time_budget must be positive", hint="Give an interval such as '5 s', or NULL for no limit."
        )
    if relations is not None and not relations:
        raise FactcheckError(
            "argument tables is empty",
            detail="No table was named; a data set under whose name none was added has none.",
            hint="Name tables, or leave the argument out to use every added table.",
        )
    named = None if relations is None else tuple(relation for relation in relations if relation is not None)
    if relations is not None and named is not None and len(named) < len(relations):
        raise FactcheckError("argument tables holds a NULL", sqlstate="22004", hint="Name tables, such as '{sales}'.")
    return Options(named, p_true, 10 if top_k is None else top_k, time_budget)


_BEGINNINGS = {"%PDF-": "a PDF file", "{\\rtf": "an RTF file", "PK\x03\x04": "a ZIP file"}
"""How files begin that writers take for their text; a word processor's documents are ZIP files."""


def require_text(document: str, settings: Settings) -> None:
    """Raise ``FactcheckError`` for a document that is too long (54000), or that is a file of another kind (22023)."""
    if len(document) > settings.document_characters:
        raise FactcheckError(
            f"document is too long: {len(document)} characters",
            sqlstate="54000",
            detail=f"The longest document accepted has {settings.document_characters} characters.",
            hint='Split it, or raise the setting "document_characters".',
        )
    for beginning, kind in _BEGINNINGS.items():
        if document.startswith(beginning):
            raise FactcheckError(
                f"document is {kind}, not text",
                hint="Convert it to plain text, HTML or Markdown, for instance with pandoc or pdftotext.",
            )
