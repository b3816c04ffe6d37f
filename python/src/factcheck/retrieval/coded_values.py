"""What words say of values that are codes: levels of a scale of whole numbers, and flags by their opposites."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.claims.keywords import Keyword
from factcheck.claims.levels import HIGHEST, LOWEST, is_level_by_itself, opposed_word
from factcheck.retrieval.literal_sources import ColumnLiterals
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier
from factcheck.words.opposites import has_both, is_answer, says_of, says_the_same
from factcheck.words.slips import letters_alike

_FEWEST_LEVELS, _MOST_LEVELS = 3, 10
_MOST_ANSWERS = 6
_SHORTEST_BEGINNING = 5
_LEAST_SHARE = 0.6
"""How much of the shorter of two words both begin with, where they are of one family."""

_AT_THE_END = 0.5
"""How well a level beside an end of a scale goes with the end itself."""

_SAID_ELSEWHERE = 0.02
"""What is left of an answer where words that stand nearer to the number give the other one: "won 54 and lost 21"."""

_COMPARING = frozenset({"than", "compared", "versus", "vs"})

_NAMED = 0.5
"""Share of a column's name from which a level stands beside it: "low job satisfaction"."""


@dataclass(frozen=True, slots=True)
class CodedColumns:
    """The columns whose values are codes: levels of scales, ascending, and flags, which say whether they mean yes.

    ``answers`` are the words of the values of columns of text that have few.  ``said`` has what words say of the names
    of flags, as far as that was asked.
    """

    scales: Mapping[int, tuple[int, ...]]
    flags: Mapping[int, Mapping[int, bool]]
    names: Mapping[int, tuple[str, ...]]
    answers: Mapping[int, Mapping[int, tuple[str, ...]]]
    said: dict[tuple[str, int], bool | None] = field(default_factory=dict)

    def says_of_flag(self, word: str, number: int) -> bool | None:
        """Tell what a word says of the name of a flag; None for nothing."""
        if (word, number) not in self.said:
            self.said[word, number] = says_of(word, self.names[number])
        return self.said[word, number]


@dataclass(frozen=True, slots=True)
class Answers:
    """The largest weights of words that say yes or no of a flag, and of those that name it.

    Where both ``are_compared``, either is meant: "those who left earn $849 less than those who stayed".
    """

    said: Mapping[bool, float]
    named: float
    are_compared: bool = False

    def share(self, answer: bool) -> float:
        """Return what is left of an answer where words that stand nearer to the number give the other one."""
        if self.are_compared:
            return 1.0
        yes, no = max(self.said.get(True, 0.0), self.named), self.said.get(False, 0.0)
        return _SAID_ELSEWHERE if (yes < no if answer else no < yes) else 1.0


def coded_columns(sources: Mapping[int, ColumnLiterals], flags: Mapping[int, Mapping[int, bool]]) -> CodedColumns:
    """Find the scales among some columns whose literals are known, by number; ``flags`` say yes or no."""
    scales = {number: codes for number, source in sources.items() if (codes := _levels(source))}
    names = {number: tuple(split_identifier(sources[number].column.name)) for number in (*scales, *flags)}
    answers = {
        number: {literal: tuple(split_identifier(source.by_number[literal])) for literal in source.most_frequent}
        for number, source in sources.items()
        if source.column.is_text and number not in flags and len(source.most_frequent) <= _MOST_ANSWERS
    }
    return CodedColumns(scales, flags, names, answers)


def _levels(source: ColumnLiterals) -> tuple[int, ...]:
    """Return the numbers of a scale's literals, the lowest level first; nothing where its values are no scale."""
    if (
        not source.column.is_integer
        or names_an_identifier(source.column.name)
        or not _FEWEST_LEVELS <= len(source.most_frequent) <= _MOST_LEVELS
    ):
        return ()
    by_value = {int(source.by_number[number]): number for number in source.most_frequent}
    values = sorted(by_value)
    if values[0] not in {0, 1} or values[-1] - values[0] != len(values) - 1:
        return ()
    return tuple(by_value[value] for value in values)


def seen_in_codes(
    keywords: Sequence[Keyword],
    coded: CodedColumns,
    column_scores: Mapping[int, float],
    named_shares: Mapping[int, float],
    answers: Mapping[int, Answers],
) -> dict[int, dict[int, Seen]]:
    """Return what a claim's words say of codes: by the number of the column, the number of the literal.

    ``answers`` are those that they give of flags.
    """
    seen: dict[int, dict[int, Seen]] = {}
    levels = [keyword for keyword in keywords if keyword.level is not None]
    answering = [keyword for keyword in keywords if is_answer(keyword.word) or is_answer(keyword.lemma)]
    for number, literals in coded.scales.items():
        of_column = column_scores.get(number, 0.0)
        for keyword in levels:
            if not _is_of_scale(keyword, coded.names[number], named_shares.get(number, 0.0)):
                continue
            for position, share in _positions(keyword.level or 0, len(literals)).items():
                score = keyword.weight * WEIGHTS.predicate.level * share + WEIGHTS.predicate.column_share * of_column
                level = Seen(score, {"level": keyword.weight * share, "column": of_column})
                _keep_best(seen.setdefault(number, {}), literals[position], level)
    for number, values in coded.flags.items():
        of_column, given = column_scores.get(number, 0.0), answers[number]
        for said, weight in given.said.items():
            score = given.share(said) * (weight * WEIGHTS.predicate.opposite + of_column)
            for literal in (literal for literal, is_yes in values.items() if is_yes == said):
                _keep_best(seen.setdefault(number, {}), literal, Seen(score, {"flag": score}))
    for number, all_words in coded.answers.items():
        of_column = column_scores.get(number, 0.0)
        for keyword in answering:
            for literal, words in all_words.items():
                if says_the_same(keyword.word, words) or says_the_same(keyword.lemma, words):
                    score = keyword.weight * WEIGHTS.predicate.opposite + WEIGHTS.predicate.column_share * of_column
                    _keep_best(seen.setdefault(number, {}), literal, Seen(score, {"answer": keyword.weight}))
    return seen


def answers_given(keywords: Sequence[Keyword], coded: CodedColumns) -> dict[int, Answers]:
    """Return what a claim's words say of each flag, by the number of its column."""
    given: dict[int, Answers] = {}
    are_compared = any(keyword.is_said and keyword.word in _COMPARING for keyword in keywords)
    for number in coded.flags:
        said: dict[bool, float] = {}
        named = 0.0
        for keyword in keywords:
            answer = _said(keyword, number, coded)
            if answer is not None:
                said[answer] = max(said.get(answer, 0.0), keyword.weight)
            elif not {keyword.word, keyword.lemma}.isdisjoint(coded.names[number]):
                named = max(named, keyword.weight)
        given[number] = Answers(said, named, are_compared and len(said) > 1)
    return given


def _keep_best(seen: dict[int, Seen], literal: int, new: Seen) -> None:
    if literal not in seen or seen[literal].score < new.score:
        seen[literal] = new


def _said(keyword: Keyword, number: int, coded: CodedColumns) -> bool | None:
    """Tell what a keyword says of a flag; None for nothing."""
    name = coded.names[number]
    if (keyword.word in name or keyword.lemma in name) and not has_both(name):
        return None  # that is what retrieval by names sees
    by_word = coded.says_of_flag(keyword.word, number)
    return coded.says_of_flag(keyword.lemma, number) if by_word is None else by_word


def _positions(level: int, size: int) -> dict[int, float]:
    """Return the indexes that a level may have among ascending codes, and how well it goes with each, from 0 to 1.

    What lies half-way between two codes goes to the outer one.  A level beside an end may be the end, as scales differ:
    "low" is the lowest of some.
    """
    exact = (level - LOWEST) / (HIGHEST - LOWEST) * (size - 1)
    position = math.ceil(exact - 0.5) if level < 0 else math.floor(exact + 0.5)
    end = {LOWEST + 1: 0, HIGHEST - 1: size - 1}.get(level, position)
    return {end: _AT_THE_END, position: 1.0}


def _is_of_scale(keyword: Keyword, name: Iterable[str], named_share: float) -> bool:
    if is_level_by_itself(keyword.word):
        return named_share >= _NAMED
    word = opposed_word(keyword.word) or keyword.word
    return any(_is_of_family(word, part) for part in name)


def _is_of_family(word: str, other: str) -> bool:
    """Tell whether two words begin alike, as "satisfied" and "satisfaction" do."""
    return letters_alike(word, other) >= max(_SHORTEST_BEGINNING, _LEAST_SHARE * min(len(word), len(other)))
