"""A line on a terminal that tells how far a command over files has come."""

from __future__ import annotations

import shutil
import sys
from time import monotonic

import click

from factcheck.visible import visible

_SECONDS_UNTIL_STEPS = 1.0
"""A document that takes less is done before its steps can be read."""


class ProgressLine:
    """Shows the file in work, and how far its check has come, on standard error, where that is a terminal.

    Of one file alone only the steps are shown.  ``clear`` takes the line away; whatever else is printed meanwhile comes
    after it.
    """

    def __init__(self, files: int) -> None:
        self.is_wanted = sys.stderr.isatty()
        self._files = files
        self._is_shown = False
        self._label = ""
        self._began = 0.0

    def show(self, number: int, name: str) -> None:
        """Show which file is in work."""
        self._label = f"[{number}/{self._files}] {visible(name)}" if self._files > 1 else ""
        self._began = monotonic()
        if self._label:
            self._write(self._label)

    def step(self, words: str) -> None:
        """Show how far the file in work has come."""
        if monotonic() - self._began >= _SECONDS_UNTIL_STEPS:
            self._write(f"{self._label}  {visible(words)}".lstrip())

    def _write(self, line: str) -> None:
        if self.is_wanted:
            self.clear()
            click.echo(line[: shutil.get_terminal_size().columns - 1], err=True, nl=False)
            self._is_shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            click.echo("\r\x1b[K", err=True, nl=False)
            self._is_shown = False
