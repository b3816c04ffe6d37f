"""The catalogue of errors: each function makes one error, and its name is the error's stable name.

``docs/errors.md`` is written from it.  Whoever raises an error imports its function: ``raise table_not_added(...)``.
Arguments are texts and numbers to be put into the texts; ``quoted`` is a name as a literal of SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec

from factcheck.errors import FactcheckError

_Arguments = ParamSpec("_Arguments")

CATALOGUE: dict[str, Callable[..., FactcheckError]] = {}
"""The functions below by name."""

FOREIGN_CODE = (
    "Policies, views, foreign tables, computed columns, casts of a column's type, and functions in indexes, statistics"
    " and partition keys run with the rights of whoever reads the table."
)
"""DETAIL of all messages about tables whose reading runs code of other roles."""


def _entry(factory: Callable[_Arguments, FactcheckError]) -> Callable[_Arguments, FactcheckError]:
    """Enter a function into the catalogue, and let the errors that it makes bear its name."""

    @wraps(factory)
    def named(*arguments: _Arguments.args, **options: _Arguments.kwargs) -> FactcheckError:
        error = factory(*arguments, **options)
        error.name = factory.__name__
        return error

    CATALOGUE[factory.__name__] = named
    return named


# --- arguments ---------------------------------------------------------------------------------------------


@_entry
def p_true_out_of_range(value: str) -> FactcheckError:
    """Refuse an argument ``p_true`` that is no probability, or is certain."""
    return FactcheckError(
        f"p_true cannot be {value}",
        hint="Give a probability between 0 and 1, such as 0.999, or NULL for the setting.",
    )


@_entry
def top_k_out_of_range(top_k: int, most: int) -> FactcheckError:
    """Refuse an argument ``top_k`` below 1 or above the most."""
    return FactcheckError(f"top_k cannot be {top_k}", hint=f"Give a number from 1 to {most}.")


@_entry
def time_budget_not_positive() -> FactcheckError:
    """Refuse an argument ``time_budget`` of no time."""
    return FactcheckError("time_budget must be positive", hint="Give an interval such as '5 s', or NULL for no limit.")


@_entry
def no_table_named() -> FactcheckError:
    """Refuse an argument ``tables`` that is an empty array."""
    return FactcheckError(
        "argument tables is empty",
        hint="Name tables, or leave the argument out to use every added table.",
    )


@_entry
def null_among_tables() -> FactcheckError:
    """Refuse an argument ``tables`` with a NULL in it."""
    return FactcheckError("argument tables holds a NULL", sqlstate="22004", hint="Name tables, such as '{sales}'.")


@_entry
def limit_out_of_range(limit: int, most: int) -> FactcheckError:
    """Refuse an argument ``limit`` of ``find_fragments`` below 0 or above the most."""
    return FactcheckError(f"limit cannot be {limit}", hint=f"Give a number from 0 to {most}.")


@_entry
def too_many_keywords(number: int, most: int) -> FactcheckError:
    """Refuse a text of more different words than ``find_fragments`` takes."""
    return FactcheckError(
        f"too many keywords: {number}",
        sqlstate="54000",
        hint=f"Give at most {most} different words; for a text, use factcheck.explain.",
    )


@_entry
def fragment_kind_not_known(kind: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a kind of query fragments that does not exist."""
    return FactcheckError(
        f'kind "{kind}" is not known',
        hint=f"The kinds are {_enumerated(known)}; leave the argument out for all of them.",
    )


def _enumerated(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


# --- documents ---------------------------------------------------------------------------------------------


@_entry
def document_too_long(characters: int, most: int) -> FactcheckError:
    """Refuse a document with more characters than the setting ``document_characters``."""
    return FactcheckError(
        f"document is too long: {characters} characters",
        sqlstate="54000",
        detail=f"The longest document accepted has {most} characters.",
        hint='Split it, or raise the setting "document_characters".',
    )


@_entry
def document_has_too_many_words(most: int) -> FactcheckError:
    """Refuse a document whose paragraphs to parse have more words than the setting ``document_words``."""
    return FactcheckError(
        f"document is too long: more than {most} words and signs",
        sqlstate="54000",
        detail="Paragraphs without numbers and headings do not count.",
        hint='Split it, give the argument time_budget, or raise the setting "document_words".',
    )


@_entry
def document_has_too_many_numbers(most: int, most_claims: int) -> FactcheckError:
    """Refuse a document with far more numbers than claims are accepted, before it is parsed."""
    return FactcheckError(
        f"document has too many numbers: more than {most}",
        sqlstate="54000",
        detail=_most_claims(most_claims),
        hint='Split it, or raise the setting "document_claims".',
    )


@_entry
def document_has_too_many_claims(claims: int, most_claims: int) -> FactcheckError:
    """Refuse a document with more claims than the setting ``document_claims``."""
    return FactcheckError(
        f"document has too many claims: {claims}",
        sqlstate="54000",
        detail=_most_claims(most_claims),
        hint='Split it, or raise the setting "document_claims".',
    )


def _most_claims(most: int) -> str:
    return f"The most claims accepted in one document are {most}."


@_entry
def document_is_no_text(kind: str) -> FactcheckError:
    """Refuse a file of another kind, such as a PDF file."""
    return FactcheckError(
        f"document is {kind}, not text",
        hint="Convert it to plain text, HTML or Markdown, for instance with pandoc or pdftotext.",
    )


@_entry
def claim_not_in_document(claim_no: int, claims: int) -> FactcheckError:
    """Refuse to explain a claim whose number the document does not reach."""
    return FactcheckError(
        f"the document has no claim {claim_no}",
        detail=f"It has {claims} {'claim' if claims == 1 else 'claims'}.",
        hint="See all numbers, and which of them are claims: leave the argument claim_no out.",
    )


@_entry
def character_not_storable(character: str) -> FactcheckError:
    """Refuse a text with a character that no PostgreSQL text can hold, named as U+0000."""
    return FactcheckError(
        f"a text holds {character}, which PostgreSQL cannot keep",
        hint="Take the character out, or write what it stands for.",
    )


# --- tables ------------------------------------------------------------------------------------------------


@_entry
def table_not_added(
    relation: str, quoted: str, *, is_described: bool = False, data_set: str | None = None
) -> FactcheckError:
    """Refuse a named table that was not added, or one described by a dictionary that was not, in the data set."""
    return FactcheckError(
        f"table {relation} was not added",
        sqlstate="42704",
        detail=_in_data_set(data_set) if is_described else "Claims can only be about added tables.",
        hint=f"Add it{' first' if is_described else ''}: SELECT factcheck.add_table({quoted}).",
    )


@_entry
def measure_not_understood(name: str, reason: str) -> FactcheckError:
    """Refuse a measure whose expression is not arithmetic over columns of numbers that the role may read."""
    return FactcheckError(
        f"the expression of measure {name} cannot be used",
        sqlstate="42601",
        detail=f"{reason[0].upper()}{reason[1:]}.",
        hint="Use + - * /, numbers, abs, coalesce, greatest, least, nullif, round, and columns of numbers: those of the"
        " table, or other.column of a table that each of its rows has at most one partner in.",
    )


@_entry
def no_table_added(data_set: str | None) -> FactcheckError:
    """Refuse a dictionary where no table was added that it could describe, in the data set."""
    return FactcheckError(
        "no table was added",
        sqlstate="42704",
        detail=_in_data_set(data_set),
        hint="Add it first: SELECT factcheck.add_table('sales').",
    )


def _in_data_set(data_set: str | None) -> str | None:
    return None if data_set is None else f'Asked for in the data set "{data_set}".'


@_entry
def table_not_readable(relation: str) -> FactcheckError:
    """Refuse a named table of which the role may read no column."""
    return FactcheckError(
        f"permission denied for table {relation}",
        sqlstate="42501",
        hint="Ask for SELECT on it, or leave it out of the argument tables.",
    )


@_entry
def table_has_no_usable_column(relation: str) -> FactcheckError:
    """Refuse to add a table without a column that claims can be about."""
    return FactcheckError(
        f"table {relation} has no column to check claims about",
        sqlstate="42P16",
        hint="Add tables that have columns of types with an order, such as numbers, words and days.",
    )


@_entry
def table_came_to_run_code(relation: str) -> FactcheckError:
    """End a check where reading a table has come to run code of a role that is not trusted."""
    return FactcheckError(
        f"reading table {relation} runs code of others since the check began",
        sqlstate="55000",
        detail=FOREIGN_CODE,
        hint="Check again: a warning says what can be done.",
    )


# --- joins -------------------------------------------------------------------------------------------------

_JOIN_HINT = "Name tables and columns: SELECT factcheck.add_join('orders', '{customer_id}', 'customers', '{id}')."


@_entry
def join_not_complete() -> FactcheckError:
    """Refuse a join without both tables and columns of both."""
    return FactcheckError("a join needs two tables and their columns", sqlstate="22004", hint=_JOIN_HINT)


@_entry
def join_columns_not_paired() -> FactcheckError:
    """Refuse a join with more columns of one table than of the other, or with one named twice."""
    return FactcheckError("the columns of a join come in pairs, each named once", hint=_JOIN_HINT)


@_entry
def join_with_itself(relation: str) -> FactcheckError:
    """Refuse a join of a table with itself."""
    return FactcheckError(
        f"table {relation} cannot be joined with itself",
        sqlstate="0A000",
        hint="Name two different tables.",
    )


@_entry
def join_not_known(join: str) -> FactcheckError:
    """Refuse to remove a join that is not used."""
    return FactcheckError(
        f"no join from {join} is known",
        sqlstate="42704",
        hint="See the joins that are known: SELECT * FROM factcheck.joins().",
    )


@_entry
def join_column_not_known(column: str, relation: str, quoted: str) -> FactcheckError:
    """Refuse a join by a column that was not added, that the role may not read, or that has no order."""
    return FactcheckError(
        f"column {column} of table {relation} is not known",
        sqlstate="42703",
        detail="Joins go by columns that were added, that you may read and whose values have an order.",
        hint=f"Look at the name; after changes of the table: SELECT factcheck.refresh({quoted}).",
    )


@_entry
def join_columns_not_comparable(column: str, type_name: str, other: str, other_type: str) -> FactcheckError:
    """Refuse a join by columns whose values cannot be equal."""
    return FactcheckError(
        f"columns {column} and {other} cannot be compared",
        sqlstate="42804",
        detail=f"Types are {type_name} and {other_type}; or collations differ, or"
        " the equality of the type is in a schema that you may not use.",
        hint="Give both columns one type and one collation, or ask for USAGE on the schema of the type.",
    )


@_entry
def join_rows_not_visible(relation: str) -> FactcheckError:
    """Refuse a join where the role cannot see whether a row may have several partners."""
    return FactcheckError(
        f"rows of table {relation} cannot be told apart",
        sqlstate="42501",
        detail="Row security hides rows, or reading the table runs code of a role that is not trusted.",
        hint="Make the columns unique, or let a role add the join that sees every row.",
    )


@_entry
def join_columns_not_unique(columns: str, relation: str) -> FactcheckError:
    """Refuse a join by columns that several rows of the other table share, or that have no value in some."""
    return FactcheckError(
        f"columns ({columns}) do not tell rows of table {relation} apart",
        sqlstate="21000",
        detail="Values are missing or occur in several rows: what is joined with them would be counted again.",
        hint="Name the table with many rows for one partner first, and unique columns for the other.",
    )


# --- data dictionaries -------------------------------------------------------------------------------------


@_entry
def dictionary_format_not_known(format_name: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a format of data dictionaries that does not exist."""
    return FactcheckError(
        f'format "{format_name}" of dictionaries is not known',
        hint=f"The formats are {', '.join(known)}; without one it is told from the text.",
    )


@_entry
def dictionary_empty() -> FactcheckError:
    """Refuse a dictionary without text."""
    return FactcheckError("the dictionary is empty", hint="Pass the text of a file, not its name.")


@_entry
def dictionary_too_long(characters: int, most: int) -> FactcheckError:
    """Refuse a dictionary with too much text."""
    return FactcheckError(
        "the dictionary is too long",
        sqlstate="54000",
        detail=f"It has {characters} characters; at most {most} are read.",
        hint="Load it in several parts.",
    )


@_entry
def dictionary_too_rich(most: int, most_characters: int) -> FactcheckError:
    """Refuse a dictionary with too many descriptions, as YAML's aliases may make of a short text."""
    return FactcheckError(
        "the dictionary describes too much",
        sqlstate="54000",
        detail=f"At most {most} descriptions of {most_characters} characters in all are read.",
        hint="Load it in several parts.",
    )


@_entry
def dictionary_table_not_named() -> FactcheckError:
    """Refuse a dictionary of columns alone where no table is named for it."""
    return FactcheckError(
        "the dictionary does not say which table it is about",
        hint="Name the table: SELECT factcheck.load_dictionary(..., \"table\" => 'sales').",
    )


@_entry
def dictionary_headings_not_known(rows: int) -> FactcheckError:
    """Refuse a CSV dictionary whose headings do not tell names from descriptions."""
    return FactcheckError(
        "the dictionary has no headings that tell names from descriptions",
        detail=f"Looked for them in the first {rows} rows.",
        hint="Name the headings table, column and description; the format is CSV with , ; | or tabs.",
    )


@_entry
def dictionary_not_csv(line: int, problem: str) -> FactcheckError:
    """Refuse a CSV dictionary with a quote that is never closed."""
    return FactcheckError(
        "the dictionary is not readable as CSV",
        detail=f"Line {line}: {problem}.",
        hint="Look for a quote that is opened and never closed, or that a separator does not follow.",
    )


@_entry
def dictionary_not_json(line: int, column: int, problem: str) -> FactcheckError:
    """Refuse a data package that is no JSON."""
    return FactcheckError(
        "the dictionary is not readable as JSON",
        detail=f"Line {line}, column {column}: {problem}.",
        hint="Correct it there; another format than JSON can be named with the argument format.",
    )


@_entry
def data_package_not_found() -> FactcheckError:
    """Refuse JSON that describes no tables."""
    return FactcheckError(
        "the JSON is neither a data package nor a table schema",
        detail="It has none of the keys resources, schema and fields.",
        hint="Pass the text of a datapackage.json, or a table schema with the argument table.",
    )


@_entry
def data_package_too_deep() -> FactcheckError:
    """Refuse JSON that is nested too deeply."""
    return FactcheckError(
        "the dictionary is nested too deeply",
        sqlstate="54000",
        hint="Pass a data package: it has resources with a schema each.",
    )


@_entry
def data_package_part_no_object(path: str) -> FactcheckError:
    """Refuse a data package with a resource or field that is no object."""
    return FactcheckError("the data package is not as its standard says", detail=f"{path} is no object.")


@_entry
def data_package_field_without_name(path: str) -> FactcheckError:
    """Refuse a data package with a field that has no name."""
    return FactcheckError("a field of the dictionary has no name", detail=f"It is {path}.")


@_entry
def dictionary_not_yaml(problem: str) -> FactcheckError:
    """Refuse a dbt schema that is no YAML."""
    return FactcheckError(
        "the dictionary is not readable as YAML",
        detail=f"{problem}.",
        hint="Correct it there; another format than YAML can be named with the argument format.",
    )


@_entry
def yaml_anchor_not_defined(anchor: str | None) -> FactcheckError:
    """Refuse YAML with an alias of an anchor that does not come before it."""
    return FactcheckError(
        "the dictionary is not readable as YAML",
        detail=f'No anchor is called "{anchor}".',
        hint="Define the anchor before it is used.",
    )


@_entry
def dbt_schema_not_found(keys: Sequence[str]) -> FactcheckError:
    """Refuse YAML that has none of dbt's lists."""
    return FactcheckError(
        "the YAML is no schema of dbt",
        detail=f"It has none of the keys {', '.join(keys)}.",
        hint="Pass the text of a schema.yml.",
    )


@_entry
def dbt_schema_too_deep(most: int) -> FactcheckError:
    """Refuse YAML that is nested too deeply."""
    return FactcheckError(
        "the dictionary is nested too deeply",
        sqlstate="54000",
        detail=f"It has more than {most} levels.",
        hint="Pass a schema.yml: it has tables, columns and their descriptions.",
    )


@_entry
def dbt_member_no_object(number: int, members: str) -> FactcheckError:
    """Refuse a dbt schema with a member of a list that is no object."""
    return FactcheckError("the schema is not as dbt reads it", detail=f"No. {number} of {members} is no object.")


@_entry
def dbt_table_without_name() -> FactcheckError:
    """Refuse a dbt schema with a table that has no name."""
    return FactcheckError("a table of the schema has no name", detail="Each member of dbt's lists needs one.")


@_entry
def dbt_column_without_name(table: str) -> FactcheckError:
    """Refuse a dbt schema with a column that has no name."""
    return FactcheckError("a column of the schema has no name", detail=f"It belongs to {table}.")


# --- the server --------------------------------------------------------------------------------------------


@_entry
def internal_error(traceback: str) -> FactcheckError:
    """Report an error that no part of factcheck expects."""
    return FactcheckError(
        "internal error in factcheck",
        sqlstate="XX000",
        detail=traceback,
        hint="This is a bug. Please report it with this message.",
    )


@_entry
def no_memory_left() -> FactcheckError:
    """End a check where the server process can have no more memory."""
    return FactcheckError(
        "out of memory",
        sqlstate="53200",
        detail="The server process has no memory left for this check.",
        hint="Check a shorter document, or name fewer tables in the argument tables.",
    )


@_entry
def check_bytes_used_up(taken: int, most: int) -> FactcheckError:
    """End a check that has taken more memory than the setting ``check_bytes``."""
    return FactcheckError(
        "out of memory",
        sqlstate="53200",
        detail=f"The check took {taken} bytes; the most it may take are {most}.",
        hint='Check a shorter document, name fewer tables in the argument tables, or raise the setting "check_bytes".',
    )


@_entry
def no_check_under_way() -> FactcheckError:
    """Refuse a step of a check that this role has not begun in this session."""
    return FactcheckError(
        "no check is under way",
        sqlstate="55000",
        hint="Call fact_check, which takes the steps of a check in order.",
    )


@_entry
def language_model_not_installed(packages: Sequence[str]) -> FactcheckError:
    """Report that the parser's model is missing."""
    return FactcheckError(
        "no language model is installed",
        sqlstate="58P01",
        detail=f"Neither of the Python packages {' and '.join(packages)} was found.",
        hint="Run extension/install.sh on the database host, or make install.",
    )


@_entry
def lexicon_not_installed(file: str) -> FactcheckError:
    """Report that the file with WordNet's words is missing."""
    return FactcheckError(
        "the lexicon file is not installed",
        sqlstate="58P01",
        detail=f"Looked for {file}.",
        hint="Run extension/install.sh on the database host.",
    )


@_entry
def wordnet_not_readable(file: str, problem: str | None) -> FactcheckError:
    """Report that the lexicon cannot be built, since a file of WordNet is missing."""
    return FactcheckError(
        "cannot read WordNet",
        sqlstate="58P01",
        detail=f"{file}: {problem}.",
        hint="Install the package wordnet-base, or name the folder of WordNet 3.0's data files.",
    )


# --- the command line --------------------------------------------------------------------------------------


@_entry
def extension_not_created() -> FactcheckError:
    """Refuse a command on a database without the extension."""
    return FactcheckError(
        "the extension factcheck is not in this database",
        sqlstate="42704",
        hint="Create it: CREATE EXTENSION factcheck SCHEMA public CASCADE.",
    )


@_entry
def file_not_readable(file: str, problem: str) -> FactcheckError:
    """Report a file that the system does not let be read."""
    return FactcheckError(f"cannot read file {file}", sqlstate="58030", detail=f"{problem}.")


@_entry
def no_file_of_that_name(pattern: str) -> FactcheckError:
    """Refuse a pattern of file names that none has."""
    return FactcheckError(
        f"no file matches {pattern}",
        sqlstate="58P01",
        hint="Look from which folder the pattern starts; ** stands for any number of folders.",
    )


@_entry
def tables_beside_data_set() -> FactcheckError:
    """Refuse to be told twice what the claims are about."""
    return FactcheckError(
        "--tables and --data-set both say what the claims are about", hint="Leave one of the two options out."
    )


@_entry
def pages_without_folder() -> FactcheckError:
    """Refuse to write the pages of several documents one after the other."""
    return FactcheckError(
        "several documents make several pages",
        hint="Name a folder for them with --output, or check the documents one by one.",
    )


@_entry
def file_empty(file: str) -> FactcheckError:
    """Refuse to load a file without a row."""
    return FactcheckError(f"file {file} is empty", hint="The first row has to hold the headings.")


@_entry
def file_is_no_text(file: str) -> FactcheckError:
    """Refuse to load a file of bytes that are no text."""
    return FactcheckError(f"file {file} is not a text file", detail="It holds zero bytes.")


@_entry
def file_not_csv(file: str, problem: str) -> FactcheckError:
    """Refuse to load a file that cannot be split into rows."""
    return FactcheckError(
        f"file {file} is not readable as CSV",
        detail=f"{problem}.",
        hint="Look for a quote that is opened and never closed.",
    )


@_entry
def workbook_format_not_read(file: str) -> FactcheckError:
    """Refuse to load a workbook in a format that is not read."""
    return FactcheckError(
        f"file {file} is a workbook in a format that is not read",
        sqlstate="0A000",
        hint="Save it as .xlsx, or the sheet as CSV.",
    )


@_entry
def workbook_not_readable(file: str, problem: str) -> FactcheckError:
    """Refuse to load a file that is no workbook, or a damaged or encrypted one."""
    return FactcheckError(
        f"file {file} is not readable as a workbook",
        detail=f"{problem}.",
        hint="It may be damaged or have a password: open it in a spreadsheet program and save it as .xlsx without one.",
    )


@_entry
def workbook_without_rows(file: str) -> FactcheckError:
    """Refuse to load a workbook whose visible sheets hold nothing."""
    return FactcheckError(
        f"workbook {file} is empty", hint="Hidden sheets are loaded only when they are named with --sheet."
    )


@_entry
def sheet_not_in_workbook(file: str, sheet: str, sheets: str) -> FactcheckError:
    """Refuse a sheet that a workbook does not have."""
    return FactcheckError(
        f'workbook {file} has no sheet "{sheet}"',
        sqlstate="42704",
        detail=f"Its sheets are {sheets}.",
        hint="Name one of them with --sheet, or give its number, from 1.",
    )


@_entry
def sheet_of_text_file(file: str) -> FactcheckError:
    """Refuse the option ``--sheet`` for a file that is no workbook."""
    return FactcheckError(f"file {file} has no sheets", hint="Leave --sheet out: it is for workbooks, such as .xlsx.")


@_entry
def table_exists(table: str) -> FactcheckError:
    """Refuse to load a file into a table that exists."""
    return FactcheckError(
        f"table {table} already exists",
        sqlstate="42P07",
        hint="Give another name with --table, or have the table replaced with --replace.",
    )


@_entry
def table_named_for_several_files() -> FactcheckError:
    """Refuse the option ``--table`` beside several files."""
    return FactcheckError(
        "--table names one table, but there are several files", hint="Load them one by one, or leave --table out."
    )


@_entry
def evaluation_packages_not_installed(problem: str) -> FactcheckError:
    """Refuse a command that measures quality where its packages are missing."""
    return FactcheckError(
        "evaluate needs packages that are not installed",
        detail=f"{problem}.",
        hint="Install them: pip install 'factcheck[evaluate]'.",
    )


# --- migrations --------------------------------------------------------------------------------------------


@_entry
def extension_not_available(version: str) -> FactcheckError:
    """Refuse migrations on a server that offers no version of the extension that is new enough."""
    return FactcheckError(
        f"the extension factcheck {version} is not installed on this server",
        sqlstate="0A000",
        hint="Have the release installed on the database host: extension/install.sh; then run the migrations again.",
    )


@_entry
def extension_not_in_database(database: str) -> FactcheckError:
    """Refuse migrations on a database without the extension; ``database`` is quoted."""
    return FactcheckError(
        f"the extension factcheck is not installed in the database {database}",
        sqlstate="42704",
        hint="Ask a superuser to run: CREATE EXTENSION factcheck SCHEMA public CASCADE;",
    )


@_entry
def extension_too_old(installed: str, needed: str, newest: str) -> FactcheckError:
    """Refuse migrations on a database whose extension is older than they need; ``newest`` is a literal."""
    return FactcheckError(
        "the extension factcheck is too old",
        sqlstate="55000",
        detail=f"Version {installed} is installed, {needed} is needed.",
        hint=f"Ask a superuser to run: ALTER EXTENSION factcheck UPDATE TO {newest};"
        " SELECT * FROM factcheck.renew_grants();",
    )


@_entry
def site_schema_not_trusted(schema: str, owner: str) -> FactcheckError:
    """Refuse migrations whose records are another role's, which could have its own statements run by them."""
    return FactcheckError(
        f"the records of migrations belong to the role {owner}",
        sqlstate="42501",
        detail=f"Whoever owns the schema {schema}, or what is in it, decides what migrations run.",
        hint="Run them as that role, or drop the schema if it is none of yours.",
    )


@_entry
def level_change_not_permitted(role: str) -> FactcheckError:
    """Refuse a migration that gives or takes a level, run by a role that is no superuser; ``role`` is quoted."""
    return FactcheckError(
        f"permission denied to change the level of role {role}",
        sqlstate="42501",
        detail="Only a superuser gives and takes away levels.",
        hint="Run the migration as a superuser, or leave [roles] out of the site's file and ask for the roles.",
    )


@_entry
def watch_as_superuser(name: str) -> FactcheckError:
    """Refuse a migration that would have a superuser watch report tables: whoever writes there has texts checked."""
    return FactcheckError(
        f"no role is named to watch {name}",
        sqlstate="42501",
        detail="Documents are checked with the rights of the role that watches, which would be a superuser.",
        hint="Name a role of the level admin that owns or may read the table, with the argument run_as.",
    )


@_entry
def setting_not_known(name: str) -> FactcheckError:
    """Refuse a migration that sets what this version does not know."""
    return FactcheckError(
        f'setting "{name}" is not known', sqlstate="42704", hint="See which there are: TABLE factcheck.setting."
    )


@_entry
def site_table_not_qualified(table: str) -> FactcheckError:
    """Refuse a table's name without its schema, which would depend on who migrates."""
    return FactcheckError(
        f'the name of table "{table}" has no schema',
        sqlstate="42602",
        hint="Write it as SQL spells it, for example public.sales.",
    )


@_entry
def site_file_not_readable(file: str, problem: str) -> FactcheckError:
    """Report a site's file, or a file that it names, that cannot be read."""
    return FactcheckError(
        f"cannot read the site's file {file}",
        sqlstate="58030",
        detail=f"{problem}.",
        hint="Name the file of the site's decisions with -x site=FILE; others are looked for beside alembic's env.py.",
    )


@_entry
def site_file_not_toml(file: str, problem: str) -> FactcheckError:
    """Refuse a site's file that is not TOML."""
    return FactcheckError(f"file {file} is not TOML", detail=f"{problem}.")


@_entry
def site_key_not_known(file: str, place: str, key: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a key of a site's file that means nothing there."""
    return FactcheckError(
        f'{place} of {file} says "{key}", which is not known', hint=f"Known are {_enumerated(known)}."
    )


@_entry
def site_key_missing(file: str, place: str, key: str, example: str) -> FactcheckError:
    """Refuse an entry of a site's file without what it needs."""
    return FactcheckError(f'an entry {place} of {file} has no "{key}"', hint=f"Say for example {key} = {example}.")


@_entry
def site_value_of_wrong_type(file: str, place: str, key: str, kind: str) -> FactcheckError:
    """Refuse a value of a site's file of another type than its key has."""
    return FactcheckError(f'"{key}" in {place} of {file} is not {kind}', hint=f"Give {kind}.")


@_entry
def site_entry_twice(file: str, place: str, name: str) -> FactcheckError:
    """Refuse a site's file that decides of one thing twice."""
    return FactcheckError(f'{place} of {file} names "{name}" twice', hint="Leave one of the entries out.")


@_entry
def site_level_without_role(file: str, level: str) -> FactcheckError:
    """Refuse a site's file that speaks of a level to which it gives no role."""
    return FactcheckError(
        f'{file} speaks of the level "{level}", which has no role',
        hint="Name its role under [roles], or leave the level out.",
    )


# --- labelled cases ----------------------------------------------------------------------------------------


@_entry
def no_case_in_folder(folder: str) -> FactcheckError:
    """Refuse a folder that neither is a labelled case nor holds one."""
    return FactcheckError(
        f"no case in folder {folder}",
        hint="A case is a folder with article.html, claims.json and data/*.csv.",
    )


@_entry
def no_case_of_that_name(pattern: str) -> FactcheckError:
    """Refuse a pattern that matches no labelled case."""
    return FactcheckError(f'no case is called "{pattern}"')


@_entry
def case_not_complete(case: str, problem: str) -> FactcheckError:
    """Refuse a labelled case without one of its files."""
    return FactcheckError(f"case {case} is not complete", detail=f"{problem}.")


@_entry
def case_without_data(case: str) -> FactcheckError:
    """Refuse a labelled case without a table."""
    return FactcheckError(f"case {case} has no data", hint="Its tables are the files data/*.csv.")


@_entry
def case_not_in_format(case: str, problem: str) -> FactcheckError:
    """Refuse a labelled case with a file that does not hold what it should."""
    return FactcheckError(
        f"case {case} is not in the format of a case",
        detail=problem,
        hint="The file claims.json is a list of objects with sentence, value_text, value, correct, and if known sql"
        " and result.",
    )


@_entry
def label_role_cannot_log_in(problem: str) -> FactcheckError:
    """Refuse to run labelled queries where the role without rights that runs them cannot log in."""
    return FactcheckError(
        "the role that labelled queries run as cannot log in",
        sqlstate="28000",
        detail=problem,
        hint="Let roles log in with a password: put a line such as"
        ' "host all all 127.0.0.1/32 scram-sha-256" into pg_hba.conf, and name that host in the DSN.',
    )
