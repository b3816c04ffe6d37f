"""Which encoding a text is in, told by its bytes."""

from __future__ import annotations

import codecs
import contextlib
from pathlib import Path

from factcheck.errors.catalogue.command_line import file_is_no_text

_CHUNK_BYTES = 1 << 20
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNMARKED = ("utf-8", "cp1252", "latin-1")


def encoding_of_file(path: Path) -> str:
    """Choose UTF-8 or UTF-16 by byte order mark, UTF-8 where all bytes of the file fit, else Windows-1252 or Latin-1.

    Raises ``FactcheckError`` for bytes that are no text, ``OSError`` for a file that cannot be read.
    """
    with path.open("rb") as file:
        start = file.read(_CHUNK_BYTES)
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    if b"\0" in start:
        raise file_is_no_text(str(path))
    return next(encoding for encoding in _UNMARKED if _fits(path, encoding))


def _fits(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    with path.open("rb") as file:
        try:
            while chunk := file.read(_CHUNK_BYTES):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True


def decode_text(content: bytes) -> str:
    """Decode a document: UTF-8 or UTF-16 by byte order mark, UTF-8 where it fits, else Windows-1252.

    What is no character after all, and a NUL, which no PostgreSQL text can hold, becomes the replacement character.
    """
    return _decoded(content).replace("\0", "\ufffd")


def _decoded(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    for encoding in _UNMARKED[:-1]:
        with contextlib.suppress(UnicodeDecodeError):
            return content.decode(encoding)
    return content.decode(_UNMARKED[-1])
