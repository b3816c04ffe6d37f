"""SVG that can stand in any page: its elements and attributes are taken from a list, everything else is left out."""

from __future__ import annotations

import hashlib
import re
from xml.etree import ElementTree

_SVG = "http://www.w3.org/2000/svg"
_ELEMENTS = frozenset("svg g path rect line text tspan circle defs clipPath".split())
_ATTRIBUTES = frozenset(
    "class width height viewBox transform d x y x1 x2 y1 y2 cx cy r rx ry dx dy fill fill-opacity stroke stroke-width"
    " stroke-dasharray stroke-dashoffset stroke-opacity stroke-miterlimit stroke-linecap stroke-linejoin opacity"
    " text-anchor dominant-baseline font-family font-size font-weight font-style clip-path id display pointer-events"
    " aria-hidden aria-label aria-roledescription role version".split()
)
_REFERENCE = re.compile(r"url\(#([\w-]+)\)")


def clean_svg(drawn: str, description: str) -> str:
    """Return a picture with its description as the label that screen readers tell.

    No script, style, link or address is left, so that it may be put into a page whose policy forbids these; names of
    its parts are its own, so that several pictures may be put into one page.
    """
    root = ElementTree.fromstring(drawn)  # noqa: S314 - made here, from a specification without entities
    _clean(root, f"chart-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}-")
    root.set("role", "img")
    root.set("aria-label", description)
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element, prefix: str) -> None:
    for name, value in list(element.attrib.items()):
        if name == "id":
            element.set(name, prefix + value)
        elif reference := _REFERENCE.fullmatch(value):
            element.set(name, f"url(#{prefix}{reference[1]})")
        if name not in _ATTRIBUTES or (
            "url" in value.lower() and name != "aria-label" and not _REFERENCE.fullmatch(value)
        ):
            del element.attrib[name]
    for child in list(element):
        if child.tag.startswith(f"{{{_SVG}}}") and child.tag.removeprefix(f"{{{_SVG}}}") in _ELEMENTS:
            _clean(child, prefix)
        else:
            element.remove(child)
