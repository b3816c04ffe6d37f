"""Figures that are no quantity, whatever stands around them: dates, names, versions, list numbers ..."""

from __future__ import annotations

from factcheck.number_words import ORDINAL, any_of

_SAFE_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
MONTH = rf"(?:(?:{_SAFE_MONTHS})\b\.?|(?-i:May|March|Mar\b\.?))"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?\b"
_YEAR = r"(?:1[5-9]|2[01])\d\d\b"
_NOT_A_DECIMAL = r"(?![.,]\d|\s?%)"

_LABELS = any_of(
    r"figs?\. figures? tables? sections? sec\. chapters? ch\. parts? steps? appendix equations? eq\. pages? p\. "
    r"pp\. vol\. volume versions? v\. questions? exhibits? notes? footnotes? nos?\. number chart graph sheet item "
    r"rule article line row column fold trial route highway".split()
)
_LABELS_OR_NOUNS = any_of(
    "phase week day round game season episode matchday lap room flight type class grade level tier stage group "
    "cluster quarter sample".split()
)
_NO_COUNTED_NOUN = r"(?!\s(?!(?:was|is|has|does|as|its|this|plus|versus)\b)(?:[a-z]+[^\Ws]s|people|children|w?o?men)\b)"
_FILE_ENDINGS = any_of("csv tsv txt json xlsx xls pdf html htm ipynb sql zip png jpg jpeg parquet xml docx".split())
_STREETS = any_of("Street St Avenue Ave Road Rd Boulevard Blvd Lane Drive Square Way".split())

LOOKALIKES = {
    "a web address": r"(?:https?://|ftp://|www\.)\S+",
    "an e-mail address": r"[\w.+-]{1,64}@\w[\w.-]*",
    "a file name": rf"[\w-]{{1,80}}(?:\.[\w-]{{1,20}}){{0,3}}\.{_FILE_ENDINGS}\b",
    "a list number": r"(?:\A|(?<=\n))\(?\d{1,2}(?:\.\d{1,2})*[.)](?=\s)",
    "an interval": r"\[-?\d[\d.]*,\s?-?\d[\d.]*[\])]|\(-?\d[\d.]*,\s?-?\d[\d.]*\]",
    "a citation": r"\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]",
    "a date": "|".join(
        (
            rf"{_DAY}(?:\s?[-–]\s?{_DAY})?\s(?:of\s)?{MONTH}(?:,?\s{_YEAR})?",
            rf"{MONTH}\s{_DAY}(?:\s?[-–]\s?(?:{MONTH}\s)?{_DAY})?{_NOT_A_DECIMAL}(?:,?\s{_YEAR})?",
            rf"{MONTH},?\s(?:of\s)?{_YEAR}",
            rf"{MONTH}(?:\s?['’]|-)\d\d\b",
            rf"{_YEAR}[-/](?:0[1-9]|1[0-2])\b(?:[-/]\d{{1,2}}\b)?(?:T[\d:.]+Z?)?",
            rf"{_YEAR}\.(?:0[1-9]|1[0-2])\.\d{{1,2}}\b",
            r"\d{1,2}(?P<separator>[/.-])\d{1,2}(?P=separator)(?:\d{4}|\d{2})\b(?![.\d])",
        )
    ),
    "a span of years": rf"{_YEAR}\s?[-–—/]\s?(?:{_YEAR}|\d\d\b)(?!-)",
    "a decade": r"(?:(?:early|mid|late)-)?(?:\d\d)?\d0['’]?s\b|['’]\d\ds?\b",
    "a time of day": (
        r"\d{1,2}(?::\d\d)?\s?[-–]\s?\d{1,2}(?::\d\d)?\s?[ap]\.?m\b\.?"
        r"|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]\.?m\b\.?|\d{1,2}\s?o['’]clock\b"
    ),
    "a ratio": r"\d{1,4}:\d{1,4}\b",
    "a telephone number": (
        r"\+\d{1,3}[\s.-]?(?:\(\d{1,4}\)[\s.-]?)?\d{1,4}(?:[\s.-]\d{2,4}){1,4}\b"
        r"|(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4}\b"
    ),
    "a version": r"v\d+(?:\.\d+){0,4}\b|\d{1,4}(?:\.\d{1,5}){2,5}\b(?<!\.\d{3}\.\d{3})",
    "dimensions": r"\d{1,5}\s?[x×]\s?\d{1,5}\b|\d{1,2}['’′]\d{1,2}(?:[\"”″]|['’]{2})",
    "an address": rf"\d{{1,5}}\s(?-i:(?:[A-Z]\w{{1,30}}\s){{1,3}}{_STREETS})\b\.?",
    "a label": (
        rf"{_LABELS}\s?#?\d+(?:\.\d+){{0,4}}[a-z]?\b{_NOT_A_DECIMAL}"
        rf"|{_LABELS_OR_NOUNS}\s\d+(?:[-–]\d+|[a-z])?\b{_NOT_A_DECIMAL}{_NO_COUNTED_NOUN}"
    ),
    "a number sign": r"#\s?\d+",
    "an ordinal": rf"\d+(?:,\d{{3}}){{0,3}}(?:st|nd|rd|th)\b|{ORDINAL}",
}
"""Expressions (case does not count) by what they stand for, in the order in which they are tried."""

NAME = r"[a-z_]\w*?\d\w*(?:-\w+)*|[a-z]+-\d\w*(?:-\w+)*|\d+[a-z_]\w*"
"""A word of letters and figures, tried when it is no quantity with a unit."""
