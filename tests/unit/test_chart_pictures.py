"""Charts as pictures: rendered without network, safe in any page, and refused where they are not the package's own."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from copy import deepcopy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from xml.etree import ElementTree

import pytest
from support.sample_facts import SAMPLES

from factcheck.charts.allowed import require_allowed
from factcheck.charts.of_fact import fact_chart
from factcheck.charts.rendering import OneThread, pdf, png, svg
from factcheck.charts.svg import clean_svg
from factcheck.errors import FactcheckError

CHART = fact_chart(SAMPLES["rank"][1])


def changed(*path: str | int, value: Any) -> dict[str, Any]:
    """The chart with one part of it another one."""
    spec = deepcopy(CHART)
    part: Any = spec
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    return spec


@pytest.mark.parametrize("name", SAMPLES)
def test_each_variant_is_rendered_with_its_words(name: str) -> None:
    variant, about = SAMPLES[name]
    spec = fact_chart(about, variant)
    root = ElementTree.fromstring(svg(spec))
    written = [text for element in root.iter() if (text := (element.text or "").strip())]
    for layer in spec["layer"]:
        if layer["mark"]["type"] == "text":
            assert {row["text"].split()[0] for row in layer["data"]["values"]} <= {
                word for t in written for word in t.split()
            }
    assert root.get("aria-label") == spec["description"]
    assert png(spec).startswith(b"\x89PNG")


def test_a_pdf_has_one_page_as_large_as_the_chart_with_its_words_as_text() -> None:
    page = pdf(CHART)
    assert page.startswith(b"%PDF-")
    [box] = re.findall(rb"/MediaBox\s*\[([^\]]*)\]", page)
    shown = ElementTree.fromstring(svg(CHART)).get("viewBox", "").split()
    width, height = (float(part) for part in box.split()[2:])
    assert (width / height) == pytest.approx(float(shown[2]) / float(shown[3]), rel=0.02)
    assert b"/ToUnicode" in page


def test_a_pdf_of_another_specification_is_refused() -> None:
    with pytest.raises(FactcheckError):
        pdf(changed("layer", 0, "data", value={"url": "file:///etc/passwd"}))


def test_a_picture_is_larger_by_its_scale() -> None:
    def width(picture: bytes) -> int:
        return int.from_bytes(picture[16:20], "big")

    assert width(png(CHART, 2)) == pytest.approx(2 * width(png(CHART, 1)), abs=2)


@pytest.mark.parametrize("scale", [0, -1, 5, float("nan"), float("inf")])
def test_a_scale_out_of_range_is_refused(scale: float) -> None:
    with pytest.raises(FactcheckError, match="scale cannot be"):
        png(CHART, scale)


HOSTILE = {
    "a file": changed("layer", 0, "data", value={"url": "file:///etc/passwd"}),
    "an address": changed("data", value={"url": "http://127.0.0.1:1/"}),
    "generated data": changed("data", value={"sequence": {"start": 0, "stop": 1e9}}),
    "a transform": changed("transform", value=[{"calculate": "1", "as": "a"}]),
    "an expression": changed("layer", 0, "mark", "opacity", value={"expr": "while(1)"}),
    "a formula of labels": changed("layer", 0, "encoding", "x", "axis", "labelExpr", value="datum.value"),
    "a condition": changed("layer", 0, "encoding", "color", value={"condition": {"test": "1", "value": "red"}}),
    "an image": changed("layer", 0, "mark", value={"type": "image", "url": "file:///etc/passwd"}),
    "a path into a row": changed("layer", 0, "encoding", "x", "field", value="a['b']"),
    "a format of its own": changed("layer", 0, "encoding", "x", "axis", "format", value=".999999999f"),
    "bins": changed("layer", 0, "encoding", "x", "bin", value={"maxbins": 10**9}),
    "another grammar": changed("$schema", value="https://vega.github.io/schema/vega/v6.json"),
    "a parameter": changed("params", value=[{"name": "a", "value": 1}]),
    "a row that is no row": changed("layer", 0, "data", "values", value=[[1]]),
    "an object in a row": changed("layer", 0, "data", "values", value=[{"label": {"signal": "1"}}]),
}


class _Asked(BaseHTTPRequestHandler):
    """A service of the same machine, which notes that it was asked."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"label,value\nhush,3\n")

    def log_message(self, *_arguments: Any) -> None:
        """Say nothing."""


def test_addresses_are_asked_by_what_renders_and_so_never_reach_it() -> None:
    spec = changed("layer", value=deepcopy(CHART["layer"][:1]))
    with ThreadingHTTPServer(("127.0.0.1", 0), _Asked) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        spec["layer"][0]["data"] = {"url": f"{address}/unguarded.csv"}
        unguarded = "import vl_convert; vl_convert.vegalite_to_svg(input())"  # holds up this process while it waits
        subprocess.run([sys.executable, "-c", unguarded], input=json.dumps(spec), text=True, check=True, timeout=60)
        spec["layer"][0]["data"] = {"url": f"{address}/guarded.csv"}
        with pytest.raises(FactcheckError, match="not rendered"):
            svg(spec)
        server.shutdown()
    assert _Asked.asked == ["/unguarded.csv"]


@pytest.mark.parametrize("spec", HOSTILE.values(), ids=HOSTILE)
def test_what_would_run_load_or_group_is_refused(spec: Any) -> None:
    with pytest.raises(FactcheckError, match="this specification is not rendered") as raised:
        svg(spec)
    assert raised.value.hint is not None


LARGE = {
    "many rows": changed("layer", 0, "data", "values", value=[{"label": "a", "value": 1}] * 601),
    "many layers": changed("layer", value=CHART["layer"][:1] * 13),
    "pixels": changed("width", value=1e6),
    "a long text": changed("title", "text", value="a" * 10_000),
    "many ticks": changed("layer", 0, "encoding", "x", "axis", "tickCount", value=1e6),
    "a large letter": changed("title", "fontSize", value=1e6),
    "many levels": changed("usermeta", value=json.loads('{"factcheck":' * 40 + "1" + "}" * 40)),
}


@pytest.mark.parametrize("spec", LARGE.values(), ids=LARGE)
def test_what_would_take_much_memory_is_refused(spec: Any) -> None:
    with pytest.raises(FactcheckError, match="too large") as raised:
        require_allowed(spec)
    assert raised.value.sqlstate == "54000"


def test_a_picture_of_too_many_points_is_refused() -> None:
    with pytest.raises(FactcheckError, match="too large") as raised:
        png(changed("height", value=3000) | {"width": 3000}, 3)
    assert "points of a picture" in str(raised.value.detail)


@pytest.mark.parametrize("spec", [None, [], "bar", 1, {}])
def test_what_is_no_specification_is_refused(spec: Any) -> None:
    with pytest.raises(FactcheckError, match="not rendered"):
        png(spec)


def test_nothing_of_a_picture_runs_or_loads_in_a_page() -> None:
    hostile = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(1)">'
        '<script>alert(1)</script><style>*{}</style><foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'
        '<a xlink:href="javascript:alert(1)"><text>b</text></a><image href="http://127.0.0.1/"/>'
        '<g style="fill:red" id="one" clip-path="url(#one)" fill="url(http://127.0.0.1/)"><text>shown</text></g></svg>'
    )
    cleaned = clean_svg(hostile, 'words & "more"')
    for word in ("script", "style", "foreignObject", "href", "onload", "127.0.0.1", "<b", "xlink"):
        assert word not in cleaned
    root = ElementTree.fromstring(cleaned)
    assert root.get("aria-label") == 'words & "more"'
    group = root[0]
    assert group.get("clip-path") == f"url(#{group.get('id')})"
    assert group[0].text == "shown"


def test_parts_of_two_pictures_in_one_page_have_different_names() -> None:
    drawn = '<svg xmlns="http://www.w3.org/2000/svg"><g id="one"><text>{}</text></g></svg>'
    names = {ElementTree.fromstring(clean_svg(drawn.format(text), ""))[0].get("id") for text in "ab"}
    assert len(names) == 2


def test_names_of_groups_are_text_and_no_markup() -> None:
    spec = changed("layer", 0, "data", "values", 0, "label", value="<script>alert(1)</script>")
    spec["layer"][0]["encoding"]["y"]["sort"][0] = "<script>alert(1)</script>"
    drawn = svg(spec)
    assert "<script" not in drawn
    assert "&lt;script&gt;" in drawn


_MASKS = """
import json, signal
from pathlib import Path
from factcheck.charts.rendering import svg
svg(json.loads(input()))
masks = {}
for status in Path("/proc/self/task").glob("*/status"):
    lines = dict(line.split(":\\t", 1) for line in status.read_text().splitlines() if ":\\t" in line)
    masks[lines["Pid"] == lines["Tgid"], lines["Pid"]] = int(lines["SigBlk"], 16)
print(json.dumps([[is_main, mask] for (is_main, _), mask in masks.items()]))
"""


def test_threads_that_draw_take_no_signal() -> None:
    """Handlers of a server process must run in its main thread: every other one blocks what they handle."""
    done = subprocess.run(
        [sys.executable, "-c", _MASKS], input=json.dumps(CHART), capture_output=True, text=True, check=True
    )
    masks = json.loads(done.stdout)
    handled = [1 << (number - 1) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGUSR1)]
    assert [mask for is_main, mask in masks if is_main] == [0]
    others = [mask for is_main, mask in masks if not is_main]
    assert others
    assert all(mask & bit for mask in others for bit in handled)


def test_what_is_missing_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(FactcheckError, match="vl-convert is not installed") as raised:
        svg(CHART)
    assert raised.value.sqlstate == "58P01"
    assert "extension/install.sh charts" in str(raised.value.hint)
    assert "pip install 'factcheck[charts]'" in str(raised.value.hint)


def test_several_threads_of_one_process_share_one_that_draws() -> None:
    renderer = OneThread()
    drawn: list[str] = []
    threads = [threading.Thread(target=lambda: drawn.append(renderer.svg(CHART))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(drawn) == 6
    assert len(set(drawn)) == 1
