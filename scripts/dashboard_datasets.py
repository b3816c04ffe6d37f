"""Keeps the datasets of the dashboard as the result views are: names, types and comments of columns.

``make golden`` writes them anew.  What a file says beyond that stays: titles of columns, worked-out columns, metrics.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parents[1] / "dashboards/superset/bundle/datasets/factcheck"
DATABASE_FILE = FOLDER.parents[1] / "databases/factcheck.yaml"
TYPES = {
    "text": "TEXT",
    "smallint": "SMALLINT",
    "integer": "INTEGER",
    "bigint": "BIGINT",
    "numeric": "NUMERIC",
    "double precision": "DOUBLE PRECISION",
    "boolean": "BOOLEAN",
    "date": "DATE",
    "timestamp with time zone": "TIMESTAMP WITH TIME ZONE",
    "bigint[]": "BIGINT[]",
}
"""What Superset calls the types that the views may have."""
_TIMES = ("date", "timestamp with time zone")

Dataset = dict[str, Any]
ViewColumn = tuple[str, str, str | None]


def present(view: str) -> Dataset | None:
    """Return the dataset of a view as its file has it; None without a file."""
    file = FOLDER / f"{view}.yaml"
    return yaml.safe_load(file.read_text("utf-8")) if file.exists() else None


def wanted(view: str, comment: str | None, columns: Sequence[ViewColumn]) -> Dataset:
    """Return the dataset of a view with these columns, each as name, type and comment.

    Raises ``KeyError`` for a type that is not plain.
    """
    dataset = present(view) or _new(view, columns)
    known = {column["column_name"]: column for column in dataset["columns"]}
    worked_out = [column for column in dataset["columns"] if column.get("expression")]
    dataset["description"] = comment
    dataset["columns"] = [_column(known.get(name, {}), name, kind, said) for name, kind, said in columns] + worked_out
    return dataset


def write(view: str, dataset: Dataset) -> None:
    """Write the file of a view's dataset."""
    text = yaml.safe_dump(dataset, sort_keys=False, allow_unicode=True, width=110)
    (FOLDER / f"{view}.yaml").write_text(text, "utf-8")


def _column(known: Dataset, name: str, kind: str, comment: str | None) -> Dataset:
    return {
        "column_name": name,
        "verbose_name": known.get("verbose_name") or name.replace("_", " ").capitalize(),
        "type": TYPES[kind],
        "is_dttm": kind in _TIMES,
        "groupby": True,
        "filterable": True,
        "description": comment,
    }


def _new(view: str, columns: Sequence[ViewColumn]) -> Dataset:
    database = yaml.safe_load(DATABASE_FILE.read_text("utf-8"))["uuid"]
    times = [name for name, kind, _ in columns if kind in _TIMES]
    return {
        "table_name": view,
        "schema": "factcheck",
        "description": None,
        "main_dttm_col": "checked_at" if "checked_at" in times else next(iter(times), None),
        "sql": None,
        "filter_select_enabled": True,
        "normalize_columns": False,
        "columns": [],
        "metrics": [{"metric_name": "count", "verbose_name": "Rows", "expression": "count(*)"}],
        "uuid": str(uuid.uuid5(uuid.UUID(database), view)),
        "version": "1.0.0",
        "database_uuid": database,
    }
