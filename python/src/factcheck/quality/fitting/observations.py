"""What checks of labelled cases show of verdicts: as published, with errors written in, and on foreign texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.check.judge import JudgedCheck
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import judged
from factcheck.check.prepare import prepare
from factcheck.check.rows import rows_of
from factcheck.inference.verdicts import Judgement
from factcheck.nlp.parser import Parser
from factcheck.port import Row
from factcheck.quality.cases.case import LabelledClaim
from factcheck.quality.cases.corruption import CorruptedSource, corrupt
from factcheck.quality.cases.other_cases import cases_of_other_data_sets
from factcheck.quality.cases.runner import Load, LoadedCase, run_cases
from factcheck.quality.cases.sandbox import as_role, set_as_server_does
from factcheck.quality.fitting.verdicts import CORRUPTED, FOREIGN, PUBLISHED, Observation
from factcheck.quality.judging.matching import labelled_numbers, match, spotted_number
from factcheck.quality.judging.statements import is_about_a_number
from factcheck.settings import read_settings

_CORRUPT = 0.3
_SAME = 1e-3
"""How far, relative to it, a reading's value may be from that of the right query: labels have few digits."""
_SCALES = (1.0, 100.0, 0.01)
"""A share and the same share times 100 are the same."""


@dataclass(frozen=True, slots=True)
class CaseObservations:
    """What checks of one case show; ``failure`` tells why there is nothing."""

    case_id: str
    data_set: str
    observations: tuple[Observation, ...] = ()
    failure: str | None = None


def observe_cases(
    dsn: str, folders: Sequence[Path], seeds: int, foreign: int, load: Load, parser: Parser
) -> Iterator[CaseObservations]:
    """Check the document of each case as published, with errors by ``seeds`` seeds, and ``foreign`` of other data.

    Checks run in this process, under the settings of the server's functions.  The session's role has to be a superuser.
    """

    def measure(loaded: LoadedCase) -> CaseObservations:
        case = loaded.case
        set_as_server_does(loaded.connection)
        observations = _labelled(loaded, PUBLISHED, CorruptedSource(case.source, ()), parser)
        for seed in range(1, seeds + 1):
            source = corrupt(case.source, case.claims, _CORRUPT, f"{seed} {case.case_id}")
            observations += _labelled(loaded, CORRUPTED, source, parser)
        for other in islice(cases_of_other_data_sets(case, folders), foreign):
            observations += _foreign(loaded, other.source, parser)
        return CaseObservations(case.case_id, case.data_set, tuple(observations))

    yield from run_cases(dsn, folders, load, measure, CaseObservations)


@dataclass(frozen=True, slots=True)
class _CheckedNumber:
    """A number of a document with its row, its judgement and the features of its likeliest reading."""

    row: Row
    judgement: Judgement
    features: dict[str, float]


def _checked(loaded: LoadedCase, document: str, parser: Parser) -> list[_CheckedNumber]:
    database = PsycopgDatabase(loaded.connection)
    with as_role(loaded.connection, loaded.role):
        check = prepare(document, CheckOptions(loaded.tables), database, parser, read_settings(database))
        if check is None:
            return []
        context = check.context(database)
        result: JudgedCheck = judged(check, context)
    rows = [row for row in rows_of(result, context) if is_about_a_number(row)]
    return [
        _CheckedNumber(row, judgement, dict(features))
        for row, judgement, features in zip(rows, result.judgements, result.features, strict=True)
    ]


def _labelled(loaded: LoadedCase, text: str, source: CorruptedSource, parser: Parser) -> list[Observation]:
    case = loaded.case
    checked = _checked(loaded, source.source, parser)
    wrong = {edit.claim for edit in source.edits}
    places = match(labelled_numbers(case.source, case.claims, source), [spotted_number(each.row) for each in checked])
    return [
        _observation(
            case.data_set,
            text,
            claim.is_correct and index not in wrong,
            None if place is None else checked[place],
            claim,
        )
        for index, (claim, place) in enumerate(zip(case.claims, places, strict=True))
    ]


def _foreign(loaded: LoadedCase, document: str, parser: Parser) -> list[Observation]:
    return [
        _observation(loaded.case.data_set, FOREIGN, None, each, None) for each in _checked(loaded, document, parser)
    ]


def _observation(
    data_set: str, text: str, is_correct: bool | None, checked: _CheckedNumber | None, claim: LabelledClaim | None
) -> Observation:
    readings = () if checked is None else checked.judgement.readings
    if checked is None or not readings:
        return Observation(data_set, text, is_correct, None, False, False, {})
    best = readings[0]
    value = None if best.value is None else float(best.value)
    meant = False if claim is None else _is_meant(value, claim.result)
    decides = best.value is not None and not best.is_in_another_unit
    return Observation(data_set, text, is_correct, meant, best.matches, decides, checked.features)


def _is_meant(value: float | None, right: float | None) -> bool | None:
    """Tell whether a reading gives what the right query gives; None where that is not known."""
    if right is None:
        return None
    return value is not None and any(abs(value - right * s) <= _SAME * max(abs(value), abs(right * s)) for s in _SCALES)
