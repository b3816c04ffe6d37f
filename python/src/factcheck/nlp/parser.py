"""What the core asks of a parser, and what it gets: sentences of tokens joined by dependency edges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

SENTENCE_RULES = 2
"""The number of the rules by which sentences are cut: parses by others are not those of this version."""

WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
"""What a parser makes about one token of."""

HYPHENS = frozenset("-‐‑")
"""Tokens between the parts of a compound word."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a sentence.

    ``start`` and ``end`` are 0-based character offsets in the parsed paragraph, ``end`` exclusive;
    ``tag`` is the Penn Treebank tag; ``head`` is the index of the governing token in the same
    sentence (the root's is its own).
    """

    text: str
    start: int
    end: int
    lemma: str
    tag: str
    dependency: str
    head: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """The tokens of one sentence; ``start`` and ``end`` are offsets in the parsed paragraph."""

    start: int
    end: int
    tokens: tuple[Token, ...]


class Parser(Protocol):
    """Splits paragraphs into sentences and finds the dependency tree of each."""

    name: str

    def parse(self, paragraphs: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Parse the paragraphs, with a checkpoint now and then, so that a cancel takes effect."""
        ...
