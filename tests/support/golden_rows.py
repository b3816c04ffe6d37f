"""The rows of checks that no change of the code's structure may change: of the demonstration and of 20 labelled cases.

Rows of the demonstration are kept in full.  Of the cases, whose texts are not the project's, a line for each row is
kept: verdict, values, certificate, and hashes of all else.  To see what lies behind a line that differs, write all rows
before and after a change and compare the folders:

    .venv/bin/python tests/support/golden_rows.py --dsn DSN --cases FOLDER --write FOLDER
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from factcheck.commands.check import fact_check
from factcheck.commands.load import load_csv
from factcheck.quality.cases.case import find_cases, read_case
from factcheck.quality.cases.runner import loaded_case
from factcheck.quality.cases.sandbox import analyst, as_role, connected

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
CASES = 20
_EVERY = 3
_DIGITS = 7
"""Significant digits of probabilities that count: the last ones are an accident of the order of additions."""

Row = Mapping[str, Any]


def chosen_cases(folder: Path) -> list[Path]:
    """Every third case by name, so that data of all sizes are among them."""
    return find_cases([folder])[::_EVERY][:CASES]


def rows_of_cases(dsn: str, folders: Sequence[Path]) -> Iterator[list[Row]]:
    """Yield the rows of a check of each case's document against its data, its schema's random name taken out.

    One session checks all, so that the language model is loaded once.
    """
    with analyst(dsn) as role, connected(dsn) as session:
        for folder in folders:
            with loaded_case(dsn, read_case(folder), role, load_csv, session) as loaded:
                with as_role(session, role):
                    rows = fact_check(session, loaded.case.source, loaded.tables, None, 10)
                yield [json.loads(_text(row).replace(loaded.schema, "case")) for row in rows]


def _text(row: Row) -> str:
    return json.dumps(row, default=str, ensure_ascii=False)


def rounded(row: Row) -> dict[str, Any]:
    """A row whose probabilities have as many digits as count."""
    text = re.sub(
        r'("(?:p_correct|p_query|probability)": )(-?[\d.]+(?:e-?\d+)?)',
        lambda found: f"{found[1]}{float(f'{float(found[2]):.{_DIGITS}g}')!r}",
        _text(row),
    )
    return dict(json.loads(text))


def digest(row: Row) -> str:
    """A row in one line that tells of its text no more than hashes."""
    kept = rounded(row)
    shown = ("claim_no", "verdict", "p_correct", "claimed_value", "comparison", "found_value", "is_certified")
    hashes = [_hash(kept[name]) for name in ("query", "description", "message")]
    rest = _hash([kept[name] for name in sorted(kept) if name != "alternatives"])
    parts = [*(str(kept[name]) for name in shown), *hashes, _hash(kept["alternatives"]), rest]
    return " ".join(parts)


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:8]


def source_hash(folder: Path) -> str:
    """What tells whether a case is still the one that rows were kept of."""
    files = [folder / "article.html", *sorted((folder / "data").iterdir())]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def case_lines(number: int, folder: Path, rows: Sequence[Row]) -> Iterator[str]:
    """The lines that are kept of a case."""
    yield f"case {number} {source_hash(folder)}"
    yield from (f"  {digest(row)}" for row in rows)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--dsn", required=True)
    parser.add_argument("--cases", required=True, type=Path)
    parser.add_argument("--write", required=True, type=Path)
    parser.add_argument("--all", action="store_true", help="all cases, not only those that are kept")
    given = parser.parse_args()
    given.write.mkdir(parents=True, exist_ok=True)
    folders = find_cases([given.cases]) if given.all else chosen_cases(given.cases)
    for folder, found in zip(folders, rows_of_cases(given.dsn, folders), strict=True):
        rows = [rounded(row) for row in found]
        (given.write / f"{folder.name}.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    _main()
