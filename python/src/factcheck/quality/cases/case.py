"""Benchmark cases: a folder with an article, its data and the labelled claims."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import isfinite
from pathlib import Path
from typing import Any

from factcheck.errors.catalogue import (
    case_not_complete,
    case_not_in_format,
    case_without_data,
    no_case_in_folder,
    no_case_of_that_name,
)
from factcheck.quality.cases.source_text import SourceText, Span
from factcheck.quality.cases.statements import LabelledStatement, labelled_statement
from factcheck.sqltext import unstorable

_QUERY_CHARACTERS = 10_000


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim with its ground truth.

    ``value`` is the number in the unit of the query's result; ``sql`` and ``result`` are None where
    only the truth of the sentence is known.
    """

    sentence: str
    value_text: str
    value: float
    sql: str | None
    result: float | None
    is_correct: bool


@dataclass(frozen=True, slots=True)
class Case:
    """One article.

    ``unlabelled`` lists numbers, as sentence and text, that may or may not be claims.  ``data_set``
    is the same for articles about the same data.  ``statements`` are those without a number.
    """

    case_id: str
    data_set: str
    source: str
    data: tuple[Path, ...]
    claims: tuple[LabelledClaim, ...]
    unlabelled: tuple[tuple[str, str], ...]
    statements: tuple[LabelledStatement, ...] = ()

    @property
    def queries(self) -> tuple[str, ...]:
        """The labelled queries, each once."""
        return tuple(dict.fromkeys(claim.sql for claim in self.claims if claim.sql))


def find_cases(folders: Iterable[Path], pattern: str = "*") -> list[Path]:
    """List the case folders among and directly under the given folders whose names match.

    Raises ``FactcheckError`` for a folder that neither is nor holds a case.
    """
    matching: list[Path] = []
    for folder in folders:
        cases = (
            [folder]
            if (folder / "claims.json").is_file()
            else sorted(path.parent for path in folder.glob("*/claims.json"))
        )
        if not cases:
            raise no_case_in_folder(str(folder))
        matching += [case for case in cases if fnmatchcase(case_name(case), pattern)]
    if not matching:
        raise no_case_of_that_name(pattern)
    return matching


def read_case(folder: Path) -> Case:
    """Read a case.  Raises ``FactcheckError`` when a file is missing or not in the format."""
    name = case_name(folder)
    try:
        source = (folder / "article.html").read_bytes().decode("utf-8-sig")
        meta_file = folder / "meta.json"
        meta = _object(json.loads(meta_file.read_text("utf-8")), "meta.json") if meta_file.is_file() else {}
        claims = tuple(
            _claim(_object(entry, f"claim {number}"), f"claim {number}")
            for number, entry in enumerate(_list(json.loads((folder / "claims.json").read_text("utf-8")), "claims"), 1)
        )
        unlabelled = tuple(
            (_text(entry, "sentence", "unlabelled"), _text(entry, "value_text", "unlabelled"))
            for entry in (_object(entry, "unlabelled") for entry in _list(meta.get("unlabelled", []), "unlabelled"))
        )
        statements = tuple(
            labelled_statement(_object(entry, f"statement {number}"))
            for number, entry in enumerate(_statements(folder / "statements.json"), 1)
        )
        group = _text(meta, "group", "meta.json") if meta.get("group") else name
    except OSError as error:
        raise case_not_complete(name, str(error)) from None
    except RecursionError:
        raise case_not_in_format(name, "A file is nested too deeply.") from None
    except ValueError as error:
        raise case_not_in_format(name, f"{error}.") from None
    data = tuple(sorted((folder / "data").glob("*.csv")))
    if not data:
        raise case_without_data(name)
    return Case(name, group, source, data, claims, unlabelled, statements)


def _statements(file: Path) -> Sequence[object]:
    """Return the entries of a file of statements; none where there is no such file."""
    return _list(json.loads(file.read_text("utf-8")), "statements") if file.is_file() else ()


def case_name(folder: Path) -> str:
    """Return the name of a case's folder, with bytes that are not text replaced."""
    return os.fsencode(folder.resolve().name).decode(errors="replace")


def _claim(entry: Mapping[str, Any], origin: str) -> LabelledClaim:
    if not isinstance(entry.get("correct"), bool):
        raise ValueError(f"{origin} says neither true nor false as correct")
    sql = _text(entry, "sql", origin) if entry.get("sql") is not None else None
    if sql is not None and len(sql) > _QUERY_CHARACTERS:
        raise ValueError(f"the query of {origin} has {len(sql)} characters, more than {_QUERY_CHARACTERS}")
    return LabelledClaim(
        sentence=_text(entry, "sentence", origin),
        value_text=_text(entry, "value_text", origin),
        value=_number(entry, "value", origin),
        sql=sql,
        result=None if entry.get("result") is None else _number(entry, "result", origin),
        is_correct=entry["correct"],
    )


def _object(value: object, origin: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{origin} is no object")
    return value


def _list(value: object, origin: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise ValueError(f"{origin} is no list")
    return value


def _text(entry: Mapping[str, Any], key: str, origin: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{origin} has no text as {key}")
    if unstorable(value) is not None:
        raise ValueError(f"{key} of {origin} holds {unstorable(value)}, which is no text")
    return value


def _number(entry: Mapping[str, Any], key: str, origin: str) -> float:
    """Return the number under a key, which may also be written as text."""
    value = entry.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{origin} has no number as {key}")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        raise ValueError(f"{origin} has no number as {key}") from None
    if not isfinite(number):
        raise ValueError(f"{origin} has no finite number as {key}")
    return number


def locate_claims(text: SourceText, claims: Sequence[LabelledClaim]) -> list[tuple[Span, ...]]:
    """Find the spans of the source where each claim's number may stand.

    A sentence may hold the same number several times: when as many claims name it, they are taken in
    reading order, else each may stand at any of the spans.  Empty for a number that is not found.
    """
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, claim in enumerate(claims):
        alike[claim.sentence, claim.value_text].append(index)
    locations: list[tuple[Span, ...]] = [()] * len(claims)
    for (sentence, value_text), indexes in alike.items():
        spans = text.numbers(sentence, value_text)
        for position, index in enumerate(indexes):
            locations[index] = (spans[position],) if len(spans) == len(indexes) else tuple(spans)
    return locations
