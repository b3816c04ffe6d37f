"""SECURITY.md says what each level may do, and the server does so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import inventory

PAGE = Path(__file__).parents[2] / "SECURITY.md"
MARKS = ("<!-- rights: written by make golden -->\n", "<!-- end of rights -->")
LEVELS = ("public", "reader", "analyst", "admin")
WORDS = {"SELECT": "read", "EXECUTE": "call", "USAGE": "use"}


@pytest.fixture(scope="module")
def table(admin, role):
    """The table of rights as the page shows it: public functions, tables and views; then schema and types."""
    roles = {level: role() for level in LEVELS}
    for level in LEVELS[1:]:
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [roles[level], level])
    secured = {
        name
        for (name,) in admin.execute(
            "SELECT relname::text FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relrowsecurity"
        )
    }
    rows = {}
    for name, may in inventory.rights(admin, roles).items():
        kind, _, identity = name.partition(" ")
        short = identity.partition("(")[0].rpartition(".")[2]
        if kind == "sequence" or short.startswith("_"):
            continue
        label = f"`{short}`" + (" †" if short in secured else "")
        rows[kind, short] = [f"{kind} {label}", *(words(may[level]) for level in LEVELS), "all"]
    order = ("function", "procedure", "view", "table", "type", "schema")
    lines = [
        "| what | nobody | reader | analyst | admin | superuser |",
        "|---|---|---|---|---|---|",
        *(f"| {' | '.join(rows[key])} |" for key in sorted(rows, key=lambda key: (order.index(key[0]), key[1]))),
    ]
    return "\n".join(lines) + "\n"


def words(privileges):
    return ", ".join(sorted(WORDS.get(text, text.lower()) for text in privileges)) or "–"


def test_the_table_of_rights_is_what_the_server_says(table):
    before, mark, rest = PAGE.read_text().partition(MARKS[0])
    found, end, after = rest.partition(MARKS[1])
    assert mark
    assert end
    if os.environ.get("FACTCHECK_WRITE_GOLDEN"):
        PAGE.write_text(before + mark + table + end + after)
        found = table
    assert found == table, "SECURITY.md differs from what is installed: if it is meant, run `make golden`"
