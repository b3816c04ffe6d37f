"""Data tables the server tests check texts about."""

from __future__ import annotations

import secrets

import psycopg
import pytest
from support import reports
from support.private_servers import private_servers
from support.shared_session import shared_session

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.evaluation.cube_cache import NewEntry, find_entries, keep_entries, observe, read_entry
from factcheck.text_index.postings import PackedPostings

SALES = """
CREATE TABLE public.sales (
    sale_id integer PRIMARY KEY, month text, region text, product text, units integer, revenue numeric(12, 2));
INSERT INTO public.sales
SELECT g, (ARRAY['April', 'May', 'June'])[1 + g % 3], (ARRAY['North', 'South', 'East', 'West'])[1 + g * 7 % 4],
       (ARRAY['Tea', 'Coffee', 'Cocoa'])[1 + g * 5 % 7 % 3], 5 + g * 37 % 41, (g * 7919 % 10007) / 100.0
FROM generate_series(1, 240) AS g;
ANALYZE public.sales;
"""


@pytest.fixture(scope="module")
def shared(database):
    """Have commands that tests run in their own process take sessions in turn."""
    with shared_session(database):
        yield


@pytest.fixture(scope="module")
def sales(admin, analyst_name):
    """The table sales, added and readable by the analyst."""
    admin.execute(SALES)
    admin.execute(f"GRANT SELECT ON public.sales TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.sales')")
    return "public.sales"


@pytest.fixture(scope="session")
def has_term():
    """Tells whether a session sees a stem in what the index keeps of columns with few values."""

    def has_term(connection, term):
        rows = connection.execute("SELECT visibility_id, postings FROM factcheck.text_index WHERE postings IS NOT NULL")
        return len(PackedPostings(rows.fetchall()).of_terms([term]).term) > 0

    return has_term


class CountingSession:
    """A session that keeps the number of rows of a table in the cube cache, and asks for what is kept."""

    def __init__(self, connection):
        self.connection = connection
        self.database = PsycopgDatabase(connection)

    def execute(self, statement, parameters=None):
        return self.connection.execute(statement, parameters)

    def count(self, table):
        return self.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

    def ids(self, table):
        """The numbers of an added table and of its columns."""
        return self.execute(
            "SELECT dt.table_id, array_agg(dc.column_id ORDER BY dc.column_id) FROM factcheck.data_table dt"
            " JOIN factcheck.data_column dc USING (table_id) WHERE dt.relation = %s::regclass GROUP BY 1",
            [table],
        ).fetchone()

    def observe(self, table):
        return observe(self.database, [self.ids(table)[0]])

    def keep(self, table, budget=1_000_000, contents="rows"):
        """Count the rows and keep the number; returns whether it was kept."""
        with self.connection.transaction():
            return self.keep_observed(table, self.observe(table), budget=budget, contents=contents)

    def keep_observed(self, table, observation, budget=1_000_000, contents="rows"):
        return self.keep_bytes(table, str(self.count(table)).encode(), observation, budget, contents)

    def keep_bytes(self, table, cube, observation=None, budget=1_000_000, contents="rows"):
        table_id, columns = self.ids(table)
        entry = NewEntry(table_id, (table_id,), tuple(columns), contents, cube)
        with self.connection.transaction():
            return keep_entries(self.database, observation or self.observe(table), [entry], [], budget) == 1

    def found(self, table):
        return find_entries(self.database, [self.ids(table)[0]])

    def serve(self, table):
        """Tell the cache that its entries of the table served a check."""
        observation = self.observe(table)
        with self.connection.transaction():
            keep_entries(self.database, observation, [], self.found(table), 0)

    def read(self, table):
        """The bytes that are kept for the table, or None."""
        found = self.found(table)
        return read_entry(self.database, found[-1].entry_id) if found else None

    def kept(self, table):
        """The number that is kept for the table, or None."""
        read = self.read(table)
        return None if read is None else int(read)


@pytest.fixture(scope="session")
def make_counting():
    """Makes a session that counts tables of a connection."""
    return CountingSession


@pytest.fixture
def counting(database, visits):
    """Opens sessions, of a superuser if not told otherwise, that count tables and keep the numbers."""
    opened = []

    def open_session(**parameters):
        opened.append(psycopg.connect(database, autocommit=True, **parameters))
        return CountingSession(opened[-1])

    yield open_session
    for connection in opened:
        connection.close()


@pytest.fixture
def visits(admin):
    """A fresh tracked table of 100 rows."""
    name = f"public.visits_{secrets.token_hex(4)}"
    admin.execute(f"""
        CREATE TABLE {name} (visit_id integer, city text);
        INSERT INTO {name} SELECT g, 'Leeds' FROM generate_series(1, 100) AS g;
        SELECT factcheck.add_table('{name}', track => true);
    """)
    yield name
    admin.execute(f"SELECT factcheck.remove_table('{name}'); DROP TABLE {name} CASCADE")


@pytest.fixture(scope="module", name="private_servers")
def fixture_of_private_servers(server_dsn):
    """Makes and starts servers in a folder that goes with them at the end."""
    with private_servers(server_dsn) as servers:
        yield servers


@pytest.fixture(scope="module")
def offices(admin, analyst_name, sales):
    """A table that the region of sales leads to."""
    admin.execute(f"""
        CREATE TABLE public.office (region text PRIMARY KEY, head text);
        INSERT INTO public.office VALUES
            ('North', 'Ada'), ('South', 'Boole'), ('East', 'Cantor'), ('West', 'Dedekind');
        GRANT SELECT ON public.office TO {analyst_name};
        SELECT factcheck.add_table('public.office');
        SELECT factcheck.add_join('sales', '{{region}}', 'office', '{{region}}');
    """)
    yield
    admin.execute("SELECT factcheck.remove_table('public.office'); DROP TABLE public.office")


@pytest.fixture
def quays(admin, analyst_name, sales):
    """A view that the analyst may read, which writes a row of public.log for each row that is read."""
    admin.execute(f"""
        CREATE TABLE public.log (entry text);
        GRANT SELECT, INSERT ON public.log TO {analyst_name};
        CREATE FUNCTION public.logged(text) RETURNS text LANGUAGE plpgsql VOLATILE
        AS $$BEGIN INSERT INTO public.log VALUES ($1); RETURN $1; END$$;
        CREATE VIEW public.quays WITH (security_invoker = true) AS
            SELECT public.logged(region) AS quay, units FROM public.sales;
        GRANT SELECT ON public.quays TO {analyst_name};
        SELECT factcheck.add_table('public.quays');
        TRUNCATE public.log;
    """)
    yield "public.quays"
    admin.execute("DROP VIEW public.quays; SELECT factcheck.refresh()")
    admin.execute("DROP FUNCTION public.logged; DROP TABLE public.log")


@pytest.fixture
def berths(admin, analyst_name):
    """A table of which the analyst does not see the row of Dingle."""
    admin.execute(f"""
        CREATE TABLE public.berth (harbour text, boats integer);
        INSERT INTO public.berth VALUES ('Kilrush', 3), ('Dingle', 4);
        GRANT SELECT ON public.berth TO {analyst_name};
        ALTER TABLE public.berth ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON public.berth USING (harbour <> 'Dingle');
        SELECT factcheck.add_table('public.berth');
    """)


@pytest.fixture(scope="module")
def whole_desk(database, admin, role):
    """A desk whose editor, of level admin, may read the table sales; the writer has no right in factcheck."""
    editor, writer = role(), role()
    admin.execute(reports.SALES)
    admin.execute(f"SELECT factcheck.grant_usage('{editor}', 'admin'); GRANT SELECT ON public.sales TO {editor}")
    with (
        psycopg.connect(database, user=editor, autocommit=True) as editing,
        psycopg.connect(database, user=writer, autocommit=True) as writing,
    ):
        yield reports.Desk(admin, editing, writing)


@pytest.fixture
def desk(whole_desk):
    """The same with an empty report table desk.weekly that is not watched yet."""
    whole_desk.reset()
    return whole_desk
