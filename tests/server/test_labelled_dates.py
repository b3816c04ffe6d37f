"""Labelled queries may take dates for the texts that a file has, which loading it has recognised as dates."""

from __future__ import annotations

import psycopg
import pytest

from factcheck.quality.cases.scratch import scratch_database


@pytest.fixture(scope="module")
def reader(database):
    with scratch_database(database) as scratch, psycopg.connect(scratch.reader_dsn, autocommit=True) as connection:
        yield connection


@pytest.mark.parametrize(
    "query",
    [
        "SELECT extract(year FROM to_date(date '2019-05-02', 'DD/MM/YYYY'))",
        "SELECT extract(year FROM to_date('02/05/2019', 'DD/MM/YYYY'))",
        """SELECT CAST("right"(date '2019-05-02', 4) AS integer) WHERE "left"(date '2019-05-02', 7) = '2019-05'""",
        "SELECT 2019 WHERE timestamp '2019-05-02 10:00' LIKE '2019-05%' AND 'May' LIKE 'M%'",
    ],
)
def test_dates_are_taken_for_the_texts_of_a_file(reader, query):
    assert reader.execute(query).fetchone() == (2019,)
