"""Related words from WordNet 3.0: read from its database files, kept in one compressed table of text.

The file is made once, when factcheck is installed, and loaded into ``factcheck.lexicon`` of each database;
no check reads WordNet itself.
"""

from __future__ import annotations

from factcheck.lexicon.entries import LexiconEntry, write_entries

__all__ = ["LexiconEntry", "write_entries"]
