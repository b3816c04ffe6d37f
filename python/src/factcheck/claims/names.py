"""Numbers that are part of a name or tell things of one name apart: "Boeing 747", "Store 4", "the 5 freeway"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.claims.number_context import NumberContext
from factcheck.nlp.parser import Token

PART_OF_A_NAME = "part of a name"
"""The reason of such a number."""

_MONTHS = frozenset("January February March April May June July August September October November December".split())
_WEEKDAYS = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_INSIDE_A_WORD = re.compile(r"\w\(\Z")
_WITH_CAPITAL = re.compile(r"(?P<word>[A-Z][a-z]+?)s?\s(?:#?\d+\s?(?:,|&|and|or|,\sand)\s)*\Z")
_STATISTIC_OF_INITIALS = re.compile(
    r"\b(?i:average|mean|median|typical|highest|lowest|maximum|minimum|total)\s(?:[a-z]+\s)?[A-Z]{2,5}\s\Z"
)
"""Before a result with the initials of what is measured: "Oslo: average AQI 106.1", "the mean BMI 27 is"."""

_ENDS_A_STATEMENT = re.compile(r"\s?(?:[(,;:]|\.(?!\d)|\Z)|\s(?:is|was|and|in|on|at|for)\b")

_SIZE_AND_NAME = re.compile(r"(?:[KMGT]B|G|ml|mg|mAh|W|kW)\s(?:[A-Z]\w|\d+-[A-Z])")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_NAME_AND_CLAUSE = re.compile(r"[A-Z][a-z]*(?<!s)\s\d+,\s(?:(?:and|&|or)\s)?\Z")
"""Before a number with which a clause begins: "in the upper half of the Hot 100, and 82 crept in"."""
_NAMED_TOGETHER = re.compile(r"\bthe\s(?:\d+(?:,\s|\s(?:and|&|or)\s))*\Z")
_THINGS_NAMED = re.compile(r"(?:,\s\d+)*\s(?:and|&|or)\s\d+\s[a-z]+s\b|\s[a-z]+s\b")
_BETWEEN_ITEMS = re.compile(r"[,;|]\s(?:and\s)?|\sand\s")
_BETWEEN_BARS = re.compile(r"(?:\A|[:|])\s?[^|\d]{1,60}\s\Z")
_BAR = re.compile(r"\s?(?:\||\Z)")
_NEAR = 400
_OF_NOUNS = ("NN", "JJ", "DT", "PRP$", "POS")
_BETWEEN_NOUNS = frozenset("of in to from at for with without that those".split())
_RELATIVE = frozenset({"WP", "WDT"})
_BEFORE_ITEMS = frozenset("in at for from on the".split())
_COORDINATORS = frozenset({"and", "but", "while", ";"})
_NAME_BEFORE = re.compile(r"(?:\A|[;,•]\s)[A-Z]\w+\s\Z")
_NUMBER_OF_LABEL = re.compile(r":\s[$€£~]?\d")
_FINITE = frozenset({"VBZ", "VBD", "VBP"})
_ENDS_IN_NUMBER = re.compile(r"[A-Z].*\s\d[\d.,]*(?:\s[a-z]+)?")


def why_part_of_a_name(context: NumberContext) -> str | None:
    """Recognise "Boeing 747" and "the Big Four", but neither "In Paris 12 shops" nor "London has 12 shops, Paris 9"."""
    is_part = _is_inside_a_word(context) or _is_sold_by_size(context) or _is_named(context)
    return PART_OF_A_NAME if is_part else None


def _is_inside_a_word(context: NumberContext) -> bool:
    """Recognise "Mk IV(403)A"."""
    return _INSIDE_A_WORD.search(context.before) is not None and re.match(r"\)\w", context.after) is not None


def _is_sold_by_size(context: NumberContext) -> bool:
    """Recognise "the 120GB Monthly plan" and "1.5TB Yearly": a size and a capital behind it name what is sold."""
    return context.number.comparison == "=" and _SIZE_AND_NAME.match(context.after) is not None


def _is_named(context: NumberContext) -> bool:
    number = context.number
    if number.unit != "plain" or not context.before.endswith(" "):
        return False
    if number.text.isalpha():
        return _is_capitalised_within(context)
    if not re.fullmatch(r"[\d.]+", number.text):
        return False
    if _STATISTIC_OF_INITIALS.search(context.before) and _ENDS_A_STATEMENT.match(context.after):
        return False
    if _is_between_bars(context):
        return False
    return (
        _ends_a_label(context) or _tells_things_apart(context) or _is_named_by_number(context) or _follows_name(context)
    )


def _ends_a_label(context: NumberContext) -> bool:
    """Recognise "Xbox 360: 969 games", also behind another one."""
    is_behind_name = _NAME_BEFORE.search(context.before) is not None
    return is_behind_name and _NUMBER_OF_LABEL.match(context.after) is not None


def _follows_name(context: NumberContext) -> bool:
    """Recognise "Boeing 747"; not "Berlin 7" among cities with their numbers."""
    first = context.covered[0]
    name = first
    while name and context.tree.tokens[name - 1].tag in {"NNP", "NNPS", "CD"}:
        name -= 1
    while name < first and context.tree.tokens[name].tag == "CD":
        name += 1
    noun = context.counted_noun
    before = context.tree.tokens[first - 1].text if first else ""
    is_named = name < first and (before[:1].isupper() or before.isdigit()) and not (noun and noun.tag == "NNS")
    if before in _MONTHS and context.following is not None and context.following.tag == "NNS":
        return False  # "in March 81 applications arrived"
    if _opens_with_place(context, name) or (before in _MONTHS | _WEEKDAYS and not context.number.is_integer):
        return False  # "Wednesday 24.3, Thursday 26.1"
    if not is_named or _is_in_list_after_colon(context) or _leaves_verb_out(context, name):
        return False
    before_name = context.tree.tokens[:name]
    while before_name and before_name[-1].text.lower() in _BEFORE_ITEMS:
        before_name = before_name[:-1]  # "in Texas 24 said yes, in Florida 16"
    is_listed = bool(before_name) and before_name[-1].text.lower() in {",", ";", "and"}
    return not (is_listed and any(token.tag == "CD" for token in before_name))


def _opens_with_place(context: NumberContext, name: int) -> bool:
    """Recognise "In the North 341 people were hurt": the place ends where things are counted."""
    words = [token.text.lower() for token in context.tree.tokens[:name]]
    is_opening = words[:1] in (["in"], ["at"]) and words[1:] in ([], ["the"])
    return is_opening and context.following is not None and context.following.tag == "NNS"


def _leaves_verb_out(context: NumberContext, name: int) -> bool:
    """Recognise "the average nurse was 36 and the average doctor in Bern 40": the second clause has its verb left out.

    The number ends it, and between the conjunction and the number stand only nouns and what belongs to nouns.  Behind
    a comma they tell of several: "guests from Bern stayed 3.4 nights, those who came from New York 5.1".
    """
    tokens, index = context.tree.tokens, name - 1
    while index >= 0 and _belongs_to_nouns(tokens, index):
        index -= 1
    follows = context.following
    is_end = follows is None or not follows.text[0].isalnum() or follows.text.lower() in _COORDINATORS
    is_of_many = any(token.tag == "NNS" or token.text.lower() == "those" for token in tokens[index + 1 : name])
    is_joined = tokens[index].text.lower() in _COORDINATORS or (tokens[index].text == "," and is_of_many)
    is_second = 0 < index < name - 1 and is_joined
    earlier = tokens[:index]
    is_stated = any(token.tag == "CD" for token in earlier) and any(token.tag in _FINITE for token in earlier)
    return is_end and is_second and is_stated


def _belongs_to_nouns(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a token is part of nouns with their prepositions, or begins a clause as "who came" does."""
    token, before = tokens[index], tokens[max(0, index - 1)]
    is_relative = token.tag in _RELATIVE or (token.tag in _FINITE and before.tag in _RELATIVE)
    return is_relative or token.tag.startswith(_OF_NOUNS) or token.text.lower() in _BETWEEN_NOUNS


def _tells_things_apart(context: NumberContext) -> bool:
    """Recognise "Store 4 sold most, before Store 13" and "Stores 10 & 42": one capitalised noun, several numbers."""
    label = _WITH_CAPITAL.search(context.before)
    if label is None or not context.number.text.isdigit() or context.counted_noun is not None:
        return False
    if _NAME_AND_CLAUSE.search(context.before):
        return False
    near = context.paragraph.text[max(0, context.number.start - _NEAR) : context.number.end + _NEAR]
    others = re.findall(rf"\b{label['word']}s?\s#?(\d+)\b(?![.,]\d|\s?%)", near)
    is_year = _YEAR.fullmatch(context.number.text) is not None
    others = [other for other in others if is_year or not _YEAR.fullmatch(other)]  # "9 in May 2023 and 12 in June 2023"
    return any(other != context.number.text for other in others)


def _is_named_by_number(context: NumberContext) -> bool:
    """Recognise "the 5 and 710 freeways"; not "the 12 cats"."""
    before = _NAMED_TOGETHER.search(context.before)
    after = _THINGS_NAMED.match(context.after)
    if before is None or after is None:
        return False
    return any(character.isdigit() for character in before[0] + after[0])


def _is_in_list_after_colon(context: NumberContext) -> bool:
    """Recognise "Customers by country: USA 13, Canada 8": names with a number each, at least two of them."""
    _, colon, listed = context.sentence.partition(": ")
    items = _BETWEEN_ITEMS.split(listed.rstrip(". ")) if colon else []
    is_behind = ": " in context.sentence_before
    return is_behind and len(items) > 1 and all(map(_ENDS_IN_NUMBER.fullmatch, items))


def _is_between_bars(context: NumberContext) -> bool:
    """Recognise each number of "Sales: Male 50 | Female 48 | Unknown 4", where a parser may end a sentence at a bar."""
    text, number = context.paragraph.text, context.number
    return (
        "|" in text
        and _BETWEEN_BARS.search(text[: number.start]) is not None
        and _BAR.match(text, number.end) is not None
    )


def _is_capitalised_within(context: NumberContext) -> bool:
    """Tell whether a number word has a capital letter inside a sentence, as has the word beside it."""
    tokens, first = context.tree.tokens, context.covered[0]
    if not first or not context.number.text[0].isupper() or context.paragraph.kind in {"title", "headline"}:
        return False
    follows = context.covered[-1] + 1
    beside = (tokens[first - 1], *tokens[follows : follows + 1])
    is_after_break = not tokens[first - 1].text[-1].isalnum()
    return not is_after_break and any(token.tag.startswith("NNP") for token in beside)
