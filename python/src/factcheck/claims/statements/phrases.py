"""The words of a statement, phrase by phrase, as the next stages look them up."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from factcheck.claims.keywords import Keyword
from factcheck.claims.number_context import Tree
from factcheck.claims.statements.statement import Phrase, StatementClaim, StatementKind
from factcheck.claims.statements.tree import Words
from factcheck.nlp.parser import Sentence, Token
from factcheck.numbers.words import CARDINALS

_NAMING = ("NN", "JJ", "CD")
"""Tags of words that may restrict what is meant."""
_BOUNDS = frozenset("older younger over under above below less more fewer before after since least".split())
_DEGREES = frozenset(
    "slightly somewhat marginally considerably significantly substantially noticeably much far many even only just "
    "almost nearly roughly".split()
)
"""How much more there is: "slightly more men" are men."""
_WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_BOUNDING = frozenset("least most than over under above below".split())
_ARROWS = frozenset({"→", "->", "=>", "⇒"})
_DENYING = frozenset({"no", "none", "zero"})
_LEADING = frozenset("among amongst of for in within across with without between inside outside".split())
_SIGNS = frozenset({",", ";", ":", "–", "—"})
_PLAIN_VERBS = frozenset(
    "be have do make get see show record report receive generate achieve produce account contribute hold carry bring "
    "reach represent remain tend seem appear occur happen take place give include contain".split()
)
"""Verbs that say hardly more of what is compared than "have" does."""


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase as written, its words with their base forms, and its tokens, whose heads are among them."""

    text: str
    words: tuple[tuple[str, str], ...]
    tokens: tuple[Token, ...] = ()

    def keywords(self, weight: float = 1.0) -> tuple[Keyword, ...]:
        """Return the words as keywords of one weight."""
        return tuple(Keyword(word, lemma, weight) for word, lemma in dict.fromkeys(self.words))

    @property
    def forms(self) -> frozenset[str]:
        """All words and base forms."""
        return frozenset(form for pair in self.words for form in pair)


@dataclass(frozen=True, slots=True)
class StatementWords:
    """The phrases of a statement: ``joined`` are all owners as one, ``rest`` is the sentence without what they take.

    ``before`` and ``after`` are what stands on either side of the cue.  All have the words of its own clause alone.
    ``restricting`` are those that restrict what is meant: names, what prepositions and relative clauses add, and for a
    comparison what is done.  ``valued`` are nouns of which the sentence states a number: "with takings of 3 million".
    ``leading`` is what a preposition at the head of the clause sets apart: "Among women, …".  ``sentence`` are all
    tokens.
    """

    owners: tuple[Said, ...]
    joined: Said
    others: tuple[Said, ...]
    measured: Said
    rest: Said
    before: Said
    after: Said
    restricting: Said
    valued: Said
    leading: Said
    sentence: tuple[Token, ...] = ()

    @property
    def measuring(self) -> tuple[Token, ...]:
        """The words of what is measured, without verbs that say no more of it than that it is there."""
        return tuple(
            token
            for token in self.measured.tokens
            if any(map(str.isalnum, token.text))
            and not (token.tag.startswith("VB") and token.lemma.lower() in _PLAIN_VERBS)
        )


def statement_words(
    statement: StatementClaim,
    parses: Sequence[tuple[Sentence, ...]],
    stated: Collection[int] = (),
    beside: Collection[int] = (),
) -> StatementWords:
    """Return the phrases of a statement.

    ``stated`` are the tokens of the sentence that state numbers: they name nothing.  ``beside`` are those that make
    other statements: they restrict nothing.
    """
    words = Words(Tree.of(parses[statement.paragraph][statement.sentence]))
    tokens = words.tokens
    assertion = statement.assertion
    owned = sorted(index for phrase in assertion.owners for index in phrase)
    first, last = assertion.cue[0], assertion.cue[-1]
    whole = tuple(range(owned[0], owned[-1] + 1)) if owned else ()
    taken = {*owned, *assertion.cue, *(i for phrase in assertion.others for i in phrase), *stated}
    clause = [index for index in words.clause(assertion.cue) if index not in stated]
    rest = tuple(index for index in clause if index not in taken and index not in _asides(assertion.owners, words))
    restricting = [
        i
        for i in rest
        if i not in assertion.measured and i not in beside and words.tag(i).startswith(_NAMING)
        if words.restricts(i, stated)
    ]
    restricting += [i for i in sorted(stated) if words.is_bound(i)]
    verb = words.verb(first) if assertion.kind is StatementKind.COMPARISON else None
    if verb is not None and verb not in (*assertion.measured, *assertion.cue) and words.lemma(verb) not in _PLAIN_VERBS:
        restricting.append(verb)
    owners = tuple(_said(_owned(phrase, stated, words), tokens) for phrase in assertion.owners)
    if statement.antecedent is not None:
        number, phrase = statement.antecedent
        owners = (_said(phrase, parses[statement.paragraph][number].tokens),)
    return StatementWords(
        owners,
        _said(whole, tokens) if statement.antecedent is None else owners[0],
        tuple(_said(phrase, tokens) for phrase in assertion.others),
        _said(tuple(i for i in assertion.measured if i not in taken), tokens),
        _said(rest, tokens),
        _said(tuple(i for i in clause if i < first), tokens),
        _said(tuple(i for i in clause if i > last), tokens),
        _said(tuple(restricting), tokens),
        _said(tuple(i for i in rest if _is_valued(i, stated, words)), tokens),
        _said(_leading(clause, min([first, *owned]), words), tokens),
        tuple(tokens),
    )


def _asides(owners: Sequence[Phrase], words: Words) -> frozenset[int]:
    """Return the tokens that tell more of owners, rather than which are meant: "Ann Lee, a striker on $5 million".

    Of what a clause tells of them it is the times: "India, which had half as many in 1960".
    """
    apposed = (words.subtree(i) for phrase in owners for at in phrase for i in words.children(at, "appos"))
    told = (words.subtree(i) for phrase in owners for at in phrase for i in words.children(at, "relcl"))
    asides = [phrase for phrase in apposed if words.lower(phrase[0]) in {"a", "an"}]
    asides += [tuple(filter(words.is_point, phrase)) for phrase in told if words.lower(phrase[0] - 1) == ","]
    return frozenset(i for phrase in asides for i in phrase)


def _leading(clause: Sequence[int], end: int, words: Words) -> Phrase:
    """Return the names and nouns that a preposition at the head of a clause leads to, set off by a comma or a subject.

    Bounds of what is meant are among them: "among the branches with at least ten staff".
    """
    first = next((i for i in clause if words.tag(i)[:2] not in {"CC", "RB"} and words.lower(i) not in _SIGNS), None)
    if first is None or first >= end or words.lower(first) not in _LEADING or words.tag(first) != "IN":
        return ()
    comma = next((i for i in clause if first < i < end and words.lower(i) == ","), None)
    if comma is not None:
        inside = [i for i in clause if first < i < comma]
    else:
        inside = [i for i in words.subtree(first) if first < i < end] if words.lower(first) == "among" else []
    return tuple(i for i in inside if words.tag(i).startswith(("NN", "JJ")) or _is_least(i, words))


def _is_least(index: int, words: Words) -> bool:
    """Tell whether a number bounds what is meant: the ten of "at least ten", "more than ten" and "over ten"."""
    return words.tag(index) == "CD" and words.lower(index - 1) in _BOUNDING


def _is_valued(index: int, stated: Collection[int], words: Words) -> bool:
    """Tell whether a number of the sentence is that of a noun: "with 12 orders", "with takings of 3 million"."""
    if not words.tag(index).startswith("NN") or words.is_point(index):
        return False
    if words.tokens[index].dependency == "pobj" and words.lower(words.tokens[index].head) == "of":
        return False  # the unit of a number
    counted = {i for target in words.objects(index, "of") for i in (target, *words.children(target, "nummod"))}
    return not {*words.children(index, "nummod"), *counted}.isdisjoint(stated)


def _owned(phrase: Phrase, stated: Collection[int], words: Words) -> Phrase:
    """Return an owner without numbers that are stated.

    Alone they name him, behind a noun they number it, bounds say which are meant, and "no" denies: "the deadliest year
    was 2007", "season 14 is the longest", "most are 21 or younger", "most contain no clouds".
    """
    if len(phrase) > 1 and words.lower(phrase[0]) in _DEGREES:
        phrase = phrase[1:]
    arrow = max((i for i in phrase if words.lower(i) in _ARROWS), default=-1)
    phrase = tuple(i for i in phrase if i > arrow) or phrase  # "Minutes by churn → customers who churned use fewer"
    if any(words.lower(i) in _BOUNDS for i in phrase):
        return phrase
    last = phrase[-1] if phrase else 0
    is_label = words.tag(last) == "CD" and words.tag(last - 1) in {"NN", "NNP"} and last - 1 in phrase
    bands = {i for noun in phrase for i in words.band_behind(noun)}
    kept = tuple(
        i for i in phrase if i not in stated or i in bands or (is_label and i == last) or words.lower(i) in _DENYING
    )
    return kept if any(words.tag(i) != "DT" for i in kept) else phrase


def _said(phrase: Phrase, tokens: Sequence[Token]) -> Said:
    text, end = "", -1
    for index in phrase:
        token = tokens[index]
        text += ("" if token.start == end else " ") + token.text
        end = token.end
    words = tuple(
        (word, _base_form(word, tokens[index]))
        for index in phrase
        if any(map(str.isalnum, word := tokens[index].text.lower()))
    )
    at = {index: place for place, index in enumerate(phrase)}
    kept = (replace(tokens[index], head=at.get(tokens[index].head, at[index])) for index in phrase)
    return Said(text.strip(), words, tuple(kept))


def _base_form(word: str, token: Token) -> str:
    """Return the base form of a word: a number in figures, and Sunday of "Sundays", which the parser leaves."""
    if word in CARDINALS:
        return str(CARDINALS[word])
    singular = word.removesuffix("s")
    return singular if singular in _WEEKDAYS else token.lemma.lower()
