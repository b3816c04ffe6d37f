"""Recognises what most are: "Most customers live in the USA", "the majority of flights were late"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.claims.statements.apposed_parts import apposed_part
from factcheck.claims.statements.portions import Portion, fronted_whole, portion_at, rarities
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import FINITE, Words

_WHOLES = frozenset({"majority", "half", "bulk"})
_BARELY = frozenset("just slightly barely narrowly marginally little".split())
_FEWER = frozenset("less fewer".split())
_US = frozenset("us you me".split())
_THEIRS = frozenset("their his her".split())
"""Whose a whole is that is told of somebody alone: "none of their letters"."""
_THEM = frozenset("them these those".split())
_MAKING = frozenset("be make constitute form represent comprise account".split())
"""Verbs by which something is a part: "women make up a majority"."""
_WHOLE = 100
_LIONS = "share"
"""The cue of "the lion's share"."""
_MOSTLY = frozenset("mostly mainly predominantly primarily overwhelmingly largely".split())


def majorities(words: Words) -> Iterator[Assertion]:
    """Yield what a sentence says of more than half of something."""
    for index in range(len(words.tokens)):
        portion = portion_at(index, words)
        if (apposed := apposed_part(index, words)) is not None:
            assertion: Assertion | None = apposed
        elif words.lower(index) in _MOSTLY:
            assertion = _mostly(index, words)
        elif (fronted := fronted_whole(index, words)) is not None:
            assertion = _of_fronted(index, fronted, words)
        elif portion is not None:
            assertion = _of_portion(portion, words)
        else:
            noun = _whole_of(index, words)
            assertion = _of(index, noun, words) if noun is not None else None
        if assertion is not None:
            yield assertion
    yield from rarities(words)


def _whole_of(index: int, words: Words) -> int | None:
    """Return the noun of which a cue says that most are meant, the cue itself where it names none; None for no cue."""
    lower = words.lower(index)
    if lower in {"majority", "bulk"}:
        whole = next(iter(words.objects(index, "of")), index)
        return None if whole == index and _is_gained(index, words) else whole
    if lower == "half" and words.lower(index - 1) in {"than", "over", "under"}:
        if not _BARELY.isdisjoint({words.lower(index - 2), words.lower(index - 3)}):
            return None  # "just under half" says more than which side of it
        is_alone = words.tokens[index].dependency in {"nsubj", "nsubjpass"}
        return next(iter(words.objects(index, "of")), index if is_alone else None)
    if lower != "most" or words.lower(index - 1) in {"the", "at"}:
        return None
    if words.lower(index + 1) == "of":
        return next((i for i in words.objects(index, "of") if words.lower(i) not in _US), None)
    return index if is_subject_alone(index, words) else most_of_noun(index, words)


def most_of_noun(index: int, words: Words) -> int | None:
    """Return the plural that "most" counts: "most guests", "most night trains"; None where it counts none."""
    token = words.tokens[index]
    noun = token.head
    if words.tokens[noun].dependency == "compound":
        noun = words.tokens[noun].head
    return noun if token.dependency == "amod" and words.tag(noun) in {"NNS", "NNPS"} else None


def is_subject_alone(index: int, words: Words) -> bool:
    """Recognise the "most" that does something itself: "Most came by train", but not "the most came by train"."""
    token = words.tokens[index]
    is_alone = words.lower(index) == "most" and words.lower(index - 1) not in {"the", "at"}
    return is_alone and token.dependency in {"nsubj", "nsubjpass"} and words.tag(index + 1) in FINITE


def _is_gained(noun: int, words: Words) -> bool:
    """Tell whether a majority is what somebody gets or lacks, rather than a part: "fell short of a majority"."""
    token = words.tokens[noun]
    verb = words.verb(noun)
    is_object = token.dependency in {"dobj", "pobj"} and words.lower(noun - 1) in {"a", "no", "its", "their"}
    return is_object and verb is not None and words.lemma(verb) not in _MAKING


def _of(cue: int, noun: int, words: Words) -> Assertion | None:
    """Find what is said of most, and of most of what."""
    top = cue if words.lower(cue) in _WHOLES or words.lower(cue + 1) == "of" else noun
    may_be_largest = words.lower(cue) == "most" and words.lower(cue + 1) != "of"
    whole = noun if noun != cue else None
    is_small = _is_minority(cue, words)
    return _of_portion(Portion((cue,), top, whole, is_small, may_be_largest=may_be_largest), words)


def _of_portion(portion: Portion, words: Words) -> Assertion | None:
    """Find what is said of a part, and of a part of what."""
    cue, top = portion.cue, portion.top
    verb = words.verb(top)
    if verb is None:
        verb = _taken_for_participle(portion.whole, words)
        if verb is None:
            return None
        part = words.subtree(verb, {"punct"})
    elif _tells_which(verb, words):
        return None
    elif words.is_in_subject(top, verb):
        part = _said_of_subject(verb, top, words)
    elif words.tokens[top].dependency in {"dobj", "attr", "pobj"} and (subject := words.subject(verb)) is not None:
        part = words.name(subject)
        if any(words.tag(i) == "CD" for i in part):  # "212 members took none of them" is told by its number
            return None
    else:
        part = ()
    denied = frozenset(words.children(verb, "neg")) if words.is_in_subject(top, verb) else frozenset()
    part = tuple(i for i in part if i not in denied and i not in cue and any(map(str.isalnum, words.tokens[i].text)))
    if not part or not any(words.tag(i).startswith(("NN", "JJ", "CD", "VB", "RB")) for i in part):
        return None
    if top in cue and words.tokens[top].dependency == "attr" and not words.says(part):  # "the median is over half"
        return None
    noun = portion.whole
    named = words.subtree(noun) if noun is not None else _set_apart(verb, top, words)
    whole = tuple(i for i in named if i not in cue and i not in part)
    return Assertion(
        StatementKind.MAJORITY,
        cue,
        (part,),
        (),
        whole,
        may_be_largest=portion.may_be_largest and not denied,
        is_largest=words.lower(cue[0]) == _LIONS,
        # what most do not do, fewer than half do
        is_negated=portion.is_small is not bool(denied),
        unclear=_unclear(portion, is_denied=bool(denied)),
        is_of_some=noun is not None and any(words.lower(i) in _THEIRS for i in words.children(noun, "poss")),
        is_of_counted=noun is not None and words.lower(noun) in _THEM and not words.children(noun),
    )


def _tells_which(verb: int, words: Words) -> bool:
    """Tell whether a clause says which places are meant: "54 towns where learners are in the majority"."""
    where = next((i for i in words.children(verb, "advmod") if words.lower(i) == "where"), None)
    return where is not None and words.tokens[verb].dependency == "relcl" and words.lower(where - 1) != ","


def _set_apart(verb: int, top: int, words: Words) -> Phrase:
    """Return of whom a part is told that names no whole itself: "among the guests, more than half were men"."""
    heads = [i for i in words.children(verb, "prep") if i < top and words.lower(i) in {"of", "among"}]
    targets = (i for head in heads for i in words.children(head, "pobj") if words.tag(i) in {"NNS", "NNPS"})
    return next((words.subtree(target) for target in targets), ())


def _of_fronted(cue: int, noun: int, words: Words) -> Assertion | None:
    """Find what is said of most of those that are named first, by the words alone."""
    signs = (i for i in range(cue + 1, len(words.tokens)) if words.lower(i) in {"(", ",", ";", ".", "–", "—", ":"})
    said = range(cue + 1, next(signs, len(words.tokens)))
    is_denied = any(words.tokens[i].dependency == "neg" for i in said)
    part = tuple(i for i in said if words.lemma(i) not in {"be", "have", "do"} and words.tokens[i].dependency != "neg")
    whole = tuple(i for i in words.subtree(noun) if i < cue)
    if not part:
        return None
    is_of_some = any(words.tag(i) == "CD" for i in whole)  # "of the seven boats" is about no other ones
    return Assertion(StatementKind.MAJORITY, (cue,), (part,), (), whole, is_negated=is_denied, is_of_some=is_of_some)


def _taken_for_participle(whole: int | None, words: Words) -> int | None:
    """Return the verb of a sentence that the parser takes for one without any: "half of the flights departed late"."""
    if whole is None or any(token.tag in FINITE for token in words.tokens):
        return None
    return next((i for i in words.children(whole, "acl") if words.tag(i) == "VBN"), None)


def _unclear(portion: Portion, *, is_denied: bool) -> tuple[int, int]:
    """Return between which shares it is not clear whether a part is meant; of what a part does not do, the rest."""
    low, high = portion.low, portion.high
    return (_WHOLE - high, _WHOLE - low) if is_denied else (low, high)


def _is_minority(cue: int, words: Words) -> bool:
    """Recognise "fewer than half" and "under half", which deny a majority."""
    before = words.lower(cue - 1)
    return words.lower(cue) == "half" and (before == "under" or words.lower(cue - 2) in _FEWER)


def _mostly(adverb: int, words: Words) -> Assertion | None:
    """Recognise "the members are mostly women"."""
    verb = words.verb(adverb)
    if verb is None or words.lemma(verb) != "be":
        return None
    subject, said = words.subject(verb), words.children(verb, "attr", "acomp")
    if subject is None or not said or words.lower(subject) in {"it", "this", "that", "there"}:
        return None
    part = tuple(i for i in words.name(said[0]) if i != adverb)
    whole = words.name(subject)
    if not part or not words.says(whole) or not words.tag(subject).startswith(("NNS", "NNPS", "JJ", "NN")):
        return None
    return Assertion(StatementKind.MAJORITY, (adverb,), (part,), (), whole)


def _said_of_subject(verb: int, top: int, words: Words) -> Phrase:
    """Return what a clause says of its subject: neither the subject, nor what joined and subordinate clauses say."""
    subject = next((set(words.subtree(i)) for i in words.children(verb) if top in words.subtree(i)), set())
    joined = {i for each in words.children(verb, "conj") for i in words.subtree(each)}
    said = words.subtree(verb, {"advcl", "ccomp", "parataxis"})
    is_empty = words.lemma(verb) in {"be", "have", "do"}
    apart = {i for each in words.children(verb, "prep") if each < top for i in words.subtree(each)}  # "among men, …"
    part = [i for i in said if i not in subject | apart and i not in joined and not (is_empty and i == verb)]
    ends = (i for i in part if i > verb and words.tokens[i].text in {"(", ",", ";", "–", "—", ":", "followed"})
    end = next(ends, len(words.tokens))
    return tuple(i for i in part if i < end)
