"""Which words of a sentence name the things that a number counts: "62 companies", "number of unique customers"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from factcheck.nlp.parser import Sentence, Token

_COUNTING = frozenset("number count total tally".split())
_WHOLE = frozenset("total unique different distinct overall".split())
_DIFFERENT = frozenset("different distinct unique individual separate".split())
_KINDS = frozenset("type kind sort variety set list".split())
_PARTS_OF_A_NAME = frozenset({"compound", "amod", "nmod"})
_MODIFIERS = frozenset({"nummod", "amod", "compound", "det"})
_PRONOUNS = frozenset({"one", "ones"})
_OF_THEM = frozenset("whom which them these those".split())
_SHORTEST_LABEL = 2
_BEFORE_NOUN = frozenset({"JJ", "NN", "NNP", "DT"})
_OF_CLAUSES = ("VBN", "VBD", "WRB", "WDT", "WP")
"""What tells more of a noun before it: "races run", "states where I ran"."""
_PLURAL = frozenset({"NNS", "NNPS"})


def counted_tokens(sentence: Sentence, number: Sequence[int]) -> frozenset[int]:
    """Return the indexes of the nouns that a number counts, with the words that belong to them.

    ``number`` are the indexes of its tokens.  That is the noun that the number modifies, else the nearest one of which
    the sentence says "number of", else the nearest one said to be "unique" or "total".  A label such as "Races run:"
    says what is counted behind it.  "Ones" are what the last plural before them names, and a number "of whom" counts
    what the number before it does.
    """
    tokens = sentence.tokens
    root = next((index for index in number if tokens[index].head not in number), number[0])
    head = tokens[root].head
    if tokens[root].dependency in _MODIFIERS and _is_noun(tokens[head]) and head > root:
        return _words_meant(tokens, head)
    if (whole := _whole(tokens, number)) is not None:
        return _words_meant(tokens, whole) - set(number)
    if (labelled := _labelled(tokens, number)) is not None:
        return frozenset(_with_its_words(tokens, labelled)) - set(number)
    named = [*_after_number_of(tokens)] or [*_called_unique(tokens)]
    nearest = min(named, key=lambda index: (abs(index - root), index), default=None)
    return frozenset() if nearest is None else frozenset(_with_its_words(tokens, nearest)) - set(number)


def _is_noun(token: Token) -> bool:
    return token.tag.startswith("NN")


def _is_pronoun(token: Token) -> bool:
    return token.text.lower() in _PRONOUNS


def _words_meant(tokens: Sequence[Token], noun: int) -> frozenset[int]:
    """Return the indexes of a noun with its words, and for "ones" of the plural before that they stand for."""
    own = frozenset(_with_its_words(tokens, noun))
    if not _is_pronoun(tokens[noun]):
        return own
    plurals = (index for index in range(noun) if tokens[index].tag in _PLURAL and not _is_pronoun(tokens[index]))
    meant = max(plurals, default=None)
    own -= {noun}
    return own if meant is None else own | frozenset(_with_its_words(tokens, meant))


def _whole(tokens: Sequence[Token], number: Sequence[int]) -> int | None:
    """Return the noun of which a number counts some: "43 guests, 29 of whom", "43 guests, of which 29"; else None."""
    around = [token.text.lower() for token in tokens[max(0, min(number) - 2) : max(number) + 3]]
    is_part = any(one == "of" and other in _OF_THEM for one, other in pairwise(around))
    nouns = (
        token.head
        for token in tokens[: min(number)]
        if token.dependency == "nummod" and tokens[token.head].tag in _PLURAL and token.head < min(number)
    )
    return max(nouns, default=None) if is_part else None


def _labelled(tokens: Sequence[Token], number: Sequence[int]) -> int | None:
    """Return the plural noun of which a label right before the number says more: "States where I ran: 2"; else None."""
    colon = min(number) - 1
    if colon < _SHORTEST_LABEL or tokens[colon].text != ":":
        return None
    noun = next((index for index in range(colon) if tokens[index].tag in _PLURAL), None)
    is_first = noun is not None and all(tokens[index].tag in _BEFORE_NOUN for index in range(noun))
    return noun if noun is not None and is_first and tokens[noun + 1].tag.startswith(_OF_CLAUSES) else None


def _after_number_of(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the nouns of "number of customers", "count of orders"."""
    for index, token in enumerate(tokens):
        preposition = tokens[token.head]
        is_of = token.dependency == "pobj" and preposition.lemma.lower() == "of"
        if is_of and _is_noun(token) and tokens[preposition.head].lemma.lower() in _COUNTING:
            yield index


def _called_unique(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the plural nouns of "total customers", "unique players"."""
    for token in tokens:
        if token.lemma.lower() in _WHOLE and tokens[token.head].tag in _PLURAL:
            yield token.head


def _with_its_words(tokens: Sequence[Token], noun: int) -> Iterator[int]:
    """Yield a noun, what belongs to its name, "different" before it, and for "types of boats" the boats, too."""
    belonging = [
        index
        for index, token in enumerate(tokens)
        if token.head == noun
        and token.dependency in _PARTS_OF_A_NAME
        and (_is_noun(token) or token.lemma.lower() in _DIFFERENT)
    ]
    yield from (noun, *belonging)
    if tokens[noun].lemma.lower() in _KINDS:
        prepositions = {
            index for index, token in enumerate(tokens) if token.head == noun and token.dependency == "prep"
        }
        members = (
            index for index, token in enumerate(tokens) if token.head in prepositions and token.dependency == "pobj"
        )
        yield from chain.from_iterable(_with_its_words(tokens, member) for member in members)
