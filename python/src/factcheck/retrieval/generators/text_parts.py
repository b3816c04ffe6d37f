"""Text that values contain: "titles that begin with Re:", "mention inflation", one entry of a list of several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage, read_once
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.queries.predicates.text_contains import TextContains
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.retrieval.words_inside import phrase_of
from factcheck.units.unit import UNITS
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, split_identifier

_QUOTED = r"[\"“‘'«](?P<quoted>[^\"”’'»]{1,60})[\"”’'»]"
_SAYS = re.compile(
    r"\b(?:(?P<starts>(?:begin|start)(?:s|ning|ing)?|began)\swith"
    r"|(?:contain|mention|include|feature|reference)(?:s|ed|ing)?(?=\s(?:the\s(?:word|term|phrase|text)|[\"“‘'«A-Z])|\s\w+\sin\stheir\b))"
    r"\s(?:the\s)?(?:(?:words?|terms?|phrases?|text|letters?|prefix)\s)?"
    rf"(?:{_QUOTED}|(?P<word>[^\s,;.()]+))",
    re.IGNORECASE,
)
_WORD_QUOTED = re.compile(rf"\b(?:words?|terms?|phrases?|prefix)\s{_QUOTED}", re.IGNORECASE)
_CALLED_SOMETHING = re.compile(r"\b(?P<starts>called|named)\s(?P<word>[^\W\d_]\S*)[\s-]something\b", re.IGNORECASE)
_WORD_INSIDE = re.compile(
    r"\bthe\s(?:words?|terms?|phrases?|prefix)\s(?P<word>[^\s,;.()]+)\s(?:in|within|inside|at)\s", re.IGNORECASE
)
_IT_TURNS_UP = re.compile(
    r"\b(?:it|they|this|these|which)\s(?:\w+\s)?"
    r"(?:(?:turn|crop|show|pop)(?:s|ed)?\sup|appear(?:s|ed)?|featur(?:es?|ed)|occur(?:s|red)?"
    r"|(?:is|was|are|were|been)\s(?:\w+\s)?(?:found|used|mentioned|named|listed|included|contained))\s(?:in|on|among)\b",
    re.IGNORECASE,
)
_COLUMNS = 4
_UNSAID_PART = 0.6
"""What is left of the weight of a part of values that nothing says to be one."""
_LONGEST_PHRASE = 3
_SHORT = 3  # letters of a word that others have inside them: "men" of "women"
_LONGEST_ENDING = 3  # letters in which forms of a word differ
_NOUN_ENDINGS = frozenset({"ness", "ity", "ship"})
_WORD = re.compile(r"[^\W_]+")


def text_parts(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Look for what is quoted, or said to be contained, in the columns of text that a claim names best."""
    passage = own_passage(cue)
    if passage is None:
        return
    made = [*_said(cue, passage), *_shared(cue, passage), *_turning_up(cue, passage), *_inside(cue, passage)]
    best: dict[Predicate, Seen] = {}
    for predicate, seen in made:
        if predicate not in best or best[predicate].score < seen.score:
            best[predicate] = seen
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def _said(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Predicate, Seen]]:
    for pattern in (_SAYS, _WORD_QUOTED, _WORD_INSIDE, _CALLED_SOMETHING):
        for found in pattern.finditer(passage.text):
            groups = found.groupdict()
            text = (groups.get("quoted") or groups.get("word") or "").strip()
            weight = passage.weight(*found.span())
            if not text or weight <= 0:
                continue
            for column in _text_columns(cue):
                predicate = TextContains(column, text, at_start=groups.get("starts") is not None)
                yield predicate, cue.seen("text", WEIGHTS.predicate.text_part * weight, column)


def _text_columns(cue: PredicateCue) -> list[Column]:
    """Return the columns of text that a claim names best."""
    columns = [column for column in cue.columns if column.is_text and not column.is_enum]
    scores = {column: cue.column_scores.get(column.column_id, 0.0) for column in columns}
    best = max(scores.values(), default=0.0)
    named = [column for column in columns if scores[column] >= best / 2]
    return sorted(named, key=lambda column: -scores[column])[:_COLUMNS]


def _shared(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Predicate, Seen]]:
    """Find what several values of a column have in common with the sentence, none of which it names in full."""
    phrases = _phrases(passage)
    of_column: dict[Column, list[str]] = {}
    has_kinds = any(token.tag == "JJ" for token in passage.tokens)
    for predicate, _ in cue.named if phrases or has_kinds else ():
        column = predicate.column
        is_listed = column.column_id in cue.lists  # what its texts have in common are their entries
        if isinstance(predicate, Equals) and column.is_text and not column.is_enum and not is_listed:
            of_column.setdefault(predicate.column, []).append(predicate.literal)
    for column, literals in of_column.items():
        if len(literals) < 2:
            continue
        taken: list[tuple[int, int]] = []
        values = [_value(literal) for literal in literals]
        lowered = {value.lowered for value in values}
        of_values = _Values.of(values, _words_for_rows(cue, column))
        for first, last in phrases:
            is_taken = any(first >= start and last <= end for start, end in taken)
            if is_taken or (first == last and (_is_counted(passage, first) or _is_unit(passage, first))):
                continue
            text, having = _part(passage, first, last, of_values)
            if first == last and _stems(text) <= of_values.called:
                continue  # "plans" of a column of plans are all of them
            sought = text.lower()
            is_kind = first == last and not _is_name(passage, first)  # "bronze" may be painted, too
            if sought in lowered and not is_kind:
                taken.append((first, last))  # "New York" says nothing of what begins with New
                continue
            if len(having) < 2:
                continue
            if len(text) <= _SHORT and any(sought in each.lowered for each in values if each.literal not in having):
                continue
            taken.append((first, last))
            weight = passage.weight(passage.start_of(first), passage.end_of(last))
            at_start = all(literal.lower().startswith(sought) for literal in having)
            seen = cue.seen("part of values", WEIGHTS.predicate.text_part * weight, column)
            yield TextContains(column, text, at_start=at_start), seen
        yield from _common_kinds(cue, passage, column, of_values)


def _common_kinds(
    cue: PredicateCue, passage: Passage, column: Column, of_values: _Values
) -> Iterator[tuple[Predicate, Seen]]:
    """Find the first word that several values share, made of one of the sentence: "dark" for "Darkness - lit"."""
    kinds: dict[str, list[_Value]] = {}
    for value in of_values.values:
        if len(value.words) > 1:
            first, end, _ = value.words[0]
            kinds.setdefault(value.literal[first:end], []).append(value)
    for kind, having in kinds.items():
        for index, token in enumerate(passage.tokens if len(having) > 1 else ()):
            word, made = token.text.lower(), kind.lower()
            is_made_of = len(word) > _SHORT and made.startswith(word) and made[len(word) :] in _NOUN_ENDINGS
            if is_made_of and passage.weights[index] > 0:
                seen = cue.seen("part of values", WEIGHTS.predicate.text_part * passage.weights[index], column)
                yield TextContains(column, kind, at_start=True), seen


def _inside(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Predicate, Seen]]:
    """Find the nouns of a sentence that values of several words have: "25 works in bronze", "205 are videos".

    Not what tables are called: beside a table of flights, a flight is no part of the name of an airport.
    """
    called = _stems(*(word for table in cue.tables for word in split_identifier(table.name)))
    taken: set[tuple[int, int]] = set()
    for column, index, predicate in _phrases_inside(cue, passage):
        taken.update(((column.column_id, index), (column.column_id, index + 1)))
        weight = max(passage.weights[index], passage.weights[index + 1])
        yield predicate, cue.seen("part of values", WEIGHTS.predicate.text_part * weight, column)
    for index, token in enumerate(passage.tokens if cue.words_inside else ()):
        numbers = cue.words_inside.get(token.lemma.lower(), ())
        weight = passage.weights[index]
        is_named = token.tag.startswith("NN") and not (_is_counted(passage, index) or _is_unit(passage, index))
        if not numbers or weight <= 0 or not is_named:
            continue
        for column in cue.columns:
            if column.column_id not in numbers or (column.column_id, index) in taken:
                continue
            if (called | _words_for_rows(cue, column)) & _stems(token.text, token.lemma):
                continue
            seen = cue.seen("part of values", _UNSAID_PART * WEIGHTS.predicate.text_part * weight, column)
            yield TextContains(column, token.lemma.lower()), seen


def _phrases_inside(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Column, int, TextContains]]:
    """Yield what two nouns side by side are a part of, with the index of the first: "the harbour office"."""
    for index, (one, other) in enumerate(pairwise(passage.tokens)):
        phrase = phrase_of(one, other)
        begins = cue.phrases_inside.get(phrase, {})
        if begins and not _is_counted(passage, index + 1) and passage.own.isdisjoint({index, index + 1}):
            for column in cue.columns:
                if column.column_id in begins:
                    yield column, index, TextContains(column, phrase, at_start=begins[column.column_id])


def _is_counted(passage: Passage, index: int) -> bool:
    """Tell whether a token is what the claim's number counts: of "25 works in bronze" the works are all rows."""
    return index - 1 in passage.own and passage.tokens[index].tag == "NNS" and not _is_name(passage, index)


def _is_unit(passage: Passage, index: int) -> bool:
    """Tell whether a token is the unit of a number: of "13-24 months" the months are no word of "3 month plan"."""
    words = {passage.tokens[index].text.lower(), passage.tokens[index].lemma.lower()}
    return index > 0 and passage.tokens[index - 1].text[-1:].isdigit() and not UNITS.words.isdisjoint(words)


def _turning_up(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Predicate, Seen]]:
    """Find what the sentence before names, and this one calls it, in the columns that this one names."""
    found = _IT_TURNS_UP.search(passage.text)
    earlier = next((each for each in cue.words.passages if not each.is_own), None)
    weight = passage.weight(*found.span()) if found else 0.0
    if weight <= 0 or earlier is None:
        return
    words = {form for token in passage.tokens for form in (token.text.lower(), token.lemma.lower())}
    named = {column_id for word in words for column_id in cue.columns_named_by.get(word, ())}
    for predicate, seen in _shared(cue, earlier):
        if predicate.column.column_id in named:
            score = WEIGHTS.predicate.text_part * weight
            yield predicate, cue.seen("part of values", max(score, seen.parts["part of values"]), predicate.column)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value, the same in lower case, and its words: where each begins and ends, and its stems."""

    literal: str
    lowered: str
    words: tuple[tuple[int, int, frozenset[str]], ...]

    @classmethod
    def of(cls, literal: str) -> _Value:
        """Read a value's words."""
        words = ((word.start(), word.end(), _stems(word[0])) for word in _WORD.finditer(literal))
        return cls(literal, literal.lower(), tuple(words))


@lru_cache(maxsize=1024)
def _value(literal: str) -> _Value:
    """Return a value with its words, which the claims of a document share."""
    return _Value.of(literal)


def _words_for_rows(cue: PredicateCue, column: Column) -> frozenset[str]:
    """Return the stems of the words that a column and its table are called by: "factories" are all, not a kind."""
    names = [table.name for table in cue.tables if table.table_id == column.table_id]
    words = (word for name in (column.name, *names) for word in split_identifier(name))
    return frozenset(form for word in words for form in _stems(word))


@dataclass(frozen=True, slots=True)
class _Values:
    """Values of a column, the stems of all their words, and of the words that the column's rows are called by."""

    values: Sequence[_Value]
    stems: frozenset[str]
    called: frozenset[str]

    @classmethod
    def of(cls, values: Sequence[_Value], called: frozenset[str]) -> _Values:
        """Collect the stems once for all phrases of a sentence: most have a word that no value has."""
        return cls(values, frozenset().union(*(stems for value in values for _, _, stems in value.words)), called)


def _part(passage: Passage, first: int, last: int, of_values: _Values) -> tuple[str, list[str]]:
    """Return how values write a phrase of the sentence, and those that have it.

    Values may have words of it in other forms, as "Whale Watching Tours" for "the whale watching tour"; a single word
    has to be a name, since "12 boats" are hardly those that are called a boat.
    """
    values = of_values.values
    text = passage.text[passage.start_of(first) : passage.end_of(last)]
    sought = text.lower()
    having = [value.literal for value in values if sought in value.lowered and _is_entry(text, value.literal)]
    if len(having) > 1:
        return text, having
    if first == last and not _is_name(passage, first):
        kind = _stems(passage.tokens[first].text, passage.tokens[first].lemma)
        is_kind = passage.tokens[first].tag == "NNS" and kind.isdisjoint(of_values.called)
        return _kind_of_names(kind, of_values) if is_kind else (text, having)
    phrase = [_stems(token.text, token.lemma) for token in passage.tokens[first : last + 1]]
    if any(stems.isdisjoint(of_values.stems) for stems in phrase):
        return "", []
    written = {value.literal: place for value in values if (place := _place(phrase, value)) is not None}
    common = _common_beginning([place.lower() for place in written.values()])
    is_phrase = all(len(common) >= len(place) - _LONGEST_ENDING for place in written.values())
    return (common, list(written)) if is_phrase else (text, having)


def _kind_of_names(kind: frozenset[str], of_values: _Values) -> tuple[str, list[str]]:
    """Return the last word of names that is a noun in the plural, and the names: "sparrows" are all that end in it."""
    if kind.isdisjoint(of_values.stems):
        return "", []
    last = {value: value.words[-1] for value in of_values.values if len(value.words) > 1}
    having = {value.literal: value.literal[word[0] : word[1]] for value, word in last.items() if word[2] & kind}
    return _common_beginning([word.lower() for word in having.values()]), list(having)


def _common_beginning(texts: Sequence[str]) -> str:
    first, last = min(texts, default=""), max(texts, default="")
    alike = takewhile(lambda letters: letters[0] == letters[1], zip(first, last, strict=False))
    return "".join(letter for letter, _ in alike)


def _place(phrase: Sequence[frozenset[str]], value: _Value) -> str | None:
    """Return the part of a value that has the words of a phrase side by side, given by their stems."""
    words = value.words
    for at in range(len(words) - len(phrase) + 1):
        if all(not stems.isdisjoint(words[at + index][2]) for index, stems in enumerate(phrase)):
            return value.literal[words[at][0] : words[at + len(phrase) - 1][1]]
    return None


@lru_cache(maxsize=2048)
def _stems(*words: str) -> frozenset[str]:
    """Return the base forms that words may have."""
    return frozenset(form for word in words for form in base_forms(word.lower()))


def _is_name(passage: Passage, index: int) -> bool:
    """Tell whether a token is written with a capital though it does not begin the sentence."""
    return index > 0 and passage.tokens[index].text[0].isupper()


@read_once
def _phrases(passage: Passage) -> Iterator[tuple[int, int]]:
    """Yield first and last tokens of phrases that name things, the longest first."""
    for length in range(_LONGEST_PHRASE, 0, -1):
        for first in range(len(passage.tokens) - length + 1):
            tokens = passage.tokens[first : first + length]
            is_named = all(passage.weights[first + i] > 0 for i in range(length))
            if is_named and tokens[-1].tag.startswith("NN") and tokens[0].tag.startswith(("NN", "JJ")):
                yield first, first + length - 1


def _is_entry(text: str, literal: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", literal, re.IGNORECASE) is not None
