"""Years: most of them say when something happened, some are what is counted or how far the data reach."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from factcheck.claims.number_context import DEFINITE, NumberContext
from factcheck.nlp.parser import Token
from factcheck.numbers.mentions import Number
from factcheck.numbers.words import CARDINALS, any_of

_FOUR_DIGITS = re.compile(r"\d{4}(?:\s?(?:[-–—]|to|and)\s?\d{4})?")
_TWO_YEARS = re.compile(r"(?P<first>\d{4})\s?(?:[-–—]|-?to-?|and|through|until)\s?(?P<last>\d{4})")
_FIRST_OF_TWO = re.compile(r"\d{4}\s?(?:[-–—]|-?to-?|and|through|until)\s?\Z")
_WIDTH_OF_SECOND = 13
"""Characters that a second year takes at most, with what joins it to the first: " through 1999"."""
_EARLIEST, _LATEST = 1500, 2100
_LAST_IN_NAMES = 2040
"""Last year that names of things have: "the 2032 Games"."""
_LONGEST_LEAD = 6
"""Tokens between a year that owns an extreme and the end of what names the extreme."""

_BEFORE_A_YEAR = re.compile(r"\b(?:in|at|since|until|till|during|circa|years?|fy)\s\Z|['’]\Z", re.IGNORECASE)
_BEFORE_AN_EARLY_YEAR = re.compile(r"\b(?:from|to|between|before|after|through|by)\s\Z", re.IGNORECASE)
_BEFORE_A_VAGUE_YEAR = re.compile(r"\b(?:up\sto|around|about|circa)\s\Z", re.IGNORECASE)
_FIRST_VAGUE_YEAR = 1900
_THERE_IS = re.compile(r"\bthere\s(?:was|were|are|(?:have|has|had)\sbeen)\s(?:[a-z]+\s)?\Z", re.IGNORECASE)
"""Before a count, also of things that are told more of: "there were 1938 female patients"."""

_ENDS_A_LABEL = re.compile(r"\s?(?:\([^)]*\)\s?)?:\s")
"""Behind a year with which a sentence begins that is about it: "1855: 9,324 deaths", "1854 (from April): 5,071"."""

_BEFORE_A_RESULT = re.compile(
    r"\b(?:total|sum|average|mean|median|number|count|amount|maximum|minimum|high|low|peak|score)\sof\s\Z",
    re.IGNORECASE,
)

# How far the data reach: what is named, and how the sentence leads from there to the year.
_RECORDED = (
    r"(?:data|data\s?sets?|databases?|records?|series|samples?|observations?|entries|entry|measurements?|files?|tables?"
    r"|figures|statistics|catalogues?|catalogs?|archives?|timelines?|histor(?:y|ies))"
)
_LEADING_ON = (
    r"(?:\s(?:back|as|far|all|the|way|only|just|from|in|to|with|between|of|years?|seasons?|periods?|time)){0,5}"
)
_REACHES_TO = re.compile(
    rf"\b{_RECORDED}\b[^.;:,()\d]{{0,40}}\s(?:go(?:es)?|went|reach(?:es|ed)?|extends?|stretch(?:es)?|dates?|runs?|ran"
    rf"|starts?|started|begins?|began|ends?|ended|covers?|covered|covering|spans?|spanned|spanning|ranges?|ranged|ranging)"
    rf"\b{_LEADING_ON}\s\Z"
    rf"|\s(?:span|spans|spanned|spanning|range|ranges|ranged|ranging|dating|dates?)\b(?:\sback)?{_LEADING_ON}\s\Z",
    re.IGNORECASE,
)
_RECORDED_BETWEEN = re.compile(
    rf"\b{_RECORDED}\b[^.;:,()\d]{{0,60}}\s(?:recorded|collected|gathered|registered|documented|observed)"
    r"(?:\s(?:in|over)\sthe\s(?:years|period))?\s(?:from|between)\s\Z"
    r"|\bthere\s(?:have|has)\sbeen\s(?!(?:no|few|fewer|more|less|any)\b)[^.;:,()\d]{0,40}\s(?:from|between)\s\Z",
    re.IGNORECASE,
)
_HELD_FROM = re.compile(rf"\b{_RECORDED}\b[^.;:]*\sfrom\s(?:\d{{4}}\s(?:to|through|until|till)\s)?\Z", re.IGNORECASE)
_HOLDS = frozenset("contain include hold have provide report cover span list document track comprise".split())
_AVAILABLE = re.compile(r"\s(?:is|are|was|were)\savailable\b|\bthere\s(?:is|are)\s[^.;:]*\sdata\b", re.IGNORECASE)
"""What tells that data are there: "daily data from 1950 to 2015 are available"."""
_EXTENT_NAMED = re.compile(
    r"\b(?:years?|seasons?|periods?|dates?|coverage|time\s?(?:span|frame|range|period)|date\srange)"
    r"(?:\s(?:covered|included|spanned|of\s\w+))?\s?[:=]\s?\Z",
    re.IGNORECASE,
)
_VERSION_REACHES_TO = re.compile(
    r"\b(?:lists?|almanacs?|editions?|versions?)\s(?:runs?|ran|goes|went|reach(?:es|ed)|extends?|covers?|covered|spans?)"
    rf"{_LEADING_ON}\s\Z",
    re.IGNORECASE,
)
_COVERS_THE_YEARS = re.compile(
    r"\b(?:covers?|covered|covering|includes?|included|lists?|listed|contains?|contained|describes?|described|documents"
    r"|documented)\s[^.;:()]{1,80}\s(?:for|over|in|of|from)\sthe\s(?:years|seasons|period)(?:\s(?:from|between))?\s\Z"
    r"|\b(?:surveys?|rounds?|waves?|polls?|census(?:es)?|interviews?)\b[^.;:,()\d]{0,60}\s(?:held|conducted|taken|fielded|run"
    r"|carried\sout)\s(?:from|between)\s\Z",
    re.IGNORECASE,
)
"""Behind what is recorded, or how it was: "covers 12 ports for the years", "six rounds of the survey held between"."""
_COUNT = rf"\b(?:\d[\d,]*|{any_of(CARDINALS)})"
_ADDED_TO_COUNT = re.compile(
    rf"{_COUNT}(?:\s[^.;:,()\d]{{1,60}})?,\s(?:(?:all|each|every\sone)(?:\sof\s(?:them|these|which|whom))?\s)"
    r"(?:(?:born|built|made|written|dating|[a-z]{3,}ed)\s)?(?:between|from)\s\Z"
    rf"|{_COUNT}\s[^.;:,()\d]{{1,60}},\s(?:born|built|made|written|published|released|founded|opened|recorded|launched"
    r"|painted|discovered|completed|constructed|issued|dating)\s(?:between|from)\s\Z"
    rf"|\b(?:lists?|almanacs?|{_RECORDED})\sof\s\d[\d,]*\s[^.;:,()\d]{{0,60}},\s(?:dating\s)?from\s\Z"
    rf"|{_COUNT}\s[^.;:()]{{1,60}},\s[a-z]+\syears\s\Z",
    re.IGNORECASE,
)
"""Behind a comma that ends what is counted: "312 bridges, built between", "nine, all of them between"."""
_EXTREME = re.compile(
    r"\b(?:earliest|oldest|latest|newest|youngest|most\srecent|(?:minimum|maximum|lowest|highest|first|last)(?=\syear\b)"
    r"|(?:first|last)(?=\s(?:recorded|known|record|entry|observation|measurement)\b))"
    r"\s(?!(?:figures?|data|numbers?|reports?|results?|versions?|statistics|available|surveys?|census|estimates?)\b)"
    r"[^.;:,()\d]{0,60}\s(?:in|from|to|is|was|of|on)\s\Z",
    re.IGNORECASE,
)

_FROM_FIRST_TO_LAST = re.compile(
    r"\s(?:starts?|begins?|go(?:es)?\sback)\s(?:in|with|at|to)\s(?P<first>\d{4})\s?,?\s(?:and|but)\s(?:\w+\s)?"
    r"(?:runs?|ends?|go(?:es)?|stops?|continues?|reach(?:es)?)\s(?:(?:up|on|down)\s)?(?:(?:to|in|with|at|until|till|through)\s)?"
    r"(?P<last>\d{4})\b",
    re.IGNORECASE,
)
"""What is recorded in the present tense, with both ends: "rents start in 1951 and run to 2009"."""

_BEFORE_A_FIRST_YEAR = re.compile(
    r"\b(?:back|from|since|start(?:s|ed|ing)?|beg[ia]ns?|beginning)(?:\s(?:as|far|all|the|way|in|to|from|with|on|year)){0,5}"
    r"\s\Z",
    re.IGNORECASE,
)
_BEFORE_A_LAST_YEAR = re.compile(
    r"\b(?:until|till|through|up\sto|(?:run|go|continue|reach)(?:e?s)?\s(?:on\s)?to|ends?|ended|ending)"
    r"(?:\s(?:as|the|in|with|on|year)){0,3}\s\Z",
    re.IGNORECASE,
)

_EXTENTS = (_REACHES_TO, _VERSION_REACHES_TO, _COVERS_THE_YEARS, _RECORDED_BETWEEN, _EXTENT_NAMED, _EXTREME)

_EXTREME_WAS_IN = re.compile(
    r"\s(?:was|were|is|are|came|occurred|happened)\s(?:(?:recorded|seen|set|reached|observed|reported|registered)\s)?"
    r"(?:in|during)\s(?:the\syear\s)?\Z|\syear\b[^.;:,\d]{0,40}\s(?:was|is)\s\Z"
)
_HAD_THE_EXTREME = re.compile(
    r"\s(?:had|has|saw|observed|recorded|witnessed|registered|marked)\sthe\s(?:\w+\s)?", re.IGNORECASE
)
_BEFORE_AN_OWNER = re.compile(r"\W*(?:the\s)?(?:year\s)?\Z", re.IGNORECASE)


def why_a_year(context: NumberContext) -> str | None:
    """Return the reason why a number is a year that no query gives, None if it is no year or states a result."""
    number = context.number
    if not _FOUR_DIGITS.fullmatch(number.text) or number.unit != "plain":
        return None
    if not _EARLIEST <= number.value <= _LATEST or states_extent(context) or _owns_extreme(context):
        return None
    is_label = _ENDS_A_LABEL.match(context.after) is not None and not context.sentence_before.strip()
    if is_label or _BEFORE_A_YEAR.search(context.before):
        return "a year"
    noun, previous = context.counted_noun, context.previous
    is_definite = previous is not None and previous.text.lower() in DEFINITE
    if _is_year_after_preposition(context):
        return "a year"
    is_beside = context.following == noun or _THERE_IS.search(context.before) is not None
    plural = {"NNS"} if number.value <= _LAST_IN_NAMES else {"NNS", "NNPS"}  # "2024 Olympics", but "2058 Films"
    is_count = noun is not None and noun.tag in plural and is_beside and not is_definite
    if is_count or _BEFORE_A_RESULT.search(context.before) or number.comparison not in {"=", "between"}:
        return None
    return "a year" if number.value >= 1900 or _BEFORE_AN_EARLY_YEAR.search(context.before) else None


def _is_year_after_preposition(context: NumberContext) -> bool:
    """Recognise "up to 2022" and "around 2009"; round numbers and those that count something are no years there."""
    is_object = context.root.dependency == "pobj" and context.head.text.lower() in {"around", "about", "to", "circa"}
    is_behind = _BEFORE_A_VAGUE_YEAR.search(context.before) is not None
    return is_object and is_behind and context.number.value >= _FIRST_VAGUE_YEAR and context.number.value % 10 != 0


def _owns_extreme(context: NumberContext) -> bool:
    """Tell whether the sentence says which year it was: "the highest number was in 2021", "2021 saw the most fires"."""
    tokens, first = context.tree.tokens, context.covered[0]
    if _EXTREME_WAS_IN.search(context.before):
        return _has_superlative(tokens[:first])
    led_on = _HAD_THE_EXTREME.match(context.after)
    if led_on is None or not _BEFORE_AN_OWNER.fullmatch(context.sentence_before):
        return False
    return _has_superlative(tokens[context.covered[-1] + 1 :][:_LONGEST_LEAD])


def _has_superlative(tokens: Sequence[Token]) -> bool:
    """Tell whether there is a superlative after which no other number comes."""
    is_extreme = False
    for token in tokens:
        is_extreme = (is_extreme or token.tag in {"JJS", "RBS"}) and token.tag != "CD"
    return is_extreme


def states_extent(context: NumberContext) -> bool:
    """Tell whether the sentence says how far a column of years reaches: "records go back to", "the oldest is from"."""
    before = _FIRST_OF_TWO.sub("", context.sentence_before[-120:])
    is_added = context.number.unit == "plain" and _ADDED_TO_COUNT.search(before) is not None
    is_extent = any(pattern.search(before) for pattern in _EXTENTS) or _is_first_or_last(context)
    return is_extent or ((is_added or _is_held(context)) and _is_one_of_two_years(context))


def _is_held(context: NumberContext) -> bool:
    """Recognise both years of "the data set contains prices (in euros) of 40 ports from 1952 to 2007"."""
    tokens = context.tree.tokens
    verb = next((tokens[index] for index in context.ancestors() if tokens[index].tag.startswith("VB")), None)
    is_denied = any(token.dependency == "neg" or token.text.lower() == "no" for token in tokens)
    is_told = (verb is not None and verb.lemma.lower() in _HOLDS) or _AVAILABLE.search(context.sentence) is not None
    return is_told and not is_denied and _HELD_FROM.search(context.sentence_before) is not None


def _is_first_or_last(context: NumberContext) -> bool:
    """Recognise either year of "rents start in 1951 and run to 2009"."""
    extent, start = _FROM_FIRST_TO_LAST.search(context.sentence), len(context.sentence_before)
    return extent is not None and start in {extent.start("first"), extent.start("last")}


def _is_one_of_two_years(context: NumberContext) -> bool:
    """Tell whether a number is one of two years that stand side by side, or both."""
    is_second = _FIRST_OF_TWO.search(context.before) is not None
    return is_second or _TWO_YEARS.search(context.number.text + context.after[:_WIDTH_OF_SECOND]) is not None


def states_year(context: NumberContext) -> bool:
    """Tell whether a number that is taken for a claim is a year, which no count or sum of rows can give."""
    number = context.number
    is_year = _FOUR_DIGITS.fullmatch(number.text) is not None and number.unit == "plain"
    return is_year and _EARLIEST <= number.value <= _LATEST and (states_extent(context) or _owns_extreme(context))


def with_end_implied(number: Number, context: NumberContext) -> Number:
    """Return a year of an extent as the first or the last one, as far as the words before it say which."""
    if number.implied or not states_extent(context):
        return number
    if _BEFORE_A_FIRST_YEAR.search(context.before):
        return replace(number, implied=("minimum",))
    return replace(number, implied=("maximum",)) if _BEFORE_A_LAST_YEAR.search(context.before) else number


def is_year_of_extent(context: NumberContext) -> bool:
    """Tell whether a number is a year that says how far the data reach."""
    return _FOUR_DIGITS.fullmatch(context.number.text) is not None and states_extent(context)


def two_years(number: Number) -> tuple[Number, Number] | None:
    """Return the two years of "2001–2017" or "1998 and 2010", each as a number; None if it is anything else."""
    written = _TWO_YEARS.fullmatch(number.text)
    if written is None or not _EARLIEST <= int(written["first"]) < int(written["last"]) <= _LATEST:
        return None
    ends = (written.span("first"), written.span("last"))
    first, last = (
        replace(
            number,
            start=number.start + start,
            end=number.start + end,
            text=number.text[start:end],
            value=Decimal(number.text[start:end]),
            high=None,
            comparison="=",
            reason=None,
        )
        for start, end in ends
    )
    return first, last
