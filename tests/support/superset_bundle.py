"""The dashboard's files, and the statements that its charts come down to."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from psycopg import sql

BUNDLE = Path(__file__).parents[2] / "dashboards/superset/bundle"
Asset = dict[str, Any]


@cache
def assets(folder: str) -> dict[str, Asset]:
    """The files of a folder of the bundle, by name."""
    files = sorted((BUNDLE / folder).rglob("*.yaml"))
    return {path.stem: yaml.load(path.read_bytes(), yaml.CSafeLoader) for path in files}


def statement(dataset: Asset, query: Asset) -> sql.Composable:
    """What Superset asks the database for a query of a chart, as far as columns and their types are concerned."""
    columns = [_column(dataset, column) for column in query["columns"]]
    metrics = [(_metric(dataset, name), name) for name in query.get("metrics") or ()]
    shown = [sql.SQL("{} AS {}").format(expression, sql.Identifier(name)) for expression, name in [*columns, *metrics]]
    parts = [
        sql.SQL("SELECT {} FROM {}").format(
            sql.SQL(", ").join(shown), sql.Identifier(dataset["schema"], dataset["table_name"])
        )
    ]
    if query["filters"]:
        conditions = [_condition(dataset, condition) for condition in query["filters"]]
        parts.append(sql.SQL("WHERE ") + sql.SQL(" AND ").join(conditions))
    if columns and metrics:
        parts.append(sql.SQL("GROUP BY ") + sql.SQL(", ").join(expression for expression, _ in columns))
    if query.get("orderby"):
        metric_names = {name for _, name in metrics}
        order = [
            (_metric(dataset, name) if name in metric_names else _expression(dataset, name))
            + sql.SQL(" ASC" if is_ascending else " DESC")
            for name, is_ascending in query["orderby"]
        ]
        parts.append(sql.SQL("ORDER BY ") + sql.SQL(", ").join(order))
    return sql.SQL(" ").join(parts)


def queries(chart: Asset) -> list[Asset]:
    """The queries that a chart keeps for Superset's API and its scheduled reports."""
    kept: list[Asset] = json.loads(chart["query_context"])["queries"]
    return kept


def _column(dataset: Asset, column: str | Asset) -> tuple[sql.Composable, str]:
    if isinstance(column, str):
        return _expression(dataset, column), column
    expression = _expression(dataset, column["sqlExpression"])
    if "timeGrain" in column:
        assert column["timeGrain"] == "P1D"
        expression = sql.SQL("date_trunc('day', {})").format(expression)
    return expression, column["label"]


def _expression(dataset: Asset, name: str) -> sql.Composable:
    [column] = [column for column in dataset["columns"] if column["column_name"] == name]
    return sql.SQL("({})").format(sql.SQL(column["expression"])) if column.get("expression") else sql.Identifier(name)


def _metric(dataset: Asset, name: str) -> sql.Composable:
    [metric] = [metric for metric in dataset["metrics"] if metric["metric_name"] == name]
    return sql.SQL(metric["expression"])


def _condition(dataset: Asset, condition: Asset) -> sql.Composable:
    column = _expression(dataset, condition["col"])
    if condition["op"] == "TEMPORAL_RANGE":
        return sql.SQL("{} > now() - interval '100 days'").format(column)
    if condition["op"] == "IS TRUE":
        return sql.SQL("{} IS TRUE").format(column)
    assert condition["op"] == "=="
    return sql.SQL("{} = {}").format(column, sql.Literal(condition["val"]))
