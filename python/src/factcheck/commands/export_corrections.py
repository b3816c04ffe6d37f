"""``factcheck export-corrections``: write what people decided about stored claims as labelled cases."""

from __future__ import annotations

from pathlib import Path

import click

from factcheck.commands.evaluate import needs_evaluation_packages
from factcheck.commands.session import connected, dsn_option, reports_errors, say


@click.command("export-corrections")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@dsn_option
@click.option("--data-set", required=True, metavar="NAME", help="Only decisions about tables added under this name.")
@reports_errors
def export_corrections(folder: Path, dsn: str, data_set: str) -> None:
    """Write decisions about stored claims as labelled cases, one for each document, into FOLDER.

    These are the decisions in force that the role of the session may see.  The text of a document is not kept: its
    sentences with claims stand for it.  Confirmed and corrected claims are the labels, dismissed ones distractors.
    Words that they taught are written to synonyms.csv.  A case comes without its tables: put them as CSV into its
    folder data, for evaluate and fit to read it.
    """
    with needs_evaluation_packages():
        from factcheck.quality.cases.decided import read_decided_documents, write_case, write_synonyms  # noqa: PLC0415
    with connected(dsn) as connection:
        documents = read_decided_documents(connection, data_set)
        synonyms = write_synonyms(connection, data_set, folder)
    for document in documents:
        case = write_case(document, data_set, folder)
        say(f"{case}: {_counted(len(document.claims), 'label')}, {len(document.dismissed)} dismissed")
    if synonyms:
        say(f"{folder / 'synonyms.csv'}: {_counted(synonyms, 'synonym')}")
    say(_counted(len(documents), "document"), is_error=True)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
