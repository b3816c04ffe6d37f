"""A check of the data sets that its document is about, where there are tables of several."""

from __future__ import annotations

from dataclasses import replace

from factcheck.check.interpret import Interpretation
from factcheck.check.prepare import PreparedCheck
from factcheck.inference.data_sets_meant import data_sets_meant
from factcheck.joins.data_sets import data_sets
from factcheck.runtime.context import CheckContext


def narrowed_to_data_sets(interpretation: Interpretation, context: CheckContext) -> PreparedCheck | None:
    """Return the check of the tables of the data sets that the document speaks of; None where these are all there are.

    Tables that are named for the check stay, and those of readings that people decided on.  To interpret claims a
    second time takes time that a check with a budget may not have: its tables stay as they are.
    """
    check = interpretation.check
    is_open = check.options.table_names is None and len(check.tables) > 1
    if not is_open or not check.claims or context.budget.is_limited:
        return None
    sets = data_sets(check.tables, interpretation.scoped.spanned.joins)
    meant = data_sets_meant(sets, interpretation.inference.posteriors)
    if meant.issuperset(sets.values()):
        return None
    for decision in interpretation.decisions.values():
        meant |= {sets[number] for number in decision.tables & sets.keys()}
    kept = tuple(table for table in check.tables if sets[table.table_id] in meant)
    return None if len(kept) == len(check.tables) else replace(check, tables=kept)
