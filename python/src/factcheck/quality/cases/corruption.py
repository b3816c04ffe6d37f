"""Writing errors such as writers make into right numbers, to measure which of them a check finds."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.numbers.mentions import find_numbers
from factcheck.numbers.rounding import matches
from factcheck.numbers.words import any_of, below_a_hundred
from factcheck.quality.cases.case import LabelledClaim, locate_claims
from factcheck.quality.cases.source_text import SourceText, Span

_WORDS = {below_a_hundred(number): number for number in range(100)}
_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);")
_BODY = re.compile(
    r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]*\.?[0-9]+"
    rf"|\b{any_of(_WORDS)}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One number changed: which claim, where in the old source, by what text, its new value, and how."""

    claim: int
    span: Span
    text: str
    value: float
    error: str


@dataclass(frozen=True, slots=True)
class CorruptedSource:
    """A source with errors written into it; ``edits`` are in the order of the text."""

    source: str
    edits: tuple[Edit, ...]

    def moved(self, span: Span) -> Span:
        """Tell where a span of the old source is in the new one."""
        return Span(self._moved(span.start), self._moved(span.end))

    def _moved(self, offset: int) -> int:
        passed = (edit for edit in self.edits if edit.span.end <= offset)
        return offset + sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in passed)


def corrupt(source: str, claims: Sequence[LabelledClaim], share: float, seed: int | str) -> CorruptedSource:
    """Change a share of the right numbers so that the truth no longer rounds to them.

    Errors are those writers make: digits transposed, a neighbouring claim's number, off by one, wrong
    magnitude, a stale value.  The written style stays: thousands separators, decimals, unit, number
    words.  Where ``share`` of the right claims is no whole number, the seed decides between the next two.
    The same arguments give the same errors.  Left alone: claims that are wrong already, hedged numbers
    ("about 60": a near miss may still be right), numbers that their sentence has several times, and those in
    a style that has no such errors: "one in five".
    """
    draw = random.Random(f"{seed}")  # noqa: S311
    right = [index for index, claim in enumerate(claims) if claim.is_correct]
    text = SourceText(source)
    locations = locate_claims(text, claims)
    hedged = [text.span(n.start, n.end) for n in find_numbers(text.text) if n.comparison != "="]
    numbers = {
        index: number
        for index in right
        if len(locations[index]) == 1
        and not any(locations[index][0].overlaps(span) for span in hedged)
        and (number := _read(source, locations[index][0], claims[index])) is not None
    }
    wanted = int(share * len(right) + draw.random())
    edits: list[Edit] = []
    order = sorted(numbers)
    draw.shuffle(order)
    for index in order:
        if len(edits) == wanted:
            break
        others = [number for other, number in numbers.items() if other != index]
        edit = _edited(index, numbers[index], others, draw)
        if edit is not None and not any(edit.span.overlaps(other.span) for other in edits):
            edits.append(edit)
    edits.sort(key=lambda edit: edit.span)
    pieces, position = [], 0
    for edit in edits:
        pieces += [source[position : edit.span.start], edit.text]
        position = edit.span.end
    return CorruptedSource("".join([*pieces, source[position:]]), tuple(edits))


@dataclass(frozen=True, slots=True)
class _Number:
    """A right number as written: ``before`` and ``after`` its digits or word, and its unit's factor."""

    span: Span
    before: str
    body: str
    after: str
    factor: Decimal
    truth: float
    is_text_grouped: bool

    @property
    def is_word(self) -> bool:
        return self.body.lower() in _WORDS

    @property
    def decimals(self) -> int:
        return len(self.body.partition(".")[2])

    @property
    def is_percentage(self) -> bool:
        return "%" in self.after or "percent" in self.after.lower()

    def number(self) -> Decimal:
        return _number(self.body)

    def written(self, number: Decimal) -> str | None:
        """Write another number in this one's style; None where the style cannot write it."""
        if self.is_word:
            if number != number.to_integral_value() or not 0 <= number < len(_WORDS):
                return None
            word = below_a_hundred(int(number))
            return word.capitalize() if self.body[0].isupper() else word
        is_grouped = "," in self.body or (self.number() < 1000 and self.is_text_grouped)
        return f"{number:,f}" if is_grouped else f"{number:f}"


def _number(body: str) -> Decimal:
    word = _WORDS.get(body.lower())
    return Decimal(body.replace(",", "")) if word is None else Decimal(word)


def _read(source: str, span: Span, claim: LabelledClaim) -> _Number | None:
    text = source[span.start : span.end]
    bodies = list(_BODY.finditer(_ENTITY.sub(lambda entity: " " * len(entity[0]), text)))
    if len(bodies) != 1:
        return None
    [body] = bodies
    number = _number(body[0])
    factor = Decimal(1) if number == 0 else Decimal(repr(claim.value)) / number
    truth = claim.value if claim.result is None else claim.result
    is_text_grouped = re.search("[0-9],[0-9]{3}", source) is not None
    return _Number(span, text[: body.start()], body[0], text[body.end() :], factor, truth, is_text_grouped)


def _edited(index: int, number: _Number, others: Sequence[_Number], draw: random.Random) -> Edit | None:
    errors = list(_ERRORS)
    draw.shuffle(errors)
    for error in errors:
        changed = list(_ERRORS[error](number, others))
        draw.shuffle(changed)
        for new in changed:
            body = number.written(new)
            value = new * number.factor
            if body is not None and body != number.body and _is_wrong(number, new, value):
                text = number.before + body + number.after
                return Edit(index, number.span, text, float(value), error)
    return None


def _is_wrong(number: _Number, new: Decimal, value: Decimal) -> bool:
    if new < 0 or (number.is_percentage and new > 100 >= number.number()):
        return False
    return not matches(number.truth, value)


def _transposed(number: _Number, _others: Sequence[_Number]) -> Iterator[Decimal]:
    digits = _digits(number)
    for i in range(len(digits) - 1):
        swapped = digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :]
        if swapped[0] != "0" or digits[0] == "0":
            yield Decimal(int(swapped)).scaleb(-number.decimals)


def _neighbours(number: _Number, others: Sequence[_Number]) -> Iterator[Decimal]:
    def style(one: _Number) -> tuple[str, str, bool]:
        return one.before, one.after, one.decimals > 0

    alike = [other for other in others if style(other) == style(number)]
    if alike:
        yield min(alike, key=lambda other: abs(other.span.start - number.span.start)).number()


def _off_by_one(number: _Number, _others: Sequence[_Number]) -> Iterator[Decimal]:
    step = Decimal(1).scaleb(-number.decimals)
    yield number.number() + step
    yield number.number() - step


def _magnitude(number: _Number, _others: Sequence[_Number]) -> Iterator[Decimal]:
    old = number.number()
    yield old * 10
    if number.decimals or number.is_percentage or (old and old % 10 == 0):
        yield Decimal(_digits(number)).scaleb(-number.decimals - 1).normalize() + 0


def _stale(number: _Number, _others: Sequence[_Number]) -> Iterator[Decimal]:
    old = number.number()
    for percent in (-25, -18, -12, -7, -4, 4, 7, 12, 18, 25):
        yield round(old * (100 + percent) / 100, number.decimals)


def _digits(number: _Number) -> str:
    whole = number.number().scaleb(number.decimals)
    return str(int(whole)).zfill(number.decimals + 1)


_ERRORS: dict[str, Callable[[_Number, Sequence[_Number]], Iterator[Decimal]]] = {
    "digits transposed": _transposed,
    "number of a neighbouring claim": _neighbours,
    "off by one": _off_by_one,
    "wrong magnitude": _magnitude,
    "stale value": _stale,
}
