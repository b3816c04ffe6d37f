"""Names of tables and columns, made of those of files and of headings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

_MAX_NAME_BYTES = 63
_SYSTEM_COLUMNS = frozenset({"tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"})


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
