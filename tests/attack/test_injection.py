"""Attack: SQL in what the extension takes for names, values, descriptions and text.

The attacker owns a table whose names, types, labels and values are pieces of SQL, writes a data dictionary, or the
document that somebody else checks.  Each piece would drop or empty the table ``precious``, or call a trap, if it were
ever put into a statement as it is.

Protection: ``sqltext`` alone quotes; names come quoted from the catalog.  ``test_the_pieces_bite`` shows the control:
unquoted, they do what they say.
"""

from __future__ import annotations

import contextlib
import itertools

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factcheck.sqltext import identifier, literal, text_array

PIECES = [
    "'; DROP TABLE public.precious; --",
    "\\'; DROP TABLE public.precious; --",
    '"; DROP TABLE public.precious; --',
    "$$; DROP TABLE public.precious; $$",
    "' || attic.trap('called') || '",
    "\\' || attic.trap(0) || \\'",
    "*/ ; DELETE FROM public.precious; /*",
    "%s %I %L %1$s {0} {precious} :name @extschema@",
    "U&'\\0027; DROP TABLE public.precious; --",
    "E'\\047; DROP TABLE public.precious; --",
    "\u2019; DROP TABLE public.precious; --\u202e",
    "'); DROP TABLE public.precious; SELECT ('",
    "]::text[]); DROP TABLE public.precious; --",
]
SETTINGS = ["standard_conforming_strings = off", "backslash_quote = on", "quote_all_identifiers = on"]
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=20)
HOSTILE = st.one_of(
    TEXTS, st.lists(st.sampled_from([*"'\"\\$;-/*%{}U&E\n ", "--", "$$"]), min_size=1, max_size=15).map("".join)
)
NUMBER = itertools.count()


@pytest.fixture(scope="module")
def precious(root, attacker):
    """A table of the superuser, who checks and adds whatever the attacker made."""
    root.execute("CREATE TABLE public.precious AS SELECT 'kept' AS entry; GRANT SELECT ON public.precious TO PUBLIC")

    def is_untouched():
        return root.sprung() == [] and root.rows("SELECT entry FROM public.precious") == [("kept",)]

    return is_untouched


@pytest.mark.parametrize("setting", ["standard_conforming_strings = on", *SETTINGS[:1]])
def test_quoted_text_comes_back_as_it_was(root, setting):
    root.execute(f"SET {setting}; SET escape_string_warning = off; SET backslash_quote = off")

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(HOSTILE)
    def come_back(text):
        assert root.value(f"SELECT {literal(text)}") == text
        assert root.value(f"SELECT {text_array([text, text])}") == [text, text]
        name = text.encode()[:63].decode(errors="ignore")
        assert root.connection.execute(f"SELECT 1 AS {identifier(name)}").description[0].name == name

    come_back()
    root.execute("RESET ALL")


def make_hostile_table(attacker, piece):
    """A table whose every name is the piece; returns its name as SQL wants it."""
    piece = piece.encode()[:40].decode(errors="ignore")
    number = next(NUMBER)
    schema, table, kind, domain = (identifier(f"{letter}{number}{piece}") for letter in "stkd")
    label = literal(piece)
    attacker.execute(f"""
        CREATE SCHEMA {schema};
        GRANT USAGE ON SCHEMA {schema} TO PUBLIC;
        CREATE TYPE {schema}.{kind} AS ENUM ({label}, 'plain');
        CREATE DOMAIN {schema}.{domain} AS text;
        CREATE TABLE {schema}.{table} (
            {identifier(piece)} integer PRIMARY KEY, {identifier("k" + piece)} {schema}.{kind},
            {identifier("d" + piece)} {schema}.{domain});
        INSERT INTO {schema}.{table}
        SELECT g, (ARRAY[{label}, 'plain'])[1 + g % 2]::{schema}.{kind}, {literal(piece)} || ' Leeds'
        FROM generate_series(1, 40) AS g;
        GRANT SELECT ON {schema}.{table} TO PUBLIC;
        COMMENT ON TABLE {schema}.{table} IS {label};
    """)
    return f"{schema}.{table}"


def use_everything(root, table, piece, setting="standard_conforming_strings = on"):
    """Have the table added, described, searched, checked and explained; returns the queries that a check shows."""
    name = literal(table)
    text = literal(f"There were 40 {piece} in Leeds. Of these, 20 were {piece}, and 40 plain ones. {piece}")
    piece = literal(piece)
    root.execute(f"SET {setting}; SET escape_string_warning = off")
    shown = []
    for statement in (
        f"SELECT factcheck.add_table({name}, data_set => {piece}, dry_run => true)::text",
        f"SELECT factcheck.add_table({name}, data_set => {piece}, track => true)::text",
        f"SELECT factcheck.add_description({name}, {piece})::text",
        f"SELECT factcheck.refresh({name})::text",
        f"SELECT f::text FROM factcheck.find_fragments({piece} || ' plain', NULL, 9, factcheck.data_set({piece})) AS f",
        f"SELECT f::text FROM factcheck.explain_plan({text}, factcheck.data_set({piece})) AS f",
        f"SELECT f::text FROM factcheck.explain({text}, 1, factcheck.data_set({piece})) AS f",
        f"SELECT factcheck.check_html({text}, factcheck.data_set({piece}))",
        f"SELECT query FROM public.fact_check({text}, factcheck.data_set({piece}))",
    ):
        shown = root.connection.execute(statement.replace("%", "%%"), []).fetchall()
    root.execute("RESET ALL")
    return [query for (query,) in shown if query is not None]


@pytest.mark.parametrize("piece", PIECES)
def test_names_types_labels_and_values(attacker, root, precious, piece):
    table = make_hostile_table(attacker, piece)
    queries = use_everything(root, table, piece, SETTINGS[next(NUMBER) % len(SETTINGS)])
    assert precious()
    assert queries
    for query in queries:  # what is shown may be run as it is
        assert root.connection.execute(query.replace("%", "%%"), []).fetchall()
    root.connection.execute(f"SELECT factcheck.remove_table({literal(table)})".replace("%", "%%"), [])
    assert precious()


def test_hints_may_be_followed(attacker, root, precious):
    """They hold statements with the table's name: run as they stand, they are about that table."""
    table = make_hostile_table(attacker, PIECES[0])
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        root.execute(f"SELECT FROM public.fact_check('7 rows', tables => ARRAY[{literal(table)}]::regclass[])")
    hint = caught.value.diag.message_hint
    assert hint.startswith("Add it: ")
    root.execute(hint.removeprefix("Add it: ").removesuffix("."))
    assert precious()
    assert root.value("SELECT count(*) FROM factcheck.data_table") == 1
    root.execute(f"SELECT factcheck.remove_table({literal(table)})")


@pytest.fixture(scope="module")
def orders(root):
    root.execute("""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, city text);
        INSERT INTO public.orders SELECT g, 'Leeds' FROM generate_series(1, 40) AS g;
        GRANT SELECT ON public.orders TO PUBLIC; SELECT factcheck.add_table('public.orders');
    """)


DICTIONARIES = [
    ("csv", "column,description\ncity,{0}\n{0},{0}\n"),
    ("csv", '"{0}","column","description"\n"orders","city","{0}"\n'),
    (
        "frictionless",
        '{{"resources": [{{"name": "orders", "schema": {{"fields": [{{"name": "city", "description": "x {0}"}}]}}}}]}}',
    ),
    ("dbt", "models:\n  - name: orders\n    columns:\n      - name: city\n        description: |\n          {0}\n"),
    ("dbt", 'models: !!python/object/apply:os.system ["touch /tmp/never"]\n'),
    ("dbt", "models: &a [*a, {0}]\n"),
    ("{0}", "column,description\ncity,town\n"),
]


@pytest.mark.parametrize(("kind", "dictionary"), DICTIONARIES)
def test_dictionaries(root, orders, precious, kind, dictionary):
    for piece in (PIECES[0], PIECES[1], PIECES[4]):
        for setting in ("on", "off"):
            root.execute(f"SET standard_conforming_strings = {setting}")
            # what is no dictionary is refused
            with contextlib.suppress(psycopg.errors.DataError, psycopg.errors.ProgrammingError):
                root.execute(
                    "SELECT factcheck.load_dictionary(%s, %s, 'public.orders', NULL)",
                    [dictionary.format(piece), kind.format(piece)],
                )
    root.execute("RESET ALL")
    assert precious()
    assert root.value("SELECT count(*) FROM public.orders") == 40


@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(piece=HOSTILE, pieces=st.lists(st.sampled_from(PIECES), max_size=3))
def test_documents(orders, root, precious, piece, pieces):
    root.execute("SET standard_conforming_strings = off; SET escape_string_warning = off")
    text = f"{piece} There were 40 orders in Leeds{' '.join(pieces)}. <b title='{piece}'>Of 40</b> none is {piece}."
    root.connection.execute("SELECT FROM public.fact_check(%s)", [text])
    page = root.value("SELECT factcheck.check_html(%s)", [text])
    root.execute("RESET ALL")
    assert "<script" not in page
    assert precious()


def test_a_page_runs_no_script_from_values_names_or_text(attacker, root, precious):
    """Whoever opens the page of check_html is the victim here."""
    piece = "<script>alert(1)</script>"
    table = make_hostile_table(attacker, piece)
    name = literal(table)
    root.execute(f"SELECT factcheck.add_table({name}, data_set => 'page')")
    page = root.value(
        "SELECT factcheck.check_html(%s, factcheck.data_set('page'))",
        [f'There were 20 {piece}. <img src=x onerror="alert(2)"> <a href="javascript:alert(3)">40 plain</a> rows.'],
    )
    root.execute(f"SELECT factcheck.remove_table({name})")
    assert "data-" in page or "title" in page
    for sign in ("<script>alert", "onerror", 'href="javascript'):
        assert sign not in page
    assert precious()


@pytest.mark.parametrize("piece", [PIECES[0], PIECES[4], PIECES[11]])
def test_the_pieces_bite(root, precious, piece):
    root.execute("BEGIN; SAVEPOINT before")
    root.told.clear()
    statement = f"SELECT ('{piece}')" if piece == PIECES[11] else f"SELECT '{piece}'"
    root.execute(statement)
    gone = root.value("SELECT to_regclass('public.precious') IS NULL")
    sprung = root.sprung()
    root.execute("ROLLBACK")
    assert gone or sprung
    assert precious()
