"""What a statement measures of which rows: of those that it speaks of, and of each group of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.candidates.statements.cue import StatementCue
from factcheck.candidates.statements.measures import HAPPENING, measures_of
from factcheck.candidates.statements.names_of_measures import is_of_unnamed
from factcheck.candidates.statements.owners import tokens_of
from factcheck.candidates.statements.shares import is_done_more, is_had_by_some, shares_of
from factcheck.candidates.statements.totals_told import with_totals
from factcheck.candidates.statements.weighed_measure import WeighedMeasure
from factcheck.candidates.statements.words_of_measures import is_size
from factcheck.candidates.statements.years_of_beginning import years_of_beginning
from factcheck.candidates.statements.years_of_measures import of_meant_year
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.expressions import is_operation
from factcheck.catalogue.schema import Column
from factcheck.queries.difference import Difference
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.group_members import member_words
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.queries.selection import Selection
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import begin_alike, stem

_RATES = frozenset({"rate", "rates"})
_OF_WHAT_IS_HAD = 30.0
"""How much says against counting rows where somebody has the largest of something that nothing is called."""
_PERCENT = frozenset({"percent", "percentage"})
_PORTIONS = _RATES | frozenset("percent percentage pct perc pc share shares ratio proportion fraction".split())


def measures_asked(
    cue: StatementCue,
    apart: frozenset[int],
    rows: Sequence[Predicate] = (),
    owner: Predicate | None = None,
    is_comparison: bool = False,
) -> list[WeighedMeasure]:
    """Weigh what may be measured of the ``rows`` that predicates select: words that name these name no measure.

    ``owner`` is whom the first phrase names, whose other words say it, too.
    """
    selected = {stem(word) for each in rows if isinstance(each, Equals) for word in tokens_of(each.literal)}
    measuring = {token.text.lower() for token in cue.words.measuring}
    forms = {form for pair in cue.words.measured.words if pair[0] in measuring for form in pair}
    said = frozenset(word for word in forms if stem(word) not in selected)
    if owner is not None:
        name = [*tokens_of(member_words(owner)), *split_identifier(owner.column.name)]
        words = {word for word, _ in cue.words.owners[0].words}
        left = {word for word in words if not any(begin_alike(word, each) or word == each for each in name)}
        said |= left if left != words else set()  # "men" are all that M says
    measures = measures_of(
        said,
        cue.assertion.dimension,
        cue.relevance.measured,
        cue.tables,
        apart,
        is_comparison=is_comparison,
        is_greatest_of=cue.is_greatest_of,
    )
    if not is_comparison and _is_size_had(cue) and is_of_unnamed(said, cue.tables):
        measures = [_hardly_counted(each) for each in measures]
    shares = list(shares_of(cue, apart, () if owner is None else (owner,)))
    if is_had_by_some(cue, rows):
        measures = [each for each in measures if each.measure.function is not COUNT]
        shares = [each for each in shares if each.event]
    is_of_each = (is_comparison and not shares and is_done_more(cue)) or not said.isdisjoint(_RATES)
    if is_comparison and not said.isdisjoint(_PERCENT):  # "women give more in percent" is about no amount
        measures = [each for each in measures if _is_portion(each.measure.column)]
    has_others = any(each.measure.function is not COUNT and not each.unnamed for each in measures)
    is_of_each |= is_comparison and has_others and _is_acted(cue)
    if is_of_each or any(not each.unnamed for each in shares):  # "relapses were more common" is not about all patients
        measures = [each for each in measures if each.measure.function is not COUNT]
    begun = years_of_beginning(cue, apart, is_comparison=is_comparison) if not measures else ()
    return with_totals([*of_meant_year(measures, cue), *shares, *begun], cue)


def _is_portion(column: Column | None) -> bool:
    """Tell whether a column holds parts of something, by its name or as a quotient of others."""
    if isinstance(column, DerivedColumn) and is_operation(column.formula, "/"):
        return True
    return column is not None and not _PORTIONS.isdisjoint(split_identifier(column.name))


def _hardly_counted(measure: WeighedMeasure) -> WeighedMeasure:
    is_count = measure.measure.function is COUNT
    return replace(measure, unnamed=max(measure.unnamed, _OF_WHAT_IS_HAD)) if is_count else measure


def _is_size_had(cue: StatementCue) -> bool:
    """Tell whether the largest of something is what somebody has: "Rome has the largest rooms"."""
    before = [token for token in cue.words.sentence[: cue.assertion.cue[0]] if token.tag != "DT"]
    return is_size(cue.assertion.dimension) and bool(before) and before[-1].lemma.lower() == "have"


def _is_acted(cue: StatementCue) -> bool:
    """Tell whether it is compared how much somebody does, which is no number of rows: "women tip more than men"."""
    measuring = [token for token in cue.words.measuring if token.tag.startswith(("NN", "VB"))]
    if cue.assertion.dimension != "many" or any(token.tag.startswith("NN") for token in measuring):
        return False
    return any(token.text.lower() not in HAPPENING for token in measuring)


def selection_of(
    cue: StatementCue, predicates: Sequence[Predicate], measure: WeighedMeasure, restricted: Sequence[Predicate]
) -> Selection | None:
    """Join what a measure of a table needs; None where the tables do not belong together."""
    restricted = [*(predicate for predicate in restricted if predicate not in measure.event), *measure.rows]
    tables = {measure.table.table_id, *(p.column.table_id for p in (*predicates, *restricted))}
    if measure.measure.column is not None:
        tables |= measure.measure.column.table_ids
    relations = cue.relations.of(frozenset(tables), measure.table.table_id)
    return None if relations is None else Selection(relations, tuple(restricted))


def difference_of(measure: WeighedMeasure, selection: Selection, left: Predicate, right: Predicate) -> Difference:
    """Return the difference of a measure between two groups of rows."""
    return Difference(of_group(measure, selection, left), of_group(measure, selection, right))


def of_group(measure: WeighedMeasure, selection: Selection, group: Predicate) -> Query:
    """Return the query for a measure of the rows of a group."""
    rows = replace(selection, predicates=(*selection.predicates, group))
    if not measure.event:
        return Aggregate(measure.measure, rows)
    part = replace(selection, predicates=(*selection.predicates, *measure.event, group))
    return Ratio(Aggregate(measure.measure, part), Aggregate(measure.measure, rows))
