"""A dashboard as a page of HTML by itself, which runs no script and loads nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from factcheck.charts.spec import Spec, beside_caption
from factcheck.visible import without_controls


def dashboard_page(dashboard: Mapping[str, Any], render: Callable[[Spec], str]) -> str:
    """Write a dashboard as a page, with its charts as SVG and the queries behind them."""
    title = escape(dashboard["title"])
    sections = "".join(_section(section, render) for section in dashboard["sections"])
    return without_controls(
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{style()}</style></head>\n"
        f'<body class="charts-page"><main class="charts"><h1>{title}</h1>{sections}</main></body></html>\n'
    )


def style() -> str:
    """Return the rules by which dashboards are laid out."""
    return files("factcheck.charts").joinpath("dashboard.css").read_text("utf-8")


def _section(section: Mapping[str, Any], render: Callable[[Spec], str]) -> str:
    charts = "".join(_chart(chart, render) for chart in section["charts"])
    heading = f"<h2>{escape(section['title'])}</h2>"
    return f'<section>{heading}<div class="charts-grid">{charts}</div></section>' if charts else ""


def _chart(chart: Mapping[str, Any], render: Callable[[Spec], str]) -> str:
    return (
        f'<figure class="charts-chart charts-{int(chart["width"])}">{render(beside_caption(chart["spec"]))}'
        f"<figcaption>{escape(chart['caption'])}</figcaption>"
        f"<details><summary>Query</summary><pre><code>{escape(chart['sql'])}</code></pre></details></figure>"
    )
