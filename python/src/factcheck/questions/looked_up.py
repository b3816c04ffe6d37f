"""Which words of a question are looked up, and in which forms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from factcheck.claims.keywords import Keyword
from factcheck.nlp.parser import Parser, Token
from factcheck.numbers.mentions import find_numbers
from factcheck.questions.attributes import measured_by, other_names, other_nouns
from factcheck.questions.mentions import NumberMention
from factcheck.words.adjectives import positives
from factcheck.words.spelling import american

DENIED = re.compile(r"(?:un|non-?)(?=\w{3})")
"""What a word that denies another one begins with: "unmarried"."""

LONG_WORD = 5
"""Letters from which a word is hardly like another one by chance."""

_EMPTY = frozenset(
    "a an the of in on at to by for from per with and or but as is are was were be been do does did has have had how "
    "what which who whose whom where when why that this these those it its their they there me i we you my our can "
    "could would will should show give tell list display see want make create draw find plot visualize visualise "
    "compare correlate replace remove add sort group split color colour coloured colored coloring colouring using use "
    "used number count counts amount average mean median total sum max maximum min minimum highest lowest most least "
    "more less fewer fewest than between over across under above below different each every all any only so true not "
    "no both also while whereas vs versus against into instead please out up down about around x y axis share "
    "percentage percent proportion part fraction trend distribution relationship correlation association difference "
    "change rank ranking order outlier unusual top bottom first last best worst same other others rest go going come "
    "comes like recent recently latest way many much get gets got getting".split()
)

_PHRASES = tuple(
    tuple(phrase.split())
    for phrase in (
        "in terms of",
        "a lot of",
        "lots of",
        "in total",
        "hand in hand",
        "how come",
        "to do with",
        "over time",
        "of all time",
    )
)
"""Words that together say something else than alone."""

_OUT, _LONG_OUT = "out", 5
"""What verbs begin with that compare: "outweigh", "outsell"."""

_AMOUNTS = frozenset({"amount", "count"})

_REPEATING = frozenset({"so", "as", "neither", "nor"})
"""What stands before an auxiliary that repeats a verb: "so do fees"."""

_CHARTS = frozenset("bar line area pie scatter strip box histogram dot stacked grouped".split())

_CHART_NOUNS = frozenset("chart charts graph graphs plot plots diagram visualization histogram".split())


def tokens_of(text: str, parser: Parser) -> tuple[Token, ...]:
    """Parse a text; the heads are indexes among the tokens of all its sentences."""
    [sentences] = parser.parse([text])
    tokens: list[Token] = []
    for sentence in sentences:
        first = len(tokens)
        tokens += [replace(token, head=token.head + first, lemma=american(token.lemma)) for token in sentence.tokens]
    return tuple(_with_tags(tokens))


def _with_tags(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens, some with other tags than the parse gives: a comparative, "dearer than", and a verb with a subject.

    What it takes for an infinitive is finite where a subject stands before it and no auxiliary is there.
    """
    for index, (token, following) in enumerate(zip_longest(tokens, tokens[1:])):
        if token.tag == "NN" and token.dependency in {"attr", "acomp", "conj"} and _is_graded(token):
            yield replace(token, tag="JJR" if token.text.lower().endswith("er") else "JJS")  # "are wetter and colder"
        elif token.tag == "VB" and token.text.lower() == "do" and tokens[index - 1].text.lower() in _REPEATING:
            yield replace(token, tag="VBP")
        elif following is not None and following.text.lower() == "than" and token.tag.startswith("NN"):
            yield replace(token, tag="JJR") if _is_graded(token) else token
        elif token.tag == "VB" and token.dependency == "ROOT":
            beside = [(place, each) for place, each in enumerate(tokens) if each.head == index != place]
            has_subject = any(each.dependency == "nsubj" and place < index for place, each in beside)
            has_auxiliary = any(each.dependency.startswith("aux") for _, each in beside)
            yield replace(token, tag="VBP") if has_subject and not has_auxiliary else token
        else:
            yield token


def _is_graded(token: Token) -> bool:
    """Tell whether a word is the comparative or superlative of an adjective that measures something: "dearer"."""
    return any(measured_by(form) for form in positives(token.text.lower()))


def numbers_of(text: str, tokens: Sequence[Token]) -> tuple[NumberMention, ...]:
    """Return the numbers of a text, and the tokens that they cover."""
    mentions = []
    for number in find_numbers(text):
        inside = [i for i, t in enumerate(tokens) if t.start < number.end and t.end > number.start]
        if inside:
            mentions.append(NumberMention(inside[0], inside[-1] + 1, number))
    return tuple(mentions)


def is_looked_up(index: int, tokens: Sequence[Token], names: Collection[str]) -> bool:
    """Tell whether a word may name something; ``names`` are those of columns, in lower case."""
    token = tokens[index]
    word = token.text.lower()
    if _is_in_phrase(index, tokens):
        return False
    if _is_name(index, tokens, names):
        return True
    if not any(map(str.isalnum, word)) or word in _EMPTY or token.lemma.lower() in _EMPTY - {"us"}:
        is_letter = len(word) == 1 and token.text.isupper() and index > 0 and word != "i"
        is_named = token.text[:1].isupper() and token.tag == "NNP" and index > 0 and word not in _EMPTY
        return word == "us" or is_letter or is_named
    following = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
    after = tokens[index + 2].text.lower() if index + 2 < len(tokens) else ""
    return not (word in _CHART_NOUNS or (word in _CHARTS and not _CHART_NOUNS.isdisjoint((following, after))))


def _is_in_phrase(index: int, tokens: Sequence[Token]) -> bool:
    for phrase in _PHRASES:
        for place, word in enumerate(phrase):
            start = index - place
            if tokens[index].text.lower() == word and start >= 0:
                said = tuple(token.text.lower() for token in tokens[start : start + len(phrase)])
                if said == phrase:
                    return True
    return False


def _is_name(index: int, tokens: Sequence[Token], names: Collection[str]) -> bool:
    """Tell whether a common noun names a column that is called just that: "which rank", but not "the rank of"."""
    token = tokens[index]
    following = tokens[index + 1].text.lower() if index + 1 < len(tokens) else ""
    is_called = not {token.text.lower(), token.lemma.lower()}.isdisjoint(names)
    return is_called and token.tag.startswith("NN") and (following != "of" or token.lemma.lower() in _AMOUNTS)


def keyword_of(token: Token) -> Keyword:
    """Return a word as what is looked up."""
    word, lemma = (form.lower().rstrip(".") or form for form in (token.text, token.lemma))  # Mt. of "Mt. Cook"
    return Keyword(word, lemma, 1.0)


def related_nouns(tokens: Sequence[Token]) -> list[str]:
    """Return the nouns that adjectives, verbs and other nouns of a question ask for."""
    nouns = [noun for token in tokens for noun in other_nouns(token.lemma.lower())]
    measured = (noun for token in tokens for form in base_forms(token) for noun, _ in measured_by(form))
    forms = dict.fromkeys(form for token in tokens for form in (token.text.lower(), token.lemma.lower()))
    names = (word for form in forms for name in other_names(form) for word in name.split())
    return list(dict.fromkeys([*nouns, *measured, *names]))


def inner_words(tokens: Sequence[Token]) -> list[str]:
    """Return the words that others are made of, which values may have: sun of sunny, manage of managers."""
    made_of = [noun for token in tokens if token.tag.startswith("JJ") for noun in nouns_of(token.text.lower())]
    denied = [DENIED.sub("", word, count=1) for token in tokens if DENIED.match(word := token.text.lower())]
    done = [form for token in tokens if token.tag.startswith("NN") for form in done_by(token.lemma.lower())]
    return list(dict.fromkeys([*made_of, *denied, *done]))


def done_by(noun: str) -> tuple[str, ...]:
    """Return the verb of a noun for those who do something, as it may be written: manage for manager."""
    noun = noun.removesuffix("s")
    is_agent = len(noun) > LONG_WORD + 1 and noun.endswith(("er", "or"))
    return (noun[:-1], noun[:-2]) if is_agent else ()


def base_forms(token: Token) -> Iterator[str]:
    """Yield the forms of a word that a lexicon of adjectives may have: "heaviest", "heavy"."""
    lemma, text = token.lemma.lower(), token.text.lower()
    yield lemma
    if text != lemma:
        yield text
    yield from positives(text)
    if token.tag.startswith("VB") or token.dependency == "ROOT":
        yield from (
            form.removeprefix(_OUT) for form in (lemma, text) if form.startswith(_OUT) and len(form) > _LONG_OUT
        )


def nouns_of(word: str) -> tuple[str, ...]:
    """Return the nouns that an adjective may be made of: sun for sunny, wind for windy."""
    if len(word) < LONG_WORD or not word.endswith("y"):
        return ()
    short = word[:-1]
    return (short, short[:-1]) if short[-1] == short[-2] else (short,)
