"""What percentages are of: the noun behind "46 % of", which percentages after it may leave out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from factcheck.claims.anaphora import is_fragment
from factcheck.claims.noun_phrases import noun_after
from factcheck.nlp.parser import Sentence, Token
from factcheck.numbers.words import FRACTIONS

_PARTS = frozenset("% percent pct share proportion portion".split())
_MOST = frozenset("half most majority".split())
_FRACTIONS = frozenset(form for part in FRACTIONS for form in (part, f"{part}s"))
_WHOLES = frozenset("total whole sum overall all rest number remainder time".split())
"""Nouns that do not say what the whole consists of."""

_STAND_FOR_ONE = frozenset("them these those which whom it".split())

_ONE_AMOUNT = frozenset({"it", "this", "that", "which"})
_AMOUNTS = frozenset(
    "sales revenue revenues turnover spend spent spending expenditure cost costs paid payments earned income profit "
    "profits budget".split()
)
"""Words for amounts of money that a percentage of "it" may be a part of."""

_SHARED_OUT = frozenset("share shares contribution distribution split mix breakdown percentage".split())
_BEST = frozenset("top leading biggest largest highest best main key major lowest bottom smallest".split())
"""Words at the beginning of a label whose things are ordered by an amount: "top channels by sales"."""

_NOUN_WITHIN = 5
"""Tokens behind "of" that the noun phrase of a whole may have, at most: "of the company's total revenue"."""

_SENTENCES_BEFORE = 2
"""Sentences back to which percentages go on about the same whole, at most."""


def whole_of_share(tokens: Sequence[Token], number: Sequence[int]) -> int | None:
    """Return the index of the noun that a percentage is said to be a part of; None where the sentence does not say.

    ``number`` are the indexes of its tokens.  The numbers of a list share the noun behind the first: "size L brings
    46 % of revenue, M 31 %".
    """
    if not number:
        return None
    if (noun := _behind_fraction(tokens, number[-1])) is not None:
        return noun
    at = number[-1] + 1
    return _last_whole(tokens, at) or _last_whole(tokens, at, _is_fraction) or _of_label(tokens, number[0])


def wholes_named_before(tokens: Sequence[Token], number: Sequence[int]) -> list[int]:
    """Return the words before a percentage that may name what it is of, the likeliest first.

    That is what follows "of" at the beginning, "of those admitted, 58 %", or any noun where a pronoun stands for one:
    "700 people applied, and 44 % of them were taken".
    """
    if not number:
        return []
    if tokens[0].text.lower() == "of":
        noun = _not_empty(tokens, noun_after(tokens, 0, _NOUN_WITHIN))
        own = [noun] if noun is not None and noun < number[0] else []
        chosen = [at for at in range(1, min(_NOUN_WITHIN, number[0])) if tokens[at].tag == "VBN"]
        return own or chosen[:1]
    behind = [token.text.lower() for token in tokens[number[-1] + 1 : number[-1] + 4]]
    if behind[:1] and behind[0] in _PARTS:
        behind = behind[1:]
    if behind[:1] == ["of"] and behind[1:2] and behind[1] in _STAND_FOR_ONE:
        return [at for at in reversed(range(number[0])) if tokens[at].tag in {"NNS", "NN"}]
    return []


def whole_before(sentences: Sequence[Sentence], number: Sequence[int]) -> Token | None:
    """Return the noun that percentages before a claim are of, where its own sentence, the last one, names none.

    "Size L brings 46 % of revenue. The four categories are close: Classic 26.9 %, Supreme 25.5 %."  A pronoun stands
    for an amount that is told before: "We spent $18,000. The harbour got 27 % of it."
    """
    if not sentences or _last_whole(sentences[-1].tokens, len(sentences[-1].tokens)) is not None:
        return None
    if whole_of_share(sentences[-1].tokens, number) is not None:
        return None
    is_of_amount = _is_of_pronoun(sentences[-1].tokens, number)
    for sentence in reversed(sentences[-1 - _SENTENCES_BEFORE : -1]):
        amount = (
            token for token in sentence.tokens if not _AMOUNTS.isdisjoint((token.text.lower(), token.lemma.lower()))
        )
        if is_of_amount and (told := next(amount, None)) is not None:
            return told
        noun = _last_whole(sentence.tokens, len(sentence.tokens))
        if noun is None and is_fragment(sentence):
            noun = _shared_out(sentence.tokens)
        if noun is not None:
            return sentence.tokens[noun]
    return None


def _is_of_pronoun(tokens: Sequence[Token], number: Sequence[int]) -> bool:
    """Tell whether a percentage is one of "it", "this" or "that", with nothing behind that these would belong to."""
    behind = [token.text.lower() for token in tokens[number[-1] + 1 : number[-1] + 5]] if number else []
    behind = behind[1:] if behind[:1] and behind[0] in _PARTS else behind
    is_pronoun = behind[:1] == ["of"] and not _ONE_AMOUNT.isdisjoint(behind[1:2])
    return is_pronoun and (len(behind) == 2 or not behind[2][0].isalpha())


def _is_part(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a word stands for a part with a figure: "45 %", "half (55 %)"."""
    index -= index > 0 and tokens[index].text == ")"
    return tokens[index].text.lower() in _PARTS


def _is_fraction(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a word stands for a part without a figure: "half", "a third", not "the third quarter"."""
    word = tokens[index].text.lower()
    before = index - 2 if index > 1 and tokens[index - 1].text == "-" else index - 1  # "two-thirds"
    counted = before >= 0 and (tokens[before].tag == "CD" or tokens[before].text.lower() == "a")
    return word in _MOST or (word in _FRACTIONS and counted)


def _last_whole(
    tokens: Sequence[Token], end: int, is_part: Callable[[Sequence[Token], int], bool] = _is_part
) -> int | None:
    """Return the noun behind the last "% of" or "share of" that begins before a token."""
    for index in range(min(end, len(tokens) - 2), -1, -1):
        if tokens[index + 1].text.lower() == "of" and is_part(tokens, index):
            return _not_empty(tokens, noun_after(tokens, index + 1, _NOUN_WITHIN))
    return None


def _of_label(tokens: Sequence[Token], end: int) -> int | None:
    """Return the amount that a label before a number is about: "Top channels by sales: Amazon 35 %, Myntra 23 %"."""
    colon = next((at for at in reversed(range(end)) if tokens[at].text == ":"), 0)
    return _shared_out(tokens[:colon])


def _shared_out(label: Sequence[Token]) -> int | None:
    """Return the noun for what is divided among things: sales of "sales by channel" and of "top channels by sales"."""
    words = [token.text.lower() for token in label]
    for at in range(1, len(label)):
        if words[at] in _SHARED_OUT and label[at - 1].tag.startswith("NN"):
            return at - 1
        if words[at] == "by" and at + 1 < len(label):
            behind = noun_after(label, at, _NOUN_WITHIN)
            is_behind = words[0] in _BEST or (behind is not None and words[behind] in _AMOUNTS)
            noun = behind if is_behind else at - 1
            return noun if noun is not None and label[noun].tag.startswith("NN") else None
    return None


def _behind_fraction(tokens: Sequence[Token], last: int) -> int | None:
    """Return the noun of "half of the residents", "half the residents", "a third of sales"."""
    behind = tokens[last + 1].text.lower() if last + 1 < len(tokens) else ""
    is_half = tokens[last].text.lower() in {"half", "halves"}
    if not tokens[last].text.isalpha() or not (behind == "of" or (is_half and tokens[last + 1].tag in {"DT", "PRP$"})):
        return None
    return _not_empty(tokens, noun_after(tokens, last + 1 if behind == "of" else last, _NOUN_WITHIN))


def _not_empty(tokens: Sequence[Token], noun: int | None) -> int | None:
    return None if noun is None or tokens[noun].lemma.lower() in _WHOLES else noun
