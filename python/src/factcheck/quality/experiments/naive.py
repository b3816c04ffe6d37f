"""Naive evaluation (Table 2): each candidate query is run on its own."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from factcheck.evaluation.querytext import query_text
from factcheck.interpretation import interpret
from factcheck.model.candidates import AnchorCandidates
from factcheck.port import Database
from factcheck.preparation import PreparedCheck


@dataclass(frozen=True, slots=True)
class NaiveTime:
    """How many candidates a document's claims have in all, and the seconds of a sample run one by one."""

    candidates: int
    sampled: int
    sample_seconds: float

    @property
    def seconds(self) -> float:
        """What running all candidates would take, scaled from the sample."""
        return self.candidates * self.sample_seconds / self.sampled if self.sampled else 0.0


def time_naive(check: PreparedCheck, database: Database, size: int, seed: str) -> NaiveTime:
    """Run a random sample of a document's candidates, drawn with replacement, each as a query of its own."""
    spaces = [own for claim in interpret(check, database).results for own in claim.candidates]
    queries = _sample(spaces, size, random.Random(seed))  # noqa: S311
    start = time.perf_counter()
    for query in queries:
        database.query(query)
    return NaiveTime(sum(len(space.aggregate) for space in spaces), len(queries), time.perf_counter() - start)


def _sample(spaces: Sequence[AnchorCandidates], size: int, draw: random.Random) -> list[str]:
    sizes = [len(space.aggregate) for space in spaces]
    if not any(sizes):
        return []
    chosen = draw.choices(spaces, cum_weights=list(accumulate(sizes)), k=size)
    return [query_text(space.query(draw.randrange(len(space.aggregate)))) for space in chosen]
