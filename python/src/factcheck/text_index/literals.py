"""Write SQL that reads the values of a column as literals of predicates, and how prose says them."""

from __future__ import annotations

from factcheck.catalogue.schema import Column
from factcheck.settings import Settings
from factcheck.sqltext import literal
from factcheck.words.identifiers import split_identifier

LONGEST_LITERAL = 120
"""Characters: prose does not name longer values in full."""

ARE_YEARS = "BETWEEN 1500 AND 2200"
"""What holds of a whole number that looks like a year."""

_CALLED_BY_NAME = frozenset({"month", "months", "mon", "mth"})


def may_be_restricted(column: Column) -> bool:
    """Tell whether claims restrict a column to one of its values: words, flags, days and whole numbers."""
    return column.is_text or column.is_boolean or column.is_date or column.is_integer


def entries_sql(column: Column, source: str, size: str | None = None) -> str:
    """Write SQL for the values of a column in a FROM item: ``literal`` and ``frequency``, one row a value.

    ``size`` is the column of the item that tells how many rows one of it stands for, None where it has the rows.  Whole
    numbers have their ``value``, too.  One row without a literal stands for all values too long for a predicate;
    NULL is no value.  Of several spellings of one value the first in the order of bytes is the literal.
    """
    name = column.sql_name
    spelled = 'value::text COLLATE "C"'
    said = f"min({spelled})" if column.has_spellings else spelled
    # of what is always short no row is spelled for that, only each value once
    value = f"CASE WHEN length({name}::text) <= {LONGEST_LITERAL} THEN {name} END" if column.is_text else name
    inputs, frequency = (value, "count(*)") if size is None else (f"{size}, {value}", f"sum({size})::bigint")
    return (
        f"SELECT {'value, ' if column.is_integer else ''}{said} AS literal, {frequency} AS frequency"
        f" FROM (SELECT {inputs} AS value FROM {source} WHERE {name} IS NOT NULL) AS filled GROUP BY value"
    )


def chosen_sql(column: Column, most: int, settings: Settings, *, entry: str, size: str) -> str:
    """Write SQL that chooses, from the entries of a column (the relation ``entry``), those that become predicates.

    ``size`` is SQL for the number of values among the entries.  At most ``most`` are chosen, the most frequent ones; a
    column of whole numbers yields predicates where it has few values, or where all look like years.
    """
    guard = ""
    if column.is_integer:
        guard = (
            f" AND ({size} <= {settings.integer_column_values} OR (SELECT bool_and(value {ARE_YEARS}) FROM {entry}))"
        )
    # Of the two branches one is empty, and known to be before it runs: all values need not be sorted.
    return (
        f"SELECT literal, frequency FROM {entry} WHERE literal IS NOT NULL"
        f" AND {size} <= {most}{guard}"
        f" UNION ALL SELECT * FROM (SELECT literal, frequency FROM {entry} WHERE literal IS NOT NULL"
        f" ORDER BY frequency DESC, literal LIMIT {most}) AS frequent"
        f" WHERE {size} > {most}{guard}"
    )


def initials_sql(value: str) -> str:
    """Write SQL for the initials of a name of two to five words, as "la" of "Los Angeles"; NULL for anything else."""
    name = literal("^[[:alpha:]][^ ]*( [[:alpha:]][^ ]*){1,4}$")
    first, letter = literal("([[:alpha:]])[^ ]* ?"), literal(r"\1")
    return f"CASE WHEN {value} ~ {name} THEN lower(regexp_replace({value}, {first}, {letter}, 'g')) END"


def words_sql(column: Column, value: str) -> str:
    """Write SQL for a literal as prose says it: names split into words, days and numbers of months by their names."""
    if column.is_date:
        day = f"to_char({value}::date, 'FMDD FMMonth Mon YYYY FMDay')"
        # An infinite day has no name, and one beyond the last timestamp cannot be written.
        return f"{value} || ' ' || coalesce(CASE WHEN {value}::date < date '294277-01-01' THEN {day} END, '')"
    if column.is_integer and not _CALLED_BY_NAME.isdisjoint(split_identifier(column.name)):
        return (
            f"{value} || CASE WHEN {value}::numeric BETWEEN 1 AND 12"
            f" THEN to_char(make_date(2000, {value}::integer, 1), ' FMMonth Mon') ELSE '' END"
        )
    if not column.is_text:
        return value
    joined, split = literal("([[:lower:]])([[:upper:]])"), literal(r"\1 \2")
    parts = f"translate({value}, '_/', '  ')"
    return (
        f"CASE WHEN {value} ~ '[_/]|[[:lower:]][[:upper:]]'"
        f" THEN {parts} || ' ' || regexp_replace({parts}, {joined}, {split}, 'g') ELSE {value} END"
    )
