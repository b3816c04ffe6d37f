"""A browser without a window, driven by Playwright: Chromium, as the system has it.

Debian has it without windows as a package of its own, which takes less than half of the time: the whole browser draws
the frame of each window, too, though it is not shown.

Both are no part of the tools: ``make clients`` installs them, and where they are missing these tests are skipped.
"""

from __future__ import annotations

import shutil
import site
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.pages import visits
from support.review_server import ReviewServer

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "build/clients"
AXE = CLIENTS / "node/node_modules/axe-core/axe.min.js"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
HOW = "`make clients` installs it"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The browser, for all tests of a process."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"no Chromium: {HOW}")
    for packages in CLIENTS.glob("python/lib/python3*/site-packages"):
        site.addsitedir(str(packages))  # behind the tools' own packages
    driver = pytest.importorskip("playwright.sync_api", reason=f"no Playwright: {HOW}")
    with driver.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture
def opened(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a page from its text; ``options`` are those of a Playwright context."""
    contexts = []

    def open_page(text: str, **options: Any) -> Any:
        file = tmp_path / f"page_{len(contexts)}.html"
        file.write_text(text, "utf-8")
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.goto(file.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def visit(browser: Any, server: ReviewServer) -> Iterator[Callable[..., Any]]:
    """Open addresses of the ``server`` that the test module starts."""
    with visits(browser, server) as open_page:
        yield open_page


@pytest.fixture(scope="session")
def grave_findings() -> Callable[[Any], list[str]]:
    """What axe finds on a page that is serious or critical."""
    if not AXE.exists():
        pytest.skip(f"no axe: {HOW}")
    program = AXE.read_text("utf-8")

    def find(page: Any) -> list[str]:
        page.evaluate(program)
        violations = page.evaluate("axe.run()")["violations"]
        return [
            f"{each['id']}: {node['html'][:200]}"
            for each in violations
            if each["impact"] in {"serious", "critical"}
            for node in each["nodes"]
        ]

    return find
