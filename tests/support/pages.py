"""Pages of the command ``factcheck serve`` as a browser shows them, each in a context of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from support.review_server import ReviewServer

SIZES = {"phone": (390, 844), "tablet": (768, 1024), "desk": (1280, 800), "desk at 200 %": (640, 400)}
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""Tells in the browser whether a page is wider than the window."""


@contextmanager
def visits(browser: Any, server: ReviewServer) -> Iterator[Callable[..., Any]]:
    """Open addresses of a server in contexts that are let in; ``options`` are those of a context.

    The list of documents is opened by the address with the key, as a reader would; all else with the cookie it gives.
    Fails at the end where a page reported an error of its script, or a breach of its policy.
    """
    problems: list[str] = []
    with ExitStack() as contexts:

        def open_page(path: str = "/", **options: Any) -> Any:
            context = browser.new_context(**options)
            contexts.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("console", lambda said: problems.append(said.text) if "Security Policy" in said.text else None)
            if path == "/":
                page.goto(server.address)
            else:
                name, _, value = server.cookie()["Cookie"].partition("=")
                context.add_cookies([{"name": name, "value": value, "url": server.base}])
                page.goto(server.base + path)
            return page

        yield open_page
    assert problems == []
