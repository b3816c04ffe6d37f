"""Two columns of a row that a sentence compares: "more goals scored than conceded", "another room than reserved"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from factcheck.catalogue.expressions import Operation
from factcheck.catalogue.schema import Column, Table
from factcheck.claims.passage import Passage
from factcheck.numbers.words import CARDINALS
from factcheck.queries.predicates.column_compare import ColumnCompare
from factcheck.queries.predicates.expression_compare import ExpressionCompare
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.retrieval.stages import named_opposites
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms, names_an_identifier, split_identifier

_MORE = r"more|higher|greater|larger|bigger|longer|later|older|better"
_LESS = r"fewer|less|lower|smaller|shorter|earlier|younger|worse"
_COMPARED = re.compile(
    rf"\b(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b(?P<between>(?:\s[\w'’-]+){{0,5}}?)\sthan\b"
    r"|\b(?P<exceeds>exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|outnumber(?:s|ed|ing)?|outweigh(?:s|ed|ing)?|beat(?:s|en)?"
    r"|topp(?:ed|ing))\b"
    r"|\b(?P<misses>miss(?:es|ed|ing)?|(?:fall|fell|fallen|falling)\sshort\sof)\b"
    r"|\b(?:(?P<above>above|over)|(?P<below>below|under))"
    r"(?=\s(?:(?:the|their|its|his|her)\s|(?:[a-z]+\s)?(?:budget|plan|target|forecast|quota|threshold|limit|point|level)\b))"
    r"|\b(?P<equal>equal(?:s|led)?(?:\sto)?|the\ssame\sas|identical\sto)\b",
    re.IGNORECASE,
)
_BETTER_OR_WORSE = re.compile(
    r"\b(?:(?P<up>improved|increased|gained|rose|grew|(?:did|got|became|were|was)\s(?:better|faster|higher|larger))"
    r"|(?P<down>worsened|declined|decreased|deteriorated|fell|dropped"
    r"|(?:did|got|became|were|was)\s(?:worse|slower|lower|smaller)))\b",
    re.IGNORECASE,
)
"""What becomes of each row from the first to the second of two columns."""

_ACTUAL = frozenset("actual spent spending real current achieved hand available used sold stock inventory".split())
"""Words in names of what is compared with a plan or a limit of the same row."""

_PLANNED = frozenset("budget plan planned target forecast quota goal expected agreed promised".split())
"""Words in names of what may be missed."""

_COUNTERPART = 0.7
"""What is left of a comparison of which a sentence names one side alone."""

_REACH = 5
_MULTIPLES = {"twice": 2, "double": 2, "thrice": 3, "triple": 3}

_SAME_OR_NOT = re.compile(
    r"\b(?P<other>another|different|other|not\s(?:in\s|on\s|at\s)?the\ssame)(?:\s[\w'’-]+){0,3}?\s(?:than|from|as)\b"
    r"|\b(?P<same>the\ssame)(?:\s[\w'’-]+){1,3}?\s(?:as|that|which|they)\b",
    re.IGNORECASE,
)
_WON, _LOST = (
    frozenset("win won wins winning winner winners".split()),
    frozenset("lose lost loses losing loser".split()),
)


def two_columns(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare columns of numbers, or of days, that are named on either side of a comparison."""
    passage = own_passage(cue)
    if passage is None:
        return
    for found in _COMPARED.finditer(passage.text):
        place = list(passage.within(*found.span()))
        times, following = _multiple(passage, place[-1] + 1)
        if times is None and _limits(passage, following):
            continue
        before, after = range(max(0, place[0] - _REACH), place[0]), range(following, following + _REACH)
        inside = range(place[0] + 1, place[-1]) if found["between"] else range(0)
        for table in cue.tables:
            for predicate, seen in _of_table(table, (inside, before), after, found, passage, cue):
                yield predicate if times is None else _multiplied(predicate, times), seen
    yield from _same_or_not(passage, cue)
    yield from _won_both(passage, cue)
    yield from _better_or_worse(passage, cue)


def _better_or_worse(passage: Passage, cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare what came before with what came after, where a sentence says what became of each: "30 improved".

    Where a number tells how much, no rows are meant.
    """
    found = _BETTER_OR_WORSE.search(passage.text)
    places = list(passage.within(*found.span())) if found else []
    if found is None or not places or (passage.own and min(passage.own) > places[0]):
        return
    for table in cue.tables:
        amounts = [column for column in table.columns if column.is_numeric and not names_an_identifier(column.name)]
        for earlier, later in named_opposites(amounts):
            one, other = (later, earlier) if found["up"] else (earlier, later)
            weight = passage.weight(*found.span())
            yield ColumnCompare(one, ">", other), Seen(weight, {"two columns": weight})


def _multiple(passage: Passage, index: int) -> tuple[int | None, int]:
    """Return how many times as much "than" is followed by, "twice" and "three times", and the index behind it."""
    following = [token.text.lower() for token in passage.tokens[index : index + 2]]
    word, behind = "".join(following[:1]), "".join(following[1:])
    if word in _MULTIPLES:
        return _MULTIPLES[word], index + 1
    number = CARDINALS.get(word, int(word) if word.isdecimal() else None)
    return (int(number), index + 2) if number is not None and behind == "times" else (None, index)


def _multiplied(predicate: ColumnCompare, times: int) -> ExpressionCompare:
    """Return that a column is above a multiple of the other: "grossed more than twice their budget"."""
    quotient = Operation("/", predicate.column, predicate.other)
    return ExpressionCompare(predicate.column, quotient, ">", str(times))


def _limits(passage: Passage, following: int) -> bool:
    """Tell whether what follows a comparison is a limit, "a quarter of an hour", and no other column."""
    token = passage.tokens[following] if following < len(passage.tokens) else None
    return token is not None and (token.tag == "CD" or token.text.lower() in {"a", "an", "half"})


def _same_or_not(passage: Passage, cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare columns that tell the same thing at two stages: "were assigned another room than they had reserved".

    Their names have words in common, some of which the sentence has, and one of each, which it has too.
    """
    found = _SAME_OR_NOT.search(passage.text)
    weight = passage.weight(*found.span()) if found else 0.0
    if found is None or weight <= 0:
        return
    said = {form for token in passage.tokens for form in (*base_forms(token.text.lower()), token.lemma.lower())}
    for table in cue.tables:
        for one, other in combinations((column for column in table.columns if not column.is_boolean), 2):
            names = [set(split_identifier(column.name)) for column in (one, other)]
            parts = [names[0] & names[1], names[0] - names[1], names[1] - names[0]]
            is_said = all(any(not said.isdisjoint(base_forms(word)) for word in words) for words in parts)
            if one.type_name == other.type_name and is_said:
                equal = ColumnCompare(one, "=", other)
                yield Not(equal) if found["other"] else equal, Seen(weight, {"two columns": weight})


def _won_both(passage: Passage, cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Compare two columns of winners: "teams that won the toss also won the match", or "lost the toss but won".

    What only one of their names says, the sentence says, too.
    """
    places = [index for index, token in enumerate(passage.tokens) if token.text.lower() in _WON]
    words = {form for token in passage.tokens for form in (token.text.lower(), token.lemma.lower())}
    is_lost, are_both = not words.isdisjoint(_LOST), len(places) > 1 or "both" in words
    if not places or not (is_lost or are_both):
        return
    weight = max(passage.weights[index] for index in places)
    for table in cue.tables:
        winners = [column for column in table.columns if column.is_text and _others_than_won(column) is not None]
        for one, other in combinations(winners, 2):
            of_one, of_other = _others_than_won(one) or set(), _others_than_won(other) or set()
            said = words & (of_one ^ of_other)
            if weight > 0 and said and said >= min(of_one - of_other, of_other - of_one, key=len):
                equal = ColumnCompare(one, "=", other)
                yield Not(equal) if is_lost else equal, Seen(weight, {"two columns": weight})


def _others_than_won(column: Column) -> set[str] | None:
    """Return the words of a name besides the one for who won; None where it has none."""
    words = set(split_identifier(column.name))
    return None if words.isdisjoint(_WON) else words - _WON


def _of_table(
    table: Table,
    before: Sequence[Sequence[int]],
    after: Sequence[int],
    found: re.Match[str],
    passage: Passage,
    cue: PredicateCue,
) -> Iterator[tuple[ColumnCompare, Seen]]:
    """Compare the columns of a table that are named behind a comparison and before it, in the nearest place first."""
    for columns in (
        [column for column in table.columns if _is_amount(column, cue)],
        [column for column in table.columns if column.is_date or column.is_timestamp],
    ):
        right = _named(after, columns, passage, cue)
        others = [column for column in columns if right is None or column != right[0]]
        left = next(filter(None, (_named(places, others, passage, cue) for places in before)), None)
        if right is None and left is not None:  # "sold above their price": what is left is the other price
            right = _named(after, [column for column in columns if column != left[0]], passage, cue)
        if right is None or (found["misses"] and _PLANNED.isdisjoint(split_identifier(right[0].name))):
            continue  # "12 pupils missed lessons"
        for compared, weight in _lefts(left, right, columns, found):
            is_less = found["less"] or found["below"] or found["misses"]
            one, other = (right[0], compared) if is_less else (compared, right[0])
            score = min(weight, right[1])
            predicate = ColumnCompare(one, "=" if found["equal"] else ">", other)
            yield predicate, Seen(score, {"two columns": score})


def _is_amount(column: Column, cue: PredicateCue) -> bool:
    """Tell whether a column has amounts that may be compared: numbers that are no names, nor mere signs of yes."""
    known = cue.ranges.get(column.column_id)
    is_flag = known is not None and known.is_whole and known.least >= 0 and known.greatest <= 1
    return column.is_numeric and not is_flag and not names_an_identifier(column.name)


def _lefts(
    named: tuple[Column, float] | None, right: tuple[Column, float], columns: Sequence[Column], found: re.Match[str]
) -> Iterator[tuple[Column, float]]:
    """Yield what is compared with a column: that named in front, and what a limit limits.

    "Orders below the reorder point" names what is ordered, and may mean what is in stock.
    """
    if named is not None and named[0] != right[0]:
        yield named
    limited = None if found["equal"] else _counterpart(columns, right[0])
    is_actual = limited is not None and not _ACTUAL.isdisjoint(split_identifier(limited.name))
    if limited is not None and (named is None or (is_actual and limited != named[0])):
        yield limited, _COUNTERPART * right[1]


def _counterpart(columns: Sequence[Column], limit: Column) -> Column | None:
    """Return what is compared with a limit of the same row, where one column alone can be: "exceeded their budget"."""
    others = [
        each for each in columns if each != limit and (each.type_name, each.unit) == (limit.type_name, limit.unit)
    ]
    actual = [column for column in others if not _ACTUAL.isdisjoint(split_identifier(column.name))]
    found = actual or others
    return found[0] if len(found) == 1 else None


def _named(
    places: Sequence[int], columns: Sequence[Column], passage: Passage, cue: PredicateCue
) -> tuple[Column, float] | None:
    """Return the column that words name best, alone, with the weight of the heaviest of them; None without any.

    Where no word is one of a name, columns count that call what a word says otherwise: "sold" a sale price.
    """
    words = {index: passage.tokens[index].text.lower() for index in places if index < len(passage.tokens)}
    named = {index: cue.columns_named_by.get(word, {}) for index, word in words.items()}
    called = {index: dict.fromkeys(cue.called.get(word, ()), 1.0) for index, word in words.items()}
    for by_place in (named, called):
        scores = dict.fromkeys(columns, 0.0)
        weights = dict.fromkeys(columns, 0.0)
        for index, of_word in by_place.items():
            for column in columns:
                score = of_word.get(column.column_id, 0.0)
                if score >= WEIGHTS.predicate.least_named:
                    scores[column] += score
                    weights[column] = max(weights[column], passage.weights[index])
        best = max(scores.values(), default=0.0)
        leading = [column for column in columns if scores[column] == best]
        if best > 0:
            return (leading[0], weights[leading[0]]) if len(leading) == 1 else None
    return None
