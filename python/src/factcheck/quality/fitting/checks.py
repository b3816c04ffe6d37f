"""Checks of documents in this process, and which claim of a check each known claim is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.check.interpret import Interpretation
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import interpreted
from factcheck.check.prepare import PreparedCheck, prepare
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.case import LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.sandbox import as_role
from factcheck.quality.cases.source_text import Span
from factcheck.quality.judging.matching import SpottedNumber, labelled_numbers, match
from factcheck.settings import read_settings


@dataclass(frozen=True, slots=True)
class Checks:
    """Checks of documents against some tables, as a role, or as the session's own."""

    connection: Connection
    role: str | None
    tables: tuple[str, ...]
    parser: Parser

    @contextmanager
    def interpretation(self, text: str) -> Iterator[Interpretation | None]:
        """Interpret the claims of a document, None where it makes none; what it gives may ask the data for more."""
        database = PsycopgDatabase(self.connection)
        with nullcontext() if self.role is None else as_role(self.connection, self.role):
            check = prepare(text, CheckOptions(self.tables), database, self.parser, read_settings(database))
            yield None if check is None else interpreted(check, check.context(database))


def places_of(
    check: PreparedCheck, source: str, corrupted: CorruptedSource, claims: Sequence[LabelledClaim]
) -> list[int | None]:
    """Return which claim of the check each known one is; None for one that was not spotted."""
    text = check.parsed.document.source
    spotted = [
        SpottedNumber(
            Span(claim.start - 1, claim.start - 1 + claim.length),
            text[claim.start - 1 : claim.start - 1 + claim.length],
            float(claim.number.value),
            None if claim.number.high is None else float(claim.number.high),
        )
        for claim in check.claims
    ]
    return match(labelled_numbers(source, claims, corrupted), spotted)
