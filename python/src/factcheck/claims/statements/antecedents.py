"""Finds what a pronoun means: the subject of what was said before it."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.claims.number_context import SUBJECT, Tree
from factcheck.claims.statements.statement import Phrase
from factcheck.claims.statements.tree import Words
from factcheck.nlp.parser import Sentence

_HAVING = frozenset({"with", "without"})
_SEVERAL = frozenset({"NNS", "NNPS"})
_EMPTY = frozenset("rain snow be seem appear take".split())
"""Verbs whose "it" may mean nothing."""


def antecedent_of(pronoun: int, number: int, sentences: Sequence[Sentence]) -> tuple[int, Phrase] | None:
    """Return the nearest subject before a pronoun that it may mean, with the number of its sentence; None for none.

    ``number`` is that of the pronoun's sentence.
    """
    words = Words(Tree.of(sentences[number]))
    if words.lower(pronoun) == "it" and words.lemma(words.tokens[pronoun].head) in _EMPTY and number == 0:
        return None
    for at in (number, number - 1):
        if at < 0:
            continue
        within = Words(Tree.of(sentences[at]))
        end = pronoun if at == number else len(within.tokens)
        for index in range(end):
            if _is_told_of(index, within) and _agrees(words.lower(pronoun), index, within):
                if within.children(index, "conj"):
                    return None  # several have no place together
                having = (i for i in within.children(index, "prep") if within.lower(i) in _HAVING)
                whole = {*within.name(index), *(i for each in having for i in within.subtree(each))}
                name = tuple(sorted(i for i in whole if i < end and within.lower(i) != "any"))
                if within.tokens[index].dependency == "attr":  # "there were 230 women aboard"
                    name = tuple(i for i in name if i <= index and within.tag(i).startswith(("NN", "JJ")))
                if within.says(name):
                    return at, name
    return None


def _is_told_of(noun: int, words: Words) -> bool:
    """Tell whether a noun is what a sentence is about: its subject, or what it says that there is."""
    token = words.tokens[noun]
    return token.dependency in SUBJECT or (token.dependency == "attr" and bool(words.children(token.head, "expl")))


def _agrees(pronoun: str, noun: int, words: Words) -> bool:
    """Tell whether a noun has the number that a pronoun asks for."""
    is_several = words.tag(noun) in _SEVERAL or bool(words.children(noun, "conj"))
    return is_several is (pronoun in {"they", "their"}) and words.tag(noun).startswith("NN")
