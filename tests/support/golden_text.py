"""Texts that are kept as they were when they were looked at, and written anew by ``make golden``."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest


def compare(path: Path, text: str) -> None:
    """Fail with the differences to a kept text, or write it where ``FACTCHECK_WRITE_GOLDEN`` is set."""
    if os.environ.get("FACTCHECK_WRITE_GOLDEN"):
        path.write_text(text, "utf-8")
    expected = path.read_text("utf-8") if path.exists() else ""
    if text != expected:
        name = f"{path.parent.name}/{path.name}"
        lines = difflib.unified_diff(expected.splitlines(), text.splitlines(), name, "found", lineterm="", n=3)
        pytest.fail("\n".join([*lines, "", "If this is meant, run `make golden` and commit what it writes."]))
