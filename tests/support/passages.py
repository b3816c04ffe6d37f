"""Sentences near a claim, made of words at single blanks or parsed, for generators that look for cues."""

from __future__ import annotations

from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Parser, Token
from factcheck.numbers.mentions import Number, find_numbers


def passage(text: str, is_own: bool) -> Passage:
    """Cut a sentence at blanks; all words are nouns, and weigh more in the claim's own sentence."""
    tokens, at = [], 0
    for word in text.split(" "):
        tokens.append(Token(word, at, at + len(word), word.lower(), "NN", "", 0))
        at += len(word) + 1
    return Passage(tuple(tokens), (0.5 if is_own else 0.2,) * len(tokens), is_own)


def parsed_passage(parser: Parser, sentence: str, claim: int = 0) -> tuple[Passage, list[Number]]:
    """Parse a claim's own sentence, and return it with its numbers, of which the one of an index is the claim."""
    [parse] = parser.parse([sentence])[0]
    numbers = find_numbers(sentence)
    claimed = [numbers[claim]]
    own = frozenset(i for i, token in enumerate(parse.tokens) for n in claimed if n.start <= token.start < n.end)
    weights = tuple(0.0 if i in own else 0.5 for i in range(len(parse.tokens)))
    return Passage(parse.tokens, weights, True, own), numbers
