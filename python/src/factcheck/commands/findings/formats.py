"""Findings as a table, as lines and as JSON.  What files hold has its control characters written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

import click

from factcheck.commands.findings.finding import SEVERITIES, CheckedFile, Finding
from factcheck.exact_json import to_json
from factcheck.visible import visible, visible_json

_COLOURS = {"supported": "green", "refuted": "red", "not_enough_info": "yellow", "disputed": "magenta"}
_SHOWN = max(map(len, SEVERITIES))


def as_table(file: CheckedFile) -> str:
    """Write a file's findings as aligned columns: place, verdict, claim, message."""
    if not file.findings:
        return ""
    rows = [_cells(finding) for finding in file.findings]
    places, claims = (max(len(row[index]) for row in rows) for index in (0, 2))
    lines = [
        f"  {place:>{places}}  {click.style(f'{verdict:<{_SHOWN}}', fg=_COLOURS.get(verdict))}"
        f"  {claim:<{claims}}  {message}".rstrip()
        for place, verdict, claim, message in rows
    ]
    return "\n".join([click.style(visible(file.name), underline=True), *lines, "\n"])


def _cells(finding: Finding) -> tuple[str, str, str, str]:
    row, place = finding.row, finding.place
    message = _one_line(row["message"])
    return f"{place.line}:{place.column}", row["verdict"], _one_line(row["claim_text"]), message


def summary(files: Sequence[CheckedFile], failures: int) -> str:
    """Write the last line of a table: how many claims, of which verdicts, in how many files."""
    counts = Counter(finding.row["verdict"] for file in files for finding in file.findings)
    parts = ", ".join(f"{counts[name]} {name}" for name in reversed(SEVERITIES) if counts[name])
    claims = _counted(counts.total(), "claim")
    if len(files) + failures != 1:
        claims += f" in {_counted(len(files), 'file')}"
    left_out = f"; {_counted(failures, 'file')} not checked" if failures else ""
    return claims + (f": {parts}" if parts else "") + left_out + "\n"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def as_lines(file: CheckedFile) -> str:
    """Write a line for each finding: ``file:line:column:verdict:message``, as compilers do."""
    return "".join(
        f"{visible(file.name)}:{finding.place.line}:{finding.place.column}:{finding.row['verdict']}"
        f":{_one_line(finding.row['message'])}\n"
        for finding in file.findings
    )


def _one_line(text: str | None) -> str:
    return visible(" ".join((text or "").split()))


def as_json(files: Sequence[CheckedFile], _failures: Sequence[str]) -> str:
    """Write an array with an object for each finding of any file: its place, and every column of ``fact_check``."""
    objects = [
        {
            "file": file.name,
            **asdict(finding.place),
            "severity": finding.severity,
            "replacement": finding.replacement,
            **finding.row,
        }
        for file in files
        for finding in file.findings
    ]
    return visible_json(to_json(objects, ensure_ascii=False, indent=1)) + "\n"


BY_FILE: Mapping[str, Callable[[CheckedFile], str]] = {"table": as_table, "line": as_lines}
"""Forms in which each file is written as soon as it is checked."""
