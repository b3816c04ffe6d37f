"""Reads data dictionaries: what sites say their tables and columns mean, in the formats they say it in."""

from __future__ import annotations

from factcheck.dictionaries.csv import read_csv
from factcheck.dictionaries.dbt import is_dbt, read_dbt, read_dbt_measures
from factcheck.dictionaries.dbt_measures import MeasureEntry
from factcheck.dictionaries.entries import FORMATS, MOST_CHARACTERS, Entry, bounded
from factcheck.dictionaries.frictionless import read_frictionless
from factcheck.errors.catalogue.dictionaries import dictionary_empty, dictionary_format_not_known, dictionary_too_long


def read_dictionary(text: str, format_name: str | None) -> list[Entry]:
    """Read the descriptions of a data dictionary, given as text.

    ``format_name`` is one of ``FORMATS``; None has it told from the text.  Raises ``FactcheckError`` for text that is
    too long or not of the format, with the line where there is one.
    """
    if format_name is not None and format_name not in FORMATS:
        raise dictionary_format_not_known(format_name, FORMATS)
    if len(text) > MOST_CHARACTERS:
        raise dictionary_too_long(len(text), MOST_CHARACTERS)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise dictionary_empty()
    file_format = format_name or _format_of(text)
    if file_format == "frictionless":
        entries = read_frictionless(text)
    else:
        entries = read_dbt(text) if file_format == "dbt" else read_csv(text)
    return list(bounded(entries))


def declared_measures(text: str, format_name: str | None) -> list[MeasureEntry]:
    """Return the measures that a dictionary declares, which ``read_dictionary`` has read; only dbt has any."""
    text = text.removeprefix("\ufeff")
    return read_dbt_measures(text) if (format_name or _format_of(text)) == "dbt" else []


def _format_of(text: str) -> str:
    if text.lstrip().startswith(("{", "[")):
        return "frictionless"
    return "dbt" if is_dbt(text) else "csv"
