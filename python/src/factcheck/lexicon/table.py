"""Fills the table ``factcheck.lexicon`` from the file installed with the package."""

from __future__ import annotations

import lzma
from pathlib import Path

from factcheck.errors.catalogue.server import lexicon_not_installed
from factcheck.port import Database
from factcheck.sqltext import literal
from factcheck.text_index.planner_statistics import analyze

_BYTES_PER_STATEMENT = 1_000_000
INSTALLED_FILE = Path(__file__).resolve().parents[2] / "factcheck_data" / "lexicon.tsv.xz"


def is_loaded(database: Database) -> bool:
    """Tell whether the table has entries."""
    [row] = database.query("SELECT EXISTS (SELECT FROM factcheck.lexicon) AS is_loaded")
    return bool(row["is_loaded"])


def load_lexicon(database: Database, file: Path = INSTALLED_FILE) -> int:
    """Replace the entries of the table by those of the file; return how many there are.

    Raises ``FactcheckError`` (58P01) where the file is not installed.
    """
    if not file.exists():
        raise lexicon_not_installed(str(file))
    database.query("DELETE FROM factcheck.lexicon")
    count = 0
    with lzma.open(file) as lines:
        while block := lines.read(_BYTES_PER_STATEMENT):
            block += lines.readline()  # up to the end of a line
            count += block.count(b"\n")
            database.query(_insert(block.decode().rstrip("\n")))
    analyze(database, "lexicon")
    return count


def _insert(lines: str) -> str:
    """Return SQL that stores tab-separated lines; one literal a batch is far faster than one a value."""
    fields = ", ".join(f"split_part(line, E'\\t', {place})" for place in range(1, 6))  # an array of each takes longer
    return (
        "INSERT INTO factcheck.lexicon (lemma, part_of_speech, related, relation, frequency)"
        f" SELECT {fields}::real FROM string_to_table({literal(lines)}, E'\\n') AS line"
    )
