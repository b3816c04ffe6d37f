"""What the unit tests share: the parser, files to read, and a claim about running time that holds on any machine."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from factcheck.commands.spreadsheets.table_file import ReadingOptions, TableFile, read_table_file
from factcheck.nlp.spacy_parser import SpacyParser

_TIMES = 4
_MOST_GROWTH = 6.0
"""Four times the work takes 4 times as long where time is linear, 16 times where it is quadratic: between the two.

The nearer to 4, the smaller the work that shows a quadratic part: of time l·n + q·n² it is found from q·n = l / 5 on.
"""
_SHORTEST = 0.002
"""Seconds of CPU that the smaller work has to take at least: shorter ones say more about the clock than about it."""
_ROUNDS = 40
"""Measurements at most: a short work has lucky ones beside a busy machine, and the long one has to find its own."""


def _seconds(work: Callable[[int], object], size: int) -> float:
    gc.collect()
    gc.disable()
    gc.freeze()  # the next collection need not look through what lives already, which takes 50 ms each time
    try:
        began = process_time()
        work(size)
        return process_time() - began
    finally:
        gc.enable()


@pytest.fixture(scope="session")
def parser() -> SpacyParser:
    """The real parser, which takes a second to load; it keeps nothing of a text."""
    return SpacyParser()


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., TableFile]:
    """Reads the text, or the bytes, of a CSV file."""

    def read(content: str | bytes, **options: Any) -> TableFile:
        path = tmp_path / "data.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_table_file(path, ReadingOptions(**options))

    return read


@pytest.fixture
def require_linear_time() -> Callable[[Callable[[int], object], int], None]:
    """Require that four times the work takes about four times as long.

    Compared are CPU seconds of one process within one run, so that no machine is too slow or too fast.  Other
    processes lengthen a measurement, for a while or for the rest of the run: the longer work is compared with the
    shorter one right before and right after it, and the least growth of several counts.
    """

    def require(work: Callable[[int], object], size: int) -> None:
        while (shorter := _seconds(work, size)) < _SHORTEST:
            size *= 2
        growth = float("inf")
        for _ in range(_ROUNDS):
            before, longer = shorter, _seconds(work, _TIMES * size)
            shorter = _seconds(work, size)
            growth = min(growth, longer / min(before, shorter))
            if growth < _MOST_GROWTH:
                return
        pytest.fail(f"{_TIMES} times the work took {growth:.1f} times as long")

    return require
