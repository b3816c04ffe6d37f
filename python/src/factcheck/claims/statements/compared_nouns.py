"""Finds which nouns a comparative raises and what stands behind its "than"."""

from __future__ import annotations

from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import PLACE_PREPOSITIONS, Words


def noun_raised(at: int, than: int | None, words: Words) -> int | None:
    """Return the noun of which there is more; none behind "than", as the parser may see it: "more than old cooks"."""
    noun = words.tokens[at].head if words.tokens[at].dependency in {"amod", "nmod"} else None
    return None if noun is not None and than is not None and noun > than else noun


def are_both_had(noun: int, subject: int, others: tuple[Phrase, ...], words: Words) -> bool:
    """Recognise "Rome has more women than men", where one has both that are compared; not "Rome has more than Oslo"."""
    is_one = words.tag(subject) in {"NNP", "NNPS", "NN", "CD"} and words.tokens[noun].dependency == "dobj"
    is_plural = len(others) == 1 and words.tag(others[0][-1]) == "NNS" and words.tokens[others[0][-1]].text.islower()
    return is_one and is_plural and words.tag(noun) == "NNS"


def are_things(noun: int, words: Words) -> bool:
    """Tell whether a noun is about things of which each has a size, rather than about how many: "flats are smaller"."""
    is_typical = any(words.lower(i) in {"average", "typical"} for i in words.children(noun, "amod"))
    return words.tag(noun) == "NNS" or is_typical


def compared_with(than: int, words: Words) -> tuple[Phrase, ...]:
    """Return what stands behind "than"."""
    ends = (i for i in range(than + 1, len(words.tokens)) if words.tokens[i].text in {",", ";", ".", ":", "(", ")"})
    end = next(ends, len(words.tokens))
    inside = [i for i in range(than + 1, end) if words.tag(i).startswith(("NN", "CD"))]
    if words.lower(than + 1) in PLACE_PREPOSITIONS and (named := words.children(than + 1, "pobj", "pcomp")):
        return words.names(named[0])
    outermost = [i for i in inside if not than < words.tokens[i].head < end]
    for target in (*words.children(than, "pobj", "pcomp"), *outermost, *inside[-1:]):
        if words.lower(target) in {"that", "those"} and (inner := words.objects(target)):
            return words.names(inner[0])
        if names := [behind for name in words.names(target) if (behind := tuple(i for i in name if i > than))]:
            return tuple(names)
    return ()
