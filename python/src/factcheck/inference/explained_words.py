"""Which words of a claim's sentence its likeliest reading explains, and which name anything in the tables at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.predicate_view import values_of_others
from factcheck.candidates.statements.doubt import OF_PRESENTATION
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.inference.posterior import Posterior
from factcheck.nlp.parser import Token
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.numbers.stated_units import HUNDREDTHS
from factcheck.numbers.words import ordinal_in_figures
from factcheck.queries.functions.counts import COUNT, COUNT_DISTINCT
from factcheck.queries.functions.stddev import STDDEV, STDDEV_POP
from factcheck.queries.functions.sums import SUM
from factcheck.queries.group_ratio import GroupRatioExtreme
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.query import Aggregate, Query
from factcheck.queries.ratio import Ratio
from factcheck.retrieval.measure_words import words_of_ratio
from factcheck.retrieval.predicate_scores import FLAG_PAIRS
from factcheck.retrieval.relevance import Relevance, Seen
from factcheck.units.unit import UNITS
from factcheck.words.identifiers import ROW_WORDS, identifies_anything, names_no_rows, split_identifier
from factcheck.words.opposites import says_of, says_the_same
from factcheck.words.slips import SHORTEST_MISSPELT, is_slip

_WORD = re.compile(r"[^\W_]+")
_BEHIND_A_FIGURE = re.compile(r"\d([^\W\d_]+)")
_FIGURE = re.compile(r"[\d.,]+")
_CONTENT = ("NN", "JJ", "VB", "CD", "RB", "FW")
_SHARES_OF_COLUMNS = frozenset("margin rate ratio".split())
"""Words for what one column is of another."""

_PERCENT = 100
_FLAGS = frozenset(value for pair in FLAG_PAIRS for value in pair)
"""Values of flags."""
_OF_MISSING = frozenset("missing null nan na blank empty absent value entry datum data observation field cell".split())
"""Words, as lemmas, for what is not there."""
_SMALL = frozenset("be have do make nobody none everybody everyone anybody anyone somebody someone".split())
_ENDINGS = ("ies", "es", "s", "ing", "ed")
_SHORTEST_STEM = 3


@dataclass(frozen=True)
class ReadClaim:
    """A claim with what its words find, the distribution over its readings, and the values of the likely ones."""

    number: Number
    words: ClaimWords
    relevance: Relevance
    posterior: Posterior
    values: tuple[Decimal | None, ...]

    @property
    def agrees(self) -> bool:
        """Whether it has a likeliest reading, which agrees."""
        return bool(self.posterior.best) and self.posterior.best[0].matches

    def p_values(self, most: int) -> dict[Decimal | None, float]:
        """Return the values that the likeliest readings give, as many as ``most``, with the probability of each."""
        probabilities: dict[Decimal | None, float] = {}
        for likely, value in zip(self.posterior.best[:most], self.values, strict=False):
            probabilities[value] = probabilities.get(value, 0.0) + likely.probability
        return probabilities

    @cached_property
    def said(self) -> tuple[SaidWord, ...]:
        """The words of the sentence that have a meaning of their own, besides numbers that are claims."""
        return self.said_by(self.posterior.best[0].query if self.posterior.best else None)

    @cached_property
    def seen(self) -> Mapping[Predicate, Seen]:
        """What its words say of each predicate that they brought up."""
        return dict(self.relevance.predicates)

    @cached_property
    def predicate_scores(self) -> Mapping[Predicate, float]:
        """The score of each predicate that its words brought up."""
        return self.relevance.predicate_scores()

    @cached_property
    def best_values(self) -> Mapping[Column, float]:
        """The score of the value of each column that its words say most of."""
        best: dict[Column, float] = {}
        for predicate, seen in self.relevance.predicates:
            if isinstance(predicate, Equals):
                best[predicate.column] = max(best.get(predicate.column, 0.0), seen.score)
        return best

    @cached_property
    def values_of_others(self) -> Collection[Predicate]:
        """The predicates whose values stand with another number of the sentence."""
        return values_of_others(self.words, self.relevance.predicates)

    def said_by(self, query: Query | None) -> tuple[SaidWord, ...]:
        """Return the same words with what a reading explains of them."""
        use = _Use(self.number, self.relevance, self._known, query)
        return tuple(use.said(word) for word in self._words_with_meaning)

    @cached_property
    def _known(self) -> _Known:
        return _Known(self.relevance)

    @cached_property
    def _words_with_meaning(self) -> tuple[_Word, ...]:
        keywords = {keyword.word: keyword for keyword in self.words.keywords if keyword.is_said}
        return tuple(
            self._known.word(index, token, keyword.weight, is_counted=keyword.is_counted)
            for index, token in enumerate(self.words.tokens)
            if index not in self.words.claimed
            and not self._is_unit_of_another(index)
            and not self._is_counted_by_another(index)
            and (keyword := keywords.get(token.text.lower())) is not None
            and _has_meaning(token)
        )

    def _is_unit_of_another(self, index: int) -> bool:
        """Tell whether a token is the symbol of a unit behind another number than the claim's: "490 g versus 348"."""
        tokens = self.words.tokens
        is_symbol = (
            index > 0 and tokens[index].text in UNITS.spellings and tokens[index].text.lower() not in UNITS.words
        )
        return is_symbol and tokens[index - 1].tag == "CD" and index - 1 not in self.words.claimed

    def _is_counted_by_another(self, index: int) -> bool:
        """Tell whether another number counts a noun where the claim's counts one: "5 variables and 330 rows"."""
        tokens, behind = self.words.tokens, self.words.claimed[-1] + 1 if self.words.claimed else 0
        counts_a_noun = 0 < behind < len(tokens) and tokens[behind].tag == "NNS"
        is_counted = index > 0 and tokens[index].tag == "NNS" and tokens[index - 1].tag == "CD"
        return counts_a_noun and is_counted and index != behind

    @property
    def unknown(self) -> str | None:
        """What the number is about, where that names nothing in the tables: a noun, the one that it counts first."""
        nouns = sorted((word for word in self.said if word.is_noun), key=lambda word: (-word.is_counted, -word.weight))
        return next((word.token.text for word in nouns[:1] if not word.is_known), None)

    def left_out(self, most: int) -> tuple[str, ...]:
        """Return nouns of its sentence that the likeliest reading has nothing to do with, the heaviest ``most``."""
        left = sorted((word for word in self.said if word.is_noun and word.explained == 0), key=lambda w: -w.weight)
        by_lemma = {word.token.lemma.lower(): word.token.text for word in reversed(left)}
        return tuple(text for lemma, text in reversed(by_lemma.items()) if lemma not in OF_PRESENTATION)[:most]


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word of a claim's sentence with its weight as a keyword.

    ``explained`` says from 0 to 1 how well it names a part of the claim's likeliest reading: what is aggregated, of
    which rows.  ``is_known`` tells that it names anything in the tables.
    """

    token: Token
    weight: float
    is_counted: bool
    explained: float
    is_known: bool
    is_value: bool = False

    @property
    def is_noun(self) -> bool:
        """Whether it is a noun."""
        return self.token.tag.startswith("NN")

    @property
    def is_name(self) -> bool:
        """Whether it is a proper noun."""
        return self.token.tag.startswith("NNP")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a claim's sentence with what the tables have of it, whatever the reading.

    ``columns`` and ``tables`` are those that it names, by number, with the share of their name that it is.
    """

    index: int
    token: Token
    weight: float
    is_counted: bool
    forms: frozenset[str]
    columns: tuple[tuple[int, float], ...]
    tables: tuple[tuple[int, float], ...]
    is_value: bool
    is_known: bool
    is_in_name: bool


class _Known:
    """What the tables have of the words of a claim, whatever the reading."""

    def __init__(self, relevance: Relevance) -> None:
        self._relevance = relevance
        found = [
            (predicate.literal, _is_said(predicate, seen))
            for predicate, seen in relevance.predicates
            if isinstance(predicate, Equals) and seen.parts.get("terms", 0.0) > 0
        ]
        self.named = [(predicate, span) for predicate, seen in relevance.predicates if (span := seen.place)]
        self._named = {index for _, span in self.named for index in span}
        self._values = _forms(" ".join(literal for literal, _ in found))
        self._said_values = _forms(" ".join(literal for literal, is_said in found if is_said))

    def word(self, index: int, token: Token, weight: float, *, is_counted: bool) -> _Word:
        """Return a word with what it names: it is known where that is a column, a table or a value of any table.

        It is a value where it belongs to one, no figure, that the sentence has in full; it may stand in another name of
        a value.
        """
        forms = _forms_of(token)
        columns = tuple(_named(self._relevance.columns_named_by, token))
        tables = tuple(_named(self._relevance.tables_named_by, token))
        is_known = bool(columns or tables) or not self._values.isdisjoint(forms)
        is_value = not self._said_values.isdisjoint(forms)
        return _Word(index, token, weight, is_counted, forms, columns, tables, is_value, is_known, index in self._named)


_OF_RATIO = 2
"""Sums of which a ratio is made."""


class _Use:
    """What a reading has of the words of a claim.

    ``_counts_what_has_no_name`` where it counts the values of a column such as "id", which are those of anything.
    """

    def __init__(self, number: Number, relevance: Relevance, known: _Known, query: Query | None) -> None:
        self._columns = set() if query is None else {column.column_id for column in _columns(query)}
        parts = () if query is None else (query, *query.operands())
        self._unit = frozenset() if query is None else _unit_words(number, query) | _names_of_ratio(query)
        self._tables = {table.table_id for part in parts for table in part.selection.relations.tables}
        self._forms = set() if query is None else _forms(query.words()) | query.function.keywords
        if isinstance(query, Ratio) and query.factor == _PERCENT and not query.is_share:
            self._forms |= _SHARES_OF_COLUMNS
        self._long_forms = [form for form in self._forms if len(form) >= SHORTEST_MISSPELT]
        column = None if query is None or query.function is not COUNT_DISTINCT else query.column
        self._counts_what_has_no_name = column is not None and identifies_anything(column.name)
        self._counts_rows_without_name = query is not None and counts_nameless_rows(query, relevance)
        self._counts_rows = any(part.function is COUNT and part.column is None for part in parts)
        meant = {predicate for part in parts for predicate in part.predicates}
        self._answers = [
            (split_identifier(each.column.name), split_identifier(each.literal), each.literal.lower() in _FLAGS)
            for each in meant
            if isinstance(each, Equals)
        ]
        self._is_of_missing = any(isinstance(each, IsNull) for each in meant)
        self._named_rows = {index for predicate, span in known.named if predicate in meant for index in span}

    def said(self, word: _Word) -> SaidWord:
        """Return a word with how well it names a part of the reading, and whether it names anything at all."""
        is_named = not self._forms.isdisjoint(word.forms)
        is_told = not (is_named and word.is_known) and self._is_told(word)
        is_known = word.is_known or is_told
        is_entity = word.is_counted and (
            self._counts_what_has_no_name or (self._counts_rows_without_name and not is_known)
        )
        is_of_rows = word.token.lemma.lower() in ROW_WORDS
        is_named = is_named or (is_of_rows and self._counts_rows)
        is_explained = is_entity or is_named or is_told or word.index in self._named_rows
        explained = 1.0 if is_explained else self._explained(word)
        is_known = is_entity or is_known or is_of_rows or word.is_in_name
        return SaidWord(word.token, word.weight, word.is_counted, explained, is_known, word.is_value)

    def _explained(self, word: _Word) -> float:
        """Return how well a word names a part of the reading: as well as anything else it names, or less."""
        own = best = 0.0
        for named, meant in ((word.columns, self._columns), (word.tables, self._tables)):
            for number, share in named:
                best = max(best, share)
                own = max(own, share if number in meant else 0.0)
        return own / best if best > 0 else 0.0

    def _is_told(self, word: _Word) -> bool:
        """Tell whether a word is the unit of the value, a word of the reading misspelt, or an answer that it has."""
        text = word.token.text.lower()
        lemma = word.token.lemma.lower()
        is_of_missing = self._is_of_missing and not _OF_MISSING.isdisjoint({text, lemma, text.removesuffix("s")})
        return text in self._unit or is_of_missing or self._is_misspelt(text) or self._is_answer(text, lemma)

    def _is_misspelt(self, word: str) -> bool:
        """Tell whether a word is one of the reading with a letter left out, added or changed: "choclate"."""
        return len(word) >= SHORTEST_MISSPELT and any(is_slip(form, word) for form in self._long_forms)

    def _is_answer(self, *forms: str) -> bool:
        """Tell whether a word gives an answer that restricts the reading: "lost", where a flag ``win`` is 0."""
        return any(
            (is_flag and says_of(form, name) is not None) or says_the_same(form, value)
            for name, value, is_flag in self._answers
            for form in {*forms}
        )


def _names_of_ratio(query: Query) -> frozenset[str]:
    """Return the words of the name that a trade has for a ratio of two sums: "the lowest CPA" of costs per sale."""
    parts = (query.aggregate, query.whole) if isinstance(query, GroupRatioExtreme) else query.operands()
    columns = [part.column for part in parts if part.function is SUM]
    above, below = columns if len(columns) == _OF_RATIO else (None, None)
    return frozenset() if above is None or below is None else words_of_ratio(above.name, below.name)


def counts_nameless_rows(query: Query, relevance: Relevance) -> bool:
    """Tell whether rows with a value that is said are counted, of a table whose name does not say what they are."""
    counts_rows = isinstance(query, Aggregate) and query.function is COUNT and query.column is None
    if not counts_rows or not names_no_rows(query.selection.anchor.name):
        return False
    return any(seen.is_said and predicate in query.predicates for predicate, seen in relevance.predicates)


def _unit_words(number: Number, query: Query) -> frozenset[str]:
    """Return the words of a number's unit where the result has it, or is an amount in a unit that is not known."""
    stated = number.measured
    # A deviation is told in the unit of the values, though it is not converted as they are.
    is_in_unit = query.function.keeps_unit or query.function in (STDDEV, STDDEV_POP)
    is_amount = query.column is not None and query.column.is_numeric and is_in_unit
    if stated is None:
        return HUNDREDTHS if number.is_hundredths and is_amount else frozenset()
    fit = compare_units(number, query.result_unit).fit
    return stated.words if fit is Fit.AGREES or (fit is Fit.UNKNOWN and is_amount) else frozenset()


def _is_said(predicate: Equals, seen: Seen) -> bool:
    """Tell whether the claim's sentence has all words of a value that is no figure."""
    return seen.parts.get("said", 0.0) >= 1 and not _FIGURE.fullmatch(predicate.literal)


def _named(named_by: Mapping[str, Mapping[int, float]], token: Token) -> Iterator[tuple[int, float]]:
    for form in {token.text.lower(), token.lemma.lower()}:
        yield from named_by.get(form, {}).items()


def _columns(query: Query) -> Iterator[Column]:
    """Yield the columns that a query aggregates or restricts, and those that derived ones are made of."""
    for part in (query, *query.operands()):
        restricted = (column for predicate in part.predicates for column in predicate.columns)
        for column in (*((part.column,) if part.column is not None else ()), *restricted):
            yield column
            if isinstance(column, DerivedColumn):
                yield from column.operands


def _has_meaning(token: Token) -> bool:
    return token.tag.startswith(_CONTENT) and token.lemma.lower() not in _SMALL


def _forms_of(token: Token) -> frozenset[str]:
    return _forms_of_word(token.text, token.lemma)


@lru_cache(maxsize=2048)
def _forms_of_word(text: str, lemma: str) -> frozenset[str]:
    """Return the forms of a word and of its base form, which each reading of each claim is compared with.

    A place has its figure, too: third is 3rd.
    """
    place = ordinal_in_figures(text.lower())
    return frozenset(_forms(text) | _forms(lemma) | (set() if place is None else {place}))


def _forms(text: str) -> set[str]:
    """Return the words of a text in lower case, each as written and without its ending.

    A unit behind a figure, "165GB", is a word too: a sentence may have it as one.
    """
    words = {word.lower() for word in (*_WORD.findall(text), *_BEHIND_A_FIGURE.findall(text))}
    return words | {_without_ending(word) for word in words}


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word
