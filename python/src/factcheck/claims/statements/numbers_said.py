"""Numbers that are said to be the most frequent: "the most common age was 25", "two rooms is the most common"."""

from __future__ import annotations

from factcheck.claims.number_context import SUBJECT
from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import Words


def number_said(verb: int, noun: int, words: Words) -> tuple[tuple[Phrase, ...], Phrase]:
    """Return the number, or the numbers from one to another, that a noun is said to be, and what it counts, if told.

    There is none for another verb than "be".
    """
    said = words.children(verb, "attr") if words.lemma(verb) == "be" else []
    if noun in said:
        said = words.children(verb, *SUBJECT)
    if named := [phrase for each in said if (phrase := words.range_to(each))]:
        return tuple(named), ()  # "the most popular answer is 44 to 48"
    for each in said:
        if words.tag(each) == "CD" and not words.children(each):
            return ((each,),), ()
        if (number := _counting(each, words)) is not None:
            return ((number,),), (each,)
    return (), ()


def _counting(noun: int, words: Words) -> int | None:
    """Return the number of a noun that nothing else is said of: "five years", but not "the five years before"."""
    children = words.children(noun)
    is_counted = words.tag(noun) == "NNS" and len(children) == 1
    return next((i for i in children if is_counted and words.tag(i) == "CD"), None)
