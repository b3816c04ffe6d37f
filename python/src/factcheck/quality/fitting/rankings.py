"""Collects what re-ranking is fitted to: the likely readings of labelled claims, and which of them are right."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from factcheck.check.rerank import read_claims
from factcheck.errors.catalogue.labelled_cases import samples_not_of_this_version
from factcheck.inference.read_document import ReadDocument
from factcheck.inference.reranking import RANKING_MEANINGS, RERANKED, log_probability, ranking_features_of
from factcheck.nlp.parser import Parser
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases
from factcheck.quality.cases.sandbox import set_as_server_does
from factcheck.quality.cases.scratch import scratch_database
from factcheck.quality.fitting.checks import Checks, places_of
from factcheck.quality.judging.comparison import unit_between
from factcheck.quality.queries.equivalence import QueryEquivalence, case_equivalence
from factcheck.weights.logistic import Floats

_ARRAYS = ("logs", "features", "right")


@dataclass(frozen=True)
class RankedClaim:
    """The likely readings of a labelled claim, the likeliest first, and which of them are right.

    ``logs`` are natural logarithms of the posterior, ``features`` has a row for each reading and a column for each
    feature of ``RANKING_MEANINGS``, ``right`` is 1 or 0.  ``is_corrupted`` tells that errors were written into the
    text, ``is_wrong`` that the claim is.
    """

    data_set: str
    is_corrupted: bool
    is_wrong: bool
    logs: Floats
    features: Floats
    right: Floats


@dataclass(frozen=True, slots=True)
class CaseRankings:
    """The claims of one case; ``failure`` tells why there are none."""

    case_id: str
    data_set: str
    claims: tuple[RankedClaim, ...] = ()
    failure: str | None = None


def collect_rankings(
    dsn: str, folders: Sequence[Path], seeds: int, share: float, load: Load, parser: Parser
) -> Iterator[CaseRankings]:
    """Check the document of each case as published, and with errors in a ``share`` of its right numbers by ``seeds``.

    Checks run in this process, under the settings of the server's functions.  The session's role has to be a superuser.
    """
    with scratch_database(dsn) as scratch:

        def collected(loaded: LoadedCase) -> CaseRankings:
            set_as_server_does(loaded.connection)
            case = loaded.case
            checks = Checks(loaded.connection, loaded.role, loaded.tables, parser)
            claims: list[RankedClaim] = []
            with case_equivalence(scratch, loaded) as equivalence:
                for seed in range(seeds + 1):
                    source = corrupt(case.source, case.claims, share if seed else 0.0, f"{seed} {case.case_id}")
                    claims += _ranked(loaded, checks, source, equivalence, is_corrupted=seed > 0)
            return CaseRankings(case.case_id, case.data_set, tuple(claims))

        yield from run_cases(dsn, folders, load, collected, CaseRankings)


def _ranked(
    loaded: LoadedCase, checks: Checks, source: CorruptedSource, equivalence: QueryEquivalence, *, is_corrupted: bool
) -> Iterator[RankedClaim]:
    case = loaded.case
    wrong = {edit.claim for edit in source.edits}
    with checks.interpretation(source.source) as interpretation:
        if interpretation is None:
            return
        read = read_claims(interpretation)
        places = places_of(interpretation.check, case.source, source, case.claims)
    document = ReadDocument(read)
    for index, (claim, place) in enumerate(zip(case.claims, places, strict=True)):
        if claim.sql is None or place is None or not read[place].posterior.best:
            continue
        best = read[place].posterior.best[:RERANKED]
        features = [list(each.values()) for each in ranking_features_of(read[place], document)]
        number = next((edit.value for edit in source.edits if edit.claim == index), claim.value)
        unit = unit_between(read[place].number.value, number)
        right = [equivalence.are_equivalent(each.query.sql(), claim.sql, unit) for each in best]
        logs = np.array([log_probability(each.probability) for each in best])
        is_wrong = index in wrong or not claim.is_correct
        yield RankedClaim(
            case.data_set, is_corrupted, is_wrong, logs, np.array(features), np.array(right, dtype=np.float64)
        )


def write_rankings(path: Path, claims: Sequence[RankedClaim]) -> None:
    """Write claims to a file of compressed arrays."""
    arrays = {name: np.concatenate([getattr(claim, name) for claim in claims]) for name in _ARRAYS}
    described = {
        "features": list(RANKING_MEANINGS),
        "claims": [[claim.data_set, claim.is_corrupted, claim.is_wrong, len(claim.logs)] for claim in claims],
    }
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, described=np.array(json.dumps(described)), **arrays)


def read_rankings(path: Path) -> list[RankedClaim]:
    """Read claims from a file; raises ``FactcheckError`` where the features are not those of this version."""
    with np.load(path, allow_pickle=False) as kept:
        described = json.loads(str(kept["described"]))
        arrays: list[npt.NDArray[Any]] = [kept[name] for name in _ARRAYS]
    if described["features"] != list(RANKING_MEANINGS):
        raise samples_not_of_this_version(str(path))
    claims, start = [], 0
    for data_set, is_corrupted, is_wrong, count in described["claims"]:
        parts = (array[start : start + count] for array in arrays)
        claims.append(RankedClaim(data_set, is_corrupted, is_wrong, *parts))
        start += count
    return claims
