"""Sentences that a claim goes on about: what they restrict holds on in the claim's own, as far as its words say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.claims.anaphora import is_fragment, points_back, stands_for_measure
from factcheck.claims.degrees import ToldDegree, degrees_named
from factcheck.claims.passage import Passage
from factcheck.claims.surroundings import introducing_entry
from factcheck.documents.document import Document
from factcheck.nlp.parser import Sentence
from factcheck.numbers.mentions import Number

_MOST = 3
"""Sentences back to which "they" may lead, each of which points back itself."""
_WEIGHT = 0.4
"""Weight of the words of such a sentence: as much as a word two or three steps away in the claim's own."""

Place = tuple[int, int]
"""A paragraph of a document, and a sentence of its parse."""


@dataclass(frozen=True, slots=True)
class CarriedSentence:
    """A sentence before a claim whose restrictions hold on, with its numbers and those that are conditions."""

    passage: Passage
    conditions: tuple[Number, ...] = ()
    numbers: tuple[Number, ...] = ()


def carried_sentences(
    claimed: Place,
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    conditions: Mapping[Place, Sequence[Number]],
    numbers: Mapping[Place, Sequence[Number]],
    degrees: Sequence[ToldDegree] = (),
) -> tuple[CarriedSentence, ...]:
    """Return the sentences that a claim's sentence goes on about, the nearest first, then the headline of an entry.

    What sets limits to one of the ``degrees`` that it names comes before these: "low-income clients default the most".
    """
    parse = parses[claimed[0]][claimed[1]]
    written = document.paragraphs[claimed[0]].text[parse.start : parse.end]
    carried = [_limits(each, parses, numbers) for each in degrees_named(written, claimed, degrees)]
    for place in (*places_before(claimed, document, parses), *_headline(claimed, document, parses)):
        tokens = parses[place[0]][place[1]].tokens
        known, limits = tuple(numbers.get(place, ())), tuple(conditions.get(place, ()))
        stated = [number for number in known if number not in limits and number.reason is None]
        weights = tuple(
            0.0 if any(number.start <= token.start < number.end for number in stated) else _WEIGHT for token in tokens
        )
        carried.append(CarriedSentence(Passage(tokens, weights, True), limits, known))
    return tuple(carried)


def _limits(
    degree: ToldDegree, parses: Sequence[tuple[Sentence, ...]], numbers: Mapping[Place, Sequence[Number]]
) -> CarriedSentence:
    """Return a degree where it is told, with its limit; nothing else of that sentence has a weight."""
    tokens = parses[degree.paragraph][degree.sentence].tokens
    weights = tuple(_WEIGHT if degree.start <= token.start < degree.end else 0.0 for token in tokens)
    known = numbers.get((degree.paragraph, degree.sentence), ())
    limits = tuple(number for number in known if degree.start <= number.start < degree.end)
    return CarriedSentence(Passage(tokens, weights, True), limits, limits)


def places_before(claimed: Place, document: Document, parses: Sequence[tuple[Sentence, ...]]) -> Iterator[Place]:
    """Yield the places of the sentences that a claim's sentence goes on about, the nearest first."""
    paragraph, sentence = claimed
    for _ in range(_MOST):
        parse = parses[paragraph][sentence]
        is_entry = document.paragraphs[paragraph].kind == "list_item" and is_fragment(parse)
        if not (is_entry or points_back(parse) or stands_for_measure(parse)):
            return
        if sentence > 0:
            sentence -= 1
        elif (before := _paragraph_before(paragraph, document, parses)) is not None:
            paragraph, sentence = before, len(parses[before]) - 1
        else:
            return
        yield paragraph, sentence


def _headline(claimed: Place, document: Document, parses: Sequence[tuple[Sentence, ...]]) -> Iterator[Place]:
    """Yield the place of the headline above an entry without a verb: "How many exceed 1,150 mg?", "Subway, 46"."""
    headline = document.paragraphs[claimed[0]].section.headline
    if (
        headline is not None
        and headline < claimed[0]
        and is_fragment(parses[claimed[0]][claimed[1]])
        and parses[headline]
    ):
        yield headline, len(parses[headline]) - 1


def _paragraph_before(paragraph: int, document: Document, parses: Sequence[tuple[Sentence, ...]]) -> int | None:
    """Return the paragraph of the same section before one, or what introduces a list."""
    if document.paragraphs[paragraph].kind == "list_item":
        entry = introducing_entry(paragraph, document)
        if entry is not None and parses[entry]:
            return entry
    section = document.paragraphs[paragraph].section
    for before in range(paragraph - 1, -1, -1):
        kind = document.paragraphs[before].kind
        if document.paragraphs[before].section is not section or kind not in {"paragraph", "list_item"}:
            return None
        if kind == "paragraph":
            return before if parses[before] else None
    return None
