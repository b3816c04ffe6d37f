"""Periods that are counted: "it was above 20 in 25 months" says how many such months there were."""

from __future__ import annotations

import re

from factcheck.claims.number_context import SUBJECT, NumberContext
from factcheck.numbers.words import CARDINALS, any_of

_PERIODS = r"(?:days?|nights?|weeks?|weekends?|months?|quarters?|years?|seasons?|decades?)"
_A_PERIOD = re.compile(rf"\s{_PERIODS}\b", re.IGNORECASE)
_LIMIT = r"(?:above|below|over|under|beyond|(?:no\s)?(?:more|less|fewer|\w+er)\sthan|at\s(?:least|most))"
_LASTING = r"(?:stay(?:s|ed)?|remain(?:s|ed)?|keeps?|kept)"
_STATE = rf"(?:(?P<be>is|was|are|were|been)|lies|lay|stands|stood|{_LASTING})"
_LIMIT_THEN_COUNT = re.compile(
    rf"\b(?<!\bthere\s){_STATE}\s(?:well\s|far\s|just\s|slightly\s)?{_LIMIT}\s(?P<limit>[^,;:()]{{1,30}}?)\s(?:in|on)\s"
    rf"(?:(?:only|just|all\sbut|as\smany\sas)\s)?(?P<count>\d[\d,]*|{any_of(CARDINALS)})\s(?:of\s(?:the|these|those)\s)?"
    rf"{_PERIODS}\b",
    re.IGNORECASE,
)
_CLAUSE_BEGINS = frozenset({"", ",", ";", ":", "and", "but", "while", "–", "—"})
_COUNT_THEN_LASTING = re.compile(rf"\s{_PERIODS}\b[^;:]{{0,90}}?\b{_LASTING}\s(?:\w+\s)?{_LIMIT}\b", re.IGNORECASE)
_CLAUSE_ENDS = re.compile(r"[,;:]")
_SUMMED = re.compile(r"\b(?:total|number|sum|count|toll|all|together|combined|sales|losses)\b[^,;:]*\Z", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:never|not|nobody|none|nowhere|no)\b|n['’]t\b|\bno\slonger\b", re.IGNORECASE)
_PERCEIVED = frozenset("see record observe register measure report note".split())
_OF_CHANGE = frozenset(
    "rise growth increase gain jump improvement fall drop decline decrease loss change shift reduction recovery".split()
)
_POINTING = frozenset("the this that these those its their most least".split())
_FEWEST_NO_SPAN = 13
"""Periods that are not named one by one any more: a span of so many is told in a greater unit, or is round."""
_AVERAGE = re.compile(r"\b(?:averag\w+|mean|median)\b", re.IGNORECASE)
_ON_AVERAGE_OVER = re.compile(
    r"\b(?:on\saverage|averag(?:ed|ing)|(?:mean|median|average))\sover\s(?:all\s)?the\s\Z", re.IGNORECASE
)
_OVER_THE = re.compile(r"\b(?:over|across|throughout)\s(?:all\s)?the\s\Z", re.IGNORECASE)
_ON_RECORD = re.compile(
    rf"\s{_PERIODS}\s(?:on\srecord|recorded|covered|observed|in\s(?:the|this|our)\s(?:data|table|records?|series|file|list)\b)",
    re.IGNORECASE,
)


def counts_periods(context: NumberContext) -> bool:
    """Tell whether a clause says in how many periods something was so; not "it grew by 5 % in 25 months"."""
    if not context.number.is_integer or context.word_at(-1) not in {"in", "on", "only", "just"}:
        return False
    if _stands_beside(context, "count"):
        return True
    if context.word_at(-2) in _CLAUSE_BEGINS and _COUNT_THEN_LASTING.match(context.sentence_after):
        return True
    is_many = context.number.value >= _FEWEST_NO_SPAN and _A_PERIOD.match(context.sentence_after) is not None
    return is_many and _is_perceived(context)


def limits_counted_periods(context: NumberContext) -> bool:
    """Tell whether a number is the limit of "it was above 20 in 25 months", which says what months are counted."""
    return _stands_beside(context, "limit")


def counts_periods_averaged(context: NumberContext) -> bool:
    """Recognise "over the 574 months on record the average was 12", "on average over the 574 months"."""
    if context.number.value < _FEWEST_NO_SPAN or _AVERAGE.search(context.sentence) is None:
        return False
    is_on_record = _OVER_THE.search(context.before) is not None and _ON_RECORD.match(context.after) is not None
    return is_on_record or _ON_AVERAGE_OVER.search(context.before) is not None


def _stands_beside(context: NumberContext, group: str) -> bool:
    """Tell whether the number is the limit or the count of "it was above 20 in 25 months".

    Of few periods only a verb of lasting says so: "rainfall was above 300 mm in 3 days".
    """
    start = len(context.sentence_before)
    if _DENIED.search(_CLAUSE_ENDS.split(context.sentence_before)[-1]):
        return False
    for found in _LIMIT_THEN_COUNT.finditer(context.sentence):
        if found.start(group) <= start < found.end(group):
            figures = found["count"].replace(",", "")
            is_many = figures.isdecimal() and int(figures) >= _FEWEST_NO_SPAN
            return found["be"] is None or (is_many and not _SUMMED.search(found.string[: found.start()]))
    return False


def _is_perceived(context: NumberContext) -> bool:
    """Recognise "frost was recorded in 14 weeks"; not "12 cases were", "a rise of 5 % was", "the highest was"."""
    tokens, children = context.tree.tokens, context.tree.children
    verb = next((at for at in context.ancestors() if tokens[at].tag.startswith("VB")), None)
    if verb is None or tokens[verb].tag != "VBN" or tokens[verb].lemma.lower() not in _PERCEIVED:
        return False
    subject = next((at for at in children[verb] if tokens[at].dependency in SUBJECT), None)
    if subject is None or subject > context.covered[0] or tokens[subject].tag not in {"NN", "NNP"}:
        return False
    own = [tokens[at] for at in children[subject]]
    is_told = any(token.tag in {"CD", "JJS", "RBS"} or token.text.lower() in _POINTING for token in own)
    return not is_told and tokens[subject].lemma.lower() not in _OF_CHANGE
