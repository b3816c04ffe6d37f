"""Numbers the claims of a document in reading order, whatever their kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factcheck.claims.claim import NumericClaim
from factcheck.claims.statements.statement import StatementClaim


def numbered(
    claims: Sequence[NumericClaim], statements: Sequence[StatementClaim]
) -> tuple[tuple[NumericClaim, ...], tuple[StatementClaim, ...]]:
    """Return claims and statements, numbered by where they begin.

    Of two that begin together the statement comes first.
    """
    starts = [(claim.start, 1, index) for index, claim in enumerate(claims)]
    starts += [(statement.start, 0, index) for index, statement in enumerate(statements)]
    numbers = {(kind, index): number for number, (_, kind, index) in enumerate(sorted(starts), 1)}
    return (
        tuple(replace(claim, claim_no=numbers[1, index]) for index, claim in enumerate(claims)),
        tuple(replace(statement, claim_no=numbers[0, index]) for index, statement in enumerate(statements)),
    )
