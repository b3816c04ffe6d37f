"""Questions in parts: what kind of question it is, and the facts that answer each part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from factcheck.questions.bridging import bridging
from factcheck.questions.claim_parts import claim_parts, is_claim
from factcheck.questions.classifier import classifiers
from factcheck.questions.compared_times import compared_times
from factcheck.questions.comparison import comparison
from factcheck.questions.ends import end_said
from factcheck.questions.fact import FactKind
from factcheck.questions.gaps import filled, gap_of
from factcheck.questions.linked import Linked
from factcheck.questions.masked_words import masked
from factcheck.questions.mentions import ColumnMention
from factcheck.questions.plan import FactPlan, as_claim, as_question
from factcheck.questions.planning import asks_for_things, plan_of, usual
from factcheck.questions.reading import Reading, read, with_kinds
from factcheck.questions.roles import Role

_WHICH = frozenset("which what".split())
_NOT_CERTAIN = 0.5


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a question: its text, and the fact that is asked for; ``text_of_claim`` is the clause of a claim."""

    text: str
    plan: FactPlan
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A question with its kind (low, compound, fuzzy, compound_claim), the method, and its parts."""

    kind: str
    method: str | None
    probability: float
    parts: tuple[Part, ...]
    reading: Reading


def decompose(linked: Linked) -> Decomposition:
    """Split a question or claim into parts that a fact answers each."""
    reading = read(linked)
    whole = range(len(linked.tokens))
    told = classifiers()["kind"].probabilities(masked(linked, whole))
    if is_claim(linked) and (stated := claim_parts(linked)) and _says_something(linked, stated):
        parts = tuple(
            Part(clause if plan.kind is FactKind.VALUE else as_claim(plan), plan, clause) for clause, plan in stated
        )
        kind = "compound_claim" if len(parts) > 1 else "low"
        return Decomposition(kind, "conjunction" if len(parts) > 1 else None, _sure(told, kind), parts, reading)
    for method, plans in (
        ("bridging", bridging(linked)),
        ("comparison", comparison(linked, reading) or compared_times(linked, reading)),
        ("intersection", _intersection(linked, reading)),
    ):
        if plans:
            return Decomposition("compound", method, _sure(told, "compound"), _asked(plans), reading)
    gap = gap_of(reading, told)
    if gap is not None and (plans := filled(reading, gap)):
        return Decomposition("fuzzy", gap, _sure(told, "fuzzy"), _asked(plans), reading)
    return Decomposition("low", None, _sure(told, "low"), _asked([plan_of(reading)]), reading)


def _says_something(linked: Linked, stated: Sequence[tuple[str, FactPlan]]) -> bool:
    """Tell whether a claim states a fact or a number, or is a sentence: "hours worked per level" is none."""
    is_sentence = linked.text.rstrip().endswith((".", "!", '"')) or bool(linked.numbers)
    return is_sentence or any(plan.kind is not FactKind.VALUE for _, plan in stated)


def decompose_reading(reading: Reading) -> Decomposition:
    """Take a question as one part, as one that goes on from another is: the fact that best fits what both name."""
    told = classifiers()["kind"].probabilities(masked(reading.linked, range(len(reading.linked.tokens))))
    if reading.breakdowns:  # "and by trade" asks for no single value
        reading = replace(reading, kinds=reading.kinds | {FactKind.VALUE: 0.0})
    whole = with_kinds(reading)
    return Decomposition("low", None, _sure(told, "low"), _asked([plan_of(whole)]), whole)


def _sure(told: dict[str, float], kind: str) -> float:
    """Return how sure a kind is that the structure tells: the classifier may confirm it."""
    return _NOT_CERTAIN + (1 - _NOT_CERTAIN) * told.get(kind, 0.0)


def _asked(plans: Sequence[FactPlan]) -> tuple[Part, ...]:
    return tuple(Part(as_question(plan), plan) for plan in plans)


def _intersection(linked: Linked, reading: Reading) -> list[FactPlan]:
    """Return an extreme for each of the conditions that elements meet: "which models are fast and light"."""
    if not _WHICH & set(linked.words) and not any(w in linked.words for w in ("find", "name", "list", "there", "show")):
        return []
    mentions = [
        each
        for each in linked.columns
        if linked.table.role(each.columns[0]).role is Role.NUMBER
        and each.columns[0] not in reading.breakdowns
        and not _is_restricted(each, linked)
    ]
    ends = [(each, end_said(linked, each)) for each in mentions]
    said = [(each, end) for each, end in ends if end is not None]
    columns = list(dict.fromkeys(each.columns[0] for each, _ in said))
    breakdown = next((c for c in reading.breakdowns), None)
    if breakdown is None and (linked.rows or asks_for_things(reading)) and linked.table.label is not None:
        breakdown = linked.table.label.column
    if len(columns) < 2 or breakdown is None:
        return []
    base = replace(plan_of(replace(reading, is_counted=False), FactKind.EXTREME), breakdown=breakdown)
    plans: list[FactPlan] = []
    for each, end in said:
        column = each.columns[0]
        if any(plan.measure == column for plan in plans):
            continue
        plans.append(replace(base, measure=column, function=usual(column, linked), is_highest=bool(end)))
    return plans


def _is_restricted(mention: ColumnMention, linked: Linked) -> bool:
    name = linked.table.role(mention.columns[0]).words
    numbers = (number for number in linked.numbers if linked.words[number.start] not in name)
    return any(abs(number.start - mention.end) <= 3 for number in numbers)
