"""Figures that are no quantity in any context: dates, names, versions, list numbers ..."""

from __future__ import annotations

from factcheck.numbers.words import HOURS, ORDINAL, PART_OF_DAY, any_of

_SAFE_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
MONTH = rf"(?:(?:{_SAFE_MONTHS})\b\.?|(?-i:May|March|Mar\b\.?))"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?\b"
_YEAR = r"(?:1[5-9]|2[01])\d\d\b"
_NOT_A_DECIMAL = r"(?![.,]\d|\s?%)"

_LABELS = any_of(
    r"fig\. figure table section sec\. chapter ch\. part step appendix equation eq\. vol\. volume version v\. "
    r"question exhibit note footnote no\. number chart graph item rule article art\. fold trial "
    r"paragraph clause amendment annex schedule listing suite apt\. formula".split()
)
_LABELS_OF_WHOLE_NUMBERS = any_of(r"page p\. sheet line row column route highway interstate platform".split())
_PLURAL_LABELS = any_of(
    r"figs\. figures tables sections secs\. chapters parts steps equations pages pp\. volumes versions questions "
    r"exhibits notes footnotes nos\. numbers charts items rules articles arts\. lines rows columns routes highways "
    r"paragraphs clauses".split()
)
_LABELS_OR_NOUNS = any_of(
    "phase week day round game season series episode edition matchday lap room flight type class grade level tier "
    "stage group cluster quarter sample district ward zone precinct gate".split()
)
_SURE_LABELS = any_of(
    "grade class level stage phase week season episode tier district ward zone precinct type matchday".split()
)
_DETERMINERS = (
    "a the this that each every per any one last next first second final past previous same another full of my our "
    "your his her its their which opening single whole entire given average"
).split()
_NO_ORDINAL = "".join(
    rf"(?<!\b{word}\s)" for word in "first second third fourth fifth sixth last 1st 2nd 3rd 4th".split()
)
"""Not behind the place of a thing, which needs no number: "in the second quarter 480 boats came"."""
_NO_DETERMINER = "".join(rf"(?<!\b{word}\s)" for word in _DETERMINERS)
_NO_COUNTED_NOUN = r"(?!\s(?!(?:was|is|has|does|as|its|this|plus|versus)\b)(?:[a-z]+[^\Ws]s|people|children|w?o?men)\b)"
_NO_PART = (
    rf"(?!\s(?:out\s)?of\s(?:the|its|our|their|these|those)\s\d[\d,]*\s(?!(?:{_LABELS_OR_NOUNS})(?:e?s)?\b)[a-z])"
)
"""Behind a label, not behind a count of some of the things that are told next: "in class 27 of the 28 children"."""
_LABEL_NUMBER = r"#?\d+(?:\.\d+){0,4}(?:[a-z]\b)?"
_FILE_ENDINGS = any_of("csv tsv txt json xlsx xls pdf html htm ipynb sql zip png jpg jpeg parquet xml docx".split())
_DOMAINS = any_of("com org net gov edu io info eu uk de fr".split())
_STREETS = any_of("Street St Avenue Ave Road Rd Boulevard Blvd Lane Drive Square Way Court Terrace Parkway".split())

_NO_DEVIATION = "".join(
    rf"(?<!\b{word}{mark})" for word in ("deviation", "SD", "std") for mark in (r"\s", r":\s", r"\s\(", r"\sof\s")
)
"""Not behind the name of a figure that is written so as well: "Standard deviation: ±5"."""

MARGIN = "a margin of error"
"""The reason of a number behind the sign for more or less."""

OTHER_STYLE = "written in another number style"
"""The reason of a number with a comma that parts neither thousands nor, in this document, decimals."""

LOOKALIKES = {
    "an emoji": r"\d{1,15}\ufe0f?\u20e3",
    "a web address": (
        r"(?:https?://|ftp://|www\.)\S+|doi:\s?\S+|10\.\d{4,9}/\S+"
        rf"|[a-z0-9-]{{1,40}}(?:\.[a-z0-9-]{{1,40}}){{0,4}}\.{_DOMAINS}\b(?:/\S*)?"
    ),
    "an e-mail address": r"[\w.+-]{1,64}@\w[\w.-]*",
    "a file name": rf"[\w-]{{1,80}}(?:\.[\w-]{{1,20}}){{0,3}}\.{_FILE_ENDINGS}\b",
    "an identifier": r"(?:ISBN|ISSN)(?:-1[03])?:?\s?\d[\d\s-]{6,16}[\dX]\b",
    "a list number": r"(?:\A|(?<=\n))\(?\d{1,2}(?:\.\d{1,2})*[.)](?=\s)",
    "an interval": r"\[-?\d[\d.]*,\s?-?\d[\d.]*[\])]|\(-?\d[\d.]*,\s?-?\d[\d.]*\]",
    "a citation": r"\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]",
    "a footnote": r"(?<=[a-z][.!?”\"])\d{1,3}(?=\s(?-i:[A-Z])|\s?\Z)",
    "a date": "|".join(
        (
            rf"{_DAY}(?:\s?[-–]\s?{_DAY})?\s(?:of\s)?{MONTH}(?:,?\s{_YEAR})?",
            rf"{MONTH}\s{_DAY}(?:\s?[-–]\s?(?:{MONTH}\s)?{_DAY})?{_NOT_A_DECIMAL}(?:,?\s{_YEAR})?",
            rf"{MONTH}\s{_DAY},{_YEAR}",
            rf"{MONTH},?\s(?:of\s)?{_YEAR}",
            rf"{MONTH}(?:\s?['’]|-)\d\d\b",
            rf"{_YEAR}[-/](?:0[1-9]|1[0-2])\b(?:[-/]\d{{1,2}}\b)?(?:T[\d:.]+Z?)?",
            rf"{_YEAR}\.(?:0[1-9]|1[0-2])\.\d{{1,2}}\b",
            r"\d{1,2}(?P<separator>[/.-])\d{1,2}(?P=separator)(?:\d{4}|\d{2})\b(?!\.?\d)",
        )
    ),
    "a span of years": rf"{_YEAR}\s?[-–—/]\s?(?:{_YEAR}|\d\d\b)(?!-)",
    "a decade": r"(?:(?:early|mid|late)-)?(?:\d\d)?\d0['’]?s\b|['’]\d\ds?\b",
    "a time of day": (
        r"\d{1,2}(?::\d\d)?\s?(?:[-–]|to|and|until|till)\s?\d{1,2}(?::\d\d)?\s?[ap]\.?m\b\.?"
        r"|\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b(?:\s?[ap]\.?m\b\.?)?|\d{1,2}(?:\.\d\d)?\s?[ap]\.?m\b\.?"
        r"|\d{1,2}\s?o['’]clock\b"
        rf"|(?:(?<=\bbefore\s)|(?<=\bafter\s)|(?<=\bfrom\s)|(?<=\bat\s)|(?<=\buntil\s)|(?<=\bsince\s)|(?<=\bby\s))"
        rf"(?:1[0-2]|[1-9]|{HOURS})\s{PART_OF_DAY}\b"
    ),
    "a ratio": r"\d{1,4}:\d{1,4}\b|\d{1,4}-to-(?:1|one)\b",
    "a number of figures": r"(?:four|five|six|seven|eight|nine)[\s-]figures?\b",
    "a telephone number": (
        r"(?!\+\d{1,3}\.\d{1,2}\b(?!\.))\+\d{1,3}[\s.-]?(?:\(\d{1,4}\)[\s.-]?)?\d{1,4}(?:[\s.-]\d{2,4}){1,4}\b"
        r"|(?:1-)?(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4}\b|0\d{2,4}(?:[\s/-]\d{2,8}){1,4}\b"
        r"|(?:(?<=\btel\s)|(?<=\btel[.:]\s)|(?<=phone\s)|(?<=phone:\s)|(?<=\bfax\s)|(?<=\bfax:\s))"
        r"\(?\d[\d()]{0,9}(?:[\s./-]\d{2,8}){1,4}\b"
        r"|(?<=\bext\.\s)\d{2,6}\b|(?<=\bextension\s)\d{3,5}\b(?!\s[a-z])"
    ),
    "a version": r"v\d+(?:\.\d+){0,4}\b|\d{1,4}(?:\.\d{1,5}){2,5}\b(?<!\.\d{3}\.\d{3})",
    "coordinates": (
        r"\d{1,3}(?:\.\d{1,8})?\s?°\s?(?:\d{1,2}\s?['’′]\s?(?:\d{1,2}(?:\.\d{1,4})?\s?[\"”″]\s?)?)?(?-i:[NSEW])\b"
        r"|(?:latitude|longitude)\s-?\d{1,3}(?:\.\d{1,8})?°?"
    ),
    "dimensions": r"\d{1,5}\s?[x×]\s?\d{1,5}\b(?!\^)|\d{1,2}['’′]\d{1,2}(?:[\"”″]|['’]{2})",
    "a formula": r"(?!10\^)\d{1,15}\^[-−]?\d{1,3}\b",
    MARGIN: rf"{_NO_DEVIATION}(?:±|\+/[-−–])\s?[$€£]?\d+(?:[.,]\d+)*(?:\s?%)?",
    "an address": (
        rf"\d{{1,5}}\s(?-i:(?:[A-Z]\w{{1,30}}\s){{1,3}}{_STREETS})\b\.?"
        r"|\w{2,30}(?:straße|strasse|gasse|platz|gatan|gade)\s\d{1,4}[a-z]?\b(?:,\s\d{4,5}\b)?"
        r"|P\.?\s?O\.?\sBox\s\d+|(?:zip|postcode|postal\scode)(?:\scode)?s?:?\s\d{4,6}\b"
        r"|(?-i:[A-Z]{2})\s\d{5}(?:-\d{4})?\b(?!\s[a-z]+s\b)"
    ),
    "a legal reference": r"§{1,2}\s?\d+[a-z]?(?:\.\d+)*(?:\s?\(\d+\))*(?:\s?[-–]\s?\d+)?",
    "a label": (
        rf"{_PLURAL_LABELS}\s?{_LABEL_NUMBER}"
        rf"(?:\s?[-–—]\s?\d+|(?:,\s{_LABEL_NUMBER}){{0,9}},?\s(?:and|or|to|through|&)\s{_LABEL_NUMBER})\b{_NOT_A_DECIMAL}"
        rf"|(?:{_LABELS}\s?{_LABEL_NUMBER}|{_LABELS_OF_WHOLE_NUMBERS}\s?#?\d+(?:[a-z]\b)?)"
        rf"\b(?:\s?[-–—]\s?\d+\b)?{_NOT_A_DECIMAL}"
        rf"|{_NO_ORDINAL}{_LABELS_OR_NOUNS}\s\d+(?:[-–]\d+|[a-z])?\b{_NOT_A_DECIMAL}{_NO_COUNTED_NOUN}{_NO_PART}"
        rf"|{_NO_DETERMINER}{_SURE_LABELS}\s\d{{1,2}}\b{_NOT_A_DECIMAL}(?=\s[a-z]){_NO_PART}"
        rf"|{_NO_DETERMINER}year\s(?:1[0-3]|[1-9])\b{_NOT_A_DECIMAL}"
        r"|(?<=\bof\s)year\s(?:1[0-3]|[1-9])(?=\s(?:children|pupils|students|boys|girls|class(?:es)?)\b)"
    ),
    "a number sign": r"#\s?\d+",
    "an ordinal": rf"\d+(?:,\d{{3}}){{0,3}}(?:st|nd|rd|th)\b|{ORDINAL}",
    OTHER_STYLE: r"(?<!\d[,.])\d{1,3}(?:,\d{3}){0,9},(?:\d{1,2}|\d{4,9})(?!\d|[,.]\d)",
}
"""Expressions (case does not count) by what they stand for, in the order in which they are tried."""

NAME = r"[a-z]{1,8}-?\d{1,3}\.\d{1,3}\b|[a-z_]\w*?\d\w*(?:-\w+)*|[a-z]+-\d\w*(?:-\w+)*|\d+[a-z_]\w*"
"""A word of letters and figures, tried when it is no quantity with a unit: "B2B", "PM2.5", "GPT-3.5"."""
