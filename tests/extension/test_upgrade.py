"""Updates: from every released version to every later one, what results is what a fresh installation has.

The paths in this tree are tested as they fill; so that the way there is proven before there are any, a second version
is made from a copy of the tree: 0.1.0 is frozen by the step that freezes a release, and the version after it has a
column, a table, a setting, a function and rights that 0.1.0 lacks.
"""

from __future__ import annotations

import difflib
import re
import secrets
import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from support.inventory import objects

import factcheck

ROOT = Path(__file__).parents[2]
RELEASED = ROOT / "extension/released"


def output(*command):
    """What a program prints, errors with it; fails when it does."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    return (done.stdout + done.stderr).strip()


# --- the next version ----------------------------------------------------------------------------------------

NEXT = "99.1.0"
NEW_COLUMN = "language text NOT NULL DEFAULT 'english'"
NEW_SETTING = "('second_look', 3, 0, 9, 'number', 'How often a check looks again.')"
NEW_OBJECTS = """
CREATE TABLE factcheck.holiday (
    holiday_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL
);
COMMENT ON TABLE factcheck.holiday IS 'Days without sales.';
COMMENT ON COLUMN factcheck.holiday.name IS 'What it is called.';
CREATE FUNCTION factcheck.holidays() RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$ SELECT count(*) FROM factcheck.holiday $function$;
COMMENT ON FUNCTION factcheck.holidays() IS 'Number of holidays.';
SELECT pg_catalog.pg_extension_config_dump('factcheck.holiday', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.holiday_holiday_id_seq', '');
"""
NEW_GRANT = "            (2, 'GRANT EXECUTE ON FUNCTION factcheck.holidays() TO %1$s'),\n"
OLD_GRANT = "            (1, 'GRANT EXECUTE ON FUNCTION factcheck.version() TO %1$s'),\n"


def replace(path, old, new):
    text = path.read_text()
    assert old in text, (path, old)
    path.write_text(text.replace(old, new, 1))


def make_next_version(checkout):
    """Turn a checkout into one of the next version, which lacks only its update script."""
    replace(checkout / "python/src/factcheck/__init__.py", f'"{factcheck.__version__}"', f'"{NEXT}"')
    replace(checkout / "extension/factcheck.control", f"'{factcheck.__version__}'", f"'{NEXT}'")
    replace(checkout / "sql/32_descriptions.sql", "pg_catalog.now(),\n", f"pg_catalog.now(),\n    {NEW_COLUMN},\n")
    (checkout / "sql/85_holidays.sql").write_text(NEW_OBJECTS)
    with (checkout / "sql/85_holidays.sql").open("a") as file:
        file.write("COMMENT ON COLUMN factcheck.description.language IS 'Language it is written in.';\n")
        file.write(f"INSERT INTO factcheck.setting_definition VALUES {NEW_SETTING};\n")
    replace(checkout / "sql/90_privileges.sql", OLD_GRANT, OLD_GRANT + NEW_GRANT)


def function_text(path, name):
    """The statement that makes a function, as one that replaces it."""
    [found] = re.findall(
        rf"^(CREATE FUNCTION factcheck\.{name}\(.*?\$(?:python|function)\$;\n)", path.read_text(), re.M | re.S
    )
    return found.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


def update_statements(checkout):
    """What leads from the installed version to the next, a statement each."""
    new_table, *others = re.split(r"(?<=;)\n(?=COMMENT|CREATE|SELECT)", NEW_OBJECTS.strip())
    return [
        f"ALTER TABLE factcheck.description ADD COLUMN {NEW_COLUMN};",
        "COMMENT ON COLUMN factcheck.description.language IS 'Language it is written in.';",
        f"INSERT INTO factcheck.setting_definition VALUES {NEW_SETTING};",
        new_table,
        *others,
        "REVOKE ALL ON FUNCTION factcheck.holidays() FROM PUBLIC;",
        function_text(checkout / "sql/10_load.sql", "_load"),
        function_text(checkout / "sql/10_load.sql", "version"),
        function_text(checkout / "sql/90_privileges.sql", "grant_usage"),
    ]


def write_update(checkout, statements):
    folder = checkout / "sql/updates"
    folder.mkdir(exist_ok=True)
    guard = f"\\echo Use \"ALTER EXTENSION factcheck UPDATE TO '{NEXT}'\" to load this file. \\quit\n"
    script = folder / f"factcheck--{factcheck.__version__}--{NEXT}.sql"
    script.write_text("\n".join([guard, *statements]) + "\n")


@pytest.fixture(scope="module")
def two_versions(installation):
    """The DSN of a server that has this version, frozen as if released, and the next."""
    checkout = installation.checkout
    heading = f"## {factcheck.__version__} (unreleased)"
    if heading in (checkout / "CHANGELOG.md").read_text():
        replace(checkout / "CHANGELOG.md", heading, f"## {factcheck.__version__} (2026-01-31)")
        installation.run("extension/release.sh", "freeze")
    make_next_version(checkout)
    write_update(checkout, update_statements(checkout))
    installation.run("extension/install.sh", "extension")
    installation.provide_library(NEXT)
    return installation.start()


# --- one path ------------------------------------------------------------------------------------------------

SAMPLE = """
CREATE TABLE public.sales (sale_id integer PRIMARY KEY, month text NOT NULL);
INSERT INTO public.sales
SELECT g, (ARRAY['April', 'May', 'June'])[1 + g % 3] FROM generate_series(1, 240) AS g;
INSERT INTO factcheck.lexicon (lemma, part_of_speech, related, relation, frequency)
VALUES ('sale', 'n', 'deal', 'synonym', 1);
UPDATE factcheck.setting SET value = 0.99 WHERE name = 'p_true';
INSERT INTO factcheck.description (relation, column_name, column_number, description, source)
VALUES ('public.sales', 'month', 2, 'when it was sold', 'add_description');
"""
DOCUMENT = "There were 240 sales, of which 80 were in May."


class Update:
    """An update from one version to another, in databases of its own."""

    def __init__(self, dsn, source, target):
        self.dsn, self.source, self.target = dsn, source, target
        self.names = []

    def database(self, version):
        """A connection to a new database with the extension in a version."""
        name = f"factcheck_test_{secrets.token_hex(4)}"
        with psycopg.connect(self.dsn, autocommit=True) as server:
            server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
        self.names.append(name)
        made = psycopg.connect(self.dsn, dbname=name, autocommit=True)
        made.execute(
            sql.SQL("CREATE EXTENSION factcheck SCHEMA public VERSION {} CASCADE").format(sql.Literal(version))
        )
        return made

    def update(self, connection):
        connection.execute(sql.SQL("ALTER EXTENSION factcheck UPDATE TO {}").format(sql.Literal(self.target)))

    def differences(self, fresh, updated):
        """What a user or a dump could tell an updated database from a fresh one by."""
        texts = [objects(connection, bodies=True).splitlines() for connection in (fresh, updated)]
        return "\n".join(difflib.unified_diff(*texts, "fresh", "updated", lineterm="", n=1))

    def remove(self):
        with psycopg.connect(self.dsn, autocommit=True) as server:
            for name in self.names:
                server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def kept_rows(connection, columns=None):
    """The rows of each table that dumps carry, of the given columns or all there are."""
    if columns is None:
        columns = dict(
            connection.execute("""
                SELECT c.oid::regclass::text, array_agg(a.attname::text ORDER BY a.attnum)
                FROM pg_extension e, unnest(e.extconfig) AS member (oid) JOIN pg_class c ON c.oid = member.oid
                JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                WHERE e.extname = 'factcheck' GROUP BY c.oid
            """).fetchall()
        )
    return columns, {
        name: connection.execute(
            sql.SQL("SELECT ({})::text FROM {} ORDER BY 1").format(
                sql.SQL("ROW({})").format(sql.SQL(", ").join(map(sql.Identifier, list_of))), sql.SQL(name)
            )
        ).fetchall()
        for name, list_of in columns.items()
    }


def check(dsn, name, user):
    """What a check says in a new session: one that loaded the older version keeps it."""
    with psycopg.connect(dsn, dbname=name, user=user, autocommit=True) as session:
        return session.execute("SELECT verdict, query FROM fact_check(%s)", [DOCUMENT]).fetchall()


def assert_equal_and_kept(path, role=None):
    """Update a database in use; it must equal a fresh one, and keep what people put into it."""
    fresh, updated = path.database(path.target), path.database(path.source)
    updated.execute(SAMPLE)
    if role:
        updated.execute("SELECT factcheck.add_table('public.sales', track => true)")
        updated.execute(sql.SQL("SELECT factcheck.grant_usage({}, 'analyst')").format(sql.Literal(role)))
        updated.execute(sql.SQL("GRANT SELECT ON public.sales TO {}").format(sql.Identifier(role)))
        before = check(path.dsn, path.names[1], role)
        assert [row[0] for row in before] == ["supported", "supported"]
    columns, rows = kept_rows(updated)
    assert rows["factcheck.setting_value"] == [("(p_true,0.99)",)]
    path.update(updated)
    assert path.differences(fresh, updated) == ""
    assert kept_rows(updated, columns)[1] == rows
    if role:
        updated.execute("SELECT factcheck.renew_grants()")
        assert check(path.dsn, path.names[1], role) == before
    return updated


@pytest.fixture
def path():
    """Makes paths whose databases go at the end."""
    made = []

    def make(*arguments):
        made.append(Update(*arguments))
        return made[-1]

    yield make
    for one in made:
        one.remove()


# --- what was released ---------------------------------------------------------------------------------------


def released_versions():
    names = [script.stem.removeprefix("factcheck--") for script in RELEASED.glob("factcheck--*.sql")]
    return {name for name in names if "--" not in name}


def test_every_released_version_has_a_path_to_this_one_and_it_is_sound(server_dsn, path):
    """With nothing released before this version there is none; the next test's version then stands for it."""
    with psycopg.connect(server_dsn) as connection:
        paths = connection.execute(
            "SELECT source, target FROM pg_extension_update_paths('factcheck') WHERE path IS NOT NULL"
        ).fetchall()
    older = released_versions() - {factcheck.__version__}
    assert {source for source, target in paths if target == factcheck.__version__} >= older
    for source, target in paths:
        if source in older:
            assert_equal_and_kept(path(server_dsn, source, target))


def test_released_scripts_are_what_they_were_when_released():
    done = subprocess.run([ROOT / "extension/release.sh", "verify"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    listed = (
        {line.split()[1] for line in (RELEASED / "SHA256SUMS").read_text().splitlines()}
        if released_versions()
        else set()
    )
    assert listed == {script.name for script in RELEASED.glob("*.sql")}


def test_the_changelog_says_of_exactly_the_released_versions_when_they_were():
    headings = re.findall(r"^## (\S+) \((.*)\)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert {version for version, when in headings if when != "unreleased"} == released_versions()
    assert (factcheck.__version__, "unreleased") in headings or factcheck.__version__ in released_versions()


# --- the way there, proven with a second version -------------------------------------------------------------


def test_an_updated_database_equals_a_fresh_one_and_keeps_its_data(two_versions, installation, path):
    with psycopg.connect(two_versions, autocommit=True) as server:
        server.execute("CREATE ROLE analyst LOGIN")
    updating = path(two_versions, factcheck.__version__, NEXT)
    updated = assert_equal_and_kept(updating, "analyst")
    [name] = updating.names[1:]
    updated.execute("INSERT INTO factcheck.holiday (name) VALUES ('Easter')")
    may = "SELECT has_function_privilege('analyst', 'factcheck.holidays()', 'EXECUTE')"
    assert updated.execute(may).fetchone() == (True,)
    updated.close()
    # what came with the update is dumped, and so are the rights that were renewed
    dump = installation.folder / "dump.sql"
    dsn = psycopg.conninfo.make_conninfo(two_versions, dbname=name)
    options = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
    assert output(installation.programs / "pg_dump", "--create", "--clean", f"--file={dump}", f"--dbname={dsn}") == ""
    assert output(installation.programs / "psql", *options, f"--file={dump}", f"--dbname={two_versions}") == ""
    with psycopg.connect(dsn, autocommit=True) as restored:
        assert restored.execute(may).fetchone() == (True,)
        restored.execute("INSERT INTO factcheck.holiday (name) VALUES ('Whitsun')")
        assert restored.execute("SELECT holiday_id FROM factcheck.holiday ORDER BY 1").fetchall() == [(1,), (2,)]
        assert restored.execute("SELECT language FROM factcheck.description").fetchall() == [("english",)]
        assert restored.execute("SELECT value FROM factcheck.setting WHERE name = 'p_true'").fetchone() == (0.99,)
    assert [row[0] for row in check(two_versions, name, "analyst")] == ["supported", "supported"]


def test_whatever_an_update_script_forgets_is_found(two_versions, installation, path):
    updating = path(two_versions, factcheck.__version__, NEXT)
    fresh, updated = updating.database(NEXT), updating.database(factcheck.__version__)
    statements = update_statements(installation.checkout)
    script = installation.shared / "extension" / f"factcheck--{factcheck.__version__}--{NEXT}.sql"
    whole = script.read_text()
    forgettable = [
        n for n, text in enumerate(statements) if not text.startswith(("ALTER", "CREATE TABLE", "CREATE FUNCTION"))
    ]
    try:
        for number in forgettable:
            install_update(installation, [*statements[:number], *statements[number + 1 :]])
            updated.execute("BEGIN")
            updating.update(updated)
            assert updating.differences(fresh, updated) != "", f"not missed: {statements[number]}"
            updated.execute("ROLLBACK")
    finally:
        script.write_text(whole)


def install_update(installation, statements):
    write_update(installation.checkout, statements)
    installation.run("extension/install.sh", "extension")


def test_a_session_that_loaded_the_older_version_says_what_to_do(two_versions, path):
    updating = path(two_versions, factcheck.__version__, NEXT)
    session = updating.database(factcheck.__version__)
    session.execute("SELECT factcheck.warm_up()")
    updating.update(session)
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
        session.execute("SELECT * FROM fact_check('There were 240 sales.')")
    assert caught.value.diag.message_primary == "extension factcheck was updated in this session"
    assert (
        caught.value.diag.message_detail == f"Version {factcheck.__version__} is loaded, version {NEXT} is asked for."
    )
    assert caught.value.diag.message_hint == f"Reconnect to load version {NEXT}."


def test_an_extension_whose_library_is_gone_says_how_to_go_on(two_versions, installation, path):
    updating = path(two_versions, factcheck.__version__, NEXT)
    session = updating.database(factcheck.__version__)
    older = installation.packages / "factcheck" / factcheck.__version__
    aside = older.with_name("aside")
    older.rename(aside)
    try:
        with pytest.raises(psycopg.errors.UndefinedFile) as caught:
            session.execute("SELECT factcheck.warm_up()")
        assert caught.value.diag.message_detail == f"Looked in {older}. There is version {NEXT}."
        assert "ALTER EXTENSION factcheck UPDATE" in caught.value.diag.message_hint
    finally:
        aside.rename(older)
    updating.update(session)
    session.execute("SELECT factcheck.warm_up()")


def test_a_library_of_another_version_in_its_place_is_not_used(two_versions, installation, path):
    session = path(two_versions, factcheck.__version__, NEXT).database(NEXT)
    module = installation.packages / "factcheck" / NEXT / "factcheck/__init__.py"
    text = module.read_text()
    try:
        module.write_text(text.replace(NEXT, "98.0.0"))
        with pytest.raises(psycopg.errors.UndefinedFile) as caught:
            session.execute("SELECT factcheck.warm_up()")
    finally:
        module.write_text(text)
    assert caught.value.diag.message_primary == "the Python part of factcheck is of another version"
    assert caught.value.diag.message_hint == f"Run extension/install.sh of release {NEXT} on the database host."


@pytest.mark.parametrize("touched", ["sql/10_types.sql", "extension/released/factcheck--{}.sql"])
def test_what_was_released_cannot_be_changed(tmp_path, touched):
    checkout = tmp_path / "checkout"
    for name in ("extension", "sql", "python/src/factcheck"):
        shutil.copytree(ROOT / name, checkout / name)
    if factcheck.__version__ not in released_versions():
        (checkout / "CHANGELOG.md").write_text(f"## {factcheck.__version__} (2026-01-31)\n")
        output(checkout / "extension/release.sh", "freeze")

    def verify():
        program = checkout / "extension/release.sh"
        return subprocess.run([program, "verify"], capture_output=True, text=True, check=False)

    assert verify().returncode == 0
    with (checkout / touched.format(factcheck.__version__)).open("a") as file:
        file.write("-- a correction\n")
    refused = verify()
    assert refused.returncode == 1
    assert "hint: " in refused.stderr
    assert "sql/updates" in refused.stderr


def test_a_release_is_frozen_only_when_it_is_complete(tmp_path):
    checkout = tmp_path / "checkout"
    for name in ("extension", "sql", "python/src/factcheck"):
        shutil.copytree(ROOT / name, checkout / name)
    changelog = checkout / "CHANGELOG.md"

    def freeze(version, when):
        changelog.write_text(f"# Changelog\n\n## {version} ({when})\n")
        module = checkout / "python/src/factcheck/__init__.py"
        module.write_text(re.sub(r'^__version__ = ".*"$', f'__version__ = "{version}"', module.read_text(), flags=re.M))
        program = checkout / "extension/release.sh"
        return subprocess.run([program, "freeze"], capture_output=True, text=True, check=False)

    def refusal(version, when="2026-01-31"):
        refused = freeze(version, when)
        assert refused.returncode == 1
        return refused.stderr.splitlines()[0]

    assert refusal("98.0.0", "unreleased") == "release.sh: CHANGELOG.md does not say when version 98.0.0 was released"
    first = freeze("98.0.0", "2026-01-31") if not released_versions() else None
    if first is None:  # what is released already has to lead there
        latest = max(released_versions(), key=lambda text: tuple(map(int, text.split("."))))
        assert refusal("98.0.0") == f"release.sh: nothing leads from version {latest} to 98.0.0"
        return
    assert first.returncode == 0, first.stderr
    assert refusal("98.0.0") == "release.sh: version 98.0.0 is released already"
    assert refusal("98.1.0") == "release.sh: nothing leads from version 98.0.0 to 98.1.0"
    (checkout / "sql/updates").mkdir(exist_ok=True)
    (checkout / "sql/updates/factcheck--98.0.0--98.1.0.sql").write_text("SELECT 1;\n")
    assert freeze("98.1.0", "2026-01-31").returncode == 0
    frozen = {script.name for script in (checkout / "extension/released").iterdir()}
    update = "factcheck--98.0.0--98.1.0.sql"
    assert frozen == {"SHA256SUMS", "factcheck--98.0.0.sql", "factcheck--98.1.0.sql", update}
    assert not (checkout / "sql/updates" / update).exists()
    # an old version's script is kept with its own version and folder to be filled in, not with the newest's
    assert "@PYTHONDIR@" in (checkout / "extension/released/factcheck--98.0.0.sql").read_text()
