"""Facts, and how they go through JSON."""

import json

import pytest

from factcheck.questions.fact import (
    MOST_ROWS,
    Breakdown,
    BreakdownKind,
    Fact,
    FactKind,
    FactRows,
    Restriction,
    from_json,
    to_json,
)


def fact(**changes: object) -> Fact:
    fields: dict[str, object] = {
        "kind": FactKind.TREND,
        "relation": "public.cars",
        "subspace": (Restriction("origin", "origin is Japan", "\"origin\" = 'Japan'"),),
        "breakdown": Breakdown("year", BreakdownKind.TIME, "year"),
        "measure": "mpg",
        "measure_words": "average mpg",
        "aggregation": "avg",
        "focus": (),
        "sql": "SELECT 1",
        "value": 0.5,
        "rows": FactRows(("group", "value"), ((1970, 20.5), (1971, None))),
        "caption": "Average mpg rose.",
        "relevance": 1.0,
        "significance": 0.9,
        "impact": 0.2,
        "score": 0.8,
        "statistics": {"slope": 0.5, "percent": None},
    }
    return Fact(**(fields | changes))  # type: ignore[arg-type]


def test_a_fact_is_the_same_after_json() -> None:
    assert from_json(json.loads(json.dumps(to_json(fact())))) == fact()


def test_the_key_of_a_fact_stays_when_its_data_change_and_not_when_it_is_about_something_else() -> None:
    assert fact().key == fact(value=7, rows=FactRows(), caption="It fell.", sql="SELECT 2").key
    assert len({fact().key, fact(subspace=()).key, fact(focus=("Japan",)).key, fact(breakdown=None).key}) == 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "guess"),
        ("caption", 3),
        ("value", "much"),
        ("relevance", True),
        ("rows", {"columns": ["a"], "tuples": [[1, 2]]}),
        ("rows", {"columns": ["a"], "tuples": [[[]]]}),
        ("rows", {"columns": ["a"], "tuples": [[1]] * (MOST_ROWS + 1)}),
        ("breakdown", "year"),
        ("subspace", [{"column": "origin"}]),
    ],
)
def test_what_is_no_fact_is_refused(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_json(to_json(fact()) | {name: value})


def test_a_fact_without_a_field_is_refused() -> None:
    held = to_json(fact())
    del held["sql"]
    with pytest.raises(ValueError, match="sql"):
        from_json(held)
