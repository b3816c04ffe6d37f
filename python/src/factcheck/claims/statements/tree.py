"""Walks through the dependency tree of a sentence: who does something, with what, and which words belong together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise

from factcheck.claims.number_context import SUBJECT, Tree
from factcheck.claims.statements.statement import Phrase
from factcheck.nlp.parser import HYPHENS, Token

NOMINAL = ("NN", "CD", "PRP")
_CLAUSES = frozenset({"relcl", "advcl", "ccomp", "csubj", "parataxis"})
_OF_A_MEASURE = frozenset({"of", "by", "in", "per", "for", "from", "on", "among"})
_STATISTICS = frozenset("average mean median total sum number share percentage rate value minimum maximum".split())
_ANY = frozenset("all any each every other some".split())
_APART = _CLAUSES | {"conj", "cc", "appos", "acl"}
_POINTING = frozenset(
    "it they this that these those which who he she we you i one ones here there what everyone".split()
)
_PRONOUNS = frozenset("it they he she".split())
_OWNING = frozenset({"its", "their"})
_POINTS = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday year month quarter week q1 q2 q3 q4 spring summer autumn fall winter".split()
)
_NAMING_NUMBER = re.compile(r"(?:1[5-9]|20)\d\d|\S+[-–]\S+")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3])(?::00)?")
_MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_DAY, _YEAR = r"(?:[12]?\d|3[01])(?:st|nd|rd|th)?", r"(?:1[5-9]|20)\d\d"
_LONG_DATE = re.compile(f"{_MONTH} {_DAY} , {_YEAR}")
_DATE = re.compile(f"{_DAY} {_MONTH} {_YEAR}|{_MONTH} {_DAY} {_YEAR}")
_MONTH_AND_YEAR = re.compile(f"{_MONTH} {_YEAR}")
_DASHES = frozenset({"-", "–", "—"})
_BANDS = {"from": "to", "between": "and"}
_HALVES = frozenset({"am", "pm", "a.m", "p.m"})
_BOUNDS = frozenset("over under above below between".split())
_RESTRICTING = frozenset("of for among in from within at on during under between by".split())
_RESTRICTING_NOUNS = frozenset("with without to over across".split())
FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
"""Tags of finite verbs."""

PLACE_PREPOSITIONS = frozenset("in at on among for by from with during to within across".split())
_ANYBODY = frozenset("people persons everyone anyone everybody anybody".split())
"""Whom a clause behind tells apart: "people who smoke"."""


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens of a sentence with the edges between them."""

    tree: Tree

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens, in order."""
        return self.tree.tokens

    def lemma(self, index: int) -> str:
        """Return the base form of a token, in lower case."""
        return self.tree.lemmas[index]

    def lower(self, index: int) -> str:
        """Return a token in lower case, "" outside of the sentence."""
        lowered = self.tree.lowered
        return lowered[index] if 0 <= index < len(lowered) else ""

    def tag(self, index: int) -> str:
        """Return the tag of a token, "" outside of the sentence."""
        tokens = self.tree.tokens
        return tokens[index].tag if 0 <= index < len(tokens) else ""

    def children(self, index: int, *dependencies: str) -> list[int]:
        """Return the tokens that a token governs, those of some dependencies where any is named."""
        governed = self.tree.children[index]
        return [i for i in governed if not dependencies or self.tokens[i].dependency in dependencies]

    def subtree(self, index: int, without: Collection[str] = (), prepositions: Collection[str] | None = None) -> Phrase:
        """Return a token with all that it governs, in order, but what hangs on it by some dependencies.

        ``prepositions`` are those that may go on with it, all where None.
        """
        found, waiting = [], [index]
        while waiting:
            at = waiting.pop()
            found.append(at)
            for child in self.tree.children[at]:
                dependency = self.tokens[child].dependency
                is_other = dependency == "prep" and prepositions is not None and self.lower(child) not in prepositions
                if dependency not in without and not is_other:
                    waiting.append(child)
        return tuple(sorted(found))

    def ancestors(self, index: int) -> Iterator[int]:
        """Yield the tokens that govern a token, the nearest first."""
        for _ in self.tokens:
            head = self.tokens[index].head
            if head == index:
                return
            yield head
            index = head

    def verb(self, index: int) -> int | None:
        """Return the verb of the clause that a token stands in, itself if it is one."""
        for at in (index, *self.ancestors(index)):
            if self.tag(at).startswith(("VB", "MD")):
                return at
        return None

    def is_in_subject(self, index: int, verb: int) -> bool:
        """Tell whether a token lies in the subject of a verb."""
        below = index
        for at in self.ancestors(index):
            if at == verb:
                return self.tokens[below].dependency in SUBJECT or self.tokens[below].dependency == "csubj"
            below = at
        return False

    def clause(self, cue: Phrase) -> Phrase:
        """Return the tokens of the clause that a cue stands in, with the adjuncts of those around it.

        What other clauses say is left out: "Men led in 2019, while women were last in 2020".
        """
        path = {cue[0], *self.ancestors(cue[0])}
        inside = set(range(len(self.tokens)))
        for index in range(len(self.tokens)):
            if not self._begins_clause(index):
                continue
            if index not in path:
                inside -= set(self.subtree(index))
            else:
                kept = self.subtree(index)
                adjuncts = [i for at in path for i in self.children(at, "prep", "npadvmod") if at not in kept]
                inside -= set(range(len(self.tokens))) - set(kept) - {i for a in adjuncts for i in self.subtree(a)}
        return tuple(sorted(inside | set(cue)))

    def restricts(self, index: int, stated: Collection[int]) -> bool:
        """Tell whether a word is a name, or in what a preposition or relative clause adds beside no stated number."""
        is_name = is_added = self.tag(index).startswith("NNP")
        for at in (index, *self.ancestors(index)):
            token = self.tokens[at]
            if (token.dependency == "appos" and not is_name) or not set(
                self.children(at, "nummod", "quantmod")
            ).isdisjoint(stated):
                return False
            if token.dependency == "prep":
                if not set(self.subtree(at)).isdisjoint(stated):
                    return False
                is_of_noun = self.tag(token.head).startswith("NN")
                is_added |= self.lower(at) in _RESTRICTING or (self.lower(at) in _RESTRICTING_NOUNS and is_of_noun)
            is_added |= token.dependency == "acl" or (token.dependency == "relcl" and not self._is_aside(at))
        return is_added

    def _is_aside(self, verb: int) -> bool:
        """Tell whether a relative clause adds something, rather than say which is meant: "..., which is little"."""
        first = min(self.subtree(verb))
        return self.lower(first) == "which" or self.lower(first - 1) == ","

    def is_bound(self, index: int) -> bool:
        """Tell whether a number bounds what a noun means: "customers over 45"."""
        before = self.tokens[index - 1] if index else None
        if before is None or before.text.lower() not in _BOUNDS or self.is_point(index):
            return False
        return before.dependency == "prep" and self.tag(before.head).startswith("NN")

    def _begins_clause(self, index: int) -> bool:
        """Tell whether a token is the verb of a clause beside or below another one."""
        token = self.tokens[index]
        is_joined = token.dependency == "conj" and self._has_subject(index)
        head = self.tokens[token.head]
        is_aside = token.dependency == "relcl" and head.dependency == "appos"  # "85, a figure that …"
        return token.head != index and (is_joined or is_aside or token.dependency in {"advcl", "ccomp", "parataxis"})

    def _has_subject(self, verb: int) -> bool:
        return self.tag(verb).startswith(("VB", "MD")) and bool(self.children(verb, *SUBJECT, "expl"))

    def subject(self, verb: int) -> int | None:
        """Return the subject of a verb, or what stands in for it: of a clause without one that of the clause around."""
        for _ in self.tokens:
            if governed := [*self.children(verb, *SUBJECT), *self.children(verb, "csubj")]:
                return self._named_twice(governed)
            token = self.tokens[verb]
            if token.head == verb:  # "In 2007 life expectancy was": the parser may give the noun to the preposition
                is_date = bool(date := self._date_around(verb - 1)) and self.tag(date[0] - 1) != "IN"
                return verb - 1 if self.tag(verb - 1).startswith("NN") or is_date else None
            if token.dependency in {"acl", "relcl"} and self.tag(token.head).startswith(NOMINAL):
                return token.head
            if not self.tag(token.head).startswith(("VB", "MD")):
                return token.head if token.dependency in {"pcomp"} and self.tag(token.head) == "NN" else None
            verb = token.head
        return None

    def _named_twice(self, subjects: list[int]) -> int:
        """Return the first of the subjects of a verb, or the name behind a noun with an owner: "its rival the oak"."""
        first, *others = subjects
        is_named = bool(others) and min(self.subtree(others[0])) == first + 1 and self.lower(first + 1) == "the"
        return others[0] if is_named and self.children(first, "poss") else first

    def objects(self, verb: int, *prepositions: str) -> list[int]:
        """Return what prepositions of a verb, noun or adjective lead to, in order."""
        return [
            target
            for preposition in self.children(verb, "prep", "agent", "dative")
            if not prepositions or self.lower(preposition) in prepositions
            for target in self.children(preposition, "pobj")
        ]

    def is_point(self, index: int) -> bool:
        """Tell whether a token names a time: a year, a month, a weekday, a season."""
        text = self.lower(index)
        return (text.isdigit() and len(text) == 4) or text in _POINTS or self._is_clock(index)

    def is_value(self, index: int) -> bool:
        """Tell whether a token is a number in figures or words that names no time."""
        return self.tag(index) == "CD" and not self.is_point(index)

    def _is_clock(self, index: int) -> bool:
        """Recognise "10 a.m." and "10:00" by the number."""
        is_half = self.lower(index + 1).rstrip(".") in _HALVES
        return _CLOCK.fullmatch(self.lower(index)) is not None and (is_half or ":" in self.lower(index))

    def joined(self, noun: int) -> list[int]:
        """Return a noun and those joined to it: "A, B and C"."""
        found, at = [noun], noun
        for _ in self.tokens:
            following = [
                i
                for i in self.children(at, "conj")
                if not self.tag(i).startswith(("VB", "MD")) and not self.is_excluded(i)
            ]
            following = following or self._listed(at)
            if not following:
                return found
            found += following
            at = following[-1]
        return found

    def _listed(self, noun: int) -> list[int]:
        """Return the name that the parser takes for another one of a noun, where a list goes on: "A, B and C"."""
        return [i for i in self.children(noun, "appos") if self.tag(i).startswith("NNP") and self.children(i, "conj")]

    def is_excluded(self, noun: int) -> bool:
        """Tell whether a noun names what is not meant: "oaks, not elms"."""
        first = min(self.subtree(noun), default=noun)
        return "not" in {self.lower(first), self.lower(first - 1)}

    def name(self, noun: int) -> Phrase:
        """Return the words of one thing: the noun with what describes it, without clauses and what is joined to it."""
        whole = {*self.subtree(noun, _APART, {"of", "under", "over", "&"}), *self._range_from(noun)}
        whole.update(self._date_around(noun))
        whole.update(self.band_behind(noun))
        whole.update(i for i in self.children(noun, "appos") if i == noun + 1 and self.tag(i) == "CD")  # "code 12345"
        phrase = tuple(sorted({*whole, *self._hyphened(noun)}))
        if self._is_clock(noun) and ":" not in self.lower(noun):
            phrase = tuple(sorted({*phrase, noun + 1}))
        return self._trimmed(phrase)

    def _date_around(self, index: int) -> Phrase:
        """Return the tokens of a date of which one is part, apart though the parser may take them: "May 4, 2017"."""
        for first in range(max(index - 3, 0), index + 1):
            for length, pattern in ((4, _LONG_DATE), (3, _DATE), (2, _MONTH_AND_YEAR)):
                text = " ".join(self.lower(i) for i in range(first, first + length))
                if first + length > index and pattern.fullmatch(text):
                    return tuple(range(first, first + length))
        return ()

    def _range_from(self, index: int) -> Phrase:
        """Return the tokens of a range that begins with a number: "35-39", taken apart by the parser."""
        is_range = self.tag(index) == "CD" and self.lower(index + 1) in _DASHES and self.tag(index + 2) == "CD"
        return (index, index + 1, index + 2) if is_range else ()

    def band_behind(self, noun: int) -> Phrase:
        """Return what bounds a noun on both sides: "incomes from $ 1,500 to $ 3,000", by the words alone."""
        if _BANDS.get(self.lower(noun + 1)) is None or not self.tag(noun).startswith("NN"):
            return ()
        first = noun + 2 + (self.tag(noun + 2) == "$")
        last = first + 2 + (self.tag(first + 2) == "$")
        is_joined = self.lower(first + 1) == _BANDS[self.lower(noun + 1)]
        are_bounds = self.tag(first) == self.tag(last) == "CD" and not self.is_point(first)
        return tuple(range(noun + 1, last + 1)) if is_joined and are_bounds else ()

    def range_to(self, index: int) -> Phrase:
        """Return the tokens of a range in words that a number begins or ends: "44 to 48"."""
        for first in (index, index - 2):
            tags = (self.tag(first), self.lower(first + 1), self.tag(first + 2))
            if tags == ("CD", "to", "CD"):
                return (first, first + 1, first + 2)
        return ()

    def _hyphened(self, noun: int) -> Iterator[int]:
        """Yield the tokens of a compound word that the parser takes apart: "non-smokers"."""
        for step in (1, -1):
            at = noun
            while self.lower(at + step) in HYPHENS and self._is_close(at, at + step, at + 2 * step):
                yield from (at + step, at + 2 * step)
                at += 2 * step

    def _is_close(self, *indexes: int) -> bool:
        """Tell whether tokens stand side by side without a space."""
        if min(indexes) < 0 or max(indexes) >= len(self.tokens):
            return False
        tokens = [self.tokens[i] for i in sorted(indexes)]
        return all(one.end == other.start for one, other in pairwise(tokens))

    def description(self, noun: int) -> Phrase:
        """Return the words of what is measured: the noun with what describes it, and of what, for whom or by what."""
        return self._trimmed(self.subtree(noun, _APART - {"conj"}, _OF_A_MEASURE))

    def names(self, noun: int) -> tuple[Phrase, ...]:
        """Return the words of each thing that is joined to a noun, itself first; none for words that only point."""
        described = self._described(noun)
        if described and self.lower(noun) in _ANYBODY:
            return (described,)
        nouns = [self._called(each) for each in self.joined(noun)]
        names = [name for each in nouns if (name := self.name(each)) and self.says(name)]
        if names and self.lower(names[0][0] - 1) == "and" and self.tag(names[0][0] - 2).startswith("NNP"):
            names.insert(0, (names[0][0] - 2,))  # joined, whatever the parser takes it for
        if not names and self.is_pronoun(noun):
            return ((noun,),)
        return tuple(names) or ((described,) if described else ())

    def _described(self, noun: int) -> Phrase:
        """Return what says which are meant: "those who smoke", "those with a garden", "people who smoke"."""
        if self.lower(noun) not in {"those", *_ANYBODY} or self.tokens[noun].dependency not in SUBJECT:
            return ()
        ways = ("relcl", "acl", "prep") if self.lower(noun) == "those" else ("relcl",)
        behind = [i for i in self.children(noun, *ways) if i > noun]
        without = {"WP", "WDT", ","}
        return tuple(i for i in self.subtree(behind[0], {"advcl"}) if self.tag(i) not in without) if behind else ()

    def is_pronoun(self, index: int) -> bool:
        """Tell whether a subject, or its owner, is a pronoun for what was named before."""
        dependency = self.tokens[index].dependency
        return (self.lower(index) in _PRONOUNS and dependency in SUBJECT) or (
            self.lower(index) in _OWNING and dependency == "poss"
        )

    def _called(self, noun: int) -> int:
        """Return the name that stands behind a noun: "the striker Ann Lee"."""
        if self.tag(noun) not in {"NN", "NNS"}:
            return noun
        apposed = [i for i in self.children(noun, "appos") if self.tag(i).startswith("NNP")]
        return next((i for i in apposed if min(self.name(i), default=0) == noun + 1), noun)

    def says(self, phrase: Phrase) -> bool:
        """Tell whether a phrase names something, rather than pointing at it or saying how many there are."""
        if any(self.lower(index) in _ANY for index in phrase) or self._is_quantity(phrase):
            return False
        if all(self.lower(index) in _STATISTICS or self.tag(index) in {"DT", "PRP$"} for index in phrase):
            return False
        return any(
            (self.tag(index).startswith(("NN", "CD", "JJ", "VBG", "VBN")) or self._is_point_of_clause(index))
            and self.lower(index) not in _POINTING
            for index in phrase
        )

    def _is_point_of_clause(self, index: int) -> bool:
        """Recognise a month that the parser takes for a verb: "the busiest month is may"."""
        return self.lower(index) in _POINTS and self.tokens[index].dependency in {"attr", "pobj", "acomp"}

    def _is_quantity(self, phrase: Phrase) -> bool:
        """Recognise "97 years old" and "2,624 orders"; not "2021", "class 3" and "7 Eleven"."""
        numbers = [i for i in phrase if self.tag(i) == "CD" and not self._begins_compound(i)]
        if numbers and self.tag(phrase[0]) in {"DT", "PRP$"} and self.tag(phrase[-1]) == "NNS":
            return False  # "the 195 townships" names them
        named = [i for i in phrase if self.tag(i).startswith(("NN", "JJ", "VB"))]
        if numbers and any(self._is_clock(i) for i in numbers):
            return False
        if not named and any(self._range_from(i) for i in numbers):
            return False
        if numbers and not named:  # years and ranges name something: "2021", "26-35"
            return not all(_NAMING_NUMBER.fullmatch(self.lower(i)) for i in numbers)
        if any(self.tag(i) in {"$", "NN"} and self.lower(i) in {"$", "%", "percent", "i.e."} for i in phrase):
            return True
        return bool(numbers) and any(
            self.tag(i) == "NNS" and self.lower(i).islower() and i > numbers[0] for i in phrase
        )

    def _begins_compound(self, index: int) -> bool:
        """Tell whether a number begins a compound word, rather than a range: "one-day"."""
        return self.lower(index + 1) in HYPHENS and self.tag(index + 2) != "CD"

    def _trimmed(self, phrase: Phrase) -> Phrase:
        """Leave out what is set off by brackets, and signs at either end."""
        kept, depth = [], 0
        for index in phrase:
            text = self.tokens[index].text
            depth += text in {"(", "["}
            if not depth:
                kept.append(index)
            depth -= text in {")", "]"} and depth > 0
        while kept and not self._is_naming(kept[-1]):
            kept.pop()
        while kept and not self._is_naming(kept[0]):
            kept.pop(0)
        return tuple(kept)

    def _is_naming(self, index: int) -> bool:
        """Tell whether a token may begin or end a name; a "not" belongs to what stands beside that."""
        return any(map(str.isalnum, self.tokens[index].text)) and self.tokens[index].dependency != "neg"
