"""Compares what a site's file says with how the database is set up, for ``alembic check`` and ``--autogenerate``."""

from __future__ import annotations

from pathlib import Path

from factcheck.errors.catalogue.migrations import extension_not_in_database
from factcheck.migrations.decisions import Site
from factcheck.migrations.drift.dictionaries import DictionaryDrift
from factcheck.migrations.drift.difference import Difference, recorded_subjects
from factcheck.migrations.drift.measures import MeasureDrift
from factcheck.migrations.drift.reports import ReportDrift
from factcheck.migrations.drift.roles import RoleDrift
from factcheck.migrations.drift.settings import SettingDrift
from factcheck.migrations.drift.sources import SourceDrift
from factcheck.migrations.drift.tables import TableDrift
from factcheck.port import Database


def differences(database: Database, site: Site, folder: Path) -> list[Difference]:
    """Return what differs, in the order in which the operations can run; raises ``FactcheckError`` without extension.

    What the file no longer says is taken away first, the last set up first.  What was set up by hand is told where the
    file has a section for it.  ``folder`` is that of the migrations, where dictionaries are.
    """
    [installed] = database.query(
        "SELECT quote_ident(current_database()) AS database_name,"
        " EXISTS (SELECT FROM pg_catalog.pg_extension e WHERE e.extname = 'factcheck') AS is_there"
    )
    if not installed["is_there"]:
        raise extension_not_in_database(installed["database_name"])
    recorded = recorded_subjects(database)
    roles, tables = RoleDrift(database, site, recorded), TableDrift(database, site, recorded)
    dictionaries, reports = DictionaryDrift(database, site, recorded, folder), ReportDrift(database, site, recorded)
    settings, measures = SettingDrift(database, site, recorded), MeasureDrift(database, site, recorded)
    sources = SourceDrift(database, site, recorded)
    return [
        *reports.undeclared(),
        *sources.undeclared(),
        *measures.undeclared(),
        *dictionaries.undeclared(),
        *tables.undeclared_selects(),
        *tables.undeclared(),
        *settings.undeclared(),
        *roles.undeclared_options(),
        *roles.undeclared(),
        *roles.missing(),
        *settings.missing(),
        *tables.missing(),
        *dictionaries.missing(),
        *measures.missing(),
        *sources.missing(),
        *reports.missing(),
    ]
