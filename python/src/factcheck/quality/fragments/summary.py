"""The figures of fragment recall, and their report for people and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from operator import methodcaller
from typing import Any

from factcheck.quality.fragments.lookup import KINDS, Kind
from factcheck.quality.fragments.recall import RETRIEVED, SOURCE_STEPS, CaseFragments, ClaimFragments, Fragment
from factcheck.quality.judging.metrics import Count, Ratio, ratio_over_data_sets, total
from factcheck.quality.judging.report import one_line, ratio_line

DEPTHS = (1, 5, RETRIEVED)
_BAR = 40


@dataclass(frozen=True, slots=True)
class FragmentSummary:
    """Shares of queries and of single fragments, by name; ``by_step`` is empty unless steps were measured."""

    existing: dict[str, Ratio]
    retrieved: dict[str, Ratio]
    retrieved_if_spotted: dict[str, Ratio]
    by_step: dict[str, dict[str, Ratio]]


def summarise_fragments(results: Sequence[CaseFragments]) -> FragmentSummary:
    """Compute the figures over the cases that ran.

    In ``retrieved`` nothing is retrieved for a claim that was not spotted; ``retrieved_if_spotted`` and ``by_step``
    leave these claims out.
    """
    natural = [(result.data_set, result.claims) for result in results]
    steps = [step.name for step in SOURCE_STEPS if any(step.name in result.by_step for result in results)]
    return FragmentSummary(
        existing=_shares(natural, lambda claim: claim.exists, lambda fragment: fragment.missing is None),
        retrieved=_by_depth(natural),
        retrieved_if_spotted=_by_depth(_spotted(natural)),
        by_step={
            step: _by_depth(_spotted([(result.data_set, result.by_step.get(step, ())) for result in results]))
            for step in steps
        },
    )


Groups = Sequence[tuple[str, Sequence[ClaimFragments]]]


def _spotted(groups: Groups) -> Groups:
    return [(data_set, [claim for claim in claims if claim.is_spotted]) for data_set, claims in groups]


def _by_depth(groups: Groups) -> dict[str, Ratio]:
    return {
        f"{name}, top-{depth}": share
        for depth in DEPTHS
        for name, share in _shares(groups, methodcaller("is_among", depth), methodcaller("is_among", depth)).items()
    }


def _shares(
    groups: Groups, of_query: Callable[[ClaimFragments], bool], of_fragment: Callable[[Fragment], bool]
) -> dict[str, Ratio]:
    def over(count: Callable[[ClaimFragments], Count]) -> Ratio:
        return ratio_over_data_sets((data_set, count(claim)) for data_set, claims in groups for claim in claims)

    def of_kind(kind: Kind) -> Callable[[ClaimFragments], Count]:
        return lambda claim: total((of_fragment(f), 1) for f in claim.fragments if f.kind == kind)

    shares = {"queries, all fragments": over(lambda claim: (of_query(claim), 1))}
    return shares | {f"{kind}s": over(of_kind(kind)) for kind in KINDS}


def fragment_report(results: Sequence[CaseFragments], summary: FragmentSummary) -> str:
    """Write the figures, and the fragments that do not exist or are not retrieved."""
    failed = [result for result in results if result.failure is not None]
    lines = [
        f"{len(results) - len(failed)} cases on {len({r.data_set for r in results if r.failure is None})} data sets,"
        f" {len(failed)} failed",
        "micro: over all; macro: mean of the data sets; [95 % bootstrap interval over data sets]",
        *(f"  {result.case_id}: {result.failure}" for result in failed),
    ]
    for title, ratios in (
        ("Fragments of right queries that exist in the catalogue", summary.existing),
        ("Retrieved among the first of their kind, claims not spotted are misses", summary.retrieved),
        ("Retrieved among the first of their kind, claims not spotted are left out", summary.retrieved_if_spotted),
    ):
        lines += ["", title, *(ratio_line(name, figure) for name, figure in ratios.items())]
    if summary.by_step:
        lines += ["", *step_lines(summary)]
    claims = [(result.case_id, claim) for result in results for claim in result.claims]
    lines += ["", *_listed("Fragments that do not exist", claims, lambda f: f.missing, lambda _: True)]
    lines += ["", *_listed(f"Fragments not retrieved among the first {RETRIEVED}", claims, _rank_told, _is_found)]
    unspotted = [(case_id, claim) for case_id, claim in claims if not claim.is_spotted]
    lines += ["", f"Claims that were not spotted: {len(unspotted)}"]
    lines += [f"  {case_id}: “{claim.value_text}”: {one_line(claim.sentence)}" for case_id, claim in unspotted]
    return "\n".join(lines) + "\n"


def _is_found(claim: ClaimFragments) -> bool:
    return claim.is_spotted


def _rank_told(fragment: Fragment) -> str | None:
    if fragment.missing is not None or fragment.is_among(RETRIEVED):
        return None
    return "not retrieved" if fragment.rank is None else f"rank {fragment.rank}"


def _listed(
    title: str,
    claims: Sequence[tuple[str, ClaimFragments]],
    problem: Callable[[Fragment], str | None],
    is_asked: Callable[[ClaimFragments], bool],
) -> list[str]:
    lines = []
    for case_id, claim in claims:
        problems = [f"      {f.kind} {f.text}: {problem(f)}" for f in claim.fragments if problem(f) and is_asked(claim)]
        if problems:
            lines += [f"  {case_id}: “{claim.value_text}”: {one_line(claim.sentence)}", *problems]
    return [f"{title}: {sum(line.startswith('      ') for line in lines)}", *lines]


def step_lines(summary: FragmentSummary) -> list[str]:
    """Write recall by keyword source as a table and as bars, the queries' share among the first of each kind."""
    names = [name for figures in summary.by_step.values() for name in figures][: len(DEPTHS) * (len(KINDS) + 1)]
    kinds = list(dict.fromkeys(name.partition(", top-")[0] for name in names))
    lines = ["Recall by keyword source (claims spotted, micro), each step with those before it"]
    heading = " ".join(f"{_short(kind) + ' @' + str(depth):>13}" for kind in kinds for depth in DEPTHS)
    lines.append(f"  {'':<22} {heading}")
    for step, figures in summary.by_step.items():
        cells = [_percent(figures[f"{kind}, top-{depth}"]) for kind in kinds for depth in DEPTHS]
        lines.append(f"  {step:<22} " + " ".join(f"{cell:>13}" for cell in cells))
    for depth in DEPTHS:
        lines += ["", f"  All fragments of the query among the first {depth} of their kind"]
        for step, figures in summary.by_step.items():
            micro = figures[f"{kinds[0]}, top-{depth}"].micro
            share = 0.0 if micro is None else micro.value
            lines.append(f"  {step:<22} {'█' * round(share * _BAR):<{_BAR}} {100 * share:5.1f} %")
    return lines


def _short(kind: str) -> str:
    return kind.partition(",")[0]


def _percent(figure: Ratio) -> str:
    return "-" if figure.micro is None else f"{100 * figure.micro.value:.1f} %"


def fragments_as_json(results: Sequence[CaseFragments], summary: FragmentSummary) -> dict[str, Any]:
    """Return all figures and all fragments in a form that JSON can hold."""
    return {"summary": asdict(summary), "cases": [asdict(result) for result in results]}
