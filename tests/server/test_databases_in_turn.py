"""Modules that use a database in turn find it as if it were new, and another one where they would not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from psycopg.types.json import set_json_loads
from support.databases_in_turn import DatabasesInTurn, session_of

LEFT = """
CREATE TABLE public.hull (hull_id integer GENERATED ALWAYS AS IDENTITY, yard text);
INSERT INTO public.hull (yard) SELECT (ARRAY['Leith', 'Govan'])[1 + g % 2] FROM generate_series(1, 40) AS g;
GRANT SELECT ON public.hull TO {analyst};
SELECT factcheck.add_table('public.hull', track => true);
CREATE SCHEMA dock AUTHORIZATION {analyst};
CREATE TYPE dock.berth AS (quay text, place integer);
CREATE TYPE public.tide AS ENUM ('high', 'low');
CREATE DOMAIN public.depth AS integer CHECK (VALUE > 0);
CREATE FUNCTION public.deeper(public.depth) RETURNS public.depth LANGUAGE sql AS 'SELECT $1';
CREATE VIEW dock.hulls AS TABLE public.hull;
CREATE TEMPORARY TABLE afloat AS TABLE public.hull;
SET search_path = dock;
"""
OBJECTS = """
SELECT to_regclass('public.hull'), to_regclass('afloat'), to_regnamespace('dock'), to_regtype('public.tide'),
       to_regtype('public.depth'), to_regproc('public.deeper')
"""


@pytest.fixture
def lender(server_dsn: str, role: Callable[[], str], template: str) -> Iterator[DatabasesInTurn]:
    lender = DatabasesInTurn(server_dsn, template)
    yield lender
    lender.close()


def test_what_a_module_leaves_behind_is_gone_and_the_library_is_loaded(lender, role):
    dsn = lender.lend()
    analyst = lender.analyst(role)
    processes = []
    for _ in range(2):
        with session_of(dsn) as admin, session_of(dsn, analyst) as reader:
            assert admin.execute(OBJECTS).fetchall() == [(None,) * 6]
            assert admin.execute("SHOW search_path").fetchone() == ('"$user", public',)
            assert admin.execute("SELECT '1.5'::json").fetchone() == (1.5,)
            set_json_loads(lambda _: "read in another way", admin)
            assert admin.execute("SELECT count(*) FROM factcheck.data_table").fetchone() == (0,)
            with pytest.raises(Exception, match="permission denied"):
                reader.execute("SELECT count(*) FROM factcheck.data_table")
            admin.execute(f"SELECT factcheck.grant_usage('{analyst}', 'analyst')")
            admin.execute(LEFT.format(analyst=analyst))
            checked = reader.execute("SELECT verdict FROM factcheck.verify('There are 40 hulls.')").fetchall()
            assert checked == [("supported",)]
            assert reader.execute("SELECT min(run_id) FROM factcheck.runs").fetchone() == (1,)
            processes.append((admin.info.backend_pid, reader.info.backend_pid))
        lender.take_back()
        assert lender.lend() == dsn
    assert processes[0] == processes[1]


CHANGES = (
    "ALTER FUNCTION factcheck.version() VOLATILE",
    "GRANT SELECT ON factcheck.data_table TO PUBLIC",
    "ALTER TABLE factcheck.fragment DISABLE ROW LEVEL SECURITY",
    "DELETE FROM factcheck.setting_definition",
    "DELETE FROM factcheck.lexicon WHERE lemma = 'vessel'",
    "DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = ''1MB''', current_database()); END$$",
    "CREATE TEXT SEARCH CONFIGURATION public.plain (COPY = simple)",
    "ALTER ROLE {analyst} SET work_mem = '1MB'",
    "DROP EXTENSION factcheck CASCADE",
)


def test_another_database_is_lent_where_more_was_changed(lender, role):
    unnoticed = []
    for statement in CHANGES:
        dsn = lender.lend()
        analyst = lender.analyst(role)
        with session_of(dsn) as admin:
            assert admin.execute("SELECT factcheck.version()").fetchone() is not None
            admin.execute(statement.format(analyst=analyst))
        lender.take_back()
        if lender.lend() == dsn:
            unnoticed.append(statement)
    assert unnoticed == []
