"""Words of supposing that leave a number a fact: "as one would think: 12", "without him it would be 12"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.claims.number_context import SUBJECT, NumberContext
from factcheck.numbers.words import CARDINALS, any_of

_THINKING = frozenset(
    "think guess expect imagine suppose assume believe predict hope fear suspect presume anticipate wish".split()
)
_COMPARING = frozenset({"as", "than", "like"})
_BREAKS = frozenset({",", ":", ";", "-", "--", "–", "—", "(", "-LRB-"})
_CONDITIONAL = frozenset({"would", "'d", "’d"})
_STATISTICS = frozenset(
    "average mean median total sum share rate figure number count ratio percentage proportion gap difference spread "
    "range score maximum minimum lead it that this which".split()
)
_COMING_TO = frozenset("be fall drop sink go come stand rise climb grow shrink increase decrease decline lie".split())
_LEFT_OUT = re.compile(
    r"\b(?:leav(?:e|es|ing)\s(?:out\b|(?:\w+\s){1,4}out\b|aside\b|(?:\w+\s){1,4}aside\b)"
    r"|(?:exclud|omitt|ignor|disregard|remov|subtract)ing\b|not\scounting\b"
    r"|without\s(?:him|her|it|them|these|those|(?-i:[A-Z])\w+"
    rf"|(?:the|these|those|its|their|his|her|our)\s(?:[a-z]+\s){{0,2}}?(?:\w+est|top|record|outliers?|exceptions?|{any_of(CARDINALS)})\b))",
    re.IGNORECASE,
)
_BEGINS_WITH_LEFT_OUT = re.compile(rf"\A\W*(?:if\s\w+\s)?(?!without\b){_LEFT_OUT.pattern}", re.IGNORECASE)
_SHARED_OUT = re.compile(
    r"\b(?:split|spread|divided|shared|distributed)\s(?:out\s)?(?:evenly|equally|fairly)\s(?:among|between|over|across)\b",
    re.IGNORECASE,
)
_IF = re.compile(r"\b(?:if|unless)\b(?!\s(?:you|we|one|they|I)\s(?:\w+\s)?leaves?\b)", re.IGNORECASE)
_WOULD = re.compile(r"\bwould\b|['’]d\b", re.IGNORECASE)
_FINITE = frozenset({"VBZ", "VBD", "VBP"})


def is_compared_with_thoughts(context: NumberContext, verb: int) -> bool:
    """Recognise "as one would think: 12" and "worse than you might guess, with 12": it stands behind the clause.

    Not "higher than one would expect from 40 trials": that number belongs to what is thought.
    """
    tokens = context.tree.tokens
    opening = (tokens[child] for child in context.tree.children[verb] if child < verb)
    is_comparison = any(token.text.lower() in _COMPARING for token in opening)
    between = tokens[verb + 1 : context.covered[0]]
    is_behind = any(token.text in _BREAKS for token in between)
    return tokens[verb].lemma.lower() in _THINKING and is_comparison and is_behind


def is_worked_out(context: NumberContext, verb: int) -> bool:
    """Recognise "without him the average would be 12": whoever has the rows can work out what would be.

    Not "without subsidies it would be 12", nor "without Oslo 12 jobs would be lost": no rows tell that.
    """
    tokens, children = context.tree.tokens, context.tree.children[verb]
    governed = [tokens[child] for child in children]
    clause = _clause(context)
    if any(token.tag == "MD" and token.text.lower() not in _CONDITIONAL for token in governed) or _IF.search(clause):
        return False
    if _LEFT_OUT.search(clause) is None and _SHARED_OUT.search(clause) is None:
        return False
    subjects = {token.lemma.lower() for token in governed if token.dependency in SUBJECT}
    lemma = tokens[verb].lemma.lower()
    return lemma == "average" or (lemma in _COMING_TO and not subjects.isdisjoint(_STATISTICS))


def leaves_rows_out(context: NumberContext) -> bool:
    """Tell whether a number is what comes of leaving some rows out: "if you leave out Norway, the mean falls to 12".

    Not the last number of "without him it would be 12, and the median is 15", where another clause has begun.
    """
    begins = _BEGINS_WITH_LEFT_OUT.search(context.sentence_before.rpartition(";")[2])
    if begins is not None and _WOULD.search(context.sentence) is None:
        return True
    is_left_out = _LEFT_OUT.search(_clause(context)) is not None
    return is_left_out and any(is_worked_out(context, verb) for verb in _own_conditionals(context))


def _own_conditionals(context: NumberContext) -> Iterator[int]:
    """Yield the verbs with "would" above a number up to the first that has a subject."""
    tokens, children = context.tree.tokens, context.tree.children
    for index in context.ancestors():
        if any(context.tree.lowered[child] in _CONDITIONAL for child in children[index]):
            yield index
        if any(tokens[child].dependency in SUBJECT for child in children[index]):
            return


def _clause(context: NumberContext) -> str:
    """Return what stands around the number in its sentence between semicolons."""
    return (
        f"{context.sentence_before.rpartition(';')[2]}{context.number.text}{context.sentence_after.partition(';')[0]}"
    )


def behind_address(context: NumberContext) -> int | None:
    """Return where the main clause begins behind "if you like them loud, " and the number stands in it; else None.

    Parsers may take both for one clause.  Not so "if you sell cups, 10 plates and 3 forks, you get a discount".
    """
    tokens, words = context.tree.tokens, context.tree.lowered
    if words[:2] != ("if", "you"):
        return None
    comma = next((at for at, word in enumerate(words) if word == ","), len(words))
    if comma >= context.covered[0] or any(token.tag == "CD" for token in tokens[:comma]):
        return None
    is_main = tuple(token.tag for token in tokens[comma + 1 : comma + 3]) == ("CD", "IN")
    is_main = is_main and "you" not in words[comma + 1 :]
    for token in tokens[comma + 1 :]:
        if token.text == "," or token.text.lower() == "you":
            break
        is_main |= token.tag in _FINITE
    return comma + 1 if is_main else None
