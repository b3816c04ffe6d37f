"""All generators of listed queries, in the order in which queries of equal scores go."""

from __future__ import annotations

from factcheck.candidates.generators.closing_changes import closing_changes
from factcheck.candidates.generators.comparisons import changes, differences, multiples
from factcheck.candidates.generators.decided_shares import shares_of_decided
from factcheck.candidates.generators.fully_restricted import fully_restricted
from factcheck.candidates.generators.group_averages import group_averages
from factcheck.candidates.generators.group_counts import group_counts
from factcheck.candidates.generators.group_extremes import group_extremes, group_owners
from factcheck.candidates.generators.group_ratios import group_ratio_extremes
from factcheck.candidates.generators.known_shares import shares_of_all, shares_of_known
from factcheck.candidates.generators.losses import losses
from factcheck.candidates.generators.named_ratios import named_ratios
from factcheck.candidates.generators.no_partner import rows_without_partner
from factcheck.candidates.generators.panel_shares import shares_of_totals
from factcheck.candidates.generators.parts_of_wholes import parts_of_wholes
from factcheck.candidates.generators.prices_paid import prices_paid
from factcheck.candidates.generators.rate import rates
from factcheck.candidates.generators.rows import look_ups, rows_at_extremes
from factcheck.candidates.generators.shares import shares_by_name, shares_of_columns, shares_of_different_values
from factcheck.candidates.generators.spans import spans
from factcheck.candidates.generators.statistics import correlations, quantiles, regressions, standard_scores
from factcheck.candidates.generators.targets import shares_of_targets
from factcheck.candidates.generators.top_groups import top_groups
from factcheck.candidates.generators.top_rows import top_rows
from factcheck.candidates.listed import Generator

GENERATORS: tuple[Generator, ...] = (
    Generator("rate", 32, rates, simple=8),
    Generator("named ratio", 12, named_ratios, simple=3),
    Generator("share of columns", 12, shares_of_columns, simple=3),
    Generator("share by name", 12, shares_by_name),
    Generator("parts of a whole", 12, parts_of_wholes, simple=3),
    Generator("share of different values", 12, shares_of_different_values, simple=3),
    Generator("share of known rows", 12, shares_of_known),
    Generator("share of all rows", 12, shares_of_all),
    Generator("share of decided rows", 12, shares_of_decided, simple=3),
    Generator("share of a total", 12, shares_of_totals),
    Generator("share of a target", 12, shares_of_targets, simple=3),
    Generator("change", 12, changes, simple=3),
    Generator("change until a day", 12, closing_changes),
    Generator("difference", 12, differences, simple=3),
    Generator("multiple", 12, multiples, simple=3),
    Generator("loss", 8, losses, simple=2),
    Generator("price paid", 8, prices_paid, simple=2),
    Generator("look-up", 4, look_ups),
    Generator("extreme of groups", 10, group_extremes, simple=2),
    Generator("owner of an extreme", 4, group_owners),
    Generator("groups counted", 12, group_counts, simple=2),
    Generator("average of groups", 8, group_averages, simple=2),
    Generator("no partner", 4, rows_without_partner),
    Generator("row at an extreme", 4, rows_at_extremes, simple=2),
    Generator("quantile", 4, quantiles),
    Generator("correlation", 10, correlations, simple=3),
    Generator("regression", 12, regressions, simple=3),
    Generator("standard score", 12, standard_scores, simple=3),
    Generator("span", 6, spans, simple=2),
    Generator("extreme of ratios", 6, group_ratio_extremes),
    Generator("top groups", 6, top_groups),
    Generator("top rows", 6, top_rows, simple=2),
    Generator("fully restricted", 10, fully_restricted),
)
