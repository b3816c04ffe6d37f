"""Values that are words written shorter: "bottom" for BTM, "finance" for Fin, "college graduates" for Coll grad."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import named_values
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import is_function_word, long_forms, may_shorten

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST_WORD = 4
_SHORTEST_BLEND, _SHORTEST_PART = 4, 2
_MOST_WORDS, _LONGEST_GAP = 3, 2
_NAMING = ("NN", "JJ", "VB", "RB")
_BETWEEN = frozenset({"-", "the", "of", "and", "in"})

_Short = tuple[str, tuple[str, ...]]
"""A value, and its words in lower case."""


def shortened_words(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to those that are words of the claim's sentences written shorter.

    Words that name a value of a column in full are none of another one in short.
    """
    short = {
        column: values
        for column in cue.columns
        if column.is_text and column.column_id not in cue.other_names
        if (values := _in_short(cue.values.get(column.column_id, ()), cue.short_forms))
    }
    best: dict[Predicate, Seen] = {}
    for passage in cue.words.passages if short else ():
        named = named_values(cue, passage)
        taken = passage.own.union(*(range(value.first, value.last + 1) for value in named))
        for column, values in short.items():
            for value, places in _named(passage, values, taken, cue.short_forms):
                seen = cue.seen("terms", max(passage.weights[at] for at in places), column)
                words, at = float(len(places)), float(places[0])
                parts = {"covered": 1.0, "said": float(passage.is_own), "words": words, "at": at}
                predicate, seen = Equals(column, value), Seen(seen.score, {**seen.parts, **parts})
                if predicate not in best or best[predicate].score < seen.score:
                    best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def words_of_value(value: str) -> tuple[str, ...]:
    """Return the words of a value in lower case; none of a value of many, or with figures: "2-4 yrs" is no "years"."""
    words = tuple(word.lower() for word in _WORD.findall(value))
    return words if len(words) <= _MOST_WORDS and not any(map(str.isdigit, value)) else ()


def _in_short(values: Sequence[str], short_forms: frozenset[str]) -> list[_Short]:
    """Return the values of which a word is a short form; one in small letters among names is another slip."""
    are_names = 2 * sum(value[:1].isupper() for value in values) > len(values)
    with_words = ((value, words_of_value(value)) for value in values if not (are_names and value.islower()))
    return [(value, words) for value, words in with_words if not short_forms.isdisjoint(words)]


def _named(
    passage: Passage, values: Sequence[_Short], taken: Collection[int], short_forms: frozenset[str]
) -> Iterator[tuple[str, list[int]]]:
    """Yield the values that the words of a sentence are in full, with the places of these words."""
    for at, token in enumerate(passage.tokens):
        if at in taken or not token.tag.startswith(_NAMING) or not passage.weights[at] > 0:
            continue
        letter = token.text[0].lower()
        for value, words in values:
            if words[0][0] != letter:
                continue
            if len(words) == 1 and _is_blend(words[0], passage.tokens[at : at + 2]) and at + 1 not in taken:
                yield value, [at, at + 1]
            elif places := _places(passage.tokens, at, words, taken, short_forms):
                yield value, places


def _is_blend(word: str, tokens: Sequence[Token]) -> bool:
    """Tell whether a word is made of the beginnings of two: Amex of "American Express", Benelux of none."""
    if len(tokens) < 2 or not _SHORTEST_BLEND <= len(word) <= sum(len(token.text) for token in tokens) - 2:
        return False
    first, second = (token.text.lower() for token in tokens)
    return any(
        first.startswith(word[:cut]) and second.startswith(word[cut:])
        for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1)
    )


def _places(
    tokens: Sequence[Token], first: int, words: Sequence[str], taken: Collection[int], short_forms: frozenset[str]
) -> list[int]:
    """Return where the words of a value stand from a token on, at least one of them longer; nothing if they do not."""
    places: list[int] = []
    is_longer, at = False, first
    for word in words:
        while places and at < len(tokens) and at - places[-1] <= _LONGEST_GAP and tokens[at].text.lower() in _BETWEEN:
            at += 1
        if at >= len(tokens) or at in taken:
            return []
        if word in (tokens[at].text.lower(), tokens[at].lemma.lower()):
            pass
        elif word in short_forms and _is_longer(tokens[at], word, is_alone=len(words) == 1):
            is_longer = True
        else:
            return []
        places.append(at)
        at += 1
    return places if is_longer else []


def _is_longer(token: Token, short: str, *, is_alone: bool) -> bool:
    """Tell whether a short form stands for a word of the sentence; beside another one two letters are enough."""
    forms = dict.fromkeys((token.lemma.lower(), token.text.lower()))
    if any(form in long_forms(short) or (not is_alone and form.startswith(short)) for form in forms):
        return True
    return any(
        len(form) >= _SHORTEST_WORD and not is_function_word(form) and may_shorten(short, form) for form in forms
    )
