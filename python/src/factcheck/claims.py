"""Which numbers of a document are claims about the data, and why the others are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factcheck.claim_rules import Place, why_no_claim
from factcheck.document import Document
from factcheck.nlp.parser import Sentence
from factcheck.numbers import Number, find_numbers


@dataclass(frozen=True, slots=True)
class Claim:
    """A number of the text that states the result of a query.

    ``claim_no`` counts from 1 in reading order.  ``paragraph`` is an index into ``Document.paragraphs``,
    ``sentence`` into that paragraph's parse, ``tokens`` into that sentence: the tokens the number covers.
    ``source[start - 1 : start - 1 + length]`` is the claim as written (``start`` counts from 1, like substr).
    ``sentence_text`` is the visible text of the sentence.
    """

    claim_no: int
    paragraph: int
    sentence: int
    tokens: tuple[int, ...]
    number: Number
    start: int
    length: int
    sentence_text: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A number of the text, whether it is taken for a claim, and why."""

    paragraph: int
    number: Number
    is_claim: bool
    reason: str


def find_mentions(document: Document, parses: Sequence[tuple[Sentence, ...]]) -> list[Mention]:
    """Every number of the document in reading order; ``parses`` holds the sentences of each paragraph."""
    mentions = []
    for index, sentences in enumerate(parses):
        paragraph = document.paragraphs[index]
        sentence_no = 0
        for number in find_numbers(paragraph.text):
            while sentence_no < len(sentences) - 1 and sentences[sentence_no].end <= number.start:
                sentence_no += 1
            place = Place(paragraph, sentences[sentence_no], number) if sentences else None
            reason = number.reason or ("not parsed" if place is None else why_no_claim(place))
            mentions.append(Mention(index, number, reason is None, reason or _what(number)))
    return mentions


def find_claims(document: Document, parses: Sequence[tuple[Sentence, ...]]) -> list[Claim]:
    """The numbers of the document that are taken for claims, in reading order."""
    claims: list[Claim] = []
    for mention in find_mentions(document, parses):
        if not mention.is_claim:
            continue
        number, paragraph = mention.number, document.paragraphs[mention.paragraph]
        sentences = parses[mention.paragraph]
        sentence_no = max(
            (index for index, each in enumerate(sentences) if each.start <= number.start), default=0
        )
        sentence = sentences[sentence_no]
        start, end = paragraph.starts[number.start], paragraph.ends[number.end - 1]
        claims.append(
            Claim(
                claim_no=len(claims) + 1,
                paragraph=mention.paragraph,
                sentence=sentence_no,
                tokens=covered_tokens(sentence, number),
                number=number,
                start=start + 1,
                length=end - start,
                sentence_text=paragraph.text[sentence.start : sentence.end],
            )
        )
    return claims


def covered_tokens(sentence: Sentence, number: Number) -> tuple[int, ...]:
    """Indices of the sentence's tokens that the number covers, wholly or in part."""
    return tuple(
        index
        for index, token in enumerate(sentence.tokens)
        if token.start < number.end and token.end > number.start
    )


def _what(number: Number) -> str:
    return {"percent": "a percentage", "currency": "an amount of money"}.get(number.unit, "a stated number")
