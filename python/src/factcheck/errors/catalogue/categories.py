"""Errors in what tells categories."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import FOREIGN_CODE, entry


@entry
def no_corpus_source() -> FactcheckError:
    """Refuse to load texts from nowhere."""
    return FactcheckError(
        "no source of texts given",
        sqlstate="22004",
        hint="Name a table or a path: SELECT factcheck.load_corpus('/usr/share/dictd/gcide', 'dictd').",
    )


@entry
def corpus_kind_not_known(kind: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a kind of corpus that does not exist."""
    return FactcheckError(f'kind "{kind}" of texts is not known', hint=f"The kinds are {', '.join(known)}.")


@entry
def corpus_column_not_named(relation: str) -> FactcheckError:
    """Refuse a table as a corpus where no text column is named."""
    return FactcheckError(
        f"the text column of {relation} is not named",
        sqlstate="22004",
        hint="Name it: SELECT factcheck.load_corpus(..., 'table', text_column => 'body').",
    )


@entry
def corpus_not_public(relation: str, columns: Sequence[str]) -> FactcheckError:
    """Refuse to load texts for everybody that not everybody may read; the columns are quoted."""
    return FactcheckError(
        f"texts of {relation} are not for everybody",
        sqlstate="42501",
        detail="Whoever asks about categories is shown sentences of what is loaded.",
        hint=f"If everybody may read them: GRANT SELECT ({', '.join(columns)}) ON {relation} TO PUBLIC."
        " A table under row security has to be copied.",
    )


@entry
def labelled_runs_code(relation: str, owners: Sequence[str]) -> FactcheckError:
    """Refuse labelled pairs whose reading runs code of roles that the caller does not trust."""
    return FactcheckError(
        f"labelled pairs cannot be read: reading {relation} runs code of {', '.join(owners)}",
        sqlstate="42501",
        detail=FOREIGN_CODE,
        hint="Copy the pairs into a table of your own, or let a superuser own what the relation reads and calls.",
    )


@entry
def corpus_runs_code(relation: str, owners: Sequence[str]) -> FactcheckError:
    """Refuse a table as a corpus whose reading runs code of roles that the caller does not trust."""
    return FactcheckError(
        f"{relation} cannot be loaded: reading it runs code of {', '.join(owners)}",
        sqlstate="42501",
        detail=FOREIGN_CODE,
        hint="Let your own role, or a superuser, own what the relation reads and calls, or load a copy of its rows.",
    )


@entry
def category_model_not_known(model: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a model of categories that does not exist."""
    return FactcheckError(
        f'model "{model}" of categories is not known',
        hint=f"The models are {', '.join(known)}.",
    )


@entry
def category_labels_missing() -> FactcheckError:
    """Refuse to fit a model where all labelled pairs have one label."""
    return FactcheckError(
        "the labelled pairs do not have both labels",
        detail="A model is fitted to pairs of which some are of the category and some are not.",
        hint="Label rows with true and with false in the column label.",
    )


@entry
def answers_without_scores(answers: int, scores: int) -> FactcheckError:
    """Refuse to rank answers that do not have a score each."""
    return FactcheckError(
        "each answer needs one score",
        detail=f"There are {answers} answers and {scores} scores.",
        hint="Give arrays of the same length.",
    )


@entry
def category_column_not_readable(relation: str, column: str) -> FactcheckError:
    """Refuse a column of which no values can be read as text."""
    return FactcheckError(
        f"table {relation} has no column {column} that may be read",
        sqlstate="42703",
        hint="Name a column of the table that the current role may SELECT.",
    )
