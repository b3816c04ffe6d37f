"""Numbers behind "the": they repeat what the reader knows, or say how many there are of what is told apart."""

from __future__ import annotations

from factcheck.claims.number_context import DEFINITE, SUBJECT, NumberContext
from factcheck.nlp.parser import Token

MOST_PEOPLE_COUNT_IN_WORDS = 12
"""Of more things the number is told anew, of as many it may be one that people keep in mind."""
_FEWEST_OF_A_WHOLE = 3
_HAVING = frozenset({"with", "without"})
_OF_THE_TEXT = frozenset("we i you us me".split())
_NAMING = frozenset(
    "name mention list describe discuss show cite quote choose select pick visit ask follow use study examine consider "
    "compare call matter know see note give say present introduce test analyse analyze".split()
)
"""Verbs that say what the text or its writer does with things: "the three shops named above"."""


def refers_back(context: NumberContext, determiner: str) -> bool:
    """Tell whether a definite number repeats what the reader knows; "the four seasons" may state how many there are.

    So does "the five ships that sank", unless the text has given a number of ships before.
    """
    number, noun = context.number, context.counted_noun
    if number.value > MOST_PEOPLE_COUNT_IN_WORDS:
        return False
    if not number.text.isalpha():
        return determiner == "the" and number.text.isdigit() and noun is None and ends_noun_phrase(context.following)
    if determiner == "all":
        return noun is not None
    if determiner != "the" or number.value < _FEWEST_OF_A_WHOLE:
        return True
    if noun is None:
        is_told = context.word_at(1) in _HAVING or _is_told_apart(context, context.covered[-1])
        return not (is_told and all(value != number.value for value, _ in context.counted_earlier))
    at, is_plain = context.covered[-1] + 1, noun == context.following and noun.tag == "NNS"
    is_known = not is_plain or (number.value, noun.lemma.lower()) in context.counted_earlier
    return is_known or (_has_clause(context, at) and not _is_told_apart(context, at))


def ends_noun_phrase(following: Token | None) -> bool:
    """Tell whether the word behind a number belongs to no noun phrase that the number begins."""
    return following is None or not following.tag.startswith(("NN", "JJ", "CD", "HYPH", "RB", "VBG", "VBN", "W"))


def _has_clause(context: NumberContext, noun: int) -> bool:
    """Tell whether a participle or a relative pronoun stands behind a noun."""
    follows = context.tree.tokens[noun + 1 : noun + 2]
    return any(token.tag in {"WDT", "WP", "VBG", "VBN"} or token.text.lower() == "that" for token in follows)


def _is_told_apart(context: NumberContext, noun: int) -> bool:
    """Tell whether a clause behind a noun says which of many are meant: "that sank", "aged 35 or above"."""
    tokens, children = context.tree.tokens, context.tree.children
    if not _has_clause(context, noun):
        return False
    clause = next((child for child in children[noun] if tokens[child].dependency in {"relcl", "acl"}), None)
    if clause is None or tokens[clause].lemma.lower() in _NAMING:
        return False
    subjects = (child for child in children[clause] if tokens[child].dependency in SUBJECT)
    return all(tokens[child].text.lower() not in _OF_THE_TEXT | DEFINITE for child in subjects if child > noun + 1)
