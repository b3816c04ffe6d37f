"""Runs the migrations: online against a database, or offline, printing the script that psql can run."""

from __future__ import annotations

import os
from pathlib import Path

import psycopg
import sqlalchemy
from alembic import context
from alembic.util import CommandError

from factcheck.adapters.client_session import pin_search_path
from factcheck.commands.session import error_parts, print_notice
from factcheck.errors import FactcheckError
from factcheck.migrations.decisions import Site, read_site
from factcheck.migrations.operation import plain_text
from factcheck.migrations.plugin import PLUGIN, register
from factcheck.migrations.records import SCHEMA, block, refuse_foreign_schema

_CREATE_SCHEMA = plain_text(block("", f"{refuse_foreign_schema()}\n    CREATE SCHEMA IF NOT EXISTS {SCHEMA};"))

# Alembic's version table is dropped by alembic itself offline, and is still there, empty, online.
_DROP_EMPTY_SCHEMA = plain_text(
    block(
        "",
        f"""    IF to_regclass('{SCHEMA}.change') IS NULL THEN
        IF to_regclass('{SCHEMA}.alembic_version') IS NOT NULL THEN
            DROP TABLE {SCHEMA}.alembic_version;
        END IF;
        IF to_regnamespace('{SCHEMA}') IS NOT NULL THEN
            DROP SCHEMA {SCHEMA};
        END IF;
    END IF;""",
    )
)


def run() -> None:
    """Run the migrations that the command asked for; what goes wrong is told without a traceback."""
    register()
    arguments = context.get_x_argument(as_dictionary=True)
    folder = Path(str(context.config.config_file_name)).resolve().parent
    try:
        if context.is_offline_mode():
            _run_offline()
        else:
            site = read_site(Path(arguments.get("site", folder / "site.toml")))
            _run_online(arguments.get("dsn", os.environ.get("FACTCHECK_DSN", "")), site)
    except sqlalchemy.exc.DBAPIError as error:
        raise CommandError(_told(error.orig or error)) from error
    except (FactcheckError, psycopg.Error) as error:
        raise CommandError(_told(error)) from error


def _run_online(dsn: str, site: Site) -> None:
    def connect() -> psycopg.Connection:
        connection = psycopg.connect(dsn, application_name="factcheck migrations")
        pin_search_path(connection)
        connection.add_notice_handler(print_notice)
        return connection

    engine = sqlalchemy.create_engine("postgresql+psycopg://", creator=connect, poolclass=sqlalchemy.NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("SET client_min_messages = warning")
        connection.execute(_CREATE_SCHEMA)
        connection.exec_driver_sql("RESET client_min_messages")
        connection.commit()
        context.configure(
            connection=connection,
            version_table_schema=SCHEMA,
            transaction_per_migration=True,
            target_metadata=sqlalchemy.MetaData(),
            autogenerate_plugins=[PLUGIN],
            factcheck_site=site,
        )
        try:
            with context.begin_transaction():
                context.run_migrations()
        finally:
            # After a downgrade to base, a failed first upgrade, or a mere question, nothing stays.
            connection.rollback()
            if not context.get_context().get_current_heads():
                connection.execute(_DROP_EMPTY_SCHEMA)
                connection.commit()


def _run_offline() -> None:
    """Print one transaction: what stops it, stops all of it, whether or not psql goes on after an error."""
    context.configure(
        dialect_name="postgresql",
        dialect_opts={"paramstyle": "named"},
        literal_binds=True,
        version_table_schema=SCHEMA,
    )
    with context.begin_transaction():
        context.execute("SET LOCAL search_path = pg_catalog, pg_temp")
        context.execute(_CREATE_SCHEMA)
        context.run_migrations()
        context.execute(_DROP_EMPTY_SCHEMA)


def _told(error: BaseException) -> str:
    message, detail, hint = error_parts(error) if isinstance(error, Exception) else (str(error), None, None)
    lines = [message, detail and f"DETAIL:  {detail}", hint and f"HINT:  {hint}"]
    return "\n".join(line for line in lines if line)


run()
