"""What a sentence says is not so: "did not finish", "non-smokers", "other than dogs", "everybody else"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from factcheck.claims.passage import Passage, read_once
from factcheck.numbers.words import CARDINALS
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.left_out import left_out
from factcheck.retrieval.generators.named_values import (
    NamedValue,
    columns_named,
    columns_told,
    named_values,
    own_passage,
)
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, split_identifier
from factcheck.words.opposites import says_of

EXCEPTING = r"except(?:\sfor)?|excluding|other\sthan|apart\sfrom|aside\sfrom|besides"
"""Words that leave some out, as an expression."""
_NEGATION = re.compile(
    rf"\b(?:not|never|without|neither|nor|no|non|{EXCEPTING}"
    r"|outside(?:\sof)?)\b(?!\s(?:more|less|fewer|only|just|even|later|longer)\b)|n['’]t\b",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"\b(?<!each\s)(?:(?:other|others|remaining|remainder)\b(?!\s(?:than|of|hand|end|side|extreme|way|words?)\b)"
    r"|(?:the|all)\srest\b(?!\sof\s(?:the|this|that|my|our)\s(?:day|week|month|year|season|decade|time|way|text|article|report)\b)"
    r"|(?:every(?:body|one|thing|where)|all|those)\selse\b|elsewhere\b)",
    re.IGNORECASE,
)
"""All but what was named before.  "More than anybody else" says that something leads, and not of whom the number is."""
_ALL_BUT = re.compile(r"\ball\s(?:but|except)\s(?:about\s|just\s|only\s)?\Z", re.IGNORECASE)
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_REACH = 4
"""Words that may stand between a negation and what it negates, that included."""
_DENIAL = re.compile(r"(?:non|not?)[\s_-]+([^\W\d_]+)", re.IGNORECASE)
_NEITHER = re.compile(r"\bneither\b", re.IGNORECASE)
_NOTHING = frozenset({"none", "nothing", "nil", "n/a"})
_NO = frozenset({"0", "false", "no", "n", "f"})
_ENDS_A_CLAUSE = frozenset({",", ";", ":", ".", "but", "and", "(", ")"})


def negations(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Negate the values that stand behind a negation; of a flag that is named there the value that says no is meant."""
    passage = own_passage(cue)
    if passage is None:
        return
    yield from others(cue)
    yield from _all_but(cue, passage)
    yield from _none_of_a_column(cue, passage)
    negated = _negated(passage)
    if not negated:
        return
    for value in named_values(cue, passage):
        is_flag = value.predicate.literal.lower() in _NO or "flag" in value.seen.parts
        if value.first in negated and not is_flag:
            yield Not(value.predicate), Seen(value.seen.score, {"negated": value.seen.score})
    yield from _neither(cue, passage, negated)
    yield from _denied_by_a_value(cue, passage, negated)
    flags = _flags_that_say_no(cue)
    columns = {number: predicate.column for number, predicate in flags.items()}
    for index in sorted(negated):
        for column, score in columns_named(cue, passage.tokens[index].text, columns):
            weighed = score * passage.weights[index]
            yield flags[column.column_id], cue.seen("negated", weighed, column)


def _neither(cue: PredicateCue, passage: Passage, negated: Collection[int]) -> Iterator[tuple[Predicate, Seen]]:
    """Negate several values of one column together: "neither male nor female", "leaving Oslo and Bergen aside"."""
    if _NEITHER.search(passage.text) is None and not left_out(passage):
        return
    of_column: dict[int, list[NamedValue]] = {}
    for value in named_values(cue, passage):
        if value.first in negated:
            of_column.setdefault(value.predicate.column.column_id, []).append(value)
    for values in of_column.values():
        literals = tuple(sorted({value.predicate.literal for value in values}))
        if len(literals) > 1:
            score = sum(value.seen.score for value in values)
            yield Not(OneOf(values[0].predicate.column, literals)), Seen(score, {"negated": score})


def _none_of_a_column(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Equals, Seen]]:
    """Yield the values that say that there is nothing: 'None' of a column "insurance" for "uninsured"."""
    negated = _negated(passage)
    for column in cue.columns:
        nothing = [v for v in cue.values.get(column.column_id, ()) if column.is_text and v.lower() in _NOTHING]
        if not nothing:
            continue
        words = split_identifier(column.name)
        name = {form for word in words for form in base_forms(word)}
        for index, token in enumerate(passage.tokens):
            word = token.text.lower()
            is_denied = index in negated and not name.isdisjoint(base_forms(word))
            if (is_denied or says_of(word, words) is False) and passage.weights[index] > 0:
                seen = cue.seen("terms", passage.weights[index], column)
                parts = {"covered": 1.0, "said": 1.0, "words": 1.0, "at": float(index)}
                yield from ((Equals(column, value), Seen(seen.score, {**seen.parts, **parts})) for value in nothing)


def _denied_by_a_value(cue: PredicateCue, passage: Passage, negated: Collection[int]) -> Iterator[tuple[Equals, Seen]]:
    """Yield the values that deny what the sentence denies: Non-Travel for "those who do not travel"."""
    forms = {index: frozenset(base_forms(passage.tokens[index].text.lower())) for index in negated}
    for column in cue.columns if forms else ():
        for value in cue.values.get(column.column_id, ()) if column.is_text else ():
            found = _DENIAL.fullmatch(value)
            denied = frozenset(base_forms(found[1].lower())) if found else frozenset()
            for index in sorted(index for index, each in forms.items() if not denied.isdisjoint(each)):
                seen = cue.seen("terms", passage.weights[index], column)
                parts = {"covered": 1.0, "said": 1.0, "words": 1.0, "at": float(index)}
                yield Equals(column, value), Seen(seen.score, {**seen.parts, **parts})


def _all_but(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Not, Seen]]:
    """Negate what is said of all but those that the claim counts: "all but 12 trips in May were short"."""
    first = min(passage.own, default=None)
    if first is None or _ALL_BUT.search(passage.text[: passage.start_of(first)]) is None:
        return
    verbs = (at for at, token in enumerate(passage.tokens) if at > first and token.tag.startswith(_FINITE))
    verb = next(verbs, len(passage.tokens))
    for value in named_values(cue, passage):
        if value.first > verb:
            yield Not(value.predicate), Seen(value.seen.score, {"negated": value.seen.score})


def others(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Negate what is named before a word for the others, the nearest one, here or in the sentence before.

    That is a value, or a flag, of which the value is meant that says no; or several values of a column, where as many
    are left as the sentence says: "the other two".
    """
    passage = own_passage(cue)
    matches = () if passage is None else OTHERS.finditer(passage.text)
    found = next((found for found in matches if passage is not None and passage.weight(*found.span()) > 0), None)
    if passage is None or found is None:
        return
    end = min(passage.within(*found.span()))
    earlier = next((each for each in cue.words.passages if not each.is_own), None)
    score = WEIGHTS.predicate.others * passage.weight(*found.span())
    for place, last in ((passage, end), *([(earlier, len(earlier.tokens))] if earlier is not None else ())):
        named = [value for value in named_values(cue, place) if value.last < last and value.predicate.column.is_text]
        named = _of_column_told(cue, passage, end, named)
        nearest = max((value.last for value in named), default=-1)
        left: list[Predicate] = [
            _all_but_these(cue, passage, end, value, named) for value in named if value.last == nearest
        ]
        left += _flags_denied(cue, place, range(nearest + 1, last))
        for predicate in left:
            yield predicate, cue.seen("negated", score, predicate.column)
        if left:
            return


def _of_column_told(cue: PredicateCue, passage: Passage, at: int, named: list[NamedValue]) -> list[NamedValue]:
    """Return the values of the column that the noun behind "the other" names, if any are of it: "the other towns"."""
    columns = {value.predicate.column.column_id: value.predicate.column for value in named}
    for token in passage.tokens[at + 1 : at + 1 + _REACH]:
        if token.tag.startswith("NN"):
            told = {column for form in (token.text, token.lemma) for column in columns_told(cue, form, columns)}
            return [value for value in named if value.predicate.column in told] or named
    return named


def _all_but_these(cue: PredicateCue, passage: Passage, at: int, last: NamedValue, named: list[NamedValue]) -> Not:
    """Negate a value, together with those of its column before it of which the others are as many as is said."""
    column = last.predicate.column
    literals = list(dict.fromkeys(v.predicate.literal for v in named if v.predicate.column == column))
    word = passage.tokens[at + 1].text.lower() if at + 1 < len(passage.tokens) else ""
    count = int(word) if word.isdecimal() and len(word) < _REACH else int(CARDINALS.get(word, 0))
    known = len(set(cue.values.get(column.column_id, ())))
    if count > 0 and known - count == len(literals) > 1:
        return Not(OneOf(column, tuple(sorted(literals))))
    return Not(last.predicate)


def _flags_denied(cue: PredicateCue, place: Passage, within: range) -> Iterator[Equals]:
    """Yield the values that say no of the flags that the last word for a flag names, among some tokens."""
    flags = _flags_that_say_no(cue)
    columns = {number: predicate.column for number, predicate in flags.items()}
    for index in reversed(within):
        scores = dict(columns_named(cue, place.tokens[index].text, columns))
        if max(scores.values(), default=0.0) >= WEIGHTS.predicate.least_named:
            yield from (flags[column.column_id] for column in scores)
            return


def _flags_that_say_no(cue: PredicateCue) -> dict[int, Equals]:
    """Return the value that says no of each flag that the claim may name, by column."""
    return {
        predicate.column.column_id: predicate
        for predicate, seen in cue.named
        if isinstance(predicate, Equals) and "flag" in seen.parts and predicate.literal.lower() in _NO
    }


@read_once
def _negated(passage: Passage) -> set[int]:
    """Return the tokens that stand close behind a negation, in its clause, and those of what is left out."""
    negated = set(left_out(passage))
    for found in _NEGATION.finditer(passage.text):
        last = max(passage.within(*found.span()), default=len(passage.tokens))
        for index in range(last + 1, min(last + 1 + _REACH, len(passage.tokens))):
            if passage.tokens[index].text.lower() in _ENDS_A_CLAUSE:
                break
            negated.add(index)
    return negated
