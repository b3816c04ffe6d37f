"""Errors of questions about tables, and of facts."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def question_too_long(length: int, most: int) -> FactcheckError:
    """Refuse a question of more characters than one is."""
    return FactcheckError(
        f"question too long: {length} characters",
        sqlstate="54000",
        hint=f"Ask one question, of at most {most} characters; for a text, use fact_check.",
    )


@entry
def facts_out_of_range(number: int, most: int) -> FactcheckError:
    """Refuse a number of facts, or of questions, below 1 or above the most."""
    return FactcheckError(f"cannot return {number} rows", hint=f"Give a number from 1 to {most}.")


@entry
def column_not_known(column: str, table: str) -> FactcheckError:
    """Refuse a column that a table does not have, or that the role may not read."""
    return FactcheckError(
        f'column "{column}" of table {table} cannot be used',
        sqlstate="42703",
        hint="Name a column that the table had when it was added, and that you may read.",
    )


@entry
def method_not_known(method: str) -> FactcheckError:
    """Refuse a method of decomposition that there is not."""
    return FactcheckError(
        f'method "{method}" of decomposition does not exist', sqlstate="22023", hint="Use rules or neural."
    )


@entry
def model_not_trained() -> FactcheckError:
    """Say that the neural model was asked for and is not there."""
    return FactcheckError(
        "the neural model of questions is not trained",
        sqlstate="55000",
        detail="The package was installed without the weights of the model.",
        hint="Train it with the command factcheck fit-questions --method neural and install anew, or ask by rules.",
    )
