"""Errors of the commands, and of the files that they read."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def extension_not_created() -> FactcheckError:
    """Refuse a command on a database without the extension."""
    return FactcheckError(
        "the extension factcheck is not in this database",
        sqlstate="42704",
        hint="Create it: CREATE EXTENSION factcheck SCHEMA public CASCADE.",
    )


@entry
def file_not_readable(file: str, problem: str) -> FactcheckError:
    """Report a file that the system does not let be read."""
    return FactcheckError(f"cannot read file {file}", sqlstate="58030", detail=f"{problem}.")


@entry
def no_file_of_that_name(pattern: str) -> FactcheckError:
    """Refuse a pattern of file names that none has."""
    return FactcheckError(
        f"no file matches {pattern}",
        sqlstate="58P01",
        hint="Look from which folder the pattern starts; ** stands for any number of folders.",
    )


@entry
def tables_beside_data_set() -> FactcheckError:
    """Refuse to be told twice what the claims are about."""
    return FactcheckError(
        "--tables and --data-set both say what the claims are about", hint="Leave one of the two options out."
    )


@entry
def pages_without_folder() -> FactcheckError:
    """Refuse to write the pages of several documents one after the other."""
    return FactcheckError(
        "several documents make several pages",
        hint="Name a folder for them with --output, or check the documents one by one.",
    )


@entry
def file_empty(file: str) -> FactcheckError:
    """Refuse to load a file without a row."""
    return FactcheckError(f"file {file} is empty", hint="The first row has to hold the headings.")


@entry
def file_is_no_text(file: str) -> FactcheckError:
    """Refuse to load a file of bytes that are no text."""
    return FactcheckError(f"file {file} is not a text file", detail="It holds zero bytes.")


@entry
def file_not_csv(file: str, problem: str) -> FactcheckError:
    """Refuse to load a file that cannot be split into rows."""
    return FactcheckError(
        f"file {file} is not readable as CSV",
        detail=f"{problem}.",
        hint="Look for a quote that is opened and never closed.",
    )


@entry
def workbook_format_not_read(file: str) -> FactcheckError:
    """Refuse to load a workbook in a format that is not read."""
    return FactcheckError(
        f"file {file} is a workbook in a format that is not read",
        sqlstate="0A000",
        hint="Save it as .xlsx, or the sheet as CSV.",
    )


@entry
def workbook_not_readable(file: str, problem: str) -> FactcheckError:
    """Refuse to load a file that is no workbook, or a damaged or encrypted one."""
    return FactcheckError(
        f"file {file} is not readable as a workbook",
        detail=f"{problem}.",
        hint="It may be damaged or have a password: open it in a spreadsheet program and save it as .xlsx without one.",
    )


@entry
def workbook_without_rows(file: str) -> FactcheckError:
    """Refuse to load a workbook whose visible sheets hold nothing."""
    return FactcheckError(
        f"workbook {file} is empty", hint="Hidden sheets are loaded only when they are named with --sheet."
    )


@entry
def sheet_not_in_workbook(file: str, sheet: str, sheets: str) -> FactcheckError:
    """Refuse a sheet that a workbook does not have."""
    return FactcheckError(
        f'workbook {file} has no sheet "{sheet}"',
        sqlstate="42704",
        detail=f"Its sheets are {sheets}.",
        hint="Name one of them with --sheet, or give its number, from 1.",
    )


@entry
def sheet_of_text_file(file: str) -> FactcheckError:
    """Refuse the option ``--sheet`` for a file that is no workbook."""
    return FactcheckError(f"file {file} has no sheets", hint="Leave --sheet out: it is for workbooks, such as .xlsx.")


@entry
def table_exists(table: str) -> FactcheckError:
    """Refuse to load a file into a table that exists."""
    return FactcheckError(
        f"table {table} already exists",
        sqlstate="42P07",
        hint="Give another name with --table, or have the table replaced with --replace.",
    )


@entry
def table_named_for_several_files() -> FactcheckError:
    """Refuse the option ``--table`` beside several files."""
    return FactcheckError(
        "--table names one table, but there are several files", hint="Load them one by one, or leave --table out."
    )


@entry
def evaluation_packages_not_installed(problem: str) -> FactcheckError:
    """Refuse a command that measures quality where its packages are missing."""
    return FactcheckError(
        "evaluate needs packages that are not installed",
        detail=f"{problem}.",
        hint="Install them: pip install 'factcheck[evaluate]'.",
    )


@entry
def training_packages_not_installed(problem: str) -> FactcheckError:
    """Refuse to train the neural model where its packages are missing."""
    return FactcheckError(
        "training the neural model needs packages that are not installed",
        detail=f"{problem}.",
        hint="Install them: pip install 'factcheck[train]'.",
    )
