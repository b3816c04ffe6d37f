"""Times a round of expectation maximisation over candidates that are not written out, by how many there are.

No server is needed: claims with random scores are put together of columns and literals.  As many candidates as a check
evaluates by default count as evaluated, and one in a hundred of these matches.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import asdict, dataclass

import click
import numpy as np
from benchmark_database import keep_figures, machine, seed_option

from factcheck.candidates.candidate_space import CandidateSpace
from factcheck.candidates.enumerate import enumerate_candidates
from factcheck.candidates.matches import Matches
from factcheck.candidates.space import AggregateFragment, ProductPart, Scope
from factcheck.catalogue.schema import Column, Table
from factcheck.inference.document_prior import learned_prior, uniform_prior
from factcheck.inference.posterior import ClaimEvidence, EvaluatedClaim
from factcheck.joins.relation_sets import Relations
from factcheck.numbers.closeness import Closeness
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.queries.functions.function import AggregationFunction
from factcheck.queries.predicates.equals import Equals

SIZES = ((6, 10), (10, 20), (20, 20), (40, 40))
"""Columns that are restricted, and literals of each."""

_AMOUNTS = 12
_EVALUATED_COLUMNS, _EVALUATED_LITERALS = 5, 7
_MATCHING = 0.01
_P_TRUE = 0.999
_TARGET_CANDIDATES, _TARGET_MILLISECONDS = 1e10, 100.0

Generator = np.random.Generator


def made_table(restricted: int) -> Table:
    """Return a table of columns of texts, and of amounts, half of which are restricted as well."""
    kinds = [("text", "S")] * (restricted - _AMOUNTS // 2) + [("numeric", "N")] * _AMOUNTS
    columns = (
        Column(number, 1, f"c{number}", f"c{number}", type_name, category, None)
        for number, (type_name, category) in enumerate(kinds, 1)
    )
    return Table(1, "made", "public.made", None, tuple(columns))


def made_claim(table: Table, restricted: int, literals: int, draw: Generator) -> ClaimEvidence:
    """Return a claim about the table with random scores, some of whose candidates are evaluated and match."""
    amounts = [column for column in table.columns if column.is_numeric]
    pairs: list[tuple[AggregationFunction, Column | None]] = [
        (function, None) for function in FUNCTIONS if function.kind is None
    ]
    pairs += [(function, column) for column in amounts for function in FUNCTIONS if function.kind is not None]
    scores = draw.uniform(0.01, 1, len(pairs))
    aggregates = tuple(AggregateFragment(f, table, a, float(s)) for (f, a), s in zip(pairs, scores, strict=True))
    predicates = [Equals(column, str(value)) for column in table.columns[:restricted] for value in range(literals)]
    ordered = tuple(sorted(predicates, key=lambda each: (each.column.column_id, each.sort_key)))
    part = ProductPart(aggregates, ordered, draw.uniform(0.001, 1, len(ordered)), Relations([table]), 3)
    space = CandidateSpace(part)
    scope = made_scope(space, restricted)
    return ClaimEvidence(space, scope, made_matches(part, scope, draw))


def made_scope(space: CandidateSpace, restricted: int) -> Scope:
    """Return the scope of some literals of some columns, spread over all."""
    column_of = space.product.column_sets.column_of
    within = np.arange(len(column_of)) - space.product.column_sets.starts[column_of]
    step = max(restricted // _EVALUATED_COLUMNS, 1)
    is_inside = (column_of % step == 0) & (column_of < step * _EVALUATED_COLUMNS) & (within < _EVALUATED_LITERALS)
    whole = space.whole()
    return Scope(whole.aggregates, is_inside, whole.anchors, whole.listed)


def made_matches(part: ProductPart, scope: Scope, draw: Generator) -> Matches:
    """Return a random one in a hundred of the evaluated candidates, as those that agree or come near."""
    [candidates] = enumerate_candidates(part, scope)
    chosen = np.flatnonzero(draw.random(len(candidates.aggregate)) < _MATCHING)
    sets = candidates.predicate_sets
    closeness = draw.choice([int(Closeness.AGREES), int(Closeness.CLOSE)], len(chosen), p=[0.9, 0.1])
    predicates, condition = sets[candidates.predicate_set[chosen]], sets[candidates.condition[chosen]]
    return Matches(candidates.aggregate[chosen], predicates, condition, closeness)


@dataclass(frozen=True, slots=True)
class RoundTime:
    """What was measured of claims of one size: candidates of a claim, evaluated ones, those that match or come near.

    Milliseconds are those of the processor, which other programs hardly change, and of the clock.
    """

    candidates: int
    evaluated: int
    near: int
    processor: float
    clock: float

    def told(self) -> str:
        """Write a line of the table."""
        counts = f"{self.candidates:>18,}{self.evaluated:>14,}{self.near:>10,}"
        return f"{counts}{self.processor:>14.1f}{self.clock:>14.1f}"


def time_rounds(restricted: int, literals: int, claims: int, repeats: int, seed: int) -> RoundTime:
    """Time rounds of claims of one size: the prior learned of the last round's queries, then the next queries."""
    draw = np.random.default_rng(seed)
    table = made_table(restricted)
    evidence = [made_claim(table, restricted, literals, draw) for _ in range(claims)]
    evaluated = [EvaluatedClaim(each, _P_TRUE) for each in evidence]
    chosen = [claim.most_likely(uniform_prior([table])) for claim in evaluated]
    processor, clock = [], []
    for _ in range(repeats):
        start, started = time.perf_counter(), time.process_time()
        queries = [claim.space.query(best) for claim, best in zip(evaluated, chosen, strict=True) if best is not None]
        prior = learned_prior(queries, [table])
        chosen = [claim.most_likely(prior) for claim in evaluated]
        clock.append(1000 * (time.perf_counter() - start))
        processor.append(1000 * (time.process_time() - started))
    first = evidence[0]
    sizes = first.space.size(), first.space.size(first.scope), len(first.matches.aggregate)
    return RoundTime(*sizes, statistics.median(processor), statistics.median(clock))


@click.command()
@click.option("--claims", type=click.IntRange(1), default=20, show_default=True)
@click.option("--repeats", type=click.IntRange(1), default=9, show_default=True, help="Rounds of each size.")
@seed_option
def inference(claims: int, repeats: int, seed: int) -> None:
    """Time a round of expectation maximisation by the number of candidates."""
    click.echo(machine())
    click.echo(f"{'candidates':>18}{'evaluated':>14}{'near':>10}{'processor, ms':>14}{'clock, ms':>14}")
    rounds = []
    for restricted, literals in SIZES:
        rounds.append(time_rounds(restricted, literals, claims, repeats, seed))
        click.echo(rounds[-1].told())
    slowest = max(each.processor for each in rounds if each.candidates >= _TARGET_CANDIDATES)
    is_met = slowest <= _TARGET_MILLISECONDS
    click.echo(
        f"target: a round of {claims} claims with {_TARGET_CANDIDATES:g} candidates each in at most"
        f" {_TARGET_MILLISECONDS:g} ms: {'met' if is_met else 'missed'}"
    )
    keep_figures("inference", [asdict(each) for each in rounds])
    click.echo(machine())


if __name__ == "__main__":
    inference()
