"""Which of several columns is measured that differ in a year alone: that of the year that is said, else the latest."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.measures import without_year
from factcheck.candidates.statements.restrictions import YEAR
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.catalogue.schema import Column
from factcheck.words.identifiers import split_identifier


def of_meant_year(measures: Sequence[WeighedMeasure], cue: StatementCue) -> list[WeighedMeasure]:
    """Return measures without columns of other years than is meant: population_1996 where 2021 is the latest."""
    years: dict[tuple[int, tuple[str, ...]], set[str]] = {}
    for table in cue.tables:
        for column in table.columns:
            if (year := _year_of(column)) is not None:
                years.setdefault((table.table_id, without_year(column)), set()).add(year)
    said = {token.text for token in cue.words.sentence}
    if said.isdisjoint(year for alike in years.values() for year in alike) and cue.year is not None:
        said = {str(cue.year)}

    def is_meant(column: Column | None) -> bool:
        year = None if column is None else _year_of(column)
        if column is None or year is None:
            return True
        alike = years.get((column.table_id, without_year(column)), {year})
        return year in ((alike & said) or {max(alike)})

    return [each for each in measures if is_meant(each.measure.column)]


def _year_of(column: Column) -> str | None:
    return next((word for word in split_identifier(column.name) if YEAR.fullmatch(word)), None)
