"""The experiments as a page of Markdown, for the documentation, with the paper's figures beside ours."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from pathlib import Path

from factcheck.quality.experiments import paper
from factcheck.quality.experiments.figures import MERGED, NAIVE, Coverage, Figures, Refutation, Refutations
from factcheck.quality.experiments.variants import Experiment
from factcheck.quality.judging.metrics import Interval, Ratio
from factcheck.quality.judging.report import Machine
from factcheck.quality.judging.summary import DEPTHS

_HEAD = """\
# Experiments

The experiments of the paper (Jo et al., *Verifying Text Summaries of Relational Data Sets*, sections 7.1 and 7.2),
repeated with this program. Written by

    factcheck experiments cases/ --page docs/experiments.md --figures docs/figures

from {cases} articles about {data_sets} data sets, which are not part of this repository. They have {claims} claims
whose right query is known, {wrong} of them wrong; {in_class} of these queries are in the paper's class. The paper's 53
articles are others: 392 claims, all in the class, 12 % of them wrong. So its figures are a yardstick, not a target.

*Coverage* is the share of claims whose right query is among the k most likely ones. A claim that is not spotted counts
as a miss. Two queries are the same if their normal forms are, or if they agree on all data and on 20 subsets of the
rows. Figures are shares over all claims, with the 95 % bootstrap interval over data sets in brackets. Each experiment
changes one thing of the same check and leaves the rest as the settings have it.
"""
_MODEL = """
## Table 1: the probabilistic model

Scores alone: the setting `p_true` is 0.5, so that it says nothing whether a result matches, and there is one round of
expectation maximisation (`em_rounds`), so that no prior is learnt. Then with `p_true` as set, then with priors as well.
The last step, which the paper does not have, orders the likely readings anew.
"""
_MODEL_NOTE = """
Evaluation adds {evaluation} points to top-1 in class (paper: {paper_evaluation}), priors {priors} (paper:
{paper_priors}), re-ranking {reranking}. What scores alone reach is not the same thing as in the paper: here they also
know single words of names, abbreviations, values spelt otherwise, and the form of the number itself (a "%" speaks for a
share). Candidates of equal scores come in an order that is fixed but arbitrary. Priors help claims that are about what
the document is about, and cost some that are not: mostly one-digit counts of different values among claims that count
rows, where many other queries give the same number by chance.
"""
_THEME = """
## Figure 5: what the claims of a document have in common

Of the right queries only, no check is done. (b) Mean over documents of the share of claim queries that the N most
frequent functions, aggregation columns and sets of predicate columns of the document cover. The paper's text: the top
three cover {paper} on average{ours}.
"""
_PREDICATES = """
(c) Predicates of the right queries, of a share those of part and whole together:
"""
_DEPTH = """
## Figure 6: coverage by depth

Claims with a right query in the paper's class. The right query of a wrong claim does not give its number, so scores and
priors alone have to find it, against queries that give the number by chance.
"""
_KEYWORDS = """
## Figure 7: keyword context

Each step adds a source of keywords. Without synonyms neither names of columns nor words of claims have any; all steps
know descriptions of columns, which here are headings as the files have them.
"""
_P_TRUE = """
## Figure 8: the prior probability that a claim is right

Recall: share of wrong claims that are refuted. Precision: share of refuted claims that are wrong. False alarms: share
of right claims that are refuted. On the articles as published, then with errors as writers make them in {corrupt:.0%}
of the right numbers. Claims outside the paper's class have no right query among the candidates, so their refutation
says little; the paper has none. Its program has a recall of {recall} and a precision of {precision} (Table 6, by
sentences) at the default, 0.999.
"""
_PROCESSING = """
## Figure 9: coverage and processing

Left in the plot the hits retrieved for a claim (setting `predicates_per_claim`), right the aggregation columns
considered (`columns_per_claim`), coverage above, seconds below: of retrieval, evaluation and inference, over all
articles.
"""
_TIMES = """
## Table 2: run time

All articles together, on one machine in one run. Naive: each candidate is a query of its own; a random sample of
{sample} candidates an article is run and its time **scaled** to all candidates. Merged: the same candidates by merged
queries. Cached, where the server keeps results: the article is checked a second time, in the server, over tracked
tables, so that its parse is known, too. Total has parsing, retrieval and inference as well.
"""
_BASELINES = """
## Table 6: other tools

Quoted from the paper, on the paper's articles; not repeated here.
"""
_SETTINGS = {"predicates_per_claim": "hits", "columns_per_claim": "columns"}
_CHARACTERISTIC = "characteristic"

_OTHERS = "<!-- What follows is written by hand. -->"


def page(figures: Figures, machine: Machine, corrupt: float, sample: int, plots: Mapping[str, str]) -> str:
    """Write the figures as a page; no text of a case is on it.

    ``plots`` has the address of each plot by its experiment's name; ``corrupt`` and ``sample`` are those of the run.
    """
    head = _HEAD.format(
        cases=figures.cases,
        data_sets=figures.data_sets,
        claims=figures.claims,
        wrong=figures.wrong,
        in_class=figures.in_class,
    )
    parts = [head.rstrip("\n")]
    for experiment, lines in (
        (Experiment.MODEL, _model(figures.model)),
        (Experiment.THEME, _theme(figures)),
        (Experiment.DEPTH, _by_depth(figures.by_depth)),
        (Experiment.KEYWORDS, _keywords(figures.keywords)),
        (Experiment.P_TRUE, _p_true(figures.p_true, corrupt)),
        (Experiment.PROCESSING, _processing(figures)),
        (Experiment.TIME, _times(figures, machine, sample)),
    ):
        section = list(lines)
        if section and experiment.value in plots:
            section += ["", f"![{section[0].splitlines()[1].lstrip('# ')}]({plots[experiment.value]})"]
        parts += section
    return "\n".join([*parts, *_baselines()]) + "\n"


def other_sections(page_file: Path) -> str:
    """Return what stands on a page besides the experiments, behind a line that says so; nothing where there is none."""
    text = page_file.read_text("utf-8") if page_file.is_file() else ""
    _, line, sections = text.partition(_OTHERS)
    return f"\n{line}{sections}" if line else ""


def addresses(plots: Mapping[str, Path], page_file: Path) -> dict[str, str]:
    """Return the addresses of plots relative to the folder of the page."""
    return {name: Path(os.path.relpath(path, page_file.parent)).as_posix() for name, path in plots.items()}


def _model(model: Mapping[str, Coverage]) -> Iterator[str]:
    if not model:
        return
    yield _MODEL
    yield from _heading("in class", *(name for d in DEPTHS for name in (f"top-{d}", "paper")), "macro top-1, top-10")
    for (step, coverage), quoted in zip_longest(model.items(), paper.COVERAGE_BY_MODEL):
        shares = ["–"] * len(DEPTHS) if quoted is None else [_share(share) for share in quoted]
        cells = [
            cell
            for depth, share in zip(DEPTHS, shares, strict=True)
            for cell in (_with_interval(coverage.in_class[depth]), share)
        ]
        yield _row(step, *cells, ", ".join(_percent(coverage.in_class[depth].macro) for depth in (1, 10)))
    yield ""
    yield from _heading("all claims", *(f"top-{depth}" for depth in DEPTHS))
    for step, coverage in model.items():
        yield _row(step, *(_with_interval(coverage.of_all[depth]) for depth in DEPTHS))
    ours = [coverage.in_class[1].micro for coverage in model.values()]
    gains = _gains([interval.value for interval in ours if interval is not None])
    quoted_gains = _gains([row[0] for row in paper.COVERAGE_BY_MODEL])
    if gains:
        names = ("evaluation", "priors", "reranking", "paper_evaluation", "paper_priors")
        yield _MODEL_NOTE.rstrip("\n").format(**dict(zip(names, [*gains, *quoted_gains], strict=True)))


def _gains(shares: Sequence[float]) -> list[str]:
    """Return the difference of each share to the one before it, in points."""
    return [f"{100 * (after - before):.1f}" for before, after in pairwise(shares)]


def _theme(figures: Figures) -> Iterator[str]:
    if not figures.theme:
        return
    thirds = [line[2].micro.value for line in figures.theme.values() if line[2].micro is not None]
    ours = f"; here {_share(sum(thirds) / len(thirds))}" if thirds else ""
    yield _THEME.format(paper=_share(paper.COVERED_BY_TOP_THREE), ours=ours)
    most = range(1, 1 + max(map(len, figures.theme.values())))
    yield from _heading(_CHARACTERISTIC, *(f"N = {n}" for n in most))
    for name, line in figures.theme.items():
        yield _row(name, *(_percent(point.micro) for point in line))
    yield _PREDICATES
    counts = sorted(figures.predicates)
    yield from _heading("predicates", *map(str, counts))
    yield _row("queries", *(str(figures.predicates[count]) for count in counts))
    total = figures.predicates.total() or 1
    yield _row("share", *(_share(figures.predicates[count] / total) for count in counts))


def _by_depth(by_depth: Mapping[str, Sequence[Ratio]]) -> Iterator[str]:
    if not by_depth:
        return
    shown = (1, 2, 3, 5, 10, 15, 20)
    yield _DEPTH
    yield from _heading("", "claims", *(f"top-{depth}" for depth in shown))
    for name, line in by_depth.items():
        yield _row(name, f"{line[0].whole:g}", *(_percent(line[depth - 1].micro) for depth in shown))
    quoted = dict(zip(paper.DEPTHS, paper.COVERAGE_BY_MODEL[-1], strict=True))
    yield _row("paper, all claims", "392", *(_share(quoted[d]) if d in quoted else "" for d in shown))


def _keywords(keywords: Mapping[str, Coverage]) -> Iterator[str]:
    if not keywords:
        return
    yield _KEYWORDS
    yield from _heading("in class", *(f"top-{depth}" for depth in DEPTHS), *(f"all claims, top-{d}" for d in DEPTHS))
    for step, coverage in keywords.items():
        cells = [_with_interval(coverage.in_class[depth]) for depth in DEPTHS]
        yield _row(step, *cells, *(_percent(coverage.of_all[depth].micro) for depth in DEPTHS))


def _p_true(p_true: Mapping[float, Refutations], corrupt: float) -> Iterator[str]:
    if not p_true:
        return
    quoted = paper.BASELINES[0]
    yield _P_TRUE.format(corrupt=corrupt, recall=_share(quoted.recall), precision=_share(quoted.precision)).rstrip("\n")
    yield from _judged("in class", {value: (each.published, each.corrupted) for value, each in p_true.items()})
    yield from _judged(
        "all claims", {value: (each.published_all, each.corrupted_all) for value, each in p_true.items()}
    )


def _judged(claims: str, p_true: Mapping[float, tuple[Refutation, Refutation]]) -> Iterator[str]:
    names = ("recall", "precision", "false alarms")
    yield ""
    yield from _heading(f"{claims}, p_true", *names, *(f"errors written: {name}" for name in names))
    for value, judgements in p_true.items():
        cells = [figure for each in judgements for figure in (each.recall, each.precision, each.false_alarms)]
        yield _row(f"{value:g}", *map(_with_interval, cells))


def _processing(figures: Figures) -> Iterator[str]:
    if not figures.processing:
        return
    yield _PROCESSING.rstrip("\n")
    for setting, points in figures.processing.items():
        yield ""
        yield from _heading(_SETTINGS[setting], *(f"{point.value}" for point in points))
        for depth in DEPTHS:
            cells = (_percent(point.coverage.in_class[depth].micro) for point in points)
            yield _row(f"top-{depth}, in class", *cells)
        yield _row("seconds", *(f"{point.seconds:.1f}" for point in points))


def _times(figures: Figures, machine: Machine, sample: int) -> Iterator[str]:
    if not figures.times:
        return
    yield _TIMES.format(sample=sample)
    yield from _heading(
        "", "total, s", "query, s", "a candidate", "speedup of query", "paper: total", "query", "speedup"
    )
    before = None
    for (name, measured), quoted in zip(figures.times.items(), paper.RUN_TIMES, strict=False):
        mark = " (scaled)" if name == NAIVE else ""
        speedup = f"{before / measured.query:,.0f} ×" if before is not None and measured.query else ""
        quoted_speedup = f"{quoted.speedup} ×" if quoted.speedup else ""
        cells = [
            f"{measured.total:,.1f} s{mark}",
            f"{measured.query:,.1f} s{mark}",
            f"{1e6 * measured.per_candidate:,.2f} µs",
            speedup,
        ]
        yield _row(name, *cells, f"{quoted.total:,.0f} s", f"{quoted.query:,.0f} s", quoted_speedup)
        before = measured.query
    naive, merged = figures.times[NAIVE], figures.times[MERGED]
    ratio = naive.per_candidate / merged.per_candidate if merged.per_candidate else 0.0
    yield f"\nA candidate is {ratio:,.0f} × cheaper merged than naive, over {merged.candidates:,} candidates."
    yield f"\nThe fragments retrieved for the claims of an article allow {figures.allowed:.3g} candidates on average;"
    yield f"{merged.candidates / figures.cases:.3g} of them are evaluated. In the paper all fragments of the data"
    yield f"allow {paper.CANDIDATES_PER_CASE:.3g}.\n"
    unit = machine.yardstick_seconds
    yardstick = f", yardstick {unit:.3f} s (a parse of 1,000 words)" if unit else ""
    yield f"Load average {machine.load_average:.2f}{yardstick}."


def _baselines() -> Iterator[str]:
    yield _BASELINES
    yield from _heading("tool (quoted)", "recall", "precision", "F1", "time, s")
    for tool in paper.BASELINES:
        yield _row(tool.tool, *map(_share, (tool.recall, tool.precision, tool.f1)), f"{tool.seconds:,.0f}")


def _heading(*cells: str) -> tuple[str, str]:
    return _row(*cells), "|" + "---|" * len(cells)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"


def _percent(interval: Interval | None) -> str:
    return "-" if interval is None else _share(interval.value)


def _with_interval(figure: Ratio) -> str:
    interval = figure.micro
    if interval is None:
        return "-"
    return f"{_percent(interval)} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
