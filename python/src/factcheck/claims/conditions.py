"""Numbers that say which rows are meant, what is wished, supposed or explained: conditions, not results."""

from __future__ import annotations

import re

from factcheck.claims.counted_periods import limits_counted_periods
from factcheck.claims.degrees import limits_a_degree
from factcheck.claims.hypotheticals import behind_address
from factcheck.claims.limits_reached import begins_with_count, comparison_of_things_behind, limits_a_part
from factcheck.claims.number_context import DEFINITE, SUBJECT, NumberContext
from factcheck.claims.opening_limits import opens_as_limit
from factcheck.claims.plans import why_planned
from factcheck.claims.suppositions import why_supposed
from factcheck.claims.targets import why_a_target
from factcheck.numbers.mentions import OR_LESS, OR_MORE, SCALES
from factcheck.numbers.ranges import ENDS_A_LABEL, PEOPLE_BEFORE
from factcheck.numbers.words import CARDINALS

AN_AGE = "an age"
BOUNDS = "the bounds of a group"
THRESHOLD = "the threshold of a condition"
VALUE = "the value of a condition"
CONDITIONS = frozenset({AN_AGE, BOUNDS, THRESHOLD, VALUE})
"""Reasons for which a number is no claim, but says which rows a claim of its sentence is about."""

_DIGITS_OF_COUNTS = 4
"""Significant digits from which a whole number is what was counted, rather than a value that things have."""
_GROUP = re.compile(
    r"\b(?:age[sd]?|groups?|brackets?|bins?|bands?|ranges?|category|categories|cohorts?|years?)\b", re.IGNORECASE
)
_SOFTENED = re.compile(
    r"\b(?:just|slightly|a\slittle|a\sbit|well|marginally|only)\s(?:more\sthan|less\sthan|fewer\sthan|over|under|above|below)\s\Z",
    re.IGNORECASE,
)
_TOTAL_BEFORE = re.compile(
    r"(?:\A|[.;]\s)\W*(?:total|overall|(?:total\s)?(?:number|count)\sof)\b[^.;:]*[:–—]\s?\Z", re.IGNORECASE
)
"""Before a number that is the whole, however it is rounded: "Total strikes: 14,000+"."""

_DIFFERENT = re.compile(r"\s(?:different|distinct)\b", re.IGNORECASE)
_DIFFERS_BY = re.compile(
    r"\bby\s(?:(?:just|slightly|well|far|a\slittle)\s)?(?:(?:more|less|fewer)\sthan|over|under|above|below|at\s(?:least|most))"
    r"\s\Z",
    re.IGNORECASE,
)
_BUT_LESS = re.compile(
    r"\s(?:\w+\s){0,2}but\s(?:(?:less|fewer|no\smore|not\smore)\sthan|under|below|at\smost)\s[$€£]?\d", re.IGNORECASE
)
_BEFORE_THE_OTHER_LIMIT = re.compile(
    r"\d\s?(?:\w+\s){0,3}but\s(?:(?:less|fewer|no\smore|not\smore)\sthan|under|below|at\smost)\s\Z", re.IGNORECASE
)
_AGED = re.compile(r"(?<!average )(?<!mean )(?<!median )\bage[sd]?\s(?:between\s)?\Z", re.IGNORECASE)
_BEYOND_THE_AGE = re.compile(
    r"\b(?:over|above|under|below|beyond|past|before|after|until|to|older\sthan|younger\sthan)\sthe\sage\sof\s\Z",
    re.IGNORECASE,
)
_YEARS_OLD = re.compile(r"[\s-](?:years?|months?)[\s-](?:olds?|of\sage)\b", re.IGNORECASE)
_OF_SO_MUCH = re.compile(
    r"\b(?:\w+s|people|children|men|women)\s(?:with|having|lasting|worth|of|at)\s\Z", re.IGNORECASE
)
_OPEN_END = re.compile(r"\+|\s(?:or|and|on|onwards?|upwards?)\b", re.IGNORECASE)
_OLDEST = 120
"""Years that nobody is older than: what has a plus and is more is a count."""
_NAMES_A_GROUP = re.compile(
    r"\+?\s(?:or\s\w+\s)?(?:age\s)?(?:groups?|brackets?|bins?|bands?|ranges?|category|categories|cohorts?|segments?|tiers?)\b",
    re.IGNORECASE,
)
_PART_OF_A_UNIT = re.compile(
    r"\s(?:of\s)?an?\s(?:second|minute|hour|day|week|month|year|decade|century|mile)\b", re.IGNORECASE
)
_OR_MORE = re.compile(rf"\s[a-z]+(?:\s[a-z]+)?\s(?:or|and)\s(?:{OR_MORE}|{OR_LESS})\b", re.IGNORECASE)
"""Around a limit behind those that reach it: "12 days with 30 degrees or more"."""
_IS_AGED = re.compile(r"\b(?:is|was|are|were|be|been)\s(?:only\s|just\s)?aged\s(?:between\s)?\Z", re.IGNORECASE)
_OF_SOME_AGE = re.compile(
    r"[-‐‑](?:year|month)s?[-‐‑\s]olds?\b|(?:,?\s(?:and|or|to)\s[a-z\d]+)?[-‐‑\s](?:year|month)[-‐‑\s]olds\b",
    re.IGNORECASE,
)
_EXTREME_AGE = re.compile(r"\b(?:youngest|oldest|eldest)\b", re.IGNORECASE)
_HYPHENS = re.compile(r"[-‐‑–—]")
_COMPARISONS = frozenset({">", ">=", "<", "<="})
_LIMITING = frozenset("over under above below beyond".split())
_HOW_MANY = frozenset("more less fewer".split())
_SOME_OF_MANY = frozenset({"those", "them"})
"""Pronouns that a limit may stand behind: "those over 55", "91 of them above 50"."""
_TIME_OR_MEASURE = re.compile(
    r"\s(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|metres?|meters?|miles?|km|kg|feet|inches|degrees|points)\b",
    re.IGNORECASE,
)
_QUANTIFIERS = frozenset("% percent half third thirds quarter quarters majority most many few several some all".split())
_COVERING = frozenset(
    "analyse analyze comprise contain cover describe document examine explore include span survey track".split()
)
_RATES = frozenset("rate share percentage proportion ratio margin".split())
_EXCEEDING = frozenset("exceed surpass top".split())
_FINITE = frozenset({"VBD", "VBP"})
_LIMITS_BEFORE = frozenset("more less fewer than over under nearly at least most".split())
_CARDINALS = frozenset(CARDINALS) - {"one"}
_LEADING = frozenset("dominate lead top rank win trail".split())
"""Verbs that are taken for plurals in headings: "Wind energy dominates with 227 households"."""

_MEANS = frozenset("mean indicate denote represent signify imply correspond stand".split())
_MEANS_AFTER = re.compile(r"\s(?:means?|stands?\sfor|denotes?|represents?|indicates?)\b", re.IGNORECASE)


def why_a_condition(context: NumberContext) -> str | None:
    """Return the reason why a number is a condition, a wish or an explanation; None if it may state a result."""
    for rule in _RULES:
        if reason := rule(context):
            return reason
    return None


def _bounds_in_a_label(context: NumberContext) -> str | None:
    """Recognise "From 100 to 200 (185 shops): 6,227" and "$10 to $20: 45 lamps": the rest is about those between."""
    is_first = context.sentence_before.strip().lower() in {"", "from", "between"}
    is_range = context.number.comparison == "between" and context.number.unit in {"plain", "currency"}
    return BOUNDS if is_range and is_first and ENDS_A_LABEL.match(context.after) else None


def _bounds_of_a_degree(context: NumberContext) -> str | None:
    return BOUNDS if limits_a_degree(context) else None


def _bounds_of_a_group(context: NumberContext) -> str | None:
    number = context.number
    if _OF_SOME_AGE.match(context.after):
        return None if _EXTREME_AGE.search(context.sentence) else AN_AGE
    if _AGED.search(context.before) and not (_IS_AGED.search(context.before) and not _is_in_a_description(context)):
        return AN_AGE
    is_old = number.comparison in _COMPARISONS | {"between"} and _YEARS_OLD.match(context.after)
    is_of_people = number.comparison == "between" and number.unit == "plain" and PEOPLE_BEFORE.search(context.before)
    if is_old or is_of_people or _BEYOND_THE_AGE.search(context.before):
        return AN_AGE
    if number.unit == "plain" and (_limits_a_noun(context) or _is_reached_by_some(context)):
        return BOUNDS
    is_range = number.comparison == "between" and _HYPHENS.search(number.text)
    tells_apart = is_range or number.is_below  # "25 to less than 30"
    is_total = _TOTAL_BEFORE.search(context.sentence_before) is not None
    is_count = number.value > _OLDEST and not _NAMES_A_GROUP.match(context.after)  # "650+ and 510+ cases"
    is_open = number.comparison in {">=", "<="} and _OPEN_END.match(context.after) and not (is_total or is_count)
    if number.unit == "plain" and (tells_apart or is_open):
        noun = context.counted_noun
        if noun is None or noun.tag != "NNS" or _GROUP.search(context.before + context.after):
            return BOUNDS
    return None


def _is_reached_by_some(context: NumberContext) -> bool:
    """Recognise "12 days with 30 degrees or more"; not "there were 30 guests or more"."""
    is_limit = context.number.comparison in _COMPARISONS
    return is_limit and bool(_OF_SO_MUCH.search(context.before) and _OR_MORE.match(context.after))


def _limits_a_noun(context: NumberContext) -> bool:
    """Recognise "employees over 65", "lorries above 30 years", "people older than 50"; not "over 65 employees"."""
    tokens, has_scale = context.tree.tokens, context.word_at(-1) in SCALES  # "shocks below magnitude 7"
    last = context.covered[0] - (2 if has_scale else 1)
    word = context.word_at(last - context.covered[0])
    is_compared = word == "than" and context.word_at(last - 1 - context.covered[0]) not in _HOW_MANY
    noun = last - (2 if is_compared else 1)
    if context.number.comparison not in _COMPARISONS or noun < 0:
        return False
    is_limit = word in _LIMITING or (is_compared and tokens[last - 1].tag in {"JJR", "RBR"})
    if not is_limit or _SOFTENED.search(context.before) or not _are_several(context, noun):
        return False
    return _counts_nothing(context) or _TIME_OR_MEASURE.match(context.after) is not None


def _are_several(context: NumberContext, noun: int) -> bool:
    """Tell whether a word stands for several things of which a limit tells which: "workers", "those", "the 115".

    So does a share of them: "compared with 2.3% under 25".
    """
    word = context.tree.tokens[noun]
    is_counted = word.tag == "CD" and noun > 0 and context.tree.tokens[noun - 1].text.lower() in DEFINITE
    return word.tag == "NNS" or word.text.lower() in _SOME_OF_MANY or word.text == "%" or is_counted


def _counts_nothing(context: NumberContext) -> bool:
    """Tell whether no noun stands behind the number that it may count.

    What stands before another number is taken for a noun at times: "workers under 30 average 86", "those over 55 earn".
    """
    tokens, last = context.tree.tokens, context.covered[-1]
    following = context.following
    if following is None or not following.tag.startswith(("NN", "JJ", "CD", "IN")):
        return True
    is_before_number = last + 2 < len(tokens) and tokens[last + 2].tag in {"CD", "$"}
    is_result = following.tag in {"CD", "IN"} and tokens[context.covered[0] - 2].text.lower() in _SOME_OF_MANY
    return is_result or (is_before_number and following.tag in {"NN", "JJ"})


def _threshold(context: NumberContext) -> str | None:
    """Recognise "players who made more than 10 million", "four teams won more than 20 games"."""
    is_limit = context.number.comparison in _COMPARISONS | {"between"}
    is_softened = _SOFTENED.search(context.before) or _DIFFERS_BY.search(context.before)
    if is_limit and (is_softened or _is_share_of_subject(context) or _opens_a_clause(context)):
        return None
    if is_limit and any(tells_which(context) for tells_which in _TELL_WHICH):
        return THRESHOLD
    if is_limit and _PART_OF_A_UNIT.match(context.after):
        return THRESHOLD
    is_each = context.number.is_exact or _DIFFERENT.match(context.after) is not None
    is_total = not is_limit and _is_counted_exactly(context)
    if is_each and not is_total and _is_in_a_description(context) and not _is_of_the_only_one(context):
        return VALUE
    is_estimate = context.number.comparison == "about"
    if not (is_total or is_estimate) and _describes_with(context):
        return THRESHOLD if is_limit else VALUE
    return THRESHOLD if is_limit and (_is_in_a_description(context) or begins_with_count(context)) else None


def _is_counted_exactly(context: NumberContext) -> bool:
    """Tell whether a number has more digits than anyone asks for: "4,054 accidents with 81,369 fatalities" in all."""
    value = context.number.value.normalize()
    return value == value.to_integral_value() and len(value.as_tuple().digits) >= _DIGITS_OF_COUNTS


def _says_where(context: NumberContext) -> bool:
    """Recognise "where at least half of the pupils eat there, the average is 4": the first clause tells which rows."""
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        first = next((tokens[child] for child in children[index] if tokens[child].text.lower() == "where"), None)
        if first is not None:
            return tokens[index].dependency == "advcl" and first.start < tokens[tokens[index].head].start
    return False


def _limits_what_is_counted_for_reader(context: NumberContext) -> bool:
    """Recognise the limit of "if you like them loud, twelve reach power above 800": a count opens the main clause."""
    begins = behind_address(context)
    return begins is not None and begins < context.covered[0] and context.tree.tokens[begins].tag == "CD"


def _is_one_of_two_limits(context: NumberContext) -> bool:
    """Recognise "at least 300 but less than 400": what lies between two limits is told apart by them, not stated."""
    return _BUT_LESS.match(context.after) is not None or _BEFORE_THE_OTHER_LIMIT.search(context.before) is not None


_TELL_WHICH = (
    _is_one_of_two_limits,
    limits_a_part,
    lambda context: comparison_of_things_behind(context) is not None,
    limits_counted_periods,
    _says_where,
    _limits_what_is_counted_for_reader,
    opens_as_limit,
)
"""What tells of a limit that it says which rows are meant."""


def _is_in_a_description(context: NumberContext) -> bool:
    """Tell whether the number's clause tells which things are meant, or how many of them there are stands before it."""
    for index in context.ancestors():
        token = context.tree.tokens[index]
        if _is_behind_colon(context, index):
            return False  # "two ports reached a million: Bergen, with 1.3 million": what follows explains
        if token.dependency == "relcl" and _is_aside(context, index):
            return False
        if token.dependency == "relcl" or (token.dependency == "acl" and token.tag in {"VBG", "VBN"}):
            return not (_tells_what_is_covered(context, index) or _tells_a_rate(context, index))
        for child in context.tree.children[index]:
            if context.tree.tokens[child].dependency not in SUBJECT or child in context.covered:
                continue
            if _is_counted(context, child):
                return True
            if context.tree.tokens[child].tag != "PRP":  # a pronoun may stand for what is counted further up
                return False
    return False


def _is_share_of_subject(context: NumberContext) -> bool:
    """Recognise "and less than 1% were digital", behind other shares: the share is what the clause is about."""
    tokens, sign = context.tree.tokens, context.covered[-1]
    is_subject = tokens[sign].dependency in SUBJECT and tokens[sign].head > sign
    return context.number.unit == "percent" and tokens[sign].text == "%" and is_subject


def _is_aside(context: NumberContext, verb: int) -> bool:
    """Recognise ", which together make up more than 77%": a clause behind a comma tells more, and not which."""
    tokens, children = context.tree.tokens, context.tree.children
    relative = next((child for child in children[verb] if tokens[child].text.lower() == "which"), None)
    return relative is not None and relative > 0 and tokens[relative - 1].text == ","


def _tells_what_is_covered(context: NumberContext, index: int) -> bool:
    """Recognise "a dashboard analysing 1,900+ shops": what is said of one work is how much it is about."""
    tokens = context.tree.tokens
    covers = tokens[index].tag == "VBG" and tokens[index].lemma.lower() in _COVERING
    return covers and tokens[tokens[index].head].tag in {"NN", "NNP"}


def _tells_a_rate(context: NumberContext, index: int) -> bool:
    """Recognise "both plants have scrap rates exceeding 5%": the only number of a sentence is what the rates are."""
    tokens = context.tree.tokens
    is_rate = tokens[tokens[index].head].lemma.lower() in _RATES and tokens[index].lemma.lower() in _EXCEEDING
    is_only = not any(token.tag == "CD" for at, token in enumerate(tokens) if at not in context.covered)
    return is_rate and context.number.unit == "percent" and is_only


def _opens_a_clause(context: NumberContext) -> bool:
    """Recognise "and more than 40 reviews were written": what is counted is the subject of a clause behind another."""
    tokens, noun = context.tree.tokens, context.root.head
    is_subject = noun + 1 < len(tokens) and tokens[noun].tag == "NNS" and tokens[noun + 1].tag in _FINITE
    before = context.covered[0] - 1
    while before > 0 and tokens[before].text.lower() in _LIMITS_BEFORE:
        before -= 1
    return is_subject and before > 0 and tokens[before].tag == "CC"


def _is_behind_colon(context: NumberContext, index: int) -> bool:
    """Tell whether a colon stands between a word and the number behind it."""
    return any(token.text == ":" for token in context.tree.tokens[index + 1 : context.covered[0]])


def _is_of_the_only_one(context: NumberContext) -> bool:
    """Recognise "Oslo is the only port that has exactly 3 cranes": what tells the only one apart is said of it."""
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        if tokens[index].dependency in {"relcl", "acl"}:
            noun = tokens[index].head
            words = {tokens[child].text.lower() for child in children[noun]}
            return tokens[noun].dependency == "attr" and {"the", "only"} <= words
    return False


def _describes_with(context: NumberContext) -> bool:
    """Tell whether the number stands in a phrase that tells plural things apart: "cars with 4 cylinders".

    A limit may stand deeper in the phrase: "firms with a turnover above 50 million".
    """
    tokens, noun = context.tree.tokens, context.root.head
    above = tokens[tokens[noun].head]
    if tokens[noun].tag == "IN" and context.number.comparison in _COMPARISONS and above.dependency == "pobj":
        noun = tokens[noun].head
    elif not tokens[noun].tag.startswith("NNS") or tokens[noun].start < context.number.start:
        return False  # "those with seven years 1.7": the result stands behind the noun
    if tokens[noun].dependency != "pobj":
        return False
    preposition = tokens[noun].head
    owner = tokens[preposition].head
    is_several = tokens[owner].tag == "NNS" or tokens[owner].text.lower() == "those"
    is_several &= tokens[owner].lemma.lower() not in _LEADING and not _is_extreme(context, owner)
    if tokens[preposition].lemma.lower() != "with" or not is_several or owner >= preposition:
        return False
    return owner == preposition - 1


def _is_extreme(context: NumberContext, noun: int) -> bool:
    """Tell whether a noun is said to be the most or the fewest of something: "the least orders, with 462 orders"."""
    return any(context.tree.tokens[child].tag in {"JJS", "RBS"} for child in context.tree.children[noun])


def _is_counted(context: NumberContext, noun: int) -> bool:
    """Tell whether a number or a word like "most" stands with a noun or is it: "four teams", "half of the teams".

    Not what the number counts itself, nor what is known: "the top five teams won more than 20 games" tells of them.
    """
    tokens, children = context.tree.tokens, context.tree.children[noun]
    if any(child in context.covered for child in children):
        return False
    is_definite = any(tokens[child].text.lower() in DEFINITE for child in children)
    return any(
        (tokens[index].tag == "CD" and any(map(str.isalnum, tokens[index].text)))
        or tokens[index].text.lower() in _QUANTIFIERS
        or tokens[index].text.lower() in _CARDINALS  # often taken for a noun: "of which twelve were below 70"
        for index in ((noun,) if is_definite else (noun, *children))
    )


_IS_A_SHARE = re.compile(
    r"\s(?:represents|represent|is|means|gives|denotes)\sthe\s(?:proportion|fraction|share|percentage|rate|probability)\sof\s"
)
"""Behind a number that is explained by what it was worked out of: "0.45 represents the proportion of people who"."""


def _explained(context: NumberContext) -> str | None:
    """Recognise "1 means male", "a grade above 4 indicates a failure"."""
    tokens, last = context.tree.tokens, context.root_index
    if context.number.unit != "plain" or _IS_A_SHARE.match(context.after):
        return None
    if re.fullmatch(r"\d", context.number.text) and _MEANS_AFTER.match(context.after):
        return "explains what a value means"
    for index in (context.root_index, *context.ancestors()):
        token = tokens[index]
        if token.lemma.lower() in _MEANS and token.tag in {"VBZ", "VBP"}:
            is_subject = tokens[last].dependency in SUBJECT
            is_bound = context.number.comparison != "=" and _article_of(context, last) in {"a", "an", "any", ""}
            return "explains what a value means" if is_subject and (last in context.covered or is_bound) else None
        last = index
    return None


def _article_of(context: NumberContext, noun: int) -> str:
    tokens = context.tree.tokens
    return next((tokens[child].text.lower() for child in context.tree.children[noun] if tokens[child].tag == "DT"), "")


_RULES = (
    _bounds_in_a_label,
    _bounds_of_a_degree,
    _bounds_of_a_group,
    _threshold,
    why_supposed,
    why_planned,
    why_a_target,
    _explained,
)
