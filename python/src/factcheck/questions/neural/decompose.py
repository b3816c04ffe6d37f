"""Questions in parts as the neural model writes them: each part is then read as a question of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from factcheck.questions.claim_parts import claim_parts
from factcheck.questions.classifier import best_of, classifiers
from factcheck.questions.decompose import Decomposition, Part
from factcheck.questions.fact import FactKind
from factcheck.questions.linked import Linked
from factcheck.questions.masked_words import masked
from factcheck.questions.neural.kept_weights import Model
from factcheck.questions.neural.vocabulary import Names
from factcheck.questions.neural.writing import parts_of
from factcheck.questions.plan import FactPlan, as_question, spoken
from factcheck.questions.planning import plan_of
from factcheck.questions.reading import read
from factcheck.questions.roles import Role, TableRoles

_SAME = re.compile(r"\b(?:in|of|on) that\b")


def decompose_by_model(linked: Linked, link_part: Callable[[str], Linked], model: Model) -> Decomposition:
    """Split a question as the paper does: a classifier tells whether it is one of several parts, the model writes two.

    ``link_part`` finds what the words of a part name in the table of the question.
    """
    reading = read(linked)
    told = classifiers()["kind"].probabilities(masked(linked, range(len(linked.tokens))))
    kind = best_of(told)
    if kind == "low":
        plan = plan_of(reading)
        return Decomposition(kind, None, told[kind], (Part(as_question(plan), plan),), reading)
    others = told["compound"] + told["compound_claim"]
    texts = parts_of(linked.text, names_of(linked.table), told["fuzzy"] / (told["fuzzy"] + others), model)
    parts: list[Part] = []
    for text in dict.fromkeys(texts):
        plan = _planned(link_part(text), parts[0].plan if parts else None)
        parts.append(Part(text, plan, text.removesuffix(".") if kind == "compound_claim" else None))
    return Decomposition(kind, "neural", told[kind], tuple(parts), reading)


def names_of(table: TableRoles) -> Names:
    """Return the columns of a table as the model reads them."""
    by_role = {
        role: tuple(spoken(each.column) for each in table.of(*of_role))
        for role, of_role in (
            ("numbers", (Role.NUMBER,)),
            ("times", (Role.TIME,)),
            ("categories", (Role.CATEGORY, Role.LABEL)),
        )
    }
    return Names(by_role["numbers"], by_role["times"], by_role["categories"])


def _planned(linked: Linked, before: FactPlan | None) -> FactPlan:
    """Return the fact that a part asks for or states; "in that year" is the year of the part before."""
    if linked.text.endswith("."):
        stated = claim_parts(linked)
        if stated:
            return stated[0][1]
    reading = read(linked)
    is_same = before is not None and before.kind is FactKind.EXTREME and _SAME.search(linked.text)
    if before is None or not is_same or before.breakdown is None:
        return plan_of(reading)
    left = tuple(column for column in reading.breakdowns if column != before.breakdown)
    return replace(plan_of(replace(reading, breakdowns=left)), same=before.breakdown)
