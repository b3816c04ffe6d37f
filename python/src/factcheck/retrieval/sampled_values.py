"""Some values of each column, from which is seen how the column writes what it says."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import islice

from factcheck.catalogue.number_forms import stands_for_none
from factcheck.catalogue.schema import Column, Table
from factcheck.port import Database
from factcheck.retrieval.dated_columns import counts_days, is_called_a_year
from factcheck.retrieval.literal_sources import LiteralSources
from factcheck.sqltext import identifier, integer_array
from factcheck.words.code_legends import legend_of
from factcheck.words.code_systems import leading_codes, leading_letters, system_of, values_by_name
from factcheck.words.identifiers import split_identifier

SAMPLE = 60
"""Values of a column of text that are looked at."""

_CODE = re.compile(r"[A-Z]{2,4}")
_FEWEST_CODES, _MOSTLY = 4, 0.8
"""How many values of a column of codes are codes at least, and which share of all."""

_PREFIXED = re.compile(r"([^\W\d_]{1,3})(\d{3,})")
_FEWEST_PREFIXED = 3

_MOST_NAMED = 1000
"""Values of a column that are read where all have other names."""

_ROWS_OF_LEVELS, _MOST_LEVELS, _FEWEST_ROWS_OF_LEVEL = 2_000, 20, 3
"""Rows in which the levels of a column of decimals are looked for, how many it has at most, and how often each."""

_MOST_COLUMNS_OF_LEVELS = 40

_FIGURE = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_FEWEST_YEARS = 3
"""Different years from which a column tells how things went."""


def sampled_values(database: Database, tables: Sequence[Table], sources: LiteralSources) -> Mapping[int, Sequence[str]]:
    """Read some values of each column of text, and of numbers that may be days, as the current role sees them.

    These are values that the index has, or of numbers that it leaves out, those of some rows.
    """
    samples = {number: list(source.by_number.values()) for number, source in sources.columns.items()}
    columns = [
        c.column_id for table in tables if table.is_indexed for c in table.columns if c.is_text or counts_days(c)
    ]
    samples |= _read(database, columns, SAMPLE)
    for table in tables:
        for column in table.columns:
            if column.column_id in samples and not samples[column.column_id] and counts_days(column):
                samples[column.column_id] = _of_some_rows(database, table, column)
    return samples


def _of_some_rows(database: Database, table: Table, column: Column) -> list[str]:
    name = identifier(column.name)
    rows = database.query(
        f"SELECT {name}::text AS literal FROM {table.sql_name} WHERE {name} IS NOT NULL LIMIT {SAMPLE}"
    )
    return [row["literal"] for row in rows]


def levels_of_columns(database: Database, tables: Sequence[Table]) -> dict[int, tuple[str, ...]]:
    """Return the numbers of columns of decimals that have few, such as marks in half stars, in ascending order.

    The index has no values of these columns.  They are those of the first rows of indexed tables, as the current role
    sees them.
    """
    looks = []
    for table in tables:
        decimals = (column for column in table.columns if column.is_numeric and not column.is_integer)
        columns = list(islice(decimals, _MOST_COLUMNS_OF_LEVELS))
        if columns and table.is_indexed:
            names = ", ".join(column.sql_name for column in columns)
            pairs = ", ".join(f"({column.column_id}, r.{column.sql_name}::numeric)" for column in columns)
            looks.append(
                f"SELECT v.number, v.level FROM (SELECT {names} FROM {table.sql_name} LIMIT {_ROWS_OF_LEVELS}) AS r,"
                f" LATERAL (VALUES {pairs}) AS v (number, level) WHERE v.level < 'Infinity' AND v.level > '-Infinity'"
            )
    if not looks:
        return {}
    rows = database.query(
        "SELECT l.number, array_agg(DISTINCT trim_scale(l.level)::text) AS levels, count(*) AS filled"
        f" FROM ({' UNION ALL '.join(looks)}) AS l"
        f" GROUP BY l.number HAVING count(DISTINCT l.level) BETWEEN 2 AND {_MOST_LEVELS}"
    )
    return {
        row["number"]: tuple(sorted(row["levels"], key=Decimal))
        for row in rows
        if row["filled"] >= _FEWEST_ROWS_OF_LEVEL * len(row["levels"])
    }


def entries_of_arrays(database: Database, tables: Sequence[Table]) -> dict[int, tuple[str, ...]]:
    """Return the entries of columns of arrays of texts, in the first rows of tables, as the current role sees them."""
    looks = [
        f"SELECT {column.column_id} AS number, e.entry FROM (SELECT {column.sql_name} AS list FROM {table.sql_name}"
        f" LIMIT {_ROWS_OF_LEVELS}) AS r, LATERAL unnest(r.list::text[]) AS e (entry)"
        for table in tables
        for column in table.columns
        if column.is_list
    ]
    if not looks:
        return {}
    rows = database.query(
        f"SELECT l.number, array_agg(DISTINCT l.entry) AS entries FROM ({' UNION ALL '.join(looks)}) AS l"
        f" WHERE l.entry <> '' GROUP BY l.number HAVING count(DISTINCT l.entry) <= {_MOST_NAMED}"
    )
    return {row["number"]: tuple(sorted(row["entries"])) for row in rows}


def names_of_values(
    database: Database, tables: Sequence[Table], samples: Mapping[int, Sequence[str]]
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return the values that have other names, as codes have, by those names in lower case, for each column.

    What figures stand for, the comment of a column may tell otherwise.  A column that has nearly the same codes as
    another one has their names, too, as the destinations and the origins of flights.
    """
    columns = [column for table in tables for column in table.columns]
    systems = {
        column.column_id: system
        for column in columns
        if (column.is_text or (column.is_integer and not _FIGURE.search(column.comment or "")))
        and (system := system_of(samples.get(column.column_id, ()), split_identifier(column.name))) is not None
    }
    longer = [number for number in systems if len(samples[number]) >= SAMPLE]
    values = {**samples, **_read(database, longer, _MOST_NAMED)}
    others = {
        column.column_id: system
        for column in columns
        if column.is_text and column.column_id not in systems
        if (system := _system_of_others(samples.get(column.column_id, ()), systems, values)) is not None
    }
    values |= _read(database, [number for number in others if len(samples[number]) >= SAMPLE], _MOST_NAMED)
    return {number: values_by_name(values[number], system) for number, system in (*systems.items(), *others.items())}


def _system_of_others(
    sample: Sequence[str], systems: Mapping[int, Mapping[str, tuple[str, ...]]], values: Mapping[int, Sequence[str]]
) -> Mapping[str, tuple[str, ...]] | None:
    """Return the system of the codes of another column that has most of some values."""
    for number, system in systems.items() if len(sample) >= _FEWEST_CODES else ():
        known = set(values[number])
        if all(map(_CODE.fullmatch, sample)) and sum(value in known for value in sample) >= _MOSTLY * len(sample):
            return system
    return None


def with_legends(
    names: Mapping[int, Mapping[str, tuple[str, ...]]], tables: Sequence[Table], few: Mapping[int, Sequence[str]]
) -> dict[int, Mapping[str, tuple[str, ...]]]:
    """Return the names of values, with what the comments of columns that have few say these stand for.

    What a comment says goes before what the codes usually stand for.
    """
    legends = {
        column.column_id: legend
        for table in tables
        for column in table.columns
        if column.comment and (legend := legend_of(column.comment, few.get(column.column_id, ())))
    }
    return {**names, **legends}


def with_defined_names(
    names: Mapping[int, Mapping[str, tuple[str, ...]]],
    samples: Mapping[int, Sequence[str]],
    defined: Mapping[str, Collection[str]],
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return the names of values, with those that a document gives codes which some values are, by the code.

    Capitals count, and what is a value of the column itself is no other name of one.
    """
    completed = {number: dict(of_column) for number, of_column in names.items()}
    for number, values in samples.items() if defined else ():
        own = {value.lower() for value in values}
        for value in values:
            for name in defined.get(value, ()):
                of_column = completed.setdefault(number, {})
                if name not in own and value not in of_column.get(name, ()):
                    of_column[name] = (*of_column.get(name, ()), value)
    return completed


def names_of_beginnings(
    tables: Sequence[Table], samples: Mapping[int, Sequence[str]]
) -> dict[int, dict[str, tuple[str, ...]]]:
    """Return the codes that values begin with, by their other names in lower case, for each column of text.

    The letter of labels such as A1 to A5 and B1 to B5 is one of itself.
    """
    texts = [column.column_id for table in tables for column in table.columns if column.is_text]
    named = {
        number: leading_codes(values) or leading_letters(values)
        for number in texts
        if (values := samples.get(number, ()))
    }
    return {number: names for number, names in named.items() if names}


def codes_of_columns(
    database: Database, tables: Sequence[Table], samples: Mapping[int, Sequence[str]], called: Collection[int]
) -> dict[int, list[str]]:
    """Return the values that are short codes in capitals, for each column of text that has hardly any others.

    ``called`` are columns whose codes are known.
    """
    texts = [c.column_id for table in tables for c in table.columns if c.is_text and c.column_id not in called]
    coded = {
        number: codes
        for number in texts
        if len(codes := _codes(samples.get(number, ()))) >= max(_FEWEST_CODES, _MOSTLY * len(samples.get(number, ())))
    }
    longer = [number for number, codes in coded.items() if len(samples[number]) >= SAMPLE]
    return coded | {number: _codes(values) for number, values in _read(database, longer, _MOST_NAMED).items()}


def prefixes_of_codes(samples: Mapping[int, Sequence[str]]) -> dict[int, tuple[str, int]]:
    """Return what all values of a column begin with, and how many figures follow: "z" and 5 of z95823 and z95608."""
    prefixes = {}
    for number, values in samples.items():
        codes = [_PREFIXED.fullmatch(value) for value in values]
        forms = {(code[1], len(code[2])) for code in codes if code}
        if len(values) >= _FEWEST_PREFIXED and len(forms) == 1 and all(codes):
            prefixes[number] = forms.pop()
    return prefixes


def blanks_of_columns(samples: Mapping[int, Sequence[str]]) -> dict[int, tuple[str, ...]]:
    """Return the values that stand for none, such as "N/A", for each column some sampled value of which does."""
    blanks = {number: tuple(sorted(filter(stands_for_none, values))) for number, values in samples.items()}
    return {number: values for number, values in blanks.items() if values}


def years_of_columns(
    database: Database, tables: Sequence[Table], sources: LiteralSources
) -> dict[int, tuple[int, ...]]:
    """Return the years of each column of several years, in order, as the current role sees them."""
    columns = [
        (column.column_id, table.is_indexed)
        for table in tables
        for column in table.columns
        if column.is_integer and is_called_a_year(column)
    ]
    values = {n: list(sources.columns[n].by_number.values()) for n, _ in columns if n in sources.columns}
    values |= _read(database, [number for number, is_indexed in columns if is_indexed], _MOST_NAMED)
    return {
        number: tuple(sorted(set(map(int, years))))
        for number, years in values.items()
        if len(years) >= _FEWEST_YEARS and all(map(_YEAR.fullmatch, years))
    }


def _codes(values: Iterable[str]) -> list[str]:
    return [value for value in values if _CODE.fullmatch(value)]


def _read(database: Database, columns: Collection[int], most: int) -> dict[int, list[str]]:
    values: dict[int, list[str]] = {number: [] for number in columns}
    if columns:
        rows = database.query(
            "SELECT v.column_id, f.literal FROM factcheck.visibility v,"
            " LATERAL (SELECT i.literal FROM factcheck.fragment i WHERE i.visibility_id = v.visibility_id"
            f" ORDER BY i.fragment_no LIMIT {most}) AS f"
            f" WHERE v.column_id = ANY ({integer_array(columns)}) ORDER BY v.column_id"
        )
        for row in rows:
            values[row["column_id"]].append(row["literal"])
    return values
