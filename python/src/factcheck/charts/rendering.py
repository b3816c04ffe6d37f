"""Charts as pictures, by vl-convert: Vega-Lite in a JavaScript engine of its own, without a browser.

The engine starts threads.  In a server process none of them may ever take a signal, so all signals are blocked while
it runs: threads have the mask of the thread that starts them.  It is loaded at the first picture, since it takes 70
MB, and must be called by one thread only: see ``OneThread``.
"""

from __future__ import annotations

import json
import math
import resource
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from factcheck.charts.allowed import require_allowed, require_drawable
from factcheck.charts.svg import clean_svg
from factcheck.errors.catalogue.charts import (
    chart_not_rendered,
    charts_not_installed,
    no_memory_for_charts,
    scale_out_of_range,
)

_Result = TypeVar("_Result")

MOST_SCALE = 4
_LEAST_SCALE = 0.1


def svg(spec: Any) -> str:
    """Render a specification as SVG, with its description for screen readers, and nothing in it that runs or loads.

    Raises ``FactcheckError`` where the specification is not one of this package's, or vl-convert is missing.
    """
    require_allowed(spec)
    drawn: str = _rendered(lambda engine: engine.vegalite_to_svg(_written(spec), allowed_base_urls=[]))
    return clean_svg(drawn, str(spec.get("description") or ""))


def png(spec: Any, scale: float = 1) -> bytes:
    """Render a specification as PNG, so many times as large; raises ``FactcheckError`` as ``svg`` does."""
    if not math.isfinite(scale) or not _LEAST_SCALE <= scale <= MOST_SCALE:
        raise scale_out_of_range(f"{scale:g}", MOST_SCALE)
    require_allowed(spec)
    require_drawable(spec, scale)
    picture: bytes = _rendered(lambda engine: engine.vegalite_to_png(_written(spec), scale=scale, allowed_base_urls=[]))
    return picture


def pdf(spec: Any) -> bytes:
    """Render a specification as a PDF of one page, as large as it is; raises ``FactcheckError`` as ``svg`` does.

    Its text stays text and its lines stay lines, so it prints sharply at any size.
    """
    require_allowed(spec)
    require_drawable(spec, 1)
    page: bytes = _rendered(lambda engine: engine.vegalite_to_pdf(_written(spec), allowed_base_urls=[]))
    return page


class OneThread:
    """Renders for a process of many threads, all of it in one thread of its own: the engine stands no other way."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "charts")

    def svg(self, spec: Any) -> str:
        """Render a specification as ``svg`` does."""
        return self._thread.submit(svg, spec).result()

    def png(self, spec: Any, scale: float = 1) -> bytes:
        """Render a specification as ``png`` does."""
        return self._thread.submit(png, spec, scale).result()

    def pdf(self, spec: Any) -> bytes:
        """Render a specification as ``pdf`` does."""
        return self._thread.submit(pdf, spec).result()


def require_host() -> None:
    """Raise ``FactcheckError`` where this process cannot host the engine: its address space is limited."""
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        raise no_memory_for_charts()


def _rendered(render: Callable[[Any], _Result]) -> _Result:
    with _signals_blocked():
        try:
            import vl_convert  # noqa: PLC0415
        except ImportError as error:
            raise charts_not_installed(str(error)) from None
        try:
            return render(vl_convert)
        except ValueError as error:
            raise chart_not_rendered(" ".join(str(error).split())[:300]) from None


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block all signals: the engine's threads keep that, and this thread takes afterwards what came meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _written(spec: Any) -> str:
    return json.dumps(spec, allow_nan=False)
