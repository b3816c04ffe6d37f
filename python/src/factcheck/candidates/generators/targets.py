"""What was reached beside what was aimed at: "exceeded its target by 12 %", "sales came to 94 % of the budget"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.candidates.cue import Cue
from factcheck.candidates.generators.measures import measures
from factcheck.candidates.identifiers import is_identifier
from factcheck.catalogue.schema import Column
from factcheck.queries.difference import Change
from factcheck.queries.functions.extremes import MAX
from factcheck.queries.functions.sums import SUM
from factcheck.queries.query import Measure, Query
from factcheck.queries.ratio import Ratio
from factcheck.words.identifiers import split_identifier

_AIMS = frozenset("target targets goal goals quota quotas budget budgets plan planned forecast".split())
_MISSES = frozenset("miss below short under fall fail unspent unused left save saving underspend underspent".split())
_MEASURES = 3


def shares_of_targets(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Divide amounts by the column of what was aimed at, or tell by how many per cent they are more than that.

    A table of targets has one for each row; of the rows of another table that are joined with it, the same is meant.
    """
    weight = cue.words.weight(_AIMS) if cue.number.unit == "percent" else 0.0
    aims = [column for column in cue.amounts if _is_aim(column)] if weight else []
    for aim in aims:
        of_aim = cue.table(aim)
        for scored in measures(cue, (SUM,), _MEASURES):
            column = scored.measure.column
            if column is None or _is_aim(column):
                continue
            is_beside = scored.table.table_id == of_aim.table_id
            for chosen in cue.sets(without=(aim, column)):
                reached = cue.aggregate(scored.measure, scored.table, chosen.predicates, aim)
                aimed = cue.aggregate(Measure(SUM if is_beside else MAX, aim), scored.table, chosen.predicates, column)
                if reached is None or aimed is None:
                    continue
                score = scored.score * chosen.score
                yield Ratio(reached, aimed, 100), cue.kind_score("share_of_columns", weight) * score
                ways = (False, True) if cue.words.weight(_MISSES) else (False,)
                yield from ((Change(aimed, reached, way), cue.kind_score("change", weight) * score) for way in ways)


def _is_aim(column: Column) -> bool:
    words = split_identifier(column.name)
    return column.is_numeric and not is_identifier(column) and not _AIMS.isdisjoint(words)
