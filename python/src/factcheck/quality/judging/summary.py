"""The figures of an evaluation, from the results of its cases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from factcheck.inference.none_of_these import moved_to_rate
from factcheck.quality.cases.statements import KINDS
from factcheck.quality.judging.foreign import foreign_ratios
from factcheck.quality.judging.metrics import (
    Count,
    Interval,
    Ratio,
    brier_skill,
    expected_calibration_error,
    f1_counts,
    pooled,
    ratio_over_data_sets,
)
from factcheck.quality.judging.results import ALTERNATIVES, CaseResult, Check, CheckedClaim
from factcheck.quality.judging.statements import CheckedStatement
from factcheck.settings import Settings

DEPTHS = (1, 5, ALTERNATIVES)
_BINS = 10


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far the probabilities that claims are correct can be taken at their word."""

    error: Interval | None
    skill: Interval | None
    claims: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of an evaluation; the corrupted and the foreign ones are empty unless they were asked for."""

    spotting: dict[str, Ratio]
    coverage: dict[str, Ratio]
    natural: dict[str, Ratio]
    corrupted: dict[str, Ratio]
    by_error: dict[str, Ratio]
    calibration: dict[str, Calibration]
    statements: dict[str, Ratio]
    cells: dict[str, Ratio]
    foreign: dict[str, Ratio]


def summarise(results: Sequence[CaseResult], in_class_only: bool = False) -> Summary:
    """Compute all figures over the cases that ran.

    ``in_class_only`` leaves out of judgement and calibration the claims whose right query lies outside the
    paper's query class; coverage is given for all claims with a known query and for those inside.  What stands in the
    cells of tables is counted apart.
    """
    in_cells = [_part(result, in_tables=True) for result in results]
    results = [_part(result, in_tables=False) for result in results]

    def kept(claims: Iterable[CheckedClaim]) -> list[CheckedClaim]:
        return [claim for claim in claims if claim.is_in_class or not in_class_only]

    def over(check_of: Callable[[CaseResult], Check | None], count: Callable[[Check], Count]) -> Ratio:
        checks = ((result.data_set, check_of(result)) for result in results)
        return ratio_over_data_sets((data_set, count(check)) for data_set, check in checks if check is not None)

    def judged(check_of: Callable[[CaseResult], Check | None]) -> dict[str, Ratio]:
        def of(count: Callable[[Sequence[CheckedClaim]], Count]) -> Callable[[Check], Count]:
            return lambda check: count(kept(check.claims))

        return {name: over(check_of, of(count)) for name, count in _JUDGEMENT.items()}

    def calibrated(check_of: Callable[[CaseResult], Check | None], *, is_moved: bool = False) -> Calibration:
        groups: dict[str, list[tuple[float, bool]]] = defaultdict(list)
        for result in results:
            check = check_of(result)
            for claim in kept(check.claims) if check else []:
                if claim.p_correct is not None:
                    groups[result.data_set].append((claim.p_correct, claim.is_correct))
        cases = _at_their_error_rate(list(groups.values())) if is_moved else list(groups.values())
        error = pooled(cases, lambda p, y: expected_calibration_error(p, y, _BINS))
        return Calibration(error, pooled(cases, brier_skill), sum(map(len, cases)))

    errors = sorted({c.error for r in results if r.corrupted for c in r.corrupted.claims if c.error})
    return Summary(
        spotting={name: over(_natural, count) for name, count in _SPOTTING.items()},
        coverage={name: over(_natural, count) for name, count in _coverage_counts()},
        natural=judged(_natural),
        corrupted=judged(_corrupted),
        by_error={error: over(_corrupted, _refuted_of(error, kept)) for error in errors},
        calibration={
            "natural": calibrated(_natural),
            "corrupted": calibrated(_corrupted, is_moved=True),
            "corrupted, not moved": calibrated(_corrupted),
        },
        statements=_statement_ratios(results),
        cells=_cell_ratios(in_cells),
        foreign=foreign_ratios([(each.data_set, each.foreign) for each in results if each.foreign is not None]),
    )


def _at_their_error_rate(cases: Sequence[Sequence[tuple[float, bool]]]) -> list[list[tuple[float, bool]]]:
    """Return probabilities moved from the expected error rate to the share of claims that are wrong here.

    ``p_correct`` is that where ``expected_error_rate`` of the claims are wrong, and more errors were written in; what
    the document itself told of them is left in it.
    """
    outcomes = [is_correct for case in cases for _, is_correct in case]
    rate = outcomes.count(False) / len(outcomes) if outcomes else 0.0
    if not 0 < rate < 1:
        return [list(case) for case in cases]
    expected = Settings().expected_error_rate
    return [[(moved_to_rate(p, expected, rate), is_correct) for p, is_correct in case] for case in cases]


def _part(result: CaseResult, *, in_tables: bool) -> CaseResult:
    """Return a case with what its checks say of the cells of tables, or of all else."""
    natural, corrupted = (
        None if check is None else check.part(in_tables=in_tables) for check in (result.natural, result.corrupted)
    )
    return replace(result, natural=natural, corrupted=corrupted)


def _cell_ratios(results: Sequence[CaseResult]) -> dict[str, Ratio]:
    """Compute spotting, coverage and judgement of the claims in cells of tables, and what rows of others say."""
    counts: dict[str, Callable[[Check], Count]] = {
        "cells with a label spotted": _SPOTTING["recall"],
        **dict(_coverage_counts()),
        **{name: lambda check, count=count: count(check.claims) for name, count in _JUDGEMENT.items()},  # type: ignore[misc]
        "cells without a label refuted": lambda check: (
            sum(other.verdict == "refuted" for other in check.others),
            len(check.others),
        ),
    }
    checks = [(result.data_set, result.natural) for result in results if result.natural is not None]
    return {
        name: ratio_over_data_sets((data_set, count(check)) for data_set, check in checks)
        for name, count in counts.items()
    }


def _statement_ratios(results: Sequence[CaseResult]) -> dict[str, Ratio]:
    """Compute the figures of statements without a number: of all, as published, of twins, and by kind."""
    chosen: dict[str, Callable[[CheckedStatement], bool]] = {
        "": lambda _: True,
        ", as published": lambda statement: not statement.is_twin,
        ", false twins": lambda statement: statement.is_twin,
    }
    chosen |= {f", {kind}": lambda statement, kind=kind: statement.kind == kind for kind in KINDS}  # type: ignore[misc]
    ratios = {
        f"{name}{suffix}": ratio_over_data_sets(
            (result.data_set, count([each for each in result.statements if is_chosen(each)])) for result in results
        )
        for suffix, is_chosen in chosen.items()
        for name, count in _STATEMENTS.items()
    }
    rows = ((result.data_set, _labelled_rows(result)) for result in results)
    return {**ratios, "rows with a label, as published": ratio_over_data_sets(rows)}


def _labelled_rows(result: CaseResult) -> Count:
    labelled = sum(each.verdict is not None for each in result.statements if not each.is_twin)
    return labelled, labelled + len(result.other_statements)


_STATEMENTS: dict[str, Callable[[Sequence[CheckedStatement]], Count]] = {
    "spotted": lambda statements: (sum(each.verdict is not None for each in statements), len(statements)),
    "decided": lambda statements: (sum(each.is_decided for each in statements), len(statements)),
    "right among decided": lambda statements: (
        sum(each.is_right for each in statements),
        sum(each.is_decided for each in statements),
    ),
}


def _natural(result: CaseResult) -> Check | None:
    return result.natural


def _corrupted(result: CaseResult) -> Check | None:
    return result.corrupted


def spotted(check: Check) -> int:
    """Count the labelled claims that a check spotted."""
    return sum(claim.verdict is not None for claim in check.claims)


def wrongly_spotted(check: Check) -> int:
    """Count the rows of a check that are surely about no claim."""
    return sum(not other.is_unlabelled for other in check.others)


_SPOTTING: dict[str, Callable[[Check], Count]] = {
    "recall": lambda check: (spotted(check), len(check.claims)),
    "precision": lambda check: (spotted(check), spotted(check) + wrongly_spotted(check)),
}


def _coverage_counts() -> Iterator[tuple[str, Callable[[Check], Count]]]:
    def count(depth: int, in_class_only: bool) -> Callable[[Check], Count]:
        def of(check: Check) -> Count:
            known = [c for c in check.claims if c.sql and (c.is_in_class or not in_class_only)]
            return sum(c.right_rank is not None and c.right_rank <= depth for c in known), len(known)

        return of

    for in_class_only, claims in ((False, "all"), (True, "in class")):
        for depth in DEPTHS:
            yield f"top-{depth}, {claims}", count(depth, in_class_only)


def _judgement(is_wrong: bool, verdict: str) -> Callable[[Sequence[CheckedClaim]], Count]:
    def count(claims: Sequence[CheckedClaim]) -> Count:
        chosen = [claim for claim in claims if claim.is_correct is not is_wrong]
        return sum(claim.verdict == verdict for claim in chosen), len(chosen)

    return count


def _precision(claims: Sequence[CheckedClaim]) -> Count:
    refuted = [claim for claim in claims if claim.verdict == "refuted"]
    return sum(not claim.is_correct for claim in refuted), len(refuted)


def _f1(claims: Sequence[CheckedClaim]) -> Count:
    wrong, refuted = _precision(claims)
    return f1_counts(wrong, refuted, sum(not claim.is_correct for claim in claims))


_JUDGEMENT: dict[str, Callable[[Sequence[CheckedClaim]], Count]] = {
    "wrong claims refuted (recall)": _judgement(is_wrong=True, verdict="refuted"),
    "refuted claims that are wrong (precision)": _precision,
    "F1": _f1,
    "right claims refuted (false alarms)": _judgement(is_wrong=False, verdict="refuted"),
    "wrong claims called supported": _judgement(is_wrong=True, verdict="supported"),
    "right claims called supported": _judgement(is_wrong=False, verdict="supported"),
}


def _refuted_of(error: str, kept: Callable[[Iterable[CheckedClaim]], list[CheckedClaim]]) -> Callable[[Check], Count]:
    def count(check: Check) -> Count:
        written = [claim for claim in kept(check.claims) if claim.error == error]
        return sum(claim.verdict == "refuted" for claim in written), len(written)

    return count
