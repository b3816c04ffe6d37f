"""What a caller may vary about a check, and which texts are accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.errors.catalogue.arguments import (
    no_table_named,
    null_among_tables,
    p_true_out_of_range,
    time_budget_not_positive,
    top_k_out_of_range,
)
from factcheck.errors.catalogue.documents import document_is_no_text, document_too_long
from factcheck.settings import Settings

_MOST_READINGS = 100


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What the caller of a check may vary; None stands for the setting or for no limit (seconds)."""

    table_names: tuple[str, ...] | None = None
    p_true: float | None = None
    top_k: int = 10
    time_budget: float | None = None


def checked_options(
    table_names: Sequence[str | None] | None, p_true: float | None, top_k: int | None, time_budget: float | None
) -> CheckOptions:
    """Make options of arguments as given; raises ``FactcheckError`` (22023) for one out of range."""
    if p_true is not None and not 0 < p_true < 1:
        raise p_true_out_of_range(f"{p_true:g}")
    if top_k is not None and not 1 <= top_k <= _MOST_READINGS:
        raise top_k_out_of_range(top_k, _MOST_READINGS)
    if time_budget is not None and time_budget <= 0:
        raise time_budget_not_positive()
    if table_names is not None and not table_names:
        raise no_table_named()
    named = None if table_names is None else tuple(name for name in table_names if name is not None)
    if table_names is not None and named is not None and len(named) < len(table_names):
        raise null_among_tables()
    return CheckOptions(named, p_true, 10 if top_k is None else top_k, time_budget)


_BEGINNINGS = {"%PDF-": "a PDF file", "{\\rtf": "an RTF file", "PK\x03\x04": "a ZIP file"}
"""How files begin that writers take for their text; a word processor's documents are ZIP files."""


def require_text(document: str, settings: Settings) -> None:
    """Raise ``FactcheckError`` for a document that is too long (54000), or that is a file of another kind (22023)."""
    if len(document) > settings.document_characters:
        raise document_too_long(len(document), settings.document_characters)
    for beginning, kind in _BEGINNINGS.items():
        if document.startswith(beginning):
            raise document_is_no_text(kind)
