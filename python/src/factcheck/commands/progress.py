"""A line on a terminal that tells how far a command over many files has come."""

from __future__ import annotations

import shutil
import sys

import click

from factcheck.visible import visible


class Progress:
    """Shows the number and name of the file in work on standard error, where that is a terminal.

    ``clear`` takes the line away; whatever else is printed meanwhile comes after it.
    """

    def __init__(self, files: int) -> None:
        self._files = files
        self._is_shown = False
        self._is_wanted = files > 1 and sys.stderr.isatty()

    def show(self, number: int, name: str) -> None:
        """Show which file is in work."""
        if self._is_wanted:
            self.clear()
            line = f"[{number}/{self._files}] {visible(name)}"
            click.echo(line[: shutil.get_terminal_size().columns - 1], err=True, nl=False)
            self._is_shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self._is_shown:
            click.echo("\r\x1b[K", err=True, nl=False)
            self._is_shown = False
