"""JSON with decimals as they are: the encoder of the standard library knows doubles alone."""

from __future__ import annotations

import json
import re
import secrets
from decimal import Decimal
from typing import Any


def to_json(value: Any, **options: Any) -> str:
    """Write a value as JSON, each ``Decimal`` in it as a number with all its digits; ``options`` as ``json.dumps``.

    Raises ``TypeError`` for what JSON does not know, decimals that are no finite numbers among it.
    """
    mark = secrets.token_hex(16)  # no text can hold it: it was not known before
    has_decimals = False

    def marked(other: object) -> str:
        nonlocal has_decimals
        if not isinstance(other, Decimal) or not other.is_finite():
            raise TypeError(f"no JSON for {other!r}")
        has_decimals = True
        return f"{mark}{other:f}"

    written = json.dumps(value, default=marked, **options)
    return re.sub(f'"{mark}([^"]*)"', r"\1", written) if has_decimals else written
