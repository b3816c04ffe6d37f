"""Values that a number beside a count gives: "990 orders contained five items", "83 employees got a rating of 5"."""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.catalogue.column_units import unit_of
from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.numbers.compared_units import Fit, compare_units
from factcheck.numbers.mentions import Number
from factcheck.queries.predicates.between import Between
from factcheck.queries.predicates.compare import number_text
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import columns_told, own_passage
from factcheck.retrieval.money_columns import holds_money
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import names_an_identifier

_SUBJECT = frozenset({"nsubj", "nsubjpass"})
_REACH_BEHIND, _REACH_BEFORE = 3, 4
_BEFORE_A_VALUE = frozenset({"of", "by", "with", "at"})
_ENDS = frozenset(",;:.()")


def values_stated(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of numbers to the value that the clause says of what the claim counts."""
    passage = own_passage(cue)
    if passage is None or not passage.own:
        return
    amounts = {c.column_id: c for c in cue.columns if c.is_numeric and not names_an_identifier(c.name)}
    for number in cue.words.numbers:
        at = next((i for i, token in enumerate(passage.tokens) if token.start <= number.start < token.end), None)
        if at is None or at in passage.own or not _may_be_value(number, passage, at):
            continue
        if not _is_said_of_own(passage, at):
            continue
        for name in _names(passage, at):
            named = columns_told(cue, passage.tokens[name].text, amounts)
            for column in named:
                predicate = _equals(cue, column, number)
                if predicate is not None:
                    seen = cue.seen("terms", max(passage.weights[name], WEIGHTS.predicate.least_named), column)
                    parts = {**seen.parts, "covered": 1.0, "said": 1.0, "words": 1.0, "beside": 1.0}
                    yield predicate, Seen(seen.score, parts)
            if named:
                break


def _may_be_value(number: Number, passage: Passage, at: int) -> bool:
    """Tell whether a number may be a value that rows have: no time, and nothing that a limit says."""
    before = passage.tokens[max(at - 1, 0)]
    if before.tag in {"IN", "TO"} and before.text.lower() not in _BEFORE_A_VALUE:
        return False
    return number.comparison == "=" and number.reason is None and number.unit in {"plain", "percent", "currency"}


def _is_said_of_own(passage: Passage, at: int) -> bool:
    """Tell whether the claim's number is that of the subject of the clause, behind whose verb a number stands."""
    tokens = passage.tokens
    verb = at
    for _ in tokens:
        if tokens[verb].tag.startswith("VB") or tokens[verb].head == verb:
            break
        verb = tokens[verb].head
    own = min(passage.own)
    if not tokens[verb].tag.startswith("VB") or not own < verb < at:
        return False
    for _ in tokens:
        head = tokens[own].head
        if head == verb:
            return tokens[own].dependency in _SUBJECT
        if head == own:
            return False
        own = head
    return False


def _names(passage: Passage, at: int) -> Iterator[int]:
    """Yield the places of words that may name the column: behind the number first, then in front of it."""
    tokens = passage.tokens
    for index in range(at + 1, min(at + 1 + _REACH_BEHIND, len(tokens))):
        is_for = index == at + 1 and tokens[index].text.lower() == "for"  # "a perfect 5 for the driver"
        if tokens[index].text in _ENDS or (tokens[index].tag in {"IN", "CC"} and not is_for):
            break
        if tokens[index].tag.startswith("NN"):
            yield index
    for index in range(at - 1, max(-1, at - 1 - _REACH_BEFORE), -1):
        if tokens[index].text in _ENDS or index in passage.own:
            break
        if tokens[index].tag.startswith(("NN", "VB")):
            yield index


def _equals(cue: PredicateCue, column: Column, number: Number) -> Predicate | None:
    """Return the restriction to the number, told in the column's unit; None where no value is known to be that."""
    units = compare_units(number, unit_of(column))
    is_of_money = number.measured is None or any(unit.is_money for unit in number.measured.units)
    if units.fit is Fit.DIFFERS or (holds_money(column) and not is_of_money):
        return None
    value = number_text(units.told(number.value))
    if not column.is_integer:
        # other decimals are rarely met exactly: they are told as limits
        is_told = number.unit == "percent" or (number.unit == "plain" and number.is_integer)
        return Between(column, value, value) if is_told else None
    is_known = value.isdecimal() and column.column_id in cue.columns_with.get(value, ())
    return Equals(column, value) if is_known else None
