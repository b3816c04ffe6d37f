"""Errors of the demonstration."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def database_not_of_demonstration(database: str) -> FactcheckError:
    """Refuse to replace a database that the demonstration did not make."""
    return FactcheckError(
        f'the database "{database}" exists and is not the demonstration\'s',
        sqlstate="42P04",
        hint="Name another one with --database.",
    )


@entry
def extension_not_on_server() -> FactcheckError:
    """Tell that the server has no files of the extension."""
    return FactcheckError(
        "the extension factcheck is not installed on this server", sqlstate="0A000", hint="Run make install."
    )


@entry
def demonstration_data_not_installed(package: str) -> FactcheckError:
    """Tell that the package with the data of the demonstration is missing."""
    return FactcheckError(f"the package {package} is not installed", sqlstate="58P01", hint="Run make setup.")
