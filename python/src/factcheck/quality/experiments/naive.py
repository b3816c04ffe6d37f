"""Naive evaluation (Table 2): each candidate query is run separately."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from factcheck.candidates.enumerate import AnchorCandidates, enumerate_candidates
from factcheck.check.interpret import Interpretation
from factcheck.check.pipeline import interpreted
from factcheck.check.prepare import PreparedCheck
from factcheck.port import Database


@dataclass(frozen=True, slots=True)
class NaiveTime:
    """How many candidates a document's claims allow and how many are evaluated, and the seconds of a sample.

    The sample is of those that are evaluated; its queries were run one by one.
    """

    allowed: int
    candidates: int
    sampled: int
    sample_seconds: float

    @property
    def seconds(self) -> float:
        """Seconds that running all evaluated candidates would take, scaled from the sample."""
        return self.candidates * self.sample_seconds / self.sampled if self.sampled else 0.0


def time_naive(check: PreparedCheck, database: Database, size: int, seed: str) -> NaiveTime:
    """Run a random sample of a document's candidates, drawn with replacement, each as a separate query."""
    return time_candidates(interpreted(check, check.context(database)), database, size, seed)


def time_candidates(interpretation: Interpretation, database: Database, size: int, seed: str) -> NaiveTime:
    """Do the same for claims that are interpreted already."""
    allowed = sum(space.size() for space in interpretation.spaces)
    scoped = zip(interpretation.spaces, interpretation.scopes, strict=True)
    spaces = [candidates for space, scope in scoped for candidates in enumerate_candidates(space.product, scope)]
    queries = _sample(spaces, size, random.Random(seed))  # noqa: S311
    start = time.perf_counter()
    for query in queries:
        database.query(query)
    seconds = time.perf_counter() - start
    return NaiveTime(allowed, sum(len(space.aggregate) for space in spaces), len(queries), seconds)


def _sample(spaces: Sequence[AnchorCandidates], size: int, draw: random.Random) -> list[str]:
    sizes = [len(space.aggregate) for space in spaces]
    if not any(sizes):
        return []
    chosen = draw.choices(spaces, cum_weights=list(accumulate(sizes)), k=size)
    return [space.query(draw.randrange(len(space.aggregate))).sql() for space in chosen]
