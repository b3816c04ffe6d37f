"""Errors of the review page."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def review_packages_not_installed(problem: str) -> FactcheckError:
    """Refuse to serve the review page where its packages are missing."""
    return FactcheckError(
        "serve needs packages that are not installed",
        detail=f"{problem}.",
        hint="Install them: pip install 'factcheck[review]'.",
    )


@entry
def host_not_of_this_machine(host: str, port: int) -> FactcheckError:
    """Refuse to serve the review page to other machines."""
    return FactcheckError(
        f'the review page is not served on host "{host}"',
        detail="Whoever reaches the page works with your rights in the database, and it is not encrypted.",
        hint=f"Leave --host out; reach it from another machine through ssh -L {port}:127.0.0.1:{port}.",
    )


@entry
def port_not_free(host: str, port: int, problem: str) -> FactcheckError:
    """Report an address that cannot be listened on."""
    return FactcheckError(
        f"cannot listen on {host}, port {port}",
        sqlstate="58030",
        detail=f"{problem}.",
        hint="Choose another port with --port; 0 takes any that is free.",
    )


@entry
def connection_lost(problem: str) -> FactcheckError:
    """Report that the database cannot be reached."""
    return FactcheckError(
        "the database cannot be reached",
        sqlstate="08006",
        detail=f"{problem}.",
        hint="Nothing you typed is lost: try again once the server runs.",
    )


@entry
def connection_lost_while_deciding(problem: str) -> FactcheckError:
    """Report that the connection was lost while a decision was being stored."""
    return FactcheckError(
        "the connection to the database was lost",
        sqlstate="08006",
        detail=f"{problem}.",
        hint="Look whether your decision was stored; if it was not, decide again.",
    )


@entry
def document_not_shown(document_id: int) -> FactcheckError:
    """Report a document that is not there, or not for this reader."""
    return FactcheckError(
        f"there is no document {document_id} that you may read",
        sqlstate="42704",
        hint="Go to the list of documents.",
    )


@entry
def text_not_kept(document_id: int) -> FactcheckError:
    """Report a document whose text is asked for and was not kept, or that changed since."""
    return FactcheckError(
        f"the text of document {document_id} is not kept",
        sqlstate="42704",
        hint="Paste it under the same title to have it checked anew.",
    )


@entry
def claim_not_shown(document_id: int, claim_no: int) -> FactcheckError:
    """Report a claim that the latest run of a document does not have."""
    return FactcheckError(
        f"document {document_id} has no claim {claim_no}", sqlstate="42704", hint="Choose a claim in the document."
    )


@entry
def claim_decided_meanwhile(claim_no: int) -> FactcheckError:
    """Refuse a decision by a reader who has not seen what is decided about the claim now."""
    return FactcheckError(
        f"claim {claim_no} was decided by somebody else meanwhile",
        sqlstate="40001",
        hint="Look at what is decided now; if you see it differently, decide again.",
    )


@entry
def reading_not_offered(claim_no: int) -> FactcheckError:
    """Refuse the choice of a reading that is none of the claim's any more."""
    return FactcheckError(
        f"the reading that you chose is none of claim {claim_no} any more",
        sqlstate="40001",
        hint="Choose among its readings as they are now.",
    )


@entry
def nothing_to_check() -> FactcheckError:
    """Refuse an empty document."""
    return FactcheckError("there is no text to check", hint="Paste a text, or choose a file.")


@entry
def text_beside_file() -> FactcheckError:
    """Refuse a text and a file at once."""
    return FactcheckError("there is a text and a file", hint="Check one of them after the other.")


@entry
def document_format_not_read(file: str) -> FactcheckError:
    """Refuse a file of a format that is not read."""
    return FactcheckError(
        f"file {file} has a format that is not read",
        sqlstate="0A000",
        hint="Give a .txt, .md, .html or .docx file, or paste the text.",
    )


@entry
def word_document_not_readable(file: str, problem: str) -> FactcheckError:
    """Refuse a file that is no Word document, or a damaged or encrypted one."""
    return FactcheckError(
        f"file {file} is not readable as a Word document",
        detail=f"{problem}.",
        hint="It may be damaged or have a password: save it as .docx without one, or paste the text.",
    )


@entry
def document_file_too_large(megabytes: int) -> FactcheckError:
    """Refuse more than a request may hold."""
    return FactcheckError(
        "the document is too large",
        sqlstate="54000",
        detail=f"At most {megabytes} MB are taken.",
        hint="Check it in parts.",
    )


@entry
def check_not_known() -> FactcheckError:
    """Report a check that this server has not started, or has forgotten."""
    return FactcheckError(
        "this check is not known",
        sqlstate="42704",
        hint="The page was started anew meanwhile: look in the list of documents whether it was stored.",
    )


@entry
def check_stopped() -> FactcheckError:
    """Tell that a check was ended by its reader."""
    return FactcheckError("the check was stopped", sqlstate="57014", hint="Nothing is stored; the text is still here.")


@entry
def too_many_checks() -> FactcheckError:
    """Refuse to begin one more check beside those that run."""
    return FactcheckError(
        "other documents are being checked", sqlstate="53300", hint="Wait until one of them is done, and check again."
    )


@entry
def table_not_shown() -> FactcheckError:
    """Report that the page of questions knows no such table."""
    return FactcheckError(
        "there is no such table that you may ask about",
        sqlstate="42704",
        hint="Go to the list of tables; an administrator adds one with factcheck.add_table.",
    )
