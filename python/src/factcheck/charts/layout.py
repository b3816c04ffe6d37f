"""Facts as a dashboard: a section for each part of a question, its charts by relevance, the more relevant the wider."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.charts.of_fact import fact_chart, subject
from factcheck.charts.spec import SCHEMA, Spec, cleaned, lines
from factcheck.questions.fact import Fact, FactKind

COLUMNS = 12
"""Columns that the width of a dashboard is divided into."""
_WIDE, _NARROW = 6, 4
_RELEVANT = 0.75
"""Share of the highest relevance in a section from which a chart is wide."""
_TITLE_LETTERS = 90


@dataclass(frozen=True, slots=True)
class KeptCaption:
    """A caption that a reader wrote for a fact; ``said`` is the SHA-256 of what the fact said by itself then."""

    caption: str
    said: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a question with the facts that answer it."""

    title: str
    facts: tuple[Fact, ...]


def dashboard(question: str, sections: Sequence[Section], kept: Mapping[str, KeptCaption]) -> dict[str, Any]:
    """Lay facts out; ``kept`` has captions by the keys of facts.

    A kept caption stands as long as the fact says what it said when the caption was written: once the data have
    changed, words about the old ones would be wrong.  A fact is shown once, where it is most relevant.
    """
    laid_out = [_section(section, kept) for section in _without_repeats(sections)]
    return {
        "title": cleaned(question),
        "sections": laid_out,
        "spec": _as_one_spec(cleaned(question), laid_out),
    }


def spans(relevances: Sequence[float]) -> list[int]:
    """Return how many columns each chart takes, in rows that are full."""
    best = max(relevances, default=0)
    wanted = [_WIDE if place == 0 or each >= _RELEVANT * best else _NARROW for place, each in enumerate(relevances)]
    rows: list[list[int]] = [[]]
    for span in wanted:
        if sum(rows[-1]) + span > COLUMNS:
            rows.append([])
        rows[-1].append(span)
    return [span for row in rows if row for span in _filled(row)]


def _filled(row: list[int]) -> list[int]:
    """Widen the charts of a row until it is full, the first ones first."""
    spare = COLUMNS - sum(row)
    more, left = divmod(spare, len(row))
    return [span + more + (place < left) for place, span in enumerate(row)]


def _without_repeats(sections: Sequence[Section]) -> list[Section]:
    best: dict[str, tuple[tuple[float, float], int]] = {}
    for index, section in enumerate(sections):
        for fact in section.facts:
            if fact.key not in best or _rank(fact) > best[fact.key][0]:
                best[fact.key] = (_rank(fact), index)
    return [
        Section(section.title, tuple(fact for fact in section.facts if best[fact.key][1] == index))
        for index, section in enumerate(sections)
    ]


def _rank(fact: Fact) -> tuple[float, float]:
    return fact.relevance, fact.score


def _section(section: Section, kept: Mapping[str, KeptCaption]) -> dict[str, Any]:
    facts = sorted({fact.key: fact for fact in section.facts}.values(), key=_rank, reverse=True)
    widths = spans([fact.relevance for fact in facts])
    charts = [_chart(fact, width, kept.get(fact.key)) for fact, width in zip(facts, widths, strict=True)]
    return {"title": cleaned(section.title), "charts": charts}


def _chart(fact: Fact, width: int, kept: KeptCaption | None) -> dict[str, Any]:
    is_edited = kept is not None and kept.said == digest(fact.caption)
    caption = kept.caption if kept is not None and is_edited else fact.caption
    spec = fact_chart(fact, caption=caption)
    return {
        "key": fact.key,
        "kind": fact.kind.value,
        "title": subject(fact),
        "caption": caption,
        "own_caption": fact.caption,
        "is_edited": is_edited,
        "is_outdated": kept is not None and not is_edited,
        "width": width if fact.kind is not FactKind.VALUE else min(width, _WIDE),
        "relevance": fact.relevance,
        "score": fact.score,
        "sql": fact.sql,
        "spec": spec,
    }


def digest(caption: str) -> str:
    """Return the SHA-256 of a caption."""
    return hashlib.sha256(caption.encode()).hexdigest()


def _as_one_spec(title: str, sections: Sequence[Mapping[str, Any]]) -> Spec | None:
    """Put all charts into one specification: sections one below the other; None without a chart."""
    below = [_section_spec(section) for section in sections if section["charts"]]
    if not below:
        return None
    first: Spec = sections[[bool(section["charts"]) for section in sections].index(True)]["charts"][0]["spec"]
    return {
        "$schema": SCHEMA,
        "description": title,
        "title": {"text": lines(title, _TITLE_LETTERS), "anchor": "start", "fontSize": 18, "offset": 16},
        "vconcat": below,
        "spacing": 28,
        "config": first["config"],
    }


def _section_spec(section: Mapping[str, Any]) -> Spec:
    rows: list[list[Spec]] = [[]]
    taken = 0
    for chart in section["charts"]:
        if taken + chart["width"] > COLUMNS:
            rows.append([])
            taken = 0
        rows[-1].append(_part(chart["spec"]))
        taken += chart["width"]
    return {
        "title": {"text": lines(section["title"], _TITLE_LETTERS), "anchor": "start", "fontSize": 15, "offset": 12},
        "vconcat": [{"hconcat": row, "spacing": 32} for row in rows],
        "spacing": 24,
    }


def _part(spec: Mapping[str, Any]) -> Spec:
    """Return a chart as a part of a specification: what only the whole may have is left out."""
    return {name: value for name, value in spec.items() if name not in {"$schema", "config", "usermeta"}}
