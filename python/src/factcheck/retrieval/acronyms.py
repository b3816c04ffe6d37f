"""Columns called by initials of words, by consonants or beginnings: "heart rate" for HR, bty beauty, marstat."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from factcheck.catalogue.schema import Table
from factcheck.catalogue.text_numbers import all_columns
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.port import Database
from factcheck.sqltext import text_array
from factcheck.words.code_systems import SYSTEMS
from factcheck.words.identifiers import is_abbreviation, names_an_identifier, split_identifier

_LETTERS = range(2, 6)
_LETTERS_OF_TWO_WORDS = range(5, 13)
_LETTERS_AT_THE_END = 3
_LONGEST_WITH_INITIALS = 7
_SHORTEST_BEGINNING = 2
_TWO = 2
_OTHER_READING = 0.5
"""Weight of two words that begin like a short name which is not written in capitals, as those of their phrase."""

_TWO_WORDS = 0.8
"""Weight of two words that begin like a name of two capitals."""

_AT_THE_END = 0.8
"""Weight of words whose initials a longer name ends with."""

_COMMON = 3
"""How often a word of the language is met at least that a name in small letters is, rather than an acronym."""

_SMALL = frozenset({"and", "of", "the", "for", "in", "on", "to", "at", "per", "by", "a", "an", "with", "from"})
_CAPITALS = re.compile(r"[A-Z]{2}")
_RUN = re.compile(r"[^\W\d_]+")
_VOWELS, _DOUBLED = re.compile("[aeiou]"), re.compile(r"(.)\1")


@dataclass(frozen=True, slots=True)
class CalledInOtherWords:
    """Words of a sentence that stand for a word of columns' names: by initials, as initials, or written as two.

    ``name`` is that word as ``NameCollection`` knows it, ``head`` the noun of the phrase, in lower case.
    """

    name: str
    head: str
    weight: float


@dataclass(frozen=True)
class Acronyms:
    """The words of columns' names that may be initials: how much each weighs where words are spelt out."""

    weights: Mapping[str, float]
    spelt_out: Mapping[str, tuple[str, ...]]
    """For nouns, the words that may be initials of another name of the same thing: "hr" for "homer", a home run."""
    joined: frozenset[str] = frozenset()
    """The words that may be made of the beginnings of two: "marstat" of "marital status"."""
    ending: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For three initials, the words that end with them: "blbmi" of a body mass index at baseline."""

    def found(self, passages: Iterable[Passage]) -> list[CalledInOtherWords]:
        """Return what sentences call by initials, or by words of which a name has the initials."""
        found = []
        for passage in passages:
            for index, token in enumerate(passage.tokens):
                if index in passage.own or not token.text[0].isalpha():
                    continue
                weight = passage.weights[index]
                if _CAPITALS.fullmatch(token.text) and token.text.lower() not in _CALLED_SO:
                    found.append(CalledInOtherWords(token.text, token.text.lower(), weight))
                for name in self.ending.get(token.text.lower(), ()) if token.text.isupper() else ():
                    found.append(CalledInOtherWords(name, token.text.lower(), weight))
                for name in self.spelt_out.get(token.lemma.lower(), ()) if token.tag.startswith("NN") else ():
                    found.append(CalledInOtherWords(name, token.text.lower(), self.weights[name] * weight))
                name = _without_vowels(token.lemma.lower()) if token.tag.startswith(("NN", "VB")) else ""
                if len(name) > _TWO and name in self.weights:
                    found.append(CalledInOtherWords(name, token.text.lower(), weight))
                if index and (joined := self._of_beginnings(passage.tokens, index)) is not None:
                    heavier = max(weight, passage.weights[index - 1])
                    found.append(CalledInOtherWords(joined, token.text.lower(), _TWO_WORDS * heavier))
                for name, places in self._phrases(passage.tokens, index):
                    if not passage.own.intersection(places):
                        heaviest = max(passage.weights[place] for place in places)
                        head = next((at for at in reversed(places) if _is_noun(passage.tokens[at])), places[-1])
                        word = passage.tokens[head].text.lower()
                        found.append(CalledInOtherWords(name, word, self.weights.get(name, _AT_THE_END) * heaviest))
        return [each for each in found if each.weight > 0]

    @cached_property
    def _by_letter(self) -> Mapping[str, tuple[str, ...]]:
        letters = {name[0] for name in self.weights}
        return {letter: tuple(sorted(name for name in self.weights if name[0] == letter)) for letter in letters}

    def _of_beginnings(self, tokens: Sequence[Token], second: int) -> str | None:
        """Return the name that is made of the beginnings of a noun and the word before it."""
        one, other = tokens[second - 1], tokens[second]
        if not _is_noun(other) or not one.tag.startswith(("NN", "JJ", "VBG", "VBN")):
            return None
        first, last = one.text.lower(), other.text.lower()
        alike = self._by_beginning.get(first[:_SHORTEST_BEGINNING], ())
        return next((name for name in alike if _is_joined(name, first, last)), None)

    @cached_property
    def _by_beginning(self) -> Mapping[str, list[str]]:
        """The words that may be made of two, in order, by the letters that the first of these has to begin with."""
        by_beginning: dict[str, list[str]] = {}
        for name in sorted(self.joined):
            by_beginning.setdefault(name[:_SHORTEST_BEGINNING], []).append(name)
        return by_beginning

    def _phrases(self, tokens: Sequence[Token], first: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        letter = tokens[first].text[0].lower()
        for initials in (*self._by_letter.get(letter, ()), *(each for each in self.ending if each[0] == letter)):
            places = _spells(tokens, first, initials)
            if places is not None and _is_phrase(tokens, places):
                yield from ((name, places) for name in (self.ending.get(initials, ()) or (initials,)))


_CALLED_SO = frozenset(name for system in SYSTEMS.values() for name in system if len(name) == _TWO)
"""Two letters that stand for a country, a state or the like."""


def acronyms_of(database: Database, tables: Sequence[Table], nouns: Collection[str]) -> Acronyms:
    """Find the words of columns' names that may be initials, and for nouns those of their other names.

    A name in small letters that is a common word of the language, or shortens one, is none; in capitals it may be, and
    two letters may be, as "hr" is short for hour.
    """
    runs = {run for table in tables for column in all_columns(table) for run in _RUN.findall(column.name)}
    capitals = {run.lower() for run in runs if run.isupper() and len(run) in _LETTERS}
    small = {word for run in runs for word in split_identifier(run) if len(word) in _LETTERS} - capitals - _SMALL
    small -= {word for word in small if names_an_identifier(word) or (is_abbreviation(word) and len(word) > _TWO)}
    joined = {word for run in runs for word in split_identifier(run) if len(word) in _LETTERS_OF_TWO_WORDS} - small
    if not capitals and not small and not joined:
        return Acronyms({}, {})
    rows = database.query(
        "SELECT l.lemma, max(l.frequency) AS frequency,"
        " coalesce(array_agg(DISTINCT l.related) FILTER (WHERE l.relation = 'synonym'"
        " AND strpos(l.related, ' ') > 0), '{}') AS names"
        f" FROM factcheck.lexicon l WHERE l.lemma = ANY ({text_array(sorted(small.union(nouns, joined)))})"
        " GROUP BY l.lemma"
    )
    common = {row["lemma"] for row in rows if row["frequency"] >= _COMMON and not _is_short_form(row["lemma"])}
    weights = {name: 1.0 if len(name) > _TWO else _TWO_WORDS for name in capitals}
    weights |= {name: 1.0 if len(name) > _TWO else _OTHER_READING for name in small - common}
    spelt_out = {
        row["lemma"]: tuple(sorted({initials for name in row["names"] if (initials := _initials(name)) in weights}))
        for row in rows
        if row["lemma"] in nouns
    }
    unknown = frozenset(joined.difference(row["lemma"] for row in rows))
    known = {noun: names for noun, names in spelt_out.items() if names}
    return Acronyms(weights, known, unknown, _with_initials_at_the_end(unknown.union(weights)))


def _with_initials_at_the_end(words: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return those of some words that have a few letters more than three, by the last three."""
    ending: dict[str, list[str]] = {}
    for word in sorted(words):
        initials = word[-_LETTERS_AT_THE_END:]
        if _LETTERS_AT_THE_END < len(word) <= _LONGEST_WITH_INITIALS and word.isalpha() and initials not in words:
            ending.setdefault(initials, []).append(word)
    return {initials: tuple(names) for initials, names in ending.items()}


def _is_short_form(word: str) -> bool:
    return len(word) == _TWO and is_abbreviation(word)


def _is_joined(name: str, first: str, second: str) -> bool:
    """Tell whether a name is the beginning of one word and that of another, neither of which it has in full alone."""
    return any(
        first.startswith(name[:at]) and second.startswith(name[at:])
        for at in range(_SHORTEST_BEGINNING, len(name) - _SHORTEST_BEGINNING + 1)
    )


def _initials(name: str) -> str:
    return "".join(word[0] for word in re.split(r"[ -]", name) if word)


def _without_vowels(word: str) -> str:
    """Return a word as names shorten it: without vowels but its first letter, double letters once."""
    return _DOUBLED.sub(r"\1", word[:1] + _VOWELS.sub("", word[1:]))


def _spells(tokens: Sequence[Token], first: int, name: str) -> tuple[int, ...] | None:
    """Return the tokens from one on that have the letters of a name as initials; small words may have none."""
    places, at = [first], first + 1
    for letter in name[1:]:
        while at < len(tokens) and (tokens[at].text == "-" or _is_passed_over(tokens, at, letter)):
            at += 1
        if at == len(tokens) or tokens[at].text[0].lower() != letter or not tokens[at].text[0].isalpha():
            return None
        places.append(at)
        at += 1
    return tuple(places)


def _is_passed_over(tokens: Sequence[Token], at: int, letter: str) -> bool:
    """Tell whether a small word has no letter among the initials: "of" in "cost of living" for CL, not for COL."""
    word = tokens[at].text.lower()
    return word in _SMALL and word[0] != letter


def _is_phrase(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Tell whether tokens are a noun phrase: of two words, two that stand side by side and are no names."""
    first, last = tokens[places[0]], tokens[places[-1]]
    is_joined = tokens[places[0] + 1].text == "-"
    begins = is_joined or first.tag.startswith(("NN", "JJ", "VBG", "VBN"))
    if len(places) == _TWO:
        is_together = places[1] - places[0] == 1 + is_joined
        return begins and is_together and last.tag in {"NN", "NNS"} and not first.tag.startswith("NNP")
    is_noun_last = _is_noun(last) or (last.text.lower() in _SMALL and _is_noun(first))
    return begins and is_noun_last


def _is_noun(token: Token) -> bool:
    return token.tag.startswith("NN")
