"""Widespread abbreviations in names of tables and columns, with the words they stand for: ``abbreviations.txt``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

_LINES = Path(__file__).with_name("abbreviations.txt").read_text("utf-8").splitlines()

ABBREVIATIONS: Mapping[str, tuple[str, ...]] = {
    short: tuple(long.strip() for long in longs.split(","))
    for short, longs in (line.split(": ") for line in _LINES if not line.startswith("#"))
}
"""Long forms of each abbreviation, the likeliest first; several words are separated by spaces."""
