"""Write the pictures of docs/charts.md: all variants of charts, and the page of questions in headless Chromium.

``make picture`` calls this.  The facts are those of the tests, and so is the table that the page is asked about.
"""

from __future__ import annotations

import importlib
import io
import sys
from pathlib import Path
from typing import Any

import click
import psycopg
from draw_review_page import FIGURES, browser, kept
from PIL import Image

from factcheck.charts.of_fact import fact_chart
from factcheck.charts.rendering import png

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "How are the sales?"
COLUMNS, GAP = 4, 12


def gallery() -> bytes:
    """Draw every variant, in rows as high as their highest chart."""
    samples: dict[str, Any] = importlib.import_module("support.sample_facts").SAMPLES
    first = dict(reversed(list(samples.values())))
    charts = [Image.open(io.BytesIO(png(fact_chart(fact, variant), 1))) for variant, fact in reversed(first.items())]
    rows = [charts[start : start + COLUMNS] for start in range(0, len(charts), COLUMNS)]
    width = max(chart.width for chart in charts) + GAP
    heights = [max(chart.height for chart in row) + GAP for row in rows]
    whole = Image.new("RGB", (COLUMNS * width, sum(heights)), "white")
    for place, row in enumerate(rows):
        for index, chart in enumerate(row):
            whole.paste(chart, (index * width, sum(heights[:place])))
    written = io.BytesIO()
    whole.save(written, "PNG")
    return written.getvalue()


def page(dsn: str) -> bytes:
    """Ask the page of questions about a table of cars, in a database of its own; returns what is seen."""
    databases = importlib.import_module("support.databases")
    server = importlib.import_module("support.review_server")
    cars = importlib.import_module("support.cars")
    with databases.new_database(dsn) as own, psycopg.connect(own, autocommit=True) as connection:
        connection.execute(b"CREATE EXTENSION factcheck SCHEMA public CASCADE")
        number = cars.add_cars(connection, "CURRENT_USER")
        user = connection.info.user
        with server.review_server(own, user) as served, browser() as chromium:
            desk = chromium.new_page(viewport={"width": 1280, "height": 900})
            desk.goto(served.address)
            desk.goto(f"{served.base}/questions/{number}?question={QUESTION}")
            desk.wait_for_selector("figure svg")
            picture: bytes = desk.screenshot()
    return picture


@click.command()
@click.option("--dsn", required=True, help="A superuser's connection string of a server with the extension.")
def main(dsn: str) -> None:
    """Draw both pictures."""
    sys.path.insert(0, str(ROOT / "tests"))
    kept(gallery(), FIGURES / "charts.png")
    kept(page(dsn), FIGURES / "question-page.png")


if __name__ == "__main__":
    main()
