"""Claims that may be about tables which could not be read: what other tables say decides nothing about them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from factcheck.catalogue.schema import Table
from factcheck.check.messages import describe_reading
from factcheck.check.prepare import PreparedCheck
from factcheck.claims.claim import Claim, NumericClaim
from factcheck.claims.keywords import all_keywords
from factcheck.inference.verdicts import Judgement, Reading, Verdict
from factcheck.numbers.rounding import count_of_digits
from factcheck.port import Database
from factcheck.queries.columns_read import columns_read
from factcheck.retrieval.tables_meant import tables_named

_TELLING_DIGITS = 3
"""Significant digits of a number that agrees from which chance is no explanation, whatever else may be meant."""


class UnreadTables:
    """Tells of claims of a check which of the tables that could not be read they may be about.

    Names alone are compared: values of those tables are not known, so that values of others must not count either.
    """

    def __init__(self, check: PreparedCheck, decided: Collection[int], database: Database) -> None:
        """``decided`` are the numbers of claims that people decided on, which are left as they are."""
        claims = [claim for claim in check.all_claims if claim.claim_no not in decided] if check.unread else []
        self.meant: dict[int, Table] = {}
        self._unread = check.unread
        self._scores: dict[int, Mapping[int, float]] = {}
        if claims:
            keywords = all_keywords(claims, check.parsed.document, check.parsed.parses)
            scores = tables_named((*check.tables, *check.unread), keywords, database)
            self._scores = {claim.claim_no: of_claim for claim, of_claim in zip(claims, scores, strict=True)}

    def left_open(self, claim: Claim, judgement: Judgement) -> Judgement:
        """Return the judgement of a claim; it decides nothing where a table that could not be read may be meant."""
        table = self._meant_by(claim, judgement)
        if table is None:
            self.meant.pop(claim.claim_no, None)  # judged otherwise before
            return judgement
        self.meant[claim.claim_no] = table
        return replace(judgement, verdict=Verdict.NOT_ENOUGH_INFO)

    def _meant_by(self, claim: Claim, judgement: Judgement) -> Table | None:
        """Return the table that a claim names better than what its likeliest reading is about; None where none is.

        As well is enough where the claim would be refuted.  A number of several digits that agrees is no chance.
        """
        scores = self._scores.get(claim.claim_no)
        if scores is None:
            return None
        unread = max(self._unread, key=lambda table: scores[table.table_id])
        of_unread = scores[unread.table_id]
        if of_unread <= 0 or (judgement.verdict is Verdict.SUPPORTED and _is_telling(claim)):
            return None
        best = columns_read(judgement.readings[0].query) if judgement.readings else ()
        of_read = max((scores.get(number, 0.0) for number, _ in best), default=0.0)
        is_refuted = judgement.verdict is Verdict.REFUTED
        return unread if of_unread > of_read or (is_refuted and of_unread == of_read) else None


def _is_telling(claim: Claim) -> bool:
    if not isinstance(claim, NumericClaim) or claim.number.comparison != "=":
        return False
    return count_of_digits(claim.number.value) >= _TELLING_DIGITS


def unread_message(table: Table, nearest: Reading | None = None) -> str:
    """Say why a claim is left open: the table that it may be about, and what comes nearest in the others."""
    others = "" if nearest is None else f"; what comes nearest: {describe_reading(nearest)}"
    return f"Table {table.shown_name}, which this may be about, could not be read{others}."
