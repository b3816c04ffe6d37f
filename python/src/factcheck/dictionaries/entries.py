"""What a data dictionary says of one table or column, and the bounds of what is read of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from factcheck.errors.catalogue.dictionaries import dictionary_too_rich
from factcheck.runtime.checkpoints import checkpoint

FORMATS = ("csv", "frictionless", "dbt")
MOST_CHARACTERS = 5_000_000
MOST_ENTRIES = 100_000
LONGEST_DESCRIPTION = 10_000
_ENTRIES_PER_CHECKPOINT = 100


@dataclass(frozen=True, slots=True)
class Entry:
    """The description of a table, or of a column of it.

    ``tables`` are the names the dictionary gives the table, such as a title and a file name; none where it names no
    table at all.  ``column`` is None where the table itself is described.
    """

    tables: tuple[str, ...]
    column: str | None
    description: str


def joined(texts: Iterable[object]) -> str:
    """Put the texts that describe one thing into one, in their order and each once; what is no text is left out."""
    told = [" ".join(text[:LONGEST_DESCRIPTION].split()) for text in texts if isinstance(text, str)]
    return ". ".join(dict.fromkeys(text.rstrip(".") for text in told if text.rstrip(".")))[:LONGEST_DESCRIPTION]


def bounded(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries that describe something; raises ``FactcheckError`` when they are more than any dictionary has.

    Aliases let a short text stand for any number of entries.
    """
    characters = 0
    for count, entry in enumerate(entries, 1):
        if count % _ENTRIES_PER_CHECKPOINT == 0:
            checkpoint()
        characters += len(entry.description)
        if count > MOST_ENTRIES or characters > MOST_CHARACTERS:
            raise dictionary_too_rich(MOST_ENTRIES, MOST_CHARACTERS)
        if entry.description:
            yield entry
