"""Errors about fitted weights, and about what they are fitted to."""

from __future__ import annotations

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry


@entry
def kind_of_weights_not_known(kind: str | None) -> FactcheckError:
    """Refuse an argument ``kind`` of ``use_weights`` that is none of readings, reranking and verdicts."""
    return FactcheckError(
        "there are no weights of kind NULL" if kind is None else f'there are no weights of kind "{kind}"',
        hint="Give 'readings' for a file of factcheck fit, 'reranking' for one of factcheck fit-reranking,"
        " 'verdicts' for one of factcheck fit-verdicts.",
    )


@entry
def weights_not_understood(reason: str) -> FactcheckError:
    """Refuse weights that are not in the format, or that weigh what this version does not know."""
    return FactcheckError(
        "the weights cannot be used",
        detail=f"{reason[0].upper()}{reason[1:]}.",
        hint="Give the whole text that factcheck fit, fit-reranking or fit-verdicts of this version has written.",
    )


@entry
def nothing_to_fit_to() -> FactcheckError:
    """Refuse to fit weights to documents of which no claim has a reading that is known."""
    return FactcheckError(
        "there is no claim to fit to",
        sqlstate="55000",
        detail="No claim of the documents has a label whose query is a candidate, or is supported by a likely reading.",
        hint="Give more documents, or describe columns in the words of the documents: factcheck.add_description.",
    )
