"""Documents that readers paste or upload, as texts to check."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any
from xml.sax.handler import ContentHandler

import defusedxml.sax  # type: ignore[import-untyped]
import mammoth  # type: ignore[import-untyped]
from werkzeug.datastructures import FileStorage

from factcheck.documents.encodings import decode_text
from factcheck.errors.catalogue.review import (
    document_format_not_read,
    nothing_to_check,
    text_beside_file,
    word_document_not_readable,
)

TEXT_SUFFIXES = (".txt", ".md", ".markdown", ".html", ".htm")
WORD_SUFFIX = ".docx"
_MOST_UNPACKED_BYTES = 100_000_000


def document_of(text: str, file: FileStorage | None) -> tuple[str, str | None]:
    """Return the text of a form, or that of its file, and the name of the file without its ending.

    Raises ``FactcheckError`` for neither, for both, and for a file that cannot be read.
    """
    name = PurePath(file.filename or "").name if file is not None else ""
    if not name:
        if not text.strip():
            raise nothing_to_check()
        return text.replace("\r\n", "\n"), None  # forms send lines so, whatever was pasted
    if text.strip():
        raise text_beside_file()
    content = file.read() if file is not None else b""
    suffix = PurePath(name).suffix.lower()
    if suffix == WORD_SUFFIX:
        document = _word_as_html(name, content)
    elif suffix in TEXT_SUFFIXES:
        document = decode_text(content)
    else:
        raise document_format_not_read(name)
    if not document.strip():
        raise nothing_to_check()
    return document, PurePath(name).stem


def _word_as_html(name: str, content: bytes) -> str:
    """Write a Word document as HTML: headings, paragraphs, lists and tables; images are left out."""
    try:
        _require_harmless(content)
        converted = mammoth.convert_to_html(
            io.BytesIO(content), convert_image=_left_out, external_file_access=False, include_embedded_style_map=False
        )
    except Exception as error:  # of the archive, its XML, or what it lacks: mammoth has no error of its own
        raise word_document_not_readable(name, str(error).rstrip(".") or "It has no text") from error
    return f"<!DOCTYPE html>\n<html><body>{converted.value}</body></html>\n"


def _require_harmless(content: bytes) -> None:
    """Raise an error for an archive that would take too much room, and for XML that declares entities."""
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        if sum(part.file_size for part in parts.infolist()) > _MOST_UNPACKED_BYTES:
            raise ValueError("it would take too much room")
        for part in parts.namelist():
            if part.endswith((".xml", ".rels")):
                defusedxml.sax.parseString(parts.read(part), ContentHandler(), forbid_dtd=True)


def _left_out(_image: Any) -> list[Mapping[str, Any]]:
    return []
