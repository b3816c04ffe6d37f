"""Every number written in a text: where it stands, its value, its unit, and how it is hedged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from factcheck.numbers.compounds import join_compounds
from factcheck.numbers.parse import Number, read_numbers
from factcheck.numbers.ranges import join_ranges
from factcheck.numbers.ranking_places import as_ranking_place
from factcheck.numbers.stated_units import HUNDREDTHS, StatedUnit, currency_of, unit_after
from factcheck.numbers.style import USUAL_STYLE, NumberStyle, in_usual_style, plain_characters
from factcheck.numbers.words import CARDINALS, any_of
from factcheck.runtime.checkpoints import with_checkpoints

__all__ = ["Number", "find_numbers"]

_HEDGES = {
    ">": "more than|greater than|higher than|larger than|bigger than|older than|longer than|"
    "heavier than|taller than|wider than|warmer than|hotter than|farther than|further than|deeper than|thicker than|"
    "richer than|costlier than|pricier than|dearer than|over|above|beyond|"
    "exceed|exceeds|exceeded|exceeding|surpass|surpasses|surpassed|surpassing|in excess of|upwards of|north of|>",
    ">=": "at least|no fewer than|no less than|not less than|not fewer than|≥|>=",
    "<": "less than|fewer than|lower than|smaller than|younger than|shorter than|"
    "lighter than|colder than|cooler than|cheaper than|nearer than|thinner than|narrower than|shallower than|"
    "poorer than|under|below|short of|shy of|south of|not quite|"
    "not even|not yet|not yet turned|not yet reached|<",
    "<=": "at most|up to|no more than|not more than|no higher than|≤|<=",
    "about": "about|around|approximately|approx\\.?|roughly|nearly|almost|circa|ca\\.|c\\.|some|close to|an estimated|"
    "estimated|barely|hardly|scarcely|virtually|nearing|approaching|in the region of|in the order of|"
    "somewhere around|~|≈|≃",
}
_NAMES = {f"hedge_{index}": comparison for index, comparison in enumerate(_HEDGES)}
SCALES = frozenset(
    "age grade level magnitude category class stage step score rank size floor chapter week round number".split()
)
"""What stands before the number of a degree: "below magnitude 7", "above grade 8"."""
_HEDGE_BEFORE = re.compile(
    r"(?:(?<=\W)|\A)(?:"
    + "|".join(
        f"(?P<{name}>{any_of(_HEDGES[comparison].replace(' ', chr(92) + 's').split('|'))})"
        for name, comparison in _NAMES.items()
    )
    + r")\s?(?:(?:a|an|the(?:\sage\sof)?|a\stotal\sof|as\smany\sas|only|just"
    + r"|(?:a|the|its|their|our)\s(?:[a-z]+\s)?(?:limit|threshold|mark|target|cap|ceiling|guideline)\sof)\s)?"
    + rf"(?:{any_of(sorted(SCALES))}\s)?\Z",
    re.IGNORECASE,
)
_WITHIN = re.compile(r"\bwithin\s(?:about\s|just\s|only\s|the\sfirst\s)?\Z", re.IGNORECASE)
"""Before an amount in a unit that something took at most, or is away: "back within twelve months"."""
_LONGEST_HEDGE = 44
_CLAUSE = 120
_DENIAL = re.compile(
    r"(?:\b(?:nobody|no[\s-]one|none|never)\b"
    r"|(?:\A|[.;:,]\s(?:and\s|but\s)?|\b(?:and|but)\s)no\s(?!wonder|doubt|surprise|matter|longer|sooner|less|fewer|more)[a-z]+\b"
    r"|\b(?:not|n['’]t)\s(?=exceed))[^.;:,()]*\Z",
    re.IGNORECASE,
)
"""What makes a limit of a clause one that nothing goes beyond: "nobody waited longer than", "never exceeded"."""
_DENIED = {">": "<=", "<": ">="}

_CAME_UP_TO = re.compile(
    r"\b(?:add|sum|tot|go|goes|went|come|came|r[io]se|climb|grow|grew|jump|shoot|shot|mov)\w*\s(?:back\s)?up\sto\s"
    r"(?:(?:a|an|the|a\stotal\sof|only|just)\s)?\Z",
    re.IGNORECASE,
)
"""Before a number that something reaches: the "up to" of "added up to" is no hedge."""

_TURNED_OVER = re.compile(r"\b(?:turn|hand)(?:s|ed|ing)?\sover\s\Z", re.IGNORECASE)
"""Before what somebody turned or handed over: the "over" of "the shop turned over $834,000" is no hedge."""

_PULLED_UP_TO = re.compile(
    r"\b(?:pull|push|br[io]ng|brought|tak|took|lift|driv|drove|drag|drew|draw|rais|mov|send|sent|put)\w*\s"
    r"(?:the|this|that|its|their|our|his|her)\s[^.;:,()\d]{1,40}\sup\sto\s(?:(?:a|an|the|only|just)\s)?\Z",
    re.IGNORECASE,
)
"""Before a number that something is made to reach: "they pull the average up to 97"."""

_THROUGHOUT = re.compile(r"\bover\sthe\s\Z", re.IGNORECASE)
_SPAN_AFTER = re.compile(r"\s(?:day|night|week|month|quarter|season|year|decade|period)s\b", re.IGNORECASE)
"""Behind "over the" the time in which things happened: "27 matches over the three seasons" says nothing of a limit."""

_AT_FIRST = re.compile(r"(?:\A|[.;:!?]\s)over\s\Z", re.IGNORECASE)
_SPAN_AND_CLAUSE = re.compile(
    _SPAN_AFTER.pattern + r"(?:,|\s(?:the|our|their|its|his|her|this|there|we|they|it)\b)", re.IGNORECASE
)
"""Around the same without an article at the beginning of a sentence: "Over ten years, the club lost 105 games"."""

_AVERAGED_OVER = re.compile(r"\b(?:average[sd]?|averaging|mean|total(?:led|ed)?)\s(?:\w+\s)?over\s\Z", re.IGNORECASE)
_AMOUNT_OVER = re.compile(
    r"\b(?:average[sd]?|averaging|mean|total(?:s|led|ed)?|sum)\s[^.;:,()\d]{0,20}\d[\d,.]*(?:\s[^\W\d]+)?\sover\s\Z",
    re.IGNORECASE,
)
_SEVERAL_AFTER = re.compile(r"\s(?:[^\W\d]+\s)?[^\W\d]+s\b")
"""Around what an average or a total is of: "they average $86,075 over four models"."""

_A_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
"""Behind an average the year that it is taken over: "on average over 2007 it was 13.9 million"."""

_THAN_THE = re.compile(r"\bthan\sthe\s\Z", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"\s?(?:%|per\s?cent)?\s(?:(?:of|in|for|among|at|by|from|recorded|reported|seen|before|earlier)\b"
    r"|(?:[a-z]+\s){0,2}(?:count|total|figure|average|mean|median|rate)\b)",
    re.IGNORECASE,
)
"""Behind "than the" a result that another one is compared with: "more than the 21% of the others"."""

_SIDE = re.compile(r"\bthe\s(?:far\s)?(?:north|south)\sof\s\Z", re.IGNORECASE)
"""Before a number of a part of a country: "the east has a mean of 56.4 and the north of 54.1"."""

_CENTS = re.compile(rf"\s?{any_of(sorted(HUNDREDTHS))}\b", re.IGNORECASE)

_FROM = re.compile(r"\bfrom\s(?:(?:the\s)?age\s(?:of\s)?)?\Z", re.IGNORECASE)
_ONWARDS = re.compile(
    r"(?:\s(?:years?|months?|weeks?|days?|hours?|minutes?|points?|degrees|miles?|[ck]?m|[mk]?g))?"
    r"\s(?:onwards?|upwards?|on(?=\s?[,.;:)]|\s(?:it|they|there)\b|\Z))",
    re.IGNORECASE,
)
"""Around a limit that what is meant begins with: "from 65 on", "from 65 years onwards"."""

_EXACTLY = re.compile(r"\b(?:exactly|precisely)\s(?:an?\s)?\Z", re.IGNORECASE)
OR_MORE = (
    r"(?:more|better|higher|above|greater|older|over|longer|larger|bigger|heavier|taller|wider|deeper|thicker|farther"
    r"|further|later|upwards?|beyond)"
)
OR_LESS = (
    r"(?:fewer|less|lower|below|under|younger|smaller|shorter|lighter|cheaper|narrower|thinner|nearer|shallower|worse"
    r"|earlier|poorer)"
)
"""What stands behind a limit and "or": "six eggs or larger", "a two or worse"."""

_COUNTED = (
    r"(?:\san?\s(?:second|minute|hour|day|night|week|month|year|mile|head)\b"
    r"|(?:\s[a-z]+)?\s(?:[a-z]{3,}s|year|month|week|day|hour|minute|people|children|feet|men|women|percent|horsepower|mpg|mph|km|kg|cm|mm|ft|lb|oz|[mg]b|[mg]hz|hp)\b"
    r"|\s?°[cf]?|\s?%|\s?[a-zµμ%]{1,5}/[a-z]{1,5}[²³23]?)"
)
"""What stands between a limit and the words behind it: "5 children or more", "30 °C or above", "2 mg/l or less"."""
_HEDGE_AFTER = re.compile(
    rf"(?P<at_least>\+(?!\w)|[\s-]plus\b(?!\s\d)|{_COUNTED}?\sor\s{OR_MORE}\b|\sand\s(?:over|above|older)\b"
    rf"|{_COUNTED}?\sand\s(?:up\b(?!\sto\b)|upwards?\b))"
    rf"|(?P<at_most>{_COUNTED}?\sor\s{OR_LESS}\b|\sand\s(?:under|below|younger)\b)"
    r"|(?P<about>\sor\s(?:so|thereabouts)\b|-?ish\b|-odd\b|,?\sgive\sor\stake\b)",
    re.IGNORECASE,
)

_COMPOUND_AFTER = re.compile(
    r"[-‐‑](?!(?:to-|dollar|euro|(?:year|month)s?[-‐‑\s]olds?\b)|(?:plus|odd|ish|strong)\b|\w+\s(?:average|mean|median)\b)[a-z]",
    re.IGNORECASE,
)
_AVERAGED = re.compile(r"\b(?:average|mean|median|current)\s(?:of\s)?(?:an?\s)?\Z", re.IGNORECASE)
"""Before what is told as one word, "an average 7-day delay"."""
_COMPOUND_BEFORE = re.compile(r"[a-z][-‐‑]\Z", re.IGNORECASE)

_PLUS = re.compile(r"(?<!\bby)(?<!\bof)\s\+\Z", re.IGNORECASE)
"""Before a round number that is at least as great: "+25,000 matches", not "a change of +25,000"."""
_ROUND = 100

_TIMES_AS_MUCH = re.compile(
    r"[-\s]?fold\b|\s?[x×](?![\w×])(?!\s?\d)|(?:\stimes|\s?[x×])\s(?:as|more|less|fewer|the|that|what"
    r"|(?!over|under|after|other|however|per|together|her)[a-z]{3,}er(?:\sthan)?)\b",
    re.IGNORECASE,
)
_TIMES_BEHIND = re.compile(r"\stimes\s?(?:[).,;:]|\Z)", re.IGNORECASE)
"""Behind a number with a fraction, which nothing happens as often as: "0.6 visits instead of 0.26 (2.3 times)"."""
_BY_A_FACTOR = re.compile(
    r"\bby\sa\sfactor\sof\s(?:about\s|almost\s|nearly\s|roughly\s|over\s|more\sthan\s)?\Z", re.IGNORECASE
)
_MORE_THAN_ANOTHER = re.compile(
    r"\s(?:[a-z°]+\s(?:[a-z]{2,}er|more|less|fewer)|(?:more|fewer|less)(?:\s[a-z]+){0,3})\sthan\s"
    rf"(?!(?:[a-z]{{1,3}})?[$€£¥]?\d|half\b|an?\s|{any_of(CARDINALS)}\b"
    r"|(?:promised|planned|scheduled|agreed|due|estimated|expected)\b)",
    re.IGNORECASE,
)
_HUNDREDTH = Decimal("0.01")
_AS_MANY = re.compile(
    r"\sas\s(?:many|much|often|likely|large|big|high|long|old|small|low|fast|good|common)\b", re.IGNORECASE
)
_ENDS_CLAUSE = re.compile(r"\s?(?:[.;,:)]|\Z)|\s(?:and|or|but)\b")
_HOW_OFTEN = re.compile(
    r"(?:\stimes)?\s(?:(?:an?|per|each|every)\s(?:second|minute|hour|day|night|week|month|quarter|season|year|decade)"
    r"|hourly|daily|weekly|monthly|yearly|annually)\b",
    re.IGNORECASE,
)
_RATE_BASE_BEFORE = re.compile(r"\b(?:per|(?:for|in|out\sof)\s(?:every|each))\s\Z", re.IGNORECASE)
_OUT_OF_BEFORE = re.compile(
    r"\d\.\d+(?:\s(?:(?:stars?|points?)\s)?(?:out\s)?of\s(?:a\spossible\s)?|\s?/\s?)\Z", re.IGNORECASE
)
_BASES_OF_RATES = frozenset({1_000, 10_000, 100_000, 1_000_000})
_PERCENT_BEHIND_BRACKET = re.compile(r"\)\s?(?:%|percent\b|per\scent\b)", re.IGNORECASE)
"""Behind figures that repeat a word: "eighty-four (84) percent"."""

_RULE = re.compile(r"([^\w\s]{32})([^\w\s]+)([^\w\s]{32})")


def find_numbers(text: str, style: NumberStyle = USUAL_STYLE) -> list[Number]:
    """Return all numbers of a paragraph in reading order, none overlapping; linear time, never fails.

    What only looks like a quantity is there too, as one number with a ``reason`` ("12 May 2020": a date).
    ``style`` is that of the document, see ``number_style``.
    """
    readable = in_usual_style(_without_rules(plain_characters(text)), style)
    plain = (as_ranking_place(readable, number) for number in with_checkpoints(read_numbers(readable)))
    in_context = (_in_context(readable, number) for number in plain)
    numbers = join_ranges(readable, join_compounds(readable, in_context))
    mentioned = with_checkpoints(_without_enumeration(readable, list(numbers)))
    if readable == text:
        return list(mentioned)
    return [replace(number, text=text[number.start : number.end]) for number in mentioned]


def has_number(text: str, style: NumberStyle = USUAL_STYLE) -> bool:
    """Tell whether ``find_numbers`` finds anything in a paragraph."""
    return next(read_numbers(in_usual_style(_without_rules(plain_characters(text)), style)), None) is not None


def quantities(text: str, style: NumberStyle = USUAL_STYLE) -> Iterator[Number]:
    """Yield numbers of a paragraph that may be quantities: more than ``find_numbers`` finds without a reason."""
    readable = in_usual_style(_without_rules(plain_characters(text)), style)
    return (number for number in read_numbers(readable) if number.reason is None)


def _without_rules(text: str) -> str:
    """Return the text with underscores inside long runs of signs, such as rules and leaders.

    Any sign but these may begin a number; to look for one at each takes a long time, which nothing interrupts.
    """
    return _RULE.sub(lambda run: f"{run[1]}{'_' * len(run[2])}{run[3]}", text)


def _in_context(text: str, number: Number) -> Number:
    """Return the number with the comparison that the words around it make, or the reason why it is no quantity."""
    if number.reason is not None:
        return number
    before = text[max(0, number.start - _LONGEST_HEDGE) : number.start]
    if number.unit == "plain":
        number = replace(number, unit=_comparing_unit(text, number))
    if number.unit == "percent" and number.high is None and _AS_MANY.match(text, number.end):
        number = replace(number, unit="times", value=(number.value / 100).quantize(_HUNDREDTH), is_integer=False)
    if reason := _why_no_quantity(text, number, before):
        return replace(number, reason=reason)
    if (measured := _measured(text, number)) is not None:
        number = replace(number, measured=measured)
    if number.text.endswith("¢") or (number.unit == "plain" and _CENTS.match(text, number.end)):
        number = replace(number, is_hundredths=True)
    if _EXACTLY.search(before):
        return replace(number, is_exact=True)
    clause = text[max(0, number.start - _CLAUSE) : number.start]
    is_none = _CAME_UP_TO.search(before) or _PULLED_UP_TO.search(clause)
    is_none = is_none or _TURNED_OVER.search(before)
    is_none = is_none or (_THROUGHOUT.search(before) and _SPAN_AFTER.match(text, number.end))
    is_none = is_none or (_AVERAGED_OVER.search(before) and _A_YEAR.fullmatch(number.text))
    is_none = is_none or (_AMOUNT_OVER.search(clause) and _SEVERAL_AFTER.match(text, number.end))
    is_none = is_none or (_AT_FIRST.search(before) and _SPAN_AND_CLAUSE.match(text, number.end))
    is_none = is_none or _SIDE.search(before)
    is_none = is_none or (_THAN_THE.search(before) and _OF_OTHERS.match(text, number.end))
    hedge = None if is_none else _HEDGE_BEFORE.search(before)
    if hedge is not None:
        comparison = _NAMES[hedge.lastgroup or ""]
        is_denied = _DENIAL.search(text, max(0, number.start - _CLAUSE), _start(number, hedge)) is not None
        return replace(number, comparison=_DENIED.get(comparison, comparison) if is_denied else comparison)
    if number.measured is not None and _WITHIN.search(before):
        return replace(number, comparison="<=")
    return _with_hedge_after(text, number, before)


def _with_hedge_after(text: str, number: Number, before: str) -> Number:
    """Return the number with the comparison that the words behind it make."""
    if _FROM.search(before) and _ONWARDS.match(text, number.end):
        return replace(number, comparison=">=")
    hedge = _HEDGE_AFTER.match(text, number.end)
    if hedge is None:
        is_more = (
            _PLUS.search(before) and number.unit == "plain" and number.value >= _ROUND and number.value % _ROUND == 0
        )
        return replace(number, comparison=">=") if is_more else number
    return replace(number, comparison={"at_least": ">=", "at_most": "<=", "about": "about"}[hedge.lastgroup or ""])


def _start(number: Number, hedge: re.Match[str]) -> int:
    """Return where the words for a comparison begin in the text."""
    return number.start - (len(hedge.string) - hedge.start(hedge.lastgroup or 0))


def _measured(text: str, number: Number) -> StatedUnit | None:
    """Return the unit or the currency that the text gives with a number, its own where it has one: "2:05:06"."""
    if number.measured is not None:
        return number.measured
    if number.unit == "currency":
        return currency_of(text, number.start, number.end)
    found = unit_after(text, number.end, number.value) if number.unit in {"plain", "more"} else None
    return None if found is None else found[0]


def _comparing_unit(text: str, number: Number) -> str:
    """Return the unit of a number that says how much one result is beside another, or a share; else ``plain``."""
    before = text[max(0, number.start - _LONGEST_HEDGE) : number.start]
    if before.endswith("(") and _PERCENT_BEHIND_BRACKET.match(text, number.end):
        return "percent"
    is_broken = number.value % 1 != 0 and _TIMES_BEHIND.match(text, number.end) is not None
    if is_broken or _TIMES_AS_MUCH.match(text, number.end) or _BY_A_FACTOR.search(before):
        return "times"
    return "more" if _MORE_THAN_ANOTHER.match(text, number.end) else "plain"


def _why_no_quantity(text: str, number: Number, before: str) -> str | None:
    if number.unit == "currency" and number.value == 1 and _RATE_BASE_BEFORE.search(before):
        return "the base of a rate"
    if number.unit not in {"points", "currency"}:
        if _RATE_BASE_BEFORE.search(before):
            return "the base of a rate"
        is_base = before.endswith("/") and number.value in _BASES_OF_RATES
        if number.unit == "plain" and (is_base or _OUT_OF_BEFORE.search(before)):
            return "a scale"
    if number.unit in {"percent", "points", "times", "more"}:
        return None
    is_compound = _COMPOUND_AFTER.match(text, number.end) and not _AVERAGED.search(before)
    if is_compound or (number.text[0].isalpha() and _COMPOUND_BEFORE.search(before)):
        return "part of a compound word"
    is_adverb = number.text.lower() in {"twice", "thrice"}
    is_times = is_adverb or text.startswith(" times", number.end)
    is_often = (is_times and _HOW_OFTEN.match(text, number.end)) or (is_adverb and _ENDS_CLAUSE.match(text, number.end))
    is_measured = not is_adverb and (number.value % 1 != 0 or _HEDGE_BEFORE.search(before))
    return "how often, not how many" if is_often and not is_measured else None


def _without_enumeration(text: str, numbers: list[Number]) -> Iterator[Number]:
    """Yield the numbers, those of an enumeration "(1) ... (2) ..." or "1) ... 2) ..." with a reason."""
    enumerated: list[int] = []
    opening = "("
    for index, number in enumerate(with_checkpoints(numbers)):
        before = text[max(0, number.start - 1) : number.start]
        is_marker = text.startswith(") ", number.end) and before in {"(", " ", "\n"}
        if not enumerated:
            opening = before.strip()
        if is_marker and before.strip() == opening and number.text == str(len(enumerated) + 1):
            enumerated.append(index)
    marked = set(enumerated) if len(enumerated) > 1 else set()
    for index, number in enumerate(numbers):
        yield replace(number, reason="a list number") if index in marked else number
