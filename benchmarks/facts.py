"""Times factcheck.facts over tables of ten columns, and over two tables that a foreign key joins.

Each question is asked in a warm session.  On an idle machine 100,000 rows should take 1 s, five million 5 s.
"""

from __future__ import annotations

import time
from statistics import median

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, machine

_QUESTIONS = (
    "Which product has the highest total sales?",
    "How did the average profit develop over the years?",
    "How do north and south compare in sales?",
    "How are sales?",
    "Is discount related to profit?",
)
_JOINED = ("Which country has the highest total sales?", "What is the trend of total sales in country 3?")
_ROUNDS = 3
_SHOPS = 500


def make_tables(connection: Connection, rows: int) -> None:
    """Make a table of sales with ten columns, and one of the shops that they were made in, and add both."""
    connection.execute(
        "CREATE TABLE public.shop AS SELECT g AS shop_id, 'country ' || g % 20 AS country"
        f" FROM generate_series(1, {_SHOPS}) AS g"
    )
    connection.execute("ALTER TABLE public.shop ADD PRIMARY KEY (shop_id)")
    connection.execute(
        "CREATE TABLE public.sale AS SELECT g AS sale_id, 1 + g %% %(shops)s AS shop_id, 2010 + g %% 12 AS year,"
        " (ARRAY['north', 'east', 'south', 'west'])[1 + g %% 4] AS region, 'product ' || g %% 40 AS product,"
        " (ARRAY['card', 'cash', 'bill'])[1 + g %% 3] AS payment, round((random() * 900)::numeric, 2) AS sales,"
        " round((random() * 90 - 20)::numeric, 2) AS profit, (g %% 30) / 100.0 AS discount, 1 + g %% 9 AS quantity"
        " FROM generate_series(1, %(rows)s) AS g",
        {"shops": _SHOPS, "rows": rows},
    )
    connection.execute("ALTER TABLE public.sale ADD FOREIGN KEY (shop_id) REFERENCES public.shop")
    connection.execute("ANALYZE public.sale, public.shop")
    for table in ("shop", "sale"):
        connection.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{table}"])


def seconds(connection: Connection, question: str, tables: str) -> float:
    """Return the median time of a question."""
    times = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        connection.execute("SELECT * FROM factcheck.facts(%s, %s::regclass[])", [question, tables]).fetchall()
        times.append(time.perf_counter() - began)
    return median(times)


@click.command()
@dsn_option
@keep_option
@click.option("--rows", default=100_000, show_default=True, help="Rows of the table.")
def main(dsn: str, keep: bool, rows: int) -> None:
    """Time facts in a database of their own."""
    click.echo(machine())
    with benchmark_database(dsn, keep=keep) as connection:
        make_tables(connection, rows)
        seconds(connection, _QUESTIONS[0], "{public.sale}")  # the session loads its parser
        for question in _QUESTIONS:
            click.echo(f"{seconds(connection, question, '{public.sale}'):6.2f} s  {question}")
        for question in _JOINED:
            click.echo(f"{seconds(connection, question, '{public.sale,public.shop}'):6.2f} s  {question}  (joined)")


if __name__ == "__main__":
    main()
