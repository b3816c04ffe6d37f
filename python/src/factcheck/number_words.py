"""Numbers written out in words: expressions that find them, and a function that reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

SCALES = {
    "hundred": 2,
    "thousand": 3,
    "lakh": 5,
    "million": 6,
    "crore": 7,
    "billion": 9,
    "trillion": 12,
}
"""Words that multiply, as powers of ten."""

FRACTIONS = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
"""Names of equal parts, and how many of them make a whole."""

_UNITS = "zero one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
CARDINALS = {word: value for value, word in enumerate(_UNITS + _TEENS)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
"""Numbers of one word below a hundred, and their values."""

_FIRST_TWELVE = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
_ORDINALS = (
    {word: value for value, word in enumerate(_FIRST_TWELVE, start=1)}
    | {f"{word}th": CARDINALS[word] for word in _TEENS[3:]}
    | {f"{word[:-1]}ieth": CARDINALS[word] for word in _TENS}
    | {f"{word}th": 10**power for word, power in SCALES.items()}
)


def any_of(words: Iterable[str]) -> str:
    """An expression that matches any of the words, the longest first."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


JOIN = r"(?:\s|\s?[-‐‑]\s?)"
_SCALE = any_of(SCALES) + r"\b"
_BELOW_100 = rf"(?:{any_of(_TENS)}(?:{JOIN}{any_of(_UNITS[1:])}\b)?|{any_of(_TEENS + _UNITS)})\b"
_AND = r"(?:\sand\s|\s)"
SMALL = (
    rf"(?:(?:{_BELOW_100}|an?){JOIN}hundred\b(?:{_AND}{_BELOW_100}(?!{JOIN}hundred\b))?"
    rf"|{_BELOW_100}(?!{JOIN}hundred\b))"
)
"""A number below ten thousand: "four", "twenty-five", "a hundred and four", "nineteen hundred"."""

_LARGE = sorted(set(SCALES) - {"hundred"}, key=lambda word: -SCALES[word])
_CARDINAL = (
    r"(?=[a-z])"
    + "".join(rf"(?:{_AND}?(?:{SMALL}|an?){JOIN}{scale}\b)?" for scale in _LARGE)
    + rf"(?:{_AND}?{SMALL}(?!{JOIN}{_SCALE}))?(?<=\w)"
)
WRITTEN_OUT = (
    rf"(?=(?:an?|half|{any_of(CARDINALS)})\b)"  # most words are none of these: no need to try all that follows
    rf"(?:{SMALL}\sand\s(?:a|one){JOIN}half\b(?:{JOIN}{any_of(_LARGE)}\b)?"
    rf"|half\san?\s(?:dozen|{any_of(SCALES)})\b"
    rf"|(?:{SMALL}|an?)\sdozen\b"
    rf"|{_CARDINAL}(?:\spoint(?:\s{any_of(_UNITS)}\b){{1,4}})?)"
)
"""Any number in words except a part of a whole."""

_PARTS = any_of(word for word in FRACTIONS if word != "half")
SHARE = (
    rf"(?:(?:{any_of(_UNITS[1:])}|\d){JOIN}{_PARTS}s?\b"
    rf"|an?\s{_PARTS}\b(?=\s(?:of|as|more|fewer|less)\b|\s*[.,;:)]|\s*\Z)"
    rf"|(?:one{JOIN})?half\b(?!\san?\s(?:dozen|{_SCALE})))"
)
"""A part of a whole: "two thirds", "a quarter of", "half"."""

ORDINAL = rf"(?:{any_of(_TENS)}{JOIN})?{any_of(_ORDINALS)}\b"

_WORD = re.compile(r"[a-z]+|\d+")


def read_written_out(words: str) -> Decimal:
    """The value of what ``WRITTEN_OUT`` matched.

    >>> read_written_out("two and a half million")
    Decimal('2500000')
    """
    total, group = Decimal(0), Decimal(0)
    whole, *decimals = re.split(r"\spoint\s", words.lower())
    for word in _WORD.findall(whole):
        if word in CARDINALS:
            group += CARDINALS[word]
        elif word == "half":
            group += Decimal("0.5")
        elif word in {"a", "an"}:
            group = group or Decimal(1)
        elif word == "dozen":
            group *= 12
        elif word == "hundred":
            group *= 100
        elif word in SCALES:
            total += group * 10 ** SCALES[word]
            group = Decimal(0)
    for place, word in enumerate(_WORD.findall("".join(decimals)), start=1):
        total += Decimal(CARDINALS[word]).scaleb(-place)
    value = total + group
    return value.quantize(Decimal(1)) if value % 1 == 0 else value


def read_share(words: str) -> Decimal:
    """The value of what ``SHARE`` matched, in percent, to two decimals: 66.67 for "two thirds"."""
    first, *others = _WORD.findall(words.lower())
    parts = (others or [first])[-1]
    numerator = int(first) if first.isdigit() else CARDINALS.get(first, 1)
    return percentage(Decimal(numerator), Decimal(FRACTIONS.get(parts) or FRACTIONS[parts.rstrip("s")]))


def read_ordinal(words: str) -> Decimal:
    """The value of what ``ORDINAL`` matched: 21 for "twenty-first"."""
    return Decimal(sum(CARDINALS.get(word) or _ORDINALS[word] for word in _WORD.findall(words.lower())))


def read_unit_word(word: str) -> Decimal:
    """The value of one word or figure below twenty."""
    return Decimal(word) if word.isdigit() else Decimal(CARDINALS[word.lower()])


def percentage(part: Decimal, whole: Decimal) -> Decimal:
    """100 times part by whole, to two decimals, without zeros at the end."""
    share = (100 * part / whole).quantize(Decimal("0.01"))
    return share.quantize(Decimal(1)) if share % 1 == 0 else share.normalize()
