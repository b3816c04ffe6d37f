"""Questions about two or more values of one column: the same fact of each, and the difference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from factcheck.catalogue.schema import Column
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.fact import FactKind
from factcheck.questions.linked import Linked
from factcheck.questions.mentions import ValueMention, compared_values
from factcheck.questions.plan import FactPlan
from factcheck.questions.planning import plan_of, with_measure
from factcheck.questions.reading import Reading, times_of
from factcheck.questions.roles import Role

_COMPARING = re.compile(
    r"\b(?:than|or|versus|vs|compar\w+|differ\w*|between|against|whereas|while|with (?:and|or) without)\b",
    re.IGNORECASE,
)
_ONE_DIFFERENCE = re.compile(
    r"\A(?:(?:what (?:is|was|'s) )?(?:the )?(?:\w+ )?(?:gap|difference|distance)\b"
    r"|how (?:big|large|wide|great|small) (?:is|was) the (?:\w+ )?(?:gap|difference|distance)\b"
    r"|how (?:much|many) (?:more|less|fewer|\w+er))\b"
    r"|, how (?:much|many) (?:more|less|fewer|\w+er)\b"
    r"|\bby how (?:much|many)\b",
    re.I,
)
TOGETHER = frozenset("together combined altogether overall".split())
"""Words that ask about several groups as one."""
_OFTEN = frozenset("often likely frequently rarely commonly".split())


def comparison(linked: Linked, reading: Reading) -> list[FactPlan]:
    """Return the same fact of two or more values of one column, and their difference where both are single numbers."""
    values = compared_values(reading.values)
    if len(values) < 2 or (_is_one_difference(linked) and reading.kind is FactKind.DIFFERENCE):
        return []
    column = values[0].predicate.column
    others = tuple(p for p in reading.subspace if p.column != column)
    left = replace(
        reading,
        values=tuple(v for v in reading.values if v.predicate.column != column),
        subspace=others,
        breakdowns=tuple(c for c in reading.breakdowns if c != column),
    )
    is_compared = bool(_COMPARING.search(linked.text))
    is_of_years = linked.table.role(column).role is Role.TIME
    if is_of_years and not is_compared:
        # of "the trend in 2018 and 2019" both years are one
        is_compared = not (left.asks_time or groups_of(left)) and TOGETHER.isdisjoint(linked.words)
    times = times_of(left)
    groups = groups_of(left)  # the names of rows are none: "do guests with pets pay more"
    left = replace(left, breakdowns=(*times, *groups))
    kind = left.kind
    if times or (left.asks_time and not groups):
        kind = FactKind.TREND
    elif groups:
        kind = FactKind.DISTRIBUTION if left.measures else FactKind.CATEGORIZATION
    elif kind is FactKind.PROPORTION or _asks_often(left):
        return _shares(left, column, values)
    elif is_compared or kind is FactKind.DIFFERENCE:
        kind = FactKind.VALUE
    else:
        return []
    if not is_compared and (groups or is_of_years or kind not in {FactKind.TREND, FactKind.DISTRIBUTION}):
        return []
    if not left.measures and not left.is_counted:
        left = with_measure(left)
    base = plan_of(left, kind)
    literals = list(dict.fromkeys(v.predicate.literal for v in values))
    plans = [replace(base, subspace=(*base.subspace, Equals(column, literal))) for literal in literals]
    if kind is FactKind.VALUE and len(literals) == 2:
        plans.append(
            replace(base, kind=FactKind.DIFFERENCE, breakdown=column, focus=tuple(literals), subspace=base.subspace)
        )
    return plans


def groups_of(reading: Reading) -> tuple[Column, ...]:
    """Return what a reading is broken down by other than times and the names of rows."""
    table, times = reading.linked.table, times_of(reading)
    others = (column for column in reading.breakdowns if column not in times)
    return tuple(column for column in others if table.role(column).role is not Role.LABEL)


def _asks_often(left: Reading) -> bool:
    """Tell whether it is asked how often something is so: "are women released more often than men"."""
    return bool(left.values) and not left.measures and not left.is_counted and bool(left.words & _OFTEN)


def _shares(left: Reading, column: Column, values: Sequence[ValueMention]) -> list[FactPlan]:
    """Return the share that a value has among the rows of each of two others: that of women in both departments."""
    if not left.values:
        return []
    base = plan_of(replace(left, measures=(), functions=(), breakdowns=()), FactKind.PROPORTION)
    literals = dict.fromkeys(value.predicate.literal for value in values)
    return [replace(base, subspace=(*base.subspace, Equals(column, literal))) for literal in literals]


def _is_one_difference(linked: Linked) -> bool:
    """Tell whether a difference itself is asked for: "what is the gap between A and B in price?"."""
    return bool(_ONE_DIFFERENCE.search(" ".join(linked.words))) and not any(
        word in linked.words for word in ("over", "trend")
    )
