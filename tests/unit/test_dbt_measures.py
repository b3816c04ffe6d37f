"""Metrics and semantic models of dbt: which become measures, of which table, and why others do not."""

from __future__ import annotations

import pytest

from factcheck.dictionaries.reading import declared_measures, read_dictionary

MODELS = """
semantic_models:
  - name: bookings
    model: ref('hotel', 'fact_bookings')
    measures:
      - {name: takings, agg: sum, expr: nights * rate, description: Money taken}
      - {name: nights, agg: average}
      - {name: bookings, agg: count, expr: booking_id}
"""


def measures(text):
    return {each.name: (each.table, each.expression, each.description) for each in declared_measures(text, None)}


def reasons(text):
    return {each.name: each.reason for each in declared_measures(text, None) if each.reason}


def test_measures_of_a_semantic_model_are_expressions_over_its_table():
    assert measures(MODELS)["takings"] == ("fact_bookings", "nights * rate", "Money taken")
    assert measures(MODELS)["nights"] == ("fact_bookings", "nights", "")
    assert reasons(MODELS) == {"bookings": "its aggregation count has no value for each row"}


@pytest.mark.parametrize("of", ["takings", "{name: takings}"])
def test_a_simple_metric_names_its_measure(of):
    text = f"{MODELS}metrics:\n  - {{name: revenue, label: Revenue, type: simple, type_params: {{measure: {of}}}}}\n"
    assert measures(text)["revenue"] == ("fact_bookings", "nights * rate", "Revenue. Money taken")
    assert "takings" not in measures(text)


def test_metrics_from_before_there_were_semantic_models():
    profit = "name: profit, model: ref('sales'), calculation_method: sum, expression: income - cost"
    text = f"metrics:\n  - {{{profit}}}\n"
    assert measures(text) == {"profit": ("sales", "income - cost", "")}


@pytest.mark.parametrize(
    ("metric", "reason"),
    [
        ("type: ratio, type_params: {numerator: takings, denominator: nights}", "a metric of type ratio has no value"),
        ("type: derived, type_params: {expr: takings - nights}", "a metric of type derived has no value"),
        ("type: simple, filter: 'x > 1', type_params: {measure: takings}", "it has a filter"),
        ("type: simple, type_params: {measure: {name: takings, filter: 'x > 1'}}", "it has a filter"),
        ("type: simple, type_params: {measure: elsewhere}", "its measure is not in the dictionary"),
        ("type: simple", "its measure is not in the dictionary"),
        ("model: ref('sales'), calculation_method: count_distinct, expression: id", "its aggregation count_distinct"),
        ("model: ref('sales')", "it has no aggregation"),
    ],
)
def test_why_a_metric_is_no_measure(metric, reason):
    assert reasons(f"{MODELS}metrics:\n  - {{name: odd, {metric}}}\n")["odd"].startswith(reason)


def test_a_file_of_metrics_alone_is_one_of_dbt():
    assert read_dictionary(MODELS, None) == []
    assert len(declared_measures(MODELS, None)) == 3


def test_other_dictionaries_declare_no_measures():
    assert declared_measures("table,column,description\nsales,amt,metrics: none\n", None) == []
