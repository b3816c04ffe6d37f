"""Reading CSV files as people publish them: encoding, separator, headings, column types."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from factcheck.errors.catalogue import file_empty, file_is_no_text, file_not_csv, file_not_readable

_SEPARATORS = ",;\t|"
_SAMPLE_CHARACTERS = 65_536
_CHUNK_BYTES = 1 << 20
_FIELD_CHARACTERS = 64 << 20
_MAX_NAME_BYTES = 63
_SYSTEM_COLUMNS = frozenset({"tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"})

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UNMARKED = ("utf-8", "cp1252", "latin-1")

_TIME = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?"
_VALUE = re.compile(
    r"(?P<integer>[+-]?(?:0|[1-9][0-9]*))"
    r"|(?P<numeric>[+-]?(?:(?:0|[1-9][0-9]*)\.[0-9]*|\.[0-9]+|(?:0|[1-9][0-9]*))(?:[eE][+-]?[0-9]{1,3})?)"
    r"|(?P<boolean>(?i:true|false))"
    r"|(?P<iso>(?P<year>[0-9]{4})(?P<s>[-/])(?P<month>[0-9]{1,2})(?P=s)(?P<day>[0-9]{1,2})"
    rf"(?P<iso_time>[ T]{_TIME})?)"
    rf"|(?P<local>(?P<first>[0-9]{{1,2}})(?P<t>[-/.])(?P<second>[0-9]{{1,2}})(?P=t)(?P<last>[0-9]{{4}})"
    rf"(?P<local_time> {_TIME})?)"
)
_NUMBER_TYPES = ("integer", "bigint", "numeric")
_DATE_TYPES = ("date", "timestamp")
_YEAR_FIRST, _DAY_FIRST, _MONTH_FIRST = "year first", "day first", "month first"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a file: the heading as published, a usable name, and its SQL type.

    ``is_day_first`` tells how dates such as 31/12/2024 are ordered; None for every other column.
    """

    name: str
    heading: str
    sql_type: str
    is_day_first: bool | None = None


@dataclass(frozen=True, slots=True)
class CsvFile:
    """How a file is to be read, decided from all of it; ``rows`` are its data rows."""

    path: Path
    encoding: str
    separator: str
    columns: tuple[Column, ...]
    rows: int
    ragged_rows: int

    def records(self) -> Iterator[list[str | None]]:
        """Yield the data rows as texts that PostgreSQL reads in the columns' types.

        White space around a value is dropped, as exports pad values; what is empty then is None.
        """
        width = len(self.columns)
        day_first = [(i, c.is_day_first) for i, c in enumerate(self.columns) if c.is_day_first is not None]
        for row in _data_rows(self.path, self.encoding, self.separator):
            record: list[str | None] = [value.strip() or None for value in row[:width]]
            record.extend([None] * (width - len(record)))
            for position, is_day_first in day_first:
                value = record[position]
                if value is not None:
                    record[position] = _iso_date(value, is_day_first)
            yield record


def read_csv_file(path: Path) -> CsvFile:
    """Read the whole file once and decide encoding, separator, names and types.

    Encodings: UTF-8 and UTF-16 by byte order mark, UTF-8 where every byte fits, else Windows-1252 or
    Latin-1.  A column is integer, bigint, numeric, boolean, date or timestamp if all its values read as
    that, else text.  Numbers with leading zeros (postal codes) are text.  Dates with day and month
    before the year are dates only if the values leave no doubt which comes first.
    Raises ``FactcheckError`` for a file that cannot be read or is no text.
    """
    try:
        return _scanned(path, encoding := _encoding(path), _separator(path, encoding))
    except OSError as error:
        raise file_not_readable(str(path), str(error.strerror or error)) from None
    except csv.Error as error:
        raise file_not_csv(str(path), str(error)) from None


def _scanned(path: Path, encoding: str, separator: str) -> CsvFile:
    headings = next(_rows(path, encoding, separator), None)
    if headings is None:
        raise file_empty(str(path))
    types = [_TypeOfColumn() for _ in headings]
    rows = ragged = 0
    for row in _data_rows(path, encoding, separator):
        rows += 1
        while len(row) > len(headings) and not row[-1].strip():
            row.pop()
        ragged += len(row) != len(headings)
        types += [_TypeOfColumn() for _ in row[len(types) :]]
        for column_type, value in zip(types, row, strict=False):
            if not column_type.is_text and value.strip():
                column_type.see(value.strip())
    headings += [""] * (len(types) - len(headings))
    columns = tuple(
        Column(name, heading, column_type.sql_type(), column_type.is_day_first())
        for name, heading, column_type in zip(column_names(headings), headings, types, strict=True)
    )
    return CsvFile(path, encoding, separator, columns, rows, ragged)


def column_names(headings: Iterable[str]) -> list[str]:
    """Make column names of headings: not empty, at most 63 bytes, no two alike, no system column's."""
    names: list[str] = []
    taken: set[str] = set(_SYSTEM_COLUMNS)
    for number, heading in enumerate(headings, 1):
        wanted = heading if heading.strip() else f"column_{number}"
        name, repeat = shortened(wanted), 1
        while name in taken:
            repeat += 1
            name = shortened(wanted, suffix=f"_{repeat}")
        taken.add(name)
        names.append(name)
    return names


def table_name(path: Path) -> str:
    """Name a table after a file: its stem in lower case, ``-``, space and ``.`` turned to ``_``."""
    return shortened(re.sub(r"[-. ]", "_", path.stem.lower()) or "table")


def shortened(name: str, suffix: str = "") -> str:
    """Cut a name at a character boundary so that it and the suffix fit PostgreSQL's 63 bytes."""
    kept = name.encode()[: _MAX_NAME_BYTES - len(suffix)].decode(errors="ignore")
    return kept + suffix


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


class _TypeOfColumn:
    """The narrowest type all values of a column seen so far have."""

    __slots__ = ("_orders", "_type", "is_text")

    def __init__(self) -> None:
        self.is_text = False
        self._type: str | None = None
        self._orders: set[str] | None = None

    def see(self, value: str) -> None:
        value_type = self._type_of(value)
        if self._type is None or self._type == value_type:
            self._type = value_type
        elif self._type in _NUMBER_TYPES and value_type in _NUMBER_TYPES:
            self._type = max(self._type, value_type, key=_NUMBER_TYPES.index)
        elif self._type in _DATE_TYPES and value_type in _DATE_TYPES:
            self._type = "timestamp"
        else:
            self._type = "text"
        self.is_text = self._type == "text"

    def sql_type(self) -> str:
        is_ambiguous = self._orders is not None and len(self._orders) == 2
        return "text" if self._type is None or is_ambiguous else self._type

    def is_day_first(self) -> bool | None:
        if self.sql_type() not in _DATE_TYPES or self._orders == {_YEAR_FIRST}:
            return None
        return self._orders == {_DAY_FIRST}

    def _type_of(self, value: str) -> str:
        written = _VALUE.fullmatch(value)
        if written is None:
            return "text"
        if written["integer"]:
            number = int(written["integer"])
            if -(1 << 31) <= number < 1 << 31:
                return "integer"
            return "bigint" if -(1 << 63) <= number < 1 << 63 else "numeric"
        if written["numeric"]:
            return "numeric"
        if written["boolean"]:
            return "boolean"
        return self._date_type(written)

    def _date_type(self, written: re.Match[str]) -> str:
        if written["iso"]:
            orders = {_YEAR_FIRST: _is_date(written["year"], written["month"], written["day"])}
        else:
            first, second, year = written["first"], written["second"], written["last"]
            orders = {_DAY_FIRST: _is_date(year, second, first), _MONTH_FIRST: _is_date(year, first, second)}
        possible = {order for order, is_valid in orders.items() if is_valid}
        self._orders = possible if self._orders is None else self._orders & possible
        if not self._orders:
            return "text"
        return "timestamp" if written["iso_time"] or written["local_time"] else "date"


def _is_date(year: str, month: str, day: str) -> bool:
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def _iso_date(value: str, is_day_first: bool | None) -> str:
    written = _VALUE.fullmatch(value)
    if written is None or not written["local"]:
        return value
    first, second = written["first"], written["second"]
    day, month = (first, second) if is_day_first else (second, first)
    return f"{written['last']}-{month}-{day}{written['local_time'] or ''}"


def _encoding(path: Path) -> str:
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


def _separator(path: Path, encoding: str) -> str:
    """Choose the separator under which most rows are as wide as the first, and wider than one field."""
    with path.open(encoding=encoding, newline="") as file:
        sample = file.read(_SAMPLE_CHARACTERS)
        is_whole = not file.read(1)
    lines = list(io.StringIO(sample, newline=""))
    lines = lines if is_whole else lines[:-1] or lines

    def fit(separator: str) -> tuple[float, int]:
        widths = [len(row) for row in _reader(lines, separator) if row]
        if not widths or widths[0] < 2:
            return 0.0, 0
        return sum(width == widths[0] for width in widths) / len(widths), widths[0]

    return max(_SEPARATORS, key=fit)


def _rows(path: Path, encoding: str, separator: str) -> Iterator[list[str]]:
    with path.open(encoding=encoding, newline="") as file:
        for row in _reader(file, separator):
            if row:
                yield row


def _data_rows(path: Path, encoding: str, separator: str) -> Iterator[list[str]]:
    rows = _rows(path, encoding, separator)
    next(rows, None)
    return rows


def _reader(lines: Iterable[str], separator: str) -> Iterator[list[str]]:
    csv.field_size_limit(_FIELD_CHARACTERS)
    return csv.reader(lines, delimiter=separator)
