"""What the columns of a table are to questions: amounts, times, categories, names of its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from factcheck.candidates.identifiers import is_identifier
from factcheck.candidates.statements.words_of_measures import is_intensive
from factcheck.catalogue.schema import Column, Table
from factcheck.joins.relation_sets import Relations, RelationSet
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_TIMES = frozenset("year years yr date month quarter day week".split())
_YEARS = frozenset("year years yr born founded built opened established released launched published".split())
_OF_A_YEAR = frozenset("last per this a each previous next".split())
_SINCE = frozenset({"in", "since"})
_CLOCK = frozenset("time timestamp datetime clock".split())
_CODES = frozenset("id key code zip uuid phone latitude longitude index rank postal".split())
_CLASSES = frozenset("category categories type kind class genre group segment sector origin region".split())
_LABELS = frozenset("name title model label".split())
_DERIVED = frozenset("bin bins forecast scheduled rank index".split())
_PARTS_OF_TIMES = frozenset("month day week quarter hour minute weekday".split())
_FILLERS = frozenset("w with data table tbl dim fact year years by per of and the csv list all public raw".split())
_OF_EACH = frozenset(
    "expectancy exp percap capita budget temp temperature age weight height salary wage service experience tenure yrs "
    "yield".split()
)
"""Words of amounts that each row has, which nobody adds up."""
_OF_A_WHOLE = frozenset(
    "sale revenue turnover profit loss proceed investment invest capital asset emp employment "
    "gdp gsp gnp export import production output generation harvest consumption quantity unit order listing volume "
    "count death birth case casualty fatality killed victim murders crimes crash accident incident passenger visitor "
    "guest customer student pupil teacher employee worker inhabitant resident immigrant tourist vehicle flight "
    "injured injury wounded "
    "medal gold silver bronze goal point win loss vote precipitation precip rain rainfall snow snowfall".split()
)
"""Words of amounts that are parts of a whole, and counts of things and people, in the singular."""
_COUNTS = (("count",), ("counts",), ("n",), ("cnt",), ("freq",), ("frequency",), ("number",), ("num",), ("cases",))
"""Names of columns that say how many there are of what a row is about."""
_SINGLE_THINGS = 2
"""Measures with fractions from which each row is about one thing."""
_FEW_NUMBERS = 12
_MOST_CATEGORIES = 60
_OF_INTEREST = ("income", "outgo", "price", "cost", "quantity", "distance", "population", "rate")


class Role(Enum):
    """What a column is to a question."""

    NUMBER = "number"
    TIME = "time"
    CATEGORY = "category"
    LABEL = "label"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ColumnRole:
    """A column with its role; ``values`` is how many different ones are known, 0 where there are too many.

    ``is_grouping`` tells that its values may tell groups apart, too: few whole numbers.  ``kind`` is what the words of
    its name say that its numbers are.
    """

    column: Column
    role: Role
    values: int
    is_grouping: bool
    kind: str | None

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the column's name."""
        return tuple(split_identifier(self.column.name))

    @property
    def is_part_of_time(self) -> bool:
        """Whether the column numbers months, hours or other parts of a time, so that something develops over them."""
        return self.column.is_integer and self.words[-1:] != () and self.words[-1] in _PARTS_OF_TIMES


@dataclass(frozen=True, slots=True)
class TableRoles:
    """A table as questions see it: with its columns, and those of the tables that its rows have one partner in.

    ``relations`` knows the joins that lead there; None where the table stands alone.
    """

    table: Table
    columns: tuple[ColumnRole, ...]
    relations: Relations | None = None

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table, then those joined to it."""
        others = () if self.relations is None else self.relations.tables
        return (self.table, *(other for other in others if other.table_id != self.table.table_id))

    def joined(self, columns: Iterable[Column | None]) -> RelationSet:
        """Return the table with no more joins than some columns need."""
        others = {column.table_id for column in columns if column is not None} - {self.table.table_id}
        if self.relations is not None and others:
            relation_set = self.relations.of(frozenset({self.table.table_id, *others}), self.table.table_id)
            if relation_set is not None:
                return relation_set
        return RelationSet(self.table, (), (self.table,))

    def is_own(self, column: Column) -> bool:
        """Tell whether a column is the table's own, not one of a joined table."""
        return column.table_id == self.table.table_id

    def role(self, column: Column) -> ColumnRole:
        """Return the role of one of the columns."""
        return next(each for each in self.columns if each.column.column_id == column.column_id)

    def of(self, *roles: Role) -> Iterator[ColumnRole]:
        """Yield the columns of some roles."""
        return (each for each in self.columns if each.role in roles)

    @property
    def rows_noun(self) -> str:
        """What the rows are called: the first words of the table's name, in the plural."""
        words = [word for word in split_identifier(self.table.name) if word not in _FILLERS and not word.isdigit()]
        noun = " ".join(words) or "rows"
        return noun if noun.endswith("s") or noun.endswith("data") else f"{noun}s"

    @property
    def time(self) -> ColumnRole | None:
        """The column of times that a question means which names none."""
        times = [each for each in self.of(Role.TIME) if each.values != 1]
        return min(
            times, key=lambda each: (not self.is_own(each.column), bool(_DERIVED & set(each.words))), default=None
        )

    @property
    def label(self) -> ColumnRole | None:
        """The column that has the names of the rows."""
        labels = (each for each in self.of(Role.LABEL) if _CLOCK.isdisjoint(each.words))
        called = (each for each in self.of(Role.CATEGORY) if self.is_own(each.column) and each.words[-1:] == ("name",))
        return next(labels, None) or next(called, None)

    @property
    def has_entities(self) -> bool:
        """Whether each row is about a thing of its own, so that amounts are better averaged than added up."""
        label = self.label
        return label is not None and (label.values == 0 or label.values >= 0.5 * self.table.rows)

    @property
    def counts(self) -> Column | None:
        """The column that says how many there are of what a row is about; None where each row is one.

        Rows that have several measures of their own are single things, which may have a number of something, too.
        """
        own = [each for each in self.of(Role.NUMBER) if self.is_own(each.column)]
        counts = next((each.column for each in own if each.words in _COUNTS), None)
        measured = [each for each in own if not each.column.is_integer]
        return counts if len(measured) < _SINGLE_THINGS else None

    def measures(self) -> list[ColumnRole]:
        """Return the columns of amounts, those first that questions without a measure mean."""
        return sorted(self.of(Role.NUMBER), key=self._interest)

    def categories(self) -> list[ColumnRole]:
        """Return the columns of categories, those first that questions without a breakdown mean."""
        useful = [each for each in self.of(Role.CATEGORY) if each.values != 1]
        return sorted(useful, key=self._usefulness)

    def _interest(self, each: ColumnRole) -> tuple[bool, bool, bool, bool, bool, int, int]:
        said = (_OF_INTEREST.index(word) for word in (each.kind, *each.words) if word in _OF_INTEREST)
        kind = min(said, default=len(_OF_INTEREST))
        is_derived = not (_DERIVED | _PARTS_OF_TIMES).isdisjoint(each.words) or each.values == 1
        is_of_rows = not {stem(word) for word in each.words}.isdisjoint(stem(w) for w in self.rows_noun.split())
        place = self.columns.index(each)
        is_count = each.words in _COUNTS
        return not self.is_own(each.column), not is_count, is_derived, each.is_grouping, not is_of_rows, kind, place

    def _usefulness(self, each: ColumnRole) -> tuple[bool, bool, bool, bool, int]:
        is_many = each.values == 0 or each.values > _MOST_CATEGORIES
        is_other = not self.is_own(each.column)
        return is_other, is_many, not each.column.is_text, _CLASSES.isdisjoint(each.words), self.columns.index(each)


def roles_of(table: Table, relevance: Relevance, relations: Relations | None = None) -> TableRoles:
    """Tell the roles of a table's columns by their types, their names, and how many values they have.

    With relations, the columns of all tables that these reach from the table come after its own.
    """
    alone = TableRoles(table, (), relations)
    roles = (_role(column, each, relevance) for each in alone.tables for column in each.columns)
    return replace(alone, columns=tuple(each if alone.is_own(each.column) else _of_partner(each) for each in roles))


def _of_partner(each: ColumnRole) -> ColumnRole:
    """Return the role of a joined table's column.

    Its names tell groups of rows apart, not single rows, and its amounts would be added up once for each row that
    they belong to.
    """
    roles = {Role.LABEL: Role.CATEGORY, Role.NUMBER: Role.CATEGORY if each.is_grouping else Role.OTHER}
    return replace(each, role=roles.get(each.role, each.role))


def _role(column: Column, table: Table, relevance: Relevance) -> ColumnRole:
    words = split_identifier(column.name)
    values = relevance.values.get(column.column_id, 0)
    kind = relevance.cues.kinds.get(column.column_id)
    return ColumnRole(
        column,
        _kind_of(column, words, values, table),
        values,
        _tells_groups(column, words, values),
        kind,
    )


def _tells_groups(column: Column, words: list[str], values: int) -> bool:
    """Tell whether a column has few whole numbers, or numbers of what its name says are classes."""
    if not column.is_integer and column.is_numeric and words[-1:] != [] and words[-1] in _CLASSES:
        return values <= _FEW_NUMBERS
    is_part_of_time = words[-1:] != [] and words[-1] in _PARTS_OF_TIMES
    return column.is_integer and 1 < values <= (_MOST_CATEGORIES if is_part_of_time else _FEW_NUMBERS)


def _kind_of(column: Column, words: list[str], values: int, table: Table) -> Role:
    is_code = is_identifier(column) or not _CODES.isdisjoint(words)
    role = Role.OTHER
    if column.is_date or column.is_timestamp or _holds_years(column, words):
        role = Role.TIME
    elif column.is_numeric and not is_code:
        role = Role.NUMBER
    elif (column.is_text or column.is_boolean) and _CODES.isdisjoint(words):
        is_unique = values == 0 or values >= 0.5 * table.rows > 10
        is_named = bool(words) and words[-1] in _LABELS and values > _MOST_CATEGORIES
        role = Role.LABEL if is_unique or is_named else Role.CATEGORY
    return role


def _holds_years(column: Column, words: list[str]) -> bool:
    """Tell whether a column of whole numbers holds years by its name: "founded", "sold_in"."""
    is_length = words[-1:] == ["years"] or (len(words) > 1 and words[-2] in _OF_A_YEAR)  # years, sold_last_year
    is_told = bool(words) and not is_length and (words[-1] in _YEARS or (len(words) > 1 and words[-1] in _SINCE))
    return column.is_integer and is_told


def is_averaged(measure: ColumnRole) -> bool:
    """Tell whether a column whose function nobody names is averaged rather than added up.

    Groups are of different sizes, so that the sum of what each row has says how many rows there are.  Added up are
    only what comes in parts of a whole: people, money that comes in, things made, sold or lost, and counts.
    """
    words = frozenset(measure.words)
    if measure.kind == "population" or measure.words in _COUNTS:
        return False
    forms = {form for word in words for form in (word, word.removesuffix("s"))}
    return is_intensive_measure(measure) or forms.isdisjoint(_OF_A_WHOLE)


def is_intensive_measure(measure: ColumnRole) -> bool:
    """Tell whether a column says how much one thing has, so that adding it up says little: a price, a rate."""
    words = frozenset(measure.words)
    return is_intensive(words) or not words.isdisjoint(_OF_EACH)
