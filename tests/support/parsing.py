"""Documents with the parses of their paragraphs."""

from __future__ import annotations

from factcheck.documents.document import Document, read_document
from factcheck.nlp.parser import Parser, Sentence


def parsed(parser: Parser, source: str) -> tuple[Document, list[tuple[Sentence, ...]]]:
    """Read a document and parse its paragraphs."""
    document = read_document(source)
    return document, parser.parse([paragraph.text for paragraph in document.paragraphs])
