"""The figures of the experiments, from the checks of all variants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from factcheck.quality.experiments.cached import EVALUATION
from factcheck.quality.experiments.run import ALTERNATIVES, CaseExperiments
from factcheck.quality.experiments.themes import (
    CHARACTERISTICS,
    MOST_FREQUENT,
    covered_by_most_frequent,
    predicate_counts,
)
from factcheck.quality.experiments.variants import (
    DEFAULT,
    KEYWORD_STEPS,
    MODEL_STEPS,
    P_TRUE,
    PROCESSING,
    Experiment,
    Variant,
    changed,
)
from factcheck.quality.judging.metrics import Count, Ratio, ratio_over_data_sets
from factcheck.quality.judging.results import CheckedClaim
from factcheck.quality.judging.summary import DEPTHS


@dataclass(frozen=True, slots=True)
class Coverage:
    """Share of claims whose right query is among the first k, by k: of those in the paper's class, and of all."""

    in_class: Mapping[int, Ratio]
    of_all: Mapping[int, Ratio]


@dataclass(frozen=True, slots=True)
class Refutation:
    """Shares of the wrong claims that are refuted, of the refuted claims that are wrong, of the right ones refuted."""

    recall: Ratio
    precision: Ratio
    false_alarms: Ratio


@dataclass(frozen=True, slots=True)
class Refutations:
    """Refutation in the documents as published and with errors written into them: in the paper's class, and of all."""

    published: Refutation
    corrupted: Refutation
    published_all: Refutation
    corrupted_all: Refutation


@dataclass(frozen=True, slots=True)
class ProcessingPoint:
    """Coverage and seconds, over all cases, at one value of a setting."""

    value: int
    coverage: Coverage
    seconds: float


@dataclass(frozen=True, slots=True)
class MeasuredTime:
    """Seconds over all cases with one way of evaluation; ``query`` is the part that evaluates candidates."""

    total: float
    query: float
    candidates: int

    @property
    def per_candidate(self) -> float:
        """Seconds of evaluation for a candidate."""
        return self.query / self.candidates if self.candidates else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures, by experiment; what was not chosen is empty.

    ``theme`` has for each characteristic the mean over documents of what its N most frequent instances cover, N from 1.
    ``by_depth`` has for all, right and wrong claims the coverage at each depth from 1.  ``allowed`` is the mean number
    of candidates that a document's claims allow, evaluated or not.
    """

    cases: int
    data_sets: int
    claims: int
    in_class: int
    wrong: int
    model: Mapping[str, Coverage] = field(default_factory=dict)
    theme: Mapping[str, Sequence[Ratio]] = field(default_factory=dict)
    predicates: Counter[int] = field(default_factory=Counter)
    by_depth: Mapping[str, Sequence[Ratio]] = field(default_factory=dict)
    keywords: Mapping[str, Coverage] = field(default_factory=dict)
    p_true: Mapping[float, Refutations] = field(default_factory=dict)
    processing: Mapping[str, Sequence[ProcessingPoint]] = field(default_factory=dict)
    times: Mapping[str, MeasuredTime] = field(default_factory=dict)
    allowed: float = 0.0


def figures(results: Sequence[CaseExperiments], experiments: Collection[Experiment]) -> Figures:
    """Compute the figures of the chosen experiments over the cases that ran."""
    ran = [result for result in results if result.failure is None]
    claims = [claim for result in ran for claim in result.checks[DEFAULT].check.claims if claim.sql]
    return Figures(
        cases=len(ran),
        data_sets=len({result.data_set for result in ran}),
        claims=len(claims),
        in_class=sum(claim.is_in_class for claim in claims),
        wrong=sum(not claim.is_correct for claim in claims),
        model=_model(ran) if Experiment.MODEL in experiments else {},
        theme=_theme(ran) if Experiment.THEME in experiments else {},
        predicates=_predicates(ran) if Experiment.THEME in experiments else Counter(),
        by_depth=_by_depth(ran) if Experiment.DEPTH in experiments else {},
        keywords=_keywords(ran) if Experiment.KEYWORDS in experiments else {},
        p_true=_p_true(ran) if Experiment.P_TRUE in experiments else {},
        processing=_processing(ran) if Experiment.PROCESSING in experiments else {},
        times=_times(ran) if Experiment.TIME in experiments else {},
        allowed=_allowed(ran),
    )


def _over(results: Iterable[CaseExperiments], count: Callable[[CaseExperiments], Count]) -> Ratio:
    return ratio_over_data_sets((result.data_set, count(result)) for result in results)


def _claims(
    results: Iterable[CaseExperiments], variant: Variant, count: Callable[[Sequence[CheckedClaim]], Count]
) -> Ratio:
    return _over(results, lambda result: count(result.checks[variant].check.claims))


def _share(
    whole: Callable[[CheckedClaim], bool], part: Callable[[CheckedClaim], bool]
) -> Callable[[Sequence[CheckedClaim]], Count]:
    """Count the claims that belong to the whole and, of these, to the part."""

    def count(claims: Sequence[CheckedClaim]) -> Count:
        chosen = [claim for claim in claims if whole(claim)]
        return sum(part(claim) for claim in chosen), len(chosen)

    return count


def _is_among(depth: int) -> Callable[[CheckedClaim], bool]:
    return lambda claim: claim.right_rank is not None and claim.right_rank <= depth


def _coverage(results: Sequence[CaseExperiments], variant: Variant) -> Coverage:
    return Coverage(
        {d: _claims(results, variant, _share(lambda claim: claim.is_in_class, _is_among(d))) for d in DEPTHS},
        {d: _claims(results, variant, _share(lambda claim: bool(claim.sql), _is_among(d))) for d in DEPTHS},
    )


def _refutation(results: Sequence[CaseExperiments], variant: Variant, in_class_only: bool) -> Refutation:
    def over(whole: Callable[[CheckedClaim], bool], part: Callable[[CheckedClaim], bool]) -> Ratio:
        count = _share(lambda claim: (claim.is_in_class or not in_class_only) and whole(claim), part)
        return _claims(results, variant, count)

    return Refutation(
        recall=over(_is_wrong, _is_refuted),
        precision=over(_is_refuted, _is_wrong),
        false_alarms=over(lambda claim: claim.is_correct, _is_refuted),
    )


def _is_refuted(claim: CheckedClaim) -> bool:
    return claim.verdict == "refuted"


def _is_wrong(claim: CheckedClaim) -> bool:
    return not claim.is_correct


def _model(results: Sequence[CaseExperiments]) -> Mapping[str, Coverage]:
    return {step: _coverage(results, variant) for step, variant in MODEL_STEPS.items()}


def _theme(results: Sequence[CaseExperiments]) -> Mapping[str, Sequence[Ratio]]:
    def mean(characteristic: str, most: int) -> Ratio:
        def share(result: CaseExperiments) -> Count:
            part, whole = covered_by_most_frequent(result.queries, characteristic, most)
            return (part / whole, 1) if whole else (0, 0)

        return _over(results, share)

    return {name: [mean(name, most) for most in range(1, MOST_FREQUENT + 1)] for name in CHARACTERISTICS}


def _predicates(results: Sequence[CaseExperiments]) -> Counter[int]:
    return predicate_counts([query for result in results for query in result.queries])


_GROUPS: Mapping[str, Callable[[CheckedClaim], bool]] = {
    "all claims": lambda claim: claim.is_in_class,
    "right claims": lambda claim: claim.is_in_class and claim.is_correct,
    "wrong claims": lambda claim: claim.is_in_class and not claim.is_correct,
}


def _by_depth(results: Sequence[CaseExperiments]) -> Mapping[str, Sequence[Ratio]]:
    depths = range(1, ALTERNATIVES + 1)
    return {
        name: [_claims(results, DEFAULT, _share(group, _is_among(depth))) for depth in depths]
        for name, group in _GROUPS.items()
    }


def _keywords(results: Sequence[CaseExperiments]) -> Mapping[str, Coverage]:
    return {step: _coverage(results, variant) for step, variant in KEYWORD_STEPS.items()}


def _p_true(results: Sequence[CaseExperiments]) -> Mapping[float, Refutations]:
    def refutations(variant: Variant) -> Refutations:
        corrupted = replace(variant, is_corrupted=True)
        return Refutations(
            _refutation(results, variant, in_class_only=True),
            _refutation(results, corrupted, in_class_only=True),
            _refutation(results, variant, in_class_only=False),
            _refutation(results, corrupted, in_class_only=False),
        )

    return {p_true: refutations(changed(p_true=p_true)) for p_true in P_TRUE}


def _processing(results: Sequence[CaseExperiments]) -> Mapping[str, Sequence[ProcessingPoint]]:
    def point(setting: str, value: int) -> ProcessingPoint:
        variant = changed(**{setting: value})
        seconds = sum(result.checks[variant].check.seconds for result in results)
        return ProcessingPoint(value, _coverage(results, variant), seconds)

    return {setting: [point(setting, value) for value in values] for setting, values in PROCESSING.items()}


NAIVE, MERGED, CACHED = "naive", "merged", "cached"


def _allowed(results: Sequence[CaseExperiments]) -> float:
    allowed = [result.naive.allowed for result in results if result.naive is not None]
    return sum(allowed) / len(allowed) if allowed else 0.0


def _times(results: Sequence[CaseExperiments]) -> Mapping[str, MeasuredTime]:
    """Compute the seconds of each way of evaluating the same candidates; the naive ones are scaled from samples.

    There are cached ones if the server kept results of all cases.
    """
    timed = [(result, result.naive) for result in results if result.naive is not None]
    candidates = sum(naive.candidates for _, naive in timed)
    checks = [result.checks[DEFAULT] for result, _ in timed]
    total = sum(result.prepare_seconds for result, _ in timed) + sum(check.check.seconds for check in checks)
    merged = sum(check.stage_seconds.get(EVALUATION, 0.0) for check in checks)
    naive_seconds = sum(naive.seconds for _, naive in timed)
    times = {
        NAIVE: MeasuredTime(total - merged + naive_seconds, naive_seconds, candidates),
        MERGED: MeasuredTime(total, merged, candidates),
    }
    cached = [result.cached for result, _ in timed if result.cached is not None]
    if cached and len(cached) == len(timed):
        times[CACHED] = MeasuredTime(sum(c.seconds for c in cached), sum(c.evaluation for c in cached), candidates)
    return times
