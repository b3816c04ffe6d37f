"""A reviewer who knows the right readings goes through the claims of a stored document, as a person would.

Of each claim the reviewer confirms the first reading where it is right, else chooses the right one by its rank, else
puts it together of fragments that are offered, else gives the labelled query.  Numbers that are no claims are
dismissed.
All that is done by the public SQL functions, as the role that had the document checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import LiteralString

import psycopg
from sqlglot import exp

from factcheck.adapters.client_session import Connection
from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.catalogue.schema import Table, read_tables
from factcheck.port import Row
from factcheck.quality.cases.case import Case, LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource
from factcheck.quality.cases.runner import LoadedCase
from factcheck.quality.cases.sandbox import as_role
from factcheck.quality.cases.source_text import SourceText
from factcheck.quality.judging.matching import labelled_numbers, match, spotted_number
from factcheck.quality.judging.statements import is_about_a_number
from factcheck.quality.queries.equivalence import QueryEquivalence
from factcheck.queries.predicates.compare import Compare
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.qualified_name import qualified_name
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.sql_reading.from_sql import read_queries
from factcheck.sql_reading.normal_form import parse
from factcheck.sqltext import literal
from factcheck.stored.fragments import fragments_of

STOPS = (0.25, 0.5)
"""Shares of a document's claims after which those that are left are looked at."""

READINGS = 10
"""How many readings of a claim are looked at."""


class Order(StrEnum):
    """In which order claims are reviewed."""

    DOCUMENT = "document"
    DOUBTFUL_FIRST = "doubtful first"


class Action(StrEnum):
    """How the right reading of a claim was chosen."""

    FIRST = "confirmed"
    TOP_5 = "chosen among the first 5"
    TOP_10 = "chosen among the first 10"
    FRAGMENTS = "put together of offered fragments"
    OTHER_FRAGMENTS = "put together with others"
    OWN_QUERY = "own query"
    FAILED = "own query refused"


@dataclass(frozen=True, slots=True)
class LeftClaim:
    """A claim that was not reviewed yet: whether its first reading was right before the review, and is now.

    ``was_believed`` and ``is_believed`` tell whether it is a wrong claim that was, and is, called supported.
    """

    was_right: bool
    is_right: bool
    was_believed: bool
    is_believed: bool


@dataclass(frozen=True, slots=True)
class Review:
    """A document that was reviewed; ``left`` has the claims that were left at each of ``STOPS``.

    ``not_spotted`` claims are not among the ``actions``; ``moved`` counts the other claims that actions moved.
    """

    actions: tuple[Action, ...]
    left: Mapping[float, tuple[LeftClaim, ...]]
    dismissed: int
    not_spotted: int
    moved: int


@dataclass(frozen=True, slots=True)
class _Claim:
    """A spotted number with its label, None where it is no claim."""

    claim_no: int
    label: LabelledClaim | None
    is_wrong: bool
    p_correct: float


@dataclass(frozen=True, slots=True)
class _Seen:
    """Whether a claim's first reading is right, and whether it is a wrong claim that is called supported."""

    is_right: bool
    is_believed: bool


def review(loaded: LoadedCase, source: CorruptedSource, equivalence: QueryEquivalence, order: Order) -> Review:
    """Check and store the document of a case, maybe with errors written into it, review it and take all back."""
    connection = loaded.connection
    with connection.transaction(force_rollback=True), as_role(connection, loaded.role):
        rows = connection.execute(
            "SELECT * FROM factcheck.verify(%s, title => %s, tables => %s::regclass[], top_k => %s)",
            [source.source, loaded.case.case_id, list(loaded.tables), READINGS],
        )
        names = [column.name for column in rows.description or ()]
        spotted = [row for row in (dict(zip(names, row, strict=True)) for row in rows) if is_about_a_number(row)]
        claims, not_spotted = _claims(loaded.case, source, spotted)
        if order is Order.DOUBTFUL_FIRST:
            claims.sort(key=lambda claim: claim.p_correct)
        document_id = int(spotted[0]["document_id"]) if spotted else 0
        tables = read_tables(PsycopgDatabase(connection), None)
        return _Reviewer(connection, document_id, equivalence, tables, loaded.schema).review(claims, not_spotted)


def _claims(case: Case, source: CorruptedSource, rows: Sequence[Row]) -> tuple[list[_Claim], int]:
    """Return the spotted numbers that are reviewed, in their order, and how many labelled ones are not among them.

    Numbers that may or may not be claims are left alone, and claims whose right reading is not known.
    """
    numbers = [spotted_number(row) for row in rows]
    matches = match(labelled_numbers(case.source, case.claims, source), numbers)
    labels = {index: claim for index, claim in zip(matches, case.claims, strict=True) if index is not None}
    changed = {edit.claim for edit in source.edits}
    wrong = {
        index
        for place, (index, claim) in enumerate(zip(matches, case.claims, strict=True))
        if place in changed or not claim.is_correct
    }
    text = SourceText(case.source)
    unlabelled = [source.moved(span) for sentence, number in case.unlabelled for span in text.numbers(sentence, number)]
    claims = [
        _Claim(int(row["claim_no"]), labels.get(index), index in wrong, float(row["p_correct"]))
        for index, row in enumerate(rows)
        if (index in labels and labels[index].sql)
        or (index not in labels and not any(numbers[index].span.overlaps(span) for span in unlabelled))
    ]
    known = sum(1 for claim in case.claims if claim.sql)
    return claims, known - sum(1 for claim in claims if claim.label is not None)


def _left(before: _Seen, now: _Seen) -> LeftClaim:
    return LeftClaim(before.is_right, now.is_right, before.is_believed, now.is_believed)


class _Reviewer:
    def __init__(
        self,
        connection: Connection,
        document_id: int,
        equivalence: QueryEquivalence,
        tables: Sequence[Table],
        schema: str,
    ) -> None:
        self._connection = connection
        self._document_id = document_id
        self._equivalence = equivalence
        self._tables = tables
        self._schema = schema
        self._moved = 0

    def review(self, claims: Sequence[_Claim], not_spotted: int) -> Review:
        """Review claims in the order in which they come."""
        labelled = [claim for claim in claims if claim.label is not None]
        before = self._seen(labelled)
        stops = {max(round(share * len(labelled)), 1): share for share in STOPS}
        actions: list[Action] = []
        left: dict[float, tuple[LeftClaim, ...]] = {}
        for claim in claims:
            if claim.label is None:
                self._act("dismiss", claim)
                continue
            actions.append(self._reviewed(claim, str(claim.label.sql)))
            if (share := stops.get(len(actions))) is not None:
                rest = labelled[len(actions) :]
                now = self._seen(rest)
                left[share] = tuple(_left(before[each.claim_no], now[each.claim_no]) for each in rest)
        dismissed = len(claims) - len(labelled)
        whole = {0.0: tuple(_left(each, each) for each in before.values())}
        return Review(tuple(actions), whole | left, dismissed, not_spotted, self._moved)

    def _seen(self, claims: Sequence[_Claim]) -> dict[int, _Seen]:
        """Tell of each claim how it is read and judged by now."""
        rows = self._connection.execute(
            "SELECT claim_no, query, verdict FROM factcheck.claims WHERE document_id = %s", [self._document_id]
        )
        present = {claim_no: (query, verdict) for claim_no, query, verdict in rows.fetchall()}
        return {
            each.claim_no: _Seen(self._is_right(query, each), each.is_wrong and verdict == "supported")
            for each in claims
            for query, verdict in [present[each.claim_no]]
        }

    def _is_right(self, query: str | None, claim: _Claim) -> bool:
        truth = claim.label and claim.label.sql
        return bool(query and truth) and self._equivalence.are_equivalent(str(query), str(truth))

    def _reviewed(self, claim: _Claim, truth: str) -> Action:
        offered = self._connection.execute(
            "SELECT rank, query FROM factcheck.candidates(%s, %s, %s)", [self._document_id, claim.claim_no, READINGS]
        ).fetchall()
        rank = next((rank for rank, query in offered if self._is_right(query, claim)), None)
        if rank == 1:
            self._act("confirm", claim)
            return Action.FIRST
        if rank is not None:
            self._act("correct", claim, rank=rank)
            return Action.TOP_5 if rank <= 5 else Action.TOP_10
        parts = [(each, made) for each in read_queries(truth, self._tables) if (made := _parts(each.query)) is not None]
        offered_parts = self._offered_parts(claim)
        if any(
            offered_parts.issuperset(fragments_of(each.query)) and self._put_together(claim, made)
            for each, made in parts
        ):
            return Action.FRAGMENTS
        if any(self._put_together(claim, made) for _, made in parts):
            return Action.OTHER_FRAGMENTS
        own = _with_schema(truth, self._schema)
        return Action.OWN_QUERY if self._tried(lambda: self._act("correct", claim, query=own)) else Action.FAILED

    def _offered_parts(self, claim: _Claim) -> set[tuple[str, str]]:
        return {
            (kind, fragment)
            for kind, fragment in self._connection.execute(
                "SELECT kind, fragment FROM factcheck.fragments(%s, %s)", [self._document_id, claim.claim_no]
            )
        }

    def _put_together(self, claim: _Claim, parts: Mapping[str, object]) -> bool:
        return (
            self._tried(lambda: self._act("correct", claim, **parts)) and self._seen([claim])[claim.claim_no].is_right
        )

    def _tried(self, action: Callable[[], None]) -> bool:
        """Tell whether an action succeeds; one that the server refuses leaves all as it was."""
        try:
            with self._connection.transaction():
                action()
        except psycopg.Error:
            if self._connection.closed:
                raise
            return False
        return True

    def _act(self, called: LiteralString, claim: _Claim, /, **given: object) -> None:
        arguments = "".join(f", {name} => %s" for name in given)
        moved = self._connection.execute(
            f"SELECT count(*) FROM factcheck.{called}(%s, %s{arguments})".encode(),
            [self._document_id, claim.claim_no, *given.values()],
        ).fetchone()
        self._moved += (moved[0] if moved else 1) - 1


def _parts(query: Query) -> dict[str, object] | None:
    """Return a query's fragments as ``factcheck.correct`` takes them; None for what is made of no fragments."""
    is_share = isinstance(query, Ratio) and query.is_share
    if not is_share and not isinstance(query, Aggregate):
        return None
    whole = query.denominator.predicates if isinstance(query, Ratio) else ()
    _, (_, column), *_ = fragments_of(query)
    return {
        "function": query.function.name,
        "column_name": column,
        "predicates": [_written(each, query) for each in query.predicates if each not in whole],
        "condition": [_written(each, query) for each in query.predicates if each in whole],
    }


def _written(predicate: Predicate, query: Query) -> str:
    """Return a predicate as a person would write it; one that is no comparison with a value as it is offered."""
    name = qualified_name(predicate.column, query.selection)
    if isinstance(predicate, Equals):
        return f"{name} = {literal(predicate.literal)}"
    if isinstance(predicate, Compare):
        return f"{name} {predicate.comparison} {literal(predicate.bound)}"
    if isinstance(predicate, Not) and isinstance(predicate.predicate, Equals):
        return f"{name} <> {literal(predicate.predicate.literal)}"
    return predicate.words(name)


def _with_schema(sql: str, schema: str) -> str:
    """Return a query whose tables are in a schema; one that cannot be read stays as it is."""
    tree = parse(sql)
    if tree is None:
        return sql
    made = {each.alias for each in tree.find_all(exp.CTE)}
    for table in tree.find_all(exp.Table):
        if not table.db and table.name not in made:
            table.set("db", exp.to_identifier(schema))
    return tree.sql(dialect="postgres")
