"""The last year, month or day of the data: what a text is about that tells of the present, or names its year."""

from __future__ import annotations

from datetime import date

import pytest
from support.passages import passage

from factcheck.catalogue.schema import Column, Table
from factcheck.claims.told_times import told_times
from factcheck.retrieval.generators.latest_time import latest_time
from factcheck.retrieval.generators.named_periods import NamedPeriod
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.series_days import SeriesDays

DAY = Column(1, 1, "sold_on", "sold_on", "date", "D", None)
YEAR = Column(2, 1, "fiscal_year", "fiscal_year", "integer", "N", None)
TABLE = Table(1, "sale", "shop.sale", None, (DAY, YEAR))


def restrictions(sentence: str, *text: str) -> set[str]:
    """Return the conditions on the last day and year that a sentence of a text makes."""
    cue = PredicateCue(
        ClaimWords((passage(sentence, True),), times=told_times((sentence, *text))),
        [TABLE],
        {},
        years={YEAR.column_id: (2016, 2017, 2018)},
        series={DAY.column_id: SeriesDays(NamedPeriod(date(2018, 12, 31), date(2019, 1, 1)), (date(2018, 12, 31),))},
    )
    return {predicate.words(predicate.column.name.replace("_", " ")) for predicate, _ in latest_time(cue)}


BOTH = {"fiscal year is 2018", "sold on is 2018-12-31"}


@pytest.mark.parametrize(
    ("sentence", "text", "expected"),
    [
        ("The shop now sells 40 .", "", BOTH),
        ("The shop sells 40 .", "How things stand today is simple.", BOTH),
        ("The shop sells 40 .", "The figures are those of 2018.", BOTH),
        ("The shop sells 40 .", "“How are things these days?” we asked.", set()),
        ("The shop sells 40 .", "How are things these days? They are better now.", BOTH),
        ("The shop sells 40 .", "The figures are those of 2017.", set()),
        ("Last year the shop sold 40 .", "", BOTH | {"fiscal year is 2017"}),
        ("In the last year the shop sold 40 .", "", BOTH),
    ],
)
def test_the_present_is_the_last_time_of_the_data(sentence, text, expected):
    assert restrictions(sentence, text) == expected
