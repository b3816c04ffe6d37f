"""Keeps profiles of indexed text columns, and reads those that the current role may see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from factcheck.categories.columns.knowledge import ColumnKnowledge
from factcheck.categories.columns.profile import ColumnProfile
from factcheck.categories.text.phrases import normal_phrase
from factcheck.port import Database, Row
from factcheck.runtime.checkpoints import checkpoint
from factcheck.sqltext import binary, integer_array, literal, text_array
from factcheck.text_index.planner_statistics import analyze

VALUES_PER_COLUMN = 50

_OF_COLUMNS = (
    " FROM factcheck.column_profile p"
    " JOIN factcheck.visibility v ON v.visibility_id = p.visibility_id"
    " JOIN factcheck.data_column dc ON dc.column_id = v.column_id"
    " JOIN factcheck.data_table dt ON dt.table_id = dc.table_id"
)


@dataclass(frozen=True, slots=True)
class KeptColumn:
    """A column with its profile, its name and that of its table, and its most frequent values by their phrases."""

    profile: ColumnProfile
    name: str
    values: dict[str, str]


def write_profiles(database: Database, relation: str) -> int:
    """Keep profiles of a table's text columns that have none yet; return how many.

    The values are those of the index: what is not indexed, as under row security, has no profile.
    """
    rows = database.query(
        "SELECT v.visibility_id, dc.column_name::text AS name FROM factcheck.data_table dt"
        " JOIN factcheck.data_column dc ON dc.table_id = dt.table_id"
        " JOIN factcheck.visibility v ON v.column_id = dc.column_id"
        " JOIN pg_catalog.pg_attribute a ON a.attrelid = dt.relation AND a.attname = dc.column_name"
        " JOIN pg_catalog.pg_type t ON t.oid = a.atttypid AND t.typcategory IN ('S', 'E')"
        f" WHERE dt.relation = {literal(relation)}::regclass"
        " AND NOT EXISTS (SELECT FROM factcheck.column_profile p WHERE p.visibility_id = v.visibility_id)"
        " ORDER BY v.visibility_id"
    )
    values: defaultdict[int, list[str]] = defaultdict(list)
    for row in database.query(
        "SELECT visibility_id, literal FROM factcheck.fragment"
        f" WHERE visibility_id = ANY ({integer_array(row['visibility_id'] for row in rows)})"
        f" AND fragment_no < {VALUES_PER_COLUMN} ORDER BY visibility_id, fragment_no"
    ):
        values[row["visibility_id"]].append(row["literal"])
    written = [row for row in rows if row["visibility_id"] in values]
    for row in written:
        checkpoint()
        _write(database, row["visibility_id"], row["name"], values[row["visibility_id"]])
    if written:
        analyze(database, "column_profile", "column_value")
    return len(written)


def _write(database: Database, visibility_id: int, name: str, literals: Sequence[str]) -> None:
    profile = ColumnProfile.of(visibility_id, "", name, literals)
    phrases = [(phrase, value) for value in literals if (phrase := normal_phrase(value))]
    written = [(profile.heading, name), *phrases]
    database.query(
        "INSERT INTO factcheck.column_profile (visibility_id, heading, pieces, shares) VALUES"
        f" ({visibility_id}, {literal(profile.heading)},"
        f" {binary(profile.pieces.astype('<i4').tobytes())}, {binary(profile.shares.astype('<f4').tobytes())})"
    )
    database.query(
        "INSERT INTO factcheck.column_value (value, visibility_id, literal, rank, n_values)"
        f" SELECT value, {visibility_id}, literal, rank - 1, {len(phrases)}"
        f" FROM unnest({text_array(phrase for phrase, _ in written)}, {text_array(value for _, value in written)})"
        " WITH ORDINALITY AS v (value, literal, rank)"
    )


def read_profiles(database: Database) -> list[ColumnProfile]:
    """Return the profiles of all columns that the role may read."""
    return [
        _profile(row)
        for row in database.query(
            f"SELECT p.visibility_id, p.heading, p.pieces, p.shares, dt.relation::text AS relation{_OF_COLUMNS}"
            " ORDER BY p.visibility_id"
        )
    ]


def _profile(row: Row) -> ColumnProfile:
    return ColumnProfile(
        row["visibility_id"],
        row["relation"],
        row["heading"],
        np.frombuffer(row["pieces"], "<i4").astype(np.int64),
        np.frombuffer(row["shares"], "<f4").astype(np.float64),
    )


def read_columns(database: Database, relation: str) -> list[KeptColumn]:
    """Return the columns of an added table that have a profile and that the role may read."""
    rows = database.query(
        "SELECT p.visibility_id, p.heading, p.pieces, p.shares, dt.relation::text AS relation,"
        " dc.column_name::text AS name"
        f"{_OF_COLUMNS} WHERE dt.relation = {literal(relation)}::regclass ORDER BY p.visibility_id"
    )
    values: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for value in database.query(
        "SELECT visibility_id, value, literal FROM factcheck.column_value"
        f" WHERE visibility_id = ANY ({integer_array(row['visibility_id'] for row in rows)}) AND rank > 0"
        " ORDER BY visibility_id, rank"
    ):
        values[value["visibility_id"]].setdefault(value["value"], value["literal"])
    return [KeptColumn(_profile(row), row["name"], values[row["visibility_id"]]) for row in rows]


class ColumnMemory:
    """What a session keeps of columns: their knowledge, for as long as the role sees the same ones."""

    def __init__(self) -> None:
        self._seen: tuple[object, ...] = ()
        self._knowledge = ColumnKnowledge([])

    def knowledge(self, database: Database) -> ColumnKnowledge:
        """Return what the columns tell that the current role may read now."""
        [row] = database.query(
            "SELECT count(*) AS n, coalesce(sum(hashint8(visibility_id))::bigint, 0) AS digest,"
            " max(visibility_id) AS last"
            " FROM factcheck.column_profile"
        )
        seen = (row["n"], row["digest"], row["last"])
        if seen != self._seen:
            self._knowledge = ColumnKnowledge(read_profiles(database))
            self._seen = seen
        return self._knowledge
