"""Related words from WordNet 3.0: read from its database files, kept in one compressed table of text.

The file is made once, when factcheck is installed, and loaded into ``factcheck.lexicon`` of each database;
no check reads WordNet itself.
"""

from __future__ import annotations

from factcheck.lexicon.entries import PARTS_OF_SPEECH, RELATIONS, LexiconEntry, read_entries, write_entries

__all__ = ["PARTS_OF_SPEECH", "RELATIONS", "LexiconEntry", "read_entries", "write_entries"]
