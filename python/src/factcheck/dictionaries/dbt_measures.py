"""Reads the metrics and semantic models of dbt as measures: expressions over the rows of one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from factcheck.dictionaries.entries import joined

Value = Callable[[dict[str, Any], str], Any]
"""Returns the value of a key, own or merged."""

_AGGREGATIONS = frozenset({"sum", "average", "avg", "min", "max", "median"})
"""Aggregations of a row's value; which of them a claim means, its own words say."""

_MOST = 500
"""Measures of a dictionary that are read at most."""


@dataclass(frozen=True, slots=True)
class MeasureEntry:
    """A measure as a dictionary declares it; ``table`` is the name of its model.

    ``reason`` says why it cannot be read, where it cannot; then ``expression`` is empty.
    """

    name: str
    table: str
    expression: str
    description: str
    reason: str = ""


def read_measures(content: Mapping[str, Any], value: Value) -> Iterator[MeasureEntry]:
    """Yield the metrics, then the measures of semantic models that no metric shows.

    A metric without filter that sums up, averages or compares one measure is that measure under the metric's name.
    What has no value for each row, such as a count or a ratio of two sums, is yielded with the reason.
    """
    measures: dict[str, MeasureEntry] = {}
    for model in _objects(content.get("semantic_models")):
        table = _model_name(value(model, "model")) or str(value(model, "name") or "")
        for measure in _objects(value(model, "measures")):
            entry = _measure(measure, table, value)
            if entry.name and len(measures) < _MOST:
                measures[entry.name] = entry
    shown: set[str] = set()
    for number, metric in enumerate(_objects(content.get("metrics"))):
        if isinstance(value(metric, "name"), str) and number < _MOST:
            entry, of = _metric(metric, measures, value)
            shown.add(of)
            yield entry
    yield from (entry for name, entry in measures.items() if name not in shown)


def _objects(listed: object) -> Iterator[dict[str, Any]]:
    yield from (each for each in (listed if isinstance(listed, list) else []) if isinstance(each, dict))


def _measure(measure: dict[str, Any], table: str, value: Value) -> MeasureEntry:
    name = _text(value(measure, "name"))
    aggregation = _text(value(measure, "agg")).lower()
    return _read(measure, name, table, aggregation, _text(value(measure, "expr")) or name, value)


def _metric(metric: dict[str, Any], measures: Mapping[str, MeasureEntry], value: Value) -> tuple[MeasureEntry, str]:
    """Read a metric; return also the name of the measure that it shows, empty for one that has none."""
    name, described = _text(value(metric, "name")), _described(metric, value)
    if isinstance(value(metric, "model"), str):  # as dbt wrote them before there were semantic models
        aggregation = _text(value(metric, "calculation_method") or value(metric, "type")).lower()
        expression = _text(value(metric, "expression") or value(metric, "sql"))
        return _read(metric, name, _model_name(value(metric, "model")), aggregation, expression, value), ""
    kind = _text(value(metric, "type")).lower() or "simple"
    parameters = value(metric, "type_params")
    of = value(parameters, "measure") if isinstance(parameters, dict) else None
    is_filtered = isinstance(of, dict) and bool(value(of, "filter"))
    of = _text(value(of, "name") if isinstance(of, dict) else of)
    measure = measures.get(of)
    if kind != "simple":
        reason = f"a metric of type {kind} has no value for each row"
    elif is_filtered or value(metric, "filter"):
        reason = "it has a filter"
    elif measure is None:
        reason = "its measure is not in the dictionary"
    else:
        description = joined([described, measure.description])
        return MeasureEntry(name, measure.table, measure.expression, description, measure.reason), of
    return MeasureEntry(name, "", "", described, reason), ""


def _read(
    holder: dict[str, Any], name: str, table: str, aggregation: str, expression: str, value: Value
) -> MeasureEntry:
    described = _described(holder, value)
    if aggregation not in _AGGREGATIONS:
        reason = f"its aggregation {aggregation} has no value for each row" if aggregation else "it has no aggregation"
        return MeasureEntry(name, table, "", described, reason)
    if value(holder, "filters") or value(holder, "filter"):
        return MeasureEntry(name, table, "", described, "it has a filter")
    return MeasureEntry(name, table, expression, described)


def _described(holder: dict[str, Any], value: Value) -> str:
    return joined([value(holder, "label"), value(holder, "description")])


def _model_name(reference: object) -> str:
    """Return the last name in a call such as ``ref('shop', 'orders')``; the text itself where it is no call."""
    text = _text(reference)
    quoted = [part for part in text.replace('"', "'").split("'")[1::2] if part]
    return quoted[-1] if quoted else text


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""
