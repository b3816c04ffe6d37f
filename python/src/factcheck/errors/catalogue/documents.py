"""Errors of documents that cannot be checked."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def document_too_long(characters: int, most: int) -> FactcheckError:
    """Refuse a document with more characters than the setting ``document_characters``."""
    return FactcheckError(
        f"document is too long: {characters} characters",
        sqlstate="54000",
        detail=f"The longest document accepted has {most} characters.",
        hint='Split it, or raise the setting "document_characters".',
    )


@entry
def document_has_too_many_words(most: int) -> FactcheckError:
    """Refuse a document whose paragraphs to parse have more words than the setting ``document_words``."""
    return FactcheckError(
        f"document is too long: more than {most} words and signs",
        sqlstate="54000",
        detail="Paragraphs without numbers and headings do not count.",
        hint='Split it, give the argument time_budget, or raise the setting "document_words".',
    )


@entry
def document_has_too_many_numbers(most: int, most_claims: int) -> FactcheckError:
    """Refuse a document with far more numbers than claims are accepted, before it is parsed."""
    return FactcheckError(
        f"document has too many numbers: more than {most}",
        sqlstate="54000",
        detail=_most_claims(most_claims),
        hint='Split it, or raise the setting "document_claims".',
    )


@entry
def document_has_too_many_claims(claims: int, most_claims: int) -> FactcheckError:
    """Refuse a document with more claims than the setting ``document_claims``."""
    return FactcheckError(
        f"document has too many claims: {claims}",
        sqlstate="54000",
        detail=_most_claims(most_claims),
        hint='Split it, or raise the setting "document_claims".',
    )


def _most_claims(most: int) -> str:
    return f"The most claims accepted in one document are {most}."


@entry
def document_is_no_text(kind: str) -> FactcheckError:
    """Refuse a file of another kind, such as a PDF file."""
    return FactcheckError(
        f"document is {kind}, not text",
        hint="Convert it to plain text, HTML or Markdown, for instance with pandoc or pdftotext.",
    )


@entry
def claim_not_in_document(claim_no: int, claims: int) -> FactcheckError:
    """Refuse to explain a claim whose number the document does not reach."""
    return FactcheckError(
        f"the document has no claim {claim_no}",
        detail=f"It has {claims} {'claim' if claims == 1 else 'claims'}.",
        hint="See all numbers, and which of them are claims: leave the argument claim_no out.",
    )


@entry
def character_not_storable(character: str) -> FactcheckError:
    """Refuse a text with a character that no PostgreSQL text can hold, named as U+0000."""
    return FactcheckError(
        f"a text holds {character}, which PostgreSQL cannot keep",
        hint="Take the character out, or write what it stands for.",
    )
