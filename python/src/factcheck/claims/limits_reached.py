"""Limits that a verb says: "three men reached forty", "27 topped 30", "five had not yet turned 18"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from factcheck.claims.number_context import DEFINITE, SUBJECT, NumberContext
from factcheck.nlp.parser import HYPHENS, Token
from factcheck.numbers.mentions import Number
from factcheck.numbers.words import CARDINALS, any_of

_FEWEST_WORDS_AFTER_COUNT, _MOST_WORDS_OF_COUNT = 4, 3
_REACHES = (
    r"reach(?:es|ed|ing)?|hit(?:s|ting)?|g[eo]t(?:s|ten|ting)?\s(?:up\s)?to|ma(?:de|ke|kes|king)\sit\sto|attain(?:s|ed|ing)?"
    r"|turn(?:s|ed|ing)?|climb(?:s|ed)?\sto"
)
_GOES_BEYOND = (
    r"top(?:s|ped|ping)?|pass(?:es|ed|ing)?|cross(?:es|ed|ing)?|clear(?:s|ed|ing)?|(?:ma(?:de|ke|kes)\sit|g[eo]t(?:s|ten)?"
    r"|went|gone|climb(?:s|ed)?)\s(?:past|beyond)"
)
_BREAKS = r"br(?:eak(?:s|ing)?|oken?)(?:\sthrough)?|breach(?:es|ed|ing)?|crack(?:s|ed|ing)?|smash(?:es|ed|ing)?"
"""Verbs that go beyond a number only where it is called a mark: "broke the $200 barrier"."""

_NOT = (
    r"(?P<not>\b(?:not|never|neither|nor|fail(?:s|ed|ing)?\sto|yet\sto|without|unable\sto)\s(?:\w+\s){0,2}?"
    r"|\w+n['’]t\s(?:\w+\s){0,2}?)?"
)
_VERB = re.compile(
    rf"{_NOT}\b(?:(?P<reaches>{_REACHES})|(?P<beyond>{_GOES_BEYOND}|(?P<breaks>{_BREAKS})))\s(?:(?:even|only|just|as\smany\sas|the\sage\sof|the)\s)?\Z",
    re.IGNORECASE,
)
_NOT_YET = re.compile(r"(?:\bnot|n['’]t)\s(?:\w+\s)?yet\s(?:even\s)?\Z", re.IGNORECASE)
_WITHIN = re.compile(r"\bwithin\s(?:just\s|only\s)?\Z", re.IGNORECASE)
_TAKES_AN_OBJECT = re.compile(r"\b(?:hit|pass|cross|clear)(?:s|es|ed|ting|ing)?\s\Z", re.IGNORECASE)
_MARK = r"(?:mark|level|threshold|barrier|line)"
_SHARE_BEHIND = re.compile(r"\s?\(\s?[~≈]?\d[\d.,]*\s?%")
"""Behind a result the share that it is of all: "a total that reached 148,521 (45.5 %)"."""

_A_MARK = re.compile(rf"\s?{_MARK}\b", re.IGNORECASE)
_MARK_BEFORE = re.compile(rf"\b{_MARK}\sof\s\Z", re.IGNORECASE)
_IS_PASSED = re.compile(
    rf"(?:\s(?!{_MARK}\b)[a-z]+)?(?:\s(?P<mark>{_MARK}))?\s(?:was|were|is|are|(?:has|have|had)\sbeen)\s(?P<not>(?:not|never)\s)?(?:[a-z]+ly\s)?"
    r"(?:(?P<reaches>reached|hit|met|attained)|topped|passed|crossed|cleared|broken|breached|exceeded|surpassed)\s"
    rf"(?:by|in|on|at)\s(?:(?:only|just|about|all|the)\s)*(?:\d|(?:{any_of(CARDINALS)})\b)",
    re.IGNORECASE,
)
"""A mark that a count of things has gone beyond: "the mark of 15 million was topped in nine months"."""

_REACHED_BY_PEOPLE = frozenset(
    "people person household home customer user viewer reader listener voter patient child student country".split()
)
_YEAR = re.compile(r"\b(?:1[5-9]|2[01])[0-9]{2}\b")
_COUNT_BEFORE = re.compile(
    rf"(?:\b(?:\d(?:[\d,]*\d)?|{any_of(CARDINALS)}|dozen|most|many|few|several|half|none|some|all|both)"
    r"(?:\sof\s(?:them|these|those|which|whom))?|\bof\s(?:them|these|those|which|whom))\s(?:(?:even|only|had|have)\s)?"
    r"(?:(?:more|less|fewer|greater|higher|lower)\sthan|not\seven|at\s(?:least|most)|no\s(?:more|fewer|less)\sthan)"
    r"\s(?:an?\s)?\Z",
    re.IGNORECASE,
)

_GOES = (
    rf"\b(?:{_GOES_BEYOND}|exceed(?:s|ed)?|surpass(?:es|ed)?|(?:is|was|are|were|stayed|lay|lies|rose|fell)\s(?:above|below|over"
    r"|under))\s(?:only\s|just\s)?(?:the\s)?"
)
_SO_MANY = rf"(?:(?:only|just|all|exactly)\s)?(?!(?:1[5-9]|20)\d\d\b|one\b)(?:\d[\d,]*|{any_of(CARDINALS)})"
_NO_SPAN = r"(?!(?:second|minute|hour|day|night|week|month|quarter|season|year|decade)s\b)"
_UNIT = r"(?:\s(?!(?:in|on|at)\b)[^\s\d,;.:]+){0,3}\s"
_THINGS = (
    rf"{_UNIT}(?:on\s{_SO_MANY}\s|(?:in|at)\s{_SO_MANY}\s{_NO_SPAN})(?:[a-z]+\s)?[a-z]+s\b"
    r"(?!\s(?:together|combined|alone|overall|in\stotal)\b)"
)
"""Behind a limit the things that are counted, as an expression: "in 16 towns", "on twelve days", not "in two years"."""
_GOES_BEFORE = re.compile(rf"{_GOES}[$€£]?\Z", re.IGNORECASE)
_THINGS_AFTER = re.compile(_THINGS, re.IGNORECASE)
_ANOTHER_AFTER = re.compile(rf"{_UNIT}(?:in|on|at)\s{_SO_MANY}\b", re.IGNORECASE)
_ANOTHER_BEFORE = re.compile(
    rf"{_GOES}[$€£]?\d[\d.,]*{_THINGS},?\s(?:and|but)\s(?:(?:above|below|over|under)\s)?[$€£]?\Z", re.IGNORECASE
)
_IS_BELOW = re.compile(r"\b(?:below|under)\s", re.IGNORECASE)


def limit_reached(context: NumberContext) -> Number | None:
    """Return the number as a limit where a verb of reaching says so of things that are counted; else None.

    "Sales reached 500" states a result, "three shops reached 500" tells which shops are counted; so does "within"
    before a span of time: "60 % of the orders were shipped within two days".
    """
    number = context.number
    if number.comparison != "=" or _SHARE_BEHIND.match(context.after):
        return None
    if (passed := _passed(context)) is not None:
        return replace(number, comparison=passed)
    if (told := comparison_of_things_behind(context)) is not None:
        return replace(number, comparison=told)
    if _WITHIN.search(context.before):
        comparison: str | None = "<="
    else:
        comparison = _comparison(context) if number.unit in {"plain", "currency", "percent"} else None
    is_limit = comparison is not None and (_of_counted(context) or begins_with_count(context))
    return replace(number, comparison=comparison) if comparison is not None and is_limit else None


def limits_a_part(context: NumberContext) -> bool:
    """Recognise "81 have fewer than a thousand, 32 of them not even 500": the verb is left out after a count."""
    count = None if context.number.comparison == "=" else _COUNT_BEFORE.search(context.before)
    return count is not None and _YEAR.search(count[0]) is None  # "in 2007 more than 80 ships sank"


def comparison_of_things_behind(context: NumberContext) -> str | None:
    """Return the comparison of each limit of "it topped 30 in 16 towns and 40 in five": behind it stands how often.

    A number of things is none: "there were over 300 guests in five hotels".
    """
    if context.counted_noun is not None and context.number.unit == "plain" and context.number.measured is None:
        return None
    goes, behind = _GOES_BEFORE.search(context.before), _THINGS_AFTER
    if goes is None:
        goes, behind = _ANOTHER_BEFORE.search(context.sentence_before), _ANOTHER_AFTER
    if goes is None or not behind.match(context.after):
        return None
    return "<" if _IS_BELOW.search(goes[0]) else ">"


def begins_with_count(context: NumberContext) -> bool:
    """Recognise "In 13 countries life expectancy exceeded 80 years": a count stands in front of the clause."""
    first, *others = context.tree.tokens
    if first.text.lower() not in {"in", "on", "for", "at"} or context.covered[0] < _FEWEST_WORDS_AFTER_COUNT:
        return False
    counted = others[: next((at for at, token in enumerate(others) if token.tag == "NNS"), 0)]
    is_count = bool(counted) and counted[0].tag == "CD" and len(counted) <= _MOST_WORDS_OF_COUNT
    return is_count and context.covered[0] > len(counted) + 1


def _comparison(context: NumberContext) -> str | None:
    """Return the comparison of a number with what reaches it; None where no verb in front of it tells."""
    if _NOT_YET.search(context.before):
        return "<"
    found = _VERB.search(context.before)
    if found is None or (found["breaks"] and not _A_MARK.match(context.after)):
        return None
    noun = context.counted_noun
    is_object = _TAKES_AN_OBJECT.search(context.before) or (noun and noun.lemma.lower() in _REACHED_BY_PEOPLE)
    if noun is not None and is_object and not _A_MARK.match(context.after):
        return None
    if found["reaches"]:
        return "<" if found["not"] else ">="
    return "<=" if found["not"] else ">"


def _passed(context: NumberContext) -> str | None:
    """Return the comparison of a mark with a count of things that went beyond it, or not; None for any other number."""
    found = _IS_PASSED.match(context.after)
    if found is None or not (found["mark"] or _MARK_BEFORE.search(context.before)):
        return None
    if found["reaches"]:
        return "<" if found["not"] else ">="
    return "<=" if found["not"] else ">"


def _of_counted(context: NumberContext) -> bool:
    """Tell whether the number's clause is about things that are counted, or tells which of many are meant."""
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        if tokens[index].dependency == "relcl":
            return tokens[tokens[index].head].tag == "NNS"
        for child in children[index]:
            if tokens[child].dependency in SUBJECT and child not in context.covered:
                if tokens[child].tag == "PRP":
                    continue
                indexes = (child, *children[child])
                is_definite = any(tokens[each].text.lower() in DEFINITE for each in indexes)
                return not is_definite and any(_is_count(tokens, each) for each in indexes)
    return False


def _is_count(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a token counts things: no amount of money, nor a part of a compound such as "two-guest flats"."""
    before, token, behind = tokens[max(index - 1, 0)], tokens[index], tokens[min(index + 1, len(tokens) - 1)]
    is_number = token.tag == "CD" and any(map(str.isalnum, token.text))
    return is_number and before.tag != "$" and behind.text not in HYPHENS
