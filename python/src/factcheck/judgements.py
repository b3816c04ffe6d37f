"""The judgement on a claim of a check: what its readings give, looked up or asked for, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from factcheck.evaluation.evaluate import adds_doubles, is_at_end
from factcheck.evaluation.querytext import query_text
from factcheck.interpretation import Interpretation
from factcheck.model.found_values import FoundValue, found_value
from factcheck.model.query_space import Candidate, CandidateQuery
from factcheck.model.verdicts import Judgement, judge
from factcheck.numbers.rounding import Interval, admissible_interval
from factcheck.port import Database
from factcheck.preparation import PreparedCheck


def judgement_of(place: int, check: PreparedCheck, found: Interpretation, database: Database) -> Judgement:
    """Judge the claim at a place by its posterior.

    Where doubles were added up and what is lost of them may decide, the reading's own query is run, which adds up
    decimals, unless there is a time budget to keep.
    """
    number = check.claims[place].number
    tolerance = Decimal(str(check.settings.about_tolerance))
    admissible = admissible_interval(number.value, number.high, number.comparison, tolerance)

    def values_of(candidates: Sequence[Candidate]) -> list[FoundValue]:
        values = found.results[place].values(candidates)
        queries = [found.spaces[place].query(candidate) for candidate in candidates]
        return [
            value if check.budget.is_limited or _is_sure(value, query, admissible) else _asked(query, database)
            for value, query in zip(values, queries, strict=True)
        ]

    return judge(found.posteriors[place], values_of, admissible.__contains__, check.settings)


def _is_sure(found: FoundValue, query: CandidateQuery, admissible: Interval) -> bool:
    at_end = found.value is not None and adds_doubles(query) and is_at_end(found.value, admissible)
    return found.is_sure and not at_end


def _asked(query: CandidateQuery, database: Database) -> FoundValue:
    """What a query gives."""
    [row] = database.query(query_text(query))
    [value] = row.values()
    exact = None if value is None or not Decimal(value).is_finite() else Fraction(value)
    return FoundValue(found_value(exact, query.function, query.column), is_sure=False)
