"""What one types first: a data set's name in a check.  Whatever is written for its tables means what it meant."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.types.json import Jsonb

Connection = psycopg.Connection[Any]
DOCUMENT = "The list has 40 stores. There are 7 boats."
BOTH = [("40", "supported"), ("7", "supported")]


@pytest.fixture(scope="module", autouse=True)
def tables(admin: Connection, analyst_name: str) -> None:
    admin.execute(f"""
        CREATE SCHEMA harbour;
        GRANT USAGE ON SCHEMA harbour TO {analyst_name};
        CREATE TABLE public.stores AS SELECT n AS number, 'town ' || n AS town FROM generate_series(1, 40) n;
        CREATE TABLE harbour.boats AS SELECT n AS boat, 'name ' || n AS name FROM generate_series(1, 7) n;
        GRANT SELECT ON public.stores, harbour.boats TO {analyst_name};
        SELECT factcheck.add_table('public.stores', data_set => 'shop');
        SELECT factcheck.add_table('harbour.boats', data_set => 'port');
    """)


def tables_read(connection: Connection, call: str, arguments: Any = None) -> list[str]:
    """Which tables the queries of a check are about."""
    rows = connection.execute(f"SELECT query FROM {call}".encode(), arguments).fetchall()
    return sorted({name for (query,) in rows for name in ("stores", "boats") if name in (query or "")})


BY_SQL = [
    ("fact_check({d})", ["boats", "stores"]),
    ("fact_check({d}, NULL)", ["boats", "stores"]),
    ("fact_check({d}, NULL, NULL)", ["boats", "stores"]),
    ("fact_check({d}, NULL, 0.99)", ["boats", "stores"]),
    ("fact_check({d}, NULL, 0.99, 3)", ["boats", "stores"]),
    ("fact_check({d}, NULL, 0.99, 3, '1 min')", ["boats", "stores"]),
    ("fact_check({d}, NULL::regclass[])", ["boats", "stores"]),
    ("fact_check({d}, NULL::text)", ["boats", "stores"]),
    ("fact_check({d}, p_true => 0.99)", ["boats", "stores"]),
    ("fact_check({d}, top_k => 3, time_budget => '1 min')", ["boats", "stores"]),
    ("fact_check(document => {d})", ["boats", "stores"]),
    ("fact_check({d}, '{{stores}}')", ["stores"]),
    ("fact_check({d}, '{{stores}}', 0.99, 3, '1 min')", ["stores"]),
    ("fact_check({d}, '{{stores,harbour.boats}}')", ["boats", "stores"]),
    ("fact_check({d}, ' {{ stores }} ')", ["stores"]),
    ("fact_check({d}, '[0:0]={{stores}}')", ["stores"]),
    ("fact_check({d}, '{{stores}}'::regclass[])", ["stores"]),
    ("fact_check({d}, ARRAY['stores'])", ["stores"]),
    ("fact_check({d}, ARRAY['stores']::regclass[])", ["stores"]),
    ("fact_check({d}, ARRAY['stores'::regclass])", ["stores"]),
    ("fact_check({d}, ARRAY['stores'::varchar])", ["stores"]),
    ("fact_check({d}, tables => '{{stores}}')", ["stores"]),
    ("fact_check({d}, tables => NULL)", ["boats", "stores"]),
    ("fact_check(tables => ARRAY['stores'], document => {d})", ["stores"]),
    ("fact_check({d}, factcheck.data_set('shop'))", ["stores"]),
    ("fact_check({d}, factcheck.data_set(NULL))", ["boats", "stores"]),
    ("fact_check({d}, 'shop')", ["stores"]),
    ("fact_check({d}, 'port', 0.99)", ["boats"]),
    ("fact_check({d}, 'shop'::text)", ["stores"]),
    ("fact_check({d}, 'shop'::varchar)", ["stores"]),
    ("fact_check({d}, data_set => 'shop')", ["stores"]),
    ("fact_check({d}, data_set => 'port', top_k => 3)", ["boats"]),
    ("fact_check({d}, data_set => NULL)", ["boats", "stores"]),
]


@pytest.mark.parametrize(("call", "expected"), BY_SQL)
def test_each_form_of_a_call_means_one_thing(analyst: Connection, call: str, expected: list[str]) -> None:
    assert tables_read(analyst, call.format(d=sql.quote(DOCUMENT))) == expected


@pytest.mark.parametrize(
    ("argument", "written", "expected"),
    [
        *((None, written, ["boats", "stores"]) for written in ("%s", "%b", "tables => %s", "data_set => %s")),
        *(("shop", written, ["stores"]) for written in ("%s", "%b", "data_set => %s")),
        *(("{stores}", written, ["stores"]) for written in ("%s", "%b", "%s::regclass[]", "tables => %s")),
        *((["stores"], written, ["stores"]) for written in ("%s", "%b", "%s::regclass[]", "tables => %s")),
    ],
)
@pytest.mark.parametrize("prepare", [False, True])
def test_parameters_of_psycopg(
    analyst: Connection, argument: object, written: str, expected: list[str], prepare: bool
) -> None:
    statement = f"SELECT query FROM fact_check(%s, {written})".encode()
    for _ in range(3):
        rows = analyst.execute(statement, [DOCUMENT, argument], prepare=prepare).fetchall()
        assert sorted({name for (query,) in rows for name in ("stores", "boats") if name in query}) == expected


@pytest.mark.parametrize(
    ("declared", "argument", "expected"),
    [
        ("", "'{stores}'", ["stores"]),
        ("", "'shop'", ["stores"]),
        ("", "NULL", ["boats", "stores"]),
        ("(text, regclass[])", "'{stores}'", ["stores"]),
        ("(text, text)", "'port'", ["boats"]),
        ("(varchar, varchar)", "'port'", ["boats"]),
    ],
)
def test_a_prepared_statement_without_types(
    analyst: Connection, declared: str, argument: str, expected: list[str]
) -> None:
    analyst.execute(f"PREPARE asked {declared} AS SELECT query FROM fact_check($1, $2)".encode())
    try:
        for _ in range(7):  # the sixth execution takes the generic plan
            rows = analyst.execute(f"EXECUTE asked ({sql.quote(DOCUMENT)}, {argument})".encode()).fetchall()
            assert sorted({name for (query,) in rows for name in ("stores", "boats") if name in query}) == expected
    finally:
        analyst.execute("DEALLOCATE asked")


def test_a_table_that_was_not_added_is_told_with_the_statement_that_adds_it(admin: Connection) -> None:
    admin.execute("CREATE TABLE public.quay AS SELECT n AS berth FROM generate_series(1, 3) n")
    with pytest.raises(psycopg.errors.UndefinedObject, match='data set "quay" is not known') as caught:
        admin.execute("SELECT * FROM fact_check('There are 3 berths.', 'quay')")
    assert caught.value.diag.message_detail == "Table public.quay has this name, and was not added."
    hint = caught.value.diag.message_hint
    assert hint is not None
    admin.execute(hint.split(": ", 1)[1].rstrip(".").encode())
    rows = admin.execute("SELECT verdict FROM fact_check('There are 3 berths.', 'quay')").fetchall()
    assert rows == [("supported",)]
    with pytest.raises(psycopg.errors.UndefinedObject, match=r'data set "public\.quay" is not known') as caught:
        admin.execute("SELECT * FROM fact_check('There are 3 berths.', 'public.quay')")
    assert caught.value.diag.message_detail == "It is the name of a table."
    hint = caught.value.diag.message_hint
    assert hint is not None
    asked = hint.split(": ", 1)[1].rstrip(".").replace("document", "'There are 3 berths.'")
    assert asked.endswith("tables => '{public.quay}')")
    assert admin.execute(asked.replace("*", "verdict").encode()).fetchall() == [("supported",)]
    admin.execute("SELECT factcheck.remove_table('public.quay')")
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        admin.execute("SELECT * FROM fact_check('There are 3 berths.', 'public.quay')")
    assert caught.value.diag.message_detail == "Table public.quay has this name, and was not added."
    assert str(caught.value.diag.message_hint).endswith("factcheck.add_table('public.quay', data_set => 'quay').")
    admin.execute("DROP TABLE public.quay")


def test_names_of_an_array_are_those_of_the_callers_search_path(analyst: Connection) -> None:
    with analyst.transaction():
        with pytest.raises(psycopg.errors.UndefinedTable, match='relation "boats" does not exist'):
            tables_read(analyst, f"fact_check({sql.quote(DOCUMENT)}, '{{boats}}')")
        raise psycopg.Rollback
    with analyst.transaction():
        analyst.execute("SET LOCAL search_path = harbour, public")
        assert tables_read(analyst, f"fact_check({sql.quote(DOCUMENT)}, '{{boats}}')") == ["boats"]


@pytest.mark.parametrize(
    "call",
    [
        "fact_check('', 'shpo')",
        "factcheck.verdicts('', 'shpo')",
        "factcheck.verify('', data_set => 'shpo')",
        "fact_check('', factcheck.data_set('shpo'))",
        "factcheck.check_html('', data_set => 'shpo')",
        "factcheck.explain('', data_set => 'shpo')",
    ],
)
def test_a_name_that_is_no_data_set_is_named(analyst: Connection, call: str) -> None:
    with pytest.raises(psycopg.errors.UndefinedObject) as raised:
        analyst.execute(f"SELECT * FROM {call}".encode())
    diagnostic = raised.value.diag
    assert diagnostic.message_primary == 'data set "shpo" is not known'
    assert diagnostic.message_detail == "The data sets are: 'port', 'shop'."
    assert diagnostic.message_hint == (
        "A table is added to one by: SELECT factcheck.add_table('table', data_set => 'shpo')."
    )


def test_a_tables_name_is_told_to_be_one(analyst: Connection) -> None:
    with pytest.raises(psycopg.errors.UndefinedObject) as raised:
        analyst.execute("SELECT * FROM fact_check('', 'stores')")
    hint = "Name it as a table: SELECT * FROM fact_check(document, tables => '{stores}')."
    assert raised.value.diag.message_hint == hint
    analyst.execute("SELECT * FROM fact_check('', tables => '{stores}')")


def test_what_is_no_text_is_still_refused(analyst: Connection) -> None:
    for arguments in (["", 5], ["", Jsonb({})], [Jsonb({}), None]):
        with pytest.raises(psycopg.errors.UndefinedFunction):
            analyst.execute("SELECT * FROM fact_check(%s, %s)", arguments)


def test_both_at_once_are_refused(analyst: Connection) -> None:
    with pytest.raises(psycopg.errors.UndefinedFunction):
        analyst.execute("SELECT * FROM fact_check('', data_set => 'shop', tables => '{stores}')")


def test_an_empty_array_is_no_data_set(analyst: Connection) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="argument tables is empty"):
        analyst.execute("SELECT * FROM fact_check('', '{}')")


def test_the_narrow_form_has_what_one_reads_first(analyst: Connection) -> None:
    cursor = analyst.execute("SELECT * FROM factcheck.verdicts(%s)", [DOCUMENT])
    assert [column.name for column in cursor.description or []] == ["verdict", "claim_text", "message"]
    rows = cursor.fetchall()
    assert [(row[1], row[0]) for row in rows] == BOTH
    wide = analyst.execute("SELECT verdict, claim_text, message FROM fact_check(%s)", [DOCUMENT]).fetchall()
    assert rows == wide


def test_the_narrow_form_takes_a_data_set(analyst: Connection) -> None:
    rows = analyst.execute("SELECT * FROM factcheck.verdicts(%s, 'port')", [DOCUMENT]).fetchall()
    assert all("boat" in message for verdict, _, message in rows if verdict == "supported")
    assert analyst.execute("SELECT * FROM factcheck.verdicts(NULL)").fetchall() == []


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        ", 'port'",
        ", data_set => 'port'",
        ", '{boats}'",
        ", tables => '{boats}'",
        ", tables => ARRAY['boats']::regclass[], top_k => 3",
        ", 'port', 0.9, 3, '1 min', NULL",
        ", NULL, p_true => 0.9, time_budget => '1 min'",
    ],
)
def test_the_narrow_form_takes_the_arguments_of_the_full_one(analyst: Connection, arguments: str) -> None:
    with analyst.transaction():
        analyst.execute("SET LOCAL search_path = harbour, public")
        narrow, wide = (
            analyst.execute(f"SELECT {columns} FROM {function}(%s{arguments})".encode(), [DOCUMENT]).fetchall()
            for columns, function in (("*", "factcheck.verdicts"), ("verdict, claim_text, message", "fact_check"))
        )
    assert narrow == wide != []


@pytest.mark.parametrize(("data_set", "table"), [("shop", "stores"), ("port", "boats")])
def test_what_is_stored_may_be_about_a_data_set(analyst: Connection, data_set: str, table: str) -> None:
    with analyst.transaction():
        rows = analyst.execute(
            "SELECT query FROM factcheck.verify(%s, data_set => %s)", [DOCUMENT, data_set]
        ).fetchall()
        raise psycopg.Rollback
    assert rows
    assert all(table in query for (query,) in rows)


@pytest.mark.parametrize(("data_set", "table", "other"), [("shop", "stores", "boats"), ("port", "boats", "stores")])
def test_a_page_and_an_explanation_take_a_data_set(analyst: Connection, data_set: str, table: str, other: str) -> None:
    page = analyst.execute("SELECT factcheck.check_html(%s, data_set => %s)", [DOCUMENT, data_set]).fetchall()[0][0]
    assert table in page.replace(DOCUMENT, "")
    readings = analyst.execute(
        "SELECT item FROM factcheck.explain(%s, 1, data_set => %s) WHERE part = 'reading'", [DOCUMENT, data_set]
    ).fetchall()
    assert readings
    assert all(table in query and other not in query for (query,) in readings)


@pytest.mark.parametrize("function", ["check_html", "explain", "verify"])
def test_tables_and_a_data_set_at_once_are_refused(analyst: Connection, function: str) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="both tables and a data set are named"):
        analyst.execute(f"SELECT factcheck.{function}('', tables => '{{stores}}', data_set => 'shop')".encode())


def test_a_schema_tells_what_was_added(admin: Connection, database: str, analyst_name: str) -> None:
    admin.execute(f"""
        CREATE SCHEMA mixed;
        CREATE TABLE mixed.item AS SELECT n, 'kind ' || n % 3 AS kind FROM generate_series(1, 9) n;
        CREATE VIEW mixed.few AS SELECT * FROM mixed.item WHERE n < 3;
        CREATE TABLE mixed.secret (n integer);
        GRANT USAGE ON SCHEMA mixed TO {analyst_name};
        GRANT SELECT ON mixed.item, mixed.few TO {analyst_name};
        SELECT factcheck.grant_usage('{analyst_name}', 'admin');
    """)
    with psycopg.connect(database, user=analyst_name, autocommit=True) as steward:
        told = steward.execute("SELECT * FROM factcheck.add_schema('mixed', 'mixture')").fetchall()
        assert told == [
            ("mixed.few", None, None, False, "a view; add it by itself: SELECT factcheck.add_table('mixed.few')"),
            ("mixed.item", 9, 12, True, None),
            ("mixed.secret", None, None, False, "permission denied"),
        ]
        assert steward.execute("SELECT factcheck.data_set('mixture')::text").fetchone() == ("{mixed.item}",)
        assert steward.execute("SELECT * FROM factcheck.add_schema('harbour') WHERE NOT is_added").fetchall() == []
        with pytest.raises(psycopg.errors.NullValueNotAllowed):
            steward.execute("SELECT * FROM factcheck.add_schema(NULL)")


@pytest.mark.parametrize(
    ("arguments", "columns", "data_set"),
    [
        ("'public.ships', 'port'", ["name", "number"], "port"),
        ("'public.ships', data_set => 'port'", ["name", "number"], "port"),
        ("'public.ships', '{name}'", ["name"], None),
        ("'public.ships', ARRAY['name']", ["name"], None),
        ("'public.ships', '{name}', 'port'", ["name"], "port"),
        ("'public.ships', NULL", ["name", "number"], None),
        ("'public.ships', columns => '{name}'", ["name"], None),
        ("'public.ships'", ["name", "number"], None),
    ],
)
def test_a_table_is_added_under_the_name_that_follows_it(
    admin: Connection, arguments: str, columns: list[str], data_set: str | None
) -> None:
    admin.execute("CREATE TABLE public.ships AS SELECT n AS number, 'name ' || n AS name FROM generate_series(1, 7) n")
    try:
        [[rows]] = admin.execute(f"SELECT rows FROM factcheck.add_table({arguments})".encode()).fetchall()
        added = admin.execute("""
            SELECT t.data_set, array_agg(c.column_name::text ORDER BY c.column_name)
            FROM factcheck.data_table t JOIN factcheck.data_column c USING (table_id)
            WHERE t.relation = 'public.ships'::regclass GROUP BY 1
        """).fetchall()
        assert (rows, added) == (7, [(data_set, columns)])
    finally:
        admin.execute("SELECT factcheck.remove_table('public.ships'); DROP TABLE public.ships")


def test_settings_are_shown_by_name(analyst: Connection) -> None:
    names = [name for (name,) in analyst.execute("SELECT name FROM factcheck.setting").fetchall()]
    assert names == sorted(names)
    assert len(names) > 20
