"""Text of others made fit for a terminal and a log: what would steer it is written out in hexadecimal."""

from __future__ import annotations

import json
import re

_CONTROLS = "\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff"
"""C0 and C1 but for tab and newline, and halves of surrogate pairs, which cannot be written."""
_STEERING = re.compile(
    f"[{_CONTROLS}"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the order in which characters are shown
    "\u200b\u2060-\u2065\ufeff\u180e"  # nothing is shown
    "\u2028\u2029\ufff9-\ufffb"  # ends of lines and annotations
    "\U000e0000-\U000e007f]"  # tags
)
_NOT_IN_PAGES = re.compile(f"[{_CONTROLS}]")


def visible(text: str) -> str:
    """Write out the characters that move a cursor, turn text round or are not seen; newlines and tabs stay."""
    return _STEERING.sub(_written_out, text)


def visible_json(text: str) -> str:
    """Write out the same characters in a JSON document as JSON does: it reads as before."""
    return _STEERING.sub(lambda character: json.dumps(character[0])[1:-1], text)


def without_controls(page: str) -> str:
    """Replace the characters that no page may hold by the sign for what cannot be shown."""
    return _NOT_IN_PAGES.sub("\ufffd", page)


def _written_out(character: re.Match[str]) -> str:
    code = ord(character[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
