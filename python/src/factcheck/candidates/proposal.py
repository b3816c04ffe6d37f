"""What a derived column is proposed as."""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.catalogue.expressions import Expression


@dataclass(frozen=True, slots=True)
class Proposal:
    """A derived column, with what of the claim's words asks for it and how well its columns fit together, up to 1.

    ``asked`` is the weight of a word that asks for it beside those of the concept.
    """

    expression: Expression
    concept: str
    fit: float = 1.0
    asked: float = 0.0
