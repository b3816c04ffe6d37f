"""Recognises parts of a whole without a number: "a minority of", "few", "hardly any", "the lion's share", "rarely"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words

_HALF = 50
_SMALL, _LARGE = 20, 85
"""Percentages that are few, and nearly all, to every reader; between these and a half readers differ."""
_PARTS = frozenset("fraction share proportion portion percentage part minority handful sliver".split())
_HANDFULS = frozenset("handful sliver".split())
_SEVERAL_BEFORE = frozenset("a the these those last first next past".split())
"""Words before "few" with which it means some."""
_LITTLE = frozenset("small smaller tiny minor mere slim low minuscule negligible marginal".split())
_ANY = frozenset("any no none nobody".split())
_EACH = frozenset("any no every".split())
_HARDLY = frozenset("hardly scarcely barely".split())
_ALMOST = frozenset("almost nearly virtually practically".split())
_ALL = frozenset("all every everyone everybody".split())
_RARELY = frozenset("rarely seldom infrequently scarcely hardly".split())
_RARE = frozenset("rare rarity uncommon unusual scarce infrequent exceptional".split())
_LION = frozenset({"lion"})
_COMPARED = frozenset("than as".split())
_RELATIVE = frozenset("relatively comparatively increasingly too how so".split())
_EMPTY_VERBS = frozenset("be have do".split())
_BELONGING = frozenset("be come belong live go".split())
"""Verbs by which something is said of all: "all of them were from Rome", not "all agreed that"."""
_OPENING = frozenset({"", ",", "CC", ":"})
"""Tags of what stands before the beginning of a clause."""
_HARDLY_ANY = 3
"""Percentage up to which readers may let "none" pass."""
_MOSTLY_ALL, _NOT_QUITE_ALL = 90, 99
"""Percentages between which readers may let "all" pass."""


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of a whole: its cue, the noun that stands for it in the sentence, and the noun for the whole, if any.

    The share is clear up to ``low`` and above ``high``, in percent; what is in between may be either.
    """

    cue: Phrase
    top: int
    whole: int | None
    is_small: bool
    low: int = _HALF
    high: int = _HALF
    may_be_largest: bool = False


def portion_at(index: int, words: Words) -> Portion | None:
    """Return the part of a whole that a token begins or names; None for others."""
    lower = words.lower(index)
    if words.tag(index) == "NN" and (portion := _named(index, words)) is not None:
        return portion
    if lower == "few" and words.lower(index - 1) not in _SEVERAL_BEFORE:
        return _of_quantifier((index,), index, words, is_small=True)
    following = words.lower(index + 1)
    if (nothing := _of_none(index, words)) is not None:
        return nothing
    is_small = following in _ANY and (lower in _ALMOST or (lower in _HARDLY and words.lower(index + 2) != "more"))
    if is_small or (lower in _ALMOST and following in _ALL):
        return _of_quantifier((index, index + 1), index + 1, words, is_small=is_small)
    return _of_all(index, words)


def _of_none(index: int, words: Words) -> Portion | None:
    """Read "none of the guests", "not a single guest" and "not one guest"."""
    lower, following = words.lower(index), words.lower(index + 1)
    if lower == "none" and following == "of":
        whole = _whole(index, words)
        is_counted = whole is not None and words.tag(whole) in {"NNS", "NNPS"}
        return Portion((index,), index, whole, is_small=True, low=0, high=_HARDLY_ANY) if is_counted else None
    one = index + 1 + (following == "a")
    if lower != "not" or words.lower(one) not in {"single", "one"}:
        return None
    noun = words.tokens[one].head
    is_counted = words.tag(noun) in {"NN", "NNP"} and noun > one
    return Portion((index, one), noun, noun, is_small=True, low=0, high=_HARDLY_ANY) if is_counted else None


def _of_all(index: int, words: Words) -> Portion | None:
    """Read "all of the guests", "all the guests" and "every one of the guests" where a clause says what they are."""
    is_each = words.lower(index) in {"every", "each"} and words.lower(index + 1) == "one"
    at = index + 1 if is_each else index
    is_all = is_each or words.lower(index) == "all"
    if not is_all or (index > 0 and words.tag(index - 1) not in {",", "CC", "IN", "SYM", ":"}):
        return None
    if words.lower(at + 1) == "of":
        whole, top = _whole(at, words), at
    elif not is_each and words.lower(at + 1) in {"the", "these", "those"}:
        whole = top = words.tokens[at].head
    else:
        return None
    verb = words.verb(top)
    is_said = verb is not None and words.is_in_subject(top, verb) and words.lemma(verb) in _BELONGING
    if whole is None or not is_said or not words.tag(whole).startswith(("NN", "CD")):
        return None
    cue = (index, at) if is_each else (index,)
    return Portion(cue, top, whole, is_small=False, low=_MOSTLY_ALL, high=_NOT_QUITE_ALL)


def fronted_whole(index: int, words: Words) -> int | None:
    """Return of what "most" is the greater part where that comes first: "of the seven boats most are yachts"."""
    comma = words.lower(index - 1) == ","
    if words.lower(index) != "most" or not words.tag(index + 1).startswith(("VB", "MD")):
        return None
    heads = (i for i in range(index - 1 - comma) if words.lower(i) in {"of", "among"} and words.tag(i - 1) in _OPENING)
    noun = next((i for head in heads for i in words.children(head, "pobj") if words.tag(i) in {"NNS", "NNPS"}), None)
    return noun if noun is not None and noun < index else None


def _named(noun: int, words: Words) -> Portion | None:
    """Read a noun for a part: "the lion's share", "a minority", "a small fraction"."""
    lower, whole = words.lower(noun), _whole(noun, words)
    if lower == "share" and any(words.lower(i) in _LION for i in words.children(noun, "poss")):
        return Portion((noun,), noun, whole, is_small=False, may_be_largest=True)
    is_little = lower in _HANDFULS or any(words.lower(i) in _LITTLE for i in words.children(noun, "amod"))
    is_known = words.lower(noun - 1) == "the" and words.lower(noun - 2) != "in"
    if lower not in _PARTS or is_known or not (lower == "minority" or is_little):
        return None
    return Portion((noun,), noun, whole, is_small=True, low=_SMALL if is_little else _HALF)


def _whole(noun: int, words: Words) -> int | None:
    return next(iter(words.objects(noun, "of")), None)


def _of_quantifier(cue: Phrase, at: int, words: Words, *, is_small: bool) -> Portion | None:
    """Find what a quantifier counts: the plural noun behind it, or what stands behind "of"."""
    low, high = (_SMALL, _HALF) if is_small else (_HALF, _LARGE)
    token = words.tokens[at]
    if words.lower(at + 1) == "of":
        whole = _whole(at, words)
        return Portion(cue, at, whole, is_small, low, high) if whole is not None else None
    noun = token.head
    is_counted = words.tag(noun) in {"NNS", "NNPS"} or (words.tag(noun) == "NN" and words.lower(at) in _EACH)
    if token.dependency in {"amod", "det", "predet"} and is_counted and noun > at:
        return Portion(cue, noun, noun, is_small, low, high)
    return None


def rarities(words: Words) -> Iterator[Assertion]:
    """Yield what is said to be so rarely: "guests rarely complain", "refunds were rare"."""
    for index, token in enumerate(words.tokens):
        lower = token.text.lower()
        if lower in _RARELY and token.dependency == "advmod" and words.tag(token.head).startswith("VB"):
            assertion = _rarely(index, token.head, words)
        elif lower in _RARE and token.dependency in {"acomp", "attr"} and token.tag in {"JJ", "NN"}:
            assertion = _rare(index, words)
        else:
            continue
        if assertion is not None:
            yield replace(assertion, is_negated=True, unclear=(_SMALL, _HALF))


def _rarely(adverb: int, verb: int, words: Words) -> Assertion | None:
    subject = words.subject(verb)
    if subject is None or words.lower(adverb + 1) in _ANY or not words.says(words.name(subject)):
        return None
    said = words.subtree(verb, {"nsubj", "nsubjpass", "advcl", "ccomp", "parataxis", "conj", "cc", "punct", "aux"})
    part = tuple(i for i in said if i != adverb and words.lower(i) != "ever" and words.lemma(i) not in _EMPTY_VERBS)
    whole = words.description(subject)
    if words.tag(subject) in {"NN", "NNP"}:  # "alcohol was rarely involved" says of all rows that it was
        part, whole = (*whole, *part), ()
    return Assertion(StatementKind.MAJORITY, (adverb,), (part,), (), whole) if part else None


def _rare(adjective: int, words: Words) -> Assertion | None:
    verb = words.tokens[adjective].head
    subject = words.subject(verb)
    beside = {words.lower(i) for i in words.children(adjective)}
    if subject is None or words.lemma(verb) != "be" or beside & (_COMPARED | _RELATIVE):
        return None
    part = words.description(subject)
    is_of_all = words.says(part) and words.tokens[subject].tag.startswith("NN")
    return Assertion(StatementKind.MAJORITY, (adjective,), (part,)) if is_of_all else None
