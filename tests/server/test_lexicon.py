"""The table of related words holds what the file holds, entry by entry."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.lexicon import LexiconEntry, write_entries
from factcheck.lexicon.table import load_lexicon

ODD = [
    "d'oeuvre",
    "back\\slash",
    "naïveté",
    "東京",
    "per cent",
    "o''clock",
    "100%",
    "a|b",
    "{braces}",
    '"quoted"',
    "\\t",
]
"""Words that a statement could read otherwise than they are written."""


@pytest.fixture
def entries() -> list[LexiconEntry]:
    """More than are stored by one statement, of different lengths."""
    odd = [LexiconEntry(word, "n", other, "synonym", 1) for word in ODD for other in ODD if other != word]
    many = [
        LexiconEntry(f"wörd {'x' * (number % 13)}{number}", "nvar"[number % 4], f"kin of {number}", "hypernym", number)
        for number in range(1, 60_000)
    ]
    return odd + many


def test_the_table_holds_the_entries_of_the_file(
    admin: psycopg.Connection, entries: list[LexiconEntry], tmp_path: Path
) -> None:
    file = tmp_path / "lexicon.tsv.xz"
    write_entries(entries, file)
    assert sum(len("\t".join(map(str, entry)).encode()) for entry in entries) > 2_000_000
    with admin.transaction(force_rollback=True):
        admin.execute("INSERT INTO factcheck.lexicon VALUES ('stale', 'n', 'older', 'synonym', 1)")
        assert load_lexicon(PsycopgDatabase(admin), file) == len(entries)
        stored = admin.execute(
            "SELECT lemma, part_of_speech, related, relation, frequency::integer FROM factcheck.lexicon"
        ).fetchall()
    assert sorted(stored) == sorted(map(tuple, entries))


def test_a_file_without_entries_empties_the_table(admin: psycopg.Connection, tmp_path: Path) -> None:
    write_entries([], tmp_path / "empty.tsv.xz")
    with admin.transaction(force_rollback=True):
        assert load_lexicon(PsycopgDatabase(admin), tmp_path / "empty.tsv.xz") == 0
        assert admin.execute("SELECT count(*) FROM factcheck.lexicon").fetchall() == [(0,)]
