"""Numbers of exact types are exact from the server to the verdict, and a query gives what was found for it."""

from __future__ import annotations

import json
import random
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import partial

import psycopg
import pytest
from psycopg.types.json import set_json_loads

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import read_tables
from factcheck.evaluation.query_results import QueryResults
from factcheck.joins.relation_sets import Relations
from factcheck.queries.functions.counts import COUNT_DISTINCT
from factcheck.queries.functions.median import MEDIAN
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection

KINDS = ("tea", "coffee", "cocoa")
TWELVE = Context(prec=12, rounding=ROUND_HALF_EVEN)
LONG = Context(prec=60, rounding=ROUND_HALF_EVEN)
CHECK = "SELECT verdict, claim_text, found_value, query, alternatives FROM fact_check(%s, %s::regclass[])"


def digits(count):
    """A number of so many digits, none of them 0 or 9."""
    return int("".join(str(place % 8 + 1) for place in range(count)))


@pytest.fixture(scope="module")
def analyst(database, analyst_name):
    """A session of this module alone that has JSON numbers as decimals: doubles would lose what is to be shown."""
    with psycopg.connect(database, user=analyst_name, autocommit=True) as connection:
        set_json_loads(partial(json.loads, parse_float=Decimal, parse_int=Decimal), connection)
        yield connection


@pytest.mark.parametrize("kind", ["numeric(30, 2)", "bigint", "double precision"])
@pytest.mark.parametrize("count", [12, 13, 14, 15, 16, 18])
@pytest.mark.parametrize("sign", [1, -1])
def test_amounts_are_right_to_their_last_digit(admin, analyst, analyst_name, kind, count, sign):
    if kind == "double precision" and count > 15:
        pytest.skip("doubles hold 15 digits")
    unit = Decimal(1) if kind == "bigint" else Decimal("0.01")
    total = sign * digits(count) * unit
    name = f"public.account_{kind[:3]}_{count}_{sign + 1}"
    admin.execute(f"CREATE TABLE {name} (account text, amount {kind})")
    admin.execute(f"INSERT INTO {name} VALUES ('Alpha', {total}), ('Alpha', 0), ('Beta', 7), ('Beta', 11)")
    admin.execute(f"SELECT factcheck.add_table('{name}'); GRANT SELECT ON {name} TO {analyst_name}")
    stated = [total, total + unit, total - unit]
    text = " ".join(f"The total amount of the Alpha account was {each:,}." for each in stated)
    rows = analyst.execute(CHECK, [text, [name]]).fetchall()
    assert [(row[0], row[1]) for row in rows] == [
        ("supported", f"{stated[0]:,}"),
        ("refuted", f"{stated[1]:,}"),
        ("refuted", f"{stated[2]:,}"),
    ]
    assert {row[2] for row in rows} == {total}
    assert "E" not in str(rows[0][2])


@pytest.fixture(scope="module")
def ledger(admin, analyst_name):
    """Large debits and credits that cancel out, in all kinds of numbers."""
    admin.execute(f"""
        CREATE TABLE public.ledger (account text, amount numeric(22, 2), units bigint, weight double precision);
        INSERT INTO public.ledger VALUES
            ('Alpha', 900719925474099.93, 9007199254740993, 1e15),
            ('Alpha', -900719925474099.91, -9007199254740991, -1e15),
            ('Alpha', 0.33, 1, 0.35), ('Alpha', 0, 0, 0), ('Beta', 5, 5, 5), ('Gamma', 9, 9, 9);
        GRANT SELECT ON public.ledger TO {analyst_name};
        SELECT factcheck.add_table('public.ledger');
    """)


@pytest.mark.parametrize(
    ("sentence", "verdict", "found"),
    [
        ("The total amount of the Alpha account was 0.35.", "supported", "0.35"),
        ("The total amount of the Alpha account was 0.36.", "refuted", "0.35"),
        ("The average amount of the Alpha account was 0.0875.", "supported", "0.0875"),
        ("The total units of the Alpha account were 3.", "supported", "3"),
        ("The total units of the Alpha account were 2.", "refuted", "3"),
        ("The total weight of the Alpha account was 0.35.", "supported", "0.35"),
        ("The total weight of the Alpha account was 0.36.", "refuted", "0.35"),
        ("The largest units of the Alpha account were 9,007,199,254,740,993.", "supported", "9007199254740993"),
        ("The largest units of the Alpha account were 9,007,199,254,740,992.", "refuted", "9007199254740993"),
    ],
)
def test_what_cancels_out_leaves_no_noise(analyst, ledger, sentence, verdict, found):
    [row] = analyst.execute(CHECK, [sentence, ["public.ledger"]]).fetchall()
    assert (row[0], row[2]) == (verdict, Decimal(found))


def test_noise_that_there_is_no_time_to_look_into_decides_nothing(analyst, ledger):
    text = "The total weight of the Alpha account was 0.36."
    [row] = analyst.execute(
        "SELECT verdict FROM fact_check(%s, '{public.ledger}', time_budget => '1 hour')", [text]
    ).fetchall()
    assert row == ("not_enough_info",)


def test_zeros_at_the_end_of_decimals_are_digits(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.till (account text, amount numeric(22, 2));
        INSERT INTO public.till VALUES ('Alpha', 12.31), ('Beta', 44), ('Gamma', 20.04);
        GRANT SELECT ON public.till TO {analyst_name};
        SELECT factcheck.add_table('public.till');
    """)
    told = {
        "The total amount of the Alpha account was 12.30.": "refuted",
        "The total amount of the Alpha account was 12.3.": "supported",
        "The total amount of the Beta account was 44.00.": "supported",
        "The total amount of the Gamma account was 20.0.": "supported",
        "The total amount of the Gamma account was 20.00.": "refuted",
    }
    rows = analyst.execute(CHECK, [" ".join(told), ["public.till"]]).fetchall()
    assert [row[0] for row in rows] == list(told.values())


def amounts(chance, kind):
    """Amounts of one kind as SQL: large ones of both signs that cancel out, tiny ones, none at all."""
    power = chance.choice([3, 12, 15])
    for _ in range(chance.randrange(6)):
        large = chance.randrange(10**power)
        if kind == "money":
            yield from (f"{large}.{chance.randrange(100):02}", f"-{large}.{chance.randrange(100):02}")
        elif kind == "free":
            tiny = f"{chance.choice(['', '-'])}0.{'0' * chance.randrange(30)}{chance.randrange(1, 999)}"
            yield from (f"{large * 10 ** chance.randrange(20)}.5", tiny)
        elif kind == "whole":
            large = min(large * 10**6, 4 * 10**18)
            yield from (f"{large}", f"{-large + chance.randrange(9)}")
        elif kind == "double":
            yield from (f"{large}.{chance.randrange(100):02}", f"-{large}.{chance.randrange(100):02}")
        elif kind == "single":
            yield from (
                f"{chance.randrange(999)}.{chance.randrange(9)}",
                f"-{chance.randrange(999)}.{chance.randrange(9)}",
            )
        else:
            yield from (f"{chance.randrange(-30000, 30000)}", "NULL")


COLUMNS = {
    "money": "numeric(24, 2)",
    "free": "numeric",
    "whole": "bigint",
    "double": "double precision",
    "single": "real",
    "small": "smallint",
}
SAYINGS = ("total", "average", "median", "largest", "smallest", "number of different")


def make_table(admin, seed, analyst_name):
    chance = random.Random(seed)
    name = f"public.random_{seed}"
    columns = ", ".join(f"{column} {kind}" for column, kind in COLUMNS.items())
    admin.execute(f"CREATE TABLE {name} (kind text, {columns})")
    for kind in KINDS:
        for column in COLUMNS:
            for amount in amounts(chance, column):
                admin.execute(f"INSERT INTO {name} (kind, {column}) VALUES ('{kind}', {amount})")
    admin.execute(
        f"SELECT factcheck.add_table('{name}', track => {seed % 2 == 0}); GRANT SELECT ON {name} TO {analyst_name}"
    )
    sentences = [
        f"The {saying} of {column} of {kind} was {chance.randrange(1, 10 ** chance.randrange(1, 15)):,}."
        for saying in SAYINGS
        for column in COLUMNS
        for kind in chance.sample(KINDS, 1)
    ]
    chance.shuffle(sentences)
    return name, " ".join([*sentences, "About 40 percent were tea, and 25.5% of coffee had small 7."])


def the_same(found, given, query):
    """Whether a query gave the value found for it, after the same rounding."""
    if found is None or given is None:
        return found is given
    given = Decimal(repr(given)) if isinstance(given, float) else Decimal(given)
    found = Decimal(str(found))
    if not any(part in query for part in ("avg(", "100.0 *", "percentile_cont", "double", "single")):
        return found == given
    return TWELVE.plus(found) == TWELVE.plus(given) or LONG.to_integral_value(given) == found


@pytest.mark.parametrize("seed", range(6))
def test_queries_give_what_was_found(admin, analyst, analyst_name, seed):
    name, text = make_table(admin, seed, analyst_name)
    readings = {}
    for _ in range(2):  # the second time from what is kept of tracked tables
        for verdict, claim, found, query, alternatives in analyst.execute(CHECK, [text, [name]]).fetchall():
            assert verdict, claim
            readings[query] = found
            readings |= {each["query"]: each["value"] for each in alternatives}
    assert len(readings) > 40
    for query, found in readings.items():
        given = analyst.execute(query).fetchone()[0]
        assert the_same(found, given, query), (query, found, given)


def test_messages_show_the_digits_that_make_the_difference(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.scale (account text, weight numeric);
        INSERT INTO public.scale VALUES ('Alpha', 12.34567), ('Beta', 44);
        GRANT SELECT ON public.scale TO {analyst_name};
        SELECT factcheck.add_table('public.scale');
    """)
    text = "The total weight of the Alpha account was 12.34568."
    [[verdict, message]] = analyst.execute(
        "SELECT verdict, message FROM fact_check(%s, '{public.scale}')", [text]
    ).fetchall()
    assert verdict == "refuted"
    assert message.startswith("Stated 12.34568, the data say 12.34567: ")


def test_values_of_hundreds_of_digits_are_told_apart_beside_their_median(admin):
    admin.execute("""
        CREATE TABLE public.vast (size numeric);
        INSERT INTO public.vast VALUES (1e301), (2e301), (-1e301), (-3e301), (7), (8.5);
        SELECT factcheck.add_table('public.vast');
    """)
    admin.execute("SET search_path = pg_catalog, pg_temp")
    database = PsycopgDatabase(admin)
    [table] = read_tables(database, ["public.vast"])
    relations = Relations([table])
    rows = Selection(relations.of(frozenset({table.table_id})))
    queries = [Aggregate(Measure(each, table.columns[0]), rows) for each in (COUNT_DISTINCT, MEDIAN)]
    results = QueryResults(relations, database)
    results.add(queries)
    admin.execute("RESET search_path")
    assert [results[query].shown for query in queries] == [6, Decimal("7.75")]
