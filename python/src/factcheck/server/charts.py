"""Charts of verdicts and facts, and what renders them in the server.

What draws is loaded by the first call: a check does without it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from factcheck.errors.catalogue.charts import charts_not_rendered_here, not_a_fact
from factcheck.port import Database
from factcheck.server.entry import entry_point
from factcheck.server.memory import settings_in_force

if TYPE_CHECKING:
    from factcheck.questions.fact import Fact


@entry_point
def draw_verdict(_database: Database, claim: str) -> dict[str, Any]:
    """Return the chart of a row of ``fact_check``; None where there is nothing to draw."""
    from factcheck.charts.of_verdict import verdict_chart  # noqa: PLC0415

    return {"chart": verdict_chart(json.loads(claim, parse_float=Decimal))}


@entry_point
def draw_fact(
    _database: Database, fact: str, variant: str | None, title: str | None, caption: str | None
) -> dict[str, Any]:
    """Return the chart of a fact."""
    from factcheck.charts.of_fact import fact_chart  # noqa: PLC0415

    return {"chart": fact_chart(_fact(json.loads(fact)), variant, title, caption)}


@entry_point
def lay_out(_database: Database, question: str, sections: str, captions: str) -> dict[str, Any]:
    """Return a dashboard: ``sections`` have a title and facts, ``captions`` are kept ones by the facts' keys."""
    from factcheck.charts.layout import KeptCaption, Section, dashboard  # noqa: PLC0415

    parts = [Section(part["title"], tuple(map(_fact, part["facts"]))) for part in json.loads(sections)]
    kept = {key: KeptCaption(each["caption"], each["said"]) for key, each in json.loads(captions).items()}
    return {"dashboard": dashboard(question, parts, kept)}


@entry_point
def render_chart(database: Database, spec: str, scale: float | None) -> dict[str, Any]:
    """Return a specification as PNG in base 64, or as SVG where there is no scale."""
    if not settings_in_force(database).render_charts:
        raise charts_not_rendered_here()
    from factcheck.charts.rendering import png, require_host, svg  # noqa: PLC0415

    require_host()
    read = json.loads(spec)
    if scale is None:
        return {"svg": svg(read)}
    return {"png": b64encode(png(read, scale)).decode()}


def _fact(held: Any) -> Fact:
    from factcheck.questions.fact import from_json  # noqa: PLC0415

    try:
        return from_json(held)
    except ValueError as error:
        raise not_a_fact(str(error)) from None
