"""Reading a document as a check does, here instead of in the server, to see what its rows do not tell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.claims.spotting import Claim, Mention, find_claims, find_mentions
from factcheck.documents.document import Document, read_document
from factcheck.nlp.parser import Parser, Sentence
from factcheck.quality.cases.source_text import Span
from factcheck.quality.judging.matching import SpottedNumber


@dataclass(frozen=True, slots=True)
class ReadText:
    """A document as the first stages see it: paragraphs, their sentences, every number, and the claims."""

    document: Document
    parses: tuple[tuple[Sentence, ...], ...]
    mentions: tuple[Mention, ...]
    claims: tuple[Claim, ...]

    def spotted(self) -> list[SpottedNumber]:
        """The claims as the rows of a check would show them, in the same order."""
        return [
            SpottedNumber(
                Span(claim.start - 1, claim.start - 1 + claim.length),
                self.document.source[claim.start - 1 : claim.start - 1 + claim.length],
                float(claim.number.value),
                None if claim.number.high is None else float(claim.number.high),
            )
            for claim in self.claims
        ]

    def why_missed(self, places: Sequence[Span]) -> str:
        """Tell why a number that may stand at these places of the source is not among the claims."""
        found = [mention for mention in self.mentions if any(self._span(mention).overlaps(place) for place in places)]
        reasons = [mention.reason for mention in found if not mention.is_claim]
        reasons += [f"read as {m.number.value:f} in “{m.number.text}”" for m in found if m.is_claim]
        if reasons:
            return "; ".join(dict.fromkeys(reasons))
        if not places:
            return "not found in the source"
        is_read = any(self._is_read(place) for place in places)
        return "not read as a number" if is_read else "outside of the text that is read"

    def _span(self, mention: Mention) -> Span:
        paragraph = self.document.paragraphs[mention.paragraph]
        return Span(paragraph.starts[mention.number.start], paragraph.ends[mention.number.end - 1])

    def _is_read(self, place: Span) -> bool:
        for paragraph in self.document.paragraphs:
            before = bisect_right(paragraph.starts, place.start)
            if before and paragraph.ends[before - 1] > place.start:
                return True
        return False


def read_text(source: str, parser: Parser) -> ReadText:
    """Take a document through the first stages of a check."""
    document = read_document(source)
    parses = tuple(parser.parse([paragraph.text for paragraph in document.paragraphs], lambda: None))
    return ReadText(document, parses, tuple(find_mentions(document, parses)), tuple(find_claims(document, parses)))
