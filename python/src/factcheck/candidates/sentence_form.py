"""What the form of a claim's sentence says of its words: which are names, and whether the number is an extreme."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.candidates.claim_words import ClaimWords

_WORD = re.compile(r"[^\W_]+")
_SOME_OF_THEM = re.compile(r"of (?:(?:all|both) )?(?:the|these|those|its|our|their|his|her|my|your|them|us)\b")
_AGE = re.compile(r"(?:year|month)s?[\s-](?:old\b|of age\b)")
_LONGEST_OF_ALL = 5
_OF_ALL = re.compile(
    r"(?:(?:anywhere|everywhere)(?! else)|altogether|overall|ever\b|in (?:the|our|this) (?:whole|entire) \w+"
    r"|of (?:them )?all(?= [^\w\s]| (?:was|were|is|are|ha[sd]|in|at|with|by)\b| *$))"
)
_QUOTES = frozenset("“ ” \" '' `` ‘ ’ « »".split())
_LEADING_TO_AMOUNT = frozenset("at of with ( : – —".split())
_BESIDE_AMOUNT = frozenset("$ € £ ¥ about around nearly almost just over a an only roughly some ~".split())
_SUPERLATIVE_NOUNS = frozenset("maximum minimum max min".split())
_DASHES = frozenset("- – —".split())
_OF_GROUPS = frozenset("average mean median total sum number count share percentage proportion rate".split())
_HOLDS = frozenset("hold have own boast report see record get".split())
_COMPLEMENTS = frozenset({"attr", "acomp"})
SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_RANKS = frozenset(
    "second third fourth fifth sixth seventh eighth ninth tenth 2nd 3rd 4th 5th 6th 7th 8th 9th 10th next".split()
)


def is_common_word(words: ClaimWords, literal: str) -> bool:
    """Tell whether a sentence has words of a value, but none as a name: not capitalised as written, nor quoted.

    A word in another form than the value's is no name of it: "Shows" does not name "The Show".
    """
    parts = {part.lower() for part in _WORD.findall(literal)}
    places = [
        at
        for at, (word, lemma) in enumerate(zip(words.lowered, words.lowered_lemmas, strict=True))
        if lemma in parts or _is_form_of(word, parts)
    ]
    return bool(places) and not any(_is_name(words, at, parts) for at in places)


def _is_form_of(word: str, parts: set[str]) -> bool:
    word = word.strip(".")
    return word in parts or word.removesuffix("s") in parts


def _is_name(words: ClaimWords, at: int, parts: set[str]) -> bool:
    token = words.tokens[at]
    if at and words.tokens[at - 1].text in _QUOTES:
        return True
    is_capitalised = token.text[:1].isupper() and (at > 0 or token.tag.startswith("NNP"))
    return is_capitalised and words.lowered[at] in parts


def counts_some_of_them(words: ClaimWords) -> bool:
    """Tell whether the number counts members of something: "3 of the shops", "two of them"; no amount is meant then."""
    return bool(words.claimed) and _SOME_OF_THEM.match(words.text_after()) is not None


def tells_an_age(words: ClaimWords) -> bool:
    """Tell whether the number is an age: "the youngest are 21 years old"."""
    return _AGE.match(words.text_after()) is not None


def is_an_extreme(words: ClaimWords) -> bool:
    """Tell whether the sentence says which extreme the number is: "the highest fee was 31", "the deepest is 31 metres".

    Not where it says what has the extreme, "the largest port has 31 cranes", nor where it is one of most or a rank.
    """
    noun = _extreme_that_is(words)
    return noun is not None and any(_is_complement(words, at, words.tokens[noun].head) for at in words.claimed)


def _extreme_that_is(words: ClaimWords) -> int | None:
    """Return the index of the noun with a superlative of which the sentence says what it is; None without one."""
    tokens = words.tokens
    for at, noun in _with_superlatives(words):
        is_subject = tokens[noun].dependency == "nsubj" and words.lowered_lemmas[tokens[noun].head] == "be"
        if is_subject and words.lowered[max(0, at - 1)] not in _RANKS:
            return noun
    return None


def _with_superlatives(words: ClaimWords) -> Iterator[tuple[int, int]]:
    """Yield superlatives with the nouns that they belong to, or with themselves where these are left out."""
    tokens = words.tokens
    for at, token in enumerate(tokens):
        if token.tag == "RBS" and tokens[token.head].tag == "JJ" and tokens[token.head].dependency == "amod":
            yield at, tokens[token.head].head
        elif (token.tag == "JJS" and words.lowered[at] != "most") or words.lowered[at] in _SUPERLATIVE_NOUNS:
            yield at, at if token.dependency in SUBJECTS else token.head


def owns_extreme(words: ClaimWords, literal: str) -> bool:
    """Tell whether a sentence names a value as what has an extreme of all, and no part of them to which that belongs.

    It stands apart behind the number that is the extreme, "the highest wind is 165 knots, in Oslo", or between this and
    what is said of it, "the highest tower is the Spire, with 165 m", or it holds the record.  The best average is one
    of groups, which a value names.
    """
    places = _places(words, literal) if words.claimed else []
    if not places:
        return False
    if any(words.lowered_lemmas[noun] in _OF_GROUPS for _, noun in _with_superlatives(words)):
        return False
    first, last = words.claimed[0], words.claimed[-1]
    if places[0] > last:
        between = words.tokens[last + 1 : places[0]]
        is_apart = any(token.text in _DASHES | {","} or token.tag.startswith("VB") for token in between)
        return is_apart and (is_an_extreme(words) or _is_beside_an_extreme(words))
    noun = _extreme_that_is(words)
    if noun is not None:
        return words.tokens[noun].head < places[0] and places[-1] < first and _leads_to_amount(words)
    is_led_to = places[-1] < first and _leads_to_amount(words)
    return is_led_to and any(places[-1] < at < first for at in _extremes_held(words))


def is_in_sentence(words: ClaimWords, literal: str) -> bool:
    """Tell whether a sentence has a word of a value."""
    return bool(_places(words, literal))


def _places(words: ClaimWords, literal: str) -> list[int]:
    parts = {part.lower() for part in _WORD.findall(literal)}
    return [at for at, word in enumerate(words.lowered) if word in parts and at not in words.claimed]


def _is_beside_an_extreme(words: ClaimWords) -> bool:
    """Tell whether the number stands behind a noun with a superlative that it is: "the lowest mark, 66, was given"."""
    at = words.claimed[0] - 1
    while at > 0 and words.lowered[at] in _BESIDE_AMOUNT:
        at -= 1
    if at < 1 or words.tokens[at].text not in _DASHES | {",", "("}:
        return False
    subjects = {index for index in range(at) if words.tokens[index].dependency in SUBJECTS}
    return any(noun in subjects for superlative, noun in _with_superlatives(words) if superlative < at)


def _extremes_held(words: ClaimWords) -> list[int]:
    """Return the verbs of which an extreme is the object: "holds the record", "has the lowest fare"."""
    tokens = words.tokens
    records = {noun for at in words.find({"record"}) for noun in (at, tokens[at].head)}
    objects = records | {noun for _, noun in _with_superlatives(words)}
    verbs = {tokens[noun].head for noun in objects if tokens[noun].dependency == "dobj"}
    return [at for at in words.find(_HOLDS) if at in verbs]


def _leads_to_amount(words: ClaimWords) -> bool:
    """Tell whether a preposition, a bracket or a comma leads to the number: ", at just 87 inches"."""
    at = words.claimed[0] - 1
    while at >= 0 and words.lowered[at] in _BESIDE_AMOUNT:
        at -= 1
    return at >= 0 and (words.lowered[at] in _LEADING_TO_AMOUNT or words.lowered[at] == ",")


def _is_complement(words: ClaimWords, at: int, verb: int) -> bool:
    """Tell whether a token, or the noun that it stands with, says what the subject of a verb is."""
    token = words.tokens[at]
    if token.head == verb:
        return token.dependency in _COMPLEMENTS or (at == verb + 1 and token.dependency == "npadvmod")
    noun = words.tokens[token.head]
    if token.dependency not in {"nummod", "quantmod"}:
        return False
    if noun.dependency == "npadvmod" and words.tokens[noun.head].tag == "VBG":  # "is 31 km belonging to Oslo"
        return at == verb + 1 and words.tokens[noun.head].head == verb
    return noun.head == verb and noun.dependency in _COMPLEMENTS


def speaks_of_all(words: ClaimWords) -> bool:
    """Tell whether an extreme is said to be that of all: "the largest pile anywhere", "the worst ever"."""
    is_extreme = any(True for _ in _with_superlatives(words))
    return is_extreme and any(
        words.is_in_same_part(at) and _OF_ALL.match(_from(words, at)) for at in range(len(words.tokens))
    )


def _from(words: ClaimWords, index: int) -> str:
    return " ".join(words.lowered[index : index + _LONGEST_OF_ALL])


def states_extreme(words: ClaimWords) -> bool:
    """Tell whether the number is said to be the extreme of all: "she was the tallest player, at 87 inches".

    Not where it is the second highest, nor where the superlative belongs to another number of the sentence.
    """
    if not words.claimed or not _leads_to_amount(words):
        return False
    own = {keyword.word for keyword in words.keywords if keyword.is_said}
    for at, token in enumerate(words.tokens):
        if token.tag in {"JJS", "RBS"} and words.lowered[at] in own:
            around = words.lowered[max(0, at - 2) : at]
            if "at" not in around and _RANKS.isdisjoint(around):
                return True
    return False
