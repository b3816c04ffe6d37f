"""Tables with random rows that join in random ways, on a server."""

from __future__ import annotations

from random import Random
from typing import Any

import psycopg


def make_schema(admin: psycopg.Connection[Any], seed: int) -> list[str]:
    """Add tables that join in a chain, a star or not at all, some rows of which have no partner; return their names."""
    chance = Random(seed)
    schema = f"joined {seed}"
    admin.execute(f'DROP SCHEMA IF EXISTS "{schema}" CASCADE')
    admin.execute(f'CREATE SCHEMA "{schema}"')
    names = [f'"{schema}"."{name}"' for name in chance.sample(["Sale", "shop", "odd name", "region"], 4)]
    parents: list[int | None] = [None, *(chance.choice([None, *range(place)]) for place in range(1, 4))]
    for place, name in enumerate(names):
        fields = "".join(f", key{child} integer" for child in range(4) if parents[child] == place)
        admin.execute(
            f"CREATE TABLE {name} (id integer PRIMARY KEY{fields}, kind text, is_open boolean,"
            " amount numeric(8, 2), level double precision)"
        )
    for child, parent in enumerate(parents):
        if parent is not None:
            admin.execute(
                f"ALTER TABLE {names[parent]} ADD FOREIGN KEY (key{child}) REFERENCES {names[child]} NOT VALID"
            )
    for place, name in enumerate(names):
        keys = [child for child in range(4) if parents[child] == place]
        for row in range(chance.choice([0, 1, 9, 40]) if place else 60):
            values = [str(row), *(chance.choice(["NULL", str(chance.randint(0, 12))]) for _ in keys)]
            values += [chance.choice(["NULL", "'a'", "'b'", "'c d'"]), chance.choice(["NULL", "true", "false"])]
            values += [
                chance.choice(["NULL", f"{chance.randint(-999, 999)}.25"]),
                chance.choice(["NULL", "0.5", "'NaN'"]),
            ]
            insert = f"INSERT INTO {name} VALUES ({', '.join(values)})"
            admin.execute(f"SET session_replication_role = replica; {insert}; RESET session_replication_role")
        admin.execute("SELECT factcheck.add_table(%s::regclass, data_set => 'joined')", [name])
    return [str(row[0]) for name in names for row in admin.execute("SELECT %s::regclass::text", [name])]
