"""Fragment recall as a page of Markdown, for the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.quality.fragments.recall import RETRIEVED, CaseFragments
from factcheck.quality.fragments.summary import DEPTHS, FragmentSummary
from factcheck.quality.judging.metrics import Interval, Ratio

_QUERIES = "queries, all fragments"
_BAR = 40

_HEAD = """\
# Fragment recall

How many of the right queries' fragments the catalogue has, and how many are retrieved for their claims: the most a
check can find. Written by

    factcheck evaluate-fragments cases/ --by-source --page docs/figures/fragments.md

from {cases} articles about {data_sets} data sets ({claims} claims whose right query is in the paper's class), which are
not part of this repository. Micro: over all queries or fragments, with the 95 % bootstrap interval over data sets;
macro: mean of the data sets' shares. Fragments of one kind are ranked by relevance score. Fragments of equal score all
have the worst of their places; `*` of a table is ranked among the columns. Claims that are not spotted are misses.
"""
_ON_SMALL_KINDS = """
Without the claims that are not spotted, all fragments are retrieved for {spotted} of the queries. There are few
functions and many tables have fewer than {retrieved} columns: of these two, the first 5 tell more.
"""
_STEPS = """
## By keyword source

The paper's Figure 7, read at this stage: each step adds a source of keywords to those before it, of the claims first,
then of tables and columns. The comments are those that tell the headings of loaded files. Share of queries with all
fragments among the first of their kind, and of fragments, for claims that are spotted.
"""


def fragment_page(results: Sequence[CaseFragments], summary: FragmentSummary) -> str:
    """Write the figures as a page; no text of a case is on it."""
    measured = [result for result in results if result.failure is None]
    head = _HEAD.format(
        cases=len(measured),
        data_sets=len({result.data_set for result in measured}),
        claims=sum(len(result.claims) for result in measured),
    )
    spotted = _with_interval(summary.retrieved_if_spotted[f"{_QUERIES}, top-{RETRIEVED}"].micro)
    below = _ON_SMALL_KINDS.format(spotted=spotted, retrieved=RETRIEVED)
    parts = [head, *_overview(summary), below]
    if summary.by_step:
        parts += [_STEPS, *_steps(summary)]
    return "\n".join(parts) + "\n"


def _overview(summary: FragmentSummary) -> Iterator[str]:
    deepest, *others = sorted(DEPTHS, reverse=True)
    yield from _heading("", "exist, micro", f"first {deepest}, micro", "macro", *(f"first {depth}" for depth in others))
    for kind, existing in summary.existing.items():
        retrieved = summary.retrieved[f"{kind}, top-{deepest}"]
        cells = [_with_interval(existing.micro), _with_interval(retrieved.micro), _percent(retrieved.macro)]
        cells += [_percent(summary.retrieved[f"{kind}, top-{depth}"].micro) for depth in others]
        yield _row(kind, *cells)


def _steps(summary: FragmentSummary) -> Iterator[str]:
    shown = [(_QUERIES, depth) for depth in DEPTHS]
    shown += [("columns", 5), ("predicates", 5), ("predicates", RETRIEVED)]
    yield from _heading("step", *(f"{kind.partition(',')[0]}, first {depth}" for kind, depth in shown))
    for step, figures in summary.by_step.items():
        yield _row(step, *(_percent(figures[f"{kind}, top-{depth}"].micro) for kind, depth in shown))
    yield f"\nQueries with all fragments among the first {RETRIEVED} of their kind:\n\n```text"
    for step, figures in summary.by_step.items():
        yield _bar(step, figures[f"{_QUERIES}, top-{RETRIEVED}"])
    yield "```"


def _heading(*cells: str) -> tuple[str, str]:
    return _row(*cells), "|" + "---|" * len(cells)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _bar(name: str, figure: Ratio) -> str:
    share = 0.0 if figure.micro is None else figure.micro.value
    return f"{name:<22} {'█' * round(share * _BAR):<{_BAR}} {_percent(figure.micro)}"


def _percent(interval: Interval | None) -> str:
    return "-" if interval is None else f"{100 * interval.value:.1f} %"


def _with_interval(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{_percent(interval)} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
