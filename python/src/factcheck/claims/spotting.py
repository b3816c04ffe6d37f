"""Which numbers of a document are claims about the data, and why the others are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal

from factcheck.claims.carried import CarriedSentence, Place, carried_sentences
from factcheck.claims.claim import NumericClaim, Told
from factcheck.claims.conditions import CONDITIONS, THRESHOLD, VALUE
from factcheck.claims.counted_parts import is_part_of_counted
from factcheck.claims.counted_periods import counts_periods
from factcheck.claims.degrees import told_degrees
from factcheck.claims.deviations import as_deviation
from factcheck.claims.hypotheticals import leaves_rows_out
from factcheck.claims.labelled_units import in_unit_of_label
from factcheck.claims.limits_reached import limit_reached
from factcheck.claims.listed_names import names_with_numbers
from factcheck.claims.medians import as_median
from factcheck.claims.names import PART_OF_A_NAME
from factcheck.claims.number_context import NumberContext, Tree
from factcheck.claims.occasions import as_plain_count
from factcheck.claims.parts_of_one import of_one
from factcheck.claims.rules import why_no_claim
from factcheck.claims.shared_units import with_shared_units
from factcheck.claims.spans_of_time import A_SPAN
from factcheck.claims.spreads import ends_of_spread
from factcheck.claims.table_cells import NO_CELLS, Headings, stated_number
from factcheck.claims.told_apart import is_of_some
from factcheck.claims.years import states_extent, states_year, two_years, with_end_implied
from factcheck.documents.document import Document, Paragraph
from factcheck.nlp.parser import Sentence
from factcheck.numbers.lookalikes import MARGIN
from factcheck.numbers.mentions import Number, find_numbers
from factcheck.numbers.ranges import as_extremes
from factcheck.numbers.style import NumberStyle, number_style
from factcheck.runtime.checkpoints import with_checkpoints

_KINDS = {
    "percent": "a percentage",
    "currency": "an amount of money",
    "times": "how many times as much",
    "more": "how much more or less",
    "year": "a year that is a result",
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A number of the text, whether it is taken for a claim, why, and what the form of its clause says that it is."""

    paragraph: int
    number: Number
    is_claim: bool
    reason: str
    told: Told | None = None


def find_mentions(
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    style: NumberStyle | None = None,
    cells: Headings = NO_CELLS,
) -> list[Mention]:
    """Return every number of the document in reading order; ``parses`` holds the sentences of each paragraph.

    ``style`` is that of the document's numbers; it is worked out where it is not given.  ``cells`` are the cells of
    tables whose numbers are claims.
    """
    return [mention for mention, _, _ in _decide(document, parses, style, cells)]


def find_claims(
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    style: NumberStyle | None = None,
    cells: Headings = NO_CELLS,
) -> list[NumericClaim]:
    """Return the numbers of the document that are taken for claims, in reading order; as for ``find_mentions``."""
    claims: list[NumericClaim] = []
    conditions: dict[Place, list[Number]] = {}
    numbers: dict[Place, list[Number]] = {}
    for mention, sentence_no, tokens in _decide(document, parses, style, cells, in_sentences=True):
        numbers.setdefault((mention.paragraph, sentence_no), []).append(mention.number)
        if mention.reason in CONDITIONS:
            conditions.setdefault((mention.paragraph, sentence_no), []).append(mention.number)
        if not mention.is_claim:
            continue
        number, paragraph = mention.number, document.paragraphs[mention.paragraph]
        sentence = parses[mention.paragraph][sentence_no]
        start, end = paragraph.starts[number.start], paragraph.ends[number.end - 1]
        headings = cells.get(mention.paragraph, ())
        text = f"{', '.join(headings)}: {paragraph.text}" if headings else paragraph.text[sentence.start : sentence.end]
        claims.append(
            NumericClaim(
                claim_no=len(claims) + 1,
                paragraph=mention.paragraph,
                sentence=sentence_no,
                tokens=tokens,
                start=start + 1,
                length=end - start,
                sentence_text=text,
                number=number,
                headings=headings,
                told=mention.told,
            )
        )
    shared = with_shared_units(claims, parses)
    carried: dict[Place, tuple[CarriedSentence, ...]] = {}
    degrees = told_degrees(document, parses)
    for place in dict.fromkeys((claim.paragraph, claim.sentence) for claim in claims if not claim.headings):
        carried[place] = carried_sentences(place, document, parses, conditions, numbers, degrees)
    return [
        replace(
            claim,
            number=shared.get(claim.claim_no, claim.number),
            conditions=tuple(conditions.get((claim.paragraph, claim.sentence), ())),
            numbers=tuple(n for n in numbers[claim.paragraph, claim.sentence] if n is not claim.number),
            carried=carried.get((claim.paragraph, claim.sentence), ()),
        )
        for claim in claims
    ]


def style_of(document: Document) -> NumberStyle:
    """Return the style in which the document writes its numbers, and in which they are read."""
    return number_style(paragraph.text for paragraph in document.paragraphs)


def style_notice(style: NumberStyle) -> tuple[str, str] | None:
    """Return message and detail about a document whose numbers are not read in the usual style; else None."""
    if style.evidence is None:
        return None
    return (
        "numbers of this document are read with a decimal comma",
        f"Its first number that cannot be read otherwise is {style.evidence}.",
    )


def _decide(
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    style: NumberStyle | None,
    cells: Headings,
    *,
    in_sentences: bool = False,
) -> Iterator[tuple[Mention, int, tuple[int, ...]]]:
    """Yield each mention with its sentence and the indices of the tokens it covers, wholly or in part.

    ``in_sentences`` leaves out paragraphs without sentences, in which nothing is a claim.
    """
    style = style or style_of(document)
    counted: set[tuple[Decimal, str]] = set()
    listed = names_with_numbers(document)
    for index, (paragraph, sentences) in enumerate(zip(document.paragraphs, parses, strict=True)):
        if in_sentences and not sentences:
            continue
        position = _Position(paragraph, sentences, counted)
        for mentioned in with_checkpoints(find_numbers(paragraph.text, style)):
            for number in _stated_by(mentioned, position):
                sentence_no, tokens = position.move_to(number)
                reason, told = number.reason, None
                if not tokens:
                    reason = reason or "outside of any sentence"
                elif index in cells:
                    number = stated_number(number, cells[index])  # noqa: PLW2901
                elif reason is None:
                    context = position.context(number, tokens)
                    if (restated := as_median(context) or as_plain_count(context)) is not None:
                        number, context = restated, replace(context, number=restated)  # noqa: PLW2901
                    reason = why_no_claim(context)
                    if reason in {None, PART_OF_A_NAME} and index in listed:
                        reason, number = None, replace(number, is_exact=listed[index])  # noqa: PLW2901
                    if reason in {None, VALUE, A_SPAN} and (limit := limit_reached(context)) is not None:
                        number, reason = limit, THRESHOLD  # noqa: PLW2901
                    if reason is None and states_year(context):
                        number = with_end_implied(replace(number, unit="year", is_exact=True), context)  # noqa: PLW2901
                    if context.counted_noun is not None:
                        counted.add((number.value, context.counted_noun.lemma.lower()))
                    number = in_unit_of_label(of_one(number, context), context) if reason is None else number  # noqa: PLW2901
                    told = _told(context) if reason is None else None
                yield Mention(index, number, reason is None, reason or told or _what(number), told), sentence_no, tokens


def _stated_by(number: Number, position: _Position) -> tuple[Number, ...]:
    """Return the numbers that a written one states: both ends of how far values reach, a deviation, or it as it is."""
    if number.reason == MARGIN:
        _, tokens = position.move_to(number)
        return ((tokens and as_deviation(position.context(number, tokens))) or number,)
    years = two_years(number)
    if years is None and (number.ends is None or number.is_below):
        return (number,)
    _, tokens = position.move_to(number)
    if not tokens:
        return (number,)
    context = position.context(number, tokens)
    if years is not None:
        return as_extremes(*years) if states_extent(context) else (number,)
    return ends_of_spread(number, context) or (number,)


class _Position:
    """Walks through the sentences of a paragraph, once, while its numbers come in reading order."""

    def __init__(
        self, paragraph: Paragraph, sentences: tuple[Sentence, ...], counted_earlier: Set[tuple[Decimal, str]]
    ) -> None:
        self._paragraph = paragraph
        self._sentences = sentences
        self._counted_earlier = counted_earlier
        self._sentence = 0
        self._token = 0
        self._tree: tuple[int, Tree] | None = None

    def move_to(self, number: Number) -> tuple[int, tuple[int, ...]]:
        sentences = self._sentences
        while self._sentence < len(sentences) and sentences[self._sentence].end <= number.start:
            self._sentence, self._token = self._sentence + 1, 0
        if self._sentence == len(sentences):
            return self._sentence, ()
        tokens = sentences[self._sentence].tokens
        while self._token < len(tokens) and tokens[self._token].end <= number.start:
            self._token += 1
        last = self._token
        while last < len(tokens) and tokens[last].start < number.end:
            last += 1
        return self._sentence, tuple(range(self._token, last))

    def context(self, number: Number, tokens: tuple[int, ...]) -> NumberContext:
        """Return the context of a number in the sentence that ``move_to`` has reached."""
        if self._tree is None or self._tree[0] != self._sentence:
            self._tree = self._sentence, Tree.of(self._sentences[self._sentence])
        return NumberContext(self._paragraph, self._tree[1], number, tokens, self._counted_earlier)


def _told(context: NumberContext) -> Told | None:
    """Return what the clause of a number says that it is; None where only the number itself does."""
    if leaves_rows_out(context):
        return Told.WITHOUT_ROWS
    if counts_periods(context):
        return Told.PERIODS
    if is_part_of_counted(context):
        return Told.PART
    return Told.SOME if is_of_some(context) else None


def _what(number: Number) -> str:
    return _KINDS.get(number.unit, "a stated number")
