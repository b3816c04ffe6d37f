"""Which sentences of a document become claims for passages: those that state something and hold no other claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.documents.document import Document, Paragraph
from factcheck.nlp.parser import Sentence
from factcheck.runtime.checkpoints import with_checkpoints

_KINDS = frozenset({"paragraph", "list_item"})
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_SPEAKERS = frozenset({"i", "you", "me", "your", "my"})
_FEWEST_WORDS = 4


@dataclass(frozen=True, slots=True)
class TextClaim:
    """A sentence that is a claim: its text, and where it stands in the source, counted from 1."""

    text: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Span:
    """Characters of the source, from ``start``, counted from 1, before ``end``."""

    start: int
    end: int


def paragraphs_that_state(document: Document) -> list[int]:
    """Return the indexes of the paragraphs whose sentences may be claims: no headlines, no cells of tables."""
    return [index for index, each in enumerate(document.paragraphs) if each.kind in _KINDS]


def text_claims(document: Document, parses: Sequence[Sequence[Sentence]], taken: Sequence[Span]) -> list[TextClaim]:
    """Return the sentences that state something, in reading order, but for those that hold another claim.

    ``parses`` has the sentences of each paragraph, ``taken`` where the other claims stand.
    """
    claims = []
    for paragraph, sentences in with_checkpoints(zip(document.paragraphs, parses, strict=True)):
        for sentence in sentences:
            claim = _claim(paragraph, sentence)
            if claim is not None and not _is_taken(claim, taken):
                claims.append(claim)
    return claims


def _claim(paragraph: Paragraph, sentence: Sentence) -> TextClaim | None:
    if not _states(paragraph, sentence):
        return None
    text = paragraph.text[sentence.start : sentence.end]
    start = sentence.start + len(text) - len(text.lstrip())
    end = sentence.start + len(text.rstrip())
    first, last = paragraph.starts[start], paragraph.ends[end - 1]
    return TextClaim(text.strip(), first + 1, last - first)


def _states(paragraph: Paragraph, sentence: Sentence) -> bool:
    """Tell whether a sentence states something: it has a subject and a finite verb, asks nothing and is no code."""
    tokens = sentence.tokens
    words = [token for token in tokens if token.text[:1].isalnum()]
    if len(words) < _FEWEST_WORDS or tokens[-1].text == "?" or paragraph.is_code(sentence.start, sentence.end):
        return False
    if any(token.text.lower() in _SPEAKERS for token in tokens):
        return False
    return any(token.tag in _FINITE for token in tokens) and any(
        token.dependency.startswith(("nsubj", "csubj", "expl")) for token in tokens
    )


def _is_taken(claim: TextClaim, taken: Sequence[Span]) -> bool:
    return any(span.start < claim.start + claim.length and claim.start < span.end for span in taken)
