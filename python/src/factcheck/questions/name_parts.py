"""Values of several words that a question calls by a part of their name: "Boston" for Boston Kestrels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.questions.mentions import ValueMention
from factcheck.questions.related_values import CALENDAR
from factcheck.retrieval.relevance import Relevance
from factcheck.words.identifiers import split_identifier

_OF_NAMES = frozenset({"NNP", "NNPS"})
_SHORTEST = 3


def partly_named_values(
    tokens: Sequence[Token],
    relevance: Relevance,
    alone: Mapping[int, Relevance],
    taken: Collection[int],
) -> Iterator[ValueMention]:
    """Yield the values that one word of their name stands for, written as a name, which no other value has.

    Words beside it that the name has, too, belong to it. Where several columns have the value, it is that of the column
    which the question is most about.
    """
    scores = {predicate: seen.score for predicate, seen in relevance.predicates}
    end = 0
    for index in sorted(alone):
        if index < end or index in taken or not _is_written_as_name(index, tokens):
            continue
        named = _values_with(tokens[index].text.lower(), alone[index])
        if len({predicate.literal.lower() for predicate in named}) != 1:
            continue
        predicate = max(named, key=lambda each: scores.get(each, 0.0))
        start, end = _extended(index, tokens, set(split_identifier(predicate.literal)), taken)
        yield ValueMention(start, end, predicate)


def _is_written_as_name(index: int, tokens: Sequence[Token]) -> bool:
    """Tell whether a word has a capital that it would not have as a common noun."""
    token = tokens[index]
    if len(token.text) < _SHORTEST or token.text.lower() in CALENDAR or not token.text[0].isupper():
        return False
    begins = index == 0 or tokens[index - 1].tag == "."
    return token.tag in _OF_NAMES or not begins


def _values_with(word: str, found: Relevance) -> list[Equals]:
    """Return the values of several words of which a word is one."""
    values = (predicate for predicate, _ in found.predicates if isinstance(predicate, Equals))
    names = ((value, split_identifier(value.literal)) for value in values if value.column.is_text)
    return [value for value, words in names if len(words) > 1 and word in words]


def _extended(index: int, tokens: Sequence[Token], name: set[str], taken: Collection[int]) -> tuple[int, int]:
    """Return where the words stand that a name has, too, around one of them."""

    def belongs(at: int) -> bool:
        return 0 <= at < len(tokens) and at not in taken and tokens[at].text.lower() in name

    start, end = index, index + 1
    while belongs(start - 1):
        start -= 1
    while belongs(end):
        end += 1
    return start, end
