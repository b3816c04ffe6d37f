"""Values whose words a text has for another reason: as a number by itself, or as those of the table's name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from factcheck.catalogue.schema import Table
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import base_forms, split_identifier

_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?[ap]\.?m\.?)?", re.IGNORECASE)
_WRITES_CLOCK = re.compile(r"\d:\d\d|\d\s?[ap]\.?m\b", re.IGNORECASE)


def without_named_otherwise(
    named: Iterable[tuple[Predicate, Seen]], passages: Sequence[Passage], tables: Sequence[Table]
) -> list[tuple[Predicate, Seen]]:
    """Return what a claim's words find, without what they are there for anyhow.

    "More than 12 items" names no time at 4:12:47, and the title "Oslo housing" beside a table ``oslo_housing`` no town.
    """
    writes_clock = any(passage.written.has(_WRITES_CLOCK) for passage in passages)
    of_tables = {table.table_id: _forms(table.name) for table in tables}
    return [each for each in named if not _is_named_otherwise(*each, of_tables, writes_clock=writes_clock)]


def _is_named_otherwise(
    predicate: Predicate, seen: Seen, of_tables: Mapping[int, frozenset[str]], *, writes_clock: bool
) -> bool:
    """Tell whether a value is a time where none is written, or one whose words are those of its table's name."""
    if not isinstance(predicate, Equals) or not predicate.column.is_text:
        return False
    if _CLOCK.fullmatch(predicate.literal):
        return not writes_clock
    return _is_only_around(seen) and _forms(predicate.literal) <= of_tables[predicate.column.table_id]


def _is_only_around(seen: Seen) -> bool:
    """Tell whether all words that find a value stand around the claim's sentence."""
    return "terms" in seen.parts and not seen.parts.get("here", 0.0) and not seen.parts.get("said", 0.0)


def _forms(name: str) -> frozenset[str]:
    return frozenset(form for word in split_identifier(name) for form in base_forms(word))
