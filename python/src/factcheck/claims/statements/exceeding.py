"""Recognises comparisons by verbs: "men outnumbered women", "Oslo trailed only Rome", "dramas (6.2) beat comedies"."""

from __future__ import annotations

from factcheck.claims.number_context import SUBJECT
from factcheck.claims.statements.everybody import all_others, is_nobody, is_of_some, of_first
from factcheck.claims.statements.pairs import told_apart
from factcheck.claims.statements.statement import Assertion, Phrase, StatementKind
from factcheck.claims.statements.tree import Words

_PASTS = {"outspent": "outspend", "outgrew": "outgrow", "outran": "outrun", "outdid": "outdo"}
"""Pasts of verbs of exceeding that the parser takes for base forms."""
_EXCEEDING = frozenset(
    "exceed outnumber outperform surpass outsell outweigh outscore outpace outrun outdo outrank outstrip eclipse "
    "outgross outearn outspend outlive outlast outclass outgrow dwarf overshadow overtake".split()
)
_MEASURED_BY = {
    "outsell": "selling",
    "outsold": "selling",
    "outearn": "earning",
    "outspend": "spend",
    "outspent": "spend",
    "outscore": "scoring",
    "outgross": "grossing",
    "outlive": "lived",
}
"""What verbs of exceeding measure, as the participles do that say so of a superlative: "best-selling"."""
_BEATING = frozenset("beat top match equal rival approach".split())
"""Verbs that compare with nobody: "no city beats Rome"; a team that beats another one has won a game."""
_APPROACHING = frozenset("come get compare".split())
_NEAR = frozenset({"near", "close"})
_TRAILING = frozenset({"trail", "lag"})
_OUTNUMBERING = ("outnumber", "outsell", "outsold", "outperform")
"""Beginnings of verbs that are taken for nouns at times."""
_LONGEST_NAME = 4


def exceeding(index: int, words: Words) -> Assertion | None:
    """Return what a verb at ``index`` says of two; None for other words."""
    token = words.tokens[index]
    if token.lemma.lower() in _APPROACHING and token.tag.startswith("VB"):
        return _unapproached(index, words)
    lemma = _PASTS.get(token.lemma.lower(), token.lemma.lower())
    is_exceeding = lemma in _EXCEEDING | _TRAILING | _BEATING and token.tag.startswith("VB")
    said = _exceeding(index, words) if is_exceeding else None
    if said is not None or (is_exceeding and token.dependency != "amod"):
        return said
    if not token.lemma.lower().startswith(_OUTNUMBERING):
        return None
    is_verb = bool(words.children(index, *SUBJECT) and words.children(index, "dobj"))
    return _exceeding(index, words) if is_verb else _between_names(index, words)


def _unapproached(verb: int, words: Words) -> Assertion | None:
    """Recognise "nobody came near Rome" and "no city compares with Rome", which say that Rome is first."""
    subject = words.subject(verb)
    cues = {"with", "to"} if words.lemma(verb) == "compare" else _NEAR
    near = next((i for i in words.children(verb, "prep", "advmod", "acomp") if words.lower(i) in cues), None)
    if subject is None or near is None or not is_nobody(words.name(subject), words):
        return None
    targets = [*words.children(near, "pobj"), *words.objects(near, "to")]
    others = words.names(targets[0]) if targets else ()
    if not others or any(words.tag(i) == "CD" for i in others[0]):
        return None
    return Assertion(StatementKind.COMPARISON, (verb, near), (words.name(subject),), others)


def _exceeding(verb: int, words: Words) -> Assertion | None:
    """Recognise "men outnumbered women", "Oslo trailed only Rome"; not "sales exceeded 500"."""
    subject, objects = words.subject(verb), words.children(verb, "dobj")
    if words.children(verb, "auxpass") and subject is not None:  # "are outnumbered by"
        objects, subject = [subject], next(iter(words.objects(verb, "by")), None)
    if subject is None or not objects:
        return None
    name = words.name(subject)
    owners = (name,) if is_nobody(name, words) else words.names(subject)
    others = words.names(objects[0])
    called = all_others(min(words.subtree(objects[0])), words)
    pair = told_apart(subject, objects[0], words)
    if pair is not None:
        owners, others = (pair[0],), (pair[1],)
    is_of_all = called is not None or (bool(owners) and is_nobody(owners[0], words))
    is_measured = _have_values(owners, others, words) or any(_has_number(i, words) for i in words.objects(verb, "by"))
    if words.lemma(verb) in _BEATING and not is_of_all and not is_measured:
        return None
    if not owners or not (others or called is not None) or any(words.tag(i) == "CD" for other in others for i in other):
        return None
    respects = [i for i in words.objects(verb, "in", "on", "by") if i != subject and not _has_number(i, words)]
    measured = tuple(i for target in respects for i in words.description(target))
    if pair is not None:
        taken = {*pair[0], *pair[1], verb}
        measured = tuple(sorted({i for i in (*measured, *words.description(subject)) if i not in taken}))
    is_greatest = words.lemma(verb) not in _TRAILING
    is_next = any(words.lower(i) == "only" for i in words.subtree(objects[0]))
    if is_next and not is_greatest:
        return Assertion(StatementKind.RANK, (verb,), owners, (), measured, first=2, last=2)
    dimension = _MEASURED_BY.get(words.lemma(verb), "") if not measured else ""
    assertion = Assertion(StatementKind.COMPARISON, (verb,), owners, others, measured, dimension, is_greatest)
    return assertion if called is None else of_first(assertion, called[-1:], is_of_some=is_of_some(called, words))


def _has_number(noun: int, words: Words) -> bool:
    """Tell whether a number counts what a noun names: "by 13 points"."""
    return any(map(words.is_value, words.children(noun, "nummod")))


def _have_values(owners: tuple[Phrase, ...], others: tuple[Phrase, ...], words: Words) -> bool:
    """Tell whether both sides have a number in brackets: "dramas (6.15) beat comedies (5.96)"."""
    sides = [phrase for phrase in (*owners[:1], *others[:1]) if phrase]
    brackets = [(words.lower(side[-1] + 1), words.tag(side[-1] + 2)) for side in sides]
    return len(sides) == 2 and all(bracket == "(" and tag in {"CD", "$"} for bracket, tag in brackets)


def _between_names(verb: int, words: Words) -> Assertion | None:
    """Recognise "PG films outnumber R films" by the words alone, where the parser takes the verb for a noun."""
    ends = [i for i, token in enumerate(words.tokens) if token.text in {",", ";", ".", ":", "(", ")"}]
    first = max((i for i in ends if i < verb), default=-1) + 1
    end = min((i for i in ends if i > verb), default=len(words.tokens))
    before = verb - (words.tag(verb - 1) == "RB")
    owner, other = tuple(range(first, before)), tuple(range(verb + 1, end))
    is_short = 0 < len(owner) <= _LONGEST_NAME and 0 < len(other) <= _LONGEST_NAME
    names = [i for i in (*owner, *other) if i or words.tag(i) != "VB"]  # a first word may be taken for a command
    if not is_short or not all(words.tag(i).startswith(("NN", "JJ", "VBZ", "DT", "VBG")) for i in names):
        return None
    dimension = next((each for stem, each in _MEASURED_BY.items() if words.lower(verb).startswith(stem)), "")
    return Assertion(StatementKind.COMPARISON, (verb,), (owner,), (other,), dimension=dimension)
