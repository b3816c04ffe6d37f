"""The results of measuring accuracy: each labelled claim with what a check said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from factcheck.quality.judging.foreign import ForeignCheck
from factcheck.quality.judging.statements import CheckedStatement, OtherStatement

ALTERNATIVES = 10
"""How many alternatives a check is asked for: the right query of a claim is looked for among them."""


class Stage(StrEnum):
    """A stage of a check at which the right query of a claim may be lost."""

    SPOTTING = "number not spotted"
    READING = "number read otherwise"
    QUERY_CLASS = "query outside of the query class"
    CATALOGUE = "fragment does not exist"
    RETRIEVAL = "fragment not retrieved"
    GENERATION = "kind of query not listed"
    COMBINATION = "fragments not combined"
    RANKING = "another query came first"


@dataclass(frozen=True, slots=True)
class Loss:
    """Where the right query of a claim was lost, and what is known of it."""

    stage: Stage
    detail: str


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A labelled claim with what the check said of it; ``verdict`` is None where it was not spotted.

    ``error`` names the error written into it.  ``right_rank`` is the rank of the right query among the
    alternatives, from 1; None also where the right query is not known.  ``loss`` tells where the
    right query was lost, unless it came first; only the document as published is asked for that.
    """

    sentence: str
    value_text: str
    value: float
    is_correct: bool
    error: str | None
    sql: str | None
    is_in_class: bool
    verdict: str | None = None
    p_correct: float | None = None
    claimed_value: float | None = None
    found_value: float | None = None
    query: str | None = None
    description: str | None = None
    message: str | None = None
    right_rank: int | None = None
    loss: Loss | None = None
    is_in_table: bool = False


@dataclass(frozen=True, slots=True)
class OtherNumber:
    """A row of a check that is about no labelled claim; ``is_unlabelled`` means that it may be a claim."""

    text: str
    sentence: str
    verdict: str
    is_unlabelled: bool
    is_in_table: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One document checked."""

    claims: tuple[CheckedClaim, ...]
    others: tuple[OtherNumber, ...]
    seconds: float

    def part(self, *, in_tables: bool) -> Check:
        """Return what stands in cells of tables, or all else."""
        return replace(
            self,
            claims=tuple(claim for claim in self.claims if claim.is_in_table is in_tables),
            others=tuple(other for other in self.others if other.is_in_table is in_tables),
        )


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case with its natural and its corrupted document checked; ``failure`` tells why it was not.

    ``statements`` are those without a number, as published and, apart, their false twins; ``other_statements`` are
    rows of the document as published about statements without a label.  ``foreign`` is the check of a document that is
    about other data.
    """

    case_id: str
    data_set: str
    tables: int = 0
    rows: int = 0
    load_seconds: float = 0.0
    add_seconds: float = 0.0
    warm_seconds: float = 0.0
    stage_seconds: Mapping[str, float] = field(default_factory=dict)
    natural: Check | None = None
    corrupted: Check | None = None
    statements: tuple[CheckedStatement, ...] = ()
    other_statements: tuple[OtherStatement, ...] = ()
    foreign: ForeignCheck | None = None
    invalid_queries: tuple[str, ...] = field(default=())
    failure: str | None = None
