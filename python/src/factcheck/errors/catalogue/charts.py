"""Errors of charts."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import entry, enumerated


@entry
def not_a_fact(problem: str) -> FactcheckError:
    """Refuse to draw what is no fact."""
    return FactcheckError(
        "this is not a fact",
        detail=f"{problem}.",
        hint="Give the column fact of a row of factcheck.facts.",
    )


@entry
def fact_without_rows(kind: str, column: str) -> FactcheckError:
    """Refuse to draw a fact whose rows have nothing to draw."""
    return FactcheckError(
        f"this fact has no rows that a chart could draw, of kind {kind}",
        detail=f'Nothing stands in the column "{column}" of its rows.',
        hint="Give the column fact of a row of factcheck.facts.",
    )


@entry
def variant_not_drawable(variant: str, kind: str, known: Sequence[str]) -> FactcheckError:
    """Refuse to draw a fact in a way that is not one of its kind's, or that its rows do not allow."""
    return FactcheckError(
        f'a fact of kind {kind} is not drawn as "{variant}"',
        hint=f"It can be drawn as {enumerated(known)}; leave the argument out for the first one.",
    )


@entry
def chart_not_allowed(problem: str) -> FactcheckError:
    """Refuse to render a specification that charts of the package are not like."""
    return FactcheckError(
        "this specification is not rendered",
        detail=f"{problem}, which charts of factcheck do not have.",
        hint="Give what factcheck.chart, chart_for_verdict or dashboard returned; render others by another program.",
    )


@entry
def chart_too_large(noun: str, most: int) -> FactcheckError:
    """Refuse to render a specification that would take much memory or time."""
    return FactcheckError(
        "this specification is too large to be rendered",
        sqlstate="54000",
        detail=f"It has more than {most} {noun}.",
        hint="Give what factcheck.chart, chart_for_verdict or dashboard returned; render others by another program.",
    )


@entry
def charts_not_installed(problem: str) -> FactcheckError:
    """Refuse to render charts where what renders them is missing."""
    return FactcheckError(
        "charts cannot be rendered: vl-convert is not installed",
        sqlstate="58P01",
        detail=f"{problem}.",
        hint="Install it: extension/install.sh charts on the database host, or pip install 'factcheck[charts]' for the"
        " command line and the page.",
    )


@entry
def charts_not_rendered_here() -> FactcheckError:
    """Refuse to render charts in the server where the site does not allow it."""
    return FactcheckError(
        "charts are not rendered in the server",
        sqlstate="55000",
        detail="The setting render_charts is 0: what renders charts starts threads in the server process.",
        hint="Render them outside: factcheck chart. Or an administrator allows it:"
        " UPDATE factcheck.setting SET value = 1 WHERE name = 'render_charts'.",
    )


@entry
def no_memory_for_charts() -> FactcheckError:
    """Refuse to render charts in a process whose memory is limited."""
    return FactcheckError(
        "charts cannot be rendered in a process of limited memory",
        sqlstate="53200",
        detail="What renders charts reserves more address space than the server's processes may have.",
        hint="Render them outside: factcheck chart.",
    )


@entry
def chart_not_rendered(problem: str) -> FactcheckError:
    """Report that rendering has failed."""
    return FactcheckError(
        "the chart cannot be rendered",
        detail=f"{problem}.",
        hint="Give what factcheck.chart, chart_for_verdict or dashboard returned.",
    )


@entry
def scale_out_of_range(scale: str, most: int) -> FactcheckError:
    """Refuse a scale of a picture that is not positive, or too large."""
    return FactcheckError(f"scale cannot be {scale}", hint=f"Give a number from 0.1 to {most}.")


@entry
def picture_kind_not_known(file: str) -> FactcheckError:
    """Refuse a file of which it is not known what to write into it."""
    return FactcheckError(
        f"cannot tell what to write into {file}",
        hint="Give a name that ends in .svg, .png, .pdf, .html or .json.",
    )


@entry
def not_one_chart() -> FactcheckError:
    """Refuse to draw two things into one file."""
    return FactcheckError("--claim and --question are two charts", hint="Leave one of the two options out.")


@entry
def page_of_one_chart() -> FactcheckError:
    """Refuse to write a page of what is no dashboard."""
    return FactcheckError(
        "only the answer to a question is written as a page",
        hint="Give a name that ends in .svg, .png or .json, or ask with --question.",
    )


@entry
def nothing_to_draw(what: str) -> FactcheckError:
    """Report that nothing was found, or that it is withheld."""
    return FactcheckError(
        f"there is nothing to draw for {what}",
        sqlstate="02000",
        detail="Nothing was found in the data, or you may not read what was.",
    )


@entry
def specification_not_readable(problem: str) -> FactcheckError:
    """Refuse standard input that is no JSON."""
    return FactcheckError(
        "what stands on standard input is no JSON",
        detail=f"{problem}.",
        hint="Give a specification, such as psql -XAt writes it: SELECT factcheck.chart_for_verdict(3, 1).",
    )
