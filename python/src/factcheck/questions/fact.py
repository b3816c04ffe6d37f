"""A fact: what is true of the rows of a table, with the data that a chart of it draws."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

Cell = str | int | float | bool | None
"""A value of aggregated data, as JSON has it."""

MOST_ROWS = 500
"""How many rows of aggregated data a fact has at most."""


class FactKind(Enum):
    """What a fact says; the order is that of the paper's ten types."""

    VALUE = "value"
    DIFFERENCE = "difference"
    PROPORTION = "proportion"
    TREND = "trend"
    CATEGORIZATION = "categorization"
    DISTRIBUTION = "distribution"
    RANK = "rank"
    ASSOCIATION = "association"
    EXTREME = "extreme"
    OUTLIER = "outlier"


class BreakdownKind(Enum):
    """How the groups of a breakdown are told apart."""

    CATEGORY = "category"
    TIME = "time"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The column by whose values a fact has its groups.

    ``unit`` is that of a column of dates whose days are put together: year, quarter, month, week or day; else None.
    Those of a weekday or an hour, of whatever day, are categories.
    The groups of a column of times come as text in ISO 8601 ("2011", "2011-03", "2011-03-05"), quarters as "2011-Q1",
    or as whole numbers where the column holds years as numbers.
    """

    column: str
    kind: BreakdownKind
    unit: str | None = None

    @property
    def words(self) -> str:
        """What the groups are, for readers."""
        return groups_words(" ".join(self.column.replace("_", " ").split()), self.unit)


def groups_words(name: str, unit: str | None) -> str:
    """Say what the groups of a column are: "quarter of paid on"; a column that is called so is said alone.

    >>> groups_words("paid on", "quarter"), groups_words("line", None), groups_words("month", "month")
    ('quarter of paid on', 'line', 'month')
    """
    return name if unit is None or unit in name.lower().split() else f"{unit} of {name}"


@dataclass(frozen=True, slots=True)
class Restriction:
    """A predicate of a fact's subspace: the column's name, the predicate in words and as SQL."""

    column: str
    words: str
    sql: str


@dataclass(frozen=True, slots=True)
class FactRows:
    """Aggregated data, at most ``MOST_ROWS`` rows: the names of columns, and a tuple for each row."""

    columns: tuple[str, ...] = ()
    tuples: tuple[tuple[Cell, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about the rows of one relation, evaluated.

    ``relation`` is the table's name as SQL spells it.  The ``subspace`` is the rows that satisfy all restrictions; none
    means all rows.  ``measure`` is the name of a column that ``aggregation`` (count, sum, avg, min, max, median) is
    applied to, None where rows are counted; ``measure_words`` says both ("average MPG", "number of cars").  ``focus``
    are the groups that the fact is about, as ``rows`` spell them.  ``sql`` gives ``rows`` for the role that runs it.

    ``value`` is the number that the fact is about, ``rows`` what a chart draws.  Columns have the same names for all
    facts of a kind, and ``statistics`` has numbers by name:

    ===============  ============================  ==========================================================
    kind             columns of ``rows``           value; names in ``statistics``
    ===============  ============================  ==========================================================
    value            value                         the value; ``share_of_rows`` of the subspace
    difference       group, value                  first focus less second; ``difference``, ``percent``
                                                   (None where a value is negative, or the second 0).
                                                   Two rows, or with one focus the group and the row
                                                   "overall"
    proportion       group, value, share           share (0 to 1) of the focus; ``known_share`` of the rows whose
                                                   group is known: the others are left out.  Largest first
    trend            group, value                  slope a step; ``slope``, ``intercept`` (of the value over
                                                   the row's index from 0), ``r2``, ``first``, ``last``,
                                                   ``percent``.  In order of time
    categorization   group, value                  number of groups.  Largest first
    distribution     group, value; without a       median; ``min``, ``q1``, ``median``, ``q3``, ``max`` of the
                     breakdown: low, high, value   values of the rows, or of the measure itself
    rank             group, value, rank            value of the first focus.  Ordered by rank; ``is_descending``,
                                                   ``groups`` (how many there are)
    association      x, y (single rows, a sample   r; ``r``, ``slope``, ``intercept``, ``n``
                     where there are many)
    extreme          group, value                  value of the focus; ``is_highest`` (1 or 0), ``next`` (value
                                                   of the next group).  Ordered from the extreme; by time where
                                                   the breakdown is of times
    outlier          group, value, is_outlier      value of the first focus; ``median``, ``low``, ``high``
                                                   (bounds outside which a value is an outlier)
    ===============  ============================  ==========================================================

    An association has a ``second_measure``: x is the measure, y the second one.  ``significance``, ``impact`` and
    ``relevance`` lie between 0 and 1; ``score`` is what facts are ordered by.
    """

    kind: FactKind
    relation: str
    subspace: tuple[Restriction, ...]
    breakdown: Breakdown | None
    measure: str | None
    measure_words: str
    aggregation: str
    focus: tuple[str, ...]
    sql: str
    value: float | int | None
    rows: FactRows
    caption: str
    relevance: float
    significance: float
    impact: float
    score: float
    second_measure: str | None = None
    statistics: Mapping[str, float | int | None] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """A name for what the fact is about, which stays the same when the data change: for captions that are kept."""
        about = [
            self.kind.value,
            self.relation,
            sorted(restriction.sql for restriction in self.subspace),
            None if self.breakdown is None else [self.breakdown.column, self.breakdown.unit],
            self.measure,
            self.second_measure,
            self.aggregation,
            list(self.focus),
        ]
        return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:16]


def to_json(fact: Fact) -> dict[str, Any]:
    """Return a fact as an object of JSON: its fields by name, and its key."""
    held = {each.name: getattr(fact, each.name) for each in fields(fact)}
    breakdown = fact.breakdown
    return held | {
        "key": fact.key,
        "kind": fact.kind.value,
        "subspace": [{"column": r.column, "words": r.words, "sql": r.sql} for r in fact.subspace],
        "breakdown": breakdown and {"column": breakdown.column, "kind": breakdown.kind.value, "unit": breakdown.unit},
        "focus": list(fact.focus),
        "rows": {"columns": list(fact.rows.columns), "tuples": [list(row) for row in fact.rows.tuples]},
        "statistics": dict(fact.statistics),
    }


def from_json(held: object) -> Fact:
    """Make a fact of what ``to_json`` gave, which may have been written by hand.

    Raises ``ValueError`` where it is no fact: a field is missing or of another type, or there are too many rows.
    """
    if not isinstance(held, dict):
        raise ValueError("a fact is an object")
    try:
        breakdown, rows = held["breakdown"], held["rows"]
        fact = Fact(
            kind=FactKind(held["kind"]),
            relation=_text(held["relation"]),
            subspace=tuple(
                Restriction(_text(each["column"]), _text(each["words"]), _text(each["sql"]))
                for each in held["subspace"]
            ),
            breakdown=None if breakdown is None else _breakdown(breakdown),
            measure=_text_or_none(held["measure"]),
            measure_words=_text(held["measure_words"]),
            aggregation=_text(held["aggregation"]),
            focus=tuple(map(_text, held["focus"])),
            sql=_text(held["sql"]),
            value=_number_or_none(held["value"]),
            rows=_rows(rows),
            caption=_text(held["caption"]),
            relevance=_number(held["relevance"]),
            significance=_number(held["significance"]),
            impact=_number(held["impact"]),
            score=_number(held["score"]),
            second_measure=_text_or_none(held.get("second_measure")),
            statistics={_text(name): _number_or_none(number) for name, number in held.get("statistics", {}).items()},
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a fact: {error}") from error
    return fact


def _breakdown(held: Mapping[str, Any]) -> Breakdown:
    return Breakdown(_text(held["column"]), BreakdownKind(held["kind"]), _text_or_none(held.get("unit")))


def _rows(held: Mapping[str, Any]) -> FactRows:
    columns = tuple(map(_text, held["columns"]))
    tuples = tuple(tuple(map(_cell, row)) for row in held["tuples"])
    if len(tuples) > MOST_ROWS:
        raise ValueError(f"a fact has at most {MOST_ROWS} rows")
    if any(len(row) != len(columns) for row in tuples):
        raise ValueError("each row has a value for each column")
    return FactRows(columns, tuples)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _number(value: object) -> float | int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return value


def _number_or_none(value: object) -> float | int | None:
    return None if value is None else _number(value)


def _cell(value: object) -> Cell:
    if value is not None and not isinstance(value, str | int | float | bool):
        raise TypeError(f"{value!r} is no value")
    return value
