"""Report tables under watch and schedules of checks, as migrations: up, down, by alembic and psql, and what differs."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from support.databases import new_database
from support.private_servers import PRELOAD_PG_CRON, private_servers
from support.site_migrations import ONE_WORD, Migrations, copy_migrations, run_script

WATCHES = """
SELECT w.relation::text, w.text_column::text, w.key_column::text, w.title_column::text, w.tables::text, w.data_set,
       w.mode, w.time_budget::text, w.recheck, w.role_name::text, w.pattern_id IS NOT NULL,
       (SELECT count(*) FROM pg_trigger t WHERE t.tgrelid = w.relation AND NOT t.tgisinternal)
FROM factcheck.watched_table w
UNION ALL
SELECT p.name_pattern, p.text_column, p.key_column, p.title_column, p.tables::text, p.data_set, p.mode,
       p.time_budget::text, p.recheck, p.role_name, NULL, NULL
FROM factcheck.watch_pattern p
ORDER BY 1
"""
JOBS = "SELECT jobname, schedule, username, command FROM cron.job WHERE database = current_database() ORDER BY 1"


@pytest.fixture
def reporter(server_dsn: str) -> Iterator[str]:
    """A role of level admin that owns the report tables."""
    name = f"factcheck_test_reporter_{secrets.token_hex(4)}"
    with psycopg.connect(server_dsn, autocommit=True) as server:
        server.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        yield name
        server.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(name)))


@pytest.fixture
def database(server_dsn: str, template: str, reporter: str) -> Iterator[str]:
    """The DSN of a fresh database with data and reports."""
    with new_database(server_dsn, template) as dsn:
        fill(dsn, reporter)
        yield dsn


def fill(dsn: str, reporter: str) -> None:
    run(
        dsn,
        f"""
        CREATE TABLE sales AS SELECT * FROM (VALUES ('May', 1204), ('June', 980)) AS v (month, units);
        GRANT SELECT ON sales TO {reporter};
        CREATE SCHEMA reports AUTHORIZATION {reporter};
        CREATE TABLE reports.weekly (id integer PRIMARY KEY, headline text, body text);
        CREATE TABLE reports.monthly (id integer PRIMARY KEY, body text);
        INSERT INTO reports.weekly VALUES (1, 'May', 'We sold 1,204 units in May.');
        ALTER TABLE reports.weekly OWNER TO {reporter};
        ALTER TABLE reports.monthly OWNER TO {reporter};
        SELECT factcheck.grant_usage('{reporter}', 'admin');
        SELECT factcheck.add_table('sales', data_set => 'shop');
        """,
    )


@pytest.fixture
def site(tmp_path: Path, reporter: str) -> Migrations:
    """Migrations with a site's file that puts report tables under watch."""
    migrations = copy_migrations(tmp_path / "migrations")
    migrations.site.write_text(
        f"""
        [[watches]]
        table = 'reports.weekly'
        text_column = 'body'
        title_column = 'headline'
        tables = ['public.sales']
        time_budget = '30 s'
        recheck = true
        run_as = '{reporter}'
        [[watches]]
        name_pattern = 'reports.month%'
        text_column = 'body'
        data_set = 'shop'
        mode = 'poll'
        run_as = '{reporter}'
        """
    )
    return migrations


def query(dsn: str, statement: str) -> list[Any]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        return connection.execute(statement.encode()).fetchall()


def run(dsn: str, statement: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(statement.encode())


def set_up_watches(reporter: str) -> list[tuple[Any, ...]]:
    weekly = ("id", "headline", "{sales}", None, "trigger", "00:00:30", True, reporter, False)
    return [
        ("reports.month%", "body", None, None, None, "shop", "poll", None, False, reporter, None, None),
        ("reports.monthly", "body", "id", None, None, "shop", "poll", None, False, reporter, True, 0),
        ("reports.weekly", "body", *weekly, 1),
    ]


def test_report_tables_come_under_watch_and_out_again(database: str, site: Migrations, reporter: str) -> None:
    site.set_up(database)
    assert query(database, WATCHES) == set_up_watches(reporter)
    assert site.drift(database) == []
    site.run(database, "downgrade", "base")
    assert query(database, WATCHES) == []
    assert query(database, "SELECT tgname FROM pg_trigger WHERE tgrelid = 'reports.weekly'::regclass") == []
    assert query(database, "SELECT to_regnamespace('factcheck_site')") == [(None,)]


def test_documents_of_a_table_that_a_migration_watches_are_checked(
    database: str, site: Migrations, reporter: str
) -> None:
    site.set_up(database)
    run(database, "UPDATE reports.weekly SET body = 'We sold 980 units in June.'")
    with psycopg.connect(database, user=reporter, autocommit=True) as connection:
        connection.execute("CALL factcheck.run_pending()")
    assert query(database, "SELECT DISTINCT role_name::text FROM factcheck.origin") == [(reporter,)]
    assert query(database, "SELECT verdict::text, claim_text FROM factcheck.claims") == [("supported", "980")]


def test_psql_runs_the_printed_script_to_the_same_watches(database: str, site: Migrations, reporter: str) -> None:
    site.set_up(database)
    site.run(database, "downgrade", "base")
    assert "ERROR" not in run_script(database, site.script("upgrade", "head"))
    assert query(database, WATCHES) == set_up_watches(reporter)
    assert "ERROR" not in run_script(database, site.script("downgrade", "head:base"))
    assert query(database, WATCHES) == []


def test_a_watch_of_before_is_restored(database: str, site: Migrations, reporter: str) -> None:
    with psycopg.connect(database, user=reporter, autocommit=True) as connection:
        connection.execute("SELECT factcheck.watch('reports.weekly', 'headline', mode => 'poll')")
    before = query(database, WATCHES)
    site.set_up(database)
    assert query(database, WATCHES) == set_up_watches(reporter)
    site.run(database, "downgrade", "base")
    assert query(database, WATCHES) == before


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("SELECT factcheck.unwatch('reports.weekly')", "table reports.weekly is declared, and not watched"),
        (
            "SELECT factcheck.unwatch(name_pattern => 'reports.month%')",
            "pattern reports.month% is declared, and not watched",
        ),
        (
            "SELECT factcheck.watch('reports.weekly', 'headline', title_column => 'headline', tables => '{sales}',"
            " time_budget => '30 s', recheck => true)",
            'table reports.weekly under watch: text_column is "headline", declared is "body"',
        ),
        (
            "CREATE TABLE reports.daily (id integer PRIMARY KEY, body text);"
            "SELECT factcheck.watch('reports.daily', 'body')",
            "table reports.daily is watched, not declared",
        ),
    ],
)
def test_what_differs_is_told_and_a_revision_ends_it(
    database: str, site: Migrations, reporter: str, statement: str, words: str
) -> None:
    site.set_up(database)
    run(psycopg.conninfo.make_conninfo(database, user=reporter), statement)
    drifted = query(database, WATCHES)
    assert site.drift(database) == [words]
    site.write_revision(database, "0002")
    site.run(database, "upgrade", "head")
    assert site.drift(database) == []
    assert query(database, WATCHES) == set_up_watches(reporter)
    site.run(database, "downgrade", "-1")
    assert query(database, WATCHES) == drifted


def test_no_superuser_watches_by_mistake(database: str, site: Migrations, reporter: str) -> None:
    site.site.write_text(site.site.read_text().replace(f"run_as = '{reporter}'", ""))
    site.write_revision(database, "0001")
    status, output = site.command("upgrade", "head", dsn=database)
    assert status != 0
    assert "no role is named to watch reports" in output
    assert "HINT:  Name a role of the level admin" in output
    assert query(database, WATCHES) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[[watches]]\ntext_column = 'body'", 'has no "table"'),
        ("[[watches]]\ntable = 'reports.weekly'", 'has no "text_column"'),
        ("[[watches]]\ntable = 'a.b'\nname_pattern = 'a.%'\ntext_column = 'body'", '"table", which is not known'),
        ("[[watches]]\ntable = 'a.b'\ntext_column = 'body'\nrecheck = 'yes'", '"recheck" in [[watches]]'),
        ("[[schedules]]\nname = 'nightly'", 'has no "cron"'),
        ("[[schedules]]\nname = 'x'\ncron = '* * * * *'\nmax_documents = true", '"max_documents" in [[schedules]]'),
    ],
)
def test_a_mistake_in_the_site_file_is_told(site: Migrations, content: str, message: str) -> None:
    site.site.write_text(content)
    status, output = site.command("check")
    assert status != 0
    assert message in output
    assert "Traceback" not in output


def test_without_pg_cron_the_schedule_tells_what_to_do_and_nothing_is_left(
    database: str, site: Migrations, reporter: str
) -> None:
    site.site.write_text(f"[[schedules]]\nname = 'nightly'\ncron = '0 2 * * *'\nrun_as = '{reporter}'\n")
    site.write_revision(database, "0001")
    status, output = site.command("upgrade", "head", dsn=database)
    assert status != 0
    assert "pg_cron is not in this database" in output
    assert "HINT:  Create the extension pg_cron here" in output
    assert query(database, "SELECT to_regnamespace('factcheck_site')") == [(None,)]


@pytest.fixture
def with_cron(server_dsn: str, reporter: str) -> Iterator[str]:
    """The DSN of the database in which pg_cron keeps its jobs, on a server made for the test."""
    with private_servers(server_dsn) as servers:
        servers.require_pg_cron()
        servers.make("cron")
        dsn = servers.start("cron", PRELOAD_PG_CRON)
        run(dsn, f"CREATE ROLE {reporter} LOGIN")
        run(dsn, "CREATE EXTENSION factcheck SCHEMA public CASCADE")
        run(dsn, ONE_WORD)
        fill(dsn, reporter)
        run(dsn, f"CREATE EXTENSION pg_cron; GRANT USAGE ON SCHEMA cron TO {reporter}")
        yield dsn


def test_checks_are_scheduled_and_no_longer(with_cron: str, site: Migrations, reporter: str) -> None:
    site.site.write_text(
        f"[[schedules]]\nname = 'nightly: 2%'\ncron = '0 2 * * *'\nmax_documents = 50\nrun_as = '{reporter}'\n"
    )
    site.set_up(with_cron)
    job = ("factcheck nightly: 2%", "0 2 * * *", reporter, "CALL factcheck.run_pending(50, '04:00:00')")
    assert query(with_cron, JOBS) == [job]
    assert site.drift(with_cron) == []
    site.run(with_cron, "downgrade", "base")
    assert query(with_cron, JOBS) == []
    run_script(with_cron, site.script("upgrade", "head"))
    assert query(with_cron, JOBS) == [job]

    site.site.write_text(site.site.read_text().replace("0 2", "30 4"))
    words = 'schedule "nightly: 2%": cron is "0 2 * * *", declared is "30 4 * * *"'
    assert site.drift(with_cron) == [words]
    site.write_revision(with_cron, "0002")
    site.run(with_cron, "upgrade", "head")
    assert query(with_cron, JOBS) == [(job[0], "30 4 * * *", *job[2:])]
    site.run(with_cron, "downgrade", "-1")
    assert query(with_cron, JOBS) == [job]
    site.run(with_cron, "upgrade", "head")
    site.site.write_text("")
    assert site.drift(with_cron) == [f'schedule "nightly: 2%" of role "{reporter}" is not declared']
    site.write_revision(with_cron, "0003")
    site.run(with_cron, "upgrade", "head")
    assert [job for job in query(with_cron, JOBS) if job[1].startswith("30")] == []
    site.run(with_cron, "downgrade", "base")
    assert query(with_cron, JOBS) == []


def test_a_schedule_made_by_hand_is_told_and_taken_back_as_it_was(
    with_cron: str, site: Migrations, reporter: str
) -> None:
    run(psycopg.conninfo.make_conninfo(with_cron, user=reporter), "SELECT factcheck.schedule('hourly', '0 * * * *')")
    before = query(with_cron, JOBS)
    assert len(before) == 1
    site.site.write_text("schedules = []")
    site.set_up(with_cron)
    assert query(with_cron, JOBS) == []
    site.run(with_cron, "downgrade", "base")
    assert query(with_cron, JOBS) == before
