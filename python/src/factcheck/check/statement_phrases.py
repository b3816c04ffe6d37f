"""The phrases of statements without a number: their words, what is looked up for them, and what was found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factcheck.candidates.statements.asked_times import asked_time
from factcheck.candidates.statements.cue import StatementRelevance
from factcheck.candidates.statements.names_of_measures import is_open
from factcheck.candidates.statements.words_of_measures import AVERAGES, is_size, nouns_meant
from factcheck.check.prepare import PreparedCheck
from factcheck.claims.claim import NumericClaim
from factcheck.claims.keywords import Keyword
from factcheck.claims.passage import Passage
from factcheck.claims.statements.phrases import Said, StatementWords, statement_words
from factcheck.claims.statements.statement import StatementClaim, StatementKind
from factcheck.claims.told_times import NO_TIMES, ToldTimes
from factcheck.numbers.mentions import Number, find_numbers
from factcheck.retrieval.predicate_cue import ClaimWords
from factcheck.retrieval.relevance import Relevance

_ATTRIBUTE = 0.8
"""Weight of a noun for what an adjective measures, beside the words that stand there."""
_VAGUE = frozenset({"good", "bad"})
"""Adjectives of whatever is named beside them."""
_OF_AMOUNTS = frozenset({"high"})
"""Adjectives of amounts, of which one is compared: "turnout was higher in Oslo" is about no height, unlike "towers"."""
_BOUNDING = frozenset({">", ">=", "<", "<="})
_VALUED = 0.6
"""Weight of a noun of which the sentence states a number, where something is said to be large."""
_REST = 0.1
"""Weight of the other words of the sentence where none says what is measured."""


@dataclass(frozen=True, slots=True)
class RetrievedStatement:
    """A statement, its words, and what these find among the fragments."""

    statement: StatementClaim
    words: StatementWords
    relevance: StatementRelevance


@dataclass(frozen=True, slots=True)
class StatementPhrases:
    """The phrases of a statement as they are looked up, each by its words alone.

    ``claims`` stand in its sentence, ``bounds`` are the other numbers of it with which something is compared; ``times``
    are those that the whole text tells of.
    """

    statement: StatementClaim
    words: StatementWords
    claims: tuple[NumericClaim, ...] = ()
    bounds: tuple[Number, ...] = ()
    times: ToldTimes = NO_TIMES

    def keywords(self) -> Iterator[tuple[Keyword, ...]]:
        """Yield the keywords of each phrase."""
        said, dimension = self.words, self.statement.assertion.dimension
        is_comparison = self.statement.assertion.kind is StatementKind.COMPARISON
        attributes = nouns_meant(dimension, said.measured.forms)
        nouns = [token.tag for token in said.measured.tokens if token.tag.startswith("NN")]
        is_named = bool(nouns) and (dimension in _VAGUE or (is_comparison and dimension in _OF_AMOUNTS))
        is_named &= dimension in _VAGUE or set(nouns) == {"NN"}
        if is_named or not said.measured.forms.isdisjoint(attributes):
            attributes = ()  # "the best score", "did better in science" name what is measured
        measured = [keyword for keyword in said.measured.keywords() if not keyword.word.isdigit()]
        if asked_time(said, self.statement.assertion) is not None:
            measured = []  # "the busiest day" is about no column of days
        if attributes and all(keyword.word in AVERAGES for keyword in measured):
            measured = []  # "older on average" is about the age alone
        for phrase in (*said.owners, said.joined, *said.others):
            yield phrase.keywords()
        yield (
            *measured,
            *(Keyword(noun, noun, _ATTRIBUTE) for noun in attributes),
            *(said.rest.keywords(_REST) if is_open(said.measured.forms, dimension) else ()),
            *(said.valued.keywords(_VALUED) if is_size(dimension) else ()),
        )
        yield (*said.before.keywords(), *said.after.keywords())

    def cues(self) -> Iterator[ClaimWords]:
        """Yield the words of each phrase in which generators of predicates look for cues."""
        said = self.words
        for phrase in (*said.owners, said.joined, *said.others, said.measured):
            yield self._cue(phrase)
        yield self._cue(said.rest, self.times)

    def _cue(self, phrase: Said, times: ToldTimes = NO_TIMES) -> ClaimWords:
        passage = Passage(phrase.tokens, (1.0,) * len(phrase.tokens), is_own=True)
        starts = {token.start for token in phrase.tokens}
        numbers = tuple(claim.number for claim in self.claims if self._starts(claim) <= starts)
        bounds = tuple(bound for bound in self.bounds if bound.start in starts)
        return ClaimWords((passage,), bounds, numbers, one_phrase=True, times=times)

    def _starts(self, claim: NumericClaim) -> set[int]:
        return {self.words.sentence[index].start for index in claim.tokens}

    def relevance(self, found: Iterator[Relevance]) -> StatementRelevance:
        """Take what was found for the phrases, in their order."""
        return StatementRelevance(
            tuple(next(found) for _ in self.words.owners),
            next(found),
            tuple(next(found) for _ in self.words.others),
            next(found),
            next(found),
        )


def statement_phrases(check: PreparedCheck, times: ToldTimes = NO_TIMES) -> list[StatementPhrases]:
    """Return the phrases of each statement of a check, whose text tells of some times."""
    stated: dict[tuple[int, int], set[int]] = defaultdict(set)
    for claim in check.claims:
        stated[claim.paragraph, claim.sentence].update(claim.tokens)
    stating: dict[tuple[int, int], set[int]] = defaultdict(set)
    for statement in check.statements:
        stating[statement.paragraph, statement.sentence].update(statement.tokens)
    phrases = []
    for statement in check.statements:
        place = statement.paragraph, statement.sentence
        words = statement_words(statement, check.parsed.parses, stated[place], stating[place])
        beside = tuple(claim for claim in check.claims if (claim.paragraph, claim.sentence) == place)
        phrases.append(StatementPhrases(statement, words, beside, tuple(_bounds(check, statement, beside)), times))
    return phrases


def _bounds(check: PreparedCheck, statement: StatementClaim, claims: Sequence[NumericClaim]) -> Iterator[Number]:
    """Yield the numbers that bound what most are said to be: "most cost less than 500"."""
    if statement.assertion.kind is not StatementKind.MAJORITY:
        return
    stated = {claim.number.start for claim in claims}
    paragraph = check.parsed.document.paragraphs[statement.paragraph]
    for number in find_numbers(paragraph.text, check.parsed.style):
        if number.comparison in _BOUNDING and number.start not in stated:
            yield number


def retrieved_statements(
    phrases: Sequence[StatementPhrases], found: Sequence[Relevance]
) -> tuple[RetrievedStatement, ...]:
    """Return statements with what was found for their phrases, in order."""
    left = iter(found)
    return tuple(RetrievedStatement(each.statement, each.words, each.relevance(left)) for each in phrases)
