"""Weighted keywords of a claim, from its sentence, its paragraph and the headlines above it (Algorithm 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factcheck.claims import Claim
from factcheck.document import Document, Section
from factcheck.nlp.parser import Sentence, Token

_PARAGRAPH_FACTOR = 0.4
_HEADLINE_FACTOR = 0.7


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word near a claim; ``weight`` lies in (0, 1], ``lemma`` is the word's base form, both lower case."""

    word: str
    lemma: str
    weight: float


def claim_keywords(claim: Claim, document: Document, parses: Sequence[tuple[Sentence, ...]]) -> tuple[Keyword, ...]:
    """Extract the keywords of a claim, heaviest first (Algorithm 2).

    A word of the claim's sentence weighs one over its distance in the dependency tree from the claim's
    own tokens, which are no keywords.  With s the smallest of these weights, words of the previous and of
    the paragraph's first sentence weigh 0.4·s, words of the headlines of all containing sections 0.7·s.  A
    list item has the text that introduces the list as its previous sentence.  A word met twice keeps its
    largest weight.
    """
    sentences = parses[claim.paragraph]
    sentence = sentences[claim.sentence]
    found: dict[str, Keyword] = {}
    own = set(claim.tokens)
    distances = tree_distances(sentence, claim.tokens)
    weights = {index: 1.0 / distance for index, distance in enumerate(distances) if index not in own}
    for index, weight in weights.items():
        _add(found, [sentence.tokens[index]], weight)
    smallest = min(weights.values(), default=1.0)
    for context in _paragraph_context(claim, document, parses):
        _add(found, context.tokens, _PARAGRAPH_FACTOR * smallest)
    for headline in _headlines(document.paragraphs[claim.paragraph].section, document):
        for heading in parses[headline]:
            _add(found, heading.tokens, _HEADLINE_FACTOR * smallest)
    return tuple(sorted(found.values(), key=lambda keyword: (-keyword.weight, keyword.word)))


def tree_distances(sentence: Sentence, origin: Iterable[int]) -> list[int]:
    """Count the edges of the dependency tree from each token to the nearest of the origin tokens.

    Tokens that no edge leads to get the number of tokens, larger than any distance.
    """
    neighbours: list[list[int]] = [[] for _ in sentence.tokens]
    for index, token in enumerate(sentence.tokens):
        if token.head != index:
            neighbours[index].append(token.head)
            neighbours[token.head].append(index)
    distances = [len(sentence.tokens)] * len(sentence.tokens)
    queue = deque(origin)
    for index in queue:
        distances[index] = 0
    while queue:
        index = queue.popleft()
        for neighbour in neighbours[index]:
            if distances[neighbour] > distances[index] + 1:
                distances[neighbour] = distances[index] + 1
                queue.append(neighbour)
    return [max(distance, 1) for distance in distances]


def _add(found: dict[str, Keyword], tokens: Iterable[Token], weight: float) -> None:
    for token in tokens:
        word = token.text.lower()
        if not any(character.isalnum() for character in word) and word != "%":
            continue
        known = found.get(word)
        if known is None or known.weight < weight:
            found[word] = Keyword(word, token.lemma.lower(), weight)


def _paragraph_context(claim: Claim, document: Document, parses: Sequence[tuple[Sentence, ...]]) -> list[Sentence]:
    sentences = parses[claim.paragraph]
    if claim.sentence > 0:
        return [sentences[claim.sentence - 1], sentences[0]]
    if document.paragraphs[claim.paragraph].kind == "list_item":
        introduction = _list_introduction(claim.paragraph, document)
        if introduction is not None and parses[introduction]:
            return [parses[introduction][-1]]
    return []


def _list_introduction(paragraph: int, document: Document) -> int | None:
    section = document.paragraphs[paragraph].section
    for index in range(paragraph - 1, -1, -1):
        candidate = document.paragraphs[index]
        if candidate.section is not section:
            return None
        if candidate.kind == "paragraph":
            return index
    return None


def _headlines(section: Section | None, document: Document) -> list[int]:
    headlines = []
    while section is not None:
        if section.headline is not None:
            headlines.append(section.headline)
        section = section.parent
    if document.title is not None and document.title not in headlines:
        headlines.append(document.title)
    return headlines
