"""Numbers inside text as columns: "$163M" in a column of text is added up and compared as 163,000,000 is.

So are the lengths of intervals and amounts of type money.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from factcheck.catalogue.number_forms import NumberForm, NumberKind, read_form
from factcheck.catalogue.schema import Column, Table

_FIRST_NUMBER = 1 << 40
"""Numbers of these columns lie below minus this one, and above those of derived columns."""

_OF_TYPES = {"interval": NumberKind.INTERVAL, "money": NumberKind.MONEY}
"""Types that are no numbers, and how theirs are read."""


@dataclass(frozen=True, slots=True, eq=False)
class TextNumber(Column):
    """The numbers of a column of text, NULL where a text has none.

    ``name`` is that of the column itself, whose rights are asked; ``column_id`` is the same as long as the numbers are
    read in the same way.
    """

    source: Column | None = None
    form: NumberForm | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextNumber) and self.column_id == other.column_id

    def __hash__(self) -> int:
        """Hash the number."""
        return self.column_id

    @property
    def stored(self) -> Column:
        """The column of text; raises ``ValueError`` where there is none."""
        if self.source is None:
            raise ValueError(f"numbers of {self.name} are read from no column")
        return self.source

    @property
    def words(self) -> str:
        """What is read, to be said behind the column's name."""
        return "" if self.form is None else self.form.words

    @property
    def is_percent(self) -> bool:
        """Whether the numbers are per cent."""
        return self.form is not None and self.form.unit == "%"

    @property
    def is_of_places(self) -> bool:
        """Whether the numbers are places, written as ordinals."""
        return self.form is not None and self.form.is_of_places

    def sql_in(self, name: str) -> str:
        """Write the numbers; ``name`` is how the SQL calls the column of text."""
        return name if self.form is None else self.form.sql(_as_read(self.stored, name))


def text_number(source: Column, form: NumberForm) -> TextNumber:
    """Make the column of the numbers that a column of text writes in a form."""
    digest = blake2b(f"{source.lasting_id}:{form.text}".encode(), digest_size=5).digest()
    return TextNumber(
        -_FIRST_NUMBER - int.from_bytes(digest),
        source.table_id,
        source.name,
        form.sql(_as_read(source, source.sql_name)),
        "numeric",
        "N",
        source.comment,
        source=source,
        form=form,
    )


def _as_read(source: Column, name: str) -> str:
    """Write a column as its numbers are read from it: as text, or as the interval that it is."""
    return name if source.type_name == "text" or source.type_name in _OF_TYPES else f"{name}::text"


_MOST_KNOWN = 256
_known: dict[int, tuple[tuple[Column, ...], tuple[Column, ...]]] = {}
"""The columns of tables with those of numbers inside text, by the identity of the former: each is asked very often."""


def all_columns(table: Table) -> tuple[Column, ...]:
    """Return the columns of a table, those of numbers inside text last."""
    columns, known = _known.get(id(table.columns), ((), ()))
    if columns is not table.columns:
        known = (*table.columns, *(number for column in table.columns for number in numbers_of(column)))
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[id(table.columns)] = table.columns, known
    return known


def numbers_of(column: Column) -> Iterator[TextNumber]:
    """Yield the columns of the numbers inside a column of text, of the lengths of intervals, or of amounts of money."""
    if column.type_name in _OF_TYPES:
        yield text_number(column, NumberForm(_OF_TYPES[column.type_name]))
        return
    forms = (read_form(text) for text in column.number_forms) if column.is_text else ()
    yield from (text_number(column, form) for form in forms if form is not None)


def is_of_bare_numbers(column: Column) -> bool:
    """Tell whether a column has bare numbers among other texts: it may be no amount, as an answer's code is none."""
    return isinstance(column, TextNumber) and column.form == NumberForm(NumberKind.AMOUNT)


def is_span_of_time(column: Column) -> bool:
    """Tell whether a column of text writes spans of time as a clock does, such as 4:19."""
    return any(number.form is not None and number.form.kind is NumberKind.CLOCK for number in numbers_of(column))


def stored_column(column: Column) -> Column:
    """Return the column of the table that a column is read from."""
    return column.stored if isinstance(column, TextNumber) else column
