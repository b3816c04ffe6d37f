"""What a check would evaluate first, and how: claims, scope, blocks and queries, as steps of ``explain_plan``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from factcheck.candidates.candidate_space import derived_columns
from factcheck.candidates.demand import Demand
from factcheck.candidates.scope import PREDICATE, QUERY, ScopePart
from factcheck.catalogue.derived import qualified_sql
from factcheck.catalogue.schema import Column
from factcheck.catalogue.text_numbers import all_columns
from factcheck.check.prepare import PreparedCheck
from factcheck.check.span import ScopedCheck
from factcheck.evaluation.blocks import Wishes, planned
from factcheck.evaluation.cube_request import CubeRequest, Dimension
from factcheck.evaluation.merged_query import query_texts
from factcheck.evaluation.scoped_candidates import ScopedCandidates
from factcheck.port import Database
from factcheck.queries.measures import MeasureKind
from factcheck.queries.predicates.equals import Equals
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext
from factcheck.settings import Settings

Step = dict[str, str | None]

_KINDS = {
    **{kind.name: kind.value for kind in MeasureKind},
    PREDICATE: "predicates",
    QUERY: "queries of their own",
}


def step(part: str, item: str, detail: str, hint: str | None = None) -> Step:
    """Make one row of ``explain_plan``."""
    return {"part": part, "item": item, "detail": detail, "hint": hint}


def counted(number: int, noun: str) -> str:
    """Write a number of things, such as "1 column" and "1,200 columns"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def evaluation_steps(scoped: ScopedCheck, context: CheckContext) -> list[Step]:
    """Return the steps from the claims' candidates to the queries that evaluate those in the first scope."""
    check = scoped.spanned.retrieved.check
    columns = [
        *(column for table in check.tables for column in all_columns(table)),
        *derived_columns(scoped.spanned.spaces),
    ]
    names = {column.column_id: qualified_sql(column, check.tables) for column in columns}
    return [
        *_claims(check, scoped),
        *_scope(context.settings, scoped, names),
        *_blocks(context.settings, scoped, names, context.database),
    ]


def _claims(check: PreparedCheck, scoped: ScopedCheck) -> Iterator[Step]:
    """Say how many candidates each claim has, and how many of them come first."""
    source = check.parsed.document.source
    for claim, space, scope in zip(check.claims, scoped.spanned.spaces, scoped.scopes, strict=True):
        size, inside, listed = space.size(), space.size(scope), space.listed.size()
        number = counted(size, "candidate") + (f", {listed:,} of them listed" if listed else "")
        detail = f"claim {claim.claim_no}: {number}, {'all' if inside == size else f'{inside:,}'}"
        start = claim.start - 1
        yield step("claim", source[start : start + claim.length], f"{detail} in the scope")


def _scope(settings: Settings, scoped: ScopedCheck, names: dict[int, str]) -> Iterator[Step]:
    """Say what the scope costs, and what of each column is inside or too dear."""
    order = {number: index for index, number in enumerate(names)}
    kinds = list(_KINDS)
    parts = [part for part in scoped.builder.parts() if part.kind != QUERY]
    parts.sort(key=lambda part: (order[part.column_id], kinds.index(part.kind)))
    left_out = sum(part.price for part in parts if not part.is_inside)
    enough = ceil(scoped.builder.cost + left_out)
    hint = f"UPDATE factcheck.setting SET value = {enough} WHERE name = 'scope_cost';" if left_out else None
    yield step("scope", "cost", f"{ceil(scoped.builder.cost):,} of {settings.scope_cost:,} rows read", hint)
    for part in parts:
        yield step("scope", names[part.column_id], _described(part))


def _described(part: ScopePart) -> str:
    what = _KINDS[part.kind]
    if part.kind == PREDICATE:
        what = f"{what} with {counted(part.predicates, 'literal')}"
    detail = f"{what}, for {counted(part.claims, 'claim')}"
    price = f"{ceil(part.price):,} rows read"
    return f"{detail}: {price}" if part.is_inside else f"left out: {detail}: another {price}"


def _blocks(settings: Settings, scoped: ScopedCheck, names: dict[int, str], database: Database) -> Iterator[Step]:
    """Say for each anchor what is computed over its rows, and by which queries."""
    candidates = ScopedCandidates(scoped.spanned.spaces, scoped.scopes)
    candidates.gather()
    wishes = Wishes(Demand(scoped.spanned.spaces, scoped.spanned.marginals))
    sizes = candidates.sizes()
    for anchor, request in candidates.requests(scoped.spanned.relations):
        checkpoint()
        table, number = request.relations.anchor, sizes.get(anchor, 0)
        plan = planned(request, wishes, settings, database)
        for block in plan.blocks:
            detail = "; ".join([counted(table.rows, "row"), *_computed(block, names), counted(number, "candidate")])
            yield step("block", table.sql_name, detail)
            for text in query_texts(block, database, plan.sample):
                yield step("query", table.sql_name, text)


def _computed(request: CubeRequest, names: dict[int, str]) -> Iterator[str]:
    """Say what a request asks of joined tables and of columns."""

    def listed(columns: Sequence[Column]) -> str:
        return ", ".join(names[column.column_id] for column in columns)

    if request.relations.joins:
        yield f"joined with {', '.join(table.sql_name for table in request.relations.tables[1:])}"
    if request.dimensions:
        coded = (f"{names[d.column.column_id]} ({_codes(d)})" for d in request.dimensions)
        yield f"grouped by {', '.join(coded)}"
    for kind in MeasureKind:
        if columns := request.columns(kind):
            yield f"{_KINDS[kind.name]} of {listed(columns)}"


def _codes(dimension: Dimension) -> str:
    """Say by what a dimension tells values apart."""
    is_by_value = all(isinstance(predicate, Equals) for predicate in dimension.predicates)
    return counted(len(dimension.predicates), "literal" if is_by_value else "predicate")
