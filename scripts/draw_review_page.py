"""Write the pictures of docs/review.md: a wrong reading of the demo's draft corrected in two clicks.

Done as a reader would do it: click on a claim, click on the reading that is meant.  The browser counts the clicks; what
moved is printed, and the program fails where no other claim moves.  Chromium draws, driven by Playwright
(`make clients`); `make picture` calls this.
"""

from __future__ import annotations

import importlib
import shutil
import site
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
import psycopg
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
FIGURES, REPORT = ROOT / "docs/figures", ROOT / "build/demo/report.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COLOURS = 64
_FILE = click.Path(path_type=Path, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
DATABASE, ANALYST = "factcheck_demo", "factcheck_demo_analyst"
TITLE = "Late again"
CLAIM, MEANT = "7.5", "the average of arr delay in flights where dest is 'DEN'"
"""A number of the demo's draft, and what its sentence means: how late the flights to a town arrive."""

_COUNT_CLICKS = "addEventListener('click', event => { if (event.isTrusted) clicked(); }, true)"
"""Tells of every click, also on a page that comes after."""

_FORGET = "SELECT factcheck.forget_correction(correction_id) FROM factcheck.corrections"
_DRAFT = "SELECT document_id FROM factcheck.documents WHERE title = %s"


@contextmanager
def served(dsn: str) -> Iterator[str]:
    """Serve the review page; yields its address."""
    program = str(Path(sys.executable).with_name("factcheck"))
    command = [program, "serve", "--dsn", dsn, "--role", ANALYST, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        try:
            yield (server.stdout.readline() if server.stdout else "").strip()
        finally:
            server.terminate()


@contextmanager
def browser() -> Iterator[Any]:
    """Start the browser."""
    for packages in (ROOT / "build/clients").glob("python/lib/python3*/site-packages"):
        site.addsitedir(str(packages))
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    try:
        driver = importlib.import_module("playwright.sync_api")
    except ImportError:
        program = None
    if program is None:
        raise click.ClickException("no Chromium, or no Playwright: `make clients` installs both")
    with driver.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


def forget_decisions(dsn: str) -> None:
    """Have the report read as if nothing had been decided about it yet."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(f"SET ROLE {ANALYST}".encode())
        connection.execute(_FORGET.encode())


def corrected(page: Any, address: str, document: int, before: Path) -> tuple[int, list[str]]:
    """Correct the claim; returns the clicks that it took since the page was opened, and what is told of other claims.

    ``before`` is the file for a picture of the claim before it is corrected.
    """
    clicks: list[None] = []
    page.expose_function("clicked", lambda: clicks.append(None))
    page.add_init_script(_COUNT_CLICKS)
    page.goto(address)
    page.goto(f"{address.partition('/?')[0]}/documents/{document}")
    page.locator("mark a", has_text=CLAIM).click()
    page.get_by_role("heading", name=f"“{CLAIM}”").wait_for()
    kept(page.screenshot(), before)
    page.get_by_role("button", name=f"This is meant: {MEANT}", exact=True).click()
    page.get_by_text("Your decision is stored").wait_for()
    return len(clicks), [" ".join(moved.split()) for moved in page.locator("#moved li").all_inner_texts()]


def kept(picture: bytes, path: Path) -> None:
    """Write a picture in few colours."""
    path.write_bytes(picture)
    with Image.open(path) as image:
        few_colours = image.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few_colours.save(path, optimize=True)
    click.echo(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def run_demo(dsn: str, database: str, report: Path) -> str:
    """Load the demo's data, check its report, and store report and draft; returns what was printed of it."""
    demo = [sys.executable, str(ROOT / "demo/run_demo.py"), "--dsn", dsn, "--database", database]
    command = [*demo, "--output", str(report)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


@click.command()
@click.option("--dsn", required=True, help="A superuser's connection string of a server with the extension.")
@click.option("--database", default=DATABASE, show_default=True, help="Database of the demo, made where there is none.")
@click.option("--report", type=_FILE, default=REPORT, show_default=True, help="File for the demo's marked-up report.")
@click.option("--figures", type=_FOLDER, default=FIGURES, help="Folder for the pictures; default: docs/figures.")
@click.option("--stored", is_flag=True, help="Check nothing: draw the draft as the demo's database has it.")
def main(dsn: str, database: str, report: Path, figures: Path, stored: bool) -> None:
    """Store the demo's draft, correct a claim of it in the browser, and draw what is seen."""
    target = psycopg.conninfo.make_conninfo(dsn, dbname=database)
    with suppress(psycopg.Error):  # there may be no such database yet, or one of an earlier version
        forget_decisions(target)
    if not stored:
        run_demo(dsn, database, report)
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute(f"SET ROLE {ANALYST}".encode())
        row = connection.execute(_DRAFT.encode(), [TITLE]).fetchone()
    document = row[0] if row else 0
    with served(target) as address, browser() as chromium:
        desk = chromium.new_page(viewport={"width": 1280, "height": 800})
        clicks, moved = corrected(desk, address, document, figures / "review-page-before.png")
        kept(desk.screenshot(), figures / "review-page.png")
        phone = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme="dark", device_scale_factor=2)
        phone.goto(address)
        phone.goto(desk.url)
        kept(phone.screenshot(), figures / "review-page-phone.png")
    forget_decisions(target)
    if not moved:
        raise click.ClickException("no other claim moved")
    click.echo("\n".join([f"{clicks} clicks, {len(moved)} other claims moved:", *moved]))


if __name__ == "__main__":
    main()
