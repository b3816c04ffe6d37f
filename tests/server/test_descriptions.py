"""Words that only comments and data dictionaries have: a claim that uses them is checked all the same."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from factcheck.commands import main

ROOT = Path(__file__).parents[2]
# Names that say nothing, and averages that are alike: only what is said of the columns tells them apart.
TABLE = """
CREATE TABLE public.t17 (c1 numeric, c2 numeric, c3 text);
INSERT INTO public.t17 SELECT 31 + g % 7, 29 + g % 11, (ARRAY['k', 'm'])[1 + g % 2] FROM generate_series(1, 77) AS g;
"""
DICTIONARY = """table,column,description
T-17,,Vessels moored in the harbour
T-17,C1,Tonnage of the vessel
T-17,c2,Length of the keel
"""
CLAIMS = ["The average tonnage was 34.", "The average keel was 34.", "The average keel was 36."]


@pytest.fixture(scope="module")
def names(admin, role):
    made = {level: role() for level in ("admin", "analyst")}
    for level, name in made.items():
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [name, level])
    return made


@pytest.fixture
def table(admin, names):
    """The table, added anew for each test."""
    admin.execute("DROP TABLE IF EXISTS public.t17; TRUNCATE factcheck.description; SELECT factcheck.refresh()")
    admin.execute(TABLE)
    admin.execute(f"GRANT SELECT ON public.t17 TO {names['admin']}, {names['analyst']}")
    admin.execute("SELECT factcheck.add_table('public.t17', data_set => 'harbour')")


@pytest.fixture(scope="module")
def connections(database, names):
    """One of the administrator, who is no superuser, and one of the analyst."""
    opened = {level: psycopg.connect(database, user=name, autocommit=True) for level, name in names.items()}
    yield opened
    for connection in opened.values():
        connection.close()


@pytest.fixture
def session(connections, table):
    """The administrator's connection."""
    return connections["admin"]


@pytest.fixture
def notices(session):
    """What the server tells the administrator: message and DETAIL."""
    told = []

    def keep(diagnostic):
        told.append((diagnostic.message_primary, diagnostic.message_detail))

    session.add_notice_handler(keep)
    yield told
    session.remove_notice_handler(keep)


@pytest.fixture
def check(connections, table):
    """Checks the claims as the analyst: verdict and query of each."""

    def checked():
        found = [
            connections["analyst"].execute("SELECT verdict, query FROM fact_check(%s)", [claim]).fetchall()
            for claim in CLAIMS
        ]
        return [(verdict, query.replace('"', "").replace("t17.", "")) for [(verdict, query)] in found]

    return checked


def sources(admin, column):
    return {
        word: (source, weight)
        for word, source, weight in admin.execute(
            "SELECT k.word, k.source, k.weight::numeric::float FROM factcheck.column_keyword k"
            " JOIN factcheck.data_column dc ON dc.column_id = k.column_id"
            " JOIN factcheck.data_table dt ON dt.table_id = dc.table_id"
            " WHERE dt.relation = 'public.t17'::regclass AND dc.column_name = %s",
            [column],
        ).fetchall()
    }


def test_a_claim_in_the_words_of_a_dictionary_is_checked_right(session, notices, check):
    (_, tonnage), (_, keel), _ = check()
    assert ("avg(c1)" in tonnage, "avg(c2)" in keel) != (True, True), "without it nothing tells which column is meant"
    assert session.execute("SELECT factcheck.load_dictionary(%s)", [DICTIONARY]).fetchone() == (3,)
    assert notices == []
    (right, tonnage), (also_right, keel), (wrong, same) = check()
    assert (right, also_right, wrong) == ("supported", "supported", "refuted")
    assert "avg(c1)" in tonnage
    assert "avg(c2)" in keel
    assert "avg(c2)" in same


def test_each_source_is_recorded(admin, session):
    admin.execute("COMMENT ON COLUMN public.t17.c1 IS 'Burden in tons'")
    session.execute("SELECT factcheck.load_dictionary(%s)", [DICTIONARY])
    found = sources(admin, "c1")
    assert found["tonnage"] == ("dictionary", 0.55)
    assert found["burden"] == ("comment", 0.5)
    assert found["c"] == ("name", 1.0)
    assert "the" not in found


def test_refresh_takes_a_changed_comment_in(admin, session):
    session.execute("SELECT factcheck.refresh('public.t17')")
    admin.execute("COMMENT ON COLUMN public.t17.c1 IS 'Tonnage'")
    session.execute("SELECT factcheck.refresh('public.t17')")
    assert sources(admin, "c1")["tonnage"] == ("comment", 0.5)
    admin.execute("COMMENT ON COLUMN public.t17.c1 IS 'Draught'")
    session.execute("SELECT factcheck.refresh('public.t17')")
    assert "tonnage" not in sources(admin, "c1")
    assert "draught" in sources(admin, "c1")


def test_a_description_is_added_and_taken_back(admin, session):
    session.execute("""SELECT factcheck.add_description('public.t17', 'Tonnage', "column" => 'c1')""")
    session.execute("SELECT factcheck.add_description('public.t17', 'Vessels in the harbour')")
    assert sources(admin, "c1")["tonnage"] == ("dictionary", 0.55)
    [table_words] = admin.execute(
        "SELECT array_agg(word) FROM factcheck.table_keyword k JOIN factcheck.data_table dt ON dt.table_id = k.table_id"
        " WHERE dt.relation = 'public.t17'::regclass"
    ).fetchone()
    assert {"vessels", "harbour"} <= set(table_words)
    session.execute("""SELECT factcheck.add_description('public.t17', NULL, "column" => 'c1')""")
    assert "tonnage" not in sources(admin, "c1")
    assert session.execute("SELECT column_name FROM factcheck.description").fetchall() == [(None,)]


def test_a_description_outlives_refresh_adding_again_and_renaming(admin, session):
    session.execute("""SELECT factcheck.add_description('public.t17', 'Tonnage', "column" => 'c1')""")
    session.execute("SELECT factcheck.refresh()")
    session.execute("SELECT factcheck.remove_table('public.t17')")
    session.execute("SELECT factcheck.add_table('public.t17')")
    assert "tonnage" in sources(admin, "c1")
    admin.execute("ALTER TABLE public.t17 RENAME c1 TO burden")
    session.execute("SELECT factcheck.refresh('public.t17')")
    assert "tonnage" in sources(admin, "burden")


def test_a_table_may_be_described_before_it_is_added(admin, session):
    session.execute("SELECT factcheck.remove_table('public.t17')")
    session.execute("""SELECT factcheck.add_description('public.t17', 'Tonnage', "column" => 'c1')""")
    session.execute("SELECT factcheck.add_table('public.t17')")
    assert "tonnage" in sources(admin, "c1")


def test_a_dropped_table_takes_its_descriptions_along(admin, session):
    session.execute("SELECT factcheck.load_dictionary(%s)", [DICTIONARY])
    admin.execute("CREATE TABLE public.other AS TABLE public.t17; DROP TABLE public.t17")
    admin.execute("SELECT factcheck.add_description('public.other', 'Boats')")
    assert admin.execute("SELECT description FROM factcheck.description").fetchall() == [("Boats",)]
    admin.execute("DROP TABLE public.other; SELECT factcheck.refresh()")


def test_what_fits_nothing_is_told_and_the_rest_is_taken(session, notices):
    text = DICTIONARY + "T-17,c9,Beam\nT-17,c8,Draught\n" + "".join(f"lost{n},x,y\n" for n in range(7))
    assert session.execute("SELECT factcheck.load_dictionary(%s)", [text]).fetchone() == (3,)
    assert notices == [
        (
            "the dictionary describes 7 tables that fit no added table",
            "Left out: lost0, lost1, lost2, lost3, lost4 and 2 more.",
        ),
        ("the dictionary describes 2 columns that their tables do not have", "Left out: t17.c9, t17.c8."),
    ]


def test_a_table_that_one_may_not_read_is_left_out(admin, names, session, notices):
    admin.execute(f"REVOKE SELECT ON public.t17 FROM {names['admin']}")
    assert session.execute("SELECT factcheck.load_dictionary(%s)", [DICTIONARY]).fetchone() == (0,)
    assert notices == [
        ("the dictionary describes 1 table that you may not read", "Left out: t17."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "name\tlabel\nC_1\tTonnage\n",
        json.dumps({"fields": [{"name": "c1", "title": "Tonnage"}]}),
        "models:\n- name: whatever\n  columns:\n  - name: c1\n    description: Tonnage\n",
    ],
)
def test_every_format_describes_a_named_table(admin, session, text):
    load = """SELECT factcheck.load_dictionary(%s, "table" => 'public.t17', data_set => 'harbour')"""
    assert session.execute(load, [text]).fetchone() == (1,)
    assert sources(admin, "c1")["tonnage"] == ("dictionary", 0.55)


@pytest.mark.parametrize(
    ("statement", "sqlstate", "message"),
    [
        ("load_dictionary(NULL)", "22004", "no dictionary given"),
        ("load_dictionary('')", "22023", "the dictionary is empty"),
        (
            "load_dictionary(E'name,label\\nc1,Tonnage')",
            "22023",
            "the dictionary does not say which table it is about",
        ),
        ("load_dictionary(E'name,label\\nc1,\"Tonnage')", "22023", "the dictionary is not readable as CSV"),
        ("load_dictionary('{', 'frictionless')", "22023", "the dictionary is not readable as JSON"),
        ("load_dictionary('models: [', 'dbt')", "22023", "the dictionary is not readable as YAML"),
        ("load_dictionary('x', 'word')", "22023", 'format "word" of dictionaries is not known'),
        ("load_dictionary('column,label', data_set => 'port')", "42704", "no table was added"),
        ("""load_dictionary('column,label', "table" => 'pg_class')""", "42704", "table pg_class was not added"),
        ("add_description(NULL, 'x')", "22004", "no table given"),
        ("add_description(4294967295::oid::regclass, 'x')", "42P01", "there is no table with OID 4294967295"),
        ("add_description('public.t17', 'x', 'c 9')", "42703", 'table t17 has no such column: "c 9"'),
    ],
)
def test_errors_say_what_to_do(session, statement, sqlstate, message):
    session.execute("SET search_path = public")
    with pytest.raises(psycopg.Error) as caught:
        session.execute(f"SELECT factcheck.{statement}")
    assert (caught.value.sqlstate, caught.value.diag.message_primary.replace("public.t17", "t17")) == (
        sqlstate,
        message,
    )
    assert session.execute("SELECT count(*) FROM factcheck.description").fetchone() == (0,)


def test_the_command_tells_what_it_took_and_what_not(database, names, session, tmp_path):
    path = tmp_path / "dictionary.csv"
    path.write_bytes((DICTIONARY + "T-17,c3,Rumpf größe\nlost,x,y\n").encode("cp1252"))
    dsn = psycopg.conninfo.make_conninfo(database, user=names["admin"])
    result = CliRunner().invoke(main, ["dictionary", "--dsn", dsn, str(path)])
    assert result.exit_code == 0
    assert "t17: the table and 3 columns\n" in result.output
    assert f"{path}: 4 descriptions taken\n" in result.output
    assert "1 table that fit no added table" in result.output
    result = CliRunner().invoke(main, ["dictionary", "--dsn", dsn, "--format", "frictionless", str(path)])
    assert result.exit_code == 2
    assert "ERROR:  the dictionary is not readable as JSON" in result.output


def test_a_dump_holds_descriptions_of_tables_that_exist(admin, database, session):
    found = subprocess.run(
        [ROOT / "extension/install.sh", "pg-config"], capture_output=True, text=True, check=True, timeout=1800
    )
    folder = subprocess.run(
        [found.stdout.strip(), "--bindir"], capture_output=True, text=True, check=True, timeout=1800
    )
    session.execute("SELECT factcheck.load_dictionary(%s)", [DICTIONARY])
    admin.execute("CREATE TABLE public.doomed (a integer)")
    admin.execute("SELECT factcheck.add_description('public.doomed', 'Gone for good')")
    admin.execute("DROP TABLE public.doomed")
    dump = subprocess.run(
        [Path(folder.stdout.strip()) / "pg_dump", "--table=factcheck.description", f"--dbname={database}"],
        capture_output=True,
        text=True,
        check=True,
        timeout=1800,
    ).stdout
    assert "public.t17\tc1\t1\tTonnage of the vessel" in dump
    assert "Gone for good" not in dump


@pytest.mark.parametrize("character", ["\\u0000", "\\ud800", "\\udfff\\udfff"])
@pytest.mark.parametrize(
    "dictionary",
    [
        '{{"name": "{table}", "description": "Sold{c}", "schema": {{"fields": [{{"name": "amt"}}]}}}}',
        '{{"name": "{table}", "schema": {{"fields": [{{"name": "amt", "description": "So{c}ld"}}]}}}}',
        '{{"name": "{table}", "schema": {{"fields": [{{"name": "amt{c}", "description": "Sold"}}]}}}}',
        '{{"name": "{c}{table}", "schema": {{"fields": [{{"name": "amt", "description": "Sold"}}]}}}}',
        'models:\n- name: {table}\n  description: "Sold {c}"\n',
        'models:\n- name: "{table}{c}"\n  description: Sold\n',
        'models:\n- name: {table}\n  columns:\n  - name: "a{c}mt"\n    description: Sold\n',
    ],
)
def test_a_character_that_no_text_can_hold_is_told_or_left_out(admin, names, session, dictionary, character):
    admin.execute("CREATE TABLE public.held (amt integer); SELECT factcheck.add_table('public.held')")
    admin.execute(f"GRANT SELECT ON public.held TO {names['admin']}")
    text = dictionary.format(table="held", c=character)
    told = None
    try:
        session.execute("SELECT factcheck.load_dictionary(%s)", [text])
    except psycopg.Error as error:
        told = error.sqlstate, bool(error.diag.message_hint)
    finally:
        admin.execute("DROP TABLE public.held; SELECT factcheck.refresh()")
    is_described = any(each in dictionary for each in ("Sold{c}", "So{c}ld", "Sold {c}"))
    assert told in ({("22023", True)} if is_described else {None, ("22023", True)})
