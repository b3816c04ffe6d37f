"""Errors in data dictionaries."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def dictionary_format_not_known(format_name: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a format of data dictionaries that does not exist."""
    return FactcheckError(
        f'format "{format_name}" of dictionaries is not known',
        hint=f"The formats are {', '.join(known)}; without one it is told from the text.",
    )


@entry
def dictionary_empty() -> FactcheckError:
    """Refuse a dictionary without text."""
    return FactcheckError("the dictionary is empty", hint="Pass the text of a file, not its name.")


@entry
def dictionary_too_long(characters: int, most: int) -> FactcheckError:
    """Refuse a dictionary with too much text."""
    return FactcheckError(
        "the dictionary is too long",
        sqlstate="54000",
        detail=f"It has {characters} characters; at most {most} are read.",
        hint="Load it in several parts.",
    )


@entry
def dictionary_too_rich(most: int, most_characters: int) -> FactcheckError:
    """Refuse a dictionary with too many descriptions, as YAML's aliases may make of a short text."""
    return FactcheckError(
        "the dictionary describes too much",
        sqlstate="54000",
        detail=f"At most {most} descriptions of {most_characters} characters in all are read.",
        hint="Load it in several parts.",
    )


@entry
def dictionary_table_not_named() -> FactcheckError:
    """Refuse a dictionary of columns alone where no table is named for it."""
    return FactcheckError(
        "the dictionary does not say which table it is about",
        hint="Name the table: SELECT factcheck.load_dictionary(..., \"table\" => 'sales').",
    )


@entry
def dictionary_headings_not_known(rows: int) -> FactcheckError:
    """Refuse a CSV dictionary whose headings do not tell names from descriptions."""
    return FactcheckError(
        "the dictionary has no headings that tell names from descriptions",
        detail=f"Looked for them in the first {rows} rows.",
        hint="Name the headings table, column and description; the format is CSV with , ; | or tabs.",
    )


@entry
def dictionary_not_csv(line: int, problem: str) -> FactcheckError:
    """Refuse a CSV dictionary with a quote that is never closed."""
    return FactcheckError(
        "the dictionary is not readable as CSV",
        detail=f"Line {line}: {problem}.",
        hint="Look for a quote that is opened and never closed, or that a separator does not follow.",
    )


@entry
def dictionary_not_json(line: int, column: int, problem: str) -> FactcheckError:
    """Refuse a data package that is no JSON."""
    return FactcheckError(
        "the dictionary is not readable as JSON",
        detail=f"Line {line}, column {column}: {problem}.",
        hint="Correct it there; another format than JSON can be named with the argument format.",
    )


@entry
def data_package_not_found() -> FactcheckError:
    """Refuse JSON that describes no tables."""
    return FactcheckError(
        "the JSON is neither a data package nor a table schema",
        detail="It has none of the keys resources, schema and fields.",
        hint="Pass the text of a datapackage.json, or a table schema with the argument table.",
    )


@entry
def data_package_too_deep() -> FactcheckError:
    """Refuse JSON that is nested too deeply."""
    return FactcheckError(
        "the dictionary is nested too deeply",
        sqlstate="54000",
        hint="Pass a data package: it has resources with a schema each.",
    )


@entry
def data_package_part_no_object(path: str) -> FactcheckError:
    """Refuse a data package with a resource or field that is no object."""
    return FactcheckError("the data package is not as its standard says", detail=f"{path} is no object.")


@entry
def data_package_field_without_name(path: str) -> FactcheckError:
    """Refuse a data package with a field that has no name."""
    return FactcheckError("a field of the dictionary has no name", detail=f"It is {path}.")


@entry
def dictionary_not_yaml(problem: str) -> FactcheckError:
    """Refuse a dbt schema that is no YAML."""
    return FactcheckError(
        "the dictionary is not readable as YAML",
        detail=f"{problem}.",
        hint="Correct it there; another format than YAML can be named with the argument format.",
    )


@entry
def yaml_anchor_not_defined(anchor: str | None) -> FactcheckError:
    """Refuse YAML with an alias of an anchor that does not come before it."""
    return FactcheckError(
        "the dictionary is not readable as YAML",
        detail=f'No anchor is called "{anchor}".',
        hint="Define the anchor before it is used.",
    )


@entry
def dbt_schema_not_found(keys: Sequence[str]) -> FactcheckError:
    """Refuse YAML that has none of dbt's lists."""
    return FactcheckError(
        "the YAML is no schema of dbt",
        detail=f"It has none of the keys {', '.join(keys)}.",
        hint="Pass the text of a schema.yml.",
    )


@entry
def dbt_schema_too_deep(most: int) -> FactcheckError:
    """Refuse YAML that is nested too deeply."""
    return FactcheckError(
        "the dictionary is nested too deeply",
        sqlstate="54000",
        detail=f"It has more than {most} levels.",
        hint="Pass a schema.yml: it has tables, columns and their descriptions.",
    )


@entry
def dbt_member_no_object(number: int, members: str) -> FactcheckError:
    """Refuse a dbt schema with a member of a list that is no object."""
    return FactcheckError("the schema is not as dbt reads it", detail=f"No. {number} of {members} is no object.")


@entry
def dbt_table_without_name() -> FactcheckError:
    """Refuse a dbt schema with a table that has no name."""
    return FactcheckError("a table of the schema has no name", detail="Each member of dbt's lists needs one.")


@entry
def dbt_column_without_name(table: str) -> FactcheckError:
    """Refuse a dbt schema with a column that has no name."""
    return FactcheckError("a column of the schema has no name", detail=f"It belongs to {table}.")
