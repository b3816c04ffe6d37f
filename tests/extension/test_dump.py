"""A database with the extension is dumped and restored, and the extension comes and goes without a trace."""

from __future__ import annotations

import os
import secrets
import subprocess
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from support.databases import new_database

ROOT = Path(__file__).parents[2]
DOCUMENT = "There were 240 sales, of which 80 were in May."


@pytest.fixture(scope="module")
def programs():
    """Folder of pg_dump and pg_restore."""
    found = subprocess.run(
        [ROOT / "extension/install.sh", "pg-config"], capture_output=True, text=True, check=False, timeout=1800
    )
    if found.returncode:
        pytest.skip(f"no PostgreSQL to dump with: {found.stderr}")
    folder = subprocess.run(
        [found.stdout.strip(), "--bindir"], capture_output=True, text=True, check=True, timeout=1800
    )
    return Path(folder.stdout.strip())


def run(*command):
    finished = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, timeout=1800, env=os.environ
    )
    assert (finished.returncode, finished.stderr) == (0, "")


ROWS = "SELECT g AS sale_id, (ARRAY['April', 'May', 'June'])[1 + g % 3] AS month FROM generate_series(1, 240) AS g"
ONE_WORD = "INSERT INTO factcheck.lexicon VALUES ('sale', 'n', 'deal', 'synonym', 1)"
"""A lexicon of one entry, which spares a test the loading of the whole."""


@pytest.fixture(scope="module")
def original(database, admin, analyst_name):
    """A database with three tables, one of which has lost a column and one has many values, and a setting."""
    admin.execute(f"""
        CREATE TABLE public.sales AS {ROWS};
        CREATE TABLE public.moved (gone integer);
        ALTER TABLE public.moved ADD sale_id integer, ADD month text, DROP gone;
        INSERT INTO public.moved {ROWS};
        CREATE TABLE public.customer AS SELECT 'customer ' || g AS customer_name FROM generate_series(1, 1001) AS g;
        GRANT SELECT ON public.sales, public.moved TO {analyst_name};
        SELECT factcheck.add_table('public.sales', data_set => 'shop');
        SELECT factcheck.add_table('public.moved');
        SELECT factcheck.add_table('public.customer');
        UPDATE factcheck.setting SET value = 0.99 WHERE name = 'p_true';
    """)
    return database


def check_in(session, table="sales"):
    statement = "SELECT * FROM fact_check(%s, tables => ARRAY[%s::regclass])"
    return session.execute(statement, [DOCUMENT, table]).fetchall()


def check(dsn, user):
    """Check the document in a new session."""
    with psycopg.connect(dsn, user=user, autocommit=True) as session:
        return check_in(session)


@pytest.fixture(scope="module")
def rows_before(original, analyst_name):
    """What a check finds in the database before it is dumped."""
    return check(original, analyst_name)


def restore_by_script(programs, original, empty, folder):
    dump = folder / "dump.sql"
    run(programs / "pg_dump", f"--file={dump}", f"--dbname={original}")
    options = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", f"--output={os.devnull}")
    run(programs / "psql", *options, f"--dbname={empty}", f"--file={dump}")


def restore_by_two_jobs(programs, original, empty, folder):
    dump = folder / "dump"
    run(programs / "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={original}")
    run(programs / "pg_restore", "--jobs=2", f"--dbname={empty}", dump)


@pytest.mark.parametrize("restore", [restore_by_script, restore_by_two_jobs])
def test_a_restored_database_checks_alike_and_takes_new_tables(
    programs, original, rows_before, analyst_name, empty, tmp_path, restore
):
    restore(programs, original, empty, tmp_path)
    with (
        psycopg.connect(empty, user=analyst_name, autocommit=True) as analyst,
        psycopg.connect(empty, autocommit=True) as restored,
    ):
        rows = check_in(analyst)
        assert [row[1] for row in rows] == ["supported", "supported"]
        assert rows == rows_before
        assert restored.execute("SELECT factcheck.data_set('shop')::text").fetchone() == ("{sales}",)
        assert restored.execute("SELECT value FROM factcheck.setting WHERE name = 'p_true'").fetchone() == (0.99,)
        restored.execute(ONE_WORD)
        restored.execute("CREATE TABLE public.more AS TABLE public.sales")
        restored.execute("SELECT factcheck.add_table('public.more')")
        assert restored.execute("SELECT count(DISTINCT table_id) FROM factcheck.data_column").fetchone() == (4,)
        # without its lost column the other columns of a table move up
        assert [row[1] for row in check_in(analyst, "moved")] == ["supported", "supported"]
        altered = "SELECT count(*) FROM factcheck.doctor() WHERE item = 'tables altered'"
        assert restored.execute(altered).fetchone() == (0,)


OF_COLUMNS = ("column_fact", "column_keyword", "visibility")
OF_TEXTS = ("fragment", "posting", "spelling", "text_index")
INDEX = ("data_table", "data_column", "table_keyword", *OF_COLUMNS, *OF_TEXTS)


def rows_of(connection, name):
    """The rows of a table of the extension as text, in an order of their own; without the places of columns."""
    statement = f"SELECT (to_jsonb(r) - 'column_number')::text FROM factcheck.{name} r ORDER BY 1"
    return connection.execute(statement).fetchall()


@pytest.mark.parametrize("restore", [restore_by_script, restore_by_two_jobs])
def test_the_index_is_restored_as_it_was(programs, original, admin, empty, tmp_path, restore):
    restore(programs, original, empty, tmp_path)
    with psycopg.connect(empty, autocommit=True) as restored:
        for name in INDEX:
            assert rows_of(restored, name) == rows_of(admin, name) != [], name
        before = rows_of(restored, "posting")
        restored.execute(ONE_WORD)
        restored.execute("SELECT factcheck.refresh('public.sales')")
        assert rows_of(restored, "posting") == before  # what did not change is not written again


@pytest.fixture
def with_dropped(server_dsn, template, analyst_name, empty):
    """A database in which an added table was dropped, whose number another table has in the empty database."""
    name = f"factcheck_test_{secrets.token_hex(4)}"
    with psycopg.connect(empty, autocommit=True) as other:
        other.execute("CREATE TABLE public.bystander AS SELECT 'Xanadu'::text AS place, 7 AS visits")
        [number] = other.execute("SELECT 'public.bystander'::regclass::oid::bigint").fetchone()
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        )
        dsn = psycopg.conninfo.make_conninfo(server_dsn, dbname=name)
        with psycopg.connect(dsn, autocommit=True) as inside:
            inside.execute(f"""
                CREATE TABLE public.gone AS
                SELECT 'Xanadu'::text AS place, g AS visits FROM generate_series(1, 60) AS g;
                CREATE TABLE public.sales AS {ROWS};
                CREATE TABLE public.month AS SELECT DISTINCT month AS name FROM public.sales;
                SELECT factcheck.grant_usage('{analyst_name}', 'analyst');
                GRANT SELECT ON public.sales TO {analyst_name};
                SELECT factcheck.add_table('public.gone'), factcheck.add_table('public.sales'),
                       factcheck.add_table('public.month');
                SELECT factcheck.add_join('public.sales', '{{month}}', 'public.month', '{{name}}'),
                       factcheck.add_join('public.gone', '{{place}}', 'public.month', '{{name}}');
                SELECT factcheck.add_description('public.gone', 'places of pleasure', 'place');
                DROP TABLE public.gone;
                UPDATE factcheck.data_table SET relation = {number}::oid::regclass
                WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = relation);
                UPDATE factcheck.description SET relation = {number}::oid::regclass;
            """)
        yield dsn
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.mark.parametrize("restore", [restore_by_script, restore_by_two_jobs])
def test_a_dropped_table_does_not_come_back_as_another(programs, with_dropped, analyst_name, empty, tmp_path, restore):
    restore(programs, with_dropped, empty, tmp_path)
    with psycopg.connect(empty, autocommit=True) as restored:
        relations = restored.execute("SELECT relation::text FROM factcheck.data_table ORDER BY 1").fetchall()
        assert relations == [("month",), ("sales",)]
        for name in (*INDEX, "description"):
            assert not any("xanadu" in row[0].lower() for row in rows_of(restored, name)), name
        assert rows_of(restored, "description") == []
        orphans = "SELECT column_id FROM factcheck.{0} EXCEPT SELECT column_id FROM factcheck.data_column"
        for name in OF_COLUMNS:
            assert restored.execute(orphans.format(name)).fetchall() == [], name
        orphans = "SELECT visibility_id FROM factcheck.{0} EXCEPT SELECT visibility_id FROM factcheck.visibility"
        for name in OF_TEXTS:
            assert restored.execute(orphans.format(name)).fetchall() == [], name
        joins = restored.execute("SELECT from_columns::text, to_columns::text FROM factcheck.data_join").fetchall()
        assert joins == [("{month}", "{name}")]
    assert [row[1] for row in check(empty, analyst_name)] == ["supported", "supported"]


@pytest.fixture
def with_trusted(server_dsn, template, analyst_name, role):
    """A database with a view whose owner a superuser trusted, and that owner."""
    owner = role()
    with new_database(server_dsn, template) as dsn:
        with psycopg.connect(dsn, autocommit=True) as inside:
            inside.execute(f"""
                CREATE VIEW public.sales AS {ROWS};
                ALTER VIEW public.sales OWNER TO {owner};
                SELECT factcheck.grant_usage('{analyst_name}', 'analyst');
                GRANT SELECT ON public.sales TO {analyst_name};
                SELECT factcheck.add_table('public.sales', trust_owner => true);
            """)
        yield dsn, owner


def test_trust_is_restored_for_the_same_owner_alone(programs, with_trusted, analyst_name, empty, tmp_path):
    original, owner = with_trusted
    restore_by_script(programs, original, empty, tmp_path)
    assert [row[1] for row in check(empty, analyst_name)] == ["supported", "supported"]
    with psycopg.connect(empty, autocommit=True) as restored:
        # as on another server, where the number is another role's
        restored.execute(f"ALTER ROLE {owner} RENAME TO {owner}_of_elsewhere")
        try:
            assert check(empty, analyst_name) == []
        finally:
            restored.execute(f"ALTER ROLE {owner}_of_elsewhere RENAME TO {owner}")
        # and where the name is that of a role with another number
        restored.execute("UPDATE factcheck.data_table SET trusted_owner = (trusted_owner::bigint + 1)::oid")
        assert check(empty, analyst_name) == []


TRACKED = """
SELECT dt.relation::text, count(*) FILTER (WHERE s.state IS NULL) AS missing
FROM factcheck.data_table dt CROSS JOIN LATERAL factcheck._change_sources(ARRAY[dt.relation::oid]) AS s
WHERE dt.is_tracked GROUP BY 1 ORDER BY 1
"""


@pytest.fixture
def with_tracked(server_dsn, template):
    """A database with two tracked tables, one of them with a partition, something logged and something kept."""
    with new_database(server_dsn, template) as dsn:
        with psycopg.connect(dsn, autocommit=True) as inside:
            inside.execute(f"""
                CREATE TABLE public.sales AS {ROWS};
                CREATE TABLE public.trips (trip_id integer, region integer) PARTITION BY LIST (region);
                CREATE TABLE public.trips_1 PARTITION OF public.trips FOR VALUES IN (1);
                SELECT factcheck.add_table('public.sales', track => true);
                SELECT factcheck.add_table('public.trips', track => true);
                INSERT INTO public.trips VALUES (1, 1);
                INSERT INTO factcheck.cube_cache
                    (anchor, tables, columns, contents, cube, relations, signatures, snapshot, writer)
                VALUES (1, '{{1}}', '{{}}', 'rows', '7', '{{}}', '{{}}', pg_current_snapshot(), '3');
            """)
        yield dsn


@pytest.mark.parametrize("restore", [restore_by_script, restore_by_two_jobs])
def test_tables_are_tracked_after_a_restore_and_nothing_is_kept(programs, with_tracked, empty, tmp_path, restore):
    restore(programs, with_tracked, empty, tmp_path)
    with psycopg.connect(empty, autocommit=True) as restored:
        assert restored.execute(TRACKED).fetchall() == [("sales", 0), ("trips", 0)]
        assert rows_of(restored, "cube_cache") == rows_of(restored, "change_log") == []
        restored.execute("INSERT INTO public.trips VALUES (2, 1)")
        assert len(rows_of(restored, "change_log")) == 1
        restored.execute("DROP EXTENSION factcheck")
        assert restored.execute("SELECT tgname FROM pg_trigger").fetchall() == []


@pytest.fixture(scope="module")
def with_history(server_dsn, template, analyst_name):
    """A database with two stored runs, over a table that has lost a column."""
    with new_database(server_dsn, template) as dsn:
        with psycopg.connect(dsn, autocommit=True) as inside:
            inside.execute(f"""
                CREATE TABLE public.sales (gone integer);
                ALTER TABLE public.sales ADD sale_id integer, ADD month text, DROP gone;
                INSERT INTO public.sales {ROWS};
                SELECT factcheck.grant_usage('{analyst_name}', 'analyst');
                GRANT SELECT ON public.sales TO {analyst_name};
                SELECT factcheck.add_table('public.sales');
            """)
        with psycopg.connect(dsn, user=analyst_name, autocommit=True) as analyst:
            for _ in range(2):
                analyst.execute("SELECT * FROM factcheck.verify(%s, title => 'kept')", [DOCUMENT])
        yield dsn


CLAIMS = "SELECT claim_no, verdict, found_value, message, checked_at FROM factcheck.claims ORDER BY claim_no"


@pytest.mark.parametrize("restore", [restore_by_script, restore_by_two_jobs])
def test_the_history_is_restored_and_goes_on(programs, with_history, analyst_name, empty, tmp_path, restore):
    with psycopg.connect(with_history, user=analyst_name) as before:
        claims = before.execute(CLAIMS).fetchall()
    assert [row[1] for row in claims] == ["supported", "supported"]
    restore(programs, with_history, empty, tmp_path)
    with psycopg.connect(empty, autocommit=True) as restored, psycopg.connect(empty, user=analyst_name) as analyst:
        # as on another server, where the role has another number
        restored.execute("UPDATE factcheck.origin SET role_id = (role_id::bigint + 1)::oid")
        assert analyst.execute(CLAIMS).fetchall() == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            analyst.execute("SELECT factcheck.adopt_history()")
        analyst.rollback()
        [adopted] = restored.execute("SELECT factcheck.adopt_history()").fetchone()
        assert adopted >= 2  # the role, and the column that has moved up
        assert analyst.execute(CLAIMS).fetchall() == claims
        stale = "SELECT is_stale, is_withheld FROM factcheck.documents"
        assert analyst.execute(stale).fetchall() == [(True, False)]  # nobody knows whether the data are the same
        restored.execute("SELECT factcheck.refresh('public.sales')")
        analyst.execute("SELECT * FROM factcheck.verify(%s, title => 'kept')", [DOCUMENT])
        runs = "SELECT count(*), count(DISTINCT document_id), count(*) FILTER (WHERE is_latest) FROM factcheck.run"
        assert analyst.execute(runs).fetchall() == [(3, 1, 1)]
        assert analyst.execute(stale).fetchall() == [(False, False)]


@pytest.fixture(scope="module")
def with_lost_columns(server_dsn, template):
    """A database whose tables have lost columns; a name was taken over, and the table was not refreshed."""
    with new_database(server_dsn, template) as dsn:
        with psycopg.connect(dsn, autocommit=True) as inside:
            inside.execute("""
                CREATE TABLE public.month (gone integer, code text PRIMARY KEY, name text);
                CREATE TABLE public.sales (gone integer, sale_id integer, month text, shop text, code text, note text);
                CREATE TABLE public.remark (gone integer, remark_id integer PRIMARY KEY, body text);
                ALTER TABLE public.month DROP gone;
                ALTER TABLE public.sales DROP gone;
                ALTER TABLE public.remark DROP gone;
                INSERT INTO public.month VALUES ('a', 'April'), ('m', 'May');
                INSERT INTO public.sales
                SELECT g, 'any', (ARRAY['Leeds', 'York'])[1 + g % 2], (ARRAY['a', 'm'])[1 + (g % 4) / 3], 'Xanadu'
                FROM generate_series(1, 60) AS g;
                INSERT INTO public.remark VALUES (1, 'York has 20,000 students.');
                SELECT factcheck.add_table('public.month'), factcheck.add_table('public.sales');
                SELECT factcheck.add_join('public.sales', '{code}', 'public.month');
                SELECT factcheck.add_description('public.sales', 'premises', 'shop');
                SELECT factcheck.add_source('remarks', 'public.remark', 'remark_id', 'body');
                ALTER TABLE public.sales DROP note;
                ALTER TABLE public.sales RENAME month TO note;
            """)
        yield dsn


@pytest.mark.parametrize("restore", [restore_by_script, restore_by_two_jobs])
def test_columns_that_moved_up_are_what_they_were(programs, with_lost_columns, empty, tmp_path, restore):
    restore(programs, with_lost_columns, empty, tmp_path)
    with psycopg.connect(empty, autocommit=True) as restored:
        asked = "SELECT verdict, query FROM fact_check(%s)"
        [(verdict, query)] = restored.execute(asked, ["There were 30 sales with shop York."]).fetchall()
        assert (verdict, "shop = 'York'" in query) == ("supported", True)
        [(verdict, query)] = restored.execute(asked, ["There were 15 sales in the month named May."]).fetchall()
        assert (verdict, "JOIN" in query) == ("supported", True)
        places = "SELECT d.column_number FROM factcheck.description d WHERE d.column_name = 'shop'"
        assert restored.execute(places).fetchall() == [(3,)]
        restored.execute("SELECT factcheck.refresh_source('remarks')")
        found = restored.execute("SELECT passage FROM factcheck.search('students in York', 'remarks')").fetchall()
        assert found == [("York has 20,000 students.",)]
        # what was made of the values of another column is not this one's
        assert not any("xanadu" in row[0].lower() for name in INDEX for row in rows_of(restored, name))


def test_a_restored_schema_without_data_can_be_used(programs, original, analyst_name, empty, tmp_path):
    dump = tmp_path / "dump"
    run(programs / "pg_dump", "--format=custom", "--schema-only", f"--file={dump}", f"--dbname={original}")
    run(programs / "pg_restore", f"--dbname={empty}", dump)
    with psycopg.connect(empty, autocommit=True) as restored:
        assert [rows_of(restored, name) for name in INDEX] == [[] for _ in INDEX]
        restored.execute(ONE_WORD)
        restored.execute(f"INSERT INTO public.sales {ROWS}")
        restored.execute("SELECT factcheck.add_table('public.sales')")
        finding = restored.execute("SELECT status FROM factcheck.doctor() WHERE item = 'tables'").fetchone()
        assert finding == ("ok",)
    assert [row[1] for row in check(empty, analyst_name)] == ["supported", "supported"]


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII", "EUC_JP"])
def test_a_database_of_another_encoding_is_refused_with_the_way_out(server_dsn, encoding):
    name = f"factcheck_test_{secrets.token_hex(4)}"
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        connection.execute(
            f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        )
        try:
            dsn = psycopg.conninfo.make_conninfo(server_dsn, dbname=name)
            with (
                psycopg.connect(dsn, autocommit=True) as inside,
                pytest.raises(psycopg.errors.FeatureNotSupported) as caught,
            ):
                inside.execute("CREATE EXTENSION factcheck SCHEMA public CASCADE")
            assert caught.value.diag.message_primary == "factcheck needs a database with the encoding UTF8"
            assert caught.value.diag.message_detail == f"This database has the encoding {encoding}."
            assert caught.value.diag.message_hint == "Create the database with ENCODING 'UTF8' TEMPLATE template0."
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_dropping_leaves_nothing_and_another_schema_will_do(empty, role):
    analyst = role()
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("""
            CREATE SCHEMA trigrams;
            CREATE EXTENSION plpython3u;
            CREATE EXTENSION pg_trgm SCHEMA trigrams;
            CREATE SCHEMA "Odd name 100%";
        """)

        def objects():
            return connection.execute("""
                SELECT 'relation', oid::regclass::text FROM pg_class UNION ALL
                SELECT 'function', oid::regprocedure::text FROM pg_proc UNION ALL
                SELECT 'type', oid::regtype::text FROM pg_type UNION ALL
                SELECT 'schema', nspname::text FROM pg_namespace UNION ALL
                SELECT 'policy', polname::text FROM pg_policy UNION ALL
                SELECT 'trigger', tgname::text FROM pg_trigger ORDER BY 1, 2
            """).fetchall()

        before = objects()
        connection.execute('CREATE EXTENSION factcheck SCHEMA "Odd name 100%"')
        connection.execute("SELECT factcheck.grant_usage(%s::regrole, 'admin')", [analyst])
        connection.execute(f'GRANT USAGE ON SCHEMA "Odd name 100%" TO {analyst}')
        connection.execute(
            f"CREATE TABLE public.sales AS SELECT generate_series(1, 60); GRANT SELECT ON public.sales TO {analyst}"
        )
        connection.execute(ONE_WORD)
        connection.execute("SELECT factcheck.add_table('public.sales')")
        connection.execute(f"SET ROLE {analyst}")
        rows = connection.execute("SELECT verdict FROM \"Odd name 100%\".fact_check('There were 60 sales.')").fetchall()
        assert rows == [("supported",)]
        page = connection.execute("SELECT factcheck.check_html('There were 60 sales.')").fetchone()[0]
        assert '<mark class="factcheck-claim factcheck-supported' in page
        connection.execute("RESET ROLE; DROP EXTENSION factcheck; DROP TABLE public.sales")
        assert objects() == before
