"""Which values the words of a question name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.attributes import other_names
from factcheck.questions.looked_up import DENIED, done_by, nouns_of
from factcheck.questions.mentions import ValueMention
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_COVERED = 0.8
"""Share of a value's words, by rarity, from which it is named."""

_SAID = 0.45
"""Relevance from which a word may be another form of a value."""

_MANY = 60

_ARTICLES = frozenset({"the", "a", "an"})


def named_values(
    tokens: Sequence[Token], wanted: Sequence[int], relevance: Relevance, alone: Mapping[int, Relevance]
) -> tuple[ValueMention, ...]:
    """Return the values that words name, the longest and best of those that the same words name."""
    mentions: list[tuple[float, ValueMention]] = []
    by_word = {
        index: {predicate: seen for predicate, seen in alone[index].predicates if isinstance(predicate, Equals)}
        for index in wanted
    }
    for predicate, seen in relevance.predicates:
        if not isinstance(predicate, Equals) or predicate.column.is_boolean:
            continue
        saying = [i for i in wanted if predicate in by_word[i] and by_word[i][predicate].parts.get("terms", 0) > 0.2]
        literal = set(split_identifier(predicate.literal))
        literal = literal - _ARTICLES if len(literal - _ARTICLES) > 1 else literal
        exact = [i for i in wanted if _says(tokens[i], literal)]
        saying = [i for i in saying if i in exact or not tokens[i].tag.startswith(("NNS", "VB"))]
        saying = sorted({*saying, *exact})
        called = [i for i, token in enumerate(tokens) if predicate.literal.lower() in _names_of(token)]
        mentions += [(seen.score, ValueMention(i, i + 1, predicate)) for i in called]
        is_found = seen.parts.get("covered", 0.0) >= _COVERED and seen.parts.get("terms", 0.0) >= _SAID
        if not saying or not (is_found or (exact and "answer" in seen.parts)):
            continue
        if not exact and relevance.values.get(predicate.column.column_id, 0) > _MANY:
            continue  # of many values some are like any word
        for start, end in _runs(saying, tokens, literal):
            is_whole = len(literal) <= 1 or len({i for i in exact if start <= i < end}) >= _COVERED * len(literal)
            if is_whole:
                mentions.append((seen.score, ValueMention(start, end, predicate)))
    return tuple(_best_values(mentions, tokens))


def written_values(text: str, tokens: Sequence[Token], relevance: Relevance) -> Iterator[ValueMention]:
    """Yield the values of several words or with signs that stand in a text as they are: "O'Brien & Sons"."""
    for predicate, _ in relevance.predicates:
        if not isinstance(predicate, Equals) or predicate.literal.isalnum():
            continue
        for found in re.finditer(rf"(?<!\w){re.escape(predicate.literal)}(?!\w)", text, re.IGNORECASE):
            inside = [i for i, each in enumerate(tokens) if each.start < found.end() and each.end > found.start()]
            if inside:
                yield ValueMention(inside[0], inside[-1] + 1, predicate)


def _names_of(token: Token) -> tuple[str, ...]:
    return (*other_names(token.text.lower()), *other_names(token.lemma.lower()))


def _says(token: Token, literal: set[str]) -> bool:
    """Tell whether a token is one of a value's words: as written, in its base form, or of the same stem.

    A noun in the plural is not what only begins like it: athletes are not athletics.
    """
    word = token.text.lower().rstrip(".") or token.text
    forms = {word, token.lemma.lower(), word.removesuffix("s"), *nouns_of(word)}
    if forms & literal and "not" not in literal:
        return True
    if "not" not in literal and any(each.startswith(done_by(token.lemma.lower())) for each in literal):
        return True
    if "not" in literal:  # who is unmarried is "not married"
        return word == "not" or (DENIED.match(word) is not None and DENIED.sub("", word, count=1) in literal)
    if token.tag == "NNS":
        return False
    return not {stem(form) for form in forms}.isdisjoint(stem(word) for word in literal)


def _best_values(mentions: Sequence[tuple[float, ValueMention]], tokens: Sequence[Token]) -> Iterator[ValueMention]:
    """Yield the values that words name, of those that the same words name the longest, then that which is so called."""
    taken: set[int] = set()

    def is_other(mention: ValueMention) -> bool:
        return mention.predicate.literal.lower() != tokens[mention.start].text.lower()

    for _, mention in sorted(mentions, key=lambda each: (each[1].start - each[1].end, is_other(each[1]), -each[0])):
        span = set(range(mention.start, mention.end))
        if taken.isdisjoint(span):
            taken |= span
            yield mention


def _runs(indexes: Sequence[int], tokens: Sequence[Token], literal: set[str]) -> Iterator[tuple[int, int]]:
    """Yield where words stand together, or with one between them that the value has, too, or a hyphen."""
    start = previous = None
    for index in indexes:
        between = tokens[index - 1].text.lower()
        is_gap = previous is not None and index == previous + 2 and (between in literal or not between.isalnum())
        if previous is None or not (index == previous + 1 or is_gap):
            if start is not None and previous is not None:
                yield start, previous + 1
            start = index
        previous = index
    if start is not None and previous is not None:
        yield start, previous + 1
