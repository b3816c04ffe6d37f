"""Attack: functions that fit the command line's calls better, and text that steers the terminal of who checks.

The attacker may create functions in schemas of the search path, as in ``public`` of a database upgraded from before
PostgreSQL 15, and owns values, file names and documents that somebody else checks.  A superuser runs the commands.

Protection: every session pins its search path, takes the schema of ``fact_check`` from the catalogue and gives every
argument with its type; what is printed has its control characters written out.  The controls call as the commands
did, and print without that step.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
import zipfile
from importlib import import_module

import psycopg
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from support.databases import new_database
from support.shared_session import shared_session

from factcheck.commands import main

BETTER = [
    "document text, tables regclass[] DEFAULT NULL, p_true float8 DEFAULT NULL, top_k smallint DEFAULT NULL",
    "document text, tables regclass[], p_true float8, top_k integer",
    "document text, tables text[], p_true float8 DEFAULT NULL, top_k integer DEFAULT NULL",
    "document text, tables oid[], p_true numeric DEFAULT NULL, top_k integer DEFAULT NULL",
    "document varchar, tables regclass[], p_true float8, top_k integer, time_budget interval",
    "document unknown, tables regclass[], p_true float8, top_k integer, time_budget interval",
]
ROWS = "TABLE (claim_no integer, verdict factcheck.verdict, sentence text, claim_text text, found_value numeric)"
TEXT = "There were 40 parcels."
STEERING = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\x9b1m\x85\x08\x7f\u202egnorw\u2066\u200b"


@pytest.fixture(scope="module")
def planted(attacker, root, plant):
    """Overloads, and whatever else can be planted, in a schema of every path; they write down who ran them."""
    attacker.execute("CREATE TABLE attic.caught (who text, what text); GRANT INSERT ON attic.caught TO PUBLIC")
    for number, parameters in enumerate(BETTER):
        if "unknown" in parameters:
            continue  # no function may have it
        attacker.execute(f"""
            CREATE FUNCTION public.fact_check({parameters}) RETURNS {ROWS} LANGUAGE plpgsql VOLATILE
            AS $$BEGIN INSERT INTO attic.caught VALUES (current_user, 'fact_check {number}'); END$$
        """)
    plant(attacker, "attic")
    plant(attacker, "public")
    root.execute("""
        CREATE SCHEMA store;
        CREATE TABLE store.parcel AS SELECT g AS parcel_id, 'Depot ' || g % 4 AS depot FROM generate_series(1, 40) AS g;
        CREATE TABLE public.parcel AS SELECT g AS parcel_id, 'Depot ' || g % 4 AS depot FROM generate_series(1, 7) AS g;
        SELECT factcheck.add_table('store.parcel');
        SELECT factcheck.add_table('public.parcel');
    """)
    return lambda: root.rows("SELECT who, what FROM attic.caught")


@pytest.fixture(scope="module")
def hostile_dsn(database):
    """A superuser's DSN by which a session finds the attacker's objects first."""
    return psycopg.conninfo.make_conninfo(database, options="-c search_path=public,attic,pg_catalog")


def write_case(folder):
    (folder / "data").mkdir(parents=True)
    (folder / "article.html").write_text("<p>The list has 12 letters.</p>")
    (folder / "data" / "letters.csv").write_text("letter\n" + "".join(f"{n}\n" for n in range(12)))
    label = {"sentence": "The list has 12 letters.", "value_text": "12", "value": 12, "correct": True}
    (folder / "claims.json").write_text(json.dumps([label | {"sql": "SELECT count(*) FROM letters"}]))
    return folder


def invoke(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.fixture
def files(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT)
    (tmp_path / "words.csv").write_text("table,column,description\nstore.parcel,depot,Where it lies\n")
    (tmp_path / "letter.csv").write_text("letter_id,sent\n1,2024-01-31\n")
    write_case(tmp_path / "case")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        ("check", "text.txt"),
        ("check", "text.txt", "--tables", "store.parcel", "--format", "json"),
        ("check", "text.txt", "--tables", "parcel", "--format", "html"),
        ("dictionary", "words.csv"),
        ("dictionary", "words.csv", "--table", "store.parcel"),
        ("load", "letter.csv", "--schema", "store", "--replace"),
        ("evaluate", "case"),
        ("evaluate-fragments", "case", "--by-source"),
        ("experiments", "case", "--only", "table-1", "--only", "table-2", "--sample", "5"),
        ("fit", "case", "--folds", "0"),
    ],
    ids=" ".join,
)
def test_no_command_calls_what_was_planted(planted, hostile_dsn, files, command):
    name, path, *options = command
    result = invoke(name, files / path, *options, "--dsn", hostile_dsn)
    assert result.exit_code in (0, 1), result.output
    assert "trap sprung" not in result.output
    assert planted() == []


def test_a_call_without_types_calls_what_was_planted(planted, database, root):
    """The control: as psycopg sends 10."""
    with psycopg.connect(database, autocommit=True) as session:
        session.execute("SELECT * FROM fact_check(%s, top_k => %s)", [TEXT, 10])
    assert [who for who, _ in planted()] == ["postgres"]
    root.execute("DELETE FROM attic.caught")


@pytest.mark.parametrize(("path", "rows"), [("store, public", 40), ("public, store", 7), ("pg_catalog", None)])
def test_names_of_tables_are_found_in_the_path_of_role_and_database(planted, database, root, files, path, rows):
    root.execute(f"DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = {path}', current_database()); END$$")
    try:
        result = invoke("check", files / "text.txt", "--tables", "parcel", "--format", "json", "--dsn", database)
    finally:
        root.execute("DO $$BEGIN EXECUTE format('ALTER DATABASE %I RESET search_path', current_database()); END$$")
    if rows is None:
        assert (result.exit_code, result.stderr) == (2, 'ERROR:  relation "parcel" does not exist\n')
    else:
        [row] = json.loads(result.stdout)
        assert (row["found_value"], row["verdict"] == "supported") == (rows, rows == 40)


def test_an_extension_in_another_schema_is_found(server_dsn, files):
    with new_database(server_dsn) as dsn:
        with psycopg.connect(dsn, autocommit=True) as inside:
            assert "is not in this database" in invoke("check", files / "text.txt", "--dsn", dsn).stderr
            inside.execute('CREATE SCHEMA "Tools"; CREATE EXTENSION factcheck SCHEMA "Tools" CASCADE')
            inside.execute("INSERT INTO factcheck.lexicon VALUES ('new', 'a', 'old', 'synonym', 1)")
            inside.execute("CREATE TABLE public.parcel AS SELECT g AS parcel_id FROM generate_series(1, 40) AS g")
            inside.execute("SELECT factcheck.add_table('public.parcel')")
        result = invoke("check", files / "text.txt", "--tables", "parcel", "--dsn", dsn)
        assert "1 claim: 1 supported" in result.stdout


def controls(text):
    return {character for character in text if unicodedata.category(character) in {"Cc", "Cs"}} - {"\n", "\t"}


@pytest.fixture(scope="module")
def labels(root):
    """A table whose values steer a terminal."""
    root.execute("CREATE TABLE public.labels (label_id integer, label text); CREATE SCHEMA hostile")
    rows = [(n, f"Leeds {STEERING} {n % 3}") for n in range(20)]
    with root.connection.cursor() as cursor:
        cursor.executemany("INSERT INTO public.labels VALUES (%s, %s)", rows)
        cursor.execute("SELECT factcheck.add_table('public.labels')")
    return "public.labels"


@pytest.fixture
def one_session(database):
    """All commands of a test run in one session."""
    with shared_session(database):
        yield


FORMATS = ("table", "line", "json", "html", "sarif")
PARTS = ["There were 20 labels", "7 of them were Leeds", *STEERING, "\x1b[31m", "\x1b]0;", "\r", "\n\n", ". ", " "]
DOCUMENTS = st.lists(
    st.sampled_from(PARTS)
    | st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    max_size=12,
).map("".join)  # fmt: skip


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(DOCUMENTS, st.sampled_from(FORMATS), st.text("ab\x1b\x07\x9b\u202e\n", min_size=1, max_size=8))
def test_no_output_steers_a_terminal(labels, database, one_session, tmp_path, document, output_format, name):
    path = tmp_path / name
    path.write_bytes(document.encode())
    arguments = ("--tables", labels, "--format", output_format, "--dsn", database)
    assert controls(invoke("check", path, *arguments).output) == set()
    assert controls(invoke("check", tmp_path / f"no{name}", *arguments).output) == set()


def test_data_notices_and_errors_steer_no_terminal(labels, database, one_session, tmp_path):
    """Values in messages, names in notices, names of files, cases and columns."""
    text = tmp_path / "text"
    text.write_text(f"There were 7 labels of Leeds {STEERING} 1. There were 20 labels.")
    dictionary = tmp_path / f"words{STEERING}.csv"
    dictionary.write_text(f"table,column,description\nnowhere{STEERING},depot,Where it lies\nlabels,label,It\n")
    table = tmp_path / f"ta{STEERING}ble.csv"
    table.write_text(f"a{STEERING},b\n1,2\n")
    case = write_case(tmp_path / "cases" / f"ca{STEERING}se")
    (case / "article.html").write_text(f"<p>The list has 12 letters. There were 15 rooms of {STEERING}.</p>")
    (tmp_path / "cases" / f"bro{STEERING}ken").mkdir()
    (tmp_path / "cases" / f"bro{STEERING}ken" / "claims.json").write_text("[5]")
    outputs = [
        *(invoke("check", text, "--tables", labels, "--format", f, "--dsn", database).output for f in FORMATS),
        invoke("check", text, "--tables", f"no{STEERING}", "--dsn", database).output,
        invoke("check", text, "--role", f"no{STEERING}", "--dsn", database).output,
        invoke("dictionary", dictionary, "--dsn", database).output,
        invoke("load", table, "--schema", "hostile", "--dsn", database).output,
        invoke("load", table, "--schema", "hostile", "--dsn", database).output,
        invoke("load", tmp_path / f"no{STEERING}", "--dsn", database).output,
        invoke("evaluate", tmp_path / "cases", "--misses", "--dsn", database).output,
        invoke("evaluate-fragments", tmp_path / "cases", "--dsn", database).output,
    ]
    assert all(outputs)
    assert [controls(output) for output in outputs] == [set()] * len(outputs)
    assert all("\u202e" not in output for output in outputs[:3] + outputs[4:])


def test_without_the_step_the_output_steers_the_terminal(labels, database, one_session, tmp_path, monkeypatch):
    """The control."""
    for name in ("commands.session", "commands.findings.formats"):
        monkeypatch.setattr(import_module(f"factcheck.{name}"), "visible", lambda text: text)
    text = tmp_path / f"text{STEERING}"
    text.write_text("There were 20 labels.")
    arguments = ("--tables", labels, "--dsn", database)
    assert "\x1b]0;owned\x07" in invoke("check", text, "--format", "line", *arguments).output
    assert "\x1b]0;owned\x07" in invoke("check", text, "--role", f"no{STEERING}", *arguments).output


BOMB = '<!DOCTYPE x [<!ENTITY a "{}"><!ENTITY b "{}"><!ENTITY c "{}">]>'.format("x" * 50, "&a;" * 50, "&b;" * 50)


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml"])
def test_a_workbook_expands_no_entities(database, tmp_path, part):
    """A few bytes that become gigabytes: the parser refuses whatever declares an entity."""
    workbook = Workbook()
    workbook.active.append(["depot", "n"])
    workbook.active.append(["Leeds", 5])
    workbook.save(tmp_path / "good.xlsx")
    with zipfile.ZipFile(tmp_path / "good.xlsx") as good, zipfile.ZipFile(tmp_path / "bad.xlsx", "w") as bad:
        for name in good.namelist():
            text = good.read(name).decode()
            if name == part:
                head, _, rest = text.partition("?>") if text.startswith("<?xml") else ("", "", text)
                text = f"{head}?>{BOMB}{rest}" if head else f"{BOMB}{rest}"
            bad.writestr(name, text)
    refused = invoke("load", tmp_path / "bad.xlsx", "--dsn", database, "--table", "bomb")
    assert refused.exit_code == 2
    assert "is not readable as a workbook" in refused.stderr
    loaded = invoke("load", tmp_path / "good.xlsx", "--dsn", database, "--table", f"good_{secrets.token_hex(4)}")
    assert loaded.exit_code == 0
