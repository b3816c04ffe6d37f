"""Findings as SARIF 2.1.0, the form in which code hosts and editors take what linters find.

Supported claims are left out: a host shows every result of the log as something to look at.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from factcheck import __version__
from factcheck.commands.findings.finding import SEVERITIES, CheckedFile, Finding
from factcheck.visible import visible_json

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_RULES = {
    "refuted": ("RefutedClaim", "The data say something else than the text."),
    "disputed": ("DisputedClaim", "Sources say different things about the claim."),
    "not_enough_info": ("UndecidedClaim", "The data do not decide the claim."),
}
"""The name and the meaning of each rule; the rules are the verdicts to look at."""
_HELP = "factcheck.explain(document, claim_no) shows how the verdict came about; alternatives are other readings."

Object = dict[str, Any]


def as_sarif(files: Sequence[CheckedFile], failures: Sequence[str]) -> str:
    """Write a log with one run: a result for each claim that is not supported.

    ``failures`` are the messages about files that could not be checked; the run's invocation tells of them.
    """
    run = {
        "tool": {"driver": _driver()},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(failures)],
        "artifacts": [{"location": _location(file.name)} for file in files],
        "results": [result for index, file in enumerate(files) for result in _results(file, index)],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return visible_json(json.dumps(log, ensure_ascii=False, indent=1)) + "\n"


def _driver() -> Object:
    return {
        "name": "factcheck",
        "semanticVersion": __version__,
        "rules": [
            {
                "id": verdict,
                "name": name,
                "shortDescription": {"text": text},
                "help": {"text": _HELP},
                "defaultConfiguration": {"level": SEVERITIES[verdict]},
            }
            for verdict, (name, text) in _RULES.items()
        ],
    }


def _invocation(failures: Sequence[str]) -> Object:
    invocation: Object = {"executionSuccessful": not failures}
    if failures:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": message}} for message in failures
        ]
    return invocation


def _results(file: CheckedFile, index: int) -> Iterator[Object]:
    seen: Counter[str] = Counter()
    for finding in file.findings:
        fingerprint = _fingerprint(finding)
        seen[fingerprint] += 1
        if finding.row["verdict"] in _RULES:
            yield _result(file, index, finding, f"{fingerprint}:{seen[fingerprint]}")


def _result(file: CheckedFile, index: int, finding: Finding, fingerprint: str) -> Object:
    row = finding.row
    region = {
        "startLine": finding.place.line,
        "startColumn": finding.place.column,
        "endLine": finding.place.end_line,
        "endColumn": finding.place.end_column,
        "charOffset": row["claim_start"] - 1,
        "charLength": row["claim_length"],
    }
    location = {"artifactLocation": _location(file.name) | {"index": index}}
    result: Object = {
        "ruleId": row["verdict"],
        "ruleIndex": list(_RULES).index(row["verdict"]),
        "level": finding.severity,
        "message": {"text": row["message"] or _RULES[row["verdict"]][1]},
        "locations": [{"physicalLocation": location | {"region": region | {"snippet": {"text": row["claim_text"]}}}}],
        "partialFingerprints": {"claim/v1": fingerprint},
        "properties": {"p_correct": row["p_correct"], "query": row["query"], "description": row["description"]},
    }
    if finding.replacement is not None:
        change = {"deletedRegion": region, "insertedContent": {"text": finding.replacement}}
        result["fixes"] = [
            {
                "description": {"text": f"Replace {row['claim_text']} by {finding.replacement}"},
                "artifactChanges": [location | {"replacements": [change]}],
            }
        ]
    return result


def _fingerprint(finding: Finding) -> str:
    """Name a claim by its words, so that it is the same one when lines above it come and go."""
    words = " ".join((finding.row["sentence"] or "").split())
    return hashlib.sha256(f"{words}\0{finding.row['claim_text']}".encode("utf-8", "replace")).hexdigest()[:32]


def _location(name: str) -> Object:
    """Address a file: relative to the current folder, as hosts want it, where it lies within."""
    path = Path(name)
    if path.is_absolute():
        folder = Path.cwd()
        if not path.is_relative_to(folder):
            return {"uri": f"file://{quote(os.fsencode(path))}"}
        path = path.relative_to(folder)
    return {"uri": quote(os.fsencode(path))}
