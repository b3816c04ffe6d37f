"""The report of an evaluation, for people and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from factcheck.quality.judging.metrics import Interval, Ratio
from factcheck.quality.judging.results import CaseResult, Stage
from factcheck.quality.judging.summary import DEPTHS, Summary, spotted, wrongly_spotted

_HEADINGS = ["case", "claims", "spotted", "extra", "top-1", "top-5", "top-10", "wrong", "refuted", "supported"]
_HEADINGS += ["alarms", "add s", "check s", "warm s"]


@dataclass(frozen=True, slots=True)
class Machine:
    """What the times depend on: seconds of the yardstick, None without spaCy, and the load average."""

    yardstick_seconds: float | None
    load_average: float


def case_heading() -> str:
    """Return the first line of the table of cases."""
    return _case_row(_HEADINGS)


def case_line(result: CaseResult) -> str:
    """Write one case as a line of the table; ``wrong`` to ``alarms`` are about the natural document.

    ``refuted`` and ``supported`` count wrong claims, ``alarms`` right claims that were refuted, ``extra``
    the rows counted against precision, and top-k the claims whose right query is among the first k.
    """
    check = result.natural
    if result.failure is not None or check is None:
        return f"{result.case_id[:26]:<26} FAILED: {result.failure}"
    known = [claim for claim in check.claims if claim.sql]
    depths = [
        f"{sum(c.right_rank is not None and c.right_rank <= depth for c in known)}/{len(known)}" if known else "-"
        for depth in DEPTHS
    ]
    cells = [result.case_id, len(check.claims), spotted(check), wrongly_spotted(check), *depths]
    wrong = [claim.verdict for claim in check.claims if not claim.is_correct]
    alarms = sum(claim.is_correct and claim.verdict == "refuted" for claim in check.claims)
    cells += [len(wrong), wrong.count("refuted"), wrong.count("supported"), alarms]
    cells += [f"{seconds:.2f}" for seconds in (result.add_seconds, check.seconds, result.warm_seconds)]
    return _case_row(cells)


def _case_row(cells: Sequence[object]) -> str:
    return f"{str(cells[0])[:26]:<26} " + " ".join(f"{cell!s:>9}" for cell in cells[1:])


def report(results: Sequence[CaseResult], summary: Summary, machine: Machine) -> str:
    """Write the summary for people."""
    failed = [result for result in results if result.failure is not None]
    data_sets = len({result.data_set for result in results if result.failure is None})
    lines = [
        f"{len(results) - len(failed)} cases on {data_sets} data sets, {len(failed)} failed",
        "micro: over all claims; macro: mean of the data sets; [95 % bootstrap interval over data sets]",
    ]
    for title, ratios in (
        ("Spotting", summary.spotting),
        ("Coverage: the right query among the first k", summary.coverage),
        ("Judgement, errors as published", summary.natural),
        ("Judgement, errors written into right numbers", summary.corrupted),
        ("Written errors refuted, by kind", summary.by_error),
        ("Statements without a number", summary.statements),
        ("Cells of tables", summary.cells),
        ("Documents about other data", summary.foreign),
    ):
        filled = {name: figure for name, figure in ratios.items() if figure.micro is not None}
        if filled:
            lines += ["", title, *(ratio_line(name, figure) for name, figure in filled.items())]
    lines += _loss_lines(results)
    lines += ["", "Calibration of p_correct"]
    for name, calibration in summary.calibration.items():
        if calibration.error is not None:
            lines += [
                f"  {name + ', ' + str(calibration.claims) + ' claims':<42} "
                f"expected calibration error {_shown(calibration.error)}, Brier skill {_shown(calibration.skill)}"
            ]
    invalid = [(result.case_id, query) for result in results for query in result.invalid_queries]
    if invalid:
        lines += ["", "Labelled queries that do not run on the loaded tables"]
        lines += [f"  {case_id}: {query}" for case_id, query in invalid]
    return "\n".join([*lines, "", *_time_lines(results, machine)]) + "\n"


def _loss_lines(results: Sequence[CaseResult]) -> list[str]:
    """Say at which stage how many claims lost their right query; nothing where that was not looked for."""
    claims = [claim for result in results if result.natural is not None for claim in result.natural.claims]
    counts = Counter(claim.loss.stage for claim in claims if claim.loss is not None)
    if not counts:
        return []
    return [
        "",
        "Where the right query was lost, of all claims",
        *(f"  {stage:<42} {f'{counts[stage]}/{len(claims)}':>9}" for stage in Stage if counts[stage]),
    ]


def ratio_line(name: str, figure: Ratio) -> str:
    """Write one figure as a line."""
    counts = "" if name == "F1" else f"{figure.part:g}/{figure.whole:g}"
    return f"  {name:<42} {counts:>9}  micro {_shown(figure.micro)}  macro {_shown(figure.macro)}"


def _shown(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval.value:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def _time_lines(results: Sequence[CaseResult], machine: Machine) -> list[str]:
    checks = [result for result in results if result.natural is not None]
    unit = machine.yardstick_seconds
    head = f"Time, load average {machine.load_average:.2f}, "
    head += f"yardstick {unit:.3f} s (a parse of 1,000 words)" if unit else "no yardstick: spaCy is not installed here"
    lines = [head]
    for name, seconds in (
        ("adding the tables of a case", [result.add_seconds for result in checks]),
        ("first check of a document", [result.natural.seconds for result in checks if result.natural]),
        *(
            (f"  of it {stage}", [result.stage_seconds.get(stage, 0.0) for result in checks])
            for stage in dict.fromkeys(stage for result in checks for stage in result.stage_seconds)
        ),
        ("second check of the document", [result.warm_seconds for result in checks]),
    ):
        if seconds:
            ordered = sorted(seconds)
            middle = ordered[len(ordered) // 2]
            text = f"  {name:<42} median {middle:.3f} s, greatest {ordered[-1]:.3f} s, sum {sum(ordered):.1f} s"
            lines.append(text + (f", median in yardsticks {middle / unit:.1f}" if unit else ""))
    return lines


def misses(results: Sequence[CaseResult]) -> str:
    """List the claims whose right query did not come first, stage by stage, and the rows counted against precision."""
    checks = [(result.case_id, result.natural) for result in results if result.natural is not None]
    lost = [(case_id, claim, loss) for case_id, check in checks for claim in check.claims if (loss := claim.loss)]
    extra = [(case_id, other) for case_id, check in checks for other in check.others if not other.is_unlabelled]
    lines = []
    for stage in Stage:
        at_stage = [(case_id, claim, loss.detail) for case_id, claim, loss in lost if loss.stage is stage]
        lines += [f"Lost claims, {stage}: {len(at_stage)}"]
        lines += [
            f"  {case_id}: “{claim.value_text}”: {one_line(detail)}\n      {one_line(claim.sentence)}"
            for case_id, claim, detail in at_stage
        ]
    lines += ["", f"Rows about no claim: {len(extra)}"]
    lines += [
        f"  {case_id}: “{other.text}”, {other.verdict}\n      {one_line(other.sentence)}" for case_id, other in extra
    ]
    return "\n".join([*lines, *_missed_statements(results)]) + "\n"


_OUTCOMES = {
    "Statements not spotted": "missed",
    "Statements decided wrong": "wrong",
    "Statements not decided": "open",
}


def _missed_statements(results: Sequence[CaseResult]) -> list[str]:
    """List the statements without a number that were not judged as they are, and rows without a label."""
    statements = [(result.case_id, each) for result in results for each in result.statements]
    lines = []
    for title, outcome in _OUTCOMES.items():
        listed = [(case_id, each) for case_id, each in statements if each.outcome == outcome]
        lines += ["", f"{title}: {len(listed)}"]
        for case_id, each in listed:
            truth = "right" if each.is_correct else "wrong"
            told = f"\n      {each.verdict}: {one_line(each.message)}" if each.message else ""
            lines.append(f"  {case_id}: {each.kind}, {truth}: “{one_line(each.text)}”{told}")
    others = [(result.case_id, each) for result in results for each in result.other_statements]
    lines += ["", f"Rows about statements without a label: {len(others)}"]
    lines += [
        f"  {case_id}: “{one_line(each.text)}”, {each.verdict}: {one_line(each.message)}" for case_id, each in others
    ]
    return lines


def one_line(text: str) -> str:
    """Put a text on one line."""
    return " ".join(text.split())


def as_json(results: Sequence[CaseResult], summary: Summary, machine: Machine) -> dict[str, Any]:
    """Return all figures and all claims in a form that JSON can hold."""
    return {
        "machine": asdict(machine),
        "summary": asdict(summary),
        "cases": [asdict(result) for result in results],
    }
