"""Which columns of text write numbers, told from their indexed values."""

from __future__ import annotations

from factcheck.catalogue.number_forms import number_forms
from factcheck.catalogue.schema import Table
from factcheck.port import Database
from factcheck.sqltext import integer_array
from factcheck.words.identifiers import split_identifier

_SAMPLE = 500
"""Different values of a column that are looked at."""


_SPANS = frozenset(
    {
        "duration",
        "length",
        "runtime",
        "running",
        "run",
        "elapsed",
        "lap",
        "finish",
        "split",
        "pace",
        "net",
        "gun",
        "chip",
    }
    | {"spent", "playing", "playtime", "minutes", "mins", "min", "span"}
)
"""Words in names of columns of spans of time."""


def is_called_a_span(name: str) -> bool:
    """Tell whether a column's name says that it holds spans of time, not times of day."""
    return not _SPANS.isdisjoint(split_identifier(name))


def forms_of_columns(database: Database, table: Table) -> dict[int, tuple[str, ...]]:
    """Return by number of column in which forms the indexed values of columns of text write numbers, if in any."""
    names = {column.column_id: column.name for column in table.columns if column.is_text and not column.is_enum}
    if not names:
        return {}
    values: dict[int, list[str]] = {number: [] for number in names}
    for row in database.query(
        "SELECT v.column_id, f.literal FROM factcheck.visibility v,"
        " LATERAL (SELECT i.literal FROM factcheck.fragment i WHERE i.visibility_id = v.visibility_id"
        f" ORDER BY hashtext(i.literal), i.literal LIMIT {_SAMPLE}) AS f"
        f" WHERE v.column_id = ANY ({integer_array(names)}) ORDER BY v.column_id"
    ):
        values[row["column_id"]].append(row["literal"])
    return {
        number: tuple(form.text for form in number_forms(sample, is_span=is_called_a_span(names[number])))
        for number, sample in values.items()
    }
