"""Rows of CSV files: encoding and separator."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from factcheck.documents.encodings import encoding_of_file
from factcheck.errors.catalogue.command_line import file_not_csv, file_not_readable

_SEPARATORS = ",;\t|"
_SAMPLE_CHARACTERS = 65_536
_FIELD_CHARACTERS = 64 << 20


@dataclass(frozen=True, slots=True)
class CsvSource:
    """A CSV file, and how it is to be read."""

    path: Path
    encoding: str
    separator: str
    spread_headings: frozenset[int] = frozenset()
    notices: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """Return the encoding."""
        return self.encoding

    def rows(self) -> Iterator[list[str]]:
        """Yield all rows.

        Raises ``FactcheckError`` where the file cannot be split into rows.
        """
        try:
            with self.path.open(encoding=self.encoding, newline="") as file:
                yield from _reader(file, self.separator)
        except csv.Error as error:
            raise file_not_csv(str(self.path), str(error)) from None


def csv_source(path: Path) -> CsvSource:
    """Decide encoding and separator of a CSV file.

    Raises ``FactcheckError`` for a file that cannot be read or is no text.
    """
    try:
        encoding = encoding_of_file(path)
        return CsvSource(path, encoding, _separator(path, encoding))
    except OSError as error:
        raise file_not_readable(str(path), str(error.strerror or error)) from None
    except csv.Error as error:
        raise file_not_csv(str(path), str(error)) from None


def _separator(path: Path, encoding: str) -> str:
    """Choose the separator under which most rows are equally wide, and wider than one field."""
    with path.open(encoding=encoding, newline="") as file:
        sample = file.read(_SAMPLE_CHARACTERS)
        is_whole = not file.read(1)
    lines = list(io.StringIO(sample, newline=""))
    lines = lines if is_whole else lines[:-1] or lines

    def fit(separator: str) -> tuple[float, int]:
        widths = [len(row) for row in _reader(lines, separator) if row]
        if max(widths, default=1) < 2:
            return 0.0, 0
        [(width, rows)] = Counter(width for width in widths if width > 1).most_common(1)
        return rows / len(widths), width

    return max(_SEPARATORS, key=fit)


def _reader(lines: Iterable[str], separator: str) -> Iterator[list[str]]:
    csv.field_size_limit(_FIELD_CHARACTERS)
    return csv.reader(lines, delimiter=separator)
