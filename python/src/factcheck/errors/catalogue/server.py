"""Errors of what the server has, or has not, installed and left."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def internal_error(traceback: str) -> FactcheckError:
    """Report an error that no part of factcheck expects."""
    return FactcheckError(
        "internal error in factcheck",
        sqlstate="XX000",
        detail=traceback,
        hint="This is a bug. Please report it with this message.",
    )


@entry
def python_part_not_loadable(problem: Exception) -> FactcheckError:
    """Report that a module which a function needs cannot be loaded into this session."""
    return FactcheckError(
        "the Python part of factcheck cannot be loaded",
        sqlstate="58P01",
        detail=f"{problem}.",
        hint="Run extension/install.sh on the database host.",
    )


@entry
def no_memory_left() -> FactcheckError:
    """End a check where the server process can have no more memory."""
    return FactcheckError(
        "out of memory",
        sqlstate="53200",
        detail="The server process has no memory left for this check.",
        hint="Check a shorter document, or name fewer tables in the argument tables.",
    )


@entry
def check_bytes_used_up(taken: int, most: int) -> FactcheckError:
    """End a check that has taken more memory than the setting ``check_bytes``."""
    return FactcheckError(
        "out of memory",
        sqlstate="53200",
        detail=f"The check took {taken} bytes; the most it may take are {most}.",
        hint='Check a shorter document, name fewer tables in the argument tables, or raise the setting "check_bytes".',
    )


@entry
def no_check_under_way() -> FactcheckError:
    """Refuse a step of a check that this role has not begun in this session."""
    return FactcheckError(
        "no check is under way",
        sqlstate="55000",
        hint="Call fact_check, which takes the steps of a check in order.",
    )


@entry
def language_model_not_installed(packages: Sequence[str]) -> FactcheckError:
    """Report that the parser's model is missing."""
    return FactcheckError(
        "no language model is installed",
        sqlstate="58P01",
        detail=f"Neither of the Python packages {' and '.join(packages)} was found.",
        hint="Run extension/install.sh on the database host, or make install.",
    )


@entry
def lexicon_not_installed(file: str) -> FactcheckError:
    """Report that the file with WordNet's words is missing."""
    return FactcheckError(
        "the lexicon file is not installed",
        sqlstate="58P01",
        detail=f"Looked for {file}.",
        hint="Run extension/install.sh on the database host.",
    )


@entry
def wordnet_not_readable(file: str, problem: str | None) -> FactcheckError:
    """Report that the lexicon cannot be built, since a file of WordNet is missing."""
    return FactcheckError(
        "cannot read WordNet",
        sqlstate="58P01",
        detail=f"{file}: {problem}.",
        hint="Install the package wordnet-base, or name the folder of WordNet 3.0's data files.",
    )
