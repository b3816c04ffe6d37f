"""The documents that a command is to check: names and patterns made files, and files read."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from factcheck.documents.encodings import decode_text
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.command_line import file_not_readable, no_file_of_that_name

STANDARD_INPUT = "-"


def named_files(names: Iterable[str]) -> Iterator[str | FactcheckError]:
    """Yield the files that names and patterns stand for, each once, and an error for a pattern without a file.

    A name that a file has is no pattern, whatever is in it.  The files of a pattern come in the order of their names.
    """
    seen: set[str] = set()
    for name in names:
        if name == STANDARD_INPUT or not glob.has_magic(name) or Path(name).exists():
            matching = [name]
        else:
            matching = sorted(path for path in glob.glob(name, recursive=True) if Path(path).is_file())
            if not matching:
                yield no_file_of_that_name(name)
        for path in matching:
            if (place := os.path.abspath(path)) not in seen:
                seen.add(place)
                yield path


def read_document(name: str) -> str:
    """Read a document from a file, or from standard input where the name is ``-``.

    Raises ``FactcheckError`` for a file that cannot be read.
    """
    try:
        return decode_text(sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes())
    except OSError as error:
        raise file_not_readable(name, str(error.strerror or error)) from None
