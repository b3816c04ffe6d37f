"""Shares of sums: which part of all that a column adds up to falls to some rows."""

from __future__ import annotations

from dataclasses import replace

from factcheck.queries.functions.function import Takes, words
from factcheck.queries.functions.sums import SUM
from factcheck.queries.shapes import GIVEN, SHARE

SHARE_OF_SUM = replace(
    SUM,
    name="share_of_sum",
    names_in_sql=(),
    keywords=words("account contribute contribution generate responsible represent share total"),
    is_only_named=True,
    takes=Takes.NAMED_AMOUNTS,
    shape=SHARE,
)
"""Of the whole table: "The North accounted for 31 % of the revenue", "31 % of total revenue"."""

SHARE_OF_SUM_WITHIN = replace(SHARE_OF_SUM, name="share_of_sum_within", shape=GIVEN)
"""Of a group: "In May the North accounted for 31 % of the revenue"."""
