"""Degrees to which a text sets limits in brackets, and which it names alone elsewhere: "short terms (0-4 years)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factcheck.claims.number_context import NumberContext
from factcheck.documents.document import Document
from factcheck.nlp.parser import Sentence

_DEGREE = (
    r"(?:(?:very|upper|lower)[-\s])?(?:low|lower|mid|middle|medium|moderate|high|higher|upper|short|shorter|long|longer|small"
    r"|smaller|large|larger|young|younger|old|older|senior|junior|stable|light|heavy)"
)
_AMOUNT = r"[$€£₹₦]?\d[\d.,]*[km]?\s?%?"
_LIMIT = (
    rf"(?:(?:[<>≤≥]=?|under|over|above|below|up\sto)\s?{_AMOUNT}|{_AMOUNT}\s?\+|{_AMOUNT}\s?(?:[-–—]|to)\s?{_AMOUNT})"
    r"(?:\s[a-z]+){0,2}"
)
_LEVEL = r"(?:junior|middle|senior|high|upper|lower)[-\s](?:high[-\s])?(?:school|college)"
"""A level of education, which a bracket tells of rather than limits: "High School ($43K-$48K)"."""

_LIMITED = re.compile(rf"\b(?P<name>(?!{_LEVEL}){_DEGREE}(?:[-\s][a-z]+){{1,3}})\s?\({_LIMIT}\)", re.IGNORECASE)
LIMIT_IN_BRACKETS = re.compile(rf"\s?\({_LIMIT}\)", re.IGNORECASE)
"""A limit in brackets, which tells of what stands before it which rows are meant, and names nothing."""
_NEAR = 100
"""Characters on each side of a number in which a degree and its limit stand."""
_HYPHEN = re.compile(r"[-‐‑]")
_HAS_LIMIT = re.compile(r"\(\W*(?:[a-z]+\s){0,2}[$€£₹₦]?\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ToldDegree:
    """What a sentence calls a degree, in lower case, and where in its paragraph the name and its limit stand."""

    names: tuple[str, ...]
    paragraph: int
    sentence: int
    start: int
    end: int


def limits_a_degree(context: NumberContext) -> bool:
    """Tell whether a number limits the degree that another one is of: "high-interest loans (15%+) default at 58%"."""
    text, number = context.paragraph.text, context.number
    first = max(0, number.start - _NEAR)
    for limited in _LIMITED.finditer(text, first, number.end + _NEAR):
        if limited.end("name") <= number.start and number.end <= limited.end():
            start, end = limited.start() - context.tree.tokens[0].start, limited.end() - context.tree.tokens[0].start
            return any(map(str.isdigit, context.sentence[:start] + context.sentence[end:]))
    return False


def told_degrees(document: Document, parses: Sequence[tuple[Sentence, ...]]) -> list[ToldDegree]:
    """Return the degrees to which a document sets limits, in reading order."""
    told = []
    for index, paragraph in enumerate(document.paragraphs):
        for limited in _LIMITED.finditer(paragraph.text) if "(" in paragraph.text else ():
            sentences = enumerate(parses[index])
            within = next((n for n, each in sentences if each.start <= limited.start() < each.end), None)
            if within is not None:
                names = tuple(_names(limited["name"].lower()))
                told.append(ToldDegree(names, index, within, limited.start(), limited.end()))
    return told


def _names(name: str) -> Iterator[str]:
    """Yield a name, and one with a hyphen also without its noun: "high interest" of "high-interest loans"."""
    yield _HYPHEN.sub(" ", name)
    first = name.split(maxsplit=1)[0]
    if _HYPHEN.search(first) and first != name:
        yield _HYPHEN.sub(" ", first)


def degrees_named(text: str, place: tuple[int, int], told: Sequence[ToldDegree]) -> list[ToldDegree]:
    """Return the degrees that a sentence names without a limit, each as it was told last before, or else first."""
    written = _HYPHEN.sub(" ", text.lower())
    nearest: dict[str, ToldDegree] = {}
    for each in told:
        there = (each.paragraph, each.sentence)
        for name in each.names if there != place else ():
            if there < place or name not in nearest:
                nearest[name] = each
    return list(dict.fromkeys(each for name, each in nearest.items() if _names_alone(written, name)))


def _names_alone(written: str, name: str) -> bool:
    """Tell whether a text has a name that no limit stands behind."""
    found = re.search(rf"\b{re.escape(name)}s?\b", written)
    return found is not None and _HAS_LIMIT.match(written[found.end() :].lstrip()) is None
