"""A made table of parcels and reports about it, as large and as long as asked for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark_database import Connection
from beside_scan import LargeTable

from factcheck.sqltext import literal, literals

TABLE = "public.parcels"
AMOUNTS = ("weight", "points", "price", "delay")
"""An integer, a bigint, a numeric and a double precision, with some values missing."""

_NAMES = ("city", "carrier", "colour", "brand", "material", "sector", "season", "channel", "vendor", "grade")
_VALUES_EACH = (1, 2, 3, 5, 10)
"""How many times as many values as are asked for the columns have, by turns."""

_SKEW = 8
"""A power of random numbers: few values are frequent, as in real tables, and groups of many columns have some rows."""

_PARAGRAPHS = 5
_FILLER = "Nothing of this is told by those who sort and carry what people send each other."


def table_of(columns: int, values: int) -> LargeTable:
    """Return the table of parcels of which some values of some columns are asked for."""
    named = {name: tuple(names[:values]) for name, names in _values(columns, values)}
    return LargeTable(TABLE, AMOUNTS, named)


def make_parcels(connection: Connection, rows: int, columns: int, values: int) -> None:
    """Make the table with random rows."""
    texts = ", ".join(
        f"({_array(names)})[1 + floor({len(names)} * power(random(), {_SKEW}))::integer] AS {name}"
        for name, names in _values(columns, values)
    )
    amounts = ", ".join(
        f"CASE WHEN random() > 0.02 THEN {amount} END AS {name}"
        for name, amount in zip(
            AMOUNTS,
            (
                "(random() * 900)::integer",
                "(random() * 1e6)::bigint",
                "(random() * 300)::numeric(9, 2)",
                "random() * 40",
            ),
            strict=True,
        )
    )
    connection.execute("SELECT setseed(0.5)")
    connection.execute(f"DROP TABLE IF EXISTS {TABLE}".encode())
    connection.execute(f"CREATE TABLE {TABLE} AS SELECT {texts}, {amounts} FROM generate_series(1, {rows})".encode())
    connection.execute(f"VACUUM ANALYZE {TABLE}".encode())


def report(connection: Connection, table: LargeTable, claims: int, filling: int = 0) -> str:
    """Write a report of right claims about the table; each paragraph begins by naming values, which its claims use.

    ``filling`` is the number of sentences without a claim after each that has one.
    """
    draw = random.Random(claims)  # noqa: S311
    pairs = [(column, value) for column, values in table.asked.items() for value in values]
    draw.shuffle(pairs)
    paragraphs = [pairs[start::_PARAGRAPHS] for start in range(_PARAGRAPHS)]
    chosen = [_Claim.draw(number, paragraphs[number % _PARAGRAPHS], draw) for number in range(claims)]
    query = f"SELECT {', '.join(claim.sql() for claim in chosen)} FROM {table.name}"
    truths = connection.execute(query.encode()).fetchone() or ()
    sentences = [claim.sentence(truth) for claim, truth in zip(chosen, truths, strict=True)]
    texts = []
    for number, named in enumerate(paragraphs):
        begin = f"This part is about {', '.join(value for _, value in named[:-1])} and {named[-1][1]}."
        own = [" ".join([sentence, *[_FILLER] * filling]) for sentence in sentences[number::_PARAGRAPHS]]
        texts.append(" ".join([begin, *own]))
    return "\n\n".join(texts)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A claim about the rows that have one or two values."""

    kind: int
    amount: str
    where: Sequence[tuple[str, str]]

    @classmethod
    def draw(cls, number: int, named: Sequence[tuple[str, str]], draw: random.Random) -> _Claim:
        column, value = draw.choice(named)
        others = [pair for pair in named if pair[0] != column]
        second = [draw.choice(others)] if others and number % 2 else []
        return cls(number % 4, AMOUNTS[number // 4 % len(AMOUNTS)], [(column, value), *second])

    def sql(self) -> str:
        """Write the aggregate that is the truth."""
        condition = " AND ".join(f"{column} = {literal(value)}" for column, value in self.where)
        text = ("count(*)", f"avg({self.amount})", f"max({self.amount})", f"sum({self.amount})")[self.kind]
        return f"round(coalesce({text} FILTER (WHERE {condition}), 0)::numeric, 1)"

    def sentence(self, truth: float) -> str:
        """Say it in words."""
        rows = f"parcels of {' and '.join(value for _, value in self.where)}"
        if self.kind == 0:
            return f"There were {int(truth):,} {rows}."
        what = ("", "average", "highest", "total")[self.kind]
        return f"The {what} {self.amount} of {rows} was {truth:,}."


def _values(columns: int, values: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the names of columns with their values, made-up words of which no two are alike."""
    draw = random.Random(1)  # noqa: S311
    known: set[str] = set()
    for index, name in enumerate(_NAMES[:columns]):
        names: list[str] = []
        while len(names) < values * _VALUES_EACH[index % len(_VALUES_EACH)]:
            word = "".join(draw.choice("bdfgklmnprstvz") + draw.choice("aeiou") for _ in range(4)).capitalize()
            if word not in known:
                known.add(word)
                names.append(word)
        yield name, names


def _array(names: Sequence[str]) -> str:
    return f"ARRAY[{literals(names)}]"
