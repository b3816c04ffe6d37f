"""Numbers written out in words: expressions that find them, and a function that reads them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

SCALES = {
    "hundred": 2,
    "thousand": 3,
    "lakh": 5,
    "million": 6,
    "crore": 7,
    "billion": 9,
    "trillion": 12,
    "quadrillion": 15,
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
    "hundredth": 100,
    "thousandth": 1000,
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
_FIGURE_ORDINAL = re.compile(r"([1-9][0-9]{0,3})(?:st|nd|rd|th)")
_ORDINALS = (
    {word: value for value, word in enumerate(_FIRST_TWELVE, start=1)}
    | {f"{word}th": CARDINALS[word] for word in _TEENS[3:]}
    | {f"{word[:-1]}ieth": CARDINALS[word] for word in _TENS}
    | {f"{word}th": 10**power for word, power in SCALES.items()}
)


def ordinal_value(word: str) -> int | None:
    """Return the place that a word in lower case gives, as 3 for "third" and "3rd"; None for any other word."""
    if match := _FIGURE_ORDINAL.fullmatch(word):
        return int(match.group(1))
    return _ORDINALS.get(word)


def ordinal_in_figures(word: str) -> str | None:
    """Return the place that a word in lower case gives in figures and letters, 3rd for "third"; None for others."""
    place = ordinal_value(word)
    if place is None:
        return None
    letters = "th" if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{letters}"


def any_of(words: Iterable[str]) -> str:
    """Return an expression that matches any of the words, the longest first."""
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


def below_a_hundred(number: int) -> str:
    """Write a number from 0 to 99 in words."""
    words = {value: word for word, value in CARDINALS.items()}
    if number in words:
        return words[number]
    return f"{words[number - number % 10]}-{words[number % 10]}"


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
_DONE_BY_SOME = any_of(
    "are were have had say said do did own owned rent rented live lived work worked use used smoke smoked"
    " drink drank drive drove pay paid buy bought earn earned give gave get got go went come came take took"
    " make made choose chose vote voted agree agreed disagree answer answered think thought believe want wanted"
    " prefer preferred know knew die died survive survived fail failed pass passed receive received report"
    " reported attend attended return returned leave left never always already still strongly".split()
)
"""Words behind "a third" that tell what a part of all did; an ordinal has a noun there: "a third person"."""
_BEHIND_A_VERB = any_of(
    "both the a an all no none it that to for in with by at on from their his her its nothing every each".split()
)
_DONE_TO = rf"[a-z]{{3,12}}ed\s{_BEHIND_A_VERB}"
"""What else a part of all did, by the word behind the verb: "a third rejected both", but "a third rejected plan"."""
_NEARLY = "(?:" + "|".join(rf"(?<={word}\s)" for word in ("nearly", "almost", "about", "roughly", "over", "than")) + ")"
_SOME_PARTS = any_of(
    rf"(?:{any_of(_UNITS[1:parts])}|[1-{min(parts - 1, 9)}]){JOIN}{word}s?"
    for word, parts in FRACTIONS.items()
    if word != "half"
)
"""Fewer parts than the whole has: "three quarters", but "six quarters" are a year and a half."""

SHARE = (
    rf"(?:{_SOME_PARTS}\b"
    rf"|an?\s{_PARTS}\b(?=\s(?:of|as|more|fewer|less|{_DONE_BY_SOME}|{_DONE_TO})\b|\s*[.,;:)]|\s\(\d|\s*\Z)"
    rf"|{_NEARLY}an?\s{_PARTS}\b(?=\s[a-z]+(?:ed\b|\s(?:the|an?|it|no)\b))"
    rf"|(?:one{JOIN})?half\b(?!\san?\s(?:dozen|{_SCALE})))"
)
"""A part of a whole: "two thirds", "a quarter of", "half"."""

SHARE_OF_SCALE = rf"(?:(?:(?:an?|{any_of(_UNITS[1:])}){JOIN})?{_PARTS}s?|half)\sof\san?\s{any_of(_LARGE)}\b"
"""A part of a large number: "a quarter of a million"."""

_FACTORS = {"doubl": 2, "tripl": 3, "trebl": 3, "quadrupl": 4, "quintupl": 5, "twice": 2, "thrice": 3}
_OF_ANOTHER = r"(?=\s(?:as|the|that|this|those|what|its|their|his|her|our|your|my)\b)"
_FOLDS = {**{word: CARDINALS[word] for word in _UNITS[1:] + _TEENS[:3] + _TENS}, "hundred": 100, "thousand": 1000}
MULTIPLE = (
    rf"(?:double|triple|treble|quadruple|twice|thrice){_OF_ANOTHER}"
    r"|(?:(?<=nearly\s)|(?<=almost\s)|(?<=than\s)|(?<=about\s)|(?<=roughly\s))(?:double|triple|treble|quadruple)\b"
    r"|(?:doubl|tripl|trebl|quadrupl|quintupl)(?:ed|ing)\b|halv(?:ed|ing)\b"
    rf"|{any_of(_FOLDS)}-?fold\b"
    r"|half(?=\sas\s|\s(?:the\s(?:number|size|amount|rate|level|price|cost|value|total|average)|that)\sof\b)"
)
"""How many times as large one result is as another: "twice as", "doubled", "threefold"."""

_VAGUE = any_of(["dozen", *SCALES])
VAGUE = (
    rf"(?:dozens|hundreds|thousands|(?:m|b|tr)illions)(?:\sof\s(?:thousands|millions|billions))?\b|tens\sof\s{_VAGUE}s\b"
    rf"|(?:a\sfew|several|many|a\scouple|a\scouple\sof)\s{_VAGUE}s?\b|a\scouple\sof\b|a\scouple(?=\s[a-z]+s\b)"
)
"""A quantity that no result can be compared with: "dozens", "a few hundred", "a couple of"."""

SPOKEN_YEAR = (
    rf"(?:eighteen|nineteen)[\s-](?:(?:oh|o)[\s-]{any_of(_UNITS[1:])}|{any_of(_TEENS)}"
    rf"|{any_of(_TENS)}(?:[\s-]{any_of(_UNITS[1:])})?)\b(?![\s-](?:hundred|thousand|million|percent|per))"
    rf"|twenty[\s-](?:{any_of(_TEENS)}|twenty(?:[\s-]{any_of(_UNITS[1:])})?)\b(?!-[a-z]|\s[a-z]+s\b)"
)
"""A year as it is spoken: "nineteen eighty-four"."""

ORDINAL = rf"(?:{any_of(_TENS)}{JOIN})?{any_of(_ORDINALS)}\b"

FIRST_WORDS = any_of(
    sorted(
        {*CARDINALS, *_ORDINALS, *FRACTIONS, *_FACTORS, *_FOLDS}
        | set("an? no none minus dozens hundreds thousands millions billions trillions tens several many halv".split())
    )
)
"""How anything written in words begins."""

_WORD = re.compile(r"[a-z]+|\d+")


def read_written_out(words: str) -> Decimal:
    """Return the value of what ``WRITTEN_OUT`` matched.

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
    for decimal_place, word in enumerate(_WORD.findall("".join(decimals)), start=1):
        total += Decimal(CARDINALS[word]).scaleb(-decimal_place)
    value = total + group
    return value.quantize(Decimal(1)) if value % 1 == 0 else value


def read_share(words: str) -> Decimal:
    """Return the value of what ``SHARE`` matched, in percent, to two decimals: 66.67 for "two thirds"."""
    first, *others = _WORD.findall(words.lower())
    parts = (others or [first])[-1]
    numerator = int(first) if first.isdecimal() else CARDINALS.get(first, 1)
    return percentage(Decimal(numerator), Decimal(FRACTIONS.get(parts) or FRACTIONS[parts.rstrip("s")]))


def read_ordinal(words: str) -> Decimal:
    """Return the value of what ``ORDINAL`` matched: 21 for "twenty-first"."""
    return Decimal(sum(CARDINALS.get(word) or _ORDINALS[word] for word in _WORD.findall(words.lower())))


def read_share_of_scale(words: str) -> Decimal:
    """Return the value of what ``SHARE_OF_SCALE`` matched: 250000 for "a quarter of a million"."""
    share, scale = re.split(r"\sof\san?\s", words.lower())
    first, *others = _WORD.findall(share)
    parts = (others or [first])[-1]
    below = FRACTIONS.get(parts) or FRACTIONS[parts.rstrip("s")]
    whole = Decimal(10 ** SCALES[scale]) * CARDINALS.get(first, 1)
    return (whole / below).quantize(Decimal(1))


def read_multiple(words: str) -> Decimal:
    """Return the value of what ``MULTIPLE`` matched: 2 for "twice"."""
    word = words.lower()
    if word.startswith("hal"):
        return Decimal("0.5")
    fold = re.match(rf"({any_of(_FOLDS)})-?fold", word)
    return Decimal(_FOLDS[fold[1]] if fold else next(_FACTORS[stem] for stem in _FACTORS if word.startswith(stem)))


def read_vague(words: str) -> Decimal:
    """Return the order of magnitude of what ``VAGUE`` matched: 100 for "hundreds", 2 for "a couple of"."""
    sizes = [12 if word == "dozen" else 10 ** SCALES[word] for word in re.findall(_VAGUE, words.lower())]
    return Decimal(math.prod(sizes) * (10 if words.lower().startswith("tens") else 1) if sizes else 2)


def read_spoken_year(words: str) -> Decimal:
    """Return the value of what ``SPOKEN_YEAR`` matched: 1984 for "nineteen eighty-four"."""
    first, *others = _WORD.findall(words.lower())
    return Decimal(100 * CARDINALS[first] + sum(CARDINALS.get(word, 0) for word in others))


def read_unit_word(word: str) -> Decimal:
    """Return the value of one word below twenty, of a figure, or of "hundred" and the like."""
    word = re.sub(r"\Aan?\s|,", "", word.lower())
    if word.isdecimal():
        return Decimal(word)
    return Decimal(CARDINALS[word] if word in CARDINALS else 10 ** SCALES[word])


def percentage(part: Decimal, whole: Decimal) -> Decimal:
    """Return 100 times part by whole, to two decimals (below 1 to two digits), without zeros at the end."""
    share = 100 * part / whole
    share = share.quantize(Decimal("0.01").scaleb(min(0, share.adjusted() + 1 if share else 0)))
    return share.quantize(Decimal(1)) if share % 1 == 0 else share.normalize()


HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
"""Hours of the clock in words, as an expression."""

PART_OF_DAY = r"(?:in\sthe\s(?:morning|afternoon|evening)|at\snight)"
"""What tells which half of the day an hour is in, as an expression."""

DECADES: Mapping[str, int] = {
    word: 10 * ten
    for ten, word in enumerate("twenties thirties forties fifties sixties seventies eighties nineties".split(), 2)
}
"""Decades in words, with the years of the century in which they begin."""
