"""Benchmark cases: a folder with an article, its data and the labelled claims."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from factcheck.errors import FactcheckError
from factcheck.quality.source_text import SourceText, Span


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
    is the same for articles about the same data.
    """

    case_id: str
    data_set: str
    source: str
    data: tuple[Path, ...]
    claims: tuple[LabelledClaim, ...]
    unlabelled: tuple[tuple[str, str], ...]


def find_cases(folders: Iterable[Path], pattern: str = "*") -> list[Path]:
    """List the case folders among and directly under the given folders whose names match.

    Raises ``FactcheckError`` for a folder that neither is nor holds a case.
    """
    found: list[Path] = []
    for folder in folders:
        cases = (
            [folder]
            if (folder / "claims.json").is_file()
            else sorted(path.parent for path in folder.glob("*/claims.json"))
        )
        if not cases:
            raise FactcheckError(
                f"no case in folder {folder}",
                hint="A case is a folder with article.html, claims.json and data/*.csv.",
            )
        found += [case for case in cases if fnmatchcase(case.resolve().name, pattern)]
    if not found:
        raise FactcheckError(f'no case is called "{pattern}"')
    return found


def read_case(folder: Path) -> Case:
    """Read a case.  Raises ``FactcheckError`` when a file is missing or not in the format."""
    name = folder.resolve().name
    try:
        source = (folder / "article.html").read_bytes().decode("utf-8-sig")
        meta_file = folder / "meta.json"
        meta: Mapping[str, Any] = json.loads(meta_file.read_text("utf-8")) if meta_file.is_file() else {}
        claims = tuple(_claim(entry) for entry in json.loads((folder / "claims.json").read_text("utf-8")))
        unlabelled = tuple((entry["sentence"], entry["value_text"]) for entry in meta.get("unlabelled", []))
    except OSError as error:
        raise FactcheckError(f"case {name} is not complete", detail=f"{error}.") from None
    except (ValueError, KeyError, TypeError) as error:
        raise FactcheckError(f"case {name} is not in the format of a case", detail=f"{error!r}.") from None
    data = tuple(sorted((folder / "data").glob("*.csv")))
    if not data:
        raise FactcheckError(f"case {name} has no data", hint="Its tables are the files data/*.csv.")
    return Case(name, str(meta.get("group") or name), source, data, claims, unlabelled)


def _claim(entry: Mapping[str, Any]) -> LabelledClaim:
    result = entry.get("result")
    return LabelledClaim(
        sentence=entry["sentence"],
        value_text=entry["value_text"],
        value=float(entry["value"]),
        sql=entry.get("sql"),
        result=None if result is None else float(result),
        is_correct=bool(entry["correct"]),
    )


def locate_claims(text: SourceText, claims: Sequence[LabelledClaim]) -> list[tuple[Span, ...]]:
    """Find the places in the source where each claim's number may stand.

    A sentence may hold the same number several times: when as many claims name it, they are taken in
    reading order, else each may stand at any of the places.  Empty for a number that is not found.
    """
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, claim in enumerate(claims):
        alike[claim.sentence, claim.value_text].append(index)
    places: list[tuple[Span, ...]] = [()] * len(claims)
    for (sentence, value_text), indexes in alike.items():
        spans = text.numbers(sentence, value_text)
        for position, index in enumerate(indexes):
            places[index] = (spans[position],) if len(spans) == len(indexes) else tuple(spans)
    return places
