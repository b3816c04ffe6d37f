"""What a text says that stands for no value: "N/A", "unknown", "-", nothing at all."""

from __future__ import annotations

import re

_MISSING = re.compile(
    r"[-–—.?*\s]*|n\s*/?\s*a\.?|none|null|nan|nil|unknown|unk|tbd|tba|not (?:available|known|given)", re.IGNORECASE
)


def stands_for_none(value: str) -> bool:
    """Tell whether a value only says that there is none."""
    return _MISSING.fullmatch(value.strip()) is not None
