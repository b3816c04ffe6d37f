"""Hours of the day that a sentence names, as columns of whole hours have them."""

from __future__ import annotations

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue

TABLE = Table(1, "reading", "air.reading", None, (Column(1, 1, "hour", "hour", "integer", "N", None),))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Daytime average ( 6AM-6PM ) : 32", "hour BETWEEN 6 AND 17"),
        ("Nighttime average ( 6PM-6AM ) : 38", "NOT (hour BETWEEN 6 AND 17)"),
        ("At night it was 38 .", "NOT (hour BETWEEN 5 AND 20)"),
        ("In the morning it was 38 .", "hour BETWEEN 5 AND 11"),
    ],
)
def test_hours_may_run_past_midnight(text, expected):
    cue = PredicateCue(ClaimWords((passage(text, True),)), [TABLE], {})
    assert expected in {predicate.sql("hour") for predicate, _ in time_predicates(cue)}
