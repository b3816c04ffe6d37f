"""Numbers that a sentence gives as a value of the rows it counts: "with five checks", "a plain four", "quad-core"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import HYPHENS
from factcheck.numbers.mentions import Number
from factcheck.numbers.words import CARDINALS
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import number_text
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.full_marks import is_of_marks
from factcheck.retrieval.generators.named_values import columns_told, own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier, split_identifier

_PREFIXES = {"mono": 1, "single": 1, "dual": 2, "double": 2, "triple": 3, "quad": 4, "hexa": 6, "octa": 8, "octo": 8}
_HALF = Decimal("0.5")
_READ_ANYWAY = frozenset({None, "part of a compound word", "a pronoun"})
_ARTICLES = frozenset({"a", "an"})
_FULL = frozenset({"full", "maximum", "perfect"})
_HOW_MANY = frozenset({"number", "amount", "value"})
_OFF, _TAKEN_OFF = "off", "discount"
_MOST_STEPS = 3
_SUMMED_UP = frozenset("average mean median total sum maximum minimum combined".split())
_IN_ORDER = frozenset(
    "week day month year season round game match race episode issue chapter page stage lap quarter term edition"
    " place rank position floor congress".split()
)
"""Things that are numbered in order: "three weeks" are not the third week."""

_MARKED_IN = frozenset({"star", "stars", "mark", "marks"})
_REACH = 2
_ENDS = frozenset({",", ")", ";", ".", "–", "—"})
_FEW = 20


@dataclass(frozen=True, slots=True)
class _Given:
    """A number of a sentence that may be a value, from the token ``first`` to ``last``."""

    value: Decimal
    first: int
    last: int
    is_percent: bool = False


def given_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of numbers to a number beside a noun for them, or to one that stands alone as a mark does."""
    passage = own_passage(cue)
    if passage is None or not passage.own:
        return
    amounts = {c.column_id: c for c in cue.columns if c.is_numeric and not names_an_identifier(c.name)}
    best: dict[Predicate, Seen] = {}
    for given in (*_written(cue, passage), *_prefixed(passage), *_halves(passage)):
        for column, at in _meant(cue, passage, given, amounts):
            predicate = _equals(cue, column, given, is_explained=at < given.first)
            if predicate is None:
                continue
            weight = max(passage.weights[at], WEIGHTS.predicate.least_named)
            seen = cue.seen("terms", weight, column)
            parts = {"covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0, "at": float(given.first)}
            if predicate not in best or best[predicate].score < seen.score:
                best[predicate] = Seen(seen.score, {**seen.parts, **parts})
    yield from sorted(best.items(), key=lambda pair: -pair[1].score)


def _written(cue: PredicateCue, passage: Passage) -> Iterator[_Given]:
    """Yield the plain numbers of the sentence but the claim's, and numerals in the plural: "the fives"."""
    for number in cue.words.numbers:
        places = passage.tokens_of(number)
        if places and _may_be_value(number) and passage.own.isdisjoint(places):
            yield _Given(number.value, places[0], places[-1], number.unit == "percent")
    for index, token in enumerate(passage.tokens):
        singular = token.text.lower().removesuffix("s").removesuffix("e" if token.text.lower() == "sixes" else "")
        if token.tag == "NNS" and singular in CARDINALS and index not in passage.own:
            yield _Given(Decimal(CARDINALS[singular]), index, index)


def _may_be_value(number: Number) -> bool:
    is_plain = (
        number.unit in {"plain", "percent"} and number.comparison == "=" and number.scale == 1 and number.high is None
    )
    return is_plain and number.reason in _READ_ANYWAY


def _prefixed(passage: Passage) -> Iterator[_Given]:
    """Yield numbers that are the beginning of a compound: "a dual-core machine"."""
    for index, token in enumerate(passage.tokens[:-1]):
        value = _PREFIXES.get(token.text.lower())
        if value is not None and passage.tokens[index + 1].text in HYPHENS:
            yield _Given(Decimal(value), index, index)


def _halves(passage: Passage) -> Iterator[_Given]:
    """Yield halves of one thing: "half a star", "a half star"."""
    words = [token.text.lower() for token in passage.tokens]
    for index, word in enumerate(words):
        if word == "half" and index not in passage.own:
            has_article = words[index + 1 : index + 2] in (["a"], ["an"])
            yield _Given(_HALF, index, index + has_article)


def _meant(
    cue: PredicateCue, passage: Passage, given: _Given, amounts: dict[int, Column]
) -> Iterator[tuple[Column, int]]:
    """Yield the columns that a number may be a value of, with the token that says so."""
    for at in (*_nouns_behind(passage, given), *_nouns_before(passage, given), *_subjects(passage, given)):
        word = _TAKEN_OFF if passage.tokens[at].text.lower() == _OFF else passage.tokens[at].text
        named = [column for column in columns_told(cue, word, amounts) if at < given.first or _is_amount(column, word)]
        if not named and at > given.last and word.lower() in _MARKED_IN:
            named = list(_marks(cue, passage, amounts, given))
        if named:
            yield from ((column, at) for column in named)
            return
    if _is_of_pronoun(passage, given):
        yield from ((column, given.first) for column in _spoken_of(cue, amounts, given))
    elif _is_alone(passage, given):
        yield from ((column, given.first) for column in _marks(cue, passage, amounts, given))


def _nouns_behind(passage: Passage, given: _Given) -> Iterator[int]:
    """Yield the nouns that a number counts, and those that the same preposition went with before: "and 12 for one"."""
    tokens = passage.tokens
    at = given.last + 1
    while at < len(tokens) and (tokens[at].text in HYPHENS or tokens[at].tag == "JJ") and at - given.last <= _REACH:
        at += 1
    if at < len(tokens) and (tokens[at].tag.startswith("NN") or tokens[at].text.lower() == _OFF):
        yield at
        return
    before = tokens[given.first - 1] if given.first else None
    if before is None or before.tag != "IN":
        return
    for index in range(given.first - 2, 0, -1):
        is_alike = tokens[index - 1].text.lower() == before.text.lower() and tokens[index].tag == "CD"
        if is_alike and tokens[index + 1].tag.startswith("NN"):
            yield index + 1
            return


def _nouns_before(passage: Passage, given: _Given) -> Iterator[int]:
    """Yield the noun that a number explains: "the longest stay, 17 days,", "a stay of 17 days"; no sum or average."""
    tokens = passage.tokens
    at = given.first - 1
    if at < 1 or tokens[at].text.lower() not in {",", "(", "of"}:
        return
    behind = given.last + 1
    if behind < len(tokens) and tokens[behind].tag.startswith("NN"):
        behind += 1
    is_closed = behind == len(tokens) or tokens[behind].text in _ENDS
    words = {token.text.lower() for token in tokens[max(at - 1 - _REACH, 0) : at]}
    if not tokens[at - 1].tag.startswith("NN") or words & _SUMMED_UP:
        return
    if is_closed or tokens[at].text.lower() == "of":
        yield at - 1


def _subjects(passage: Passage, given: _Given) -> Iterator[int]:
    """Yield what a number is said to be: "the most frequent age was 25", "the range of 12 cars is given as zero"."""
    tokens = passage.tokens
    verb = given.last
    for _ in range(_MOST_STEPS):
        verb = tokens[verb].head
        if tokens[verb].tag.startswith("VB"):
            break
    is_behind = tokens[verb].tag.startswith("VB") and verb < given.first
    if not is_behind or any(at in passage.own for at in range(verb, given.first)):
        return
    before = tokens[given.first - 1].text.lower() if given.first else ""
    is_said = tokens[verb].lemma.lower() == "be" or before == "as"
    for at in range(verb):
        is_subject = tokens[at].head == verb and tokens[at].dependency in {"nsubj", "nsubjpass"}
        words = {token.text.lower() for token in tokens[max(at - _REACH, 0) : at]}
        if is_said and is_subject and tokens[at].tag.startswith("NN") and not words & _SUMMED_UP:
            is_how_many = tokens[at].lemma.lower() in _HOW_MANY and tokens[at + 1].text.lower() == "of"
            yield at + 2 if is_how_many else at


def _is_amount(column: Column, noun: str) -> bool:
    """Tell whether a column may say how many of a noun there are, rather than which of them."""
    singular = noun.lower().removesuffix("s")
    return singular not in _IN_ORDER or singular not in split_identifier(column.name)


def _is_of_pronoun(passage: Passage, given: _Given) -> bool:
    """Tell whether a number is what a pronoun is said to be, in as many rows as the claim says: "it was 435 in 52"."""
    tokens = passage.tokens
    verb = tokens[given.last].head
    is_said = tokens[verb].lemma.lower() == "be" and tokens[given.last].dependency in {"attr", "acomp"}
    is_counted_behind = (
        given.last + 1 < len(tokens) and tokens[given.last + 1].tag == "IN" and min(passage.own) > given.last
    )
    return (
        is_said
        and is_counted_behind
        and any(
            token.head == verb and token.tag in {"PRP", "DT"} and token.dependency == "nsubj"
            for token in tokens[: given.first]
        )
    )


def _spoken_of(cue: PredicateCue, amounts: dict[int, Column], given: _Given) -> Sequence[Column]:
    """Return the column that the claim's words name best of those that have a value."""
    scores = {
        column: cue.column_scores.get(number, 0.0)
        for number, column in amounts.items()
        if _equals(cue, column, given, is_explained=False) is not None
    }
    best = max(scores.values(), default=0.0)
    return [column for column, score in scores.items() if score >= best > 0]


def _is_alone(passage: Passage, given: _Given) -> bool:
    """Tell whether a number is a thing by itself: "a four", "a plain four", "the fives"."""
    tokens = passage.tokens
    if tokens[given.last].tag == "NNS":
        return True
    if given.last + 1 < len(tokens) and tokens[given.last + 1].tag.startswith(("NN", "JJ", "CD", "HYPH")):
        return False
    at = given.first - 1
    if at >= 0 and tokens[at].text.lower() in _FULL:
        return True
    while at >= 0 and tokens[at].tag in {"JJ", "RB"} and given.first - at <= _REACH:
        at -= 1
    return at >= 0 and tokens[at].text.lower() in _ARTICLES


def _marks(cue: PredicateCue, passage: Passage, amounts: dict[int, Column], given: _Given) -> Sequence[Column]:
    """Return the columns of few numbers that have a value and are named in the sentence, or hold marks."""
    scales = {
        number: column
        for number, column in amounts.items()
        if len(cue.levels.get(number, cue.values.get(number, ()))) in range(2, _FEW + 1)
        and _equals(cue, column, given, is_explained=False) is not None
    }
    named = [
        column
        for at, token in enumerate(passage.tokens)
        if token.tag.startswith("NN") and at not in passage.own
        for column in columns_told(cue, token.text, scales)
    ]
    return named or [column for column in scales.values() if is_of_marks(column)]


def _equals(cue: PredicateCue, column: Column, given: _Given, *, is_explained: bool) -> Predicate | None:
    """Return the restriction to a number; None where the column is known not to have it.

    Of many different decimals only one is looked for that the noun before it explains; a percentage, which mostly is
    a result, only among few, which may be fractions.
    """
    levels = cue.levels.get(column.column_id)
    if given.is_percent:
        told = (number_text(given.value / 100), number_text(given.value))
        found = next((level for level in told if levels is not None and level in levels), None)
        return None if found is None else Between(column, found, found)
    text = number_text(given.value)
    if column.is_integer:
        is_known = text in cue.values.get(column.column_id, ()) or column.column_id in cue.columns_with.get(text, ())
        return Equals(column, text) if is_known else None
    is_possible = is_explained if levels is None else text in levels
    return Between(column, text, text) if is_possible else None
