"""Names of every odd kind at once: of database, schemas, role, tables, columns, data set and values.

The extension itself lies in an odd schema and pg_trgm in another; all goes through a dump into a database with a name
as odd, where work goes on.
"""

from __future__ import annotations

import os
import secrets
import subprocess

import psycopg
import pytest
from psycopg import sql

TOKEN = secrets.token_hex(3)
DATABASE = f'Test {TOKEN} "quoted" it\'s 100% a=b ünï'
RESTORED = f"{DATABASE}; restored"
ROLE = f"Rôle {TOKEN} \"x\" 'y'. %s"
HOME = "Home of factcheck, 50% (été).x"  # PostgreSQL itself allows an extension's schema no quotes, $ and backslashes
TRIGRAMS = "tri.grams %I \\"
SCHEMA = 'Shop "a.b" \\n'
LONG = "ä" * 31 + "x"
ORDERS, CUSTOMERS = "select", LONG
DATA_SET = "set 'of' \"%s\" {data}, \\"
assert len(LONG.encode()) == 63


def named(*parts):
    return sql.Identifier(*parts)


def run(*command):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, timeout=1800, env=os.environ
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(scope="module")
def server(server_dsn):
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(named(ROLE)))
        for name in (DATABASE, RESTORED):
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(named(name)))
        yield server_dsn
        for name in (DATABASE, RESTORED):
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(named(name)))
        connection.execute(sql.SQL("DROP ROLE {}").format(named(ROLE)))


@pytest.fixture(scope="module")
def shop(server):
    """A superuser's connection to the database, with two tables added and joined."""
    with psycopg.connect(server, dbname=DATABASE, autocommit=True) as connection:
        statements = sql.SQL("""
            CREATE EXTENSION plpython3u;
            CREATE SCHEMA {trigrams};
            CREATE EXTENSION pg_trgm SCHEMA {trigrams};
            CREATE SCHEMA {home};
            CREATE EXTENSION factcheck SCHEMA {home};
            INSERT INTO factcheck.lexicon VALUES ('order', 'n', 'purchase', 'synonym', 1);
            SELECT factcheck.grant_usage({role}::regrole, 'analyst');
            GRANT USAGE ON SCHEMA {home}, {schema} TO {role_name};
            CREATE TABLE {customers} ("user" integer PRIMARY KEY, "Town ""of"" 'all'" text);
            CREATE TABLE {orders} ("order" integer PRIMARY KEY, "user" integer REFERENCES {customers}, {long} text);
            INSERT INTO {customers} VALUES (1, 'St. John''s'), (2, 'A%20B "C"'), (3, E'Back\\\\slash {{x}}, $1');
            INSERT INTO {orders} SELECT g, 1 + g % 3, CASE WHEN g % 2 = 0 THEN 'it''s "new" 100%' ELSE E'o\\\\ld' END
            FROM generate_series(1, 90) AS g;
            GRANT SELECT ON {customers}, {orders} TO {role_name};
            SELECT factcheck.add_table({orders_text}::regclass, data_set => {data_set}, track => true);
            SELECT factcheck.add_table({customers_text}::regclass, data_set => {data_set});
            SELECT factcheck.add_description({orders_text}::regclass, 'whether it is new', {long_text});
            SELECT factcheck.add_join({orders_text}::regclass, '{{user}}', {customers_text}::regclass, '{{user}}');
            """)
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(named(SCHEMA)))
        parts = {
            "trigrams": named(TRIGRAMS),
            "home": named(HOME),
            "role": sql.Literal(as_text(ROLE)),
            "role_name": named(ROLE),
            "schema": named(SCHEMA),
            "customers": named(SCHEMA, CUSTOMERS),
            "orders": named(SCHEMA, ORDERS),
            "customers_text": sql.Literal(as_text(SCHEMA, CUSTOMERS)),
            "orders_text": sql.Literal(as_text(SCHEMA, ORDERS)),
            "long": named(LONG),
            "long_text": sql.Literal(LONG),
            "data_set": sql.Literal(DATA_SET),
        }
        connection.execute(statements.format(**parts))
        yield connection


def as_text(*names):
    """Names as one writes them in SQL."""
    return sql.Identifier(*names).as_string(None)


def of(name, statement, text=None):
    """The rows that the role is given in a database."""
    with psycopg.connect(name[0], dbname=name[1], user=ROLE, autocommit=True) as session:
        parts = {"home": named(HOME), "orders": sql.Literal(as_text(SCHEMA, ORDERS)), "text": sql.Literal(text)}
        return session.execute(sql.SQL(statement).format(**parts)).fetchall()


DOCUMENT = "There were 90 orders. Of these, 30 were for the town of St. John's."
CHECK = "SELECT verdict, query, found_value::integer FROM {home}.fact_check({text})"


def test_a_check_reads_every_name(server, shop):
    rows = of((server, DATABASE), CHECK, DOCUMENT)
    assert [(verdict, found) for verdict, _, found in rows] == [("supported", 90), ("supported", 30)]
    for _, query, found in rows:
        with psycopg.connect(server, dbname=DATABASE, user=ROLE) as session:
            assert session.execute(query).fetchone()[0] == found
    assert of((server, DATABASE), "SELECT factcheck.data_set({text})::text[]", DATA_SET)[0][0] == [
        as_text(SCHEMA, ORDERS), as_text(SCHEMA, CUSTOMERS)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT FROM factcheck.explain('There were 90 orders.')",
        "SELECT FROM factcheck.explain('There were 90 orders.', 1)",
        "SELECT FROM factcheck.explain_plan('There were 90 orders.', ARRAY[{orders}::regclass])",
        "SELECT FROM factcheck.find_fragments('St. John''s')",
        "SELECT FROM factcheck.joins()",
        "SELECT FROM factcheck.doctor()",
        "SELECT FROM factcheck.index_coverage",
        "SELECT factcheck.check_html('<p>There were 90 orders.</p>')",
    ],
)
def test_everything_else_reads_them_too(server, shop, statement):
    assert len(of((server, DATABASE), statement)) >= 1


def test_all_of_it_is_dumped_and_restored_and_goes_on(server, shop, pg_config, tmp_path):
    programs = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=True).stdout.strip()
    before = of((server, DATABASE), CHECK, DOCUMENT)
    dump = tmp_path / "dump"
    source, target = (psycopg.conninfo.make_conninfo(server, dbname=name) for name in (DATABASE, RESTORED))
    run(f"{programs}/pg_dump", "--format=custom", f"--file={dump}", f"--dbname={source}")
    run(f"{programs}/pg_restore", f"--dbname={target}", dump)
    assert of((server, RESTORED), CHECK, DOCUMENT) == before
    with psycopg.connect(target, autocommit=True) as restored:
        restored.execute("INSERT INTO factcheck.lexicon VALUES ('order', 'n', 'purchase', 'synonym', 1)")
        orders = sql.Literal(as_text(SCHEMA, ORDERS))
        restored.execute(
            sql.SQL("INSERT INTO {} SELECT g, 1 FROM generate_series(91, 99) AS g").format(named(SCHEMA, ORDERS))
        )
        restored.execute(sql.SQL("CREATE TABLE {} AS SELECT g AS \"Ünit\" FROM generate_series(1, 7) AS g").format(
            named(SCHEMA, "an.other 'table' 10%")
        ))  # fmt: skip
        # numbers given after the restore follow those in the dump
        restored.execute("SELECT factcheck.add_table(%s::regclass)", [as_text(SCHEMA, "an.other 'table' 10%")])
        restored.execute(sql.SQL("SELECT factcheck.refresh({}::regclass)").format(orders))
        counts = [
            restored.execute(f"SELECT count(*), count(DISTINCT {key}) FROM factcheck.{name}").fetchone()
            for name, key in (("data_table", "table_id"), ("data_column", "column_id"), ("data_join", "join_id"))
        ]
        assert all(rows == different for rows, different in counts)
        assert counts[0] == (3, 3)
    [row] = of((server, RESTORED), CHECK, "There were 99 orders.")
    assert (row[0], row[2]) == ("supported", 99)


def test_everything_is_taken_back(server, shop):
    shop.execute("SELECT factcheck.untrack(%s::regclass)", [as_text(SCHEMA, ORDERS)])
    users = ["{user}", as_text(SCHEMA, CUSTOMERS), "{user}"]
    shop.execute("SELECT factcheck.remove_join(%s::regclass, %s, %s::regclass, %s)", [as_text(SCHEMA, ORDERS), *users])
    shop.execute("SELECT factcheck.remove_table(%s::regclass)", [as_text(SCHEMA, ORDERS)])
    shop.execute("DROP EXTENSION factcheck")
    assert shop.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal").fetchall() == []
    assert shop.execute("SELECT to_regnamespace('factcheck')").fetchone() == (None,)
