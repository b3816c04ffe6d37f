"""Errors of the cases by which accuracy is measured."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def no_case_in_folder(folder: str) -> FactcheckError:
    """Refuse a folder that neither is a labelled case nor holds one."""
    return FactcheckError(
        f"no case in folder {folder}",
        hint="A case is a folder with article.html, claims.json and data/*.csv.",
    )


@entry
def no_case_of_that_name(pattern: str) -> FactcheckError:
    """Refuse a pattern that matches no labelled case."""
    return FactcheckError(f'no case is called "{pattern}"')


@entry
def case_not_complete(case: str, problem: str) -> FactcheckError:
    """Refuse a labelled case without one of its files."""
    return FactcheckError(f"case {case} is not complete", detail=f"{problem}.")


@entry
def case_without_data(case: str) -> FactcheckError:
    """Refuse a labelled case without a table."""
    return FactcheckError(f"case {case} has no data", hint="Its tables are the files data/*.csv.")


@entry
def case_not_in_format(case: str, problem: str) -> FactcheckError:
    """Refuse a labelled case with a file that does not hold what it should."""
    return FactcheckError(
        f"case {case} is not in the format of a case",
        detail=problem,
        hint="The file claims.json is a list of objects with sentence, value_text, value, correct, and if known sql"
        " and result.",
    )


@entry
def label_role_cannot_log_in(problem: str) -> FactcheckError:
    """Refuse to run labelled queries where the role without rights that runs them cannot log in."""
    return FactcheckError(
        "the role that labelled queries run as cannot log in",
        sqlstate="28000",
        detail=problem,
        hint="Let roles log in with a password: put a line such as"
        ' "host all all 127.0.0.1/32 scram-sha-256" into pg_hba.conf, and name that host in the DSN.',
    )


@entry
def samples_not_of_this_version(path: str) -> FactcheckError:
    """Refuse to fit weights to kept checks whose features are not those of the program."""
    return FactcheckError(
        f"what is kept in {path} does not have the features of this version",
        hint="Collect it anew, with --collect.",
    )


@entry
def evidence_files_missing(path: str) -> FactcheckError:
    """Refuse a folder of labelled claims that lacks one of its files."""
    return FactcheckError(
        f"there is no file {path}",
        hint="A folder of labelled claims holds claims.jsonl and passages.jsonl.",
    )


@entry
def kept_embeddings_not_readable(path: str, problem: str) -> FactcheckError:
    """Refuse a file of embeddings that is something else, or of another model."""
    return FactcheckError(
        f"embeddings cannot be read from {path}",
        detail=problem,
        hint="Remove the file, or name another one: embeddings are computed anew where there is none.",
    )


@entry
def category_cases_not_found(folder: str) -> FactcheckError:
    """Refuse a folder without labelled data of categories."""
    return FactcheckError(
        f"folder {folder} has no labelled data of categories",
        sqlstate="58P01",
        hint="It should hold trec_pairs.jsonl, trec_questions.jsonl, table_columns.jsonl or hypernym_pairs.jsonl.",
    )


@entry
def category_corpus_missing() -> FactcheckError:
    """Refuse to measure categories in a database without texts."""
    return FactcheckError(
        "no texts that tell categories are loaded in the database",
        hint="Load some first: SELECT factcheck.load_corpus('/usr/share/dictd/gcide', 'dictd').",
    )
