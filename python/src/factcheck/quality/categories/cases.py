"""Reads labelled data of categories: pairs, questions, columns and hypernyms, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factcheck.errors.catalogue.labelled_cases import category_cases_not_found

PAIRS, QUESTIONS, COLUMNS, HYPERNYMS = (
    "trec_pairs.jsonl",
    "trec_questions.jsonl",
    "table_columns.jsonl",
    "hypernym_pairs.jsonl",
)


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """An instance and a category, whether it is of it, and the year or data set that it comes from."""

    instance: str
    category: str
    label: bool
    group: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a year, with the regular expression that right answers match."""

    text: str
    answers: str
    year: int


@dataclass(frozen=True, slots=True)
class LabelledColumn:
    """Values of a column with the heading that it has in its table."""

    table: str
    heading: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CategoryCases:
    """All that is measured; what a folder lacks is empty."""

    pairs: Sequence[LabelledPair]
    questions: Sequence[Question]
    columns: Sequence[LabelledColumn]
    hypernyms: Sequence[LabelledPair]


def read_category_cases(folder: Path) -> CategoryCases:
    """Read the labelled data of a folder; raise FactcheckError where it has none."""
    if not any((folder / name).exists() for name in (PAIRS, QUESTIONS, COLUMNS, HYPERNYMS)):
        raise category_cases_not_found(str(folder))
    return CategoryCases(
        [LabelledPair(row["cand"], row["cat"], row["label"] == 1, str(row["year"])) for row in _rows(folder / PAIRS)],
        [Question(row["question"], row["pattern"], row["year"]) for row in _rows(folder / QUESTIONS)],
        [LabelledColumn(row["table"], row["header"], tuple(row["values"])) for row in _rows(folder / COLUMNS)],
        [
            LabelledPair(row["word"], row["other"], row["is_hypernym"], row["dataset"])
            for row in _rows(folder / HYPERNYMS)
        ],
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
