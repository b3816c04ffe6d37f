"""Errors in the arguments of a call."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry, enumerated


@entry
def p_true_out_of_range(value: str) -> FactcheckError:
    """Refuse an argument ``p_true`` that is no probability, or is certain."""
    return FactcheckError(
        f"p_true cannot be {value}",
        hint="Give a probability between 0 and 1, such as 0.999, or NULL for the setting.",
    )


@entry
def top_k_out_of_range(top_k: int, most: int) -> FactcheckError:
    """Refuse an argument ``top_k`` below 1 or above the most."""
    return FactcheckError(f"top_k cannot be {top_k}", hint=f"Give a number from 1 to {most}.")


@entry
def time_budget_not_positive() -> FactcheckError:
    """Refuse an argument ``time_budget`` of no time."""
    return FactcheckError("time_budget must be positive", hint="Give an interval such as '5 s', or NULL for no limit.")


@entry
def no_table_named() -> FactcheckError:
    """Refuse an argument ``tables`` that is an empty array."""
    return FactcheckError(
        "argument tables is empty",
        hint="Name tables, or leave the argument out to use every added table.",
    )


@entry
def null_among_tables() -> FactcheckError:
    """Refuse an argument ``tables`` with a NULL in it."""
    return FactcheckError("argument tables holds a NULL", sqlstate="22004", hint="Name tables, such as '{sales}'.")


@entry
def limit_out_of_range(limit: int, most: int) -> FactcheckError:
    """Refuse an argument ``limit`` of ``find_fragments`` below 0 or above the most."""
    return FactcheckError(f"limit cannot be {limit}", hint=f"Give a number from 0 to {most}.")


@entry
def too_many_keywords(number: int, most: int) -> FactcheckError:
    """Refuse a text of more different words than ``find_fragments`` takes."""
    return FactcheckError(
        f"too many keywords: {number}",
        sqlstate="54000",
        hint=f"Give at most {most} different words; for a text, use factcheck.explain.",
    )


@entry
def fragment_kind_not_known(kind: str, known: Sequence[str]) -> FactcheckError:
    """Refuse a kind of query fragments that does not exist."""
    return FactcheckError(
        f'kind "{kind}" is not known',
        hint=f"The kinds are {enumerated(known)}; leave the argument out for all of them.",
    )


@entry
def form_not_known(form: str) -> FactcheckError:
    """Refuse a form of ``check_html`` that does not exist."""
    return FactcheckError(
        f'form "{form}" is not known',
        hint="The forms are 'page', a complete page, and 'fragment', a part to be put into another page.",
    )
