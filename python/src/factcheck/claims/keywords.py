"""Weighted keywords of a claim, from its sentence, its paragraph and the headlines above it (Algorithm 2)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from factcheck.claims.anaphora import is_fragment, noun_places, points_back
from factcheck.claims.carried import places_before
from factcheck.claims.claim import Claim, NumericClaim
from factcheck.claims.counted_nouns import counted_tokens
from factcheck.claims.levels import level_of
from factcheck.claims.passage import Passage, Written
from factcheck.claims.sentence_words import SentenceWord, figure, list_mark, sentence_word, words_of_set_phrases
from factcheck.claims.short_names import told_short_names
from factcheck.claims.statements.cues import may_state
from factcheck.claims.surroundings import headlines_above, list_introductions
from factcheck.claims.wholes import whole_before, whole_of_share
from factcheck.claims.word_shares import word_shares
from factcheck.documents.document import Document
from factcheck.nlp.parser import WORD_OR_SIGN, Sentence, Token
from factcheck.numbers.mentions import has_number
from factcheck.numbers.style import NumberStyle
from factcheck.runtime.checkpoints import checkpoint

_PARAGRAPH_FACTOR = 0.4
_CARRIED_FACTOR = 1.0
"""For the sentence before one that points back to it: its restrictions hold on."""
_HEADLINE_FACTOR = 0.7
_LIST_HEADLINE_FACTOR = 1.0
_WHOLE_WEIGHT = 0.5
"""Weight of what percentages before the claim are of: as much as a word two steps away."""
_HEADS = frozenset({"title", "headline"})
_PARAGRAPHS_PER_CHECKPOINT = 100
_ENTRIES_BEFORE = 20
"""Entries of a list back to one that says what the numbers of the list are, at most."""


class KeywordSource(Enum):
    """Where a claim's keywords come from (Figure 7).

    The text that introduces a list counts as the previous sentence of the list's items, and its first sentence as that
    of their paragraph.  The first sentence of a paragraph is also the previous one of the second sentence; each of the
    two sources brings it along.
    """

    CLAIM_SENTENCE = "claim sentence"
    PARAGRAPH_START = "paragraph start"
    PREVIOUS_SENTENCE = "previous sentence"
    HEADLINES = "headlines"


ALL_SOURCES = frozenset(KeywordSource)


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word near a claim; ``weight`` lies in (0, 1], ``lemma`` is the word's base form, both lower case.

    The base form of a number word is its figure, as data have figures: "two" has the lemma 2.  ``is_counted`` tells
    that it names what the claim's number counts, ``is_said`` that it stands in the claim's own sentence.
    ``level`` is the level of a scale that it may name, from -2 to 2.  For a figure, ``beside`` has the words, as
    written and in their base form, that stand beside it or that it belongs to: "class" for the 2 of "class 2".
    ``is_whole`` tells that it names what percentages before the claim are of.
    """

    word: str
    lemma: str
    weight: float
    is_counted: bool = False
    is_said: bool = True
    level: int | None = None
    beside: frozenset[str] = frozenset()
    is_whole: bool = False


def paragraphs_to_parse(document: Document, style: NumberStyle) -> frozenset[int]:
    """Return the paragraphs whose sentences matter: those with numbers or statements, and those around them.

    The others may have any sentences, or none: neither the claims nor their keywords change.  ``style`` is that of the
    document's numbers.
    """
    introductions = list_introductions(document)
    indices = set()
    for index, paragraph in enumerate(document.paragraphs):
        if index % _PARAGRAPHS_PER_CHECKPOINT == 0:
            checkpoint()
        if paragraph.kind in _HEADS:
            indices.add(index)
        elif has_number(paragraph.text, style) or (paragraph.kind != "table_cell" and may_state(paragraph.text)):
            indices.add(index)
            if (introduction := introductions[index]) is not None:
                indices.add(introduction)
    return frozenset(indices)


def all_keywords(
    claims: Sequence[Claim],
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    sources: Collection[KeywordSource] = ALL_SOURCES,
) -> list[tuple[Keyword, ...]]:
    """Extract the keywords of every claim, heaviest first (Algorithm 2).

    A word of the claim's sentence weighs one over its distance in the dependency tree from the claim's
    own tokens.  With s the smallest of these weights, words of the previous and of the paragraph's first sentence
    weigh 0.4·s, words of the headlines of all containing sections 0.7·s.  A list item has the text that introduces
    the list as its previous sentence.  Where the claim's sentence points back, as with "of them", or is an entry of a
    list without a verb, the words of that sentence weigh s.  The words of the headings of a table's cell weigh 1.  A
    word met twice keeps its largest weight.  Numbers that are claims state results, so they are no keywords, neither of
    their own claim nor of another.  A word that belongs to another number of the sentence weighs less, the name that is
    listed for this one weighs 1, as do the words that the form of the sentence stands for.  What the text says that a
    short name stands for weighs as the short name does.  ``sources`` leaves out some
    of these, to measure what each is good for.
    """
    stated = _stated_tokens(claims)
    short_names = told_short_names(paragraph.text for paragraph in document.paragraphs)

    def words_for(claim: Claim, paragraph: int, sentence: int) -> list[SentenceWord]:
        left_out = stated[_is_year(claim)].get((paragraph, sentence), frozenset())
        tokens = parses[paragraph][sentence].tokens
        unmeant = left_out | words_of_set_phrases(tokens) | list_mark(tokens)
        meant = [index for index in range(len(tokens)) if index not in unmeant]
        spelt_out = [
            SentenceWord(index, part, part, frozenset())
            for index in meant
            for part in (short_names.get(tokens[index].text, ()) if short_names else ())
        ]
        return [*(sentence_word(tokens, index) for index in meant), *spelt_out]

    introductions = list_introductions(document)
    keywords = []
    shares = word_shares(claims, parses)
    for claim in claims:
        checkpoint()
        words = partial(words_for, claim)
        found = _keywords(claim, document, parses, words, sources, introductions, shares[claim.claim_no].factors)
        implied = claim.number.implied if isinstance(claim, NumericClaim) else ()
        keywords.append((*(Keyword(word, word, 1.0) for word in implied), *found))
    return keywords


def _stated_tokens(claims: Sequence[Claim]) -> dict[bool, Mapping[tuple[int, int], Set[int]]]:
    """Return the tokens of each sentence that state results, for claims about years (True) and for all others.

    "The highest number was in 2011 (157)": that 2011 is a result, too, does not hinder that 157 is the number of 2011.
    """
    stated: dict[bool, dict[tuple[int, int], set[int]]] = {True: {}, False: {}}
    for claim in claims:
        place = claim.paragraph, claim.sentence
        stated[True].setdefault(place, set()).update(claim.tokens)
        if not _is_year(claim):
            stated[False].setdefault(place, set()).update(claim.tokens)
    return dict(stated)


def _is_year(claim: Claim) -> bool:
    return isinstance(claim, NumericClaim) and claim.number.unit == "year"


def _keywords(
    claim: Claim,
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    words: Callable[[int, int], list[SentenceWord]],
    sources: Collection[KeywordSource],
    introductions: Sequence[int | None],
    factors: Mapping[int, float | None],
) -> tuple[Keyword, ...]:
    keywords: dict[str, Keyword] = {}
    parse = parses[claim.paragraph][claim.sentence]
    distances = tree_distances(parse, claim.tokens)
    counted = counted_tokens(parse, claim.tokens)
    smallest = 1.0
    if isinstance(claim, NumericClaim) and KeywordSource.CLAIM_SENTENCE in sources:
        for word in _heading_words(claim.headings):
            _add(keywords, Keyword(word, figure(word) or word, 1.0))
    for index, word, lemma, beside in words(claim.paragraph, claim.sentence):
        weight = 1.0 / distances[index]
        smallest = min(smallest, weight)
        if KeywordSource.CLAIM_SENTENCE in sources:
            factor = factors.get(index, 1.0)
            weight = 1.0 if factor is None else factor * weight
            is_own = factor is None or factor >= 1  # what belongs to another number says nothing of this one
            level = level_of(parse, index)
            _add(keywords, Keyword(word, lemma, weight, index in counted, is_own, level, beside))
    context = _context(claim, document, parses, sources, introductions[claim.paragraph])
    for paragraph, sentence in context:
        is_meant = (paragraph, sentence) == context[0] and _goes_on(parse, claim, document, context[0])
        weight = (_CARRIED_FACTOR if is_meant else _PARAGRAPH_FACTOR) * smallest
        for _, word, lemma, beside in words(paragraph, sentence):
            _add(keywords, Keyword(word, lemma, weight, is_said=is_meant, beside=beside))
    for source, keyword in _left_out(claim, document, parses, words, introductions):
        if source in sources:
            _add(keywords, keyword)
    section = document.paragraphs[claim.paragraph].section
    for headline in headlines_above(section, document) if KeywordSource.HEADLINES in sources else []:
        weight = _headline_factor(claim, document, introductions, headline) * smallest
        for sentence in range(len(parses[headline])):
            for _, word, lemma, beside in words(headline, sentence):
                _add(keywords, Keyword(word, lemma, weight, is_said=False, beside=beside))
    return tuple(sorted(keywords.values(), key=lambda keyword: (-keyword.weight, keyword.word)))


def _headline_factor(claim: Claim, document: Document, introductions: Sequence[int | None], headline: int) -> float:
    """Return what is left of the weight of a headline's words: the next above a list stands for its introduction."""
    is_entry = document.paragraphs[claim.paragraph].kind == "list_item" and introductions[claim.paragraph] is None
    is_next = document.paragraphs[claim.paragraph].section.headline == headline
    return _LIST_HEADLINE_FACTOR if is_entry and is_next else _HEADLINE_FACTOR


def all_passages(
    claims: Sequence[Claim], document: Document, parses: Sequence[tuple[Sentence, ...]]
) -> list[tuple[Passage, ...]]:
    """Return the sentences that the keywords of every claim are from, its own sentence first.

    Words weigh what they do as keywords, but each where it stands.
    """
    stated_for = _stated_tokens(claims)
    introductions, shares = list_introductions(document), word_shares(claims, parses)
    passages = []
    shared: dict[tuple[int, int], Written] = {}

    def written(paragraph: int, sentence: int) -> Written:
        if (paragraph, sentence) not in shared:
            shared[paragraph, sentence] = Written(parses[paragraph][sentence].tokens)
        return shared[paragraph, sentence]

    for claim in claims:
        checkpoint()
        place = claim.paragraph, claim.sentence
        stated = stated_for[_is_year(claim)]
        distances = tree_distances(parses[claim.paragraph][claim.sentence], claim.tokens)
        own = tuple(0.0 if index in stated.get(place, ()) else 1.0 / d for index, d in enumerate(distances))
        smallest = min((weight for weight in own if weight), default=1.0)
        share = shares[claim.claim_no]
        own = tuple(w and (1.0 if (f := share.factors.get(i, 1.0)) is None else f * w) for i, w in enumerate(own))
        factors = dict.fromkeys(
            _context(claim, document, parses, ALL_SOURCES, introductions[claim.paragraph]), _PARAGRAPH_FACTOR
        )
        for headline in headlines_above(document.paragraphs[claim.paragraph].section, document):
            factor = _headline_factor(claim, document, introductions, headline)
            factors.update(dict.fromkeys(((headline, each) for each in range(len(parses[headline]))), factor))
        factors.pop(place, None)
        whole = written(*place)
        near = [Passage(whole.tokens, own, True, frozenset(claim.tokens), share.side, whole)]
        if isinstance(claim, NumericClaim):
            near += map(_heading_passage, claim.headings)
        for (paragraph, sentence), factor in factors.items():
            whole, claimed = written(paragraph, sentence), stated.get((paragraph, sentence), frozenset())
            weights = tuple(0.0 if index in claimed else factor * smallest for index in range(len(whole.tokens)))
            near.append(Passage(whole.tokens, weights, False, written=whole))
        passages.append(tuple(near))
    return passages


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


def _heading_words(headings: Iterable[str]) -> Iterator[str]:
    """Yield the words of headings, in lower case; they are no sentences and stand unparsed."""
    for heading in headings:
        yield from WORD_OR_SIGN.findall(heading.lower())


def _heading_passage(heading: str) -> Passage:
    words = list(WORD_OR_SIGN.finditer(heading))
    tokens = tuple(Token(w[0], w.start(), w.end(), w[0].lower(), "", "", index) for index, w in enumerate(words))
    return Passage(tokens, (1.0,) * len(tokens), False)


def _add(keywords: dict[str, Keyword], keyword: Keyword) -> None:
    """Add a keyword; one met before keeps its largest weight."""
    if not any(character.isalnum() for character in keyword.word) and keyword.word != "%":
        return
    known = keywords.get(keyword.word)
    if known is not None:
        heavier, lighter = (keyword, known) if known.weight < keyword.weight else (known, keyword)
        keyword = replace(
            heavier,
            is_counted=heavier.is_counted or lighter.is_counted,
            is_said=heavier.is_said or lighter.is_said,
            level=lighter.level if heavier.level is None else heavier.level,
            beside=heavier.beside | lighter.beside,
            is_whole=heavier.is_whole or lighter.is_whole,
        )
    keywords[keyword.word] = keyword


def _goes_on(parse: Sentence, claim: Claim, document: Document, context: tuple[int, int]) -> bool:
    """Tell whether the claim's sentence is about what a sentence of its context says, the one before it."""
    paragraph, sentence = context
    if paragraph == claim.paragraph:
        return sentence == claim.sentence - 1 and points_back(parse)
    is_entry = document.paragraphs[claim.paragraph].kind == "list_item" and is_fragment(parse)
    return is_entry or points_back(parse)


def _left_out(
    claim: Claim,
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    words: Callable[[int, int], list[SentenceWord]],
    introductions: Sequence[int | None],
) -> Iterator[tuple[KeywordSource, Keyword]]:
    """Yield the words that a claim shares with numbers before it, with where they come from."""
    for keyword in _of_entry_before(claim, document, parses, words):
        yield KeywordSource.PREVIOUS_SENTENCE, keyword
    whole = _whole(claim, document, parses, introductions)
    if whole is not None:
        yield KeywordSource.CLAIM_SENTENCE if whole.is_said else KeywordSource.PREVIOUS_SENTENCE, whole


def _of_entry_before(
    claim: Claim,
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    words: Callable[[int, int], list[SentenceWord]],
) -> Iterator[Keyword]:
    """Yield the nouns that an entry of a list with nothing but a name and a number leaves out, as they weigh there.

    "South: 42 % margin", "Midwest: 39 %".
    """
    before = _entry_before(claim.paragraph, document, parses)
    if before is None:
        return
    for sentence, parse in enumerate(parses[before]):
        named = noun_places(parse)
        numbers = [index for index, token in enumerate(parse.tokens) if token.tag == "CD"]
        distances = tree_distances(parse, numbers)
        for index, word, lemma, beside in words(before, sentence):
            if index in named:
                yield Keyword(word, lemma, 1.0 / distances[index], beside=beside)


def _entry_before(entry: int, document: Document, parses: Sequence[tuple[Sentence, ...]]) -> int | None:
    """Return the nearest entry of the same list that has more than a name, for an entry that has no more."""
    paragraphs = document.paragraphs
    if paragraphs[entry].kind != "list_item" or not _is_bare(parses[entry]):
        return None
    for before in range(entry - 1, max(-1, entry - 1 - _ENTRIES_BEFORE), -1):
        if paragraphs[before].kind != "list_item" or paragraphs[before].section is not paragraphs[entry].section:
            return None
        if _has_figures(parses[before]) and not _is_bare(parses[before]):
            return before
    return None


def _has_figures(sentences: Sequence[Sentence]) -> bool:
    """Tell whether an entry has a number in figures; those without are not always parsed."""
    return any(map(str.isdigit, (sign for each in sentences for token in each.tokens for sign in token.text)))


def _is_bare(sentences: Sequence[Sentence]) -> bool:
    """Tell whether the words of an entry say nothing but a name."""
    return not any(noun_places(sentence) or not is_fragment(sentence) for sentence in sentences)


def _whole(
    claim: Claim,
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    introductions: Sequence[int | None],
) -> Keyword | None:
    """Return what a percentage is of: as its sentence says, or else percentages before it.

    Those stand in its paragraph, above its list, or in the entry before.
    """
    if not isinstance(claim, NumericClaim) or claim.number.unit != "percent":
        return None
    own = parses[claim.paragraph][claim.sentence]
    if (noun := whole_of_share(own.tokens, claim.tokens)) is not None:
        return Keyword(own.tokens[noun].text.lower(), own.tokens[noun].lemma.lower(), _WHOLE_WEIGHT)
    above = list(parses[claim.paragraph][: claim.sentence])
    introduction = introductions[claim.paragraph]
    if introduction is not None:
        before = claim.paragraph - 1
        is_entry = document.paragraphs[before].kind == "list_item" and _has_figures(parses[before])
        entry = parses[before] if is_entry else ()
        above = [*parses[introduction][-1:], *entry[-1:], *above]
    noun_before = whole_before([*above, own], claim.tokens)
    if noun_before is None:
        return None
    word, lemma = noun_before.text.lower(), noun_before.lemma.lower()
    return Keyword(word, lemma, _WHOLE_WEIGHT, is_said=False, is_whole=True)


def _context(
    claim: Claim,
    document: Document,
    parses: Sequence[tuple[Sentence, ...]],
    sources: Collection[KeywordSource],
    introduction: int | None,
) -> list[tuple[int, int]]:
    """Return paragraph and sentence of the sentences that give the claim's one its context."""
    context = []
    if KeywordSource.PREVIOUS_SENTENCE in sources:
        if claim.sentence > 0:
            context.append((claim.paragraph, claim.sentence - 1))
        elif introduction is not None and parses[introduction]:
            context.append((introduction, len(parses[introduction]) - 1))
            if len(parses[introduction]) > 1 and KeywordSource.PARAGRAPH_START in sources:
                context.append((introduction, 0))  # "Oslo alone has changed. We observe the following:"
        # "most of them" may open a paragraph; and what a sentence goes on about, the next one may be about as well
        for place in ((claim.paragraph, claim.sentence), *context[:1]):
            context += [each for each in places_before(place, document, parses) if each not in context]
    if KeywordSource.PARAGRAPH_START in sources and claim.sentence > 0:
        context.append((claim.paragraph, 0))
    return context
