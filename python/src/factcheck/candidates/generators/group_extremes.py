"""Extremes of groups: "the busiest day, with 3,538 orders", "the third largest department has 51 employees"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from factcheck.candidates.bounds_of_all import bound_of_all, singled_out
from factcheck.candidates.cue import Cue, ScoredSet
from factcheck.candidates.features import OF_FUNCTION
from factcheck.candidates.generators.compared_rows import position
from factcheck.candidates.generators.comparing_words import Superlative, ends_of_range, superlatives
from factcheck.candidates.generators.entities import can_name, entities
from factcheck.candidates.generators.measures import measures
from factcheck.catalogue.derived import derived
from factcheck.catalogue.expressions import YearOf
from factcheck.catalogue.schema import Column, Table
from factcheck.queries.functions.counts import COUNT, PERCENTAGE
from factcheck.queries.functions.share_of_sum import SHARE_OF_SUM
from factcheck.queries.functions.sums import AVG, SUM
from factcheck.queries.group_extreme import GroupExtreme, GroupOwner
from factcheck.queries.group_members import grouping_of
from factcheck.queries.groups import Grouping, GroupPart
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.calendar_words import WEEKDAYS
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.date_part import DatePart
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.period import Period
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Query
from factcheck.words.identifiers import split_identifier

DAYS_OF_WEEK = frozenset(form for day in WEEKDAYS for form in (day.lower(), f"{day.lower()}s"))
"""Days of the week and their plurals, whose rows are of many days."""

_PARTS: dict[str, tuple[GroupPart, ...]] = {
    "year": ("year",),
    "yearly": ("year",),
    "annual": ("year",),
    "quarter": ("quarter", "year_quarter"),
    "quarterly": ("quarter", "year_quarter"),
    "month": ("month", "year_month"),
    "monthly": ("month", "year_month"),
    "week": ("week",),
    "weekly": ("week",),
    "weekday": ("isodow",),
    "day": ("isodow", "day"),
    "daily": ("day",),
    "hour": ("hour",),
    "hourly": ("hour",),
}
_PARTS |= dict.fromkeys(DAYS_OF_WEEK, _PARTS["daily"])
_MEASURES, _GROUPED_COLUMNS = 2, 3
_BESIDE = 0.5
"""What another noun of the sentence says of the groups, beside the one that the superlative is about."""

_SHARES = {COUNT: PERCENTAGE, SUM: SHARE_OF_SUM}
"""Functions whose weights count where an extreme is given as a percentage."""

_OWNER_NAMED = 0.2
"""What is left of an extreme of groups where the sentence names one of them: its own value is meant."""

_YEARS = range(1000, 2200)


@dataclass(frozen=True, slots=True)
class ScoredGrouping:
    """What may group the rows, with how well the sentence names it, from 0 to 1."""

    table: Table
    by: Grouping
    closeness: float


def group_extremes(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Ask for the extreme of an aggregate over the groups that a noun beside a superlative, or the like, names.

    Of percentages it is the extreme's share of all groups: "the largest department has 31 % of the employees".
    """
    if cue.number.unit == "points":
        return
    is_share = cue.number.unit == "percent"
    for superlative in _extremes_said(cue):
        groupings = best_groupings(cue, superlative)
        kind = cue.kind_score("group_extreme", superlative.weight)
        functions = (COUNT, SUM) if is_share else (COUNT, SUM, AVG)
        for scored in measures(cue, functions, _MEASURES) if groupings else []:
            function = scored.measure.function
            of_function = OF_FUNCTION.score(cue.view, _SHARES[function] if is_share else function)
            for grouping in groupings:
                if scored.measure.column == grouping.by.column or not of_function:
                    continue
                for chosen in sets_of_groups(cue, grouping.by, scored.table):
                    aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, grouping.by.column)
                    if aggregate is not None:
                        of_groups = grouping.closeness * owner_share(cue, grouping.by)
                        score = kind * of_function * scored.score * of_groups * chosen.score
                        direction = superlative.is_greatest, superlative.rank
                        yield GroupExtreme(aggregate, grouping.by, *direction, is_share=is_share), score


def _extremes_said(cue: Cue) -> Iterator[Superlative]:
    """Yield superlatives, ends of ranges, and what no group goes beyond or one group alone is said to have."""
    words = cue.words
    yield from superlatives(words)
    yield from ends_of_range(words, cue.number.implied)
    bound = bound_of_all(words)
    for each in (*(() if bound is None else (bound,)), *singled_out(words)):
        weight = words.weight({words.tokens[each.index].text.lower()})
        yield Superlative(each.index, each.is_greatest, 1, weight)


def sets_of_groups(cue: Cue, by: Grouping, table: Table | None = None) -> list[ScoredSet]:
    """Return sets of predicates that leave several groups: the months of one year, but no single month.

    They are the likeliest ones, and what has none at all: groups take the place of a restriction.
    """
    fitting = (
        chosen
        for chosen in cue.sets(simple=1, of=table)
        if all(each.column != by.column or _leaves_several(each, by) for each in chosen.predicates)
    )
    return list(fitting)


def _leaves_several(predicate: Predicate, by: Grouping) -> bool:
    """Tell whether rows that fulfil a predicate on the column that groups them are of several groups."""
    if by.part is None:
        is_of_years = "year" in split_identifier(by.column.name) and isinstance(predicate, Between | Compare)
        return isinstance(predicate, OneOf) or is_of_years
    is_of_time = isinstance(predicate, Period | DatePart)
    return is_of_time and grouping_of(predicate) != by and by.part != getattr(predicate, "part", None)


def group_owners(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Ask which year, or other number, has the extreme of an aggregate: "most flights were made in 2013"."""
    is_year = cue.number.unit in {"plain", "year"} and cue.number.is_integer and cue.number.value in _YEARS
    for superlative in superlatives(cue.words) if is_year else ():
        kind = cue.kind_score("group_owner", superlative.weight)
        for scored in measures(cue, (COUNT, SUM), _MEASURES):
            for grouping in _years(cue):
                if scored.measure.column == grouping.by.column:
                    continue
                for chosen in sets_of_groups(cue, grouping.by, scored.table):
                    aggregate = cue.aggregate(scored.measure, scored.table, chosen.predicates, grouping.by.column)
                    if aggregate is not None:
                        owner = GroupOwner(aggregate, grouping.by, superlative.is_greatest, superlative.rank)
                        yield owner, kind * scored.score * grouping.closeness * chosen.score


def _years(cue: Cue) -> Iterator[ScoredGrouping]:
    """Yield the columns of years, and the years of dates, of text that writes days too."""
    for dated in cue.relevance.dated:
        if dated.way and dated.has_real_days:
            year = derived(YearOf(dated.column, dated.way), dated.column.table_id)
            yield ScoredGrouping(cue.table(dated.column), Grouping(year), 1.0)
    for table in cue.tables:
        for column in table.columns:
            if _has_dates(column):
                yield ScoredGrouping(table, Grouping(column, "year"), 1.0)
            elif column.is_integer and "year" in column.name.lower():
                yield ScoredGrouping(table, Grouping(column), 1.0)


def owner_share(cue: Cue, by: Grouping) -> float:
    """Return what is left of an extreme of groups: little where the sentence names one of them."""
    of_groups = (each for each, _ in cue.best_predicates if each.column == by.column and not _leaves_several(each, by))
    is_owned = any(position(cue, each) is not None for each in of_groups)
    return _OWNER_NAMED if is_owned else 1.0


def best_groupings(cue: Cue, superlative: Superlative) -> list[ScoredGrouping]:
    """Return what the sentence may compare, the best named first."""
    tokens = cue.words.tokens
    own = superlative.index if tokens[superlative.index].tag == "NN" else cue.words.noun_after(superlative.index, 3)
    best: dict[Grouping, ScoredGrouping] = {}
    for index, token in enumerate(tokens):
        if not token.tag.startswith(("NN", "JJ")):
            continue
        share = 1.0 if index == own else _BESIDE
        for grouping in groupings_named(cue, index):
            closeness = share * grouping.closeness
            if grouping.by not in best or best[grouping.by].closeness < closeness:
                best[grouping.by] = ScoredGrouping(grouping.table, grouping.by, closeness)
    groupings = sorted(best.values(), key=lambda each: -each.closeness)
    columns = list(dict.fromkeys(each.by.column for each in groupings))[:_GROUPED_COLUMNS]
    return [each for each in groupings if each.by.column in columns]


def groupings_named(cue: Cue, index: int) -> Iterator[ScoredGrouping]:
    """Yield what a noun may name: values of columns, or parts of dates and times."""
    token = cue.words.tokens[index]
    for part in _PARTS.get(token.lemma.lower(), ()):
        for table in cue.tables:
            for column in table.columns:
                if _has_dates(column) and part != "hour":
                    yield ScoredGrouping(table, Grouping(column, part), 1.0)
        for dated in cue.relevance.dated if part == "hour" else ():
            if dated.has_hour:
                yield ScoredGrouping(cue.table(dated.column), Grouping(dated.column, part), 1.0)
    for entity in entities(cue, index):
        if entity.column is not None and can_name(entity.column):
            yield ScoredGrouping(entity.table, Grouping(entity.column), entity.closeness)


def _has_dates(column: Column) -> bool:
    return column.is_date or column.type_name.startswith("timestamp")
