"""All generators of listed queries, in the order in which queries of equal scores go."""

from __future__ import annotations

from factcheck.candidates.generators.comparisons import changes, differences, multiples
from factcheck.candidates.generators.rate import rates
from factcheck.candidates.generators.rows import look_ups
from factcheck.candidates.generators.shares import shares_of_columns, shares_of_different_values
from factcheck.candidates.generators.statistics import correlations, quantiles, standard_scores
from factcheck.candidates.listed import Generator

GENERATORS: tuple[Generator, ...] = (
    Generator("rate", 24, rates),
    Generator("share of columns", 12, shares_of_columns),
    Generator("share of different values", 12, shares_of_different_values),
    Generator("change", 24, changes),
    Generator("difference", 24, differences),
    Generator("multiple", 24, multiples),
    Generator("look-up", 12, look_ups),
    Generator("quantile", 4, quantiles),
    Generator("correlation", 4, correlations),
    Generator("standard score", 12, standard_scores),
)
