"""Why a check missed a claim: the first stages of the check are run in this process to see what its rows do not say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.claims.claim import NumericClaim
from factcheck.claims.spotting import Mention, find_claims, find_mentions
from factcheck.documents.document import Document, read_document
from factcheck.nlp.parser import Parser, Sentence
from factcheck.quality.cases.source_text import Span
from factcheck.quality.judging.matching import SpottedNumber


@dataclass(frozen=True, slots=True)
class ReadText:
    """A document after the first stages: paragraphs, their sentences, all numbers, and the claims."""

    document: Document
    parses: tuple[tuple[Sentence, ...], ...]
    mentions: tuple[Mention, ...]
    claims: tuple[NumericClaim, ...]

    def spotted(self) -> list[SpottedNumber]:
        """Return the claims as the rows of a check would show them, in the same order."""
        return [
            SpottedNumber(
                Span(claim.start - 1, claim.start - 1 + claim.length),
                self.document.source[claim.start - 1 : claim.start - 1 + claim.length],
                float(claim.number.value),
                None if claim.number.high is None else float(claim.number.high),
            )
            for claim in self.claims
        ]

    def why_missed(self, spans: Sequence[Span]) -> str:
        """Tell why a number that may stand at these spans of the source is not among the claims."""
        mentions = [mention for mention in self.mentions if any(self._span(mention).overlaps(span) for span in spans)]
        reasons = [mention.reason for mention in mentions if not mention.is_claim]
        reasons += [f"read as {m.number.value:f} in “{m.number.text}”" for m in mentions if m.is_claim]
        if reasons:
            return "; ".join(dict.fromkeys(reasons))
        if not spans:
            return "not found in the source"
        is_read = any(self._is_read(span) for span in spans)
        return "not read as a number" if is_read else "outside of the text that is read"

    def _span(self, mention: Mention) -> Span:
        paragraph = self.document.paragraphs[mention.paragraph]
        return Span(paragraph.starts[mention.number.start], paragraph.ends[mention.number.end - 1])

    def _is_read(self, span: Span) -> bool:
        for paragraph in self.document.paragraphs:
            before = bisect_right(paragraph.starts, span.start)
            if before and paragraph.ends[before - 1] > span.start:
                return True
        return False


def read_text(source: str, parser: Parser) -> ReadText:
    """Take a document through the first stages of a check."""
    document = read_document(source)
    parses = tuple(parser.parse([paragraph.text for paragraph in document.paragraphs]))
    return ReadText(document, parses, tuple(find_mentions(document, parses)), tuple(find_claims(document, parses)))
