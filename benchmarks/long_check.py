"""Tables and documents so large that every stage of a check takes a second or more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark_database import Connection, Words
from psycopg import sql

_TEXT_COLUMNS, _INTEGERS, _NUMERICS = 12, 9, 8
_VALUES = (6, 12, 40, 90, 200, 500, 1_000, 2_000, 4_000, 8_000, 12_000, 20_000)
"""Different values of the text columns."""


@dataclass(frozen=True, slots=True)
class LargeTable:
    """A table of the benchmark: its name, its text columns with their values, and its columns of numbers."""

    name: str
    values: dict[str, list[str]]
    numbers: tuple[str, ...]


def make_table(connection: Connection, words: Words, name: str, rows: int, *, is_secured: bool = False) -> LargeTable:
    """Make a table of words and numbers and add it; under row security, its values are read at check time."""
    names: list[str] = []
    while len(names) < _TEXT_COLUMNS + _INTEGERS + _NUMERICS:
        names += [word for word in words.several(1) if word not in names]
    texts, integers, numerics = (
        names[:_TEXT_COLUMNS],
        names[_TEXT_COLUMNS:][:_INTEGERS],
        names[_TEXT_COLUMNS + _INTEGERS :],
    )
    values = {column: words.values(size) for column, size in zip(texts, _VALUES, strict=True)}
    columns: dict[str, Sequence[object]] = {"row_id": range(1, rows + 1)}
    columns |= {column: words.draw.choices(own, k=rows) for column, own in values.items()}
    columns |= {column: words.draw.choices(range(10_000), k=rows) for column in integers}
    columns |= {column: [f"{n / 100}" for n in words.draw.choices(range(100_000), k=rows)] for column in numerics}
    types = ["integer", *("text" for _ in texts), *("integer" for _ in integers), *("numeric" for _ in numerics)]
    table = sql.Identifier("benchmark", name)
    definitions = [sql.SQL("{} {}").format(sql.Identifier(c), sql.SQL(t)) for c, t in zip(columns, types, strict=True)]
    connection.execute(sql.SQL("CREATE TABLE {} ({})").format(table, sql.SQL(", ").join(definitions)))
    with connection.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(table)) as copy:
        for row in zip(*columns.values(), strict=True):
            copy.write_row(row)
    if is_secured:
        connection.execute(sql.SQL("ALTER TABLE {} ENABLE ROW LEVEL SECURITY").format(table))
        connection.execute(sql.SQL("CREATE POLICY everything ON {} USING (true)").format(table))
    connection.execute(sql.SQL("ANALYZE {}").format(table))
    connection.execute("SELECT factcheck.add_table(%s::regclass)", [f"benchmark.{name}"])
    return LargeTable(name, values, tuple(integers + numerics))


def write_document(words: Words, tables: Sequence[LargeTable], claims: int) -> str:
    """Write so many claims about columns and values of the tables, some in a paragraph."""
    draw = words.draw
    paragraphs = []
    for start in range(0, claims, 5):
        sentences = []
        for _ in range(start, min(start + 5, claims)):
            table = draw.choice(tables)
            (first, second), number = draw.sample(sorted(table.values), 2), draw.choice(table.numbers)
            wording = draw.choice(
                (
                    "Among {other} with the {first} {one}, the average {number} was {figure}.",
                    "There were {figure} {other} whose {first} is {one} and whose {second} is {two}.",
                    "The total {number} of {one} came to {figure}, said the {other}.",
                    "We counted {figure} different {second} in the {first} {one}.",
                )
            )
            sentences.append(
                wording.format(
                    other=" ".join(words.several(2)),
                    first=first,
                    second=second,
                    one=draw.choice(table.values[first]).title(),
                    two=draw.choice(table.values[second]).title(),
                    number=number,
                    figure=f"{draw.randint(11, 99_999):,}",
                )
            )
        paragraphs.append(" ".join(sentences))
    return "\n\n".join(paragraphs)
