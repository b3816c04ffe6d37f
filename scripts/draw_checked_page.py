"""Write docs/figures/checked-page.png: the demo's report as ``check_html`` marks it, as a browser shows it.

The demo writes errors into its report and checks it.  The picture has the beginning of the text, with the note
that opens where the first refuted claim is pointed at.  Chromium draws it; `make picture` calls this program.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs/figures/checked-page.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTH, HEIGHT, SCALE = 840, 980, 2
ABOVE = 262
"""Pixels of the page above its text: counts and closed lists."""
COLOURS = 64
OPEN_LIST = '<details class="factcheck-part" open>'
STYLE = "#{claim}-note {{ display: block }}"


def with_open_note(page: str) -> str:
    """Return the page with the note of its first refuted claim open, and the list of issues above the text closed."""
    claim = re.search(r'<mark class="factcheck-claim factcheck-refuted" id="([\w-]+)"', page)
    if claim is None:
        raise click.ClickException("the page has no refuted claim: choose another seed")
    page = page.replace(OPEN_LIST, OPEN_LIST.replace(" open", ""), 1)
    return page.replace("</style>", f"{STYLE.format(claim=claim[1])}</style>", 1)


def screenshot(page: Path, picture: Path) -> None:
    """Have a browser without a window draw a page."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise click.ClickException(f"no browser found: install one of {', '.join(BROWSERS)}")
    options = ["--headless", "--disable-gpu", "--hide-scrollbars", "--no-sandbox", "--force-prefers-reduced-motion"]
    size = [f"--window-size={WIDTH},{HEIGHT}", f"--force-device-scale-factor={SCALE}"]
    command = [browser, *options, *size, f"--screenshot={picture}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)  # noqa: S603


@click.command()
@click.option("--dsn", required=True, help="A superuser's connection string of a server with the extension.")
@click.option("--seed", default=2, show_default=True, help="Which errors the demo writes into its report.")
def main(dsn: str, seed: int) -> None:
    """Check the demo's report and draw the page that comes of it."""
    with tempfile.TemporaryDirectory() as folder:
        page, drawn = Path(folder) / "page.html", Path(folder) / "page.png"
        demo = [
            sys.executable,
            str(ROOT / "demo/run_demo.py"),
            "--dsn",
            dsn,
            "--seed",
            str(seed),
            "--output",
            str(page),
        ]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        page.write_text(with_open_note(page.read_text("utf-8")), "utf-8")
        screenshot(page, drawn)
        with Image.open(drawn) as image:
            text = image.convert("RGB").crop((0, ABOVE * SCALE, image.width, image.height))
            few_colours = text.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            few_colours.save(PICTURE, optimize=True)
    click.echo(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
